"""A camera process of our own, where no service watches the table already."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from companion.ports.chosen_camera import NAMED_BY
from companion.ports.programs import COMPANION, its_environment

AGAIN_S = 5.0
"""How long a camera process has lived at least before another takes its place."""
HUNG_AFTER_S = 30.0
"""How long one may not be heard before it is taken to hang, and ended."""


class CameraProcess:
    """Runs `companion watch` for as long as somebody looks, and ends it with us."""

    def __init__(self, camera: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="companion-eye-")
        self.socket = Path(self._folder.name) / "watch.sock"
        self._camera = camera
        self._begin()

    def _begin(self) -> None:
        self._began_at = self._heard_at = time.monotonic()
        self._process = subprocess.Popen(
            [*COMPANION, "watch", "--with-parent", "--socket", str(self.socket)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**its_environment(), NAMED_BY: self._camera},
        )

    def mind(self, *, is_heard: bool) -> None:
        """Begins anew where the process died or hangs, but not over and over should it die at every start."""
        now = time.monotonic()
        if is_heard:
            self._heard_at = now
        if self._process.poll() is None:
            if now - self._heard_at > HUNG_AFTER_S:
                self._process.kill()
        elif now - self._began_at > AGAIN_S:
            self._begin()

    def close(self) -> None:
        """Ends the process."""
        self._process.terminate()
        try:
            self._process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()
