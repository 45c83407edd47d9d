"""Platformer: heroes climb a dungeon tower where enemies move by themselves and gravity spares nobody."""

from companion.games.platformer.game import GAME

__all__ = ["GAME"]
