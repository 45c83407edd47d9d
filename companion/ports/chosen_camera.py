"""Which camera there is: one place that the watcher and the doctor both ask."""

from __future__ import annotations

import os
import re
from pathlib import Path

from companion.core.errors import Invalid
from companion.core.message import say

CAMERA_FILE = Path("/etc/tabletop-companion/camera")
"""Written by `systemd/install --camera`."""
FIRST_USB = "0"
NAMED_BY = "COMPANION_CAMERA"
"""An address may hold a password: in the environment, unlike among arguments, others cannot read it."""


def chosen_camera(installed: Path | None = None) -> str:
    """Returns the camera that COMPANION_CAMERA names, else the installed one, else the first USB one."""
    if named := os.environ.get(NAMED_BY):
        return named
    file = installed or CAMERA_FILE
    try:
        return file.read_text("utf-8").strip() or FIRST_USB
    except FileNotFoundError:
        return FIRST_USB
    except (OSError, UnicodeError):
        # Another camera than the installed one would be a wrong answer.
        raise Invalid(say("vision.camera.unreadable", file=str(file))) from None


def without_password(name: str) -> str:
    """Returns a camera's name as it may be shown: of an address only its kind and its host.

    Cameras take passwords before the host, in the path and after a question mark, with any signs in them.
    """
    kind, mark, rest = name.partition("://")
    return kind + mark + re.split("[/?#]", rest.rpartition("@")[2])[0] if mark else name
