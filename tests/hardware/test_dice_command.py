"""`companion dice` as another program sees it: a real process on a real pseudo-terminal."""

from __future__ import annotations

import json
import os
import pty
import random
import select
import signal
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from hardware.mock import PretendBox
from hardware.protocol import with_checksum


class Listening:
    """A running `companion dice --port`."""

    def __init__(self, port: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from companion.cli import main; main()", "dice", "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COMPANION_LANGUAGE": "en"},
        )
        self.lines: list[str] = []
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)

    def events(self, count: int, timeout_s: float = 15) -> list[object]:
        deadline = monotonic() + timeout_s
        while len(self.lines) < count and monotonic() < deadline:
            sleep(0.01)
        return [json.loads(line) for line in self.lines]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(number)
        _, errors = self.process.stderr and (None, self.process.stderr.read())
        code = self.process.wait(timeout=10)
        self._reading.join(timeout=2)
        return code, errors


class Cable:
    """The box's end of a cable, plugged in at a path."""

    def __init__(self, port: Path) -> None:
        self.end, near = pty.openpty()
        tty.setraw(near)
        port.unlink(missing_ok=True)
        port.symlink_to(os.ttyname(near))
        self._near = near

    def say(self, data: bytes) -> None:
        os.write(self.end, data)

    def answers(self, count: int, timeout_s: float = 10) -> list[bytes]:
        heard, deadline = b"", monotonic() + timeout_s
        while heard.count(b"\n") < count and monotonic() < deadline:
            if select.select([self.end], [], [], 0.1)[0]:
                heard += os.read(self.end, 4096)
        return heard.split(b"\n")[:-1]

    def pull(self) -> None:
        os.close(self._near)
        os.close(self.end)


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return tmp_path / "dice"


@pytest.fixture
def cable(port: Path) -> Cable:
    return Cable(port)


@pytest.fixture
def listening(port: Path, cable: Cable) -> Iterator[Listening]:
    made = Listening(port)
    assert made.events(1) == [{"event": "connected"}]
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.wait()


def test_each_line_is_answered_and_each_event_printed(listening: Listening, cable: Cable) -> None:
    cable.say(
        b"HELLO box 1.0\nPRESS\nROLL 4\n" + with_checksum(b"ROLL 6") + b"\nROLL 4 *00\nNOISE\n\nPRESS\r\n"
    )
    assert cable.answers(8) == [b"OK", b"OK", b"OK", b"OK", b"ERR", b"ERR", b"ERR", b"OK"]
    assert listening.events(5)[1:] == [
        {"event": "press"},
        {"event": "roll", "value": 4},
        {"event": "roll", "value": 6},
        {"event": "press"},
    ]
    code, errors = listening.end()
    assert code == 0
    assert "5 lines understood, 3 skipped" in errors


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_well(listening: Listening, number: int) -> None:
    code, errors = listening.end(number)
    assert code == 0
    assert "Traceback" not in errors


def test_unplugging_in_the_middle_of_a_line_makes_no_roll(
    listening: Listening, cable: Cable, port: Path
) -> None:
    cable.say(b"ROLL 3\nROLL 1")
    assert len(listening.events(2)) == 2
    cable.pull()
    assert listening.events(3)[2] == {"event": "lost"}
    again = Cable(port)
    assert listening.events(4)[3] == {"event": "connected"}
    again.say(b"2\nROLL 5\n")
    assert again.answers(2) == [b"ERR", b"OK"]
    assert listening.events(5)[4:] == [{"event": "roll", "value": 5}]
    code, errors = listening.end()
    assert code == 0
    assert "1 cut off" in errors
    again.pull()


def test_a_missing_port_is_waited_for_and_said(port: Path) -> None:
    listening = Listening(port)
    assert listening.process.stderr is not None
    assert "is not there" in listening.process.stderr.readline()
    assert listening.events(0) == []
    cable = Cable(port)
    cable.say(b"ROLL 2\n")
    assert listening.events(2) == [{"event": "connected"}, {"event": "roll", "value": 2}]
    assert listening.end()[0] == 0
    cable.pull()


def test_a_file_that_is_no_port_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    listening = Listening(tmp_path / "file")
    assert listening.process.wait(timeout=10) == 2
    errors = listening.process.stderr.read() if listening.process.stderr else ""
    assert errors.count("\n") == 1
    assert "no serial port" in errors


def test_a_babbling_box_that_never_reads_answers_stops_nothing(listening: Listening, cable: Cable) -> None:
    source = random.Random(7)
    for _ in range(200):
        cable.say(source.randbytes(500).replace(b"R", b"x") + b"\n")
    cable.say(b"ROLL 9\n")
    assert listening.events(2)[1:] == [{"event": "roll", "value": 9}]


def test_the_firmware_and_the_host_understand_each_other(port: Path) -> None:
    box = PretendBox(port, faces=6)
    listening = Listening(port)
    assert listening.events(1) == [{"event": "connected"}]
    for _ in range(5):
        box.press()
        sleep(0.05)
    rolls = listening.events(6)[1:]
    assert [{"event": "roll", "value": value} for value in box.numbers] == rolls
    assert listening.end()[0] == 0
    box.unplug()
