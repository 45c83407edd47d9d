"""Short messages stand in the way of no touch, and what goes wrong is said where it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.message import literal
from tests.kiosk.fixtures import fixture_session, hit_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def boxes(hands: Hands) -> list[tuple[float, float, float, float]]:
    return [(*box.pos, *box.size) for box in hands.kiosk.toasts.children]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return wide > 1 and high > 1


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("panel", ["table", "settings", "home", "content"])
def test_a_short_message_covers_no_button(start: Start, panel: str, size: tuple[int, int]) -> None:
    hands = start(panel, session=fixture_session(hit_view()), size=size)
    if panel == "content":
        hands.kiosk.panel.begin("tiles", "", None)
        hands.frames(3)
    hands.kiosk.toast("Nothing can be done about it now, and here is why.", "refusal")
    hands.frames(2)
    (spot,) = boxes(hands)
    assert spot[0] >= 0
    assert spot[0] + spot[2] <= size[0]
    assert spot[1] + spot[3] <= size[1]
    covered = [b for b in hands.buttons() if overlap(spot, (*b.to_window(*b.pos), *b.size))]
    assert [b.label.text if b.label else b.icon.name for b in covered] == []


def test_a_short_message_goes_at_a_touch_and_with_its_panel(start: Start) -> None:
    hands = start("settings")
    hands.kiosk.toast("First")
    hands.frames(2)
    assert hands.says("First")
    hands.touch(400, 200)
    assert not hands.says("First")
    hands.kiosk.toast("Second")
    hands.frames(2)
    hands.kiosk.open("about")
    hands.frames(2)
    assert not hands.says("Second")


def test_a_short_message_goes_by_itself(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.widgets.toast.STAYS_S", 0.01)
    hands = start("settings")
    hands.kiosk.toast("First")
    hands.until(lambda: hands.says("First"))
    hands.until(lambda: not hands.says("First"))


def test_a_short_message_waits_for_a_panel_that_opens_in_the_same_frame(start: Start) -> None:
    hands = start("home")
    from kivy.clock import Clock

    Clock.schedule_once(lambda _: hands.kiosk.open("settings"), 0)
    hands.kiosk.toast("Here it is")
    hands.frames(3)
    ((_, _, width, _),) = boxes(hands)
    assert width > 0.4 * hands.kiosk.panel.width


def test_a_refused_answer_is_explained_in_the_sheet_that_asked(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.core.errors import Illegal

    session = fixture_session()
    hands = start("table", session=session)
    hands.tap_icon("menu")
    hands.tap("Correct the record")
    hands.tap("Put a figure elsewhere")

    def refuse(commands: Any, source: str = "") -> None:
        raise Illegal(literal("There is a wall."))

    monkeypatch.setattr(session.night, "submit_all", refuse)
    hands.tap("OK")
    assert hands.kiosk.sheet is not None
    assert "There is a wall." in hands.words()


def test_what_was_posted_behind_an_error_still_arrives(start: Start) -> None:
    hands = start("home")
    heard: list[str] = []

    def fail() -> None:
        raise RuntimeError("torn")

    hands.kiosk.mailbox.post(fail)
    hands.kiosk.mailbox.post(lambda: heard.append("behind"))
    hands.until(lambda: heard)
    assert hands.says("torn")
