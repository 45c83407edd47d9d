"""Where the other figures might get to in a turn, and where one might be put who finds a space taken.

A Slap pushes a figure by a column, and who finds no room is put back past full columns. Others can fill a
column only where they might be themselves, so the bounds are worked out as many times as there are figures,
each time from the ones before. They are generous: where they say that no figure comes, none comes.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.rayman.board import LEVELS, Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search_places import Table


class Room:
    """Bounds on where figures can be pushed and displaced to, whatever the player does."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.board = turn.board
        self.columns = turn.board.columns
        self.first_taken = {(other.at[0] % self.columns, other.at[1]) for other in turn.others}
        self.possible: list[set[Space]] = []
        """Where each figure might be before the turn ends, as progress and level."""
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

    def _possible(self, number: int) -> set[Space]:
        other = self.turn.others[number]
        if not self._can_move(number):
            return {other.at}
        if self.turn.options.slap_limit == "unlimited":
            high = max(figure.at[0] for figure in self.turn.others) + 40
            return {(q, level) for q in range(high) for level in self.board.floor_levels(q)}
        return {other.at} | {place for by in (1, -1) for place in self._pushed(number, by)}

    def _pushed(self, number: int, by: int) -> set[Space]:
        """Lists where a push might put a figure; the player's own may stand anywhere."""
        p, level = self.turn.others[number].at
        board, retreat = self.board, self.turn.options.damage_retreat
        found: set[Space] = set()

        def hurt(q: int, filled: int = 0) -> None:
            for start in range(max(q - retreat, 0), q + 1 if self.turn.options.walls_stop_retreat else 0):
                found.update(self._back_from(start, 1, number))
            found.update(self._back_from(max(q - retreat, 0), 1, number, filled))

        if p + by < 0:
            return found
        if board.is_wall(p if by > 0 else p - 1, level):
            hurt(p)
            return found
        p += by
        column = p % self.columns
        harms = {*board.enemies, *self.turn.projectiles, self.turn.boss}
        while True:
            if (column, level) in harms or board.is_obstacle(column, level):
                hurt(p)
            if board.is_floor(column, level):
                break
            level -= 1
        if board.is_obstacle(column, level):
            return found | self._back_from(p, 1, number).keys()
        found.add((p, level))
        if not self._gaps([(p, level)], number):
            for (q, at_level), filled in self._beside(p, level, 1, number).items():
                found.add((q, at_level))
                if (q % self.columns, at_level) in board.enemies:
                    hurt(q, filled)
        return found

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

    def _back_from(self, p: int, own: int = 0, but: int = -1, filled: int = 0) -> dict[Space, int]:
        """Lists where one could be put who looks for room from a column on backwards.

        Whoever is sent past a space finds a figure there. `filled` counts the figures that hold spaces passed
        before; with each end comes how many of them that end takes, since there are no more than all.
        """
        found: dict[Space, int] = {}
        others = len(self.turn.others)
        while p >= 0:
            here = {(p, level) for level in self._open_levels(p)}
            at_line = {(p, 1)} if p % self.columns == 0 else set()
            found |= dict.fromkeys(here or at_line, filled)
            own -= self._gaps(here, but)
            filled += len(here - {(p, level) for p, level in here if self._is_closed(p, level)})
            if p % self.columns == 0 or own < 0 or filled > others:
                break
            p -= 1
        return found

    def _is_closed(self, p: int, level: int) -> bool:
        """Tells whether a projectile or the Boss can turn people away from a space, in place of a figure."""
        space = (p % self.columns, level)
        return space in self.turn.projectiles or space == self.turn.boss

    def _beside(self, p: int, level: int, own: int = 0, but: int = -1) -> dict[Space, int]:
        """Lists where one could be put who comes to rest on a figure, and how many figures that takes."""
        near = {
            (q, at)
            for q, at in ((p, level + 1), (p, level - 1), (p - 1, level))
            if q >= 0 and at in LEVELS and at in self._open_levels(q)
        }
        found = dict.fromkeys(near, 1)
        if p and self._gaps(near, but) <= own:
            filled = 1 + sum(not self._is_closed(q, at) for q, at in near)
            if filled <= len(self.turn.others):
                # The space behind may be counted again as part of its column.
                back = self._back_from(p - 1, own, but, filled - 1 if (p - 1, level) in near else filled)
                found = back | found
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
