"""A virtual display, for machines without one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from companion.core.errors import Invalid
from companion.core.message import say


def has_display() -> bool:
    """Tells whether a window can be opened here."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextmanager
def virtual_display(width: int = 1920, height: int = 1920) -> Iterator[str]:
    """Starts Xvfb on a free number and points this process at it; stops it at the end."""
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        raise Invalid(say("kiosk.no_xvfb"))
    reader, writer = os.pipe()
    process = subprocess.Popen(
        [xvfb, "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=(writer,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    before = {name: os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    try:
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise Invalid(say("kiosk.no_xvfb"))
        os.environ["DISPLAY"] = f":{number}"
        os.environ["SDL_VIDEODRIVER"] = "x11"
        os.environ.pop("WAYLAND_DISPLAY", None)
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(timeout=10)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
