"""`companion see`, and what `compare` and `table lay` ask the eyes."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
import numpy as np

from companion.cli import Language, answer_each
from companion.core.errors import Invalid
from companion.core.message import say
from companion.i18n import words
from companion.ports.sight import Sighting
from companion.ports.table import Table
from vision.features import FeatureBoard
from vision.overlay import suffix_of, write_overlay
from vision.picture import read_picture, read_with_scale
from vision.see import Look, Seer
from vision.tables import photo_beside, read_table

_file = click.Path(path_type=Path, readable=False)


@click.command()
@click.argument("images", nargs=-1, required=True, type=_file, metavar="IMAGE...")
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option(
    "--reference", type=_file, help="For a board without anchors: a photo of it; TABLE.jpg by default."
)
@click.option(
    "--corners",
    help="The board's corners in it: x,y x,y x,y x,y, clockwise from the top left; else the photo's own.",
)
@click.option("--overlay", type=_file, help="Also write the last picture with what was seen drawn in.")
def see(
    images: tuple[Path, ...],
    table_file: Path,
    reference: Path | None,
    corners: str | None,
    overlay: Path | None,
) -> int:
    """Say where the figures stand in each IMAGE, one JSON line each (sighting/1).

    Exit code 0: the board was found in every picture; 1: in some it was not; 2: bad input.

    Example: companion see board.jpg --table table.json
    """
    if overlay:
        suffix_of(overlay)
    table = _read_laid(table_file)
    seer = Seer(table, reference=_reference(reference, corners, table, table_file))

    def answer(image: Path) -> tuple[Sighting, bool]:
        frame = read_picture(image)
        look = seer.look(frame)
        sighting = in_words(look)
        if overlay:
            write_overlay(frame, seer.table, look, overlay)
        return sighting, sighting.registered

    return answer_each(images, answer)


def in_words(look: Look) -> Sighting:
    """Returns the sighting with its reason said in the chosen language."""
    if look.reason is None:
        return look.sighting
    return msgspec.structs.replace(look.sighting, why=words(look.reason, Language.chosen))


def sight(image: Path, table_file: Path) -> Sighting:
    """Judges one picture file: what `companion compare` asks for."""
    return in_words(_seer(_read_laid(table_file), table_file).look(read_picture(image)))


def _read_laid(table_file: Path) -> Table:
    """Reads a table whose figures have spaces to stand on."""
    table = read_table(table_file)
    if table.figures and not table.spaces:
        raise Invalid(say("vision.table.no_spaces", file=str(table_file)))
    return table


def _seer(table: Table, table_file: Path) -> Seer:
    return Seer(table, reference=_reference(None, None, table, table_file))


def _reference(
    photo: Path | None, corners: str | None, table: Table, table_file: Path
) -> FeatureBoard | None:
    """Returns what a board without anchors is found by: the photo that is named, or that beside its table."""
    if photo is None:
        photo = photo_beside(table_file)
        if table.anchors or not photo.exists():
            return None
    if corners is None:
        return FeatureBoard.flat(read_picture(photo), table.board_mm)
    try:
        taps = [tuple(float(part) for part in pair.split(",")) for pair in corners.split()]
        points = np.array(taps, np.float64).reshape(4, 2)
    except ValueError:
        raise Invalid(say("vision.features.taps")) from None
    picture, scale = read_with_scale(photo)
    return FeatureBoard(picture, points * scale, table.board_mm)


def on_board(
    image: Path, table_file: Path, taps: list[tuple[int, tuple[float, float]]]
) -> list[tuple[int, tuple[float, float]]]:
    """Turns taps on a picture into millimetres: what `companion table lay --image` asks for."""
    picture, scale = read_with_scale(image)
    look = _seer(read_table(table_file), table_file).look(picture)
    if look.fit is None:
        raise Invalid(look.reason or say("vision.why.no_anchors_in_table"))
    pixels = np.array([point for _, point in taps]) * scale * look.scale
    there = look.fit.to_board(pixels)
    return [(number, (float(x), float(y))) for (number, _), (x, y) in zip(taps, there, strict=True)]
