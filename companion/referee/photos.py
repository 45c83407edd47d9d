"""Photos of turns, kept beside the night's file: limited in size, the oldest go first."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.ports.files import write_whole
from companion.ports.folders import make_private_folder

LIMIT_BYTES = 200_000_000
"""About two thousand pictures of 100 kB."""

Moment = Literal["before", "after"]
_NAME = re.compile(r"(\d{6})-(before|after)\.jpg")


class Photo(Struct, frozen=True):
    """A picture of the table before or after the step that made a revision."""

    revision: int
    moment: str
    path: Path


class PhotoAlbum:
    """The photos of one night."""

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        self.folder = folder
        self._limit = limit_bytes

    @classmethod
    def beside(cls, night: Path, limit_bytes: int = LIMIT_BYTES) -> PhotoAlbum:
        """Opens the album that belongs to a night's file."""
        return cls(night.with_name(night.name + ".photos"), limit_bytes)

    def keep(self, revision: int, moment: Moment, jpeg: bytes) -> Photo:
        """Keeps a photo and lets the oldest go where the album grows too large."""
        make_private_folder(self.folder)
        path = self.folder / f"{revision:06d}-{moment}.jpg"
        write_whole(path, jpeg, is_private=True)
        photo = Photo(revision, moment, path)
        self._make_room(photo)
        return photo

    def photos(self) -> tuple[Photo, ...]:
        """Lists the photos, the oldest revision first, before ahead of after."""
        if not self.folder.is_dir():
            return ()
        found = [(match, path) for path in self.folder.iterdir() if (match := _NAME.fullmatch(path.name))]
        photos = [Photo(int(match[1]), match[2], path) for match, path in found]
        return tuple(sorted(photos, key=lambda photo: (photo.revision, photo.moment == "after")))

    def photo_at(self, revision: int, moment: Moment) -> Photo | None:
        """Returns the photo of a revision, if it is still there."""
        path = self.folder / f"{revision:06d}-{moment}.jpg"
        return Photo(revision, moment, path) if path.is_file() else None

    def _make_room(self, newest: Photo) -> None:
        photos = self.photos()
        total = sum(photo.path.stat().st_size for photo in photos)
        for photo in photos:
            if total <= self._limit or photo.path == newest.path:
                break
            total -= photo.path.stat().st_size
            photo.path.unlink()
