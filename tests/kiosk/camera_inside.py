"""A camera process inside the test's own: the same watcher, socket and pipeline, only quicker."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest

SIZE = (800, 450)


class InsideProcess:
    """Stands in for the process that the kiosk begins."""

    newest: Any = None

    def __init__(self, camera: str) -> None:
        from vision.teller import Teller
        from vision.watch import Watcher

        self._folder = tempfile.TemporaryDirectory(prefix="companion-test-")
        self.socket = Path(self._folder.name) / "watch.sock"
        self._teller = Teller(self.socket)
        self.watcher = Watcher(camera, self._teller)
        self._ended = Event()
        self._thread = Thread(target=self.watcher.run, args=(self._ended,), daemon=True)
        self._thread.start()
        InsideProcess.newest = self

    def mind(self, *, is_heard: bool) -> None:
        """Has no process that could die."""

    def close(self) -> None:
        self._ended.set()
        self._thread.join(timeout=10)
        self._teller.close()
        self._folder.cleanup()

    def redraw(self, **changes: Any) -> None:
        """Draws the table anew with another light, or as another camera sees it."""
        drawing = self.watcher._drawing
        drawing._base = replace(drawing._base, **changes)
        drawing._shown = None


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets drawn hands, sheets and scenes come to rest in a fraction of the usual time."""
    from vision import workshop
    from vision.capture import drawn_sheet
    from vision.capture.simulated import SimulatedTable
    from vision.eye import Eye

    monkeypatch.setattr("kiosk.camera.camera.CameraProcess", InsideProcess)
    drawn = partial(SimulatedTable, frame_s=0.02, hand_s=0.05, size=SIZE)
    monkeypatch.setattr("vision.watch.SimulatedTable", drawn)
    monkeypatch.setattr("vision.watch.Eye", partial(Eye, still_s=0.1, frames_a_second=40))
    monkeypatch.setattr("vision.watch.TURN_S", 0.01)
    monkeypatch.setattr("vision.watch.WHOLE_S", 0.1)
    monkeypatch.setattr(workshop, "LOOK_S", 0.03)
    monkeypatch.setattr(drawn_sheet, "HOLD_S", 0.2)
    monkeypatch.setattr(drawn_sheet, "MOVE_S", 0.02)
    monkeypatch.setattr("vision.remote.AGAIN_S", 0.05)
    monkeypatch.setattr("vision.remote.HEAR_S", 0.02)
    monkeypatch.setattr("vision.settle.PATIENCE_S", 0.3)
    monkeypatch.setattr("kiosk.panels.camera.picture.FRAME_S", 0.03)
    # The screen of a test never rests; the camera's threads beside it need their turn.
    from kiosk.pilot.hands import Hands

    frames = Hands.frames
    monkeypatch.setattr(Hands, "frames", lambda hands, count=3: (frames(hands, count), sleep(0.004))[0])
