"""What the organiser of a club night does: players, rounds, results, the export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.cli import Language
from companion.commands.club.common import act, folder_of, tell
from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.files import write_whole


@click.command("add")
@click.argument("name")
def add(name: str) -> None:
    """Let NAME play from the next round on.

    Example: companion club add Zoe
    """
    act(command="AddPlayer", name=name)


@click.command("drop")
@click.argument("name")
def drop(name: str) -> None:
    """Let NAME play no more; results so far stay.

    Example: companion club drop Bo
    """
    act(command="DropPlayer", name=name)


@click.command("seat")
def seat() -> None:
    """Draw the next round.

    Example: companion club seat
    """
    act(do="seat")


@click.command("result")
@click.argument("round_number", type=click.IntRange(1))
@click.argument("table", type=click.IntRange(1))
@click.argument("places", nargs=-1, required=True)
def result(round_number: int, table: int, places: tuple[str, ...]) -> None:
    """Settle the result of a table: the players from first to last; = joins those on one place.

    \b
    Example:
      companion club result 2 3 Ana Bo=Cleo Dan
    """
    placed: list[dict[str, Any]] = []
    for group in places:
        place = len(placed) + 1
        placed += [{"player": name, "place": place} for name in group.split("=")]
    act(command="CorrectResult", round=round_number, table=table, places=placed)


@click.command("undo")
def undo() -> None:
    """Take back the last step of the tournament.

    Example: companion club undo
    """
    act(do="undo")


@click.command("end")
def end() -> None:
    """End the tournament: the standings are final.

    Example: companion club end
    """
    act(command="EndTournament")


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(file: Path) -> None:
    """Write the tournament to FILE: .csv, .json (with the heads of all nights) or .pdf.

    \b
    Example:
      companion club export cup.pdf
      companion club export cup.json
    """
    from companion.club.host.collector import Collector
    from companion.club.host.export import as_csv, as_json, as_pdf
    from companion.club.host.store import Store
    from companion.night.night import Night

    folder = folder_of()
    night: Night[Any] = Night.read(folder / "tournament.night")
    match file.suffix.lower():
        case ".csv":
            body = as_csv(night.state, Language.chosen)
        case ".json":
            collector = Collector(Store(folder / "tables.db"))
            body = as_json(night.state, collector.heads(), night.entries())
            collector.close()
        case ".pdf":
            body = as_pdf(night.state, Language.chosen)
        case _:
            raise Invalid(say("club.bad_export", file=str(file)))
    write_whole(file, body)
    tell(say("club.written", file=str(file)))
