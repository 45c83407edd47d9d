"""What the commands of a club share: its folder, its host on this machine, codes in pictures."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from http.client import HTTPException
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli import Language
from companion.core.errors import Illegal, Invalid
from companion.core.message import Message, say
from companion.i18n import words

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


def tell(message: Message) -> None:
    """Says something in the chosen language."""
    click.echo(words(message, Language.chosen))


def folder_of(name: str | None = None) -> Path:
    """Returns the folder of a club night by name, or of the newest."""
    from companion.club.ticket import club_folder

    nights = club_folder() / "hosted"
    if name is not None:
        return nights / name
    found = sorted(nights.glob("*/club.json"), key=lambda file: file.stat().st_mtime)
    if not found:
        raise Illegal(say("club.none_hosted"))
    return found[-1].parent


def ask_host(path: str, body: bytes) -> None:
    """Hands something to the host that runs on this machine; refuses in its words."""
    from companion.club.host.settings import load_settings
    from companion.club.ticket import what_was_said

    settings = load_settings(folder_of())
    url = f"http://127.0.0.1:{settings.web_port}{path}?lang={Language.chosen}"
    asked = urllib.request.Request(url, data=body, method="POST", headers={"x-club-key": settings.key})
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        raise Illegal(what_was_said(error)) from None
    except (OSError, HTTPException):
        raise Illegal(say("club.host_not_running")) from None


def act(**command: Any) -> None:
    """Has the host carry something out, and says that it is done."""
    ask_host("/act", msgspec.json.encode(command))
    tell(say("club.done"))


def read_picture(file: Path, mark: str) -> str:
    """Returns the text of a QR code in a picture that begins as it should; refuses in words."""
    reading: Any = import_module("vision.read.qr")
    found = [text for text in reading.read_qr_file(file) if text.startswith(mark)]
    if not found:
        raise Invalid(say("club.no_qr", file=str(file)))
    return str(found[0])


def seen_by_camera(mark: str, known: set[str] | None = None) -> str:
    """Waits for a QR code before the camera."""
    reading: Any = import_module("vision.codes")
    for text in reading.codes_of_any_camera(threading.Event()):
        if text.startswith(mark) and text not in (known or ()):
            return str(text)
    raise Illegal(say("club.no_camera"))
