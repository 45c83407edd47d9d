"""What the rules are asked beside a screen: plain functions, so that another process can answer them."""

from __future__ import annotations

from typing import Any

from companion.core.errors import Refusal
from companion.core.verdict import Way
from companion.games.protocol import Game

Spaces = tuple[str, ...]
Found = tuple[Way, ...] | Refusal
"""What the rules answer about a space: ways to get there, or why there is none."""


def find_reach(game: Game[Any], state: Any, figure: str) -> Spaces:
    """Asks which spaces are within a figure's reach."""
    return game.reachable(state, figure)


def find_costs(game: Game[Any], state: Any, figure: str) -> Spaces:
    """Asks which of the spaces within reach cost something."""
    return game.costly(state, figure)


def find_ways(game: Game[Any], state: Any, figure: str, space: str) -> Found:
    """Asks for the ways of a figure to a space."""
    try:
        return game.ways_to(state, figure, space)
    except Refusal as refusal:
        return refusal
