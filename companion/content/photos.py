"""The photos of a table's own pack, which stay at the table: of cards to read, and of tiles to trace."""

from __future__ import annotations

from pathlib import Path

from companion.content.writer import ENTITY_ID
from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.files import read_whole, write_whole
from companion.ports.places import MOST_TAUGHT

CARDS, DICE, TILES = "photos", "dice", "traces"
"""The folders of a pack: cards and faces of dice are read by their photos, tiles are drawn after theirs."""
PHOTO_BYTES = 4 << 20


def keep_photo(pack: Path, folder: str, name: str, jpeg: bytes) -> Path:
    """Keeps a photo that only the table's own user may read; refuses one too many to be read."""
    if not ENTITY_ID.fullmatch(name):
        raise Invalid(say("content.bad_id", id=name))
    others = photographed(pack, folder) - {name}
    if folder != TILES and len(others) >= MOST_TAUGHT:
        raise Invalid(say("content.too_many_photos", most=MOST_TAUGHT))
    file = pack / folder / f"{name}.jpg"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.parent.chmod(0o700)
    write_whole(file, jpeg, is_private=True)
    return file


def find_photo(pack: Path, folder: str, name: str) -> bytes:
    """Returns a photo, nothing where there is none."""
    file = pack / folder / f"{name}.jpg"
    return read_whole(file, PHOTO_BYTES) if file.is_file() else b""


def photographed(pack: Path, folder: str) -> frozenset[str]:
    """Names what a photo was taken of."""
    return frozenset(file.stem for file in (pack / folder).glob("*.jpg"))
