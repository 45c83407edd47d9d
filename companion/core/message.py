"""Messages: a key with parameters, turned into words only at the screen."""

from __future__ import annotations

from typing import Union

from msgspec import Struct

Param = Union[str, int, "Message", tuple["Message", ...]]


class Message(Struct, frozen=True, omit_defaults=True):
    """Something to say; `texts` carries its own words per language (a pack's label) instead of a key."""

    key: str = ""
    params: dict[str, Param] = {}
    texts: dict[str, str] = {}


def say(key: str, **params: Param) -> Message:
    """Names a catalogue entry, `domain.rest`, and fills its placeholders."""
    return Message(key, params)


def label(texts: dict[str, str]) -> Message:
    """Wraps words that content brings itself, one text a language."""
    return Message(texts=texts)


def literal(text: str) -> Message:
    """Wraps a name that is the same in every language."""
    return Message(texts={"": text})
