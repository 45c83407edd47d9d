"""Boards that fit: what can be touched is in sight and at least 8 mm, what is outside is pointed to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.blocks import Board, Piece, Space
from companion.core.message import literal
from kiosk.look.theme import REFERENCE_MM, REFERENCE_SIDE
from kiosk.widgets.board.frame import frame_of
from kiosk.widgets.board.geometry import Viewport, first_viewport
from tests.kiosk.fixtures import played, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def grid(**changes: Any) -> Board:
    spaces = tuple(Space(f"{x}/{y}", x, y) for x in range(40) for y in range(30))
    figure = Piece("ana", "2/2", "figure", literal("Ana"), seat=0, is_active=True)
    return Board(40, 30, spaces, pieces=(figure,), **changes)


def look(board: Board, window_w: float, window_h: float) -> Viewport:
    """Looks at a board with 45 pixels a space at least, and 90 at most."""
    frame = frame_of(board)
    assert frame is not None
    return frame.look(first_viewport(board, window_w, window_h, 45), 90)


def shows(viewport: Viewport, x: float, y: float) -> bool:
    (left, right), (top, bottom) = viewport.columns_in_sight(), viewport.rows_in_sight()
    return left <= x and x + 1 <= right and top <= y and y + 1 <= bottom


def test_the_view_comes_as_close_as_what_can_be_touched_and_the_goal_have_room() -> None:
    near = look(grid(lit=("4/2", "2/4"), goals=("5/2",)), 540, 450)
    far = look(grid(lit=("4/2", "2/4"), goals=("12/2",)), 540, 450)
    assert 45 <= far.unit_x < near.unit_x <= 90
    assert shows(near, 5, 2)
    assert shows(far, 12, 2) or far.unit_x == 45
    for viewport in (near, far):
        assert all(shows(viewport, x, y) for x, y in ((2, 2), (4, 2), (2, 4)))


def test_the_goal_gives_way_where_it_has_no_room_and_then_what_can_be_touched() -> None:
    without_goal = look(grid(lit=("4/2", "2/4"), goals=("30/20",)), 540, 450)
    assert all(shows(without_goal, x, y) for x, y in ((2, 2), (4, 2), (2, 4)))
    assert not shows(without_goal, 30, 20)
    only_some = look(grid(lit=("19/2", "2/3")), 540, 450)
    assert shows(only_some, 2, 2), "the figure never gives way"
    assert shows(only_some, 9, 2), "and what else can be seen is what can be touched"
    assert only_some.unit_x == 45


def test_a_lap_comes_closer_by_its_width_alone() -> None:
    figure = Piece("ana", "20/1", "figure", literal("Ana"), seat=0, is_active=True)
    spaces = tuple(Space(f"{x}/{y}", x, 3 - y) for x in range(44) for y in (1, 2, 3))
    few, many = (Board(44, 3, spaces, pieces=(figure,), lit=lit) for lit in (("21/1",), ("20/1", "30/1")))
    near, far = look(few, 600, 300), look(many, 600, 300)
    assert far.unit_x < near.unit_x <= 100
    assert 99 <= far.unit_y <= near.unit_y <= 100
    assert shows(far, 20, 2)
    assert shows(far, 30, 2)


def test_the_view_comes_close_by_itself_and_holds_still_while_a_touch_is_answered(start: Start) -> None:
    from msgspec.structs import replace

    from tests.kiosk.fixtures import fixture_session, table_view

    hands = start("table", session=fixture_session(table_view(board=grid(lit=("3/2", "2/3", "4/4")))))
    board = hands.kiosk.panel.board
    hands.until(lambda: hands.kiosk.session.is_lit)
    hands.frames(4)
    near = board.viewport
    assert near.unit_x > board.look.mm(8.0)
    hands.touch_space("4/4")
    assert hands.kiosk.panel.presenter.offer is not None
    assert board.viewport.unit_x == near.unit_x, "a touch does not change the distance"
    wide = replace(board.board, lit=("2/3", "10/4"), path=(), broken="")
    board.show(wide)
    assert board.viewport.unit_x < near.unit_x
    assert board.collide_point(*board.where("10/4"))
    board.change_distance()
    whole = board.viewport
    board.show(replace(wide, lit=("3/2",)))
    assert board.viewport == whole, "who wants to see the whole board does so until it is touched again"
    assert not board.is_close


def test_the_view_glides_to_its_new_distance_and_is_sharp_there(start: Start) -> None:
    from msgspec.structs import replace

    from tests.kiosk.fixtures import fixture_session, table_view

    session = fixture_session(table_view(board=grid(lit=("3/2", "2/3"))))
    hands = start("table", session=session, has_motion=True)
    board = hands.kiosk.panel.board
    hands.until(lambda: session.is_lit)
    hands.until(lambda: board._way is None)
    near = board.viewport
    board.show(replace(board.board, lit=("2/3", "10/4"), path=()))
    hands.until(lambda: board._way is not None and board.viewport.unit_x < near.unit_x)
    assert board._scale.x < 1, "what was drawn is shown smaller on the way"
    hands.until(lambda: board._way is None)
    assert board._scale.x == 1
    assert board._drawn.unit_x == board.viewport.unit_x


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


def test_one_pointer_a_side_stands_for_many_goals() -> None:
    from kiosk.widgets.board.pointers import pointers

    board = grid(goals=tuple(f"{x}/29" for x in range(8)))
    viewport = first_viewport(board, 400, 300, 45).looking_at(2, 2)
    assert [pointer.icon for pointer in pointers(board, viewport, 20)] == ["goal"]


def test_one_pointer_a_side_stands_for_all_figures_of_a_player() -> None:
    from kiosk.widgets.board.pointers import pointers

    board = grid()
    guards = tuple(Piece(f"g{x}", f"{x}/29", "figure", literal("Guard"), seat=1) for x in range(4))
    board = replace(board, pieces=(*board.pieces, *guards))
    viewport = first_viewport(board, 400, 300, 45).looking_at(2, 2)
    assert [pointer.colour for pointer in pointers(board, viewport, 20)] == ["seat-1"]


def test_pointers_at_one_edge_do_not_lie_over_each_other() -> None:
    from kiosk.widgets.board.pointers import pointers

    board = grid(lit=("3/29", "1/29"), goals=("2/29",))
    others = tuple(
        Piece(f"p{seat}", f"{seat + 1}/28", "figure", literal("Bo"), seat=seat) for seat in range(4)
    )
    board = replace(board, pieces=(*board.pieces, *others))
    viewport = first_viewport(board, 400, 300, 45).looking_at(2, 2)
    found = sorted(pointer.x for pointer in pointers(board, viewport, 20) if pointer.arrow == "down")
    assert len(found) >= 5
    assert all(right - left >= 40 for left, right in pairwise(found))
    assert found[0] >= 20
    assert found[-1] <= 380


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
