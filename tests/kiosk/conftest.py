"""One real window under Xvfb for all kiosk tests of a process, and a fresh kiosk in it for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.hands import Hands

WIDTH, HEIGHT = 800, 480


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Opens Kivy's window, which a process has only once."""
    from kiosk.machine.display import virtual_display

    data = tmp_path_factory.mktemp("window")
    before = {
        name: os.environ.get(name) for name in ("COMPANION_DATA", "COMPANION_SILENT", "KIVY_NO_CONSOLELOG")
    }
    os.environ.update(COMPANION_DATA=str(data), COMPANION_SILENT="1", KIVY_NO_CONSOLELOG="1")
    with virtual_display():
        from kiosk.machine.window import prepare

        prepare(WIDTH, HEIGHT)
        from kivy.base import runTouchApp
        from kivy.core.window import Window

        runTouchApp(embedded=True)
        yield Window
    for name, value in before.items():
        os.environ.pop(name, None) if value is None else os.environ.__setitem__(name, value)


@pytest.fixture
def start(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hands]]:
    """Starts kiosks with files in the test's own folder, without motion and cards unless asked for."""
    from kivy.base import EventLoop

    from kiosk.app import Kiosk
    from kiosk.pilot.hands import Hands as RealHands
    from kiosk.preferences import Preferences, PreferencesFile

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    # No waiting for the next sixtieth of a second: tests step through frames as fast as they come.
    monkeypatch.setattr("kiosk.app.BUSY_FPS", 0)
    # Nor for an echo that a test's finger does not have.
    monkeypatch.setattr("kiosk.widgets.stage.BOUNCE_S", 0.0)
    # What goes by itself at a table goes in a test only when the test says so.
    monkeypatch.setattr("kiosk.widgets.toast.STAYS_S", 3600.0)
    monkeypatch.setattr("kiosk.panels.table.frame.FAR_AFTER_S", 3600.0)
    # Nor until a new button hears: a test's finger has no habits.
    monkeypatch.setattr("kiosk.widgets.table.prompt_bar.DEAF_S", 0.0)
    monkeypatch.setattr("kiosk.pilot.hands.BOUNCE_S", 0.0)
    # Nor is memory tidied in the pauses of a busy machine.
    monkeypatch.setattr("kiosk.machine.memory.CALM_S", 3600.0)
    monkeypatch.setattr("kiosk.machine.memory.LONG_CALM_S", 3600.0)
    running: list[Any] = []

    def begin(
        panel: str = "home",
        *,
        session: Any = None,
        size: tuple[int, int] = (WIDTH, HEIGHT),
        is_drawn: bool = True,
        **preferences: Any,
    ) -> Hands:
        assert not running, "one kiosk at a time"
        if not is_drawn:
            monkeypatch.setattr(type(window), "on_draw", lambda _: None)
            monkeypatch.setattr(type(window), "on_flip", lambda _: None)
        window.rotation = 0
        if tuple(window.size) != size:
            window.size = size
        plain = {
            "language": "en",
            "has_motion": False,
            "moments": "off",
            "goes_on_alone": False,
            "teaches": False,
        }
        chosen = Preferences(**{**plain, **preferences})
        file = PreferencesFile(tmp_path / "data" / "kiosk.json")
        app = Kiosk(file, session=session, first_panel=panel, preferences=chosen)
        running.append(app)
        app._run_prepare()
        hands = RealHands(app)
        hands.frames(4)
        return hands

    yield begin
    for app in running:
        app.dispatch("on_stop")
        window.remove_widget(app.root)
        app.stack.clear()
    window.rotation = 0
    EventLoop.idle()
