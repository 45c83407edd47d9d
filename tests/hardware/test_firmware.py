"""The dice box firmware: its logic on a clock that the test turns, its whole program on pretend pins."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tty
from pathlib import Path
from queue import SimpleQueue
from time import sleep

import pytest

from companion.ports.dice import DiceEvent
from hardware.firmware.dicebox import DiceBox
from hardware.protocol import Hello, Pressed, Rolled, parse_line
from hardware.usb_box import UsbBox

FIRMWARE = Path(__file__).parent.parent.parent / "hardware/firmware"


class Held:
    """A box in the hand: what it sent, and how it shone."""

    def __init__(self, die: object = None) -> None:
        self.sent: list[str] = []
        self.lights: list[bool] = []
        self.numbers: list[int] = []
        self.box = DiceBox(self.sent.append, self.lights.append, self.numbers.append, die)
        self.now = 0

    def wait(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now += 1
            self.box.tick(self.now)

    def hear(self, data: bytes) -> None:
        self.box.hear(data, self.now)

    def press(self) -> None:
        for is_closed in [True] * 40 + [False] * 40:
            self.now += 1
            self.box.contact(is_closed, self.now)

    def greeted(self) -> Held:
        self.wait(1)
        self.hear(b"OK\n")
        self.sent.clear()
        return self


def test_it_greets_until_it_is_answered() -> None:
    held = Held()
    held.wait(5000)
    assert len(held.sent) >= 2
    assert all(isinstance(parse_line(line.encode()), Hello) for line in held.sent)
    held.hear(b"OK\n")
    held.sent.clear()
    held.wait(5000)
    assert held.sent == []


def test_a_press_is_one_line_that_the_host_understands() -> None:
    held = Held().greeted()
    held.press()
    assert [parse_line(line.encode()) for line in held.sent] == [Pressed()]
    rolling = Held(die=lambda: 5).greeted()
    rolling.press()
    assert [parse_line(line.encode()) for line in rolling.sent] == [Rolled(5)]
    assert rolling.numbers == [5]


def test_bounces_make_one_press() -> None:
    held = Held().greeted()
    for is_closed in [True, False, True, False, *[True] * 40, False, True, False, *[False] * 40]:
        held.now += 1
        held.box.contact(is_closed, held.now)
    assert len(held.sent) == 1


def test_a_refused_line_is_sent_again_three_times_at_most() -> None:
    held = Held(die=lambda: 3).greeted()
    held.press()
    for _ in range(10):
        held.hear(b"ERR\n")
    assert len(held.sent) == 3
    assert len(set(held.sent)) == 1


def test_silence_never_repeats_a_roll() -> None:
    held = Held(die=lambda: 3).greeted()
    held.press()
    held.wait(20_000)
    assert [line for line in held.sent if line.startswith("ROLL")] == held.sent[:1]


def test_the_light_and_the_number_obey() -> None:
    held = Held().greeted()
    held.hear(b"LED on\nSHOW 6\n")
    assert (held.lights, held.numbers) == ([True], [6])
    held.hear(b"LED off\n")
    assert held.lights == [True, False]
    held.hear(b"LED blink\n")
    held.wait(4000)
    assert 8 <= len(held.lights) <= 14


@pytest.mark.parametrize("noise", [b"\xff\xfe\n", b"LED purple\n", b"SHOW x\n", b"x" * 5000, b"\n\n\n"])
def test_noise_from_the_host_harms_nothing(noise: bytes) -> None:
    held = Held().greeted()
    held.hear(noise)
    held.hear(b"\nLED on\n")
    assert held.lights == [True]


BOARD = """
import sys, time, types
sys.path.insert(0, {folder!r})

class Pin:
    IN, OUT, PULL_UP = 0, 1, 2
    def __init__(self, number, *mode): self.number, self.state = number, 1
    def value(self, new=None):
        if new is not None: self.state = new
        # The button is down for 100 ms of every 600; the bridge that lets the box roll is closed.
        if self.number == 15: return int(time.monotonic() % 0.6 > 0.1)
        return 0 if self.number == 13 else self.state
    def toggle(self): self.state = not self.state

sys.modules["machine"] = types.SimpleNamespace(Pin=Pin)
time.ticks_ms = lambda: int(time.monotonic() * 1000) & 0x3FFFFFFF
time.ticks_diff = lambda now, before: (now - before + 0x20000000 & 0x3FFFFFFF) - 0x20000000
time.sleep_ms = lambda milliseconds: time.sleep(milliseconds / 1000)
sys.stdin = types.SimpleNamespace(buffer=open(0, "rb", buffering=0), fileno=lambda: 0)
exec(compile(open({folder!r} + "/main.py").read(), "main.py", "exec"))
"""


def test_the_whole_program_runs_on_pretend_pins(tmp_path: Path) -> None:
    far, near = pty.openpty()
    tty.setraw(near)
    port = os.ttyname(near)
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    box = UsbBox("pico", port=port)
    box.start(events.put)
    program = subprocess.Popen(
        [sys.executable, "-u", "-c", BOARD.format(folder=str(FIRMWARE))], stdin=far, stdout=far
    )
    try:
        assert events.get(timeout=5) == DiceEvent("connected", source="pico")
        rolls = [events.get(timeout=5) for _ in range(4)]
        assert {event.event for event in rolls} == {"roll"}
        assert all(event.value in range(1, 7) for event in rolls)
        sleep(0.1)
        assert box.counts.skipped == 0
        assert box.counts.honoured >= 5, "the greeting counts too"
    finally:
        program.kill()
        program.wait()
        box.close()
        os.close(far)
        os.close(near)
