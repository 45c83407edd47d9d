"""Dice devices at a running night: a press rolls, a roll counts, a long press undoes, lights follow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.content.library import Content
from companion.core.message import Message
from companion.night.night import Night
from companion.night.record import Step
from hardware.key_button import KeyButton
from hardware.mock import MockDevice
from kiosk.machine.dice_box import DiceBox
from kiosk.night.session import Session
from tests.example.game import GAME


class Table:
    """A night of the example game with a mock device beside it."""

    def __init__(self) -> None:
        night = Night.create(GAME, {"players": ["Ana", "Bo"]}, content=Content((), {}))
        self.session = Session(night)
        self.told: list[Message] = []
        self.undos = 0
        self.box = DiceBox(
            lambda call: call(), lambda message, is_good: self.told.append(message), self._undo
        )
        self.device = MockDevice("box")
        self.box.devices = [self.device]
        self.box.session = self.session
        self.device.start(self.box.heard)
        self.box.refresh()

    def _undo(self) -> None:
        self.undos += 1

    def steps(self) -> list[Step]:
        return [row for row in self.session.night.rows() if isinstance(row, Step)]


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.box.close()


def test_a_press_rolls_and_is_kept_with_its_source_and_time(table: Table) -> None:
    assert table.device.shown[-1] == ("waiting", None)
    table.device.press()
    (step,) = table.steps()
    assert b"RollDice" in bytes(step.command)
    assert step.source == "box"
    assert step.time is not None
    assert any(light == "rolled" for light, _ in table.device.shown)


def test_a_box_brings_its_own_number(table: Table) -> None:
    table.device.roll(5)
    (step,) = table.steps()
    assert b"5" in bytes(step.command)
    assert ("rolled", 5) in table.device.shown


def test_a_roll_that_no_die_shows_changes_nothing_and_is_said(table: Table) -> None:
    table.device.roll(99)
    assert table.steps() == []
    assert len(table.told) == 1


def test_a_press_out_of_turn_changes_nothing(table: Table) -> None:
    table.device.press()
    table.device.press()
    assert len(table.steps()) == 1


def test_a_long_press_asks_for_an_undo_and_a_lost_device_is_said(table: Table) -> None:
    table.device.long_press()
    assert table.undos == 1
    table.device.unplug()
    assert [message.key for message in table.told] == ["hardware.lost.unplugged"]
    table.device.plug()
    table.device.press()
    assert len(table.steps()) == 1


def test_a_learned_key_of_a_keyboard_rolls(table: Table) -> None:
    key = KeyButton("foot switch", key="f13")
    key.start(table.box.heard)
    table.box.devices.append(key)
    assert not table.box.key("a", True)
    assert table.box.key("f13", True)
    assert table.box.key("f13", False)
    (step,) = table.steps()
    assert step.source == "foot switch"
