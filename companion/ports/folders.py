"""Where this user's files are kept, and how a folder is made that nobody else can look into."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Returns the companion's data folder: `COMPANION_DATA`, or where the platform keeps such things."""
    if chosen := os.environ.get("COMPANION_DATA"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("tabletop-companion")


def make_private_folder(folder: Path) -> None:
    """Makes a folder, and those above it that are missing, for its owner alone."""
    for missing in reversed([folder, *folder.parents]):
        if not missing.exists():
            missing.mkdir(mode=0o700, exist_ok=True)
