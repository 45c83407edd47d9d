"""Finds packs (the user's win over the shipped ones) and loads what a night needs of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.content.library import Content, Entity
from companion.content.pack import PACK_FILE, Pack, hash_of, read_info, read_pack
from companion.core.errors import Invalid
from companion.core.message import say
from companion.games.protocol import Game
from companion.ports.folders import data_folder

SHIPPED = Path(__file__).parent / "packs"


def user_packs_folder() -> Path:
    """Returns where the user's own packs live: under `COMPANION_DATA`, or the platform's data folder."""
    return data_folder() / "packs"


def pack_folders() -> Iterator[Path]:
    """Lists the folders of all packs, the user's first."""
    for parent in (user_packs_folder(), SHIPPED):
        if parent.is_dir():
            yield from sorted(file.parent for file in parent.glob(f"*/{PACK_FILE}"))


def find_pack_folder(pack_id: str) -> Path:
    """Returns the folder of a pack; refuses with Invalid naming the packs there are."""
    known = []
    for folder in pack_folders():
        try:
            info = read_info(folder)
        except Invalid:
            if folder.name == pack_id:
                raise
            continue
        if info.id == pack_id:
            return folder
        known.append(info.id)
    raise Invalid(say("content.unknown_pack", pack=pack_id, known=", ".join(sorted(set(known))) or "-"))


def load_content(game: Game[Any], packs: Sequence[str] = ()) -> Content:
    """Loads packs with all they extend, the last one winning; none named: the game's default pack, if any."""
    loaded: dict[str, Pack] = {}
    for pack_id in packs or filter(None, (game.manifest.default_pack,)):
        _load(game, pack_id, loaded, ())
    entities: dict[str, dict[str, Entity]] = {kind: {} for kind in game.content_kinds}
    for pack in loaded.values():
        for kind, found in pack.entities.items():
            entities[kind].update(found)
    return Content(tuple(pack.ref for pack in loaded.values()), entities)


def _load(game: Game[Any], pack_id: str, loaded: dict[str, Pack], path: tuple[str, ...]) -> None:
    if pack_id in path:
        raise Invalid(say("content.circle", packs=" → ".join((*path, pack_id))))
    if pack_id in loaded:
        return
    folder = find_pack_folder(pack_id)
    info = read_info(folder)
    if info.game != game.manifest.id:
        raise Invalid(
            say("content.other_game", pack=pack_id, expected=game.manifest.id, got=info.game),
        )
    for base in info.extends:
        _load(game, base, loaded, (*path, pack_id))
    loaded[pack_id] = _read_unchanged(folder, hash_of(folder), game.manifest.id)


@lru_cache(maxsize=16)
def _read_unchanged(folder: Path, sha256: str, game_id: str) -> Pack:
    """Reads a pack once for as long as its hash stays the same."""
    from companion.games.registry import find_game

    return read_pack(folder, find_game(game_id).content_kinds)
