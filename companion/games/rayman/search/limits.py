"""What a search may leave alone because the question does not ask for it, or because it leads nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search.places import Pushed, Spaces
from companion.games.rayman.search.useful import Useful, UsefulOnChart

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
    useful: UsefulOnChart | None = None
    """The pools from which the targets are not out of reach (chart)."""
    useful_before: UsefulOnChart | None = None
    """The same while pushes are still to come, for which one has to be in the right place."""
    keeps_to: Callable[[Figures], Useful] | None = None
    """By how the figures stand: pools to keep to, in a search that need not find everything."""


ALL = Limits()
