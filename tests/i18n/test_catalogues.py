"""Both languages are complete, agree on their placeholders, and hold no message that nobody says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.core.message import label, literal, say
from companion.i18n import LANGUAGES, words
from companion.i18n.translator import LOCALE_FOLDER

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "hardware", "vision", "kiosk")
DOMAINS = sorted(file.stem for file in (LOCALE_FOLDER / "en/LC_MESSAGES").glob("*.po"))


def catalogue(domain: str, language: str) -> dict[str, str]:
    with (LOCALE_FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)[^}]*\}", text))


def keys_in_code() -> tuple[set[str], set[str]]:
    """Returns the literal keys, and the literal beginnings of computed ones, of all rooms."""
    pattern = re.compile(rf"({'|'.join(DOMAINS)})(\.[A-Za-z0-9_-]+)+\.?")
    literals: set[str] = set()
    beginnings: set[str] = set()
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if (
                    isinstance(node, ast.JoinedStr)
                    and node.values
                    and isinstance(node.values[0], ast.Constant)
                ):
                    beginnings.add(str(node.values[0].value))
                elif isinstance(node, ast.Constant) and pattern.fullmatch(str(node.value)):
                    (beginnings if node.value.endswith(".") else literals).add(node.value)
    return literals, {b for b in beginnings if b.partition(".")[0] in DOMAINS and "." in b}


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
    literals, _ = keys_in_code()
    assert literals
    assert sorted(literals - known) == []


def test_no_message_is_stale() -> None:
    literals, beginnings = keys_in_code()
    stale = [
        key
        for domain in DOMAINS
        for key in catalogue(domain, "en")
        if key not in literals and not any(key.startswith(start) for start in beginnings)
    ]
    assert stale == []


def test_words_are_chosen_at_the_end() -> None:
    message = say("core.unknown_game", game="chess", games="rayman")
    assert "chess" in words(message, "en")
    assert words(message, "fr") != words(message, "en")
    assert words(label({"en": "Fork", "fr": "Fourchette"}), "fr") == "Fourchette"
    assert words(literal("Ana"), "fr") == "Ana"
    assert words(say("core.no_such_key"), "en") == "core.no_such_key"
