"""Light that takes the rules long: the screen does not wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.kiosk.fixtures import FixtureGame, hit_view, session_of, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
LIT = table_view().board.lit


class SlowGame(FixtureGame):
    """Works out what is within reach only when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()
        self.described: list[Any] = []

    def reachable(self, state: Any, figure: str) -> Any:
        lit = super().reachable(state, figure)
        assert threading.current_thread() is not threading.main_thread()
        assert self.may_answer.wait(600)
        return lit

    def view(self, state: Any, viewer: str | None = None) -> Any:
        self.described.append((state, viewer))
        return super().view(state, viewer)


@pytest.fixture
def slow(window: Any) -> Any:
    session = session_of(SlowGame())
    yield session
    session.game.may_answer.set()


def test_the_screen_is_there_before_the_light(start: Start, slow: Any) -> None:
    hands = start("table", session=slow)
    assert hands.says("Bo: move Globox")
    assert hands.kiosk.panel.board.board.lit == ()
    hands.tap("Steps")
    assert hands.kiosk.sheet is not None
    hands.kiosk.close_sheet()
    assert not slow.is_lit, "nothing waited for the light"
    slow.game.may_answer.set()
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
    slow.game.may_answer.set()
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
