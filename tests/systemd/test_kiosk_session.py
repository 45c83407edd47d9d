"""The kiosk for real under a headless cage, as the service starts it, with a watchdog that listens."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from companion.commands.demo import default_setup
from companion.content.loader import load_content
from companion.core.errors import Refusal
from companion.games.registry import find_game
from companion.night.night import Night

SESSION = Path(__file__).parent.parent.parent / "systemd" / "kiosk-session"


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    # Sockets have short names, and the ordinary user must be able to walk there.
    folder = Path(subprocess.check_output(["mktemp", "-d", "/tmp/kiosk-XXXXXX"], text=True).strip())
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _as_nobody() -> list[str]:
    """Cage refuses to run as root: it is run as nobody then, who may read the virtual environment."""
    if os.geteuid() != 0:
        return []
    rights = "-all,+dac_read_search"
    who = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    return ["setpriv", *who, f"--inh-caps={rights}", f"--ambient-caps={rights}"]


class RunningSession:
    """The session script with a service manager that hears it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._heard.bind(str(home / "notify"))
        (home / "notify").chmod(0o777)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "COMPANION_DATA": str(home / "data"),
            "COMPANION_DICE": "mock",
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_RUNTIME_DIR": str(home),
            "NOTIFY_SOCKET": str(home / "notify"),
            "WATCHDOG_USEC": "3000000",
            "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_RENDERER": "pixman",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        with (home / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*_as_nobody(), str(SESSION)], env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def states(self, wanted: str, count: int, timeout_s: float = 90) -> list[str]:
        """Hears until a state was said so often."""
        said: list[str] = []
        deadline = monotonic() + timeout_s
        while said.count(wanted) < count and monotonic() < deadline and self.process.poll() is None:
            self._heard.settimeout(max(0.1, min(5.0, deadline - monotonic())))
            with suppress(TimeoutError):
                said.append(self._heard.recv(200).decode())
        assert said.count(wanted) >= count, (self._home / "log").read_text(errors="replace")[-3000:]
        return said

    def end(self, number: int) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self._heard.close()
        (self._home / "notify").unlink()


def _begin_night(home: Path) -> Path:
    game = find_game("rayman")
    content = load_content(game)
    path = home / "data" / "nights" / "evening.night"
    path.parent.mkdir(parents=True)
    with Night.create(game, default_setup(game, content), path=path, content=content) as night:
        for _ in range(5):
            night.submit(next(iter(game.offers(night.state))))
    if os.geteuid() == 0:
        for file in [home, *home.rglob("*")]:
            shutil.chown(file, "nobody", "nogroup")
    return path


def _is_in_use(path: Path) -> bool:
    try:
        Night.open(path).close()
    except Refusal:
        return True
    return False


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cage") or not shutil.which("Xwayland"), reason="no cage here")
def test_the_kiosk_under_cage_feeds_the_watchdog_and_resumes_after_a_power_cut(home: Path) -> None:
    night = _begin_night(home)
    steps = Night.read(night).revision
    for cut in (signal.SIGKILL, signal.SIGTERM):
        session = RunningSession(home)
        try:
            states = session.states("WATCHDOG=1", 3)
            assert "READY=1" in states
            assert _is_in_use(night), "the night in progress is taken up by itself"
        finally:
            session.end(cut)
        assert Night.read(night).revision == steps
