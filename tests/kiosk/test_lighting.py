"""Light that takes the rules long: the screen does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.fixtures import hit_view, session_of, table_view
from tests.kiosk.hands import Hands
from tests.kiosk.slow_games import DarkGame

Start = Callable[..., Hands]
LIT = table_view().board.lit


@pytest.fixture
def slow(window: Any, tmp_path: Path) -> Any:
    session = session_of(DarkGame(tmp_path))
    yield session
    session.game.answer()


def test_the_screen_is_there_before_the_light(start: Start, slow: Any) -> None:
    hands = start("table", session=slow)
    assert hands.says("Bo: move Globox")
    assert hands.kiosk.panel.board.board.lit == ()
    hands.tap("Steps")
    assert hands.kiosk.sheet is not None
    hands.kiosk.close_sheet()
    assert not slow.is_lit, "nothing waited for the light"
    slow.game.answer()
    hands.until(lambda: hands.kiosk.panel.board.board.lit == LIT)


def test_a_state_is_described_once(start: Start, slow: Any) -> None:
    hands = start("table", session=slow)
    hands.kiosk.panel.show()
    hands.kiosk.panel.show()
    assert len(slow.game.described) == len(set(slow.game.described)) == 1
    slow.night.show(hit_view())
    hands.kiosk._night_changed()
    assert len(slow.game.described) == 2


def test_light_for_a_state_gone_by_is_dropped(start: Start, slow: Any) -> None:
    import msgspec

    hands = start("table", session=slow)
    view = table_view()
    slow.night.show(msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, lit=("9/2",))))
    hands.kiosk._night_changed()
    slow.game.answer()
    hands.until(lambda: hands.kiosk.panel.board.board.lit)
    assert hands.kiosk.panel.board.board.lit == ("9/2",)


def test_a_finger_on_the_board_is_answered_in_the_next_frame(start: Start, slow: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    hands = start("table", session=slow)
    board = hands.kiosk.panel.board
    x, y = board.where("6/1")
    finger = UnitTestTouch(x, y)
    finger.touch_down()
    assert board._overlay.pressed == "6/1"
    hands.frames(1)
    finger.touch_up()
    assert board._overlay.pressed is None


def two_movers() -> Any:
    """A table at which two pieces can be moved, and what is within reach does not say so yet."""
    import msgspec

    view = table_view()
    assert view.board is not None
    pieces = tuple(msgspec.structs.replace(piece, can_move=True) for piece in view.board.pieces)
    return msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, pieces=pieces))


def another(session: Any) -> Any:
    board = session.view().board
    here = next(piece.space for piece in board.pieces if piece.id == session.figure)
    return next(piece for piece in board.pieces if piece.space != here)


def test_a_figure_chosen_while_the_light_is_looked_for_is_lit_too(start: Start, slow: Any) -> None:
    slow.night.show(two_movers())
    hands = start("table", session=slow)
    slow.choose_figure(another(slow).id)
    slow.game.answer()
    hands.until(lambda: slow.is_lit)


def test_after_chance_the_way_goes_on_with_the_same_figure(start: Start, slow: Any) -> None:
    slow.night.show(two_movers())
    hands = start("table", session=slow)
    figure, stranger = slow.figure, another(slow)
    hands.kiosk.panel.presenter.bound_for = stranger.space
    slow.night.show(two_movers())
    hands.kiosk._night_changed()
    assert not hands.kiosk.panel.presenter.bound_for
    assert slow.figure == figure, "a piece that stands there is not meant instead"
