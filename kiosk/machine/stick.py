"""A USB stick to carry an evening away on: mounted for writing only while something is copied."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.core.errors import Refusal
from companion.core.message import literal, say

Run = Callable[[Sequence[str]], str]
FOLDER = "tabletop"
FORMATS = ("vfat", "exfat", "ntfs", "ext4", "ext3", "ext2")


class Stick(Struct, frozen=True):
    """A partition of something that can be pulled out."""

    device: str
    name: str
    mounted: str = ""
    """Where somebody else has mounted it already."""


class StickRefused(Refusal):
    """The stick did not take the files."""


def run(command: Sequence[str]) -> str:
    """Runs a program of the machine and returns what it says; refuses with its own words."""
    try:
        done = subprocess.run(list(command), capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StickRefused(say("evening.stick.refused", why=literal(str(error)))) from None
    if done.returncode != 0:
        why = (done.stderr.strip() or done.stdout.strip() or command[0]).splitlines()[-1]
        raise StickRefused(say("evening.stick.refused", why=literal(why)))
    return done.stdout


def sticks(run: Run = run) -> tuple[Stick, ...]:
    """Lists the sticks that are plugged in: what hangs on USB and holds nothing of the running system.

    Whether something can be pulled out tells nothing: a Pi's own SD card counts as that too.
    """
    try:
        said = run(["lsblk", "-J", "-o", "PATH,LABEL,SIZE,FSTYPE,TRAN,MOUNTPOINT"])
        devices = json.loads(said)["blockdevices"]
    except (StickRefused, ValueError, KeyError):
        return ()
    found = []
    for device in devices:
        parts = (device, *device.get("children", ()))
        if device.get("tran") != "usb" or any(_is_system(part) for part in parts):
            continue
        for part in parts:
            if part.get("fstype") in FORMATS:
                name = part.get("label") or f"USB {part.get('size') or ''}".strip()
                found.append(Stick(str(part["path"]), str(name), str(part.get("mountpoint") or "")))
    return tuple(found)


def _is_system(part: dict[str, Any]) -> bool:
    """Tells whether the machine itself runs from a partition."""
    place = str(part.get("mountpoint") or "")
    return place == "/" or place.startswith("/boot") or place == "[SWAP]"


def carry(files: Sequence[Path], stick: Stick, run: Run = run) -> Path:
    """Copies files onto a stick and lets it go again, so that it can be pulled out; returns its folder."""
    where = stick.mounted or _mount(stick, run)
    try:
        folder = Path(where) / FOLDER
        folder.mkdir(exist_ok=True)
        for file in files:
            _copy(file, folder / file.name)
    except OSError as error:
        why = literal(error.strerror or str(error))
        raise StickRefused(say("evening.stick.refused", why=why)) from None
    finally:
        if not stick.mounted:
            run(["udisksctl", "unmount", "--no-user-interaction", "-b", stick.device])
    return Path(FOLDER)


def _mount(stick: Stick, run: Run) -> str:
    said = run(["udisksctl", "mount", "--no-user-interaction", "-b", stick.device, "-o", "rw,noexec,nosuid"])
    return said.rsplit(" at ", 1)[-1].strip().rstrip(".")


def _copy(file: Path, to: Path) -> None:
    """Copies a file so that it is on the stick before the copy counts as made."""
    draft = to.with_name(to.name + ".new")
    with file.open("rb") as source, draft.open("wb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    draft.replace(to)
