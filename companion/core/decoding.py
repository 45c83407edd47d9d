"""Says in the catalogues' words what msgspec finds wrong with JSON, TOML or plain data, and where."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from companion.core.message import Message, literal, say

DECODING_ERRORS = (msgspec.DecodeError, ValueError, RecursionError)
"""What msgspec and tomllib raise on bad input; a number of thousands of digits is a plain ValueError."""

Place = tuple[str, ...]
"""Where something stands: the fields and positions from the outside in."""

TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
"""What a JSON schema calls the types that msgspec names otherwise."""
SEQUENCES = (list, tuple, set, frozenset)
KNOWN_TYPES = ("object", "array", "str", "int", "float", "bool", "null", "datetime")

_AT = re.compile(r"(?P<problem>.*?)(?: - at (?:`key` in )?`(?P<at>[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.(?P<field>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_MISSING = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`$", re.DOTALL)
_TYPE = re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<got>[^`]*)`$")
_BARE_TYPE = re.compile(r"Expected `(?P<expected>[^`]*)`$")
_VALUE = re.compile(r"Invalid (?:enum )?value (?P<got>.*)", re.DOTALL)
_LENGTH = re.compile(
    r"Expected `\w+` of (?P<bound>at least |at most )?length (?P<sign>[<>]= )?(?P<n>\d+)(?: to (?P<m>\d+))?"
)
_BOUND = re.compile(r"Expected `(?:int|float)` (?P<sign>[<>]=?) (?P<bound>\S+)")
_PATTERN = re.compile(r"Expected `str` matching regex (?P<pattern>.*)")
_BYTE = re.compile(r"\(byte (?P<byte>\d+)\)$")
_LINE = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)$")


MOST_PROBLEMS = 1000
"""How many problems of one document are told; what has more was not meant to be such a document."""
MOST_KEY_PARTS = 64
_DEEP_KEY = re.compile(r"(?:\.[\w\-\"' \t]{0,64}+){" + str(MOST_KEY_PARTS) + "}")


def read_toml(text: str) -> dict[str, Any]:
    """Reads TOML; raises one of DECODING_ERRORS on bad input.

    tomllib takes time and memory by the square of a dotted key's parts, so that a deep one is refused before.
    """
    if _DEEP_KEY.search(text):
        raise RecursionError
    return tomllib.loads(text)


def explain(error: Exception, form: Any = None, root: str = "") -> Message:
    """Says what is wrong, after the name of the field from `root` on; with `form`, what it may hold too."""
    at, problem = problem_of(error, form)
    field = root + at if root else at.lstrip(".")
    return say("core.field", field=field, problem=problem) if field else problem


def explain_text(error: Exception, text: bytes, form: Any) -> Message:
    """Says what is wrong with JSON text; a field of one thing among many is named in full."""
    if isinstance(error, msgspec.ValidationError):
        try:
            raw = msgspec.json.decode(text)
        except DECODING_ERRORS as malformed:  # further on than the field that does not fit
            return explain(malformed, form)
        for place, problem in problems(raw, form):
            return say("core.field", field=".".join(place), problem=problem) if place else problem
    return explain(error, form)


def problem_of(error: Exception, form: Any = None) -> tuple[str, Message]:
    """Returns where the problem is, as a path from the root such as `.players[0].name`, and what it is."""
    if isinstance(error, RecursionError):
        return "", say("core.read.too_deep")
    if isinstance(error, UnicodeError):
        return "", say("core.read.not_utf8")
    if not isinstance(error, msgspec.ValidationError):
        has_long_number = "integer string conversion" in str(error)
        return "", say("core.read.too_large") if has_long_number else _malformed(str(error))
    match = _AT.match(str(error))
    problem, at = (match["problem"], match["at"] or "$") if match else (str(error), "$")
    place = at.replace("key in ", "").removeprefix("$")
    if found := _MISSING.match(problem):
        place = f"{place}.{found['field']}"
        return place, _missing(known_values(form, place))
    if found := _UNKNOWN.match(problem):
        return f"{place}.{found['field']}", say("core.read.unknown")
    return place, _misfit(problem, known_values(form, place))


def problems(raw: Any, form: Any) -> Iterator[tuple[Place, Message]]:
    """Lists everything that keeps plain data from being of a form, each with where it is."""
    return islice(_problems(raw, form, ()), MOST_PROBLEMS)


def _problems(raw: Any, form: Any, place: Place) -> Iterator[tuple[Place, Message]]:
    try:
        msgspec.convert(raw, form)
    except DECODING_ERRORS as error:
        inside = _inside(raw, _meant(raw, form), place)
        if (first := next(inside, None)) is not None:
            yield first
            yield from inside
        else:
            at, problem = problem_of(error, form)
            yield (*place, *_steps(at)), problem


def _inside(raw: Any, kind: Any, place: Place) -> Iterator[tuple[Place, Message]]:
    """Lists the problems of the parts of a value, which is meant to be of a kind."""
    if isinstance(raw, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        config, fields = kind.__struct_config__, msgspec.structs.fields(kind)
        for field in fields:
            if field.encode_name in raw:
                yield from _problems(raw[field.encode_name], field.type, (*place, field.encode_name))
            elif field.required:
                yield (*place, field.encode_name), _missing(known_values(field.type, ""))
        known = sorted(field.encode_name for field in fields)
        for name in raw if config.forbid_unknown_fields else ():
            if name not in known and name != config.tag_field:
                yield (*place, str(name)), say("core.read.unknown_one_of", known=", ".join(known))
    elif isinstance(raw, dict) and get_origin(kind) is dict:
        names, values = get_args(kind)
        for name, value in raw.items():
            yield from _problems(name, names, (*place, str(name)))
            yield from _problems(value, values, (*place, str(name)))
    elif isinstance(raw, list) and get_origin(kind) in SEQUENCES and (kinds := get_args(kind)):
        is_alike = get_origin(kind) is not tuple or kinds[-1] is ...
        for number, value in enumerate(raw):
            if is_alike or number < len(kinds):
                yield from _problems(value, kinds[0] if is_alike else kinds[number], (*place, str(number)))


def _meant(raw: Any, form: Any) -> Any:
    """Returns which of several types a value is meant to be: the one with its tag, or the only such one."""
    if get_origin(form) is Annotated:
        return _meant(raw, get_args(form)[0])
    if get_origin(form) not in (Union, UnionType):
        return form
    members = [_meant(raw, member) for member in get_args(form)]
    if isinstance(raw, dict):
        structs = [each for each in members if isinstance(each, type) and issubclass(each, msgspec.Struct)]
        tagged = [each for each in structs if raw.get(each.__struct_config__.tag_field) == _tag_of(each)]
        fitting = tagged or structs or [each for each in members if get_origin(each) is dict]
    else:
        fitting = [each for each in members if get_origin(each) in SEQUENCES]
    return fitting[0] if len(fitting) == 1 else None


def _tag_of(kind: type[msgspec.Struct]) -> Any:
    return kind.__struct_config__.tag


def _steps(at: str) -> Place:
    return tuple(step["field"] or step["index"] for step in _STEP.finditer(at))


def name_of_type(name: str) -> Message:
    """Names a type, or one of several as in `int | null`, as a person would."""
    first, _, rest = name.partition(" | ")
    first = TYPES.get(first, first)
    named = say(f"core.type.{first}") if first in KNOWN_TYPES else literal(first)
    return say("core.type.or", one=named, other=name_of_type(rest)) if rest else named


def known_values(form: Any, place: str) -> tuple[str, ...]:
    """Lists what a field may hold where its type names the values one by one; else nothing."""
    if form is None:
        return ()
    return tuple(sorted(set(_values(inspect.type_info(form), list(_steps(place))))))


def _values(kind: Any, path: list[str]) -> Iterator[str]:
    if isinstance(kind, inspect.UnionType):
        for member in kind.types:
            yield from _values(member, path)
    elif isinstance(kind, inspect.Metadata):
        yield from _values(kind.type, path)
    elif not path:
        if isinstance(kind, inspect.LiteralType):
            yield from (str(value) or "''" for value in kind.values)
        elif isinstance(kind, inspect.EnumType):
            yield from (str(member.value) for member in kind.cls)
    elif isinstance(kind, inspect.StructType):
        if path == [kind.tag_field]:
            yield str(kind.tag)
        for field in kind.fields:
            if field.encode_name == path[0]:
                yield from _values(field.type, path[1:])
    elif isinstance(kind, inspect.DictType):
        yield from _values(kind.value_type, path[1:])
    elif isinstance(kind, inspect.TupleType):
        if path[0].isdigit() and int(path[0]) < len(kind.item_types):
            yield from _values(kind.item_types[int(path[0])], path[1:])
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield from _values(kind.item_type, path[1:])


def _missing(known: tuple[str, ...]) -> Message:
    if known:
        return say("core.read.missing_one_of", known=", ".join(known))
    return say("core.read.missing")


def _misfit(problem: str, known: tuple[str, ...]) -> Message:
    if found := _TYPE.match(problem):
        expected, got = name_of_type(found["expected"]), name_of_type(found["got"])
        return say("core.read.type", expected=expected, got=got)
    if found := _VALUE.match(problem):
        if known:
            return say("core.read.one_of", got=found["got"], known=", ".join(known))
        return say("core.read.value", got=found["got"])
    if found := _BARE_TYPE.match(problem):
        if known:
            return say("core.read.expected", expected=", ".join(known))
        return say("core.read.expected", expected=name_of_type(found["expected"]))
    if found := _LENGTH.match(problem):
        key = {"at least ": "longer", "at most ": "shorter", ">= ": "longer", "<= ": "shorter"}
        length = f"{found['n']}–{found['m']}" if found["m"] else found["n"]
        return say(f"core.read.{key.get(found['bound'] or found['sign'] or '', 'length')}", length=length)
    if found := _BOUND.match(problem):
        return say("core.read.bound", sign=found["sign"], bound=found["bound"])
    if found := _PATTERN.match(problem):
        return say("core.read.pattern", pattern=found["pattern"])
    if problem == "Invalid RFC3339 encoded datetime":
        return say("core.read.expected", expected=name_of_type("datetime"))
    if "out of range" in problem:
        return say("core.read.too_large")
    return literal(problem)


def _malformed(text: str) -> Message:
    if text == "Input data was truncated":
        return say("core.read.ends_early")
    if found := _BYTE.search(text):
        return say("core.read.not_json", byte=found["byte"])
    if found := _LINE.search(text):
        return say("core.read.not_toml", line=found["line"], column=found["column"])
    if text.endswith("(at end of document)"):
        return say("core.read.toml_ends_early")
    return literal(text)
