"""A server for phones of our own, where no service runs one already."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from companion.ports.programs import COMPANION, its_environment

AGAIN_S = 3.0
"""How long a server has lived at least before another takes its place."""


class ServerProcess:
    """Runs `companion serve` for as long as phones are let in, and ends it with us."""

    def __init__(self, gate: Path, *options: str) -> None:
        self._gate = gate
        self._options = options
        self._began_at = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process is not None else None

    def mind(self) -> None:
        """Begins it where it has died or never began, but not over and over should it die at every start."""
        is_gone = self._process is None or self._process.poll() is not None
        if is_gone and time.monotonic() - self._began_at > AGAIN_S:
            self._begin()

    def _begin(self) -> None:
        self._began_at = time.monotonic()
        self._process = subprocess.Popen(
            [*COMPANION, "serve", "--with-parent", "--socket", str(self._gate), *self._options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=its_environment(),
        )

    def close(self) -> None:
        """Ends the process."""
        process, self._process, self._began_at = self._process, None, 0.0
        if process is None:
            return
        process.terminate()
        try:
            process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
