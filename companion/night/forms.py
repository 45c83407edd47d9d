"""Reads JSON into records; whatever is wrong is refused with the name of the field."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec

from companion.core.errors import Invalid
from companion.core.message import Message, say

_AT = re.compile(r"(?P<problem>.*?)(?: - at `(?P<at>[^`]*)`)?$", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`$", re.DOTALL)
_TYPE = re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<got>[^`]*)`")
_VALUE = re.compile(r"Invalid (?:enum )?value (?P<got>.*)", re.DOTALL)


def refuse_field(field: str, problem: Message) -> Invalid:
    """Makes the refusal that names a field and what is wrong with it."""
    return Invalid(say("night.field", field=field, problem=problem))


def _names_of(form: Any) -> dict[str, str]:
    """Returns the tag field of a union of records and the names it may hold."""
    names: dict[str, list[str]] = {}
    for member in get_args(form):
        config = getattr(member, "__struct_config__", None)
        if config is not None and config.tag_field:
            names.setdefault(config.tag_field, []).append(str(config.tag))
    return {field: ", ".join(sorted(known)) for field, known in names.items()}


def explain(error: Exception, root: str, form: Any = None) -> Invalid:
    """Turns a decoding error into a refusal that names the field, from `root` on, and what it may hold."""
    if isinstance(error, RecursionError):
        return refuse_field(root, say("night.field.too_deep"))
    if not isinstance(error, msgspec.ValidationError):
        return refuse_field(root, say("night.field.not_json", detail=str(error)))
    match = _AT.match(str(error))
    problem, at = (match["problem"], match["at"] or "$") if match else (str(error), "$")
    place = at.replace("key in ", "").replace("$", root, 1)
    if found := _MISSING.match(problem):
        return refuse_field(f"{place}.{found['field']}", say("night.field.missing"))
    if found := _UNKNOWN.match(problem):
        return refuse_field(f"{place}.{found['field']}", say("night.field.unknown"))
    if found := _TYPE.match(problem):
        return refuse_field(place, say("night.field.type", expected=found["expected"], got=found["got"]))
    if found := _VALUE.match(problem):
        for field, known in _names_of(form).items():
            if place == f"{root}.{field}":
                return refuse_field(place, say("night.field.one_of", got=found["got"], known=known))
        return refuse_field(place, say("night.field.value", got=found["got"]))
    return refuse_field(place, say("night.field.other", detail=problem))


DECODING_ERRORS = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What msgspec raises on bad input; a ValidationError is a DecodeError."""


def read_json(text: bytes, form: Any, root: str) -> Any:
    """Decodes JSON text into a type; refuses with Invalid naming the field."""
    try:
        return msgspec.json.decode(text, type=form)
    except DECODING_ERRORS as error:
        raise explain(error, root, form) from None


def read_value(value: Any, form: Any, root: str) -> Any:
    """Converts plain JSON data into a type; refuses with Invalid naming the field."""
    try:
        return msgspec.convert(value, form)
    except DECODING_ERRORS as error:
        raise explain(error, root, form) from None
