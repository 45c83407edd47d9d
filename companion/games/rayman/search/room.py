"""Where the other figures might get to in a turn, and where one might be put who finds a space taken.

A Slap pushes a figure by a column, and who finds no room is put back past full columns. Others can fill a
column only where they might be themselves, so the bounds are worked out as many times as there are figures,
each time from the ones before. They are generous: where they say that no figure comes, none comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from companion.games.rayman.board import LEVELS, Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.places import Table, bit_of

MANY = 100
"""More hits than can come together."""

Where = TypeVar("Where")


def either(*ways: dict[Where, int]) -> dict[Where, int]:
    """Joins ways to be put somewhere: only what is full on all of them has to be."""
    found: dict[Where, int] = {}
    for way in ways:
        for place, full in way.items():
            found[place] = found.get(place, full) & full
    return found


Directions = list[set[int]] | None
"""By figure: the ways it can be pushed, 1 and -1; None is: either way, as far as is known."""


class Room:
    """Bounds on where figures can be pushed and displaced to, whatever the player does."""

    def __init__(self, turn: Turn, directions: Directions = None) -> None:
        self.turn = turn
        self.directions = directions
        self.board = turn.board
        self.columns = turn.board.columns
        self.first_taken = {(other.at[0] % self.columns, other.at[1]) for other in turn.others}
        self.possible: list[dict[Space, int]] = []
        """Where each figure might be before the turn ends, as progress and level; and what was full then."""
        self.spaces = [{(other.at[0] % self.columns, other.at[1])} for other in turn.others]
        """The same by column and level."""
        for _ in turn.others:
            self.possible = [self._possible(number) for number in range(len(turn.others))]
            self.spaces = [{(p % self.columns, level) for p, level in places} for places in self.possible]
        self.maybe_taken = set().union(*self.spaces)
        self.table = Table(self.board, frozenset(self.first_taken), frozenset(turn.projectiles), turn.boss)
        self.movable = {
            (other.at[0] % self.columns, other.at[1])
            for number, other in enumerate(turn.others)
            if self._can_move(number)
        }

    def _can_move(self, number: int) -> bool:
        other = self.turn.others[number]
        slaps = self.turn.pool.get("slap", 0) + sum(token.count("slap") for token in self.turn.drawn)
        slaps += (self.turn.player.legendary == "smasher") * (
            self.turn.pool.get("lums", 0) + sum(token.count("lums") for token in self.turn.drawn)
        )
        is_marked = other.slapped and self.turn.options.slap_limit == "per_round"
        has_finished = other.at[0] >= self.columns and len(other.freed) >= 3
        return slaps > 0 and not other.bubble and not is_marked and not has_finished

    def _possible(self, number: int) -> dict[Space, int]:
        other = self.turn.others[number]
        if not self._can_move(number):
            return {other.at: 0}
        if self.turn.options.slap_limit == "unlimited":
            high = max(figure.at[0] for figure in self.turn.others) + 40
            return {(q, level): 0 for q in range(high) for level in self.board.floor_levels(q)}
        directions = (1, -1) if self.directions is None else self.directions[number]
        return either({other.at: 0}, *(self._pushed(number, by) for by in directions))

    def _pushed(self, number: int, by: int) -> dict[Space, int]:
        """Lists where a push might put a figure; the player's own may stand anywhere."""
        p, level = self.turn.others[number].at
        board, shield = self.board, self._shield(number)
        if p + by < 0:
            return {}
        if board.is_wall(p if by > 0 else p - 1, level):
            return {} if shield else self._hurt(p, number)
        p += by
        column = p % self.columns
        found: dict[Space, int] = {}
        while True:
            shield -= self._harms(column, level)
            if shield < 0:
                found = either(found, self._hurt(p, number))
            if board.is_floor(column, level):
                break
            level -= 1
        if board.is_obstacle(column, level):
            return either(found, self._back_from(p, 1, number))
        found[p, level] = 0
        if not self._gaps([(p, level)], number):
            beside = self._beside(p, level, 1, number)
            found = either(found, beside)
            for (q, at), full in beside.items():
                if shield <= 0 and (q % self.columns, at) in board.enemies:
                    found = either(found, self._hurt(q, number, full))
        return found

    def _shield(self, number: int) -> int:
        """Returns how many hits a figure withstands."""
        other = self.turn.others[number]
        if other.immune or (other.heart and self.turn.options.heart_gives_immunity):
            return MANY
        return int(other.heart)

    def _harms(self, column: int, level: int) -> int:
        """Counts what might hurt in a space."""
        space = (column, level)
        is_guarded = self.board.is_enemy(*space) or space == self.turn.boss
        return is_guarded + self.board.is_obstacle(*space) + self.turn.projectiles.count(space)

    def _hurt(self, p: int, number: int, full: int = 0) -> dict[Space, int]:
        """Lists where a figure might be put that is hurt in a column."""
        low = max(p - self.turn.options.damage_retreat, 0)
        starts = range(low, p + 1) if self.turn.options.walls_stop_retreat else (low,)
        return either(*(self._back_from(start, 1, number, full) for start in starts))

    def _open_levels(self, p: int) -> list[int]:
        return [level for level in self.board.floor_levels(p) if not self.board.is_obstacle(p, level)]

    def _gaps(self, places: Iterable[Space], but: int = -1) -> int:
        """Returns how many of the places no figure (but one) could fill, the player's own aside."""
        spaces = {(p % self.columns, level) for p, level in places}
        spaces -= {*self.turn.projectiles, self.turn.boss}
        if not spaces:
            return 0
        fillers = [here for number, here in enumerate(self.spaces) if number != but and here & spaces]
        lonely = spaces.difference(*fillers) if fillers else spaces
        return max(len(spaces) - len(fillers), len(lonely))

    def _back_from(self, p: int, own: int = 0, but: int = -1, full: int = 0) -> dict[Space, int]:
        """Lists where one could be put who looks for room from a column on backwards.

        Whoever is sent past a space finds a figure there. `full` are the spaces passed before, as bits; with
        each end come those that it takes, since there are no more figures than all.
        """
        found: dict[Space, int] = {}
        others = len(self.turn.others)
        while p >= 0:
            here = {(p, level) for level in self._open_levels(p)}
            at_line = {(p, 1)} if p % self.columns == 0 else set()
            found |= dict.fromkeys(here or at_line, full)
            own -= self._gaps(here, but)
            full |= self._filled(here)
            if p % self.columns == 0 or own < 0 or full.bit_count() > others:
                break
            p -= 1
        return found

    def _filled(self, places: Iterable[Space]) -> int:
        """Returns the spaces, as bits, where only a figure turns people away: no projectile, no Boss."""
        spaces = {(p % self.columns, level) for p, level in places}
        return sum(bit_of(space) for space in spaces - {*self.turn.projectiles, self.turn.boss})

    def _beside(self, p: int, level: int, own: int = 0, but: int = -1) -> dict[Space, int]:
        """Lists where one could be put who comes to rest on a figure, and which spaces are full then."""
        near = {
            (q, at)
            for q, at in ((p, level + 1), (p, level - 1), (p - 1, level))
            if q >= 0 and at in LEVELS and at in self._open_levels(q)
        }
        here = bit_of((p % self.columns, level))
        found = dict.fromkeys(near, here)
        if p and self._gaps(near, but) <= own:
            full = here | self._filled(near)
            if full.bit_count() <= len(self.turn.others):
                found = self._back_from(p - 1, own, but, full) | found
        return found

    def _full_after(self, p: int) -> int:
        """Returns how many columns after one could be full, so that who looks for room comes back to it."""
        full, room = 0, len(self.turn.others)
        while full < self.columns:
            here = {(p + full + 1, level) for level in self._open_levels(p + full + 1)}
            room -= len(here)
            if (p + full + 1) % self.columns == 0 or room < 0 or self._gaps(here):
                break
            full += 1
        return full

    def farthest_source(self, p: int) -> int:
        """Returns the farthest column from which an end in a column can come about.

        One is hurt there; or put onto an enemy from farther ahead, and hurt there.
        """
        hurt = p + self._full_after(p) + self.turn.options.damage_retreat
        return max(q + 1 + self._full_after(q) for q in range(p, hurt + 1))
