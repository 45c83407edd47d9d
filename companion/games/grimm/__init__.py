"""The Grimm tales race: collect three pieces of equipment and reach the portal first."""

from companion.games.grimm.game import GAME

__all__ = ["GAME"]
