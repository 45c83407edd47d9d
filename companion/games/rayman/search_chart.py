"""A chart of a turn: every step there could ever be, whatever is defeated, freed, slapped or removed.

The chart allows more than the rules do: enemies, projectiles and obstacles let everybody pass or hurt them,
as one likes, and all tokens are held from the start. What it does not reach is out of reach; pools from
which it leads to no target are of no use to a search for that target, and `Chart.towards` finds them from the
targets backwards. More of anything is never worse on the chart, so leaving a pool away leaves all smaller
ones away too: a search still sees which of its pools could have been greater.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search import DROP, HURT, Limits, Node, Search, Step, World
from companion.games.rayman.search_nodes import Branch, Useful
from companion.games.rayman.search_pool import Piece

Way = tuple[Node, int, int]
"""The node at the other end, which pools the step is for, and by how much it shifts them."""


class Chart(Search):
    """All steps between the places and stances that a turn could come to."""

    def __init__(self, turn: Turn, *, may_finish: bool, figures: set[Space]) -> None:
        self.figures = figures
        """Where a Smasher might find a figure to slap."""
        self.onward: dict[Node, list[Way]] = {}
        self.reached: dict[Node, int] = {}
        """The pools that come to each node."""
        self._before: dict[Node, list[Way]] | None = None
        self._without = World()
        super().__init__(turn, limits=Limits(may_finish=may_finish, tokens="held"))

    def _run(self) -> None:
        turn = self.turn
        here = World(projectiles=frozenset(turn.projectiles), boss_slapped=True)
        self._without = here._replace(projectiles=frozenset())
        number = self.world_id(here)
        p, level = turn.player.at
        stance = self._on_foot(p, level, DROP) if turn.stance is None else turn.stance
        bits = self.pools.below(self.holding_tokens(self.pools.start(at_most=True)[0]))
        waiting = {Node(number, p, level, stance): bits}
        while waiting:
            node = next(iter(waiting))
            bits = waiting.pop(node)
            bits &= ~self.reached.get(node, 0)
            if not bits:
                continue
            self.reached[node] = self.reached.get(node, 0) | bits
            if node.stance == HURT:
                continue
            for to, mask, shift in self._onward(node, here):
                after = (bits & mask) << shift if shift >= 0 else (bits & mask) >> -shift
                after &= ~self.reached.get(to, 0)
                if after:
                    waiting[to] = waiting.get(to, 0) | after

    def _onward(self, node: Node, here: World) -> list[Way]:
        if node not in self.onward:
            self.onward[node] = []
            self._expand(node, here)
            if (node.p % self.columns, node.level) in here.projectiles:
                # Where a projectile may be gone, nobody has to be crouched.
                self._expand(node, self._without)
        return self.onward[node]

    def _insert(self, node: Node, piece: Piece, parent: Node, step: Step | None) -> None:
        if piece and (node != parent or piece.shift):
            self.onward[parent].append((node, piece.mask, piece.shift))

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

    def _slap(self, node: Node, world: World) -> None:
        """Leaves out all Slaps but those that bring a Smasher on."""
        if self.legendary != "smasher":
            return
        reach = self.reach_of_slaps(node.p, node.level)
        teensies = {space for _, space in self.board.teensies}
        spaces = [space for space in reach if space in self.enemies or space in teensies | self.figures]
        for distance in {reach[space][0] for space in spaces} - {0, 1}:
            _, effect = self.slap_effect(distance, 0)
            self._apply(node, effect, node, Step("slap_enemy"))

    # Looking back

    def towards(self, is_source: Callable[[Node], bool]) -> Useful:
        """Returns the pools of use at each node, by the tokens drawn, for a turn to end from a source."""
        if self._before is None:
            self._before = {node: [] for node in self.reached}
            for node, edges in self.onward.items():
                for to, mask, shift in edges:
                    if to in self._before:
                        self._before[to].append((node, mask, shift))
        every = self.pools.all
        waiting = {node: every for node in self.reached if is_source(node)}
        useful = dict(waiting)
        while waiting:
            node = next(iter(waiting))
            bits = waiting.pop(node)
            for parent, mask, shift in self._before[node]:
                have = useful.get(parent, 0)
                if have == every:
                    continue
                fresh = (bits >> shift if shift >= 0 else bits << -shift) & mask & ~have
                if fresh:
                    useful[parent] = have | fresh
                    waiting[parent] = waiting.get(parent, 0) | fresh
        last = {(node.p, node.level, node.stance): bits for node, bits in useful.items()}
        return [last, *self._earlier(last)][::-1]

    def _earlier(self, last: dict[tuple[int, int, int], int]) -> Iterator[dict[tuple[int, int, int], int]]:
        for effect in reversed(self.token_effects):
            before = {}
            for key, bits in last.items():
                could = bits
                for mask, shift in ((piece.mask, piece.shift) for piece in effect):
                    could |= (bits >> shift if shift >= 0 else bits << -shift) & mask
                before[key] = could
            yield before
            last = before
