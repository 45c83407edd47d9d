"""The camera sees pawns on the sample board, and a moved pawn becomes a proposal."""

from __future__ import annotations

from companion.content.loader import load_content
from companion.games.grimm import GAME
from companion.games.grimm.state import State
from companion.ports.sight import SceneChange, Sighting
from tests.rules.grimm.table import Table
from vision.layout import table_for
from vision.render.draw import draw
from vision.render.shot import Shot, Standing
from vision.see import Seer

PLAYERS = [{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "queen"}]


def look(state: State, places: dict[str, str]) -> Sighting:
    """Renders pawns on spaces of the board and looks at the picture."""
    board = GAME.view(state).board
    assert board is not None
    table = table_for(board, list(places))
    middles = {
        figure: [sum(axis) / len(axis) for axis in zip(*table.spaces[space], strict=True)]
        for figure, space in places.items()
    }
    standing = {figure: Standing(x, y, body_mm=40.0) for figure, (x, y) in middles.items()}
    picture, _ = draw(Shot(table, standing, width=1920, height=1080))
    return Seer(table).look(picture).sighting


def test_pawns_are_seen_where_they_stand_and_a_move_is_proposed() -> None:
    table = Table.started(players=PLAYERS, hands="secret")
    table.state = GAME.new_state({"players": PLAYERS, "hands": "secret"}, load_content(GAME))
    table.do("roll 5", "roll 2", "drawn chests 1", "roll 3")
    expected = GAME.expected_scene(table.state).figures
    seen = look(table.state, expected)
    assert {figure: spot.space for figure, spot in seen.figures.items()} == expected
    end = GAME.reachable(table.state, "wolf")[0]
    moved = look(table.state, {**expected, "wolf": end})
    assert moved.figures["wolf"].space == end
    (way, *_) = GAME.interpret(table.state, SceneChange({"wolf": (expected["wolf"], end)}))
    assert GAME.decide(table.state, way.commands[0])
