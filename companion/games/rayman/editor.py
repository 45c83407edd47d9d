"""How a table enters its own box: tiles by touch, everything else by answering questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from msgspec import Meta

from companion.content.library import Entity
from companion.core.blocks import Board, Json, Option, Question
from companion.core.decoding import problem_of
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
    Tile,
)

MOST_EFFECTS = 3
LANGUAGES = ("en", "fr")
VERBS: dict[str, Any] = {str(verb.__struct_config__.tag): verb for verb in get_args(RaymanEffect)}
FIRST_VALUES: Json = {"level": 1, "columns": 1, "icon": "move", "text": {"en": "", "fr": ""}}
"""What a new effect's fields begin with, where they have no default."""


class RaymanEditor:
    """Edits every kind of a Rayman pack; an entity under work may still have problems."""

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
        """Lists the fields to fill by hand; a field's id is its path in the file."""
        _known(kind)
        asked = [_text(f"label.{language}", entity.label.get(language, "")) for language in LANGUAGES]
        match entity:
            case BoardPlan(tiles=tiles, teensies=teensies):
                asked += [_text(f"tiles.{n}", tile) for n, tile in enumerate(tiles)]
                asked += [_text(f"teensies.{name}", _spot(teensies.get(name))) for name in TEENSIES]
            case ActionCard(hero=hero, initiative=initiative):
                asked += [_text("hero", hero), _number("initiative", initiative, 0, 99)]
                asked += [_number(icon, getattr(entity, icon), 0, 20) for icon in ICONS]
            case BonusToken(icons=icons, copies=copies):
                asked += [_choice(f"icons.{n}", icon, ICONS, "icon") for n, icon in enumerate(icons)]
                asked.append(_number("copies", copies, 1, 27))
            case Hero(cards_of=cards_of, colour=colour):
                asked += [_text("cards_of", cards_of), _text("colour", colour)]
            case Boss(attacks=attacks, passive=passive):
                asked.append(_number("skulls", entity.skulls, 1, 5))
                asked += [
                    _number(speed, getattr(entity, speed), 1, 22) for speed in ("easy", "normal", "hard")
                ]
                asked += [_text(f"attacks.{n}", attack) for n, attack in enumerate(attacks)]
                asked += _effects("passive", passive)
            case BossAttack(when=when, effects=effects):
                asked.append(_choice("when", when, ("end", "this_round"), "when"))
                asked += _effects("effects", effects)
            case ProjectileCard(entries=entries):
                for n, entry in enumerate(entries):
                    asked += [
                        _text(f"entries.{n}.label.{language}", entry.label.get(language, ""))
                        for language in LANGUAGES
                    ]
                    asked.append(_choice(f"entries.{n}.when", entry.when, ("end", "this_round"), "when"))
                    asked += _effects(f"entries.{n}.effects", entry.effects)
        return tuple(asked)

    def answer(self, kind: str, entity: Entity, field: str, value: Any) -> Entity:
        """Returns the entity with one field filled; refuses with Invalid naming the field."""
        if field not in {question.id for question in self.questions(kind, entity)}:
            raise Invalid(say("rayman_setup.edit.unknown_field", field=field))
        raw: Any = msgspec.json.decode(msgspec.json.encode(entity))
        *path, last = field.split(".")
        inside: Any = raw
        for step in path:
            inside = inside[int(step)] if isinstance(inside, list) else inside[step]
        if path and path[-1] in ("effects", "passive"):
            _put_effect(inside, int(last), value)
        elif path == ["teensies"]:
            _put_spot(inside, last, value)
        elif isinstance(inside, list):
            inside[int(last)] = value
        else:
            inside[last] = None if last == "level" and value == 0 else value
        try:
            return msgspec.convert(raw, CONTENT_KINDS[kind])
        except msgspec.ValidationError as error:
            _, problem = problem_of(error, CONTENT_KINDS[kind])
            raise Invalid(say("rayman_setup.edit.bad_value", field=field, problem=problem)) from None

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


def _name(field: str) -> Message:
    """Names a field by its last word, with its numbers where it stands in a list."""
    words = field.split(".")
    numbers = "·".join(str(int(word) + 1) for word in words if word.isdigit())
    last = next(word for word in reversed(words) if not word.isdigit())
    text = say(f"rayman_setup.field.{last}")
    return say("rayman_setup.edit.numbered", what=text, number=numbers) if numbers else text


def _text(field: str, value: str) -> Question:
    return Question(field, _name(field), "text", value)


def _number(field: str, value: int, low: int, high: int) -> Question:
    return Question(field, _name(field), "number", value, minimum=low, maximum=high)


def _choice(field: str, value: str, values: Iterable[str], family: str) -> Question:
    offered = tuple(Option(one, say(f"rayman_setup.{family}.{one}")) for one in values)
    return Question(field, _name(field), "choice", value, offered)


def _effects(prefix: str, effects: tuple[Any, ...]) -> list[Question]:
    """Asks for up to three effects: each one's verb, then what the verb needs."""
    asked = []
    for n in range(min(len(effects) + 1, MOST_EFFECTS)):
        effect = effects[n] if n < len(effects) else None
        verb = str(effect.__struct_config__.tag) if effect else "none"
        asked.append(_choice(f"{prefix}.{n}", verb, ("none", *VERBS), "verb"))
        for field in msgspec.structs.fields(type(effect)) if effect else ():
            value = getattr(effect, field.name)
            path = f"{prefix}.{n}.{field.name}"
            if field.name == "text":
                asked += [_text(f"{path}.{language}", value.get(language, "")) for language in LANGUAGES]
            elif field.name == "icon":
                asked.append(_choice(path, value, ICONS, "icon"))
            elif field.name == "level":
                asked.append(_number(path, value or 0, 0 if not field.required else 1, 3))
            else:
                limits: Any = next(meta for meta in field.type.__metadata__ if isinstance(meta, Meta))
                asked.append(_number(path, value, limits.ge, limits.le))
    return asked


def _put_effect(effects: list[Any], index: int, verb: Any) -> None:
    """Changes the verb at a place of a list, or takes the effect out for `none`."""
    if verb == "none":
        del effects[index : index + 1]
        return
    if verb not in VERBS:
        raise Invalid(say("rayman_setup.edit.unknown_verb", verb=str(verb), known=", ".join(VERBS)))
    needed = {f.name: FIRST_VALUES[f.name] for f in msgspec.structs.fields(VERBS[verb]) if f.required}
    effects[index : index + 1] = [{"effect": verb, **needed}]


def _spot(at: tuple[int, int] | None) -> str:
    return f"{at[0]}/{at[1]}" if at else ""


def _put_spot(teensies: Json, colour: str, value: Any) -> None:
    """Reads `column/level` into a prisoner's place; an empty text takes it away."""
    if not str(value).strip():
        teensies.pop(colour, None)
        return
    column, _, level = str(value).partition("/")
    if not (column.strip().isdigit() and level.strip().isdigit()):
        raise Invalid(say("rayman_setup.edit.spot", value=str(value)))
    teensies[colour] = [int(column), int(level)]
