"""An editor driven by the Structs of a pack: every field becomes a question by its type."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec import inspect

from companion.content.library import Entity
from companion.core.blocks import Board, Option, Question
from companion.core.decoding import problem_of
from companion.core.errors import Invalid
from companion.core.message import Message, say

LANGUAGES = ("en", "fr")
NONE = "none"
"""What is chosen where a list ends, and to take something out of it."""
MOST_ADDED = 3
"""A list of things to choose from grows by answering, up to so many."""


class StructEditor(ABC):
    """Asks for the fields of an entity; a game adds words, blanks, defects and what is drawn by touch."""

    content_kinds: ClassVar[Mapping[str, type[Entity]]]
    by_touch: ClassVar[tuple[str, ...]] = ()
    """Fields that are filled by touching the board."""

    @abstractmethod
    def said(self, name: str) -> Message:
        """Says a kind, a field, or one value of a field as in `colour.red`, in the game's own words."""

    def kinds(self) -> tuple[Option, ...]:
        """Lists what can be entered."""
        return tuple(Option(kind, self.said(kind)) for kind in self.content_kinds)

    def is_asked(self, entity: Entity, field: str) -> bool:
        """Tells whether a field matters as the entity stands; a game leaves out what does not."""
        return True

    def in_order(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the values of a field in the order in which they are offered."""
        return values

    def questions(self, kind: str, entity: Entity) -> tuple[Question, ...]:
        """Lists the fields to fill by hand, each by its path in the file."""
        found = self._fields(entity, "")
        return tuple(question for question in found if self.is_asked(entity, question.id.split(".")[0]))

    def _fields(self, struct: Any, prefix: str) -> Iterator[Question]:
        kinds = {field.name: field.type for field in _fields_of(type(struct))}
        for name, kind in kinds.items():
            if name not in self.by_touch:
                yield from self._asked(f"{prefix}{name}", kind, getattr(struct, name))

    def _asked(self, path: str, kind: inspect.Type, value: Any) -> Iterator[Question]:
        match kind:
            case inspect.DictType(inspect.StrType(), inspect.StrType()):
                for language in LANGUAGES:
                    label = self._label(path, f".{language}")
                    yield Question(f"{path}.{language}", label, "text", value.get(language, ""))
            case inspect.VarTupleType(item) if _tags(item):
                for number in range(min(len(value) + 1, MOST_ADDED)):
                    one = value[number] if number < len(value) else None
                    yield from self._variant(f"{path}.{number}", (NONE, *_tags(item)), one)
            case inspect.VarTupleType() | inspect.TupleType():
                for number, one in enumerate(value):
                    item = kind.item_types[number] if isinstance(kind, inspect.TupleType) else kind.item_type
                    yield from self._asked(f"{path}.{number}", item, one)
            case inspect.StructType():
                yield from self._fields(value, f"{path}.")
            case inspect.UnionType() if _tags(kind):
                yield from self._variant(path, _tags(kind), value)
            case inspect.UnionType(types=(inspect.IntType(le=high), inspect.NoneType())):
                yield Question(path, self._label(path), "number", value or 0, minimum=0, maximum=high)
            case inspect.LiteralType(values):
                yield self._choice(path, self.in_order(values), value)
            case inspect.BoolType():
                yield Question(path, self._label(path), "toggle", value)
            case inspect.IntType(ge=low, le=high):
                yield Question(path, self._label(path), "number", value, minimum=low, maximum=high)
            case inspect.StrType():
                yield Question(path, self._label(path), "text", value)

    def _variant(self, path: str, tags: tuple[str, ...], value: Any) -> Iterator[Question]:
        yield self._choice(path, tags, NONE if value is None else str(type(value).__struct_config__.tag))
        if value is not None:
            yield from self._fields(value, f"{path}.")

    def _choice(self, path: str, values: tuple[Any, ...], value: Any) -> Question:
        last = _last_word(path)
        options = tuple(Option(one, self.said(f"{last}.{one}")) for one in values)
        return Question(path, self._label(path), "choice", value, options)

    def _label(self, path: str, suffix: str = "") -> Message:
        """Says a field by its last word, with its numbers where it stands in a list."""
        text = self.said(f"{_last_word(path)}{suffix}")
        numbers = [str(int(word) + 1) for word in path.split(".") if word.isdigit()]
        return say("core.edit.numbered", what=text, number="·".join(numbers)) if numbers else text

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Fills one field; refuses with Invalid naming it."""
        if field not in {question.id for question in self.questions(kind, entity)}:
            raise Invalid(say("core.field", field=field, problem=say("core.read.unknown")))
        raw: Any = msgspec.json.decode(msgspec.json.encode(entity))
        *path, last = field.split(".")
        inside = raw
        for step in path:
            inside = inside[int(step)] if isinstance(inside, list) else inside[step]
        form = _form_at(entity, field)
        variants = _variants(form)
        given = self._blank(variants[value]) if value in variants else value
        if isinstance(inside, list):
            inside[int(last) : int(last) + 1] = [] if given == NONE and variants else [given]
        else:
            inside[last] = given or None if isinstance(form, inspect.UnionType) and not variants else given
        try:
            return msgspec.convert(raw, type(entity))
        except msgspec.ValidationError as error:
            _, problem = problem_of(error, type(entity))
            raise Invalid(say("core.field", field=field, problem=problem)) from None

    def _blank(self, form: inspect.StructType) -> dict[str, Any]:
        """Returns a new Struct's form: its tag, and something where it must hold something."""
        needed = {field.name: self._first_value(field.type) for field in form.fields if field.required}
        return {str(form.tag_field): form.tag, **needed}

    def _first_value(self, form: inspect.Type) -> Any:
        match form:
            case inspect.IntType(ge=low, le=high):
                return min(max(1, low or 0), 1 if high is None else high)
            case inspect.LiteralType(values):
                return self.in_order(values)[0]
            case _:
                return dict.fromkeys(LANGUAGES, "")

    def board(self, kind: str, entity: Entity) -> Board | None:
        """Draws nothing: a game that has boards says how."""
        return None

    def tools(self, kind: str) -> tuple[Option, ...]:
        """Offers nothing to place."""
        return ()


def _fields_of(kind: Any) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _last_word(path: str) -> str:
    return next(word for word in reversed(path.split(".")) if not word.isdigit())


def _form_at(entity: Entity, field: str) -> inspect.Type | None:
    """Returns the type of a field by its path; None where it has none of its own."""
    form: inspect.Type | None = inspect.type_info(type(entity))
    value: Any = entity
    for step in field.split("."):
        if _tags(form):
            form = inspect.type_info(type(value))
        match form:
            case inspect.StructType(fields=fields):
                form = next((each.type for each in fields if each.name == step), None)
                value = getattr(value, step)
            case inspect.VarTupleType() | inspect.TupleType():
                form = form.item_types[int(step)] if isinstance(form, inspect.TupleType) else form.item_type
                value = value[int(step)] if int(step) < len(value) else None
            case _:
                return None
    return form


def _variants(form: inspect.Type | None) -> dict[str, inspect.StructType]:
    """Lists the Structs that a field may hold, by their tags."""
    types = form.types if isinstance(form, inspect.UnionType) else ()
    return {str(one.tag): one for one in types if isinstance(one, inspect.StructType)}


def _tags(form: inspect.Type | None) -> tuple[str, ...]:
    return tuple(_variants(form))
