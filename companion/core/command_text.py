"""Commands as one line of text, derived from their fields: a verb, what it needs, then `field=value`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect

from companion.core.command import Command
from companion.core.decoding import problem_of
from companion.core.errors import Ambiguous, Invalid
from companion.core.message import literal, say

EMPTY = "none"
"""How an empty list is written."""


def verb_of(kind: type[Command]) -> str:
    """Returns a command's word: `verb`, or its class name as in `end-turn`."""
    return kind.verb or re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def verbs_of(command_type: Any) -> dict[str, type[Command]]:
    """Lists the commands of a union by their words."""
    return {verb_of(kind): kind for kind in get_args(command_type) or (command_type,)}


def format_command(command: Command) -> str:
    """Writes a command as a line that `parse_command` reads back."""
    fields = msgspec.structs.fields(command)
    words = [verb_of(type(command))]
    for field in fields:
        value = getattr(command, field.name)
        if field.type is Any:
            words.append(_written_freely(value))
        elif _takes_the_rest(fields, field):
            words += map(_written, value)
        elif field.required:
            words.append(_written(value))
        elif value != _default(field):
            is_only_one = [each for each in fields if not each.required] == [field]
            named = not is_only_one or "=" in _written(value)
            words.append(f"{field.name}={_written(value)}" if named else _written(value))
    return " ".join(map(_quoted, words))


def parse_command(text: str, command_type: Any) -> Command:
    """Reads a command; a verb may be shortened as long as only one begins so."""
    verbs = verbs_of(command_type)
    try:
        verb, *words = shlex.split(text)
    except ValueError:
        raise Invalid(say("core.text.line", line=literal(text), verbs=", ".join(verbs))) from None
    fitting = [verb] if verb in verbs else [name for name in verbs if name.startswith(verb)]
    if not fitting:
        raise Invalid(say("core.text.line", line=literal(text), verbs=", ".join(verbs)))
    if len(fitting) > 1:
        details = tuple(literal(name) for name in fitting)
        raise Ambiguous(say("core.text.verb", verb=verb, fitting=", ".join(fitting)), details=details)
    return _read(text, fitting[0], verbs[fitting[0]], words)


def _read(text: str, verb: str, kind: type[Command], words: list[str]) -> Command:
    fields = msgspec.structs.fields(kind)
    raw: dict[str, Any] = {}
    for field in fields:
        form = inspect.type_info(field.type)
        if _takes_the_rest(fields, field):
            assert isinstance(form, inspect.VarTupleType)
            raw[field.name] = [_value(word, form.item_type) for word in words]
            words = []
            continue
        named = next((word for word in words if word.startswith(f"{field.name}=")), None)
        if named is not None and not field.required:
            words.remove(named)
            raw[field.name] = _value(named.partition("=")[2], form)
        elif words and (field.required or "=" not in words[0]):
            raw[field.name] = _value(words.pop(0), form)
    expected = " ".join(
        (verb, *(field.name.upper() if field.required else f"[{field.name}=…]" for field in fields))
    )
    if words:
        raise Invalid(say("core.text.words", line=literal(text), expected=expected))
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        at, problem = problem_of(error, kind)
        where = at.lstrip(".") or verb
        bad = say("core.text.bad", line=literal(text), expected=expected, field=where, problem=problem)
        raise Invalid(bad) from None


def _takes_the_rest(fields: tuple[msgspec.structs.FieldInfo, ...], field: msgspec.structs.FieldInfo) -> bool:
    """Tells whether a list stands last, so that its elements can be words of their own."""
    return (
        field is fields[-1]
        and field.required
        and get_origin(field.type) is tuple
        and ... in get_args(field.type)
    )


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _quoted(word: str) -> str:
    needs_quotes = not word or any(letter.isspace() or letter in "\"'\\" for letter in word)
    return shlex.quote(word) if needs_quotes else word


def _written(value: Any) -> str:
    """Writes a value: a list with commas, a list of lists with slashes, everything else as JSON says it."""
    match value:
        case str():
            return value
        case ():
            return EMPTY
        case tuple() if value != (EMPTY,):
            is_nested = isinstance(value[0], tuple)
            parts = [_written(one) for one in value]
            if not any(("/" if is_nested else ",") in part for part in parts):
                return ("/" if is_nested else ",").join(parts)
    return msgspec.json.encode(value).decode()


def _written_freely(value: Any) -> str:
    """Writes a value of any type as JSON; a text that does not read as JSON is left as it is."""
    if isinstance(value, str):
        try:
            msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value
    return msgspec.json.encode(value).decode()


def _value(word: str, kind: inspect.Type) -> Any:
    """Reads a word as the type asks; what does not fit stays a text for the type check to refuse."""
    match kind:
        case inspect.UnionType(types):
            return _first_fit(word, sorted(types, key=lambda one: isinstance(one, inspect.StrType)))
        case inspect.Metadata(inner):
            return _value(word, inner)
        case inspect.LiteralType(values):
            if (value := next((value for value in values if _written(value) == word), None)) is not None:
                return value
        case inspect.StrType():
            return word
        case inspect.TupleType(items) if not word.startswith("["):
            parts = word.split(",")
            return (
                [_value(*pair) for pair in zip(parts, items, strict=False)]
                if len(parts) == len(items)
                else word
            )
        case inspect.VarTupleType(item) | inspect.ListType(item) if not word.startswith("["):
            is_nested = isinstance(item, inspect.TupleType | inspect.VarTupleType)
            return (
                [_value(part, item) for part in word.split("/" if is_nested else ",")]
                if word != EMPTY
                else []
            )
    try:
        return msgspec.json.decode(word)
    except msgspec.DecodeError:
        return word


def _first_fit(word: str, kinds: Iterable[inspect.Type]) -> Any:
    """Reads a word as the first of several types that it fits."""
    for kind in kinds:
        value = _value(word, kind)
        if not isinstance(value, str) or isinstance(kind, inspect.StrType | inspect.LiteralType):
            return value
    return word
