"""Settings by touch: every switch shows at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def kept(tmp_path: Path) -> dict[str, Any]:
    saved: dict[str, Any] = msgspec.json.decode((tmp_path / "data" / "kiosk.json").read_bytes())
    return saved


def row_of(hands: Hands, name: str) -> Any:
    """Finds the row of a setting by its name."""
    from kiosk.widgets.text import Text

    label = next(w for w in hands.widgets() if isinstance(w, Text) and w.text == name)
    return label.parent.parent


def press_in(hands: Hands, name: str, index: int) -> None:
    """Presses the n-th button in the row of a setting."""
    from kiosk.widgets.button import PushButton

    buttons = [w for w in row_of(hands, name).walk(restrict=True) if isinstance(w, PushButton)]
    hands.press(sorted(buttons, key=lambda button: button.x)[index])


def test_the_language_changes_at_once_and_is_kept(start: Start, tmp_path: Path) -> None:
    hands = start("settings")
    assert hands.says("Settings")
    hands.tap("Français")
    assert hands.says("Réglages")
    assert not hands.says("Settings")
    assert kept(tmp_path)["language"] == "fr"


def test_the_look_changes_at_once(start: Start, tmp_path: Path) -> None:
    hands = start("settings")
    before = hands.kiosk.look
    hands.tap("A+++")
    assert hands.kiosk.look.font_px("text") > 1.25 * before.font_px("text")
    hands.tap("Light")
    assert hands.kiosk.look.palette.background > "#F"
    press_in(hands, "High contrast", 1)
    assert hands.kiosk.look.colour("text") == (0, 0, 0, 1)
    assert kept(tmp_path)["text_size"] == 3


def test_turning_the_screen_turns_the_touches_too(start: Start) -> None:
    hands = start("settings")
    hands.tap("90°")
    assert hands.kiosk.look.is_portrait
    hands.tap("0°")
    assert not hands.kiosk.look.is_portrait


def test_sound_and_automation_are_switched_and_kept(start: Start, tmp_path: Path) -> None:
    hands = start("settings")
    press_in(hands, "Mute", 1)
    press_in(hands, "Volume", 0)
    press_in(hands, "Camera proposes moves", 0)
    saved = kept(tmp_path)
    assert (saved["is_muted"], saved["volume"], saved["camera_proposes"]) == (True, 75, False)
    assert hands.says("75 %")


def test_without_a_backlight_a_shade_dims_the_screen(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.machine import power

    monkeypatch.setattr(power, "BACKLIGHTS", tmp_path / "none")
    monkeypatch.setattr(power.set_brightness, "__defaults__", (tmp_path / "none",))
    hands = start("settings")
    assert hands.kiosk.dimmer.darkness == 0
    press_in(hands, "Brightness", 0)
    assert 0 < hands.kiosk.dimmer.darkness < 0.2
    press_in(hands, "Brightness", -1)
    assert hands.kiosk.dimmer.darkness == 0, "touches pass through the shade"


def test_a_writable_backlight_is_set_instead(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kiosk.machine import power

    light = tmp_path / "lights" / "panel"
    light.mkdir(parents=True)
    (light / "max_brightness").write_text("255")
    (light / "brightness").write_text("255")
    monkeypatch.setattr(power.set_brightness, "__defaults__", (tmp_path / "lights",))
    hands = start("settings")
    press_in(hands, "Brightness", 0)
    assert (light / "brightness").read_text() == str(255 * 90 // 100)
    assert hands.kiosk.dimmer.darkness == 0


def test_the_night_is_half_as_bright_where_that_is_chosen(window: Any) -> None:
    from kiosk.machine.dimmer import wanted_percent
    from kiosk.preferences import Preferences

    chosen = Preferences(brightness=80, dims_at_night=True)
    assert [wanted_percent(chosen, hour) for hour in (6, 12, 23)] == [40, 80, 40]
    assert wanted_percent(Preferences(brightness=80), 23) == 80


def test_shutting_down_asks_first(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk.machine import power

    asked: list[str] = []
    monkeypatch.setattr(power, "can_power", lambda: True)
    monkeypatch.setattr(power, "power", lambda what: asked.append(what) or True)
    hands = start("settings")
    hands.tap("Shut down")
    assert asked == []
    hands.tap("Cancel")
    hands.tap("Shut down")
    hands.tap("Shut down")
    assert asked == ["shut_down"]


def test_power_is_not_offered_where_it_cannot_work(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk.machine import power

    monkeypatch.setattr(power, "SYSTEMD", Path("/nowhere"))
    hands = start("settings")
    assert not hands.says("Shut down")
    hands.tap("About")
    assert hands.says("sample")
