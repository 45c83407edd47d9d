"""Turns messages into words. A key's first part names its catalogue: `rayman.turn` is in `rayman.po`."""

from __future__ import annotations

import gettext
import os
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.core.message import Message, Param

LANGUAGES = ("en", "fr")
LOCALE_FOLDER = Path(__file__).parent / "locale"


@cache
def _catalogue(domain: str, language: str) -> gettext.NullTranslations:
    return gettext.translation(domain, LOCALE_FOLDER, [language], fallback=True)


@cache
def _domains() -> frozenset[str]:
    return frozenset(file.stem for file in LOCALE_FOLDER.glob("en/LC_MESSAGES/*.mo"))


def system_language() -> str:
    """Returns the language of the environment, English where it is one that the project does not speak."""
    for name in ("COMPANION_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").lower()
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def choose_click_language(language: str) -> None:
    """Lets click say its part (usage, what is wrong with an option) in a language, from `click.po`."""
    # click asks gettext's current domain, and gettext asks this variable before all others.
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("click", LOCALE_FOLDER)
    gettext.textdomain("click")


def words(message: Message, language: str, count: int = 1) -> str:
    """Says a message in a language; an unknown key is shown as it is, so that nothing is hidden.

    `count` is how many of it a sentence around it speaks of: seven Movements.
    """
    if message.texts:
        return message.texts.get(language) or message.texts.get("en") or next(iter(message.texts.values()))
    domain = message.key.partition(".")[0]
    # A message may come from a file that somebody else wrote: its key names no other file to be read.
    own = message.params.get("count")
    count = own if isinstance(own, int) else count
    known = domain in _domains()
    template = _template(_catalogue(domain, language), message.key, count) if known else message.key
    if not message.params or template == message.key:
        return template  # an unknown key is no form to fill in, whatever it holds
    given = {name: _param(value, language, count) for name, value in message.params.items()}
    if language == "fr":
        template = _elided(template, given)
    said = template.format_map(_Given(given))
    # A value that is a sentence, or a title that asks, brings its own stop.
    return said[:-1] if template.endswith("}.") and said.endswith(("..", "!.", "?.", "….")) else said


def _template(catalogue: gettext.NullTranslations, key: str, count: int) -> str:
    """Looks a key up, in the form that a count asks for where the catalogue has several."""
    counted = catalogue.ngettext(key, key, count)
    return counted if counted != key else catalogue.gettext(key)


_BEFORE_VALUE = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")


def _elided(template: str, given: Mapping[str, str | int]) -> str:
    """Shortens French *de* and *que* before a value that begins with a vowel: d’Ana, qu’Ève."""

    def joined(found: re.Match[str]) -> str:
        word, name = found.groups()
        first = unicodedata.normalize("NFD", str(given.get(name, "")))[:1].lower()
        return f"{word}’{{{name}}}" if first and first in "aeiouœ" else found.group()

    return _BEFORE_VALUE.sub(joined, template)


class _Given(dict[str, str | int]):
    """The values of a message; one that is missing is shown by its name."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def _param(value: Param, language: str, count: int) -> str | int:
    if isinstance(value, Message):
        return words(value, language, count)
    if isinstance(value, tuple):
        return ", ".join(words(item, language) for item in value)
    return value


class Translator:
    """Says messages in a language that can be switched while running."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language or system_language()

    def __call__(self, message: Message) -> str:
        """Says a message in the present language."""
        return words(message, self.language)
