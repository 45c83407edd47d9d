"""Python and the packages."""

from __future__ import annotations

import platform
import re
import sys
from importlib import metadata

from companion.core.message import literal, say
from companion.doctor.machine import Finding, Machine

OLDEST_PYTHON = (3, 11)


def python(machine: Machine) -> list[Finding]:
    """Looks at the running Python."""
    found = say("doctor.python", version=platform.python_version())
    todo = None if sys.version_info >= OLDEST_PYTHON else say("doctor.python.todo")
    return [Finding("python", found, todo)]


def packages(machine: Machine) -> list[Finding]:
    """Looks for each package that the project names, without importing any."""
    missing, count = [], 0
    for requirement in metadata.requires("tabletop-companion") or ():
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
        if "platform_machine" in requirement and platform.machine() not in requirement:
            continue
        count += 1
        try:
            metadata.version(name)
        except metadata.PackageNotFoundError:
            missing.append(literal(name))
    found = say("doctor.packages", count=count - len(missing), total=count)
    todo = say("doctor.packages.todo", missing=tuple(missing)) if missing else None
    return [Finding("packages", found, todo)]
