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
        last = path.rpartition(".")[2]
        match kind:
            case inspect.DictType(inspect.StrType(), inspect.StrType()):
                for language in LANGUAGES:
                    label = self.said(f"{last}.{language}")
                    yield Question(f"{path}.{language}", label, "text", value.get(language, ""))
            case inspect.UnionType(types) if all(isinstance(one, inspect.StructType) for one in types):
                tags = tuple(str(one.tag) for one in types if isinstance(one, inspect.StructType))
                yield self._choice(path, last, tags, str(type(value).__struct_config__.tag))
                yield from self._fields(value, f"{path}.")
            case inspect.LiteralType(values):
                yield self._choice(path, last, values, value)
            case inspect.BoolType():
                yield Question(path, self.said(last), "toggle", value)
            case inspect.IntType(ge=low, le=high):
                yield Question(path, self.said(last), "number", value, minimum=low, maximum=high)
            case inspect.StrType():
                yield Question(path, self.said(last), "text", value)

    def _choice(self, path: str, last: str, values: tuple[Any, ...], value: Any) -> Question:
        options = tuple(Option(one, self.said(f"{last}.{one}")) for one in values)
        return Question(path, self.said(last), "choice", value, options)

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Fills one field; refuses with Invalid naming it."""
        if field not in {question.id for question in self.questions(kind, entity)}:
            raise Invalid(say("core.field", field=field, problem=say("core.read.unknown")))
        raw: Any = msgspec.json.decode(msgspec.json.encode(entity))
        *path, last = field.split(".")
        inside = raw
        for step in path:
            inside = inside[step]
        variants = _variants(type(entity), field)
        inside[last] = _blank(variants[value]) if value in variants else value
        try:
            return msgspec.convert(raw, type(entity))
        except msgspec.ValidationError as error:
            _, problem = problem_of(error, type(entity))
            raise Invalid(say("core.field", field=field, problem=problem)) from None

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


def _variants(kind: Any, field: str) -> dict[str, inspect.StructType]:
    """Lists the Structs that a field may hold, by their tags."""
    form = next((each.type for each in _fields_of(kind) if each.name == field), None)
    types = form.types if isinstance(form, inspect.UnionType) else ()
    return {str(one.tag): one for one in types if isinstance(one, inspect.StructType)}


def _blank(form: inspect.StructType) -> dict[str, Any]:
    """Returns a new Struct's form: its tag, and empty words where it needs some."""
    needed = {field.name: dict.fromkeys(LANGUAGES, "") for field in form.fields if field.required}
    return {str(form.tag_field): form.tag, **needed}
