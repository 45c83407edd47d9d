"""Opens the dice devices of a table. Nothing here raises: a device that fails says so as an event."""

from __future__ import annotations

import os
from collections.abc import Iterable

from companion.core.message import Message, literal, say
from companion.ports.dice import DiceDevice, DiceEvent
from hardware.config import DeviceConfig
from hardware.gpio_button import GpioButton
from hardware.key_button import KeyButton
from hardware.mock import MockDevice
from hardware.press import PressTimes
from hardware.usb_box import UsbBox


def open_devices(config: DeviceConfig | None = None) -> list[DiceDevice]:
    """Makes the devices of a configuration, unstarted; COMPANION_DICE=mock makes one pretend device."""
    config = config or DeviceConfig()
    if config.mock or os.environ.get("COMPANION_DICE") == "mock":
        return [MockDevice()]
    devices: list[DiceDevice] = []
    for button in config.button:
        times = PressTimes(button.debounce_s, button.long_press_s, button.stuck_s)
        devices.append(
            GpioButton(
                button.name,
                pin=button.pin,
                pull=button.pull,
                led_pin=button.led_pin,
                buzzer_pin=button.buzzer_pin,
                times=times,
            )
        )
    devices += [UsbBox(box.name, port=box.port, usb_ids=box.usb_ids) for box in config.box]
    devices += [KeyButton(key.name, key=key.key) for key in config.key]
    return devices


def feed_key(devices: Iterable[DiceDevice], key: str, is_down: bool) -> bool:
    """Offers a key of the keyboard to the buttons that act as one; returns whether one took it."""
    return any(device.feed(key, is_down) for device in devices if isinstance(device, KeyButton))


def message_of(event: DiceEvent) -> Message:
    """Says an event to the table, and what to do where something is wrong."""
    device = literal(event.source)
    if event.event == "roll":
        return say("hardware.event.roll", device=device, value=event.value or 0)
    if event.event == "lost":
        return say(f"hardware.lost.{event.detail or 'absent'}", device=device)
    return say(f"hardware.event.{event.event}", device=device)
