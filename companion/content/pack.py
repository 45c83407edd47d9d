"""A content pack on the disk: `pack.toml`, and one TOML file an entity in a folder named by its kind."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.content.defects import Defect, find_defects
from companion.content.library import Entity, PackRef
from companion.core.decoding import DECODING_ERRORS, explain, read_toml
from companion.core.errors import Invalid
from companion.core.message import Message, label, say
from companion.ports.files import read_whole

PACK_FILE = "pack.toml"
FILE_BYTES = 256 << 10
"""The most that one entity's file may hold; the largest shipped one is a fiftieth of it."""
MOST_FILES = 2000


class PackInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """What a pack says of itself in `pack.toml`."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]*\Z")]
    game: str
    version: str
    label: dict[str, str]
    licence: str
    source: str
    """Where the values come from: read off a box, invented, a public page."""
    sample: bool = False
    """Whether the values are invented; screens say so."""
    extends: tuple[str, ...] = ()
    """Packs that this one adds to; where both name an entity, this one wins."""

    def named(self) -> Message:
        """Says the pack's name in the reader's language."""
        return label(self.label)


class Pack(Struct, frozen=True):
    """A pack as read: its description, its entities by kind and id, and the hash of its files."""

    info: PackInfo
    entities: dict[str, dict[str, Entity]]
    sha256: str

    @property
    def ref(self) -> PackRef:
        """Returns how a night's journal names it."""
        return PackRef(self.info.id, self.info.version, self.sha256, self.info.sample)


def read_info(folder: Path) -> PackInfo:
    """Reads `pack.toml` alone; refuses with Invalid listing its defects."""
    raw, defects = _read_toml(folder / PACK_FILE, PACK_FILE)
    defects = defects or find_defects(raw, PackInfo, PACK_FILE)
    _refuse(folder, defects)
    return msgspec.convert(raw, PackInfo)


def read_pack(folder: Path, kinds: Mapping[str, type[Entity]]) -> Pack:
    """Reads a whole pack; refuses with Invalid listing every defect of every file."""
    info = read_info(folder)
    entities: dict[str, dict[str, Entity]] = {kind: {} for kind in kinds}
    defects: list[Defect] = []
    for file in _files_of(folder):
        name = file.relative_to(folder).as_posix()
        if name == PACK_FILE:
            continue
        kind = file.relative_to(folder).parts[0]
        if kind not in kinds or file.parent.parent != folder:
            expected = ", ".join(f"{known}/" for known in kinds)
            defects.append(Defect(name, "", say("content.unknown_kind", expected=expected)))
            continue
        raw, unreadable = _read_toml(file, name)
        if unreadable:
            defects.extend(unreadable)
            continue
        try:
            entities[kind][file.stem] = msgspec.convert(raw, kinds[kind])
        except msgspec.ValidationError:
            defects.extend(find_defects(raw, kinds[kind], name))
    _refuse(folder, tuple(defects))
    return Pack(info, entities, hash_of(folder))


def hash_of(folder: Path) -> str:
    """Returns one hash over the names and bytes of all TOML files, the same on every machine."""
    total = hashlib.sha256()
    for file in _files_of(folder):
        total.update(file.relative_to(folder).as_posix().encode(errors="surrogateescape") + b"\0")
        with suppress(Invalid):  # what cannot be read is a defect of its own, told by read_pack
            total.update(hashlib.sha256(read_whole(file, FILE_BYTES)).digest())
    return total.hexdigest()


def _files_of(folder: Path) -> list[Path]:
    """Lists the TOML files of a pack in one order on every machine; refuses a folder of too many."""
    found = list(islice(folder.rglob("*.toml"), MOST_FILES + 1))
    if len(found) > MOST_FILES:
        raise Invalid(say("content.too_many_files", pack=str(folder), most=MOST_FILES))
    return sorted(found)


def _read_toml(file: Path, name: str) -> tuple[Any, tuple[Defect, ...]]:
    try:
        return read_toml(read_whole(file, FILE_BYTES).decode("utf-8")), ()
    except FileNotFoundError:
        return {}, (Defect(name, "", say("content.no_file")),)
    except UnicodeDecodeError:
        return {}, (Defect(name, "", say("content.not_text")),)
    except Invalid as refusal:
        return {}, (Defect(name, "", refusal.message),)
    except DECODING_ERRORS as error:
        return {}, (Defect(name, "", explain(error)),)


def _refuse(folder: Path, defects: tuple[Defect, ...]) -> None:
    if defects:
        raise Invalid(
            say("content.bad_pack", pack=str(folder), count=len(defects)),
            details=tuple(defect.as_message() for defect in defects),
        )
