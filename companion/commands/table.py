"""`companion table`: make and improve table files (table/1) without a screen."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli import Language
from companion.commands.sheets import find_board, sample_boards
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.registry import GAMES
from companion.i18n import words

_file = click.Path(path_type=Path, readable=False)
LONGEST_NUMBER = 6
"""Digits of a column's number."""


def _tell(*messages: Message) -> None:
    for message in messages:
        click.echo(words(message, Language.chosen))


def _pair(text: str, field: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise Invalid(say("vision.table.pair", field=field, expected="X,Y", text=text)) from None
    return x, y


def _split(text: str, field: str, expected: str) -> tuple[str, str]:
    name, _, rest = text.partition("=")
    if not name or not rest:
        raise Invalid(say("vision.table.pair", field=field, expected=expected, text=text))
    return name, rest


@click.group("table")
def table_command() -> None:
    """Make and improve table files (table/1).

    Example: companion table new --game rayman --board jungle-sample --out table.json
    """


@table_command.command("new")
@click.option("--game", required=True, type=click.Choice(tuple(GAMES)), help="Whose board it is.")
@click.option("--board", help="A board of the game's packs; the first by default.")
@click.option("--out", required=True, type=_file, help="The table file to write.")
def new(game: str, board: str | None, out: Path) -> int:
    """Write the table of a printed practice board.

    Example: companion table new --game rayman --board jungle-sample --out table.json
    """
    layout: Any = import_module("vision.layout")
    tables: Any = import_module("vision.tables")
    boards = sample_boards(game)
    _, drawn, figures = find_board(boards, board or next(iter(boards), ""))
    tables.write_table(layout.table_for(drawn, figures), out)
    _tell(say("vision.table.written", file=str(out)))
    return 0


@table_command.command("teach")
@click.argument("image", type=_file)
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option(
    "--at",
    "places",
    multiple=True,
    required=True,
    metavar="FIGURE=SPACE",
    help="Where a figure stands; once for each.",
)
@click.option("--out", type=_file, help="Where to write; by default the table file itself.")
def teach(image: Path, table_file: Path, places: tuple[str, ...], out: Path | None) -> int:
    """Learn the rings' colours from a picture in which the figures stand on known spaces.

    Example: companion table teach start.jpg --table table.json --at globox=0/1 --at rayman=0/2
    """
    tables: Any = import_module("vision.tables")
    pictures: Any = import_module("vision.picture")
    teaching: Any = import_module("vision.teach")
    standing = dict(_split(place, "--at", "FIGURE=SPACE") for place in places)
    taught = teaching.teach(tables.read_table(table_file), pictures.read_picture(image), standing)
    tables.write_table(taught.table, out or table_file)
    _tell(*taught.notes, say("vision.table.written", file=str(out or table_file)))
    return 0


@table_command.command("calibrate")
@click.argument("images", nargs=-1, required=True, type=_file)
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option("--out", type=_file, help="Where to write; by default the table file itself.")
def calibrate(images: tuple[Path, ...], table_file: Path, out: Path | None) -> int:
    """Calibrate the lens from photos of the printed ChArUco sheet, and keep it in the table.

    Example: companion table calibrate sheet-*.jpg --table table.json
    """
    tables: Any = import_module("vision.tables")
    pictures: Any = import_module("vision.picture")
    calibration: Any = import_module("vision.calibrate")
    camera, error = calibration.calibrate(pictures.read_picture(image) for image in images)
    table = msgspec.structs.replace(tables.read_table(table_file), camera=camera)
    tables.write_table(table, out or table_file)
    _tell(
        say("vision.calibrate.done", error=f"{error:.2f}"),
        say("vision.table.written", file=str(out or table_file)),
    )
    return 0


@table_command.command("lay")
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option("--columns", required=True, type=click.IntRange(1), help="Columns of the track.")
@click.option("--levels", required=True, type=click.IntRange(1), help="Levels of each column.")
@click.option("--depth", required=True, type=float, help="Height of a level in millimetres.")
@click.option(
    "--tap",
    "taps",
    multiple=True,
    required=True,
    metavar="COLUMN=X,Y",
    help="A column's lower left corner; at least twice.",
)
@click.option("--image", type=_file, help="Taps are pixels of this picture instead of millimetres.")
@click.option("--out", type=_file, help="Where to write; by default the table file itself.")
def lay(
    table_file: Path,
    columns: int,
    levels: int,
    depth: float,
    taps: tuple[str, ...],
    image: Path | None,
    out: Path | None,
) -> int:
    """Lay columns and levels between points tapped along the track; a tap is a column's lower left corner.

    Example: companion table lay --table t.json --columns 22 --levels 3 --depth 25
    --tap 0=45,145 --tap 22=595,145
    """
    tables: Any = import_module("vision.tables")
    laying: Any = import_module("vision.lay")
    table = tables.read_table(table_file)
    parts = [_split(tap, "--tap", "COLUMN=X,Y") for tap in taps]
    if not all(column.isdecimal() and len(column) <= LONGEST_NUMBER for column, _ in parts):
        raise Invalid(say("vision.table.pair", field="--tap", expected="COLUMN=X,Y", text=", ".join(taps)))
    points = [(int(column), _pair(point, "--tap")) for column, point in parts]
    if image is not None:
        seeing: Any = import_module("vision.commands")
        points = seeing.on_board(image, table_file, points)
    changed = msgspec.structs.replace(table, spaces=laying.lay_track(points, columns, levels, depth))
    return _write(changed, table_file, out)


@table_command.command("stretch")
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option("--game", required=True, type=click.Choice(tuple(GAMES)), help="Whose board it is.")
@click.option("--board", help="A board of the game's packs; the first by default.")
@click.option(
    "--corner",
    "corners",
    multiple=True,
    required=True,
    metavar="X,Y",
    help="A corner of all spaces together: four times, clockwise from the top left.",
)
@click.option("--image", type=_file, help="Corners are pixels of this picture instead of millimetres.")
@click.option("--out", type=_file, help="Where to write; by default the table file itself.")
def stretch(
    table_file: Path,
    game: str,
    board: str | None,
    corners: tuple[str, ...],
    image: Path | None,
    out: Path | None,
) -> int:
    """Lay all spaces of a board that is no track, such as a mat for tiles, over its four corners.

    Example: companion table stretch --table t.json --game pickle_rick
    --corner 45,45 --corner 645,45 --corner 645,495 --corner 45,495
    """
    tables: Any = import_module("vision.tables")
    laying: Any = import_module("vision.lay")
    table = tables.read_table(table_file)
    boards = sample_boards(game)
    _, drawn, _ = find_board(boards, board or next(iter(boards), ""))
    points = [_pair(corner, "--corner") for corner in corners]
    if image is not None:
        seeing: Any = import_module("vision.commands")
        points = [point for _, point in seeing.on_board(image, table_file, list(enumerate(points)))]
    return _write(msgspec.structs.replace(table, spaces=laying.lay_field(drawn, points)), table_file, out)


@table_command.command("adjust")
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option("--space", required=True, help="The space whose corner is off.")
@click.option("--corner", required=True, type=click.IntRange(0), help="Which corner, counted from 0.")
@click.option("--to", required=True, metavar="X,Y", help="Where it should be, in millimetres.")
@click.option("--out", type=_file, help="Where to write; by default the table file itself.")
def adjust(table_file: Path, space: str, corner: int, to: str, out: Path | None) -> int:
    """Move one corner of a space; neighbours that share it move along.

    Example: companion table adjust --table t.json --space 5/2 --corner 0 --to 211,92
    """
    tables: Any = import_module("vision.tables")
    laying: Any = import_module("vision.lay")
    changed = laying.moved_corner(tables.read_table(table_file), space, corner, _pair(to, "--to"))
    return _write(changed, table_file, out)


def _write(changed: Any, table_file: Path, out: Path | None) -> int:
    """Writes a changed table, unless its spaces no longer make sense."""
    tables: Any = import_module("vision.tables")
    if defects := tables.defects_of(changed):
        raise Invalid(say("vision.table.defects", file=str(table_file)), details=defects)
    tables.write_table(changed, out or table_file)
    _tell(say("vision.table.written", file=str(out or table_file)))
    return 0
