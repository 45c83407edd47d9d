"""`companion compare`: the referee, headless (compare/1). The only place where night and camera meet."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli import Language
from companion.i18n import words
from companion.night.night import Night
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
    sighting = eyes.sight(image, table_file)
    night = Night.read(journal)
    try:
        expected = night.game.expected_scene(night.state)
    finally:
        night.close()
    result = compare(expected, sighting)
    click.echo(msgspec.json.encode(_form(result)).decode())
    return 0 if result.agree else 1


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
