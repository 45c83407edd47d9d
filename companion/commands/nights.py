"""`companion nights`, `export`, `import` and `verify`: what can be done with nights that were kept."""

from __future__ import annotations

import sys
from errno import EEXIST, ENOTDIR
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from companion.cli import Language, complain, visible
from companion.commands.spoken import json_line, spoken
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.i18n import words
from companion.night import folders
from companion.ports.clock import local_time
from companion.ports.files import read_argument, write_whole


class NightFile(click.ParamType[Path]):
    """A night by its path or by its name in the nights folder; the shell completes the names."""

    name = "night"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Finds the file."""
        return value if isinstance(value, Path) else folders.find_night(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offers the nights there are, and files."""
        known = [path.stem for path in folders.night_files() if path.stem.startswith(incomplete)]
        return [CompletionItem(name) for name in known] or [CompletionItem(incomplete, type="file")]


NIGHT = click.argument("night", type=NightFile(), metavar="NIGHT")


def _say(message: Message) -> str:
    return words(message, Language.chosen)


@click.command()
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Another folder to list.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of a table.")
def nights(folder: Path | None, as_json: bool) -> None:
    """List the nights with date, game, players, round and leader.

    \b
    Example:
      companion nights
      companion nights --json
    """
    from companion.night.listing import summarize

    # A pipe or a device passes for a folder with click, which knows only files.
    if folder is not None and not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, "", str(folder))
    summaries = [summarize(path) for path in folders.night_files(folder)]
    if as_json:
        click.echo(json_line(spoken(summaries, Language.chosen)))
        return
    if not summaries:
        click.echo(_say(say("cli.nights.none", folder=str(folder or folders.nights_folder()))))
        return
    columns = ("date", "game", "players", "round", "leader", "file")
    table = [tuple(_say(say(f"cli.nights.{column}")) for column in columns)]
    for summary in summaries:
        date = f"{local_time(summary.date):%Y-%m-%d %H:%M}" if summary.date else "?"
        stage = _say(say("cli.nights.over")) if summary.is_over else str(summary.round or "?")
        players = ", ".join(summary.players)
        table.append(
            (date, summary.game or "?", players, stage, summary.leader or "-", Path(summary.file).stem)
        )
    widths = [max(len(row[column]) for row in table) for column in range(len(columns))]
    for row in table:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo(visible(line.rstrip()))
    for summary in summaries:
        if summary.problem:
            click.echo(visible(f"! {_say(summary.problem)}"))


@click.command()
@NIGHT
@click.option(
    "--to", type=click.Path(dir_okay=False, path_type=Path), help="File to write (default: standard output)."
)
def export(night: Path, to: Path | None) -> None:
    """Write a night as JSON lines: the header first, then one line an entry.

    \b
    Example:
      companion export tonight.night > tonight.jsonl
      companion export 2026-01-02-2000-rayman --to tonight.jsonl
    """
    from companion.night import recovery
    from companion.night.exchange import export_lines

    if to is None:
        for line in export_lines(night):
            click.echo(line.decode())
    else:
        lines = b"".join(line + b"\n" for line in export_lines(night))
        if to.exists():
            raise FileExistsError(EEXIST, "", str(to))
        write_whole(to, lines, is_private=True)
    loss = recovery.read(night).loss
    if loss is not None:
        complain(_say(loss))


@click.command("import")
@click.argument("file", type=click.Path(allow_dash=True, readable=False))
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to make (default: in the nights folder).",
)
def import_(file: str, to: Path | None) -> None:
    """Make a night from JSON lines; FILE may be `-`. A file that is there is never overwritten.

    \b
    Example:
      companion import tonight.jsonl
      companion import - --to copy.night < tonight.jsonl
    """
    from companion.night.exchange import import_lines
    from companion.night.journal import JOURNAL_BYTES
    from companion.night.night import now

    target = to or folders.new_night_path("import" if file == "-" else Path(file).stem, now())
    lines = read_argument(file, JOURNAL_BYTES).splitlines()
    with import_lines(lines, target, file) as night:
        click.echo(_say(say("cli.import.done", file=str(target), entries=night.revision)))


@click.command()
@NIGHT
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON object.")
@click.option(
    "--heads",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An exported tournament (.json): the night must agree with the head kept there.",
)
def verify(night: Path, as_json: bool, heads: Path | None) -> int:
    """Decide every step of a night again and report differences; exit code 1 if there are any.

    Also says whether the dice were settled before they fell, and whether the night is the one that was
    reported to a club. A night of more than 10,000 entries is refused: it would take too long.

    \b
    Example:
      companion verify tonight.night
      companion verify tonight.night --heads cup.json
    """
    from companion.club.heads import compare, kept_heads, read_heads
    from companion.night import verify as again
    from companion.night.night import Night

    opened = Night.read(night)
    if opened.revision > (most := again.MOST_ENTRIES):
        raise Invalid(say("night.verify.too_many", file=str(night), count=opened.revision, most=most))
    total = opened.revision + 1
    hidden = not sys.stderr.isatty()
    with click.progressbar(again.verify(opened), length=total, file=sys.stderr, hidden=hidden) as checked:
        differences = [difference for difference in checked if difference]
    if opened.notice:
        differences.insert(0, opened.notice)
    known = read_heads(heads) if heads else kept_heads()
    is_same, told = compare(night, known, must_be_known=heads is not None)
    if told and not is_same:
        differences.insert(0, told)
    said = [_say(difference) for difference in differences]
    if as_json:
        result = {"file": str(night), "entries": opened.revision, "agree": not said, "differences": said}
        click.echo(json_line(result))
    else:
        for line in said or [_say(say("cli.verify.agrees", entries=opened.revision))]:
            click.echo(line)
        click.echo(_say(again.believable_dice(opened)))
        if told and is_same:
            click.echo(_say(told))
    return 1 if said else 0
