"""Every panel in every language and size: no words cut off or over each other, no button too small."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def test_every_panel_fits_in_french_at_the_largest_text_on_the_small_display(start: Start) -> None:
    from kiosk.show.faults import faults_of
    from kiosk.show.screens import Screens

    hands = start(language="fr", text_size=3)
    faults: list[str] = []
    names: list[str] = []
    screens = Screens()
    for _ in screens.play(hands):
        pass
    for name in screens.walk(hands.kiosk):
        hands.frames(3)
        names.append(name)
        faults += [f"{name}: {fault}" for fault in faults_of(hands.kiosk, name)]
    assert len(names) > 20
    assert {"table-far", "moment-reveal", "rules-chapter", "rules-icons", "ear"} <= set(names)
    assert {"photos-card", "photos-die-taken", "photos-tile", "places", "grimm-turn"} <= set(names)
    assert faults == []


@pytest.mark.slow
def test_every_picture_is_drawn_without_a_fault(tmp_path: Path) -> None:
    from kiosk.machine.display import virtual_display
    from kiosk.show.shots import SIZES, draw_all

    with virtual_display():
        assert draw_all(tmp_path) == []
    pictures = list(tmp_path.glob("*.png"))
    assert len(pictures) >= len(SIZES) * 4 * 20
    assert {path.name.split("-")[0] for path in pictures} == {f"{w}x{h}" for w, h in SIZES}
