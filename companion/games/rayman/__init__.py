"""Rayman the Board Game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.games.rayman.game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    """Loads the whole game only when it is asked for, so that the judge alone starts quickly."""
    if name == "GAME":
        from companion.games.rayman.game import GAME

        return GAME
    raise AttributeError(name)
