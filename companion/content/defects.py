"""Finds every defect of a piece of TOML against its type, each with file, field and expectation."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.decoding import name_of_type, problem_of
from companion.core.message import Message, literal, say


class Defect(Struct, frozen=True):
    """One thing that is wrong in a pack: where, and what was expected there."""

    file: str
    field: str
    problem: Message

    def as_message(self) -> Message:
        """Says the defect in one line."""
        return say("content.defect", file=self.file, field=self.field or "-", problem=self.problem)


def find_defects(raw: Any, wanted: Any, file: str) -> tuple[Defect, ...]:
    """Lists every defect of `raw`; empty when it can be converted to the wanted type."""
    found = tuple(
        Defect(file, field, problem)
        for error in sorted(_validator(wanted).iter_errors(raw), key=lambda e: [str(p) for p in e.path])
        for field, problem in _explain(error, raw)
    )
    if found:
        return found
    try:
        msgspec.convert(raw, wanted)
    except msgspec.ValidationError as error:
        # Meta constraints that a JSON schema cannot express still name their field.
        at, problem = problem_of(error, wanted)
        return (Defect(file, at.lstrip("."), problem),)
    return ()


@cache
def _validator(wanted: Any) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(msgspec.json.schema(wanted))


def _explain(error: Any, raw: Any) -> list[tuple[str, Message]]:
    field = ".".join(str(part) for part in error.absolute_path)
    prefix = f"{field}." if field else ""
    match error.validator:
        case "required":
            missing = [name for name in error.validator_value if name not in error.instance]
            named = [name for name in missing if repr(name) in error.message]
            return [(prefix + name, say("content.missing")) for name in named]
        case "additionalProperties":
            known = error.schema.get("properties", {})
            unknown = [name for name in error.instance if name not in known]
            return [
                (prefix + name, say("content.unknown_field", known=", ".join(sorted(known))))
                for name in unknown
            ]
        case "anyOf" | "oneOf":
            return _explain_union(error, raw, field)
        case "type":
            return [(field, say("content.type", expected=_named(error.validator_value), got=_shown(error)))]
        case "enum" | "const":
            allowed = error.validator_value if error.validator == "enum" else [error.validator_value]
            names = ", ".join(str(value) for value in allowed)
            return [(field, say("content.one_of", expected=names, got=_shown(error)))]
        case "minimum" | "exclusiveMinimum" | "minItems" | "minLength" | "minProperties":
            return [(field, say("content.at_least", expected=str(error.validator_value), got=_shown(error)))]
        case "maximum" | "exclusiveMaximum" | "maxItems" | "maxLength" | "maxProperties":
            return [(field, say("content.at_most", expected=str(error.validator_value), got=_shown(error)))]
        case _:
            return [(field, literal(error.message))]


def _explain_union(error: Any, raw: Any, field: str) -> list[tuple[str, Message]]:
    """Explains the member that was meant: the one whose tag fits, or else what the members are."""
    members: dict[int, list[Any]] = {}
    for sub in error.context:
        members.setdefault(sub.schema_path[0], []).append(sub)
    meant = [subs for subs in members.values() if not any(_is_other_member(sub) for sub in subs)]
    if len(meant) == 1:
        return [found for sub in meant[0] for found in _explain(sub, raw)]
    others = [sub for sub in error.context if _is_other_member(sub)]
    tags = [literal(str(sub.validator_value[0])) for sub in others if sub.validator == "enum"]
    kinds = [_named(sub.validator_value) for sub in others if sub.validator == "type"]
    values = [literal(str(sub.validator_value)) for sub in others if sub.validator == "const"]
    by_name = {str(one): one for one in (*tags, *kinds, *values)}
    expected = tuple(by_name[name] for name in sorted(by_name))
    return [(field, say("content.one_of", expected=expected, got=_shown(error)))]


def _is_other_member(error: Any) -> bool:
    """Tells whether the value is not of that member at all: of another type, or with another tag."""
    if error.validator in ("const", "type"):
        return not error.path
    return error.validator == "enum" and len(error.path) <= 1 and len(error.validator_value) == 1


def _named(types: Any) -> Message:
    return name_of_type(types if isinstance(types, str) else " | ".join(types))


def _shown(error: Any) -> str:
    shown = msgspec.json.encode(error.instance, enc_hook=str).decode()
    return shown if len(shown) <= 60 else shown[:57] + "..."
