"""The refusals that only a night knows: not agreed, not writable, in use, damaged, too new."""

from __future__ import annotations

from pathlib import Path

from companion.core.errors import Illegal, Invalid
from companion.core.message import Message, say


class NotAgreed(Illegal):
    """Something that became known would be undone, and the table has not agreed to it yet."""


class Unwritable(Invalid):
    """The step could not be put on the disk, so nothing has changed."""


class InUse(Invalid):
    """Another process has the night open."""


class Damaged(Invalid):
    """The file holds no night that could be read."""


class Misfit(Invalid):
    """The file is sound, but the game as it is today cannot follow its events beyond entry `last`."""

    def __init__(self, message: Message, last: int) -> None:
        super().__init__(message)
        self.last = last


class TooNew(Invalid):
    """The file was written by a later version in a format that this one does not know."""


def no_night(path: Path) -> Damaged:
    """Makes the refusal of a path that is no file: nothing is there, or a folder, a device or a pipe."""
    return Damaged(say("night.no_plain_file" if path.exists() else "night.no_file", file=str(path)))
