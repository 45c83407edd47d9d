"""What a source of frames is, and how one is named."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import Message, say

Frame = NDArray[np.uint8]

LONGEST_NUMBER = 4
"""Digits of a USB camera's number."""


class SourceLost(Exception):
    """A camera that is not there, or no longer; `message` says so in words."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


class Source(Protocol):
    """Something that gives frames (blue-green-red), used from one thread."""

    name: str

    def open(self) -> None:
        """Gets ready, also again after it was lost; raises SourceLost."""

    def read(self) -> Frame:
        """Waits for the next frame and returns it; raises SourceLost."""

    def close(self) -> None:
        """Frees the device."""


def open_source(name: str) -> Source:
    """Returns the source of that name, not yet opened.

    A number or /dev/video0 is a USB camera, `pi` the Raspberry Pi's own, an address a stream, a path a
    video or a folder of pictures; refuses with Invalid what is none of these. The drawn table needs a
    game and is made by `SimulatedTable` instead.
    """
    from vision.capture.camera import PiCamera, VideoSource
    from vision.capture.folder import FolderSource

    if name == "pi":
        return PiCamera()
    if (name.isdecimal() and len(name) <= LONGEST_NUMBER) or name.startswith("/dev/") or "://" in name:
        return VideoSource(name)
    if os.path.isdir(name):
        return FolderSource(Path(name))
    if os.path.isfile(name):
        return VideoSource(name)
    raise Invalid(say("vision.source.unknown", name=name))
