"""The pools that are of use at each place for coming to what a search is after."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.backwards import Held
from companion.games.rayman.search.pool import Effect

Sources = Callable[[int], Held]
"""By the tokens drawn: what is come to with which pools."""


class Useful(ABC):
    """The pools that lead on, found backwards from what a search is after."""

    def __init__(self) -> None:
        self._fewest: dict[tuple[Post, int], int] = {}

    @abstractmethod
    def at(self, post: Post, drawn: int) -> list[int] | None:
        """Returns the pools of use there, by the Movements left; None where nothing is of use."""

    def fewest_moves(self, post: Post, drawn: int) -> int:
        """Returns how many Movements it takes at least from there."""
        key = (post, drawn)
        fewest = self._fewest.get(key)
        if fewest is None:
            wanted = self.at(post, drawn) or ()
            fewest = self._fewest[key] = next((moves for moves, bits in enumerate(wanted) if bits), 0)
        return fewest


class UsefulOnChart(Useful):
    """The pools of use on a chart, where a token that is not drawn yet may come anywhere."""

    def __init__(self, last: Held, tokens: list[Effect], *, farthest: int) -> None:
        super().__init__()
        self.farthest = farthest
        """The last column that is come to."""
        self._by_drawn: list[Held] = [*({} for _ in tokens), last]
        self._tokens = tokens

    def at(self, post: Post, drawn: int) -> list[int] | None:
        """Returns the pools of use there, by the Movements left; None where nothing is of use."""
        known = self._by_drawn[drawn]
        if post not in known and drawn < len(self._tokens):
            later = self.at(post, drawn + 1)
            if later is not None:
                known[post] = self._before(later, self._tokens[drawn])
        return known.get(post)

    def fewest_from_columns(self) -> dict[int, int]:
        """Returns how many Movements it takes at least from each column, with all tokens drawn."""
        fewest: dict[int, int] = {}
        for post in self._by_drawn[-1]:
            moves = self.fewest_moves(post, len(self._tokens))
            fewest[post[0]] = min(moves, fewest.get(post[0], moves))
        return fewest

    def _before(self, later: list[int], effect: Effect) -> list[int]:
        """Returns the pools that are of use once a token has come, or at once."""
        most = len(later) - 1
        wanted = []
        for moves, bits in enumerate(later):
            for piece in effect:
                bits |= piece.before(later[min(moves + piece.moves, most)])
            wanted.append(bits)
        return wanted
