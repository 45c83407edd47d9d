"""The machine as the doctor sees it, so that any machine can be laid out in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct, field

from companion.core.message import Message


class Finding(Struct, frozen=True):
    """One line of the report; `todo` is what to do about it, None where all is well."""

    part: str
    found: Message
    todo: Message | None = None


class Machine(Struct, frozen=True):
    """Where the examination looks; `root` is / except in tests."""

    root: Path = Path("/")
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def text(self, path: str) -> str:
        """Returns a small system file's text, empty where it cannot be read."""
        try:
            return (self.root / path).read_text("utf-8", "replace").strip("\0 \n")
        except OSError:
            return ""

    def paths(self, pattern: str) -> list[Path]:
        """Lists what fits a pattern."""
        return sorted(self.root.glob(pattern))

    @property
    def pi_model(self) -> str:
        """Returns the Raspberry Pi's model, empty on any other machine."""
        model = self.text("proc/device-tree/model")
        return model if "Raspberry Pi" in model else ""


Examination = Callable[[Machine], list[Finding]]


def unusable(paths: list[Path]) -> list[Path]:
    """Returns those that this user may not read and write."""
    return [path for path in paths if not os.access(path, os.R_OK | os.W_OK)]
