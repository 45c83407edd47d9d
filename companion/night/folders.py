"""Where the nights of this user are kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from companion.night.refusals import no_night
from companion.ports.clock import local_time
from companion.ports.folders import data_folder

SUFFIX = ".night"


def nights_folder() -> Path:
    """Returns the folder of the nights; it may not exist yet."""
    return data_folder() / "nights"


def night_files(folder: Path | None = None) -> list[Path]:
    """Lists the nights of a folder, the newest name last."""
    return sorted((folder or nights_folder()).glob(f"*{SUFFIX}"))


def find_night(name: str) -> Path:
    """Returns a night by path, or by its name in the nights folder."""
    path = Path(name)
    for candidate in (path, nights_folder() / name, nights_folder() / f"{name}{SUFFIX}"):
        if candidate.is_file():
            return candidate
    raise no_night(path)


def new_night_path(game: str, now: datetime) -> Path:
    """Returns a free name for a night that begins now."""
    stem = f"{local_time(now):%Y-%m-%d-%H%M}-{game}"
    path = nights_folder() / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = nights_folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path
