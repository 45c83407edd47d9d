"""`companion serve --night`: a night for phones and a TV without a kiosk, which a kill costs nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.night.night import Night
from tests.phones.conftest import a_night
from tests.phones.table import Phone, until

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_LANGUAGE": "en"}
    return subprocess.run(
        [*COMMAND, *args], capture_output=True, text=True, timeout=60, check=False, env=environment
    )


@contextmanager
def hosted(night: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """Hosts a night, and returns the process, its port and the token of the first invitation."""
    process = subprocess.Popen(
        [*COMMAND, "--night", str(night), "--agree", "--bind", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        link = next(line for line in process.stdout if line.startswith("http"))
        address, _, token = link.strip().partition("/#t=")
        yield process, int(address.rpartition(":")[2]), token
    finally:
        process.kill()
        process.wait(timeout=20)
        assert process.stdout is not None
        process.stdout.close()


def test_a_hosted_night_outlives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "tonight.night"
    a_night(path=path).close()
    phone = Phone(0)
    with hosted(path) as (process, port, token):
        phone.port = port
        assert phone.enter(token) == 200
        phone.connect()
        phone.take("seat", "Ana")
        assert phone.view is not None
        assert phone.view["can_take_chance"]
        before = phone.view["revision"]
        phone.say(do="chance", id="1", revision=before)
        first = phone.answer_to("1")
        assert first["ok"]
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=20)
        phone.leave()
    with hosted(path, port) as (process, _, _):
        until(phone.can_connect)
        phone.view = None
        phone.see(first["revision"])
        assert phone.view is not None
        assert phone.view["player"] == "Ana", "nobody joins anew"
        phone.answers.clear()
        phone.say(do="chance", id="1", revision=before)
        assert phone.answer_to("1")["ok"], "asked for again, answered, and not done again"
        phone.leave()
        process.terminate()
        assert process.wait(timeout=20) == 0
    with Night.read(path) as night:
        assert sum(row.source.startswith("phone#") for row in night.rows()) == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--night", "/nowhere/at-all.night"), "/nowhere/at-all.night"),
        (("--night", "x.night", "--socket", "y.sock"), "--night and --socket"),
        (("--port", "70000"), "70000"),
    ],
)
def test_bad_input_is_one_clear_line(args: tuple[str, ...], says: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_night_that_is_open_elsewhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tonight.night"
    with a_night(path=path):
        done = run("--night", str(path))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_server_whose_parent_ended_while_it_began_ends_too(tmp_path: Path) -> None:
    words = [*COMMAND, "--with-parent", "--socket", str(tmp_path / "nobody.sock")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun = subprocess.run(
        ["sh", "-c", '"$@" >/dev/null 2>&1 & echo $!', "sh", *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
        env=environment,
    )
    process = Path(f"/proc/{begun.stdout.strip()}")
    try:
        until(lambda: not process.exists() or "State:\tZ" in (process / "status").read_text(), 40)
    finally:
        if process.exists():
            os.kill(int(process.name), signal.SIGKILL)
