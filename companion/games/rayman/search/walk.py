"""All steps of a turn, taken by every pool at once: the search itself."""

from __future__ import annotations

from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.limits import ALL, Limits
from companion.games.rayman.search.places import Pushed, is_perch
from companion.games.rayman.search.pool import Effect, Piece
from companion.games.rayman.search.records import (
    AIR,
    AIR_FRESH,
    AIR_TWICE,
    DROP,
    FINISHED,
    GLIDE,
    HURDLE,
    HURT,
    STAND,
    STAND_FRESH,
    STANDING,
    Branch,
    Node,
    Source,
    Step,
    World,
)
from companion.games.rayman.search.slapping import Slapping
from companion.games.rayman.search.steps import Steps


class Search(Slapping):
    """All nodes that a turn reaches."""

    def __init__(
        self, turn: Turn, *, limits: Limits = ALL, is_exact: bool = False, like: Steps | None = None
    ) -> None:
        super().__init__(turn, limits=limits, is_exact=is_exact, like=like)
        self._run()
        self._agenda.reorder()  # whose orders refer to the search, which would outlive its use

    def _run(self) -> None:
        turn = self.turn
        p, level = turn.player.at
        world = self.world_id(self._first_world())
        stance = turn.stance
        if stance is None:
            stance = self._on_foot(p, level, STAND if is_perch(self.table(world), p, level) else DROP)
        for moves, bits in self.starts(holds_tokens=self.limits.tokens == "held"):
            self._add(world, (p, level, stance), Source(bits, moves))
        while self._agenda and not self.is_done():
            (number, moves, post), bits = self._agenda.next()
            node = Node(number, *post)
            if node.stance == HURT:
                self._go_on_hurt(node, moves, bits, self.worlds[number])
            else:
                self._go_on(node, moves, bits, self.worlds[number])

    def _first_world(self) -> World:
        turn = self.turn
        figures = tuple(
            Pushed(*other.at, other.heart, other.immune, False, len(other.freed) >= 3)
            for other in turn.others
        )
        defeated = sum(1 << index for space, index in self.enemies.items() if space in turn.defeated)
        return World(
            defeated=defeated,
            drawn=0 if self.limits.tokens == "drawn" else len(self.token_effects),
            kept=defeated,
            projectiles=frozenset(turn.projectiles),
            boss_slapped=turn.is_boss_slapped,
            immune=turn.stance is not None and turn.player.immune,
            figures=figures,
        )

    def is_done(self) -> bool:
        """Tells whether all targets are found."""
        return False

    def _go_on(self, node: Node, moves: int, bits: int, world: World) -> None:
        """Takes all steps from a node."""
        number, here = node[0], node[1]
        is_late = world.drawn >= len(self.token_effects)
        has_past = self._pasts[number]
        forgets = has_past and is_late and self.limits.forgets
        far = has_past and bool(self._horizons)
        all_wanted = self._wanted[number]
        for post, piece, change, step in self._edges(node, world):
            if moves < piece.needs:
                continue
            shift = piece.shift
            after = (bits & piece.mask) << shift if shift >= 0 else (bits & piece.mask) >> -shift
            if not after:
                continue
            left = moves + piece.moves
            if change is None and not far and not (forgets and post[0] != here):
                # The usual case, in which most steps lead to what is known.
                wanted = all_wanted.get(post)
                if wanted is None:
                    wanted = self._all_wanted(number, post)
                after &= wanted[left]
                if after:
                    self._note(number, post, wanted, Source(after, left, step, node, moves, shift))
                continue
            to = number
            if forgets and post[0] != here:
                to = self._without_past(number, world, post[0] % self.columns)
            if far:
                to = self._without_far(to, post[0], left)
            source = Source(after, left, step, node, moves, shift)
            if change is None:
                self._add(to, post, source)
            elif is_late or not change.defeated:
                self._add(self._after(to, change), post, source)
            else:
                self._draw(self._after(to, change), post, source, world)
        if not is_late or self.limits.late_enemies:
            self._strike(node, moves, bits, world)
        if self.limits.figures:
            self._slap_figures(node, moves, bits, world)

    def _strike(self, node: Node, moves: int, bits: int, world: World) -> None:
        """Slaps enemies that are worth it."""
        is_late = world.drawn >= len(self.token_effects)
        wanted = self.limits.enemies & ~world.defeated
        if is_late:
            wanted &= self.limits.late_enemies
        if not wanted or node.stance == FINISHED:
            return
        for enemy, piece, change, step in self._blows_from(node.p, node.level):
            after = piece.of(bits)
            if after and wanted >> enemy & 1:
                to = self._after(node.world, change)
                source = Source(after, moves + piece.moves, step, node, moves, piece.shift)
                if is_late:
                    self._add(to, node[1:], source)
                else:
                    self._draw(to, node[1:], source, world)

    def _draw(self, number: int, post: Post, source: Source, before: World) -> None:
        """Takes a step that draws a token, whose icons come into the pool (RAY-ENEMY-3)."""
        bits, moves, *_, shift = source
        for gain in self.token_effects[before.drawn]:
            gained = gain.of(bits)
            if gained:
                drawn = source._replace(bits=gained, moves=moves + gain.moves, shift=shift + gain.shift)
                self._add(number, post, drawn)

    def _expand(self, node: Node, world: World) -> None:
        self._take_steps(node, world)
        if (node.p % self.columns, node.level) in world.projectiles & self.limits.vague:
            # Where a projectile may be gone, nobody has to be crouched.
            self._take_steps(node, world._replace(projectiles=frozenset()))

    def _take_steps(self, node: Node, world: World) -> None:
        _, p, level, stance = self._node = node
        for effect, step in self.free_steps:
            self._apply(node, effect, node, step)
        moved = self.pay["move"]
        if stance == FINISHED:
            if moved:
                to = (p + 1, level)
                self._insert(Node(node.world, *to, FINISHED), moved, node, Step("move", to, 1))
            return
        column = p % self.columns
        is_covered = (column, level) in self.facts.thick or (column, level) in world.projectiles
        is_grounded = stance in STANDING
        if moved and stance != DROP:
            is_paid = is_covered and (is_grounded or stance == HURDLE)
            for piece, falls_into in self._strides(stance, moved):
                self._move(node, piece, world, 1, is_paid, falls_into)
                self._move(node, piece, world, -1, is_paid, falls_into)
        is_hanging = is_grounded and not self.facts.floors[column * 3 + level - 1]
        if level < 3 and ((is_grounded and not is_covered and not is_hanging) or stance == AIR_FRESH):
            self._jump(node)
        if (is_grounded and not is_covered) or stance in (DROP, AIR, AIR_TWICE, AIR_FRESH):
            self._insert(
                Node(node.world, p, level, GLIDE), self.pay["glide"], node, Step("glide", (p, level))
            )
        if stance in (DROP, AIR, AIR_TWICE, AIR_FRESH) or is_hanging:
            self._doing = ("fall", -1)
            for branch in self._enter(self.pools.whole, node.world, p, level - 1, is_falling=True):
                stance_after = self._on_foot(p, level - 1, DROP)
                self._arrive(node, branch, p, level - 1, stance_after, "fall", -1)
        if stance == GLIDE:
            self._glide(node, moved)
        if self.limits.teensies:
            self._slap_teensies(node, world)

    def _strides(self, stance: int, moved: Piece) -> list[tuple[Piece, int]]:
        """Lists what a Movement costs and how it leaves a figure without a floor (RAY-LEGEND-11, 12)."""
        if self.legendary != "dasher":
            return [(moved, DROP)]
        pools = self.pools
        is_extra = stance == AIR
        falls_into = AIR if stance in (STAND, HURDLE, AIR_TWICE) else DROP
        if not pools.is_once:
            return [(moved, falls_into)]
        able = pools.unused.then(moved)
        return [
            (able.then(pools.ability[0]) if is_extra else able, falls_into),
            (pools.used.then(moved), DROP),
        ]

    def _on_foot(self, p: int, level: int, otherwise: int) -> int:
        """Returns the stance of who comes into a space without gliding."""
        column = p % self.columns
        if level == 1:
            return HURDLE if column in self.facts.obstacles else STAND
        return STAND if self.facts.floors[column * 3 + level - 1] else otherwise

    def _gliding(self, p: int, level: int) -> int:
        """Returns the stance of who comes into a space gliding."""
        column = p % self.columns
        if level == 1:
            return GLIDE if column in self.facts.obstacles else STAND
        return STAND if self.facts.floors[column * 3 + level - 1] else GLIDE

    def _arrive(
        self, node: Node, branch: Branch, p: int, level: int, stance: int, kind: str, by: int
    ) -> None:
        step = Step(kind, (p, level), by, branch.enemy, branch.cover, obstacle=branch.obstacle)
        self._insert(Node(branch.world, p, level, stance), branch.piece, node, step)

    def _move(self, node: Node, moved: Piece, world: World, by: int, is_paid: bool, falls_into: int) -> None:
        _, p, level, stance = node
        q = p + by
        if q < 0 or ((p if by > 0 else q) % self.columns, level) in self.facts.walls:
            return
        if by > 0 and q % self.columns == 0:
            if self.limits.may_finish or self.held + world.freed.bit_count() >= 3:
                step = Step("move", (q, level), 1)
                self._insert(Node(node.world, q, level, FINISHED), moved, node, step)
                if not self.limits.may_finish:
                    return
            if self.options.finish_gate == "blocked_at43":
                return
        number = node.world
        is_gliding = stance == GLIDE
        if self._is_quiet((q % self.columns, level)):
            stance_after = self._gliding(q, level) if is_gliding else self._on_foot(q, level, falls_into)
            self._insert(Node(number, q, level, stance_after), moved, node, Step("move", (q, level), by))
            return
        self._doing = ("move", by)
        for branch in self._enter(moved, number, q, level, is_gliding=is_gliding, is_paid=is_paid):
            if branch.is_gliding:
                stance_after = self._gliding(q, level)
            else:
                stance_after = self._on_foot(q, level, falls_into)
            self._arrive(node, branch, q, level, stance_after, "move", by)

    def _without_past(self, number: int, world: World, column: int) -> int:
        """Returns a world in which what lies behind is as it was."""
        key = (number, column)
        if key not in self._forgotten:
            kept = self.limits.late_enemies | world.kept | self.worlds[0].defeated
            defeated = world.defeated & (kept | self._of_column.get(column, 0))
            back = {space for space in self._projectiles if space[0] != column}
            projectiles = world.projectiles | back
            self._forgotten[key] = self.world_id(world._replace(defeated=defeated, projectiles=projectiles))
        return self._forgotten[key]

    def _jump(self, node: Node) -> None:
        _, p, level, stance = node
        pools = self.pools
        effect: Effect = (self.pay["jump"],)
        if stance in (STAND_FRESH, AIR_FRESH):
            effect = pools.then(pools.then(effect, pools.ability), pools.gain("move"))
        if stance == STAND_FRESH and pools.is_once:
            effect += pools.then((pools.used,), (self.pay["jump"],))
        is_fresh = level == 1 and self.legendary == "scrambler"
        if self.board.is_floor(p, level + 1):
            stance_after = STAND_FRESH if is_fresh else STAND
        elif is_fresh:
            stance_after = AIR_FRESH
        else:
            stance_after = AIR_TWICE if self.legendary == "dasher" else AIR
        ways = [(jumped, stance_after) for jumped in effect]
        if stance_after == AIR_TWICE and pools.is_once:
            jumped = effect[0]
            ways = [(pools.unused.then(jumped), AIR_TWICE), (pools.used.then(jumped), AIR)]
        self._doing = ("jump", 1)
        for jumped, stance_after in ways:
            if jumped:
                for branch in self._enter(jumped, node.world, p, level + 1):
                    self._arrive(node, branch, p, level + 1, stance_after, "jump", 1)

    def _glide(self, node: Node, moved: Piece) -> None:
        _, p, level, _ = node
        whole = self.pools.whole
        if not self.board.is_floor(p, level):
            self._insert(Node(node.world, p, level, DROP), whole, node, Step("end_glide", (p, level)))
        elif self.board.is_obstacle(p, level):
            self._doing = ("end_glide", 0)
            for branch in self._enter(whole, node.world, p, level):
                self._arrive(node, branch, p, level, HURDLE, "end_glide", 0)
        else:
            self._insert(Node(node.world, p, level, STAND), whole, node, Step("end_glide", (p, level)))
        if self.legendary != "drifter":
            return
        paid = (whole if self.options.drifter_free else moved).then(self.pools.ability[0])
        can_rise = level < 3 and not self.board.is_low(p, level)
        can_sink = level > 1 and not self.board.is_floor(p, level)
        for by in (1,) * can_rise + (-1,) * can_sink:
            self._doing = ("drift", by)
            if paid:
                for branch in self._enter(paid, node.world, p, level + by, is_gliding=True):
                    to = level + by
                    stance = self._gliding(p, to) if branch.is_gliding else self._on_foot(p, to, DROP)
                    self._arrive(node, branch, p, to, stance, "drift", by)

    def _go_on_hurt(self, node: Node, moves: int, bits: int, world: World) -> None:
        """Lets an immune figure go on from its retreat, where damage does not end the turn."""
        for p, level in self.retreats(node.world, node.p, node.level):
            gone = world.projectiles - {(p % self.columns, level)}
            to = self.world_id(world._replace(immune=True, projectiles=gone))
            step = Step("retreat", (p, level))
            self._add(to, (p, level, STAND), Source(bits, moves, step, node, moves))
