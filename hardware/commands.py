"""`companion dice`: listens to a dice box, pretends to be one, or audits the rolls of a night."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from types import FrameType

import click
import msgspec

from companion.cli import Language, complain
from companion.commands.help import translated
from companion.core.errors import Invalid
from companion.core.message import say
from companion.i18n import words
from companion.ports.dice import DiceEvent
from hardware.config import load_config
from hardware.devices import message_of
from hardware.mock import PretendBox
from hardware.usb_box import UsbBox


class _DiceGroup(click.Group):
    """Loads `audit` only when it is called: it reads nights, which hardware knows nothing of."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["audit", *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "audit":
            command: click.Command = import_module("companion.commands.dice_audit").audit
            return translated(command)
        return super().get_command(ctx, cmd_name)


@click.group(cls=_DiceGroup, invoke_without_command=True)
@click.option("--port", help="Serial port of the box; without it, the boxes of devices.toml or any Pico.")
@click.pass_context
def dice(ctx: click.Context, port: str | None) -> None:
    """Listen to a dice box (dice/1) and print one JSON line an event.

    A box that is missing is waited for; one that is unplugged is found again. End it with Ctrl-C.

    Example: companion dice --port /dev/ttyACM0
    """
    if ctx.invoked_subcommand is not None:
        return
    if port is not None:
        path = Path(port)
        if path.exists() and not path.is_char_device():
            raise Invalid(say("hardware.no_serial_port", port=port))
        boxes = [UsbBox(port, port=port)]
    else:
        boxes = [UsbBox(box.name, port=box.port, usb_ids=box.usb_ids) for box in load_config().box]
        complain(words(say("hardware.looking"), Language.chosen))
    _listen(boxes)


def _listen(boxes: list[UsbBox]) -> None:
    ended = _ended_by_signal()
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    was_there: set[str] = set()
    for box in boxes:
        box.start(events.put)
    while not ended.is_set():
        try:
            event = events.get(timeout=0.1)
        except Empty:
            continue
        if event.event == "lost":
            complain(words(message_of(event), Language.chosen))
            # A box that never was there cannot be lost: that is said to the person, not to the program.
            if event.source not in was_there:
                continue
        was_there.add(event.source)
        plain = DiceEvent(event.event, event.value)
        click.echo(msgspec.json.encode(plain).decode())
    for box in boxes:
        box.close()
        counts = box.counts
        complain(
            words(
                say(
                    "hardware.counts",
                    honoured=counts.honoured,
                    skipped=counts.skipped,
                    halves=counts.halves,
                ),
                Language.chosen,
            )
        )


@dice.command()
@click.option("--faces", type=click.IntRange(2, 100), help="Let the box roll by itself, with so many faces.")
@click.argument("port", type=click.Path(path_type=Path), required=False)
def pretend(faces: int | None, port: Path | None) -> None:
    """Pretend to be a dice box at PORT: every Enter presses its button.

    Example: companion dice pretend --faces 6 /tmp/dice, and elsewhere companion dice --port /tmp/dice
    """
    port = port or Path(tempfile.mkdtemp(prefix="dice-")) / "port"
    # A box that was killed leaves its link to a terminal behind; anything else is somebody's own.
    if os.path.lexists(port) and not (port.is_symlink() and port.readlink().is_relative_to("/dev/pts")):
        raise Invalid(say("hardware.port_taken", port=str(port)))
    box = PretendBox(port, faces=faces)
    complain(words(say("hardware.pretending", port=str(port)), Language.chosen))
    try:
        while sys.stdin.readline():
            box.press()
    finally:
        box.unplug()


def _ended_by_signal() -> Event:
    ended = Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    return ended
