"""Dice buttons and boxes beside the screen: what they report becomes a roll of the night.

`hardware` is loaded only when the kiosk runs at a table, so that tests and pictures need no pins.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.dice import DiceRequest, Die, FaceId
from companion.core.errors import Refusal
from companion.core.message import Message, literal, say
from companion.core.system import why_refused
from companion.ports.dice import DiceDevice, DiceEvent, LightState
from kiosk.night.session import Session

KEY_NAME = "key"


class DeviceState(Struct, frozen=True):
    """How a device is, in words; one that was never there and that nobody set up is only awaited."""

    name: str
    status: Literal["awaited", "ready", "lost", "stuck"]
    said: Message


class DiceBox:
    """Every dice device of the table; events arrive on other threads and are posted to the screen's."""

    def __init__(
        self,
        post: Callable[[Callable[[], Any]], None],
        tell: Callable[[Message, bool], None],
        undo: Callable[[], None] = lambda: None,
        takes: Callable[[bool], bool] = lambda is_long: False,
    ) -> None:
        self._post = post
        self._tell = tell
        self._undo = undo
        self._takes = takes
        self.devices: list[DiceDevice] = []
        self.states: dict[str, DeviceState] = {}
        self.on_change: Callable[[], None] = lambda: None
        self.session: Session | None = None
        self.trouble: Message | None = None
        """What to tell the table about a list of devices that cannot be read."""
        self._is_set_up = False
        self._is_learning = False
        self._fallen: list[FaceId] = []
        self._request: DiceRequest | None = None
        self._light: tuple[LightState, int | None] = ("idle", None)

    def open(self) -> None:
        """Opens the devices of this machine's configuration; one that fails says so and is left out."""
        config_room = import_module("hardware.config")
        try:
            config = config_room.load_config()
        except Refusal as refusal:
            self.trouble = say("kiosk.aside.devices", why=refusal.message)
            config = config_room.DeviceConfig(box=())
        except OSError as error:
            where = say("core.field", field=str(config_room.config_file()), problem=why_refused(error))
            self.trouble = say("kiosk.aside.devices", why=where)
            config = config_room.DeviceConfig(box=())
        self._is_set_up = config_room.config_file().exists()
        for device in import_module("hardware.devices").open_devices(config):
            self.add(device)

    def add(self, device: DiceDevice) -> None:
        """Starts a device and shows it what the night waits for."""
        waits = say("kiosk.dice.awaited", device=literal(device.name))
        self.states[device.name] = DeviceState(device.name, "awaited", waits)
        self.devices.append(device)
        device.start(lambda event: self._post(lambda: self.heard(event)))
        device.show(*self._light)

    def close(self) -> None:
        """Frees the devices."""
        for device in self.devices:
            device.close()
        self.devices = []

    # Lights.

    def refresh(self) -> None:
        """Lights the devices for what the night waits for now."""
        request = self._asked()
        if request != self._request:
            self._request, self._fallen = request, []
        self._show("waiting" if request is not None else "idle")

    def _show(self, light: LightState, number: int | None = None) -> None:
        if (light, number) == self._light:
            return
        self._light = (light, number)
        for device in self.devices:
            device.show(light, number)

    # Events.

    def heard(self, event: DiceEvent) -> None:
        """Takes an event: a press rolls, a roll is taken as it fell, a long press asks for undo."""
        match event.event:
            case "press" | "long_press" if self._takes(event.event == "long_press"):
                pass
            case "press":
                self._pressed(event)
            case "roll" if event.value is not None:
                self._fell(event.value, event.source)
            case "long_press":
                self._undo()
            case "connected" | "released" | "lost" | "stuck":
                self._changed(event)

    def _asked(self) -> DiceRequest | None:
        return self.session.view().dice if self.session is not None else None

    def _pressed(self, event: DiceEvent) -> None:
        request = self._asked()
        if request is None:
            self._tell(say("kiosk.dice.not_now"), True)
            return
        self._take(lambda session: session.roll(source=event.source))

    def _fell(self, value: int, device: str) -> None:
        request = self._asked()
        if request is None:
            self._tell(say("kiosk.dice.not_now"), True)
            return
        die = request.dice[min(len(self._fallen), len(request.dice) - 1)]
        face = face_of(die, value)
        if face is None:
            self._tell(say("kiosk.dice.no_face", value=value, device=literal(device)), False)
            return
        self._fallen.append(face)
        if len(self._fallen) < len(request.dice):
            left = len(request.dice) - len(self._fallen)
            self._tell(say("kiosk.dice.more", value=value, left=left), True)
            return
        faces, self._fallen = tuple(self._fallen), []
        self._submit(faces, f"box:{device}", device)

    def _submit(self, faces: tuple[FaceId, ...], source: str, shown: str) -> None:
        assert self.session is not None
        self.session.roll_source = shown
        self._take(
            lambda session: session.submit({"command": "RollDice", "faces": list(faces)}, source=source)
        )

    def _take(self, rolls: Callable[[Session], None]) -> None:
        """Lets the night have a roll, and lights what fell."""
        session = self.session
        assert session is not None
        try:
            rolls(session)
        except Refusal as refusal:
            self._tell(refusal.message, False)
            self._show("error")
            return
        numbers = [face for face in session.night.last_faces if isinstance(face, int)]
        self._show("rolled", sum(numbers) if numbers else None)

    def _changed(self, event: DiceEvent) -> None:
        before = self.states.get(event.source)
        was_there = before is not None and before.status != "awaited"
        said = import_module("hardware.devices").message_of(event)
        is_good = event.event in ("connected", "released")
        status: Any = "ready" if is_good else event.event
        if event.event == "lost" and not was_there and not self._is_set_up and event.detail in ("", "absent"):
            return
        self.states[event.source] = DeviceState(event.source, status, said)
        is_back = before is not None and before.status in ("lost", "stuck")
        if is_back if is_good else before is None or before.status != status:
            self._tell(said, is_good)
        if self._is_learning and is_good and event.source == KEY_NAME:
            self._keep_key()
        self.on_change()

    @property
    def lost(self) -> str:
        """The name of a device that is in trouble, or nothing."""
        return next((name for name, state in self.states.items() if state.status in ("lost", "stuck")), "")

    # A USB button that types a key.

    def key(self, name: str, is_down: bool) -> bool:
        """Offers a key of the keyboard to the learned buttons; returns whether one took it."""
        if not self.devices:
            return False
        return bool(import_module("hardware.devices").feed_key(self.devices, name, is_down))

    def learn_key(self) -> None:
        """Makes the next key that goes down the dice button, now and on later nights."""
        room = import_module("hardware.key_button")
        button = next((device for device in self.devices if isinstance(device, room.KeyButton)), None)
        if button is None:
            button = room.KeyButton(KEY_NAME)
            self.add(button)
        self._is_learning = True
        button.learn()

    def _keep_key(self) -> None:
        self._is_learning = False
        config_room = import_module("hardware.config")
        key = next(device.key for device in self.devices if device.name == KEY_NAME)  # type: ignore[attr-defined]
        learned = (config_room.KeyConfig(KEY_NAME, key),)
        try:
            config_room.save_config(replace(config_room.load_config(), key=learned))
        except (Refusal, OSError):
            self._tell(say("kiosk.dice.not_kept"), False)


def face_of(die: Die, value: int) -> FaceId | None:
    """Returns the face that a box's number means: itself, or the one in that place among symbols."""
    if value in die.ids:
        return value
    face = die.face_at(value)
    return face.id if face is not None and isinstance(face.id, str) else None
