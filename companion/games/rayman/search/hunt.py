"""A search for some ends only, that goes straight for them and stops when it has them."""

from __future__ import annotations

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.agenda import Agenda, Stage
from companion.games.rayman.search.ends import Rest, rests_of
from companion.games.rayman.search.limits import Limits
from companion.games.rayman.search.records import FINISHED, HURDLE, HURT, STANDING, Node
from companion.games.rayman.search.steps import Steps
from companion.games.rayman.search.trace import is_sound, trace
from companion.games.rayman.search.walk import Search

EAGER = 600
"""How many nodes a hunt goes on from before it settles down to looking at everything in order."""
FAR = 1000
"""Farther than any target is away."""
WORTH_OF_A_TOKEN = 20
"""How many Movements one goes out of the way for a token, while figures are to be pushed."""

ENDING = (*STANDING, HURT, HURDLE, FINISHED)
"""Stances in which a turn ends; on another figure's head it ends in the air as well."""


class Hunt(Search):
    """A search for certain ends.

    At first two orders take turns, which suit different turns: nearest to the targets, and most Movements to
    spare. Where there is no way all has to be looked at, which goes quickest in the usual order.
    """

    found: dict[Space, Rest]

    def __init__(
        self,
        turn: Turn,
        limits: Limits,
        *,
        is_exact: bool = False,
        is_loose: bool = False,
        like: Steps | None = None,
        patience: int | None = None,
    ) -> None:
        """Hunts for the targets of the limits; loosely, any rest that is not ruled out will do.

        With `patience` it gives up after so many nodes without finding another target.
        """
        self.found = {}
        self.patience = patience
        self.is_loose = is_loose
        self._sought = set(limits.targets)
        self._taken = 0
        self._last_find = 0
        super().__init__(turn, limits=limits, is_exact=is_exact, like=like)

    @property
    def is_cut_short(self) -> bool:
        """Tells whether more patience might find more."""
        return bool(self._sought and self._agenda)

    def is_done(self) -> bool:
        """Tells whether all targets are found, or patience is at an end."""
        self._taken += 1
        if self._taken == EAGER:
            self._agenda.reorder(self._in_order)
        is_tired = self.patience is not None and self._taken - self._last_find > self.patience
        return is_tired or not self._sought

    def _new_agenda(self) -> Agenda:
        if self.limits.crowds is None:
            return Agenda(self._nearest, self._freest)
        other = self._in_order if self.patience is None else self._nearest_in_crowd
        return Agenda(self._freest_in_crowd, other)

    def _away(self, stage: Stage) -> int:
        """Returns how many Movements it takes at least to a target."""
        number, _, post = stage
        useful = self._useful_in(number)
        return useful.fewest_moves(post, self.worlds[number].drawn) if useful else 0

    def _nearest(self, stage: Stage) -> int:
        return self._away(stage) - self.worlds[stage[0]].drawn * FAR

    def _freest(self, stage: Stage) -> int:
        return self._nearest(stage) - stage[1]

    def _nearest_in_crowd(self, stage: Stage) -> int:
        return (
            self._leads[stage[0]] * FAR + self._away(stage) - self.worlds[stage[0]].drawn * WORTH_OF_A_TOKEN
        )

    def _freest_in_crowd(self, stage: Stage) -> int:
        return self._leads[stage[0]] * FAR + self._away(stage) - stage[1]

    def _arrived(self, node: Node, fresh: int, moves: int) -> None:
        if self._corridor and not self._corridor[0] <= node.p <= self._corridor[1]:
            return
        if not (node.stance in ENDING or self.options.perches):
            return
        if self.limits.finishes and node.stance != FINISHED:
            return
        is_off = node.stance == HURDLE and moves > 0
        for rest in rests_of(self, node, fresh, moves, is_gentle=self.is_loose):
            if rest.at in self._sought and (rest.is_certain or (self.is_loose and not is_off)):
                accepted = self.accepts(rest)
                if accepted:
                    self._sought.discard(rest.at)
                    self.found[rest.at] = accepted
                    self._last_find = self._taken

    def accepts(self, rest: Rest) -> Rest | None:
        """Returns the rest, or the part of it, that is wanted."""
        may_err = self.limits.forgets and not self.is_loose
        return None if may_err and not is_sound(self.turn, trace(self, rest)) else rest
