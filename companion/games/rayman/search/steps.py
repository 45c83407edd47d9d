"""The steps from a node, worked out once for all pools and for all worlds that are alike around it."""

from __future__ import annotations

from abc import abstractmethod

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.limits import ALL, Limits
from companion.games.rayman.search.nodes import Nodes
from companion.games.rayman.search.pool import Piece
from companion.games.rayman.search.records import Blow, Change, Edge, Node, Step, World
from companion.games.rayman.search.slaps import Reach, slap_reach


class Steps(Nodes):
    """Records what a step makes of the set of all pools, and changes worlds by what is recorded."""

    def __init__(
        self, turn: Turn, *, limits: Limits = ALL, is_exact: bool = False, like: Steps | None = None
    ) -> None:
        super().__init__(turn, limits=limits, is_exact=is_exact, like=like)
        self._books: dict[tuple[object, ...], dict[tuple[int, ...], list[Edge]]]
        self._books = {} if like is None else like._books
        asked = (limits.enemies, limits.teensies, limits.vague, limits.may_finish)
        self._known = self._books.setdefault(asked, {})
        self._recording: list[Edge] = []
        self._near: dict[int, int] = {} if like is None else like._near
        self._blows: dict[Space, list[Blow]] = {} if like is None else like._blows
        self._changed: dict[tuple[int, Change], int] = {}
        self._all_marks: list[int] = []
        self._first_mark = 4 + len(self.enemies) + 2

    @abstractmethod
    def _expand(self, node: Node, world: World) -> None:
        """Records all steps from a node."""

    def _edges(self, node: Node, world: World) -> list[Edge]:
        """Returns the steps from a node for every pool, worked out once for all worlds alike around it."""
        number, p, level, stance = node
        near = self._near.get(p)
        if near is None:
            near = self._near[p] = self._nearby(p)
        if number >= len(self._all_marks):
            self._mark_worlds()
        key = (p, level, stance, self._all_marks[number] & near)
        edges = self._known.get(key)
        if edges is None:
            edges = self._known[key] = self._recording = []
            self._expand(node, world)
        return edges

    def _insert(self, node: Node, piece: Piece, parent: Node, step: Step | None) -> None:
        """Notes a step from a node and what it makes of the pools."""
        number, p, level, stance = node
        change = None
        if number != parent.world:
            before, after = self.worlds[parent.world], self.worlds[number]
            change = Change(
                after.defeated & ~before.defeated,
                after.freed & ~before.freed,
                before.projectiles - after.projectiles,
                after.boss_slapped and not before.boss_slapped,
                after.immune and not before.immune,
            )
        if piece.mask and (change or piece.shift or piece.moves or node != parent):
            self._recording.append(((p, level, stance), piece, change, step))

    def _mark_worlds(self) -> None:
        """Writes what has changed in each world as bits, for telling which worlds are alike somewhere."""
        for world in self.worlds[len(self._all_marks) :]:
            marks = world.defeated << 4 | world.freed
            for index, space in enumerate(self.turn.projectiles):
                marks |= (space not in world.projectiles) << (self._first_mark + index)
            marks |= world.boss_slapped << (self._first_mark - 1) | world.immune << (self._first_mark - 2)
            self._all_marks.append(marks)

    def _nearby(self, p: int) -> int:
        """Returns the marks that can matter for a step from a column."""
        near = {q % self.columns for q in (p - 1, p, p + 1)}
        marks = 15 | 3 << (self._first_mark - 2)
        for (column, _), index in self.enemies.items():
            marks |= (column in near) << (4 + index)
        for index, (column, _) in enumerate(self.turn.projectiles):
            marks |= (column in near) << (self._first_mark + index)
        return marks

    def reach_of_slaps(self, p: int, level: int) -> Reach:
        """Returns what can be hit from a space."""
        return slap_reach(
            self.board,
            p % self.columns,
            level,
            self.farthest_slap,
            manhattan=self.options.slap_manhattan,
            thick_blocks=self.options.thick_blocks_side_slap,
        )

    def _after(self, number: int, change: Change) -> int:
        """Returns the world after a change."""
        key = (number, change)
        if key not in self._changed:
            world = self.worlds[number]
            defeated = world.defeated | change.defeated
            draws = bool(change.defeated) and world.drawn < len(self.token_effects)
            kept = defeated if draws and self.limits.forgets else world.kept
            self._changed[key] = self.world_id(
                world._replace(
                    defeated=defeated,
                    drawn=world.drawn + draws,
                    kept=kept,
                    freed=world.freed | change.freed,
                    projectiles=world.projectiles - change.gone,
                    boss_slapped=world.boss_slapped or change.boss_slapped,
                    immune=world.immune or change.immune,
                )
            )
        return self._changed[key]
