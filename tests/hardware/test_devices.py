"""One test body over every dice device: pins, USB box, keyboard button and the mock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from time import sleep

import pytest

from companion.core.errors import Invalid
from companion.i18n import words
from companion.ports import files
from companion.ports.dice import DiceDevice, DiceEvent
from hardware.config import BoxConfig, ButtonConfig, DeviceConfig, KeyConfig, load_config, save_config
from hardware.devices import feed_key, message_of, open_devices
from hardware.gpio_button import GpioButton
from hardware.key_button import KeyButton
from hardware.mock import MockDevice, PretendBox
from hardware.press import PressTimes
from hardware.usb_box import UsbBox

QUICK = PressTimes(debounce_s=0.01, long_press_s=0.2, stuck_s=0.4)


class Bench:
    """A device with somebody's finger on it."""

    def __init__(
        self,
        device: DiceDevice,
        press: Callable[[], None],
        hold: Callable[[float], None] | None = None,
        unplug: Callable[[], None] | None = None,
        plug: Callable[[], None] | None = None,
    ) -> None:
        self.device, self.press, self.hold, self.unplug, self.plug = device, press, hold, unplug, plug
        self.events: SimpleQueue[DiceEvent] = SimpleQueue()

    def next(self) -> DiceEvent:
        return self.events.get(timeout=5)

    def is_quiet(self, for_s: float = 0.15) -> bool:
        try:
            self.events.get(timeout=for_s)
        except Empty:
            return True
        return False


@pytest.fixture
def mock_pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


@pytest.fixture(params=["pins", "box", "key", "mock"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    boxes: list[PretendBox] = []
    if request.param == "pins":
        pin = request.getfixturevalue("mock_pins").pin(17)

        def hold(seconds: float) -> None:
            pin.drive_low()
            sleep(seconds)
            pin.drive_high()

        device = GpioButton("it", led_pin=27, buzzer_pin=22, times=QUICK)
        made = Bench(device, lambda: hold(0.05), hold)
    elif request.param == "box":
        port = tmp_path / "box"
        boxes.append(PretendBox(port))
        made = Bench(
            UsbBox("it", port=str(port)),
            lambda: boxes[-1].press(),
            unplug=lambda: boxes.pop().unplug(),
            plug=lambda: boxes.append(PretendBox(port)),
        )
    elif request.param == "key":
        button = KeyButton("it", key="f13", times=QUICK)

        def hold(seconds: float) -> None:
            assert button.feed("f13", True)
            sleep(seconds)
            assert button.feed("f13", False)

        made = Bench(button, lambda: hold(0.05), hold)
    else:
        mock = MockDevice("it")
        made = Bench(mock, mock.press, unplug=mock.unplug, plug=mock.plug)
    yield made
    made.device.close()
    for box in boxes:
        box.unplug()


def test_every_device_tells_the_same_story(bench: Bench) -> None:
    bench.device.start(bench.events.put)
    assert bench.next() == DiceEvent("connected", source="it")
    for _ in range(3):
        bench.press()
        assert bench.next() == DiceEvent("press", source="it")
        sleep(0.05)
    assert bench.is_quiet()
    for light in ("idle", "waiting", "rolled", "error"):
        bench.device.show(light, 4)  # type: ignore[arg-type]
    if bench.hold:
        bench.hold(0.3)
        assert bench.next() == DiceEvent("long_press", source="it")
        sleep(0.05)
        bench.hold(0.6)
        assert [bench.next().event for _ in range(3)] == ["long_press", "stuck", "released"]
    if bench.unplug and bench.plug:
        bench.unplug()
        assert bench.next() == DiceEvent("lost", source="it", detail="unplugged")
        bench.plug()
        assert bench.next() == DiceEvent("connected", source="it")
        bench.press()
        assert bench.next() == DiceEvent("press", source="it")
    bench.device.close()
    bench.device.close()
    bench.device.show("idle")
    assert bench.is_quiet()


def test_the_led_shows_what_the_game_waits_for(mock_pins: object) -> None:
    led = mock_pins.pin(27)  # type: ignore[attr-defined]
    button = GpioButton(led_pin=27)
    button.start(lambda event: None)
    button.show("rolled", 4)
    assert led.state == 1
    button.show("idle")
    assert led.state == 0
    button.show("waiting")
    states = set()
    for _ in range(30):
        sleep(0.05)
        states.add(led.state)
    assert states == {0, 1}
    button.close()


def test_pull_down_reads_the_other_way(mock_pins: object) -> None:
    pin = mock_pins.pin(5)  # type: ignore[attr-defined]
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    button = GpioButton(pin=5, pull="down", times=QUICK)
    button.start(events.put)
    assert events.get(timeout=1).event == "connected"
    pin.drive_high()
    sleep(0.05)
    pin.drive_low()
    assert events.get(timeout=1).event == "press"
    button.close()


def test_a_button_held_when_the_companion_starts_is_found_stuck(
    mock_pins: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpiozero.pins.mock import MockPin

    # A mock pin forgets what drives it when it is pulled up; a finger does not.
    monkeypatch.setattr(MockPin, "_set_pull", lambda pin, pull: setattr(pin, "_pull", pull))
    mock_pins.pin(17).drive_low()  # type: ignore[attr-defined]
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    button = GpioButton(times=QUICK)
    button.start(events.put)
    assert [events.get(timeout=2).event for _ in range(3)] == ["connected", "long_press", "stuck"]
    button.close()


def test_a_pin_in_use_and_a_machine_without_pins_are_told_not_raised(
    mock_pins: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[DiceEvent] = []
    first, second = GpioButton("first"), GpioButton("second")
    first.start(lambda event: None)
    second.start(told.append)
    assert told == [DiceEvent("lost", source="second", detail="busy")]
    second.show("error")
    first.close()

    from gpiozero import Device

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    GpioButton("third").start(told.append)
    assert told[-1].event == "lost"
    assert told[-1].source == "third"


def test_two_boxes_cannot_take_one_port(tmp_path: Path) -> None:
    pretend = PretendBox(tmp_path / "box")
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    first, second = (UsbBox(name, port=str(tmp_path / "box")) for name in ("first", "second"))
    first.start(events.put)
    assert events.get(timeout=2) == DiceEvent("connected", source="first")
    second.start(events.put)
    assert events.get(timeout=2) == DiceEvent("lost", source="second", detail="busy")
    second.close()
    first.close()
    pretend.unplug()


def test_a_box_that_comes_back_shows_the_light_of_now(tmp_path: Path) -> None:
    box = UsbBox("box", port=str(tmp_path / "box"))
    events: SimpleQueue[DiceEvent] = SimpleQueue()
    box.start(events.put)
    assert events.get(timeout=2) == DiceEvent("lost", source="box", detail="absent")
    box.show("rolled", 5)
    pretend = PretendBox(tmp_path / "box")
    assert events.get(timeout=2).event == "connected"
    for _ in range(100):
        if pretend.numbers:
            break
        sleep(0.02)
    assert pretend.numbers[-1] == 5
    assert pretend.lights[-1] is True
    box.close()
    pretend.unplug()


def test_a_key_is_learned_and_only_that_key_counts() -> None:
    devices = open_devices(DeviceConfig(box=(), key=(KeyConfig(),)))
    key = devices[0]
    assert isinstance(key, KeyButton)
    events: list[DiceEvent] = []
    key.start(events.append)
    assert not feed_key(devices, "a", True)
    key.learn()
    assert feed_key(devices, "b", True)
    assert key.key == "b"
    assert not feed_key(devices, "a", True)
    assert feed_key(devices, "b", False)
    assert feed_key(devices, "b", True)
    assert feed_key(devices, "b", False)
    assert [event.event for event in events] == ["connected", "press"]
    key.close()


def test_the_mock_is_chosen_by_environment_or_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [type(device) for device in open_devices(DeviceConfig(mock=True))] == [MockDevice]
    monkeypatch.setenv("COMPANION_DICE", "mock")
    assert [type(device) for device in open_devices()] == [MockDevice]
    monkeypatch.setenv("COMPANION_DICE", "")
    assert [type(device) for device in open_devices()] == [UsbBox]


def test_a_configuration_survives_the_disk_and_a_wrong_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "devices.toml"
    assert load_config(file) == DeviceConfig()
    config = DeviceConfig(
        button=(ButtonConfig(pin=5, led_pin=6, stuck_s=30),),
        box=(BoxConfig(name="left", port="/dev/ttyACM0"), BoxConfig(name="right", usb_ids=("1234:abcd",))),
        key=(KeyConfig(key="f13"),),
    )
    save_config(config, file)
    assert load_config(file) == config
    assert [device.name for device in open_devices(config)] == ["button", "left", "right", "key"]
    for wrong in ("[[button]]\npin = 99", "[[box]]\nbaud = 9600", "pin =", '[[box]]\nusb_ids = ["pico"]'):
        file.write_text(wrong)
        with pytest.raises(Invalid) as refusal:
            load_config(file)
        assert str(file) in words(refusal.value.message, "en")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_event_has_words_in_both_languages(language: str) -> None:
    events = [
        DiceEvent(name, source="box") for name in ("connected", "press", "long_press", "stuck", "released")
    ]
    events += [
        DiceEvent("lost", source="box", detail=why) for why in ("absent", "busy", "forbidden", "unusable")
    ]
    events += [DiceEvent("lost", source="box", detail="unplugged"), DiceEvent("roll", 4, "box")]
    for event in events:
        said = words(message_of(event), language)
        assert "box" in said
        assert "hardware." not in said


def test_a_pipe_that_says_nothing_is_no_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PIPE_PATIENCE_S", 0.05)
    os.mkfifo(tmp_path / "devices.toml")
    with pytest.raises(Invalid) as refusal:
        load_config(tmp_path / "devices.toml")
    assert "devices.toml" in words(refusal.value.message, "en")
