"""Dice devices at the table: presses and rolls from other threads, lights, losses, learned keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.kiosk.fixtures import played
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


@pytest.fixture
def asking(window: Any) -> Any:
    """A demo night that waits for dice."""
    from kiosk.show.demo import demo_session

    session = played(demo_session("grimm"), lambda session: session.view().dice is not None)
    assert session.view().dice is not None
    return session


@pytest.fixture
def table(start: Start, asking: Any) -> tuple[Hands, Any]:
    """The table panel with a pretend device beside it."""
    from hardware.mock import MockDevice

    hands = start("table", session=asking)
    device = MockDevice("red")
    hands.kiosk.dice_box.add(device)
    hands.frames(3)
    return hands, device


def on_another_thread(acts: Callable[..., None], *arguments: Any) -> None:
    thread = Thread(target=acts, args=arguments)
    thread.start()
    thread.join()


def last_step(hands: Hands) -> Any:
    return hands.kiosk.session.night.entries()[-1]


def test_a_press_on_another_thread_rolls_and_is_kept_with_its_source(table: tuple[Hands, Any]) -> None:
    hands, device = table
    before = len(hands.kiosk.session.night.entries())
    assert device.shown[-1][0] == "waiting"
    on_another_thread(device.press)
    hands.until(lambda: len(hands.kiosk.session.night.entries()) > before)
    assert last_step(hands).source == "red"
    assert device.shown[-1][0] == "rolled"
    assert hands.says("Rolled by red")


def test_a_box_brings_its_own_numbers(table: tuple[Hands, Any]) -> None:
    hands, device = table
    before = len(hands.kiosk.session.night.entries())
    request = hands.kiosk.session.view().dice
    for _ in request.dice:
        assert len(hands.kiosk.session.night.entries()) == before
        on_another_thread(device.roll, 2)
        hands.frames(2)
    hands.until(lambda: len(hands.kiosk.session.night.entries()) > before)
    assert last_step(hands).source == "box:red"


def test_a_number_that_the_die_does_not_have_is_not_taken(table: tuple[Hands, Any]) -> None:
    hands, device = table
    before = len(hands.kiosk.session.night.entries())
    device.roll(77)
    hands.until(lambda: hands.says("rolled 77"))
    assert len(hands.kiosk.session.night.entries()) == before


def test_a_long_press_asks_the_table_for_undo(table: tuple[Hands, Any]) -> None:
    hands, device = table
    device.press()
    hands.until(lambda: hands.kiosk.session.roll_source == "red")
    count = len(hands.kiosk.session.night.entries())
    device.long_press()
    hands.until(lambda: hands.kiosk.sheet is not None)
    assert len(hands.kiosk.session.night.entries()) == count, "a roll is known, so the table agrees first"


def test_a_lost_device_is_said_and_the_screen_rolls_on(table: tuple[Hands, Any]) -> None:
    hands, device = table
    device.unplug()
    hands.until(lambda: hands.says("was unplugged"))
    assert hands.kiosk.dice_box.lost == "red"
    before = len(hands.kiosk.session.night.entries())
    hands.tap("Roll")
    assert len(hands.kiosk.session.night.entries()) > before
    assert last_step(hands).source == "screen"
    device.plug()
    hands.until(lambda: not hands.kiosk.dice_box.lost)


def test_a_press_when_nothing_is_asked_changes_nothing(start: Start) -> None:
    from hardware.mock import MockDevice

    hands = start("home")
    device = MockDevice("red")
    hands.kiosk.dice_box.add(device)
    device.press()
    hands.until(lambda: hands.says("No roll is asked"))


def test_a_box_that_nobody_set_up_is_not_complained_about(start: Start) -> None:
    from companion.ports.dice import DiceEvent

    hands = start("dice")
    hands.kiosk.dice_box.heard(DiceEvent("lost", source="box", detail="absent"))
    hands.frames(2)
    assert not hands.kiosk.dice_box.lost
    assert not hands.says("is not there")


def test_a_key_is_learned_by_touch_and_rolls_from_then_on(
    start: Start, asking: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from kivy.core.window import Window

    from hardware.config import load_config

    monkeypatch.setenv("COMPANION_DEVICES", str(tmp_path / "devices.toml"))
    hands = start("dice", session=asking)
    hands.tap("Learn a USB button or key")
    Window.dispatch("on_key_down", 283, 64, None, [])
    Window.dispatch("on_key_up", 283, 64)
    hands.until(lambda: hands.says("is ready"))
    assert load_config().key[0].key == "f2"
    before = len(hands.kiosk.session.night.entries())
    Window.dispatch("on_key_down", 283, 64, None, [])
    Window.dispatch("on_key_up", 283, 64)
    hands.until(lambda: len(hands.kiosk.session.night.entries()) > before)
    assert last_step(hands).source == "key"


def test_symbols_are_the_faces_in_their_places() -> None:
    from companion.core.dice import D6, Die, Face
    from kiosk.machine.dice_box import face_of

    symbols = Die((Face("sword"), Face("sword"), Face("shield")))
    assert [face_of(symbols, value) for value in (1, 3, 4)] == ["sword", "shield", None]
    assert [face_of(D6, value) for value in (6, 7)] == [6, None]
