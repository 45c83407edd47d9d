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
