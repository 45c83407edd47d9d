"""What is known is not asked: plain ways go on alone, open hands and piles are taken in one go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.presenters.home import last_time
from tests.kiosk.fixtures import quick_session, rayman_at
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


@pytest.fixture
def turn() -> Any:
    from tests.rules.rayman.table import turn as table

    return rayman_at(table({}, at=(5, 1), move=3).state)


def test_a_plain_way_is_done_without_a_second_touch(
    start: Start, turn: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.panels.table.panel.ALONE_S", 0.2)
    monkeypatch.setattr("kiosk.panels.table.panel.CHOICE_S", 0.2)
    hands = start("table", session=turn, camera_source="", goes_on_alone=True)
    hands.until(lambda: turn.is_lit)
    hands.touch_space("8/1")
    hands.until(lambda: turn.view().prompt.player == "Bo")
    assert hands.touches == 1


def test_cancelling_stops_it(start: Start, turn: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = start("table", session=turn, camera_source="", goes_on_alone=True)
    hands.until(lambda: turn.is_lit)
    hands.touch_space("8/1")
    assert hands.kiosk.panel._go_alone.is_triggered
    hands.tap("Cancel")
    assert not hands.kiosk.panel._go_alone.is_triggered
    assert turn.view().prompt.player == "Ana"


def test_a_way_that_costs_a_heart_waits_for_a_touch(start: Start) -> None:
    from tests.rules.rayman.table import turn as table

    session = rayman_at(table({"obstacles": "6"}, at=(5, 1), move=1).state)
    hands = start("table", session=session, camera_source="", goes_on_alone=True)
    hands.until(lambda: session.is_lit)
    hands.touch_space("6/1")
    assert hands.kiosk.panel.presenter.screen().goes_alone is None


def test_nothing_goes_alone_where_the_table_wants_to_be_asked(start: Start, turn: Any) -> None:
    hands = start("table", session=turn, camera_source="", goes_on_alone=False)
    hands.until(lambda: turn.is_lit)
    hands.touch_space("8/1")
    assert hands.kiosk.panel.presenter.screen().goes_alone is None


def test_open_hands_are_entered_one_after_the_other_and_submitted_together(start: Start) -> None:
    from kiosk.widgets.table.card import CardTile

    session = quick_session()
    hands = start("table", session=session, camera_source="")
    hands.tap("All hands lie open")
    before = session.night.revision
    for _ in range(8):
        tiles = [each for each in hands.widgets() if isinstance(each, CardTile) and each.style != "chosen"]
        assert session.night.revision == before, "nothing is recorded before the last hand"
        hands.press(tiles[0])
    assert session.night.revision == before + 4
    assert hands.kiosk.stack[-1][0] == "table"
    assert hands.touches == 9


def test_hands_that_lay_open_are_asked_for_by_themselves_until_one_is_hidden(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.panels.table.panel.ALONE_S", 0.2)
    session = quick_session()
    session.hands_lie_open = True
    hands = start("table", session=session, camera_source="", goes_on_alone=True)
    hands.until(lambda: hands.kiosk.stack[-1][0] == "cards")
    assert hands.kiosk.panel.memo["is_open"]
    hands.tap("Hide")
    hands.kiosk.back()
    hands.frames(3)
    assert hands.kiosk.panel.presenter.screen().goes_alone is None
    assert hands.touches == 1


def test_piles_are_drawn_in_one_go() -> None:
    session = quick_session("platformer")
    session.draw_all(lambda count: 0)
    assert session.view().dice is not None, "everything up to the first roll is drawn"
    assert session.told


def test_same_as_last_time_begins_the_same_night(start: Start, tmp_path: Path) -> None:
    from kiosk.night.session import Session

    (tmp_path / "data" / "nights").mkdir(parents=True)
    assert last_time() is None
    Session.begin("grimm", {"players": ["Mia", "Tom"]}).close()
    hands = start("home")
    hands.tap("Same as last time")
    assert hands.kiosk.stack[-1][0] == "table"
    assert hands.kiosk.session.game.manifest.id == "grimm"
    assert [player.name for player in hands.kiosk.session.view().players] == ["Mia", "Tom"]
    assert hands.touches == 1
