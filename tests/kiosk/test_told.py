"""What happened is told: everything on a way that was just gone, not the last command alone."""

from __future__ import annotations

from collections.abc import Callable

from tests.kiosk.fixtures import rayman_at
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def test_what_happens_on_the_way_is_told_after_the_turn(start: Start) -> None:
    from tests.rules.rayman.table import FAR, turn

    table = turn({"teensies": {**FAR, "blue": [6, 1]}}, at=(5, 1), move=3, slap=1)
    hands = start("table", session=rayman_at(table.state))
    hands.touch_space("8/1")
    assert not any("End the turn" in text for text in hands.words()), "the next player's turn is not Ana's"
    hands.tap("Do it")
    assert hands.kiosk.session.view().prompt.player != "Ana", "the turn is over"
    assert hands.says("Teensy"), "and the Teensy freed on the way is told"
