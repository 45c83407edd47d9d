"""How a table enters its own box: tiles by touch, everything else by answering questions."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from companion.content.library import Entity
from companion.content.struct_editor import LANGUAGES, StructEditor
from companion.core.blocks import Board, Option, Question
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.rayman import tile_editor
from companion.games.rayman.board import TEENSIES
from companion.games.rayman.effects import ICONS, RaymanEffect
from companion.games.rayman.entities import (
    CONTENT_KINDS,
    ActionCard,
    BoardPlan,
    BonusToken,
    Boss,
    BossAttack,
    Hero,
    ProjectileCard,
    ProjectileEntry,
    Spot,
    Tile,
)

VERBS: tuple[str, ...] = tuple(str(verb.__struct_config__.tag) for verb in get_args(RaymanEffect))
FAMILIES = {"icons": "icon", "effects": "verb", "passive": "verb"}
"""How the values of a field are called, where not by the field's own name."""


class RaymanEditor(StructEditor):
    """Edits every kind of a Rayman pack; an entity under work may still have problems."""

    content_kinds = CONTENT_KINDS
    by_touch = ("platforms", "thick", "walls", "obstacles", "enemies", "teensies")

    def said(self, name: str) -> Message:
        """Says a field by its name, or one of its values."""
        field, _, value = name.rpartition(".")
        if not field or value in LANGUAGES:
            return say(f"rayman_setup.field.{value}")
        return say(f"rayman_setup.{FAMILIES.get(field, field)}.{value}")

    def in_order(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Offers icons as the rulebook lists them."""
        return tuple(icon for icon in ICONS if icon in values) or values

    def kinds(self) -> tuple[Option, ...]:
        """Lists the kinds of a pack."""
        return tuple(
            Option(kind, say(f"rayman_setup.kind.{kind}"), say(f"rayman_setup.kind.{kind}.help"))
            for kind in CONTENT_KINDS
        )

    def blank(self, kind: str) -> Entity:
        """Returns an empty entity with names still to be filled in."""
        label = dict.fromkeys(LANGUAGES, "")
        match _known(kind):
            case "boards":
                return BoardPlan(label, tiles=("", ""))
            case "cards":
                return ActionCard(label, hero="", initiative=1)
            case "tokens":
                return BonusToken(label, icons=("move", "move"))
            case "heroes":
                return Hero(label)
            case "bosses":
                return Boss(label, easy=3, normal=4, hard=5, attacks=("", "", ""))
            case "attacks":
                return BossAttack(label, effects=())
            case "projectiles":
                return ProjectileCard(label, entries=tuple(ProjectileEntry(dict(label)) for _ in range(6)))
            case _:
                return Tile(label)

    def questions(self, kind: str, entity: Entity) -> tuple[Question, ...]:
        """Lists the fields to fill by hand, and a board's prisoners as `column/level`."""
        asked = super().questions(_known(kind), entity)
        if not isinstance(entity, BoardPlan):
            return asked
        places = {f"teensies.{name}": entity.teensies.get(name) for name in TEENSIES}
        return asked + tuple(
            Question(field, self.said(field.rpartition(".")[2]), "text", _spot(at))
            for field, at in places.items()
        )

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Fills one field; refuses with Invalid naming it."""
        table, _, colour = field.partition(".")
        if not isinstance(entity, BoardPlan) or table != "teensies" or colour not in TEENSIES:
            return super().answer(_known(kind), entity, field, value)
        rest = {name: at for name, at in entity.teensies.items() if name != colour}
        at = _read_spot(str(value))
        return replace(entity, teensies={**rest, colour: at} if at else rest)

    def board(self, kind: str, entity: Entity) -> Board | None:
        """Draws a tile; the other kinds are not edited by touch."""
        return tile_editor.draw(entity) if isinstance(entity, Tile) else None

    def tools(self, kind: str) -> tuple[Option, ...]:
        """Lists what a touch can place on a tile."""
        if _known(kind) != "tiles":
            return ()
        return tuple(Option(tool, say(f"rayman_setup.tool.{tool}"), icon=tool) for tool in tile_editor.TOOLS)

    def touch(self, kind: str, entity: Entity, tool: str, target: str) -> Entity:
        """Returns the tile after a touch on a space."""
        return tile_editor.touch(_tile(kind, entity), tool, target)

    def problems(self, kind: str, entity: Entity) -> tuple[Message, ...]:
        """Lists every defect of the entity as it stands."""
        _known(kind)
        found: list[Message] = []
        if not any(text.strip() for text in entity.label.values()):
            found.append(say("rayman_setup.edit.no_name"))
        match entity:
            case Tile():
                found += tile_editor.problems(entity)
            case BoardPlan(tiles=tiles, teensies=teensies):
                if not all(tiles):
                    found.append(say("rayman_setup.edit.two_tiles"))
                for space in sorted({at for at in teensies.values() if [*teensies.values()].count(at) > 1}):
                    found.append(say("rayman_setup.edit.teensy_twice", column=space[0], level=space[1]))
            case ActionCard(hero=hero):
                if not hero:
                    found.append(say("rayman_setup.edit.no_hero"))
                if not entity.icons:
                    found.append(say("rayman_setup.edit.no_icons"))
            case Boss(attacks=attacks):
                if not entity.easy <= entity.normal <= entity.hard:
                    found.append(say("rayman_setup.edit.speeds"))
                if len([attack for attack in attacks if attack]) != 3:
                    found.append(say("rayman_setup.edit.three_attacks"))
            case BossAttack(effects=effects):
                if not effects:
                    found.append(say("rayman_setup.edit.no_effect"))
            case ProjectileCard(entries=entries):
                for n, entry in enumerate(entries, 1):
                    if not any(text.strip() for text in entry.label.values()):
                        found.append(say("rayman_setup.edit.no_words", number=n))
        return tuple(found)


EDITOR = RaymanEditor()


def _known(kind: str) -> str:
    if kind not in CONTENT_KINDS:
        raise Invalid(say("rayman_setup.edit.unknown_kind", kind=kind, known=", ".join(CONTENT_KINDS)))
    return kind


def _tile(kind: str, entity: Entity) -> Tile:
    _known(kind)
    if not isinstance(entity, Tile):
        raise Invalid(say("rayman_setup.edit.by_hand", kind=say(f"rayman_setup.kind.{kind}")))
    return entity


def _spot(at: tuple[int, int] | None) -> str:
    return f"{at[0]}/{at[1]}" if at else ""


def _read_spot(text: str) -> Spot | None:
    """Reads `column/level`; nothing where the text is empty."""
    if not text.strip():
        return None
    try:
        at: Spot = msgspec.convert([int(number) for number in text.split("/")], Spot)
    except (ValueError, msgspec.ValidationError):
        raise Invalid(say("rayman_setup.edit.spot", value=text)) from None
    return at
