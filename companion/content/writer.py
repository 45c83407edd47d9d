"""Writes packs: a new one to begin with, and the entities that a table enters for its own box."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from companion.content.library import Entity
from companion.content.loader import user_packs_folder
from companion.content.pack import PACK_FILE, PackInfo
from companion.core.errors import Invalid
from companion.core.message import say
from companion.games.protocol import Game
from companion.ports.files import write_whole

ENTITY_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


def new_pack(game: Game[Any], folder: Path, pack_id: str | None = None) -> PackInfo:
    """Begins a pack that extends the game's default one; refuses where something is there already."""
    # Empty folders are what a full disk left of an earlier try.
    if any(not path.is_dir() for path in folder.rglob("*")):
        raise Invalid(say("content.not_empty", folder=str(folder)))
    chosen = pack_id or re.sub(r"[^a-z0-9_-]+", "-", folder.name.lower()).strip("-") or "my-box"
    info = PackInfo(
        id=chosen,
        game=game.manifest.id,
        version="1",
        label={"en": "Our box", "fr": "Notre boîte"},
        licence="private",
        source="read off our own box",
        extends=tuple(filter(None, (game.manifest.default_pack,))),
    )
    for kind in game.content_kinds:
        (folder / kind).mkdir(parents=True, exist_ok=True)
    fields = folder / "FIELDS.md"
    write_whole(fields, _fields(game).encode())
    try:
        _write(folder / PACK_FILE, info)
    except OSError:
        fields.unlink()  # so that the next try finds the folder empty
        raise
    return info


def own_pack(game: Game[Any]) -> Path:
    """Returns the folder of the table's own pack for a game, begun where there is none yet."""
    folder = user_packs_folder() / f"my-{game.manifest.id}"
    if not (folder / PACK_FILE).exists():
        new_pack(game, folder)
    return folder


def save_entity(folder: Path, kind: str, entity_id: str, entity: Entity) -> Path:
    """Writes one entity into a pack, whole or not at all."""
    if not ENTITY_ID.fullmatch(entity_id):
        raise Invalid(say("content.bad_id", id=entity_id))
    file = folder / kind / f"{entity_id}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    _write(file, entity)
    return file


def _write(file: Path, record: msgspec.Struct) -> None:
    raw = _without_none(msgspec.to_builtins(record, str_keys=True))
    write_whole(file, tomli_w.dumps(raw).encode())


def _without_none(raw: Any) -> Any:
    """TOML has no null: a field that is left out means its default."""
    if isinstance(raw, dict):
        return {name: _without_none(value) for name, value in raw.items() if value is not None}
    if isinstance(raw, (list, tuple)):
        return [_without_none(value) for value in raw]
    return raw


def _fields(game: Game[Any]) -> str:
    """Describes each kind's fields, from the types themselves."""
    lines = [f"# Fields of a pack for `{game.manifest.id}`", ""]
    for kind, entity_type in game.content_kinds.items():
        lines += [f"## {kind}/", "", (entity_type.__doc__ or "").strip(), ""]
        for field in msgspec.structs.fields(entity_type):
            needed = "required" if field.required else "optional"
            lines.append(f"- `{field.name}` ({needed}): `{_type_name(field.type)}`")
        lines.append("")
    return "\n".join(lines)


def _type_name(wanted: Any) -> str:
    if isinstance(wanted, type) and not hasattr(wanted, "__args__"):
        return wanted.__name__
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", str(wanted))
