"""How a table enters its own box: a tile by touching cells and sides, everything else by questions."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import inspect

from companion.content.library import Entity
from companion.core.blocks import Board, Option, Question
from companion.core.decoding import problem_of
from companion.core.effect import ByHand
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.platformer import content as fx
from companion.games.platformer.setup import named_icon, value_words
from companion.games.platformer.turn.position import SYMBOLS
from companion.games.platformer.view_board import draw_tiles

NAME = {"en": "", "fr": ""}
TILE_NAMES = {
    "forest": {"en": "Forest tile", "fr": "Tuile forestière"},
    "void": {"en": "Void tile", "fr": "Tuile du Néant"},
}
"""What a tile is called until somebody names it: nobody has to type for a tile."""
BLANKS: dict[str, Entity] = {
    "tiles": fx.Tile(TILE_NAMES["forest"], "forest"),
    "heroes": fx.HeroCard(NAME, 5, fx.Gain(coins=1)),
    "enemies": fx.EnemyCard(NAME, "I", 2, 1),
    "items": fx.ShopCard(NAME, 3, fx.Gain()),
    "potions": fx.ShopCard(NAME, 2, fx.Gain()),
    "artifacts": fx.Artifact(NAME, "coins", 5, fx.Gain()),
    "events": fx.EventCard(NAME, "turn", fx.Gain()),
    "bosses": fx.BossSheet(NAME, "enemy_die", 2),
    "icons": fx.Icons({"en": "Icons of this box", "fr": "Icônes de cette boîte"}),
    "boss_cards": fx.BossCard(NAME, "medusa", "attack", (fx.Hit("anywhere", 1),)),
}
EFFECT_FIELDS = ("star", "ability", "effect")
AMOUNTS = ("coins", "gems", "hearts")
BOSS_VERBS: dict[str, fx.BossEffect] = {
    "hit": fx.Hit("row", 1),
    "curse": fx.Curse("row"),
    "summon": fx.Summon(1),
    "by_hand": ByHand({}),
}
MOST_BOSS_EFFECTS = 4
LANGUAGES = ("en", "fr")
SIDES = ("walls", "platforms")


class PlatformerEditor:
    """Edits entities of a Platformer pack; every step returns a new entity."""

    def kinds(self) -> tuple[Option, ...]:
        """Lists what can be entered."""
        return tuple(Option(kind, say(f"platformer.edit.{kind}")) for kind in fx.CONTENT_KINDS)

    def blank(self, kind: str) -> Entity:
        """Returns an empty entity."""
        if kind not in BLANKS:
            raise Invalid(say("platformer.edit.no_kind", kind=kind, known=", ".join(BLANKS)))
        return BLANKS[kind]

    def questions(self, kind: str, entity: Entity) -> tuple[Question, ...]:
        """Lists the fields to fill by hand, read off the entity's type."""
        asked = [
            Question(f"label.{language}", say(f"platformer.edit.label.{language}"), "text",
                     entity.label.get(language, ""))
            for language in LANGUAGES
        ]  # fmt: skip
        for field in inspect.type_info(type(entity)).fields:  # type: ignore[attr-defined]
            value = getattr(entity, field.name)
            if field.name in EFFECT_FIELDS:
                asked += _effect_questions(field.name, value)
            elif field.name == "effects":
                asked += _boss_questions(value)
            elif field.name == "text":
                asked += _texts("text", value)
            elif isinstance(entity, fx.Icons) and field.name in fx.ICONS:
                asked.append(_icon_question(field, value))
            elif isinstance(field.type, inspect.LiteralType):
                offered = tuple(Option(one, say(f"platformer.value.{one}")) for one in field.type.values)
                asked.append(Question(field.name, _field(field.name), "choice", value, offered))
            elif isinstance(field.type, inspect.BoolType):
                asked.append(Question(field.name, _field(field.name), "toggle", value))
            elif isinstance(field.type, inspect.IntType):
                asked.append(
                    Question(
                        field.name, _field(field.name), "number", value, minimum=field.type.ge or 0,
                        maximum=field.type.le or 99,
                    )
                )  # fmt: skip
            elif isinstance(field.type, inspect.StrType):
                asked.append(Question(field.name, _field(field.name), "text", value))
        return tuple(asked)

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Fills one field."""
        head, _, rest = field.partition(".")
        raw: dict[str, Any] = msgspec.to_builtins(entity)
        if head == "label":
            raw["label"] = {**raw["label"], rest: value}
        elif head == "set" and entity.label in TILE_NAMES.values() and value in TILE_NAMES:
            raw |= {"set": value, "label": TILE_NAMES[value]}
        elif head == "text":
            raw["text"] = {**raw["text"], rest: value}
        elif head in EFFECT_FIELDS:
            raw[head] = _changed_effect(raw[head], rest, value)
        elif head == "effects":
            raw["effects"] = _changed_effects(raw["effects"], rest, value)
        else:
            raw[field] = value
        try:
            return msgspec.convert(raw, type(entity))
        except msgspec.ValidationError as error:
            _, problem = problem_of(error, type(entity))
            raise Invalid(say("core.field", field=field, problem=problem)) from None

    def board(self, kind: str, entity: Entity) -> Board | None:
        """Draws a tile."""
        return draw_tiles((entity,), 0, fx.TILE_ROWS) if isinstance(entity, fx.Tile) else None

    def tools(self, kind: str) -> tuple[Option, ...]:
        """Lists what a touch places: a wall right of a cell, a platform under it, marks in it."""
        if kind != "tiles":
            return ()
        return tuple(
            Option(mark, say(f"platformer.tool.{mark}"), touches_edges=mark in SIDES)
            for mark in (*SIDES, *fx.MARKS)
        )

    def touch(self, kind: str, entity: Entity, tool: str, target: str) -> Entity:
        """Places or takes away a mark; a touched side means the wall or platform there."""
        if not isinstance(entity, fx.Tile):
            return entity
        space, _, side = target.partition(":")
        column, row = (int(part) for part in space.split("/"))
        if side == "W":
            column, tool = column - 1, "walls"
        elif side == "N":
            row, tool = row + 1, "platforms"
        elif side:
            tool = "walls" if side == "E" else "platforms"
        if tool not in (*SIDES, *fx.MARKS) or not (
            1 <= column <= fx.TILE_COLUMNS and 1 <= row <= fx.TILE_ROWS
        ):
            return entity
        there = getattr(entity, tool)
        spot = column, row
        changed = tuple(one for one in there if one != spot) if spot in there else (*there, spot)
        return msgspec.structs.replace(entity, **{tool: changed})

    def problems(self, kind: str, entity: Entity) -> tuple[Message, ...]:
        """Lists what is missing."""
        found = []
        if not any(entity.label.values()):
            found.append(say("platformer.edit.no_name"))
        if isinstance(entity, fx.Tile) and entity.is_boss and not entity.boss_starts:
            found.append(say("platformer.edit.no_boss_start"))
        return tuple(found)


def _field(name: str) -> Message:
    return say(f"platformer.field.{name}")


def _icon_question(field: inspect.Field, value: str) -> Question:
    """Asks for an icon of the box in the words of the set-up."""
    assert isinstance(field.type, inspect.LiteralType)
    offered = tuple(
        Option(one, value_words(field.name, named_icon(field.name, str(one)))) for one in field.type.values
    )
    words = say(f"platformer.option.{field.name}")
    return Question(field.name, words, "choice", value, offered, help=say("platformer.edit.icons_kept"))


def _texts(name: str, text: dict[str, str]) -> list[Question]:
    """Asks for a text in both languages: what has no machine form is carried out by the table."""
    return [
        Question(f"{name}.{one}", say(f"platformer.edit.text.{one}"), "text", text.get(one, ""))
        for one in LANGUAGES
    ]


def _effect_questions(name: str, effect: fx.AnyGain | None) -> list[Question]:
    if isinstance(effect, ByHand):
        return _texts(f"{name}.text", effect.text)
    gain = effect or fx.Gain()
    asked = [
        Question(f"{name}.{amount}", _field(amount), "number", getattr(gain, amount), minimum=-9, maximum=20)
        for amount in AMOUNTS
    ]
    asked += [
        Question(
            f"{name}.{symbol}", say(f"platformer.symbol.{symbol}"), "number", gain.symbols.get(symbol, 0),
            minimum=0, maximum=9,
        )
        for symbol in SYMBOLS
    ]  # fmt: skip
    return asked + _texts(f"{name}.text", {})


def _changed_effect(effect: Any, field: str, value: Any) -> dict[str, Any]:
    """Changes one field; a text takes the place of amounts, and amounts that of a text."""
    head, _, language = field.partition(".")
    if head == "text":
        text = effect["text"] if effect and effect["effect"] == "by_hand" else {}
        text = {**text, language: value}
        return {"effect": "by_hand", "text": text} if any(text.values()) else {"effect": "gain"}
    gain: dict[str, Any] = dict(effect) if effect and effect["effect"] == "gain" else {"effect": "gain"}
    if field in SYMBOLS:
        gain["symbols"] = {**gain.get("symbols", {}), field: value}
    else:
        gain[field] = value
    return gain


def _boss_questions(effects: tuple[fx.BossEffect, ...]) -> list[Question]:
    """Asks for each effect of a card, and for one more."""
    asked = []
    for index in range(min(len(effects) + 1, MOST_BOSS_EFFECTS)):
        effect = effects[index] if index < len(effects) else None
        verb = "none" if effect is None else effect.__struct_config__.tag
        offered = tuple(Option(one, say(f"platformer.value.{one}")) for one in ("none", *BOSS_VERBS))
        name = f"effects.{index}"
        asked.append(Question(f"{name}.verb", _field("verb"), "choice", verb, offered))
        if isinstance(effect, fx.Hit | fx.Curse):
            ranges = tuple(Option(one, say(f"platformer.value.{one}")) for one in get_args(fx.Range))
            asked.append(Question(f"{name}.range", _field("range"), "choice", effect.range, ranges))
        if isinstance(effect, fx.Hit):
            asked.append(_number(f"{name}.wounds", "wounds", effect.wounds, 9))
        if isinstance(effect, fx.Summon):
            asked.append(_number(f"{name}.count", "count", effect.count, 4))
        if isinstance(effect, ByHand):
            asked += _texts(f"{name}.text", effect.text)
    return asked


def _number(field: str, name: str, value: int, maximum: int) -> Question:
    return Question(field, _field(name), "number", value, minimum=0, maximum=maximum)


def _changed_effects(effects: list[dict[str, Any]], field: str, value: Any) -> list[dict[str, Any]]:
    """Changes, adds or takes away one effect of a Boss card."""
    index, _, rest = field.partition(".")
    number = int(index)
    before, after = effects[:number], effects[number + 1 :]
    if rest == "verb":
        return [*before, *([msgspec.to_builtins(BOSS_VERBS[value])] if value != "none" else []), *after]
    effect = dict(effects[number])
    if rest.startswith("text."):
        effect["text"] = {**effect["text"], rest.removeprefix("text."): value}
    else:
        effect[rest] = value
    return [*before, effect, *after]
