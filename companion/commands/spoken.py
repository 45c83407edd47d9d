"""Says records in words: every message inside becomes a sentence in the reader's language."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.i18n import words


def spoken(value: Any, language: str) -> Any:
    """Turns a record into plain JSON data with words in the place of messages."""
    if isinstance(value, Message):
        return words(value, language)
    if isinstance(value, Struct):
        return {name: spoken(getattr(value, name), language) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: spoken(item, language) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [spoken(item, language) for item in value]
    return msgspec.to_builtins(value)


def json_line(value: Any) -> str:
    """Writes what is printed; a name's bytes that are no text are told as they are everywhere else."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_legible(msgspec.to_builtins(value))).decode()


def _legible(value: Any) -> Any:
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case dict():
            return {_legible(key): _legible(item) for key, item in value.items()}
        case list():
            return [_legible(item) for item in value]
    return value


MOST_TOLD = 20
"""How many defects one sentence tells."""


def reason(refusal: Refusal, language: str) -> str:
    """Says why something was refused, with the first defects, and how many more there are."""
    parts = list(dict.fromkeys(words(part, language) for part in (refusal.message, *refusal.details)))
    if (more := len(parts) - MOST_TOLD) > 0:
        parts[MOST_TOLD:] = [words(say("core.and_more", count=more), language)]
    between = words(say("core.also"), language)
    return between.join([*(part.rstrip(".") for part in parts[:-1]), parts[-1]])
