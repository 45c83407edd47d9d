from __future__ import annotations

import tomllib
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from companion.core.decoding import DECODING_ERRORS, explain, explain_text, known_values, problems
from companion.i18n import words


class Seat(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, pattern="^[A-Z]")]
    side: Literal["left", "right"] = "left"
    at: tuple[int, int] | None = None


class Sit(Struct, tag="sit", tag_field="do"):
    seats: dict[str, Seat] = {}


class Rise(Struct, tag="rise", tag_field="do"):
    number: Annotated[int, Meta(ge=1)] = 1
    among: Annotated[list[Seat], Meta(max_length=1)] = []


Form = Sit | Rise


def said(text: bytes, language: str, form: Any = Form) -> str:
    with pytest.raises(DECODING_ERRORS) as error:
        msgspec.json.decode(text, type=form)
    return words(explain(error.value, form, "request"), language)


CASES = {
    b'{"do": 1}': ("request.do: expected rise, sit", "request.do : attendu : rise, sit"),
    b'{"do": "fly"}': (
        "request.do: expected one of: rise, sit; got 'fly'",
        "request.do : attendu au choix : rise, sit ; reçu : 'fly'",
    ),
    b"{}": (
        "request.do: is missing; expected one of: rise, sit",
        "request.do : champ manquant ; attendu au choix : rise, sit",
    ),
    b"[]": ("request: expected an object, got a list", "request : attendu : un objet ; reçu : une liste"),
    b'{"do": "sit", "seats": {"a": {}}}': (
        "request.seats[...].name: is missing",
        "request.seats[...].name : champ manquant",
    ),
    b'{"do": "sit", "seats": {"a": {"name": "A", "age": 3}}}': (
        "request.seats[...].age: is not a known field",
        "request.seats[...].age : champ inconnu",
    ),
    b'{"do": "sit", "seats": {"a": {"name": "A", "side": "up"}}}': (
        "request.seats[...].side: expected one of: left, right; got 'up'",
        "request.seats[...].side : attendu au choix : left, right ; reçu : 'up'",
    ),
    b'{"do": "sit", "seats": {"a": {"name": "A", "at": 3}}}': (
        "request.seats[...].at: expected a list or null, got a whole number",
        "request.seats[...].at : attendu : une liste ou null ; reçu : un nombre entier",
    ),
    b'{"do": "sit", "seats": {"a": {"name": "A", "at": [3]}}}': (
        "request.seats[...].at: expected exactly so many elements: 2",
        "request.seats[...].at : nombre d’éléments attendu : 2",
    ),
    b'{"do": "sit", "seats": {"a": {"name": ""}}}': (
        "request.seats[...].name: expected a length of at least 1",
        "request.seats[...].name : longueur attendue : au moins 1",
    ),
    b'{"do": "sit", "seats": {"a": {"name": "a"}}}': (
        "request.seats[...].name: expected text of the form '^[A-Z]'",
        "request.seats[...].name : attendu : un texte de la forme '^[A-Z]'",
    ),
    b'{"do": "rise", "number": 0}': (
        "request.number: expected a number >= 1",
        "request.number : attendu : un nombre >= 1",
    ),
    b'{"do": "rise", "number": 1e999}': (
        "request.number: the number is too large",
        "request.number : le nombre est trop grand",
    ),
    b'{"do": "rise", "among": [{"name": "A"}, {"name": "B"}]}': (
        "request.among: expected a length of at most 1",
        "request.among : longueur attendue : au plus 1",
    ),
    b'{"do"': (
        "request: expected JSON; the text ends too early",
        "request : JSON attendu ; le texte s’arrête trop tôt",
    ),
    b"{bad}": (
        "request: expected JSON; the text goes wrong at byte 1",
        "request : JSON attendu ; le texte est mal formé à l’octet 1",
    ),
    '{"do": "é"}'.encode("latin-1"): ("request: expected text in UTF-8", "request : texte en UTF-8 attendu"),
}


@pytest.mark.parametrize(("text", "expected"), CASES.items(), ids=lambda value: str(value)[:40])
def test_the_readers_words_are_those_of_the_table(text: bytes, expected: tuple[str, str]) -> None:
    assert (said(text, "en"), said(text, "fr")) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = = 1", "TOML attendu ; le texte est mal formé à la ligne 1, colonne 5"),
        ("a =", "TOML attendu ; le texte est mal formé à la fin"),
    ],
)
def test_toml_that_is_none_is_said_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(text)
    assert words(explain(error.value), "fr") == problem


def test_a_field_without_a_list_of_values_offers_none() -> None:
    assert known_values(Form, ".seats[...].name") == ()
    assert known_values(Form, ".among[0].side") == ("left", "right")


def test_every_problem_of_a_document_is_listed_with_its_place() -> None:
    seats = {"a": {"side": "up", "at": [1, "x"]}, "b": {"name": "B", "age": 3}, "c": {"name": "C"}}
    found = {
        ".".join(place): words(problem, "en")
        for place, problem in problems({"do": "sit", "seats": seats}, Form)
    }
    assert found == {
        "seats.a.name": "is missing",
        "seats.a.side": "expected one of: left, right; got 'up'",
        "seats.a.at.1": "expected a whole number, got text",
        "seats.b.age": "is not a known field; expected one of: at, name, side",
    }
    assert list(problems({"do": "sit", "seats": {"c": {"name": "C"}}}, Form)) == []
    ((place, _),) = problems({"do": "rise", "among": [{"name": "A"}, {"name": "B"}]}, Form)
    assert place == ("among",), "what no part of it is to blame for is the whole's"


def test_a_list_for_a_field_that_names_its_values_is_one_problem() -> None:
    ((place, problem),) = problems({"do": "sit", "seats": {"c": {"name": "C", "side": ["left"]}}}, Form)
    assert (place, words(problem, "en")) == (("seats", "c", "side"), "expected text, got a list")


def test_a_name_that_is_none_of_those_known_is_the_fields_problem() -> None:
    ((place, problem),) = problems({"left": 1, "up": 2}, dict[Literal["left", "right"], int])
    assert (place, words(problem, "en")) == (("up",), "expected one of: left, right; got 'up'")
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"sides": {"up": 2}}, dict[str, dict[Literal["left", "right"], int]])
    assert "key" not in words(explain(error.value), "en")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"a": {"left": 1}, "b": {"left": "x"}}', "b.left: expected a whole number, got text"),
        (b"[]", "expected an object, got a list"),
        (b"{", "expected JSON; the text ends too early"),
        (b'{"a": {"left": "x"}', "expected JSON; the text ends too early"),
    ],
)
def test_one_among_many_is_named_in_full(text: bytes, said: str) -> None:
    form = dict[str, dict[str, int]]
    with pytest.raises(DECODING_ERRORS) as error:
        msgspec.json.decode(text, type=form)
    assert words(explain_text(error.value, text, form), "en") == said


def test_an_empty_text_among_the_values_can_be_read() -> None:
    assert known_values(Literal["", "N"], "") == ("''", "N")


class Begun(Struct):
    created: datetime


@pytest.mark.parametrize("bad", [b'{"created":"tonight"}', b'{"created":5}'])
def test_a_moment_is_named_as_a_person_would(bad: bytes) -> None:
    english, french = said(bad, "en", Begun), said(bad, "fr", Begun)
    assert english.startswith("request.created: expected a date with its time, such as 2026-")
    assert french.startswith("request.created : attendu : une date avec l’heure, comme 2026-")
