"""Prepares Kivy before its window exists: size, no default look."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

FONT_FOLDERS = (Path("/usr/share/fonts/opentype/inter"), Path("/usr/share/fonts/truetype/inter"))
FONT_WEIGHTS = {"regular": "Inter-Medium", "bold": "Inter-Bold", "semibold": "Inter-SemiBold"}

SMALL_PX = 1024 * 600
"""Up to this size a software renderer needs no helpers, which are woken late and keep 10 MB."""


def prepare(width: int = 800, height: int = 480, *, is_fullscreen: bool = False) -> None:
    """Sets Kivy up; must run before anything imports its window."""
    if width * height <= SMALL_PX:
        os.environ.setdefault("LP_NUM_THREADS", "0")

    from kivy.config import Config

    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "resizable", "1")
    Config.set("graphics", "fullscreen", "auto" if is_fullscreen else "0")
    Config.set("graphics", "show_cursor", "0" if is_fullscreen else "1")
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "60")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "systemanddock" if is_fullscreen else "system")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def is_raspberry_pi() -> bool:
    """Tells whether this machine is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text("utf-8", errors="replace")
    except OSError:
        return False


@lru_cache
def font_file(weight: str) -> str:
    """Returns the file of a weight of Inter, or Kivy's own font where Inter is not installed."""
    for folder in FONT_FOLDERS:
        path = folder / f"{FONT_WEIGHTS[weight]}.otf"
        if path.exists():
            return str(path)
    import kivy

    name = "Roboto-Regular.ttf" if weight == "regular" else "Roboto-Bold.ttf"
    return str(Path(kivy.kivy_data_dir) / "fonts" / name)
