"""Every panel in every language, size and text size, one process a size, as a window has only one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.ports.programs import PYTHON

SIZES = ((800, 480), (1280, 720), (480, 800), (720, 1280))
USUAL, LARGEST = 1, 3


def draw_all(folder: Path, *, is_quick: bool = False) -> list[str]:
    """Draws everything and returns the faults that were found, each with its picture's name."""
    folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    for width, height in SIZES[:1] if is_quick else SIZES:
        with tempfile.TemporaryDirectory(prefix="companion-shots-") as data:
            environment = {**os.environ, "COMPANION_SILENT": "1", "COMPANION_DATA": data}
            command = [*PYTHON, "-m", "kiosk.show.shots", str(folder), str(width), str(height)]
            command += ["quick"] if is_quick else []
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["?"]
            faults.append(f"{width}x{height}: {lines[-1]}")
        faults += [line for line in done.stdout.splitlines() if line.startswith(f"{width}x{height}-")]
    return faults


def _draw_size(folder: Path, width: int, height: int, *, is_quick: bool) -> None:
    from kiosk.machine.window import prepare

    prepare(width, height)
    from kivy.clock import Clock

    from kiosk.app import Kiosk
    from kiosk.pilot.hands import Hands
    from kiosk.preferences import Preferences
    from kiosk.show.faults import faults_of
    from kiosk.show.photographer import Photographer
    from kiosk.show.screens import Screens

    app = Kiosk(
        preferences=Preferences(has_motion=False, moments="off", goes_on_alone=False, has_far_view=False)
    )
    photographer = Photographer(folder)
    scenes = Screens()

    def script() -> Iterator[None]:
        yield from scenes.play(Hands(app, is_stepping=False))
        for text_size in (USUAL,) if is_quick else (USUAL, LARGEST):
            for language in ("en", "fr"):
                app.preferences.language, app.preferences.text_size = language, text_size
                app.relook()
                for name in scenes.walk(app):
                    yield
                    yield
                    while app.thinker.is_busy:
                        yield
                    size = "largest" if text_size == LARGEST else "normal"
                    stem = f"{width}x{height}-{language}-{size}-{name}"
                    photographer.take_as(stem)
                    for fault in faults_of(app, name):
                        sys.stdout.write(f"{stem}: {fault}\n")
        app.stop()

    failed: list[Exception] = []

    def go_on(_: float) -> None:
        try:
            next(running, None)
        except Exception as error:  # the kiosk would show it and wait for a touch
            failed.append(error)
            app.stop()

    running = script()
    Clock.schedule_interval(go_on, 0)
    app.run()
    for error in failed:
        raise error


if __name__ == "__main__":
    _draw_size(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), is_quick="quick" in sys.argv[4:])
