"""Rick and Morty: The Pickle Rick Game: from the bathroom to the rooftop, with the Russians behind."""

from companion.games.pickle_rick.game import GAME

__all__ = ["GAME"]
