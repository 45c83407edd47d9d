"""The commands that need eyes: see, print and table."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.cli import Language, complain
from companion.core.errors import Refusal
from companion.i18n import words
from companion.ports.sight import Sighting
from vision.picture import read_picture
from vision.see import Look, Seer
from vision.tables import read_table

_file = click.Path(path_type=Path)


@click.command()
@click.argument("images", nargs=-1, required=True, type=_file, metavar="IMAGE...")
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option("--overlay", type=_file, help="Also write the last picture with what was seen drawn in.")
def see(images: tuple[Path, ...], table_file: Path, overlay: Path | None) -> int:
    """Say where the figures stand in each IMAGE, one JSON line each (sighting/1).

    Exit code 0: the board was found in every picture; 1: in some it was not; 2: bad input.

    Example: companion see board.jpg --table table.json
    """
    seer = Seer(read_table(table_file))
    worst = 0
    for image in images:
        try:
            frame = read_picture(image)
        except Refusal as refusal:
            complain(words(refusal.message, Language.chosen))
            worst = 2
            continue
        except OSError as error:
            complain(f"{image}: {error.strerror or error}")
            worst = 2
            continue
        look = seer.look(frame)
        sighting = in_words(look)
        click.echo(msgspec.json.encode(sighting).decode())
        if overlay:
            from vision.overlay import write_overlay

            write_overlay(frame, seer.table, look, overlay)
        if not sighting.registered:
            worst = max(worst, 1)
    return worst


def in_words(look: Look) -> Sighting:
    """Returns the sighting with its reason said in the chosen language."""
    if look.reason is None:
        return look.sighting
    return msgspec.structs.replace(look.sighting, why=words(look.reason, Language.chosen))


def sight(image: Path, table_file: Path) -> Sighting:
    """Judges one picture file: what `companion compare` asks for."""
    return in_words(Seer(read_table(table_file)).look(read_picture(image)))
