"""`companion compare`: the referee, headless (compare/1). The only place where night and camera meet."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion.cli import Language, complain
from companion.commands.spoken import json_line
from companion.core.errors import Invalid
from companion.core.message import say
from companion.i18n import words
from companion.night.night import Night
from companion.ports.table import Table
from companion.referee.compare import Comparison, compare

FORMAT = "compare/1"
_file = click.Path(path_type=Path, readable=False)


@click.command("compare")
@click.argument("image", type=_file)
@click.option("--table", "table_file", required=True, type=_file, help="The table file (table/1).")
@click.option("--journal", required=True, type=_file, help="The night to compare with.")
def compare_command(image: Path, table_file: Path, journal: Path) -> int:
    """Compare a picture of the board with a night's record (compare/1).

    Exit code 0: they agree; 1: they differ or the camera cannot tell; 2: bad input.

    Example: companion compare board.jpg --table table.json --journal friday.night
    """
    # The brain may not know its eyes when it is loaded; here, at the rim, they are called by name.
    eyes: Any = import_module("vision.commands")
    tables: Any = import_module("vision.tables")
    with Night.read(journal) as night:
        expected = night.game.expected_scene(night.state)
        # The board of a game of tiles may still be empty; all that it can become is on its mat.
        boards = (night.game.view(night.state).board, night.game.mat(night.state))
    spaces = {space.id for board in boards if board is not None for space in board.spaces}
    _check_table(table_file, tables.read_table(table_file), spaces, set(expected.figures))
    sighting = eyes.sight(image, table_file)
    result = compare(expected, sighting)
    click.echo(json_line(_form(result)))
    if not result.agree and not result.differences:
        # No figure is on the board by the record, so that none can be named.
        complain(sighting.why or words(say("referee.no_marks", file=str(table_file)), Language.chosen))
    return 0 if result.agree else 1


def _check_table(file: Path, table: Table, spaces: set[str], figures: set[str]) -> None:
    """Refuses a table of another board: what is not on it cannot be seen to agree.

    Two games may call a few of their spaces the same.
    """
    if 2 * len(spaces & table.spaces.keys()) < min(len(spaces), len(table.spaces)):
        raise Invalid(say("referee.other_spaces", file=str(file)))
    if table.figures and figures and figures.isdisjoint(table.figures):
        raise Invalid(say("referee.other_figures", file=str(file)))


def _form(result: Comparison) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "agree": result.agree,
        "differences": [
            {
                "figure": one.figure,
                "kind": one.kind,
                "expected": one.expected,
                "seen": one.seen,
                "confidence": one.confidence,
                "say": " ".join(words(part, Language.chosen) for part in (one.say, one.do)),
            }
            for one in result.differences
        ],
    }
