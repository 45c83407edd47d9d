"""A chart of a turn: every step there could ever be, whatever is defeated, freed, slapped or removed.

The chart allows more than the rules do: enemies, projectiles and obstacles let everybody pass or hurt them,
as one likes, and all tokens are held from the start. What it does not reach is out of reach; pools from
which it leads to no target are of no use to a search for that target, and `Chart.towards` finds them from the
targets backwards. More of anything is never worse on the chart, so leaving a pool away leaves all smaller
ones away too: a search still sees which of its pools could have been greater.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.backwards import Ways, led_to
from companion.games.rayman.search.limits import Limits
from companion.games.rayman.search.records import HURT, Branch, Node, Step, World
from companion.games.rayman.search.useful import Sources, UsefulOnChart
from companion.games.rayman.search.walk import Search


class Chart(Search):
    """All steps between the places and stances that a turn could come to."""

    def __init__(self, turn: Turn, *, may_finish: bool, figures: set[Space]) -> None:
        self.strikable = figures
        """Where a Smasher might find a figure to slap."""
        self._before: Ways | None = None
        limits = Limits(
            figures=0,
            late_enemies=0,
            tokens="held",
            may_finish=may_finish,
            vague=frozenset(turn.projectiles),
        )
        super().__init__(turn, limits=limits)

    def _run(self) -> None:
        # What is charted is looser than the rules, so it is of no use to other searches.
        self._known = {}
        super()._run()

    # Steps, more loosely than the rules have them

    def _under(self, at: Branch, p: int, level: int, is_falling: bool, is_paid: bool) -> Iterator[Branch]:
        space = (p % self.columns, level)
        if space in self.facts.thick:
            if self.board.is_floor(*space):
                if is_paid:
                    yield at._replace(is_gliding=False)
                elif not is_falling:
                    yield at._replace(piece=at.piece.then(self.pay["crouch"]), is_gliding=False)
            return
        yield at
        if space in self.turn.projectiles:
            if at.is_gliding:
                yield at._replace(is_gliding=False)
            self._hit(at, p, level)

    def _meet(self, at: Branch, p: int, level: int) -> Iterator[Branch]:
        space = (p % self.columns, level)
        yield at
        if space in self.enemies or space == self.turn.boss:
            self._hit(at, p, level)
            if self.legendary == "weaver":
                for piece in self.dodge:
                    yield at._replace(piece=at.piece.then(piece))

    def _hit(self, at: Branch, p: int, level: int) -> list[Branch]:
        self._insert(Node(at.world, p, level, HURT), at.piece, self._node, None)
        return [at]

    def _slap_teensies(self, node: Node, world: World) -> None:
        """Leaves out all Slaps but those that bring a Smasher on."""
        if self.legendary != "smasher":
            return
        reach = self.reach_of_slaps(node.p, node.level)
        teensies = {space for _, space in self.board.teensies}
        spaces = [space for space in reach if space in self.enemies or space in teensies | self.strikable]
        for distance in {reach[space][0] for space in spaces} - {0, 1}:
            _, effect = self.slap_effect(distance, 0)
            self._apply(node, effect, node, Step("slap_enemy"))

    # Looking back

    def towards(self, sources: Sources, *, spends_all: bool = False) -> UsefulOnChart:
        """Returns the pools of use for coming to sources.

        With `spends_all` just so many Movements have to be left there, else at least so many.
        """
        if self._before is None:
            self._before = self._backwards()
        last = sources(len(self.token_effects))
        return UsefulOnChart(
            led_to(self.pools, self._before, self.most_at, last, spends_all=spends_all),
            self.token_effects,
            farthest=max((p for p, _, _ in last), default=-1),
        )

    def _backwards(self) -> Ways:
        before: Ways = {node[1:]: [] for node in self.nodes}
        for node in self.nodes:
            if node.stance != HURT:
                for post, piece, _, _ in self._edges(node, self.worlds[0]):
                    if post in before:
                        before[post].append((node[1:], piece))
        return before
