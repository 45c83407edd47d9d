"""Dice buttons and boxes beside the screen: what they report becomes a roll of the night.

`hardware` is loaded only when the kiosk runs at a table, so that tests and pictures need no pins.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from companion.core.errors import Refusal
from companion.core.message import Message
from companion.ports.dice import DiceDevice, DiceEvent, LightState
from kiosk.chance import roll
from kiosk.session import Session


class DiceBox:
    """Every dice device of the table; events arrive on other threads and are posted to the screen's."""

    def __init__(
        self, post: Callable[[Callable[[], Any]], None], tell: Callable[[Message, bool], None]
    ) -> None:
        self._post = post
        self._tell = tell
        self.devices: list[DiceDevice] = []
        self.session: Session | None = None

    def open(self) -> None:
        """Opens the devices of this machine's configuration; one that fails says so and is left out."""
        room = import_module("hardware.devices")
        try:
            config = import_module("hardware.config").load_config()
        except Refusal as refusal:
            self._tell(refusal.message, False)
            return
        self.devices = room.open_devices(config)
        for device in self.devices:
            device.start(lambda event: self._post(lambda: self.heard(event)))

    def show(self, light: LightState, number: int | None = None) -> None:
        """Sets every device's light."""
        for device in self.devices:
            device.show(light, number)

    def heard(self, event: DiceEvent) -> None:
        """Takes an event: a press rolls on the screen, a roll is taken as it fell."""
        if event.event in ("lost", "stuck"):
            message = import_module("hardware.devices").message_of(event)
            self._tell(message, False)
            return
        session = self.session
        request = session.view().dice if session is not None else None
        if session is None or request is None:
            return
        if event.event == "press":
            faces: tuple[Any, ...] = roll(request)
        elif event.event == "roll" and event.value is not None and request.count == 1:
            faces = (event.value,)
        else:
            return
        session.roll_source = event.source
        try:
            session.submit({"command": "RollDice", "faces": list(faces)}, source=event.source or "dice")
        except Refusal as refusal:
            self._tell(refusal.message, False)

    def close(self) -> None:
        """Frees the devices."""
        for device in self.devices:
            device.close()
        self.devices = []
