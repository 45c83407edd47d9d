"""How a table enters its own box: the board by touching a grid, characters and spells by questions."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from companion.content.library import Entity
from companion.content.struct_editor import StructEditor
from companion.core import blocks
from companion.core.blocks import Option
from companion.core.effect import ByHand
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.grimm.content import COLOURS, CONTENT_KINDS, Board, BoardSpace, Character, Spell
from companion.games.grimm.graph import defects_of
from companion.games.grimm.view import drawn_paths, drawn_spaces

PLAIN_TOOLS = ("blank", "draw", "discard", "reroll", "chest", "portal")
GATE_COLOURS = ("red", "green")
EMPTY = "cell-"


class GrimmEditor(StructEditor):
    """Edits entities of a Grimm pack; every step returns a new entity."""

    content_kinds = CONTENT_KINDS
    by_touch = ("spaces", "paths", "pen")

    def said(self, name: str) -> Message:
        """Says a kind, a field or a value."""
        field, _, value = name.partition(".")
        if field in ("by", "steps"):
            return say("grimm.edit.amount")
        if field == "colour" and value:
            return say(f"grimm.colour.{value}")
        return say(f"grimm.option.hood_power.{value}" if field == "power" and value else f"grimm.edit.{name}")

    def is_asked(self, entity: Entity, field: str) -> bool:
        """Leaves out the words of a power that has none."""
        return field != "text" or getattr(entity, "power", "text") == "text"

    def blank(self, kind: str) -> Entity:
        """Returns an empty entity; a board begins with its portal in the middle."""
        name = {"en": "", "fr": ""}
        match kind:
            case "boards":
                return Board(name, 19, 19, {"portal": BoardSpace(9, 9, "portal")}, ())
            case "characters":
                return Character(name, "red")
            case "spells":
                return Spell(name, 1, ByHand({"en": "", "fr": ""}))
        raise Invalid(say("grimm.edit.no_kind", kind=kind, known=", ".join(CONTENT_KINDS)))

    def board(self, kind: str, entity: Entity) -> blocks.Board | None:
        """Draws a board on its grid: its spaces and paths, and a small touchable cell where none is yet."""
        if not isinstance(entity, Board):
            return None
        taken = {(round(space.x), round(space.y)) for space in entity.spaces.values()}
        cells = [
            blocks.Space(f"{EMPTY}{x}-{y}", x, y, tone="")
            for y in range(entity.height)
            for x in range(entity.width)
            if (x, y) not in taken
        ]
        paths = tuple(path for path in entity.paths if set(path) <= set(entity.spaces))
        return blocks.Board(
            entity.width, entity.height, (*cells, *drawn_spaces(entity.spaces)),
            drawn_paths(entity.spaces, paths), lit=(entity.pen,) if entity.pen else (),
        )  # fmt: skip

    def tools(self, kind: str) -> tuple[Option, ...]:
        """Lists what a touch can place; the path tool joins one touched space to the next."""
        if kind != "boards":
            return ()
        offered = [Option("path", say("grimm.tool.path"), say("grimm.tool.path.help"), "path")]
        offered += [Option(name, say(f"grimm.tool.{name}")) for name in PLAIN_TOOLS]
        offered += [
            Option(f"start-{c}", say("grimm.tool.start", colour=say(f"grimm.colour.{c}"))) for c in COLOURS
        ]
        offered += [
            Option(f"teleporter-{c}", say("grimm.tool.teleporter", colour=say(f"grimm.colour.{c}")))
            for c in GATE_COLOURS
        ]
        offered.append(Option("erase", say("grimm.tool.erase")))
        return tuple(offered)

    def touch(self, kind: str, entity: Entity, tool: str, target: str) -> Entity:
        """Places, changes, joins or erases where the board is touched."""
        if not isinstance(entity, Board) or tool not in {option.value for option in self.tools(kind)}:
            raise Invalid(say("grimm.edit.no_tool", tool=tool))
        if target.startswith(EMPTY):
            return self._touch_empty(entity, tool, target)
        if target not in entity.spaces:
            raise Invalid(say("grimm.bad.space", field="space", space=target))
        if tool == "path":
            return _draw_path(entity, target)
        if tool == "erase":
            return _erase(entity, target)
        kind_name, _, mark = tool.partition("-")
        if kind_name == "chest":
            mark = (
                entity.spaces[target].mark if entity.spaces[target].kind == "chest" else _free_number(entity)
            )
        printed = replace(entity.spaces[target], kind=kind_name, mark=mark)
        return replace(entity, spaces={**entity.spaces, target: printed})

    def _touch_empty(self, entity: Board, tool: str, cell: str) -> Board:
        try:
            x, y = (int(part) for part in cell.removeprefix(EMPTY).split("-"))
        except ValueError:
            raise Invalid(say("grimm.bad.space", field="space", space=cell)) from None
        if tool in ("path", "erase") or not (0 <= x < entity.width and 0 <= y < entity.height):
            return replace(entity, pen="")
        kind_name, _, mark = tool.partition("-")
        mark = _free_number(entity) if kind_name == "chest" else mark
        name = f"x{x}y{y}"
        spaces = {**entity.spaces, name: BoardSpace(x, y, cast(Any, kind_name), mark)}
        return replace(entity, spaces=spaces)

    def problems(self, kind: str, entity: Entity) -> tuple[Message, ...]:
        """Lists every defect of the entity as it stands."""
        found: list[Message] = []
        if not any(text.strip() for text in entity.label.values()):
            found.append(say("grimm.edit.no_name"))
        match entity:
            case Board():
                found += defects_of(entity)
            case Character(power="text") if not any(entity.text.values()):
                found.append(say("grimm.edit.no_text"))
            case Spell(effect=ByHand(text)) if not any(text.values()):
                found.append(say("grimm.edit.no_text"))
        return tuple(found)


def _draw_path(board: Board, space: str) -> Board:
    """Joins the space of the pen to this one, or takes that path away, and moves the pen here."""
    if board.pen in ("", space) or board.pen not in board.spaces:
        return replace(board, pen="" if board.pen == space else space)
    path = (board.pen, space)
    kept = tuple(old for old in board.paths if set(old) != set(path))
    paths = kept if len(kept) < len(board.paths) else (*kept, path)
    return replace(board, paths=paths, pen=space)


def _erase(board: Board, space: str) -> Board:
    spaces = {name: printed for name, printed in board.spaces.items() if name != space}
    paths = tuple(path for path in board.paths if space not in path)
    return replace(board, spaces=spaces, paths=paths, pen="" if board.pen == space else board.pen)


def _free_number(board: Board) -> str:
    used = {space.mark for space in board.spaces.values() if space.kind == "chest"}
    return next(str(number) for number in range(1, len(used) + 2) if str(number) not in used)
