"""Settings by touch: every switch shows at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def kept(tmp_path: Path) -> dict[str, object]:
    return msgspec.json.decode((tmp_path / "data" / "kiosk.json").read_bytes())


def test_the_language_changes_at_once_and_is_kept(start: Start, tmp_path: Path) -> None:
    hands = start("settings")
    assert hands.says("Settings")
    hands.tap("Français")
    assert hands.says("Réglages")
    assert kept(tmp_path)["language"] == "fr"


def test_text_size_contrast_and_theme_change_the_look_at_once(start: Start, tmp_path: Path) -> None:
    hands = start("settings")
    before = hands.kiosk.look
    hands.tap("A+++")
    assert hands.kiosk.look.text_scale > before.text_scale
    hands.tap("Light")
    assert hands.kiosk.look.palette.name == "light"
    assert kept(tmp_path)["text_size"] == 3
