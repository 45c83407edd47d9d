"""The gentle timer: once a turn, where the table wants it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kiosk.presenters.table.turn_clock import TurnClock
from tests.kiosk.fixtures import fixture_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def test_a_long_turn_is_told_once_and_the_next_one_anew() -> None:
    now = [0.0]
    clock = TurnClock(lambda: now[0])
    clock.follow("ana")
    now[0] = 119.0
    assert not clock.overdue(2)
    now[0] = 120.0
    assert not clock.overdue(0), "nobody wants to be told"
    assert clock.overdue(2)
    assert not clock.overdue(2), "once is enough"
    clock.follow("bo")
    now[0] = 180.0
    assert not clock.overdue(2)
    now[0] = 240.0
    assert clock.overdue(2)


def test_the_table_hears_of_it(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = start("table", session=fixture_session(table_view()), turn_minutes=2)
    said: list[str] = []
    hands.kiosk.sound.voice.on_said = said.append
    hands.kiosk.panel.rest(0.0)
    assert said == []
    monkeypatch.setattr(hands.kiosk.turn_clock, "_began", hands.kiosk.turn_clock._began - 121)
    hands.kiosk.panel.rest(0.0)
    hands.until(lambda: hands.says("Bo"))
    assert said == ["Bo has been on for 2 minutes. No hurry."]
