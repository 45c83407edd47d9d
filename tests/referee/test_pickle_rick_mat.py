"""A picture of the tile mat against a running night of Pickle Rick: tags, a ring, Guards that are alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.games.registry import find_game
from companion.night.night import Night
from companion.ports.table import FigureMark, Table
from vision.layout import table_for
from vision.render.draw import draw
from vision.render.shot import Shot, Standing
from vision.tables import write_table

SPOTS = ((-12.0, -12.0), (12.0, 12.0), (-12.0, 12.0), (12.0, -12.0))
"""Where figures stand that share a space, in millimetres from its middle."""


class Evening:
    """A night at a table with a camera, and pictures of its mat."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        game = find_game("pickle_rick")
        self.folder, self._capsys = folder, capsys
        night = Night.create(game, {"players": ["Ana", "Bo"]}, path=folder / "friday.night")
        self.places = dict(game.expected_scene(night.state).figures)
        mat = game.mat(night.state)
        assert mat is not None
        night.close()
        table = table_for(mat, [name for name in self.places if name != "rick"])
        ring = FigureMark(ring=(0, 158, 115), outer_mm=20, inner_mm=13)
        self.table: Table = replace(table, figures={**table.figures, "rick": ring})
        write_table(self.table, folder / "table.json")

    def photograph(self, places: dict[str, str]) -> Path:
        figures, sharing = {}, dict.fromkeys(places.values(), 0)
        for name, space in places.items():
            (x1, y1), (x2, y2) = self.table.spaces[space][0], self.table.spaces[space][2]
            dx, dy = SPOTS[sharing[space]] if list(places.values()).count(space) > 1 else (0.0, 0.0)
            sharing[space] += 1
            figures[name] = Standing((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy, body_width_mm=8)
        picture = self.folder / "mat.png"
        cv2.imwrite(str(picture), draw(Shot(self.table, figures, busy=0.1, width=2400, height=2400))[0])
        return picture

    def run(self, command: str, *more: str) -> tuple[int, dict[str, Any]]:
        with pytest.raises(SystemExit) as left:
            main(["--language", "en", command, *more, "--table", str(self.folder / "table.json")])
        return int(left.value.code or 0), json.loads(self._capsys.readouterr().out)

    def compare(self, places: dict[str, str]) -> tuple[int, dict[str, Any]]:
        journal = str(self.folder / "friday.night")
        return self.run("compare", str(self.photograph(places)), "--journal", journal)


@pytest.fixture
def evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Evening:
    return Evening(tmp_path, capsys)


def test_the_camera_sees_every_figure_on_its_tile(evening: Evening) -> None:
    code, sighting = evening.run("see", str(evening.photograph(evening.places)))
    assert code == 0
    assert {name: one["space"] for name, one in sighting["figures"].items()} == evening.places


def test_the_record_agrees_also_where_two_guards_have_changed_places(evening: Evening) -> None:
    assert evening.compare(evening.places)[1]["agree"]
    swapped = evening.places | {"g1": evening.places["g3"], "g3": evening.places["g1"]}
    assert evening.compare(swapped)[1]["agree"]


def test_one_guard_on_a_wrong_tile_is_one_difference(evening: Evening) -> None:
    code, result = evening.compare(evening.places | {"g3": "0,0"})
    assert code == 1
    assert [(one["kind"], one["seen"]) for one in result["differences"]] == [("misplaced", "0,0")]
