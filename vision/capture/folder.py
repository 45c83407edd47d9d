"""A folder of pictures as a camera: each is shown for a while, new ones are picked up."""

from __future__ import annotations

import time
from pathlib import Path

from companion.core.errors import Invalid
from companion.core.message import say
from vision.capture.source import Frame, SourceLost
from vision.picture import read_picture

ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}


class FolderSource:
    """Shows the pictures of a folder in the order of their names, the last one for ever."""

    def __init__(self, folder: Path, seconds_each: float = 2.0, frame_s: float = 0.1) -> None:
        self.name = str(folder)
        self._folder = folder
        self._seconds_each = seconds_each
        self._frame_s = frame_s
        self._current: Path | None = None
        self._frame: Frame | None = None
        self._since = 0.0

    def open(self) -> None:
        """Begins with the first picture."""
        self._current, self._frame = None, None

    def read(self) -> Frame:
        """Returns the picture whose turn it is; one that cannot be read is passed over."""
        time.sleep(self._frame_s)
        if self._frame is None or time.monotonic() - self._since >= self._seconds_each:
            self._advance()
        if self._frame is None:
            raise SourceLost(say("vision.source.empty_folder", name=self.name))
        return self._frame

    def _advance(self) -> None:
        pictures = sorted(path for path in self._folder.glob("*") if path.suffix.lower() in ENDINGS)
        later = [path for path in pictures if self._current is None or path.name > self._current.name]
        for path in later:
            self._current = path
            try:
                self._frame = read_picture(path)
            except (Invalid, OSError):
                continue
            self._since = time.monotonic()
            return

    def close(self) -> None:
        """Forgets the picture."""
        self._frame = None
