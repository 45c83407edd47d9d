"""What a search may leave alone because the question does not ask for it, or because it leads nowhere."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.places import Pushed, Spaces
from companion.games.rayman.search.pool import Effect


class Useful:
    """The pools that lead on to what a search is after, found backwards from there (chart)."""

    def __init__(self, last: dict[Post, list[int]], tokens: list[Effect], *, farthest: int) -> None:
        self.farthest = farthest
        """The last column that is come to."""
        self._by_drawn = [*({} for _ in tokens), last]
        self._tokens = tokens
        self._fewest: dict[tuple[Post, int], int] = {}

    def at(self, post: Post, drawn: int) -> list[int] | None:
        """Returns the pools of use there, by the Movements left; None where nothing is of use."""
        known = self._by_drawn[drawn]
        if post not in known and drawn < len(self._tokens):
            later = self.at(post, drawn + 1)
            if later is not None:
                known[post] = self._before(later, self._tokens[drawn])
        return known.get(post)

    def fewest_moves(self, post: Post, drawn: int) -> int:
        """Returns how many Movements it takes at least from there."""
        key = (post, drawn)
        if key not in self._fewest:
            wanted = self.at(post, drawn) or ()
            self._fewest[key] = next((moves for moves, bits in enumerate(wanted) if bits), 0)
        return self._fewest[key]

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


Figures = tuple[Pushed, ...]
"""The other figures; in a lead only the place counts of one that was pushed."""
Leads = dict[Figures, int]
"""How the figures may stand on the way to an end, and how many Slaps it takes from there at least."""


class Limits(NamedTuple):
    """What the search may leave alone because the question does not ask for it."""

    enemies: int = -1
    """Enemies worth a Slap, one bit each; -1 is all of them. So for Teensies and figures."""
    teensies: int = -1
    figures: int = -1
    crowds: Leads | None = None
    """How the figures may stand, if not anyhow (crowd)."""
    tokens: Literal["drawn", "none", "held"] = "drawn"
    """Whether tokens come when they are drawn, never, or are held from the start (for quick bounds)."""
    late_enemies: int = -1
    """Enemies worth a Slap of its own after the last drawn token has come."""
    forgets: bool = False
    """Whether enemies of other columns that are defeated after that count as not defeated, and projectiles
    that are gone as there: no way back over them pays. Enemies whose defeat drew a token stay defeated, since
    a token pays for a way back."""
    forgets_far: bool = False
    """Whether nothing is remembered that is too far off to matter on the way to the targets."""
    targets: frozenset[Space] = frozenset()
    """Ends that the search is after, if not all; it stops when all are found."""
    corridor: tuple[int, int] | None = None
    """Columns from which the targets can come about."""
    vague: Spaces = frozenset()
    """Loosely, projectiles that may be gone."""
    may_finish: bool = False
    """Loosely, whether three Teensies may be held at the line."""
    finishes: bool = False
    """Whether only turns matter that finish."""
    useful: Useful | None = None
    """The pools from which the targets are not out of reach (chart)."""
    useful_before: Useful | None = None
    """The same while pushes are still to come, for which one has to be in the right place."""


ALL = Limits()
