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
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.limits import Limits, Useful
from companion.games.rayman.search.pool import Piece
from companion.games.rayman.search.records import HURT, Branch, Node, Step, World
from companion.games.rayman.search.walk import Search

Way = tuple[Post, Piece]
"""The post before a step, and what the step does to pools."""


class Chart(Search):
    """All steps between the places and stances that a turn could come to."""

    def __init__(self, turn: Turn, *, may_finish: bool, figures: set[Space]) -> None:
        self.strikable = figures
        """Where a Smasher might find a figure to slap."""
        self._before: dict[Post, list[Way]] | None = None
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

    def towards(self, sources: dict[Post, list[int]], *, spends_all: bool = False) -> Useful:
        """Returns the pools of use at each node for coming to sources with some pools, by the Movements left.

        With `spends_all` just so many Movements have to be left there, else at least so many.
        """
        if self._before is None:
            self._before = self._backwards()
        every, most = self.pools.all, self.pools.most_moves
        useful = {post: list(by_moves) for post, by_moves in sources.items()}
        waiting: dict[int, dict[Post, int]] = {}
        for post, by_moves in sources.items():
            fewer = 0
            for moves, bits in enumerate(by_moves):
                if bits & ~fewer:
                    waiting.setdefault(moves, {})[post] = bits & ~fewer
                fewer = 0 if spends_all else bits
        while waiting:
            moves = min(waiting)
            posts = waiting[moves]
            while posts:
                post, bits = posts.popitem()
                for parent, piece in self._before[post]:
                    before = moves - piece.moves
                    if before < piece.needs and not spends_all:
                        before = piece.needs
                    if not piece.needs <= before <= most:
                        continue
                    have = useful.setdefault(parent, [0] * (most + 1))
                    if have[before] == every:
                        continue
                    fresh = piece.before(bits)
                    fresh ^= fresh & have[before]
                    if fresh:
                        for more in range(before, before + 1 if spends_all else most + 1):
                            have[more] |= fresh
                        to = waiting.setdefault(before, {})
                        to[parent] = to.get(parent, 0) | fresh
            del waiting[moves]
        return Useful(useful, self.token_effects, farthest=max((p for p, _, _ in sources), default=-1))

    def _backwards(self) -> dict[Post, list[Way]]:
        before: dict[Post, list[Way]] = {node[1:]: [] for node in self.nodes}
        for node in self.nodes:
            if node.stance != HURT:
                for post, piece, _, _ in self._edges(node, self.worlds[0]):
                    if post in before:
                        before[post].append((node[1:], piece))
        return before
