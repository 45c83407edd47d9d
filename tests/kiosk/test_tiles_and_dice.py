"""Tiles, edges and lines of sight are drawn as they lie; dice on the table are chosen by touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.blocks import Board, Edge, Mark, Space, Tile
from companion.core.command import RollDice
from companion.core.message import literal
from tests.kiosk.fixtures import fixture_session, quick_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def colour_at(hands: Hands, path: Path, space: str, dx: float = 0.0, dy: float = 0.0) -> tuple[int, ...]:
    """Returns the colour beside the middle of a space, in shares of its size, y up."""
    board = hands.kiosk.panel.board
    x, y = board.to_window(*board.where(space))
    side = abs(board.where("b")[0] - board.where("a")[0])
    with Image.open(hands.picture(path / "shot.png")) as image:
        pixel: Any = image.convert("RGB").getpixel(
            (round(x + dx * side), round(image.height - y - dy * side))
        )
    return tuple(pixel)


def lying(**marks: Any) -> Board:
    tiles = (
        Tile("1", 0, 0, tone="red", label=literal("R"), has_arrow=True, turned=90),
        Tile("2", 1, 0, is_face_up=False),
        Tile("3", 2, 0, tone="blue"),
    )
    spaces = tuple(Space(name, x, 0) for x, name in enumerate("abc"))
    return Board(3, 1, spaces, tiles=tiles, **marks)


def test_a_tile_has_its_colour_and_a_hidden_one_does_not(start: Start, tmp_path: Path) -> None:
    hands = start("table", session=fixture_session(table_view(board=lying())))
    red, _, blue = (colour_at(hands, tmp_path, space, dy=-0.2) for space in "abc")
    hidden = colour_at(hands, tmp_path, "b", dx=0.3)
    assert red[0] > red[2] + 40
    assert blue[2] > blue[0] + 40
    assert max(hidden) - min(hidden) < 30


@pytest.mark.parametrize(
    ("side", "dx", "dy"), [("N", 0, 0.45), ("E", 0.45, 0), ("S", 0, -0.45), ("W", -0.45, 0)]
)
def test_a_wall_stands_on_its_side(start: Start, tmp_path: Path, side: Any, dx: float, dy: float) -> None:
    board = lying(edges=(Edge("c", side, "wall"),))
    hands = start("table", session=fixture_session(table_view(board=board)))
    assert min(colour_at(hands, tmp_path, "c", dx, dy)) > 180
    assert min(colour_at(hands, tmp_path, "c", -dx, -dy)) < 180


def test_sight_is_a_dotted_line_over_the_tiles(start: Start, tmp_path: Path) -> None:
    board = lying(marks=(Mark("sight", 0.5, 0.5, 2, 0, tone="danger"),))
    hands = start("table", session=fixture_session(table_view(board=board)))
    row = [colour_at(hands, tmp_path, "c", dx=-0.02 * step) for step in range(14)]
    assert any(red > 180 and blue < 130 for red, _, blue in row)


def test_dice_to_roll_again_are_touched(start: Start) -> None:
    session = quick_session("pickle_rick", hands="secret")
    session.night.submit(RollDice(("move", "tool", "joker", "weapon")))
    hands = start("table", session=session)
    hands.tap("Reroll up to 4")
    hands.tap("Tool")
    hands.tap("Weapon")
    hands.tap("OK")
    assert session.night.state.now.dice == ("d2", "d4")
