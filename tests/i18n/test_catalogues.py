"""Both languages are complete, agree on their placeholders, and hold no message that nobody says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import polib
import pytest

from companion.core.message import label, literal, say
from companion.i18n import LANGUAGES, words
from companion.i18n.translator import LOCALE_FOLDER

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "hardware", "vision", "kiosk")
ANYTHING = "[^ ]+"
DOMAINS = sorted(file.stem for file in (LOCALE_FOLDER / "en/LC_MESSAGES").glob("*.po"))


def catalogue(domain: str, language: str) -> dict[str, str]:
    entries = polib.pofile(str(LOCALE_FOLDER / language / "LC_MESSAGES" / f"{domain}.po"))
    return {entry.msgid: entry.msgstr or entry.msgstr_plural.get(1, "") for entry in entries}


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)[^}]*\}", text))


def files_of_rooms() -> list[Path]:
    return [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]


def said_in(file: Path) -> set[str]:
    """Returns the literal keys that a file says; kiosk panels leave out the catalogue's name."""
    keys: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        is_panel = isinstance(node.func, ast.Attribute) and node.func.attr == "say" and "kiosk" in file.parts
        if is_panel or (isinstance(node.func, ast.Name) and node.func.id == "say"):
            choices = [node.args[0]]
            while choices:
                choice = choices.pop()
                if isinstance(choice, ast.IfExp):
                    choices += [choice.body, choice.orelse]
                elif isinstance(choice, ast.Constant):
                    keys.add(f"kiosk.{choice.value}" if is_panel else str(choice.value))
    return keys


def patterns_in(file: Path) -> set[str]:
    """Returns what the strings of a file can become: literals as they are, computed parts as anything."""
    patterns: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            form = re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(str(v.value)) if isinstance(v, ast.Constant) else ANYTHING for v in node.values
            ]
            form = "".join(parts)
        else:
            continue
        # What begins with something computed, or with a catalogue's bare name, would fit every message.
        is_bare = re.fullmatch(r"\w+\\\." + re.escape(ANYTHING), form)
        if re.match(rf"({'|'.join(DOMAINS)})\\\.", form) and not is_bare:
            patterns.add(form)
        if "kiosk" in file.parts and re.match(r"\w", form):
            patterns.add("kiosk\\." + form)
    return patterns


def test_there_are_catalogues() -> None:
    assert {"core", "cli", "content"} <= set(DOMAINS)


@pytest.mark.parametrize("domain", DOMAINS)
def test_languages_say_the_same_messages_with_the_same_placeholders(domain: str) -> None:
    english = catalogue(domain, "en")
    for language in LANGUAGES:
        other = catalogue(domain, language)
        assert other.keys() == english.keys(), f"{language} and en differ in {domain}.po"
        for key, text in other.items():
            assert text.strip(), f"{key} has no words in {language}"
            assert placeholders(text) == placeholders(english[key]), f"{key} in {language}"


def test_every_key_in_the_code_has_words() -> None:
    known = {key for domain in DOMAINS for key in catalogue(domain, "en")}
    said = {key for file in files_of_rooms() for key in said_in(file)}
    assert said
    assert sorted(said - known) == []


def test_no_message_is_stale() -> None:
    known = [key for domain in DOMAINS for key in catalogue(domain, "en")]
    patterns = {form for file in files_of_rooms() for form in patterns_in(file)}
    literals = {form.replace("\\", "") for form in patterns if ANYTHING not in form}
    computed = re.compile("|".join(form for form in sorted(patterns) if ANYTHING in form))
    assert [key for key in known if key not in literals and not computed.fullmatch(key)] == []


def test_words_are_chosen_at_the_end() -> None:
    message = say("core.unknown_game", game="chess", games="rayman")
    assert "chess" in words(message, "en")
    assert words(message, "fr") != words(message, "en")
    assert words(label({"en": "Fork", "fr": "Fourchette"}), "fr") == "Fourchette"
    assert words(literal("Ana"), "fr") == "Ana"
    assert words(say("core.no_such_key"), "en") == "core.no_such_key"


@pytest.mark.parametrize(("language", "one", "many"), [("en", "One ", "2 "), ("fr", "Un ", "2 ")])
def test_one_is_not_many(language: str, one: str, many: str) -> None:
    assert words(say("rayman.hint.tokens", count=1), language).startswith(one)
    assert words(say("rayman.hint.tokens", count=2), language).startswith(many)
    assert words(say("kiosk.table.places", count=3), language).count("3") == 1, "no forms, one sentence"


def test_a_sentence_ends_once() -> None:
    for card, end in (("Afraid?", "card: Afraid?"), ("Trip", "card: Trip."), ("Wait...", "card: Wait...")):
        assert words(say("grimm.no.not_in_hand", player="Ana", spell=literal(card)), "en").endswith(end)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_plurals_are_not_left_to_the_reader(domain: str, language: str) -> None:
    assert not [text for text in catalogue(domain, language).values() if "(s)" in text]
