"""Which dice devices there are: `devices.toml` in the user's configuration folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import tomli_w
from msgspec import Meta, Struct
from platformdirs import user_config_path

from companion.core.decoding import DECODING_ERRORS, explain, read_toml
from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.files import read_whole, write_whole
from hardware.usb_box import KNOWN_USB_IDS

Pin = Annotated[int, Meta(ge=0, le=27)]
Seconds = Annotated[float, Meta(ge=0, le=120)]
CONFIG_BYTES = 64 << 10
UsbId = Annotated[str, Meta(pattern="^[0-9a-fA-F]{4}:[0-9a-fA-F]{4}$")]


class ButtonConfig(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A button on the Pi's pins, by their GPIO numbers."""

    name: str = "button"
    pin: Pin = 17
    pull: Literal["up", "down"] = "up"
    led_pin: Pin | None = None
    buzzer_pin: Pin | None = None
    debounce_s: Seconds = 0.02
    long_press_s: Seconds = 1.5
    stuck_s: Seconds = 15.0


class BoxConfig(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A USB dice box: at a port, or wherever one of its USB ids appears."""

    name: str = "box"
    port: str | None = None
    usb_ids: tuple[UsbId, ...] = KNOWN_USB_IDS


class KeyConfig(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A USB button that types a key; no key yet means that the screen will learn it."""

    name: str = "key"
    key: str | None = None


class DeviceConfig(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All dice devices of a table; without a file, boxes are looked for by the known USB ids."""

    mock: bool = False
    button: tuple[ButtonConfig, ...] = ()
    box: tuple[BoxConfig, ...] = (BoxConfig(),)
    key: tuple[KeyConfig, ...] = ()


def config_file() -> Path:
    """Returns where the file is, whether or not it exists; COMPANION_DEVICES names another one."""
    named = os.environ.get("COMPANION_DEVICES")
    return Path(named) if named else user_config_path("tabletop-companion") / "devices.toml"


def load_config(file: Path | None = None) -> DeviceConfig:
    """Reads the file; a missing one is the default, a wrong one is refused by file and field."""
    file = file or config_file()
    try:
        text = read_whole(file, CONFIG_BYTES).decode("utf-8")
        return msgspec.convert(read_toml(text), DeviceConfig)
    except FileNotFoundError:
        return DeviceConfig()
    except DECODING_ERRORS as error:
        problem = explain(error, DeviceConfig)
        raise Invalid(say("hardware.bad_config", file=str(file), problem=problem)) from error


def save_config(config: DeviceConfig, file: Path | None = None) -> None:
    """Writes the file, complete or not at all."""
    file = file or config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, tomli_w.dumps(msgspec.to_builtins(config)).encode())
