"""What a game declares as a correction is asked for with what the record says, and told."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.core.blocks import Option, Question
from companion.core.corrections import (
    Correct,
    Correction,
    RecordCorrected,
    correct,
    correction_choices,
    correction_line,
    fold_correction,
)
from companion.core.errors import Invalid
from companion.core.message import Message, literal
from companion.i18n import words


class At(Struct, frozen=True):
    column: Annotated[int, Meta(ge=0)] = 0
    level: int = 1


class Boats(Struct, frozen=True):
    at: dict[str, At]
    has_flag: dict[str, bool]
    cargo: tuple[str, ...] = ()
    secret: str = "gold"


def _ask_at(state: Boats, player: str) -> tuple[Question, ...]:
    return Question("column", literal("Column"), "number"), Question("level", literal("Level"), "number")


def _ask_cargo(state: Boats, player: str) -> Question:
    options = tuple(Option(name, literal(name.title())) for name in ("tea", "tin", "salt", "silk", "rope"))
    return Question("", literal("Cargo"), "many", options=options)


def _too_much(state: Boats, player: str, value: tuple[str, ...]) -> Message | None:
    return literal("too much") if "rope" in value else None


CORRECTIONS: tuple[Correction[Boats], ...] = (
    Correction(
        id="place",
        label=literal("Place"),
        form=At,
        asks=_ask_at,
        now=lambda state, player: state.at[player],
        change=lambda state, player, at: replace(state, at={**state.at, player: at}),
    ),
    Correction(
        id="flag",
        label=literal("Flag"),
        form=bool,
        now=lambda state, player: state.has_flag[player],
        change=lambda state, player, value: replace(state, has_flag={**state.has_flag, player: value}),
        clauses=("X-1",),
    ),
    Correction(
        id="cargo",
        label=literal("Cargo"),
        form=tuple[str, ...],
        asks=_ask_cargo,
        now=lambda state, player: state.cargo,
        change=lambda state, player, value: replace(state, cargo=value),
        is_of_player=False,
        why_not=_too_much,
    ),
    Correction(
        id="secret",
        label=literal("Secret"),
        form=str,
        asks=lambda state, player: Question("", literal("What?"), "text", ""),
        change=lambda state, player, value: replace(state, secret=value),
        is_of_player=False,
        is_offered=lambda state, player: bool(state.secret),
    ),
)
STATE = Boats({"Ana": At(3, 2), "Bo": At(5)}, {"Ana": False, "Bo": True}, ("tea", "tin"))


def offered(state: Boats = STATE) -> dict[tuple[str | None, str], str]:
    choices = correction_choices(CORRECTIONS, state, ("Ana", "Bo"))
    return {(choice.player, choice.command["what"]): words(choice.label, "en") for choice in choices}


def test_each_player_sees_the_present_values() -> None:
    assert offered() == {
        ("Ana", "place"): "Place: 3, 2",
        ("Ana", "flag"): "Flag: no → yes",
        ("Bo", "place"): "Place: 5, 1",
        ("Bo", "flag"): "Flag: yes → no",
        (None, "cargo"): "Cargo: Tea, Tin",
        (None, "secret"): "Secret",
    }
    full = replace(STATE, cargo=("tea",) * 5, secret="")
    assert offered(full)[(None, "cargo")] == "Cargo: 5 of them"
    assert (None, "secret") not in offered(full)
    assert offered(replace(STATE, cargo=()))[(None, "cargo")] == "Cargo: none"


def test_several_questions_fill_the_parts_of_one_value() -> None:
    choice = correction_choices(CORRECTIONS, STATE, ("Ana", "Bo"))[0]
    assert [(one.id, one.default) for one in choice.asks] == [("value.column", 3), ("value.level", 2)]
    command = msgspec.convert(choice.filled({"value.column": 7}), Correct)
    event = correct(CORRECTIONS, STATE, command, ("Ana", "Bo"))
    assert fold_correction(CORRECTIONS, STATE, event).at["Ana"] == At(7, 2)
    line = correction_line(CORRECTIONS, STATE, event)
    assert line is not None
    assert words(line.text, "en") == "Corrected by the table, Ana: Place: 7, 2."
    assert choice.command["value"] == {"column": 3, "level": 2}, "filling leaves the choice as it was"


def test_what_is_secret_is_not_told() -> None:
    line = correction_line(CORRECTIONS, STATE, RecordCorrected("secret", "silver"))
    assert line is not None
    assert words(line.text, "en") == "Corrected by the table: Secret."


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (Correct("wind", 1), "what"),
        (Correct("place", {"column": -1}, "Ana"), "value.column"),
        (Correct("place", {"column": 1}, "Zoe"), "player"),
        (Correct("cargo", ["rope"]), "value: too much"),
    ],
)
def test_a_correction_that_no_table_could_mean_is_refused_by_its_field(command: Correct, said: str) -> None:
    with pytest.raises(Invalid) as caught:
        correct(CORRECTIONS, STATE, command, ("Ana", "Bo"))
    assert words(caught.value.message, "en").startswith(said)


def test_a_refusal_names_the_clauses() -> None:
    with pytest.raises(Invalid) as caught:
        correct(CORRECTIONS, STATE, Correct("flag", 3, "Ana"), ("Ana", "Bo"))
    assert caught.value.clauses == ("X-1",)
