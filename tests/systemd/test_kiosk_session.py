"""The kiosk for real under a headless cage, as the service starts it, with a watchdog that listens."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

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


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cage") or not shutil.which("Xwayland"), reason="no cage here")
def test_the_kiosk_starts_under_cage_and_feeds_the_watchdog(home: Path) -> None:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(home / "notify"))
    (home / "notify").chmod(0o777)
    if os.geteuid() == 0:
        shutil.chown(home, "nobody", "nogroup")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "COMPANION_DATA": str(home / "data"),
        "COMPANION_DICE": "mock",
        "KIVY_HOME": str(home / "kivy"),
        "KIVY_NO_FILELOG": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_RUNTIME_DIR": str(home),
        "NOTIFY_SOCKET": str(home / "notify"),
        "WATCHDOG_USEC": "3000000",
        "WLR_BACKENDS": "headless",
        "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_RENDERER": "pixman",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    log = (home / "log").open("wb")
    process = subprocess.Popen(
        [*_as_nobody(), str(SESSION)], env=environment, stdout=log, stderr=log, start_new_session=True
    )
    try:
        states: list[str] = []
        deadline = monotonic() + 90
        while states.count("WATCHDOG=1") < 3 and monotonic() < deadline and process.poll() is None:
            heard.settimeout(max(0.1, min(5.0, deadline - monotonic())))
            try:
                states.append(heard.recv(200).decode())
            except TimeoutError:
                continue
        assert "READY=1" in states, (home / "log").read_text(errors="replace")[-3000:]
        assert states.count("WATCHDOG=1") >= 3
        assert process.poll() is None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        log.close()
