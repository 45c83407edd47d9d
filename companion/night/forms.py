"""Reads JSON into records; whatever is wrong is refused with the name of the field."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from companion.core.decoding import DECODING_ERRORS, explain
from companion.core.errors import Invalid
from companion.core.message import Message, say


def refuse_field(field: str, problem: Message) -> Invalid:
    """Makes the refusal that names a field and what is wrong with it."""
    return Invalid(say("core.field", field=field, problem=problem))


def read_json(text: bytes, form: Any, root: str) -> Any:
    """Decodes JSON text into a type; refuses with Invalid naming the field."""
    if not text.strip():
        raise refuse_field(root, say("core.read.nothing"))
    try:
        return msgspec.json.decode(text, type=form)
    except DECODING_ERRORS as error:
        raise Invalid(explain(error, form, root)) from None


def refuse_repeats(text: bytes) -> None:
    """Refuses JSON text that names a field of one object twice; readers keep the last without a word."""

    def once(fields: list[tuple[str, Any]]) -> None:
        known: set[str] = set()
        for name, _ in fields:
            if name in known:
                raise refuse_field(name, say("core.read.twice"))
            known.add(name)

    json.loads(text, object_pairs_hook=once)


def read_value(value: Any, form: Any, root: str) -> Any:
    """Converts plain JSON data into a type; refuses with Invalid naming the field."""
    try:
        return msgspec.convert(value, form)
    except DECODING_ERRORS as error:
        raise Invalid(explain(error, form, root)) from None
