"""The machine behind the screen: its backlight, restart and shut-down, where this user may."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

BACKLIGHTS = Path("/sys/class/backlight")
SYSTEMD = Path("/run/systemd/system")
VERBS = {"restart": "reboot", "shut_down": "poweroff"}


def set_brightness(percent: int, folder: Path = BACKLIGHTS) -> bool:
    """Sets every backlight there is; False where there is none that may be written."""
    is_set = False
    for backlight in folder.glob("*"):
        try:
            most = int((backlight / "max_brightness").read_text("ascii"))
            (backlight / "brightness").write_text(str(max(1, most * percent // 100)), "ascii")
            is_set = True
        except (OSError, ValueError):
            continue
    return is_set


def can_power() -> bool:
    """Tells whether systemd runs here, which alone can restart the machine for an ordinary user."""
    return SYSTEMD.is_dir() and shutil.which("systemctl") is not None


def power(what: str) -> bool:
    """Restarts or shuts the machine down through systemd; False where that is not possible."""
    systemctl = shutil.which("systemctl")
    if systemctl is None:
        return False
    result = subprocess.run([systemctl, VERBS[what]], capture_output=True, check=False)
    return result.returncode == 0
