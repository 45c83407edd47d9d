"""The pools that are of use at each place for coming to what a search is after."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.backwards import Held

Sources = Callable[[int], Held]
"""By the tokens drawn: what is come to with which pools."""


class Useful(ABC):
    """The pools that lead on, found backwards from what a search is after."""

    def __init__(self, *, farthest: int) -> None:
        self.farthest = farthest
        """The last column that is come to."""
        self._fewest: dict[tuple[Post, int], int] = {}

    @abstractmethod
    def at(self, post: Post, drawn: int) -> list[int] | None:
        """Returns the pools of use there, by the Movements left; None where nothing is of use."""

    @abstractmethod
    def last(self) -> Held:
        """Returns the pools of use when all tokens are drawn."""

    def fewest_moves(self, post: Post, drawn: int) -> int:
        """Returns how many Movements it takes at least from there."""
        key = (post, drawn)
        fewest = self._fewest.get(key)
        if fewest is None:
            fewest = self._fewest[key] = _fewest(self.at(*key) or ())
        return fewest

    def fewest_from_columns(self) -> dict[int, int]:
        """Returns how many Movements it takes at least from each column, with all tokens drawn."""
        fewest: dict[int, int] = {}
        for post, by_moves in self.last().items():
            moves = _fewest(by_moves)
            fewest[post[0]] = min(moves, fewest.get(post[0], moves))
        return fewest


def _fewest(by_moves: Iterable[int]) -> int:
    return next((moves for moves, bits in enumerate(by_moves) if bits), 0)
