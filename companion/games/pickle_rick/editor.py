"""How a table enters its own box: a tile by touching its sides, cards and characters by questions."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.content.library import Entity
from companion.core.blocks import Board, Option, Question
from companion.core.decoding import problem_of
from companion.core.effect import ByHand
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.pickle_rick.content import (
    AMOUNTS,
    CONTENT_KINDS,
    SPECIALS,
    VERBS,
    Card,
    CardCost,
    Character,
    Tile,
    amount_of,
    verb_of,
)
from companion.games.pickle_rick.screen.drawing import printed_tile
from companion.games.pickle_rick.turn.cards import SIDE_NAMES

BY_HAND = "by_hand"
TOOLS = ("wall", "vent")
ORDER = "NESW"
LETTERS = ("R", "B", "G", "S")
DEFAULT_LETTER = "G"
EMPTY_TEXT = {"en": "", "fr": ""}
NAMES = {
    "R": {"en": "Red tile", "fr": "Tuile rouge"},
    "B": {"en": "Blue tile", "fr": "Tuile bleue"},
    "G": {"en": "Grey tile", "fr": "Tuile grise"},
    "S": {"en": "Special tile", "fr": "Tuile spéciale"},
}
"""What a tile is called until somebody names it: nobody has to type for a tile."""


class PickleRickEditor:
    """Edits entities of a Pickle Rick pack; every step returns a new entity."""

    def kinds(self) -> tuple[Option, ...]:
        """Lists what can be entered."""
        return tuple(Option(kind, say(f"pickle_rick.edit.{kind}")) for kind in CONTENT_KINDS)

    def blank(self, kind: str) -> Entity:
        """Returns an empty entity."""
        match kind:
            case "tiles":
                return Tile(NAMES[DEFAULT_LETTER])
            case "cards":
                return Card(EMPTY_TEXT, "rick", CardCost(any=1), ByHand(EMPTY_TEXT))
            case "characters":
                return Character(EMPTY_TEXT)
        raise Invalid(say("pickle_rick.edit.no_kind", kind=kind, known=", ".join(CONTENT_KINDS)))

    def questions(self, kind: str, entity: Entity) -> tuple[Question, ...]:
        """Lists the fields to fill by hand: of a tile its letter first, all that sides do not show."""
        names = _texts("label", entity.label)
        match entity:
            case Tile():
                return (
                    _pick("letter", entity.letter, LETTERS, "pickle_rick.letter"),
                    _number("guards", entity.guards, 4),
                    _pick("special", entity.special, ("", *SPECIALS), "pickle_rick.edit.special"),
                    *names,
                )
            case Card():
                return (*_card_questions(entity), *names)
            case Character():
                return (*names, *_texts("text", entity.text))
        return names

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Fills one field."""
        head, _, rest = field.partition(".")
        raw: dict[str, Any] = msgspec.to_builtins(entity)
        match head:
            case "label" | "cost":
                raw[head] = {**raw[head], rest: value}
            case "text" if isinstance(entity, Character):
                raw["text"] = {**entity.text, rest: value}
            case "text" if isinstance(entity, Card) and isinstance(entity.effect, ByHand):
                raw["effect"] = {"effect": BY_HAND, "text": {**entity.effect.text, rest: value}}
            case "effect":
                raw["effect"] = {"effect": value, **({"text": EMPTY_TEXT} if value == BY_HAND else {})}
            case "amount" if isinstance(entity, Card):
                name = next(name for name in AMOUNTS if hasattr(entity.effect, name))
                raw["effect"] = {**raw["effect"], name: value}
            case "letter" if entity.label in NAMES.values() and value in NAMES:
                raw |= {"letter": value, "label": NAMES[value]}
            case "side":
                raw |= {"side": value, "effect": {"effect": BY_HAND, "text": EMPTY_TEXT}}
            case _:
                raw[field] = value
        try:
            return msgspec.convert(raw, type(entity))
        except msgspec.ValidationError as error:
            _, problem = problem_of(error, type(entity))
            raise Invalid(say("core.field", field=field, problem=problem)) from None

    def board(self, kind: str, entity: Entity) -> Board | None:
        """Draws a tile with its arrow up."""
        return printed_tile("tile", entity) if isinstance(entity, Tile) else None

    def tools(self, kind: str) -> tuple[Option, ...]:
        """Lists what a touch on a side of a tile places, or takes away again."""
        if kind != "tiles":
            return ()
        return tuple(
            Option(
                tool,
                say(f"pickle_rick.edge.{tool}"),
                say(f"pickle_rick.edit.{tool}.help"),
                tool,
                touches_edges=True,
            )
            for tool in TOOLS
        )

    def touch(self, kind: str, entity: Entity, tool: str, target: str) -> Entity:
        """Puts a wall or the vent on a side, or takes it away; a tile has one vent at most."""
        side = target.rpartition(":")[2]
        if not isinstance(entity, Tile) or tool not in TOOLS:
            raise Invalid(say("pickle_rick.edit.no_tool", tool=tool))
        if side not in ORDER or not side:
            return entity
        if tool == "vent":
            return replace(entity, vent="" if entity.vent == side else side)
        walls = set(entity.walls) ^ {side}
        return replace(entity, walls="".join(letter for letter in ORDER if letter in walls))

    def problems(self, kind: str, entity: Entity) -> tuple[Message, ...]:
        """Lists every defect of the entity as it stands."""
        found: list[Message] = []
        if not any(text.strip() for text in entity.label.values()):
            found.append(say("pickle_rick.edit.no_name"))
        match entity:
            case Tile() if entity.special and (entity.walls or (entity.special == "rooftop" and entity.vent)):
                found.append(say("pickle_rick.bad.special_walls", tile=entity.named()))
            case Tile() if bool(entity.special) != (entity.letter == "S"):
                found.append(say("pickle_rick.edit.special_letter"))
            case Card() if not sum(msgspec.structs.astuple(entity.cost)):
                found.append(say("pickle_rick.edit.no_cost"))
            case Card(effect=ByHand(text)) if not any(text.values()):
                found.append(say("pickle_rick.edit.no_text"))
        return tuple(found)


def _pick(field: str, value: str, values: tuple[str, ...], prefix: str) -> Question:
    options = tuple(Option(name, say(f"{prefix}.{name or 'none'}")) for name in values)
    return Question(field, say(f"pickle_rick.edit.{field}"), "choice", default=value, options=options)


def _number(field: str, value: int, most: int, least: int = 0) -> Question:
    words = say(f"pickle_rick.edit.{field}")
    return Question(field, words, "number", default=value, minimum=least, maximum=most)


def _texts(field: str, text: dict[str, str]) -> tuple[Question, ...]:
    return tuple(
        Question(f"{field}.{name}", say(f"pickle_rick.edit.{field}.{name}"), "text", text.get(name, ""))
        for name in ("en", "fr")
    )


def _card_questions(card: Card) -> tuple[Question, ...]:
    verbs = (*(verb_of(effect) for effect in VERBS[card.side]), BY_HAND)
    asked = [
        _pick("side", card.side, SIDE_NAMES, "pickle_rick.side"),
        _number("copies", card.copies, 25),
        *(_number(f"cost.{name}", getattr(card.cost, name), 4) for name in CardCost.__struct_fields__),
        _pick("effect", verb_of(card.effect), verbs, "pickle_rick.edit.effect"),
    ]
    amount = amount_of(card.effect)
    if amount is not None:
        asked.append(_number("amount", amount, 10, 1))
    if isinstance(card.effect, ByHand):
        asked += _texts("text", card.effect.text)
    return tuple(asked)
