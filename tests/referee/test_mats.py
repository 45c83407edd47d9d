"""Pictures of a grid mat against running nights: tags, a ring, enemies of a kind that are alike."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import cv2
import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.core.chance import draw
from companion.games.platformer import commands as cmd
from companion.games.registry import find_game
from companion.night.night import Night
from companion.ports.table import FigureMark, Table
from vision.layout import table_for
from vision.render.draw import draw as drawn
from vision.render.shot import Shot, Standing
from vision.tables import write_table

SPOTS = ((-12.0, -12.0), (12.0, 12.0), (-12.0, 12.0), (12.0, -12.0))
"""Where figures stand that share a space, in millimetres from its middle."""


def heroes_on_the_map(night: Night) -> None:
    """Plays Platformer until both heroes have come in beside the enemies of the lowest level."""
    rng = Random(3)
    while not all(player.at for player in night.state.players):
        requests = night.game.chance(night.state)
        kinds = (cmd.Generate, cmd.EndTurn)
        night.submit(
            draw(requests[0], rng.randrange)
            if requests
            else next(one for one in night.game.legal_commands(night.state) if isinstance(one, kinds))
        )


class Evening:
    """A night at a table with a camera, and pictures of its mat; the first figure wears a ring."""

    def __init__(self, game_id: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        game = find_game(game_id)
        self.folder, self._capsys = folder, capsys
        night = Night.create(game, {"players": ["Ana", "Bo"]}, path=folder / "friday.night")
        if game_id == "platformer":
            heroes_on_the_map(night)
        scene = game.expected_scene(night.state)
        self.places = dict(scene.figures)
        self.alike = [[name for name in group if name in self.places] for group in scene.alike.values()]
        mat = game.mat(night.state)
        assert mat is not None
        night.close()
        first, *others = self.places
        table = table_for(mat, others)
        ring = FigureMark(ring=(0, 158, 115), outer_mm=20, inner_mm=13)
        self.table: Table = replace(table, figures={**table.figures, first: ring})
        write_table(self.table, folder / "table.json")

    def photograph(self, places: dict[str, str]) -> Path:
        figures, sharing = {}, dict.fromkeys(places.values(), 0)
        for name, space in places.items():
            (x1, y1), (x2, y2) = self.table.spaces[space][0], self.table.spaces[space][2]
            dx, dy = SPOTS[sharing[space]] if list(places.values()).count(space) > 1 else (0.0, 0.0)
            sharing[space] += 1
            figures[name] = Standing((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy, body_width_mm=8)
        picture = self.folder / "mat.png"
        cv2.imwrite(str(picture), drawn(Shot(self.table, figures, busy=0.1, width=2400, height=2400))[0])
        return picture

    def run(self, command: str, *more: str) -> tuple[int, dict[str, Any]]:
        with pytest.raises(SystemExit) as left:
            main(["--language", "en", command, *more, "--table", str(self.folder / "table.json")])
        return int(left.value.code or 0), json.loads(self._capsys.readouterr().out)

    def compare(self, places: dict[str, str]) -> tuple[int, dict[str, Any]]:
        journal = str(self.folder / "friday.night")
        return self.run("compare", str(self.photograph(places)), "--journal", journal)


@pytest.fixture(params=["pickle_rick", "platformer"])
def evening(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Evening:
    return Evening(request.param, tmp_path, capsys)


def test_the_camera_sees_every_figure_on_its_tile(evening: Evening) -> None:
    code, sighting = evening.run("see", str(evening.photograph(evening.places)))
    assert code == 0
    assert {name: one["space"] for name, one in sighting["figures"].items()} == evening.places


def test_the_record_agrees_also_where_two_that_are_alike_have_changed_places(evening: Evening) -> None:
    assert evening.compare(evening.places)[1]["agree"]
    group = max(evening.alike, key=len)
    one, other = group[0], group[-1]
    assert evening.places[one] != evening.places[other]
    swapped = {one: evening.places[other], other: evening.places[one]}
    assert evening.compare(evening.places | swapped)[1]["agree"]


def test_one_of_them_on_a_wrong_space_is_one_difference(evening: Evening) -> None:
    group = max(evening.alike, key=len)
    free = next(space for space in evening.table.spaces if space not in evening.places.values())
    code, result = evening.compare(evening.places | {group[-1]: free})
    assert code == 1
    assert [(one["kind"], one["seen"]) for one in result["differences"]] == [("misplaced", free)]
