"""What must be true of the other figures for a turn to end in a space: which spaces they fill, which not.

A turn that comes to a node ends there, or where that node sends it: beside a figure, back from a hit, off an
obstacle. Who is sent past a space found it taken. So each way to an end asks for figures in some spaces and
for none in others, and leaves some Slaps to bring that about. This allows more than the rules do, never less.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.rayman.board import LEVELS, Space
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.places import Spaces, bit_of
from companion.games.rayman.search.records import FINISHED, HURDLE, HURT, STANDING, Node
from companion.games.rayman.search.walk import Search


def locked(search: Search) -> dict[Space, int]:
    """Returns projectiles that only a pushed figure removes, each with a bit beyond those of the spaces.

    Nobody comes to rest there until they are gone, and who comes there in a search that slaps no figures is
    always crouched.
    """
    return {
        space: bit_of(space) << search.columns * len(LEVELS)
        for space in search.turn.projectiles
        if space not in search.removed
    }


class Need(NamedTuple):
    """Spaces that must be taken, and others that must be free, as bits (see `bit_of` and `locked`)."""

    taken: int
    free: int

    def is_met(self, occupied: int) -> bool:
        """Tells whether figures in some spaces are what is needed."""
        return not self.taken & ~occupied and not self.free & occupied


class Needs(NamedTuple):
    """What each end needs of the other figures."""

    slaps: dict[Space, dict[Need, int]]
    """To each end what it needs, and the most Slaps that are left for it."""
    posts: dict[tuple[Space, Need], set[Post]]
    """Where the turns come from that end so."""


def needs_of(search: Search, *, vague: Spaces, spends_all: bool) -> Needs:
    """Lists what the ends of a search that slaps no figures need; `vague` projectiles may be gone.

    With `spends_all` the Slaps that the search has spent may have been those that push figures.
    """
    return _Gathering(search, vague, spends_all).needs


class _Gathering:
    def __init__(self, search: Search, vague: Spaces, spends_all: bool) -> None:
        self.turn = search.turn
        self.board = search.board
        self.columns = search.columns
        self.most = len(search.turn.others)
        self.kept_closed = frozenset(search.turn.projectiles) - vague - search.removed | {search.turn.boss}
        self.maybe_closed = frozenset(search.turn.projectiles) | {search.turn.boss}
        self.enemies = search.enemies.keys() - search.harmless
        self.locked = locked(search)
        self.needs = Needs({}, {})
        self.post: Post = (0, 0, 0)
        """Of the node that is looked at."""
        self.slaps = 0
        """The Slaps left there."""
        for node, bits in search.nodes.items():
            self.slaps = search.pools.sizes["slap"] - 1 if spends_all else search.pools.most(bits, "slap")
            self.post = node[1:]
            self._ends_of(node)

    def _ends_of(self, node: Node) -> None:
        options = self.turn.options
        _, p, level, stance = node
        if stance == FINISHED:
            self._add((p, level), 0, 0)
        elif stance in STANDING:
            self._stand(p, level)
        elif stance == HURDLE:
            self._off_obstacle(p)
        if stance == HURT or (stance == HURDLE and options.obstacle_mode == "stop_only"):
            self._retreat(p, level, 0, 0)

    def _add(self, end: Space, taken: int, free: int) -> None:
        if taken & free or taken.bit_count() > self.most:
            return
        needs = self.needs.slaps.setdefault(end, {})
        need = Need(taken, free)
        needs[need] = max(needs.get(need, 0), self.slaps)
        self.needs.posts.setdefault((end, need), set()).add(self.post)

    def _bit(self, p: int, level: int) -> int:
        """Returns the bit of a place that a figure fills; the start line is never full."""
        column = p % self.columns
        return bit_of((column, level)) if column else 0

    def _open(self, p: int) -> Iterator[int]:
        for level in LEVELS:
            if self.board.is_floor(p, level) and not self.board.is_obstacle(p, level):
                yield level

    def _stand(self, p: int, level: int) -> None:
        """Ends where one stands, or beside if a figure is there."""
        space = (p % self.columns, level)
        if space in self.kept_closed:
            return
        taken = self._bit(p, level)
        self._add((p, level), 0, taken | self.locked.get(space, 0))
        if not taken:
            return
        near = [
            (q, at)
            for q, at in ((p, level + 1), (p, level - 1), (p - 1, level))
            if q >= 0 and at in self._open(q)
        ]
        for q, at in near:
            self._displace(q, at, taken)
        self._put_back(p - 1, self._filled(taken, near))

    def _filled(self, taken: int, places: list[Space]) -> int | None:
        """Adds the places that must be taken for one to be sent past them; None if they never are."""
        for q, at in places:
            if (q % self.columns, at) not in self.maybe_closed:
                if q % self.columns == 0:
                    return None
                taken |= self._bit(q, at)
        return taken

    def _off_obstacle(self, p: int) -> None:
        taken: int | None = 0
        while taken is not None and p >= 0:
            places = [(p, level) for level in self._open(p)]
            for q, at in places:
                space = (q % self.columns, at)
                if space not in self.kept_closed:
                    self._add((q, at), taken, self._bit(q, at) | self.locked.get(space, 0))
            if p % self.columns == 0:
                self._add((p, 1), taken, 0)
                return
            taken = self._filled(taken, places)
            p -= 1

    def _put_back(self, p: int, taken: int | None) -> None:
        """Puts one who finds no room beside a figure into the columns behind."""
        while taken is not None and p >= 0 and taken.bit_count() <= self.most:
            places = [(p, level) for level in self._open(p)]
            for q, at in places:
                self._displace(q, at, taken)
            if p % self.columns == 0:
                self._displace(p, 1, taken)
                return
            taken = self._filled(taken, places)
            p -= 1

    def _displace(self, p: int, level: int, taken: int) -> None:
        """Puts one into a space, where an enemy may send him back."""
        space = (p % self.columns, level)
        if space in self.kept_closed and space[0]:
            return
        free = self._bit(p, level) | (self.locked.get(space, 0) if space[0] else 0)
        self._add((p, level), taken, free)
        if space in self.enemies:
            self._retreat(p, level, taken, free)

    def _retreat(self, p: int, level: int, taken: int, free: int) -> None:
        """Sends one back who is hurt, past columns that are full."""
        options = self.turn.options
        start = p
        while p > 0 and start - p < options.damage_retreat:
            if options.walls_stop_retreat and self.board.is_wall(p - 1, level):
                break
            p -= 1
        while taken.bit_count() <= self.most:
            levels = list(self._open(p))
            for at in levels:
                self._add((p, at), taken, free | self._bit(p, at))
            if p % self.columns == 0:
                if not levels:
                    self._add((p, 1), taken, free)
                return
            for at in levels:
                taken |= self._bit(p, at)
            p -= 1
