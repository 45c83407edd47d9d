"""Boards that fit: what can be touched is in sight and at least 8 mm, what is outside is pointed to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.blocks import Board, Piece, Space
from companion.core.message import literal
from kiosk.look.theme import REFERENCE_MM, REFERENCE_SIDE
from kiosk.widgets.board.geometry import first_viewport, focus_point
from tests.kiosk.fixtures import played, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def grid(**changes: Any) -> Board:
    spaces = tuple(Space(f"{x}/{y}", x, y) for x in range(40) for y in range(30))
    figure = Piece("ana", "2/2", "figure", literal("Ana"), seat=0, is_active=True)
    return Board(40, 30, spaces, pieces=(figure,), **changes)


def test_the_goal_is_in_sight_where_it_has_room_and_gives_way_where_not() -> None:
    board = grid(lit=("4/2", "2/4"), goals=("9/2",))
    assert focus_point(board, 12, 8) == (6.0, 3.5)
    assert focus_point(board, 5, 5) == (3.5, 3.5), "what can be touched comes before the goal"
    assert focus_point(board, 1, 1) == (2.5, 2.5), "and the figure before all"


def test_what_is_out_of_sight_is_pointed_to_at_the_edge() -> None:
    from kiosk.widgets.board.pointers import pointers

    others = (Piece("bo", "39/2", "figure", literal("Bo"), seat=1),)
    board = grid(lit=("3/2", "2/29"), goals=("2/28",))
    board = Board(40, 30, board.spaces, pieces=(*board.pieces, *others), lit=board.lit, goals=board.goals)
    viewport = first_viewport(board, 400, 300, 45).looking_at(2, 2)
    found = {pointer.colour + pointer.arrow: pointer for pointer in pointers(board, viewport, 20)}
    assert set(found) == {"seat-1next", "accentdown"}
    assert found["seat-1next"].x == 380
    assert found["accentdown"].y == 280


@pytest.mark.parametrize("text_size", [1, 3])
@pytest.mark.parametrize("game", ["rayman", "grimm", "pickle_rick", "platformer"])
def test_spaces_to_touch_are_at_least_eight_millimetres(start: Start, game: str, text_size: int) -> None:
    session = played(quick_session(game), lambda night: bool(night.lit_view().board.lit))
    hands = start("table", session=session, text_size=text_size)
    hands.frames(4)
    viewport = hands.kiosk.panel.board.viewport
    unit_mm = REFERENCE_MM / REFERENCE_SIDE
    assert min(viewport.unit_x, viewport.unit_y) * unit_mm >= 8.0
    board = session.view().board
    active = next(piece for piece in board.pieces if piece.is_active)
    x, y = hands.kiosk.panel.board.where(active.space)
    assert hands.kiosk.panel.board.collide_point(x, y), "whose turn it is stands in sight"
