"""Python and the packages."""

from __future__ import annotations

import platform
import sys
from importlib import metadata

from packaging.requirements import Requirement

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
    for text in metadata.requires("tabletop-companion") or ():
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate():
            continue
        count += 1
        try:
            metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            missing.append(literal(requirement.name))
    found = say("doctor.packages", count=count - len(missing), total=count)
    todo = say("doctor.packages.todo", missing=tuple(missing)) if missing else None
    return [Finding("packages", found, todo)]
