"""How many touches a turn takes, counted by real fingers on a real window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.kiosk.conftest import start, window
from tests.kiosk.fixtures import played, quick_session, rayman_at
from tests.kiosk.hands import Hands

__all__ = ["start", "window"]
pytestmark = pytest.mark.bench

Start = Callable[..., Hands]


def count(what: str, hands: Hands, before: int) -> int:
    touches = hands.touches - before
    print(f"\n  {what:<28} {touches} touches")
    return touches


def large(hands: Hands) -> Any:
    return next(button for button in hands.buttons() if button.style == "primary")


def rayman_turn() -> Any:
    from tests.rules.rayman.table import turn

    return rayman_at(turn({}, at=(5, 1), move=3).state)


def test_a_rayman_turn_by_its_end_space(start: Start) -> None:
    session = rayman_turn()
    hands = start("table", session=session, camera_source="")
    hands.until(lambda: session.is_lit)
    hands.touch_space("8/1")
    hands.touch_space("8/1")
    assert session.view().prompt.player == "Bo"
    assert count("Rayman turn by end space", hands, 0) == 2


def test_a_rayman_turn_by_camera(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.core.message import literal
    from companion.referee import Comparison, Difference

    session = rayman_turn()
    hands = start("table", session=session, camera_source="")
    said = literal("moved")
    moved = Comparison((Difference("rayman", "misplaced", "5/1", "8/1", 1.0, said, said),))
    monkeypatch.setattr(hands.kiosk.camera, "seen", lambda: (session.game, session.state, moved))
    hands.kiosk.panel.sighted()
    hands.until(lambda: hands.kiosk.panel.presenter.offer is not None)
    monkeypatch.setattr(hands.kiosk.camera, "seen", lambda: None)
    hands.press(large(hands))
    assert session.view().prompt.player == "Bo"
    assert count("Rayman turn by camera", hands, 0) == 1


def test_a_grimm_turn(start: Start) -> None:
    session = played(
        quick_session("grimm"),
        lambda session: session.view().phase == "prepare" and session.view().dice is not None,
    )
    hands = start("table", session=session, camera_source="")
    least = 99
    for _ in range(8):
        before, walker = hands.touches, session.view().prompt.player
        hands.press(large(hands))
        hands.until(lambda: session.is_lit)
        if session.view().phase != "move" or not session.view().board.lit:
            break
        hands.touch_space(session.view().board.lit[0])
        hands.press(large(hands))
        if session.view().prompt.player != walker and session.view().phase == "prepare":
            least = min(least, count("Grimm turn", hands, before))
        elif session.view().dice is None:
            break
    assert least <= 3
