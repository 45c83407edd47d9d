"""How a process of the companion begins another one."""

from __future__ import annotations

import os
import sys

PYTHON = (sys.executable, "-P")
"""This Python, which imports nothing from the folder that it is begun in: files of anybody may lie there."""
COMPANION = (*PYTHON, "-c", "from companion.cli import main; main()")


def its_environment() -> dict[str, str]:
    """Returns this process's environment without its line to the service manager."""
    return {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
