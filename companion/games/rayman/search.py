"""Decides exactly where a turn can come to rest and with what, against rayman-turn.md.

The search walks over *nodes*: a place and stance in a *world* (what is defeated, freed, slapped, removed). Each node
holds the set of all action pools with which it can be reached, as one whole number (search_pool), so that a step
moves thousands of pools at once. Started from every pool that is *at most* the real one, a pool with less is never
explored again: who can do with less can do with more. Only an obstacle asks for exactly no Movement left, and a
table that forces Slaps; then the search runs with the exact pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search_places import Push, Pushed, Spaces, Table, retreats
from companion.games.rayman.search_pool import TOKEN, Effect, Piece, Pools
from companion.games.rayman.search_slaps import Reach, slap_reach

STAND, STAND_FRESH, AIR, AIR_TWICE, AIR_FRESH, DROP, GLIDE, HURDLE, FINISHED, HURT = range(10)
"""Stances; *fresh* is straight after a Jump from level 1 (Scrambler), *twice* has two Movements left (Dasher)."""

STANDING = (STAND, STAND_FRESH)


class World(NamedTuple):
    """What has changed on the table since the turn began."""

    defeated: int = 0
    drawn: int = 0
    """How many tokens have come into the pool."""
    freed: int = 0
    projectiles: Spaces = frozenset()
    boss_slapped: bool = False
    immune: bool = False
    figures: tuple[Pushed, ...] = ()


class Step(NamedTuple):
    """One step of a turn, as a command could ask for it.

    `kind` is one of move, jump, drift, glide, end_glide, fall, slap_enemy, free, slap_figure, heart, convert, retreat.
    """

    kind: str
    to: Space = (0, 0)
    """Where the player's figure is after the step, or for a slap the space that is hit."""
    by: int = 0
    enemy: str = ""
    """slap, hit or dodge, where an enemy or the Boss was met."""
    cover: str = ""
    """crouch or hit, where a low ceiling or a projectile was met; empty in a run that is already paid."""
    target: str = ""
    """The Teensy's colour, or the figure's name; for convert: icon or token."""
    obstacle: bool = False
    cost: int = 0
    lands: Space | None = None
    """Where a slapped figure ends."""


class Node(NamedTuple):
    """A place and stance in a world."""

    world: int
    p: int
    level: int
    stance: int


class Source(NamedTuple):
    """How some pools came to a node."""

    bits: int
    parent: Node | None
    shift: int
    step: Step | None


class Branch(NamedTuple):
    """One outcome of entering a space."""

    bits: int
    shift: int
    world: int
    is_gliding: bool
    enemy: str
    cover: str
    obstacle: bool


class Limits(NamedTuple):
    """What the search may leave alone because the question does not ask for it."""

    enemies: int = -1
    teensies: int = -1
    figures: int = -1
    late_enemies: int = -1
    """Enemies worth a Slap of its own after the last drawn token has come."""
    forgets: bool = False
    """Whether, after that, enemies of other columns may count as not defeated: no way back over them pays."""
    targets: frozenset[Space] = frozenset()
    """Ends that the search is after, if not all; it stops when all are found."""
    corridor: tuple[int, int] | None = None
    """Columns from which the targets can come about."""
    is_loose: bool = False
    """Whether to allow more than the rules do, for a quick upper bound: see search_reach."""
    vague: Spaces = frozenset()
    """Loosely, projectiles that may be gone."""
    may_finish: bool = False
    """Loosely, whether three Teensies may be held at the line."""


ALL = Limits()


class Search:
    """All nodes that a turn reaches."""

    def __init__(self, turn: Turn, *, limits: Limits = ALL, is_exact: bool = False) -> None:
        self.turn = turn
        self.board = turn.board
        self.options = turn.options
        self.columns = turn.board.columns
        self.legendary = turn.player.legendary
        self.limits = limits
        self.is_exact = is_exact or not turn.options.heart_optional
        self.pools = Pools(turn)
        self.enemies = {space: index for index, space in enumerate(turn.board.enemies)}
        self._of_column: dict[int, int] = {}
        for (column, _), index in self.enemies.items():
            self._of_column[column] = self._of_column.get(column, 0) | 1 << index
        figures = (turn.player, *turn.others)
        self.covered = {(figure.at[0] % self.columns, figure.at[1]) for figure in figures}
        self.harmless = self.covered | ({turn.boss} if turn.boss else set())
        self.held = len(set(turn.player.freed))
        self.nodes: dict[Node, int] = {}
        self.sources: dict[Node, list[Source]] = {}
        self.worlds: list[World] = []
        self._world_ids: dict[World, int] = {}
        self._pending: list[dict[Node, int]] = []
        self._quiet: dict[Space, bool] = {}
        self._node = Node(0, 0, 0, 0)
        self._doing = ("", 0)
        self._tables: dict[int, Table] = {}
        self._pushes: dict[tuple[object, ...], list[tuple[Pushed, Spaces]]] = {}
        self._prepare_effects()
        self._corridor = limits.corridor if turn.options.damage_ends_turn else None
        self._count_gains()
        self._run()

    # Effects on pools

    def _prepare_effects(self) -> None:
        pools, extra = self.pools, self.turn.enemy_extra_slaps
        self.pay = {icon: pools.spend(icon) for icon in ("move", "jump", "glide", "crouch")}
        self.pay_enemy = pools.spend("slap", 1 + extra)
        self.with_token = pools.at_least(TOKEN, 1)
        self.lose_token: Piece = (self.with_token, -pools.strides[TOKEN])
        self.token_effects: list[Effect] = []
        for icons in self.turn.drawn:
            effect = pools.keep
            for icon in icons:
                effect = pools.then(effect, pools.gain(icon))
            self.token_effects.append(effect)
        self.dodge = pools.then((self.pay["crouch"],), pools.gain("move"))
        self.free_steps: list[tuple[Effect, Step]] = []
        if pools.sizes["heart"] > 1:
            take = (
                (pools.at_least("heart", 1) & ~self.with_token),
                pools.strides[TOKEN] - pools.strides["heart"],
            )
            self.free_steps.append(((take,), Step("heart", cost=1)))
        if pools.keeps_lums and pools.lum:
            trade = pools.then((pools.spend("lums"),), pools.gain(pools.lum))
            self.free_steps.append((trade, Step("lum")))
        if self.legendary == "sneaker":
            crouch = pools.gain("crouch")
            if pools.sizes["heart"] > 1:
                self.free_steps.append(
                    (pools.then((pools.spend("heart"),), crouch), Step("convert", target="icon"))
                )
            if pools.sizes[TOKEN] > 1 and not self.options.sneaker_strict_icons:
                self.free_steps.append(
                    (pools.then((self.lose_token,), crouch), Step("convert", target="token"))
                )
        self.slap_effects: dict[tuple[int, int], Effect] = {}

    def slap_effect(self, distance: int, extra: int) -> tuple[int, Effect]:
        """Returns the cost of a Slap and what it does to the pools (RAY-SLAP-1, 2, RAY-LEGEND-9, 10)."""
        is_smasher = self.legendary == "smasher"
        cost = (max(distance, 1) if is_smasher else distance + 1) + extra
        key = (distance, extra)
        if key not in self.slap_effects:
            effect: Effect = (self.pools.spend("slap", cost),)
            if is_smasher and distance >= 2:
                effect = self.pools.then(effect, self.pools.gain("move"))
            self.slap_effects[key] = effect
        return cost, self.slap_effects[key]

    def _count_gains(self) -> None:
        """Notes how many Movements may still come into the pool, by the tokens drawn so far."""
        most = self.pools.sizes["move"] - 1
        tokens = [sum(icon == "move" for icon in token) for token in self.turn.drawn]
        other = most - self.pools.first["move"] - sum(tokens)
        self._gains_left = [other + sum(tokens[count:]) for count in range(len(tokens) + 1)]

    # Worlds and nodes

    def world_id(self, world: World) -> int:
        """Returns the number of a world."""
        if world not in self._world_ids:
            self._world_ids[world] = len(self.worlds)
            self.worlds.append(world)
        return self._world_ids[world]

    def _rank(self, world: World) -> int:
        return (
            world.drawn
            + (0 if self.limits.forgets else world.defeated.bit_count())
            + world.freed.bit_count()
            + sum(figure.slapped for figure in world.figures)
            + len(self.turn.projectiles)
            - len(world.projectiles)
            + world.boss_slapped
            + world.immune
        )

    def _insert(self, node: Node, bits: int, parent: Node | None, shift: int, step: Step | None) -> None:
        have = self.nodes.get(node, 0)
        fresh = bits & ~have
        if not fresh or (self._corridor and not self._is_useful(node, fresh)):
            return
        if have:
            self.nodes[node] = have | fresh
            self.sources[node].append(Source(fresh, parent, shift, step))
        else:
            self.nodes[node] = fresh
            self.sources[node] = [Source(fresh, parent, shift, step)]
        if node.stance == HURT and self.options.damage_ends_turn:
            return
        pending = self._queues[node.world]
        pending[node] = pending.get(node, 0) | fresh

    def _is_useful(self, node: Node, bits: int) -> bool:
        """Tells whether a target is still within the Movements left, retreats and displacements aside."""
        assert self._corridor is not None
        low, high = self._corridor
        away = max(low - node.p, node.p - high)
        if away <= 0:
            return True
        gains = self._gains_left[self.worlds[node.world].drawn]
        return bool(bits & self.pools.at_least("move", max(away - gains, 0)))

    @property
    def _queues(self) -> list[dict[Node, int]]:
        while len(self._pending) < len(self.worlds):
            self._pending.append({})
        return self._pending

    def _run(self) -> None:
        turn = self.turn
        figures = tuple(Pushed(*other.at, other.heart, other.immune, False) for other in turn.others)
        world = self.world_id(World(projectiles=frozenset(turn.projectiles), figures=figures))
        p, level = turn.player.at
        stance = STAND if turn.stance is None else turn.stance
        if turn.stance is None and not self.board.is_floor(p, level):
            stance = DROP
        elif turn.stance is None and self.board.is_obstacle(p, level):
            stance = HURDLE
        for bits in self.pools.start(at_most=not self.is_exact):
            self._insert(Node(world, p, level, stance), bits, None, 0, None)
        done = False
        while not done and not self.is_done():
            done = True
            order = sorted(
                (number for number, queue in enumerate(self._queues) if queue),
                key=lambda number: self._rank(self.worlds[number]),
            )
            lowest = self._rank(self.worlds[order[0]]) if order else 0
            for number in order:
                if self._rank(self.worlds[number]) > lowest:
                    break
                done = False
                self._settle_world(number)

    def is_done(self) -> bool:
        """Tells whether all targets are found."""
        return False

    def _settle_world(self, number: int) -> None:
        world = self.worlds[number]
        queue = self._queues[number]
        while queue and not self.is_done():
            node = next(iter(queue))
            bits = queue.pop(node)
            if node.stance == HURT:
                self._go_on_hurt(node, bits, world)
            else:
                self._expand(node, bits, world)

    # Steps

    def _expand(self, node: Node, bits: int, world: World) -> None:
        _, p, level, stance = self._node = node
        for effect, step in self.free_steps:
            self._apply(node, bits, effect, node, step)
        pay_move = self.pay["move"]
        moved = (bits & pay_move[0]) >> -pay_move[1]
        if stance == FINISHED:
            if moved:
                to = (p + 1, level)
                self._insert(Node(node.world, *to, FINISHED), moved, node, pay_move[1], Step("move", to, 1))
            return
        column = p % self.columns
        is_covered = self.board.is_low(column, level) or (column, level) in world.projectiles
        is_grounded = stance in STANDING
        if moved and stance != DROP:
            is_paid = is_covered and (is_grounded or stance == HURDLE)
            self._move(node, moved, world, 1, is_paid)
            self._move(node, moved, world, -1, is_paid)
        if level < 3 and ((is_grounded and not is_covered) or stance == AIR_FRESH):
            self._jump(node, bits, world)
        if (is_grounded and not is_covered) or stance in (DROP, AIR, AIR_TWICE, AIR_FRESH):
            self._apply(
                node, bits, (self.pay["glide"],), node._replace(stance=GLIDE), Step("glide", (p, level))
            )
        if stance in (DROP, AIR, AIR_TWICE, AIR_FRESH):
            self._doing = ("fall", -1)
            for branch in self._enter(bits, 0, node.world, p, level - 1, is_falling=True):
                stance_after = self._on_foot(p, level - 1, DROP)
                self._arrive(node, branch, p, level - 1, stance_after, "fall", -1)
        if stance == GLIDE:
            self._glide(node, bits, moved, world)
        self._slap(node, bits, world)

    def _apply(self, node: Node, bits: int, effect: Effect, to: Node, step: Step) -> None:
        for mask, shift in effect:
            after = (bits & mask) << shift if shift >= 0 else (bits & mask) >> -shift
            if after:
                self._insert(to, after, node, shift, step)

    def _on_foot(self, p: int, level: int, otherwise: int) -> int:
        """Returns the stance of who comes into a space without gliding."""
        if not self.board.is_floor(p, level):
            return otherwise
        return HURDLE if self.board.is_obstacle(p, level) else STAND

    def _gliding(self, p: int, level: int) -> int:
        """Returns the stance of who comes into a space gliding."""
        lands = self.board.is_floor(p, level) if level > 1 else not self.board.is_obstacle(p)
        return STAND if lands else GLIDE

    def _arrive(
        self, node: Node, branch: Branch, p: int, level: int, stance: int, kind: str, by: int
    ) -> None:
        step = Step(kind, (p, level), by, branch.enemy, branch.cover, obstacle=branch.obstacle)
        self._insert(Node(branch.world, p, level, stance), branch.bits, node, branch.shift, step)

    def _move(self, node: Node, moved: int, world: World, by: int, is_paid: bool) -> None:
        _, p, level, stance = node
        q = p + by
        if q < 0 or self.board.is_wall(p if by > 0 else q, level):
            return
        shift = self.pay["move"][1]
        if by > 0 and q % self.columns == 0:
            if self.limits.may_finish or self.held + world.freed.bit_count() >= 3:
                step = Step("move", (q, level), 1)
                self._insert(Node(node.world, q, level, FINISHED), moved, node, shift, step)
                if not self.limits.may_finish:
                    return
            if self.options.finish_gate == "blocked_at43":
                return
        number = node.world
        if self.limits.forgets and world.defeated and world.drawn >= len(self.token_effects):
            number = self._without_past(number, world, q % self.columns)
        is_gliding = stance == GLIDE
        falls_into = DROP
        if self.legendary == "dasher" and stance in (STAND, HURDLE, AIR_TWICE):
            falls_into = AIR
        self._doing = ("move", by)
        for branch in self._enter(moved, shift, number, q, level, is_gliding=is_gliding, is_paid=is_paid):
            if branch.is_gliding:
                stance_after = self._gliding(q, level)
            else:
                stance_after = self._on_foot(q, level, falls_into)
            if self.limits.is_loose:
                branch = branch._replace(world=self._with_column(branch.world, q % self.columns))
            self._arrive(node, branch, q, level, stance_after, "move", by)

    def _with_column(self, number: int, column: int) -> int:
        """Loosely, lets nobody pay for an enemy in a column that was visited before."""
        world = self.worlds[number]
        return self.world_id(world._replace(defeated=world.defeated | self._of_column.get(column, 0)))

    def _without_past(self, number: int, world: World, column: int) -> int:
        kept = world.defeated & (self.limits.late_enemies | self._of_column.get(column, 0))
        return number if kept == world.defeated else self.world_id(world._replace(defeated=kept))

    def _jump(self, node: Node, bits: int, world: World) -> None:
        _, p, level, stance = node
        effect: Effect = (self.pay["jump"],)
        if stance in (STAND_FRESH, AIR_FRESH):
            effect = self.pools.then(effect, self.pools.gain("move"))
        is_fresh = level == 1 and self.legendary == "scrambler"
        if self.board.is_floor(p, level + 1):
            stance_after = STAND_FRESH if is_fresh else STAND
        elif is_fresh:
            stance_after = AIR_FRESH
        else:
            stance_after = AIR_TWICE if self.legendary == "dasher" else AIR
        self._doing = ("jump", 1)
        for mask, shift in effect:
            after = (bits & mask) << shift if shift >= 0 else (bits & mask) >> -shift
            if after:
                for branch in self._enter(after, shift, node.world, p, level + 1):
                    self._arrive(node, branch, p, level + 1, stance_after, "jump", 1)

    def _glide(self, node: Node, bits: int, moved: int, world: World) -> None:
        _, p, level, _ = node
        if not self.board.is_floor(p, level):
            self._insert(node._replace(stance=DROP), bits, node, 0, Step("end_glide", (p, level)))
        elif self.board.is_obstacle(p, level):
            self._doing = ("end_glide", 0)
            for branch in self._enter(bits, 0, node.world, p, level):
                self._arrive(node, branch, p, level, HURDLE, "end_glide", 0)
        else:
            self._insert(node._replace(stance=STAND), bits, node, 0, Step("end_glide", (p, level)))
        if self.legendary != "drifter":
            return
        shift = 0 if self.options.drifter_free else self.pay["move"][1]
        paid = bits if self.options.drifter_free else moved
        can_rise = level < 3 and not self.board.is_low(p, level)
        can_sink = level > 1 and not self.board.is_floor(p, level)
        for by in (1,) * can_rise + (-1,) * can_sink:
            self._doing = ("drift", by)
            if paid:
                for branch in self._enter(paid, shift, node.world, p, level + by, is_gliding=True):
                    to = level + by
                    stance = self._gliding(p, to) if branch.is_gliding else self._on_foot(p, to, DROP)
                    self._arrive(node, branch, p, to, stance, "drift", by)

    # Enter

    def _is_quiet(self, space: Space) -> bool:
        """Tells whether nothing in a space can ever concern who comes in."""
        quiet = self._quiet.get(space)
        if quiet is None:
            is_enemy = space in self.enemies and (
                space not in self.harmless or self.options.covered_enemy_slap
            )
            quiet = not (
                self.board.is_low(*space)
                or space in self.turn.projectiles
                or is_enemy
                or space == self.turn.boss
                or self.board.is_obstacle(*space)
            )
            self._quiet[space] = quiet
        return quiet

    def _enter(
        self,
        bits: int,
        shift: int,
        number: int,
        p: int,
        level: int,
        *,
        is_gliding: bool = False,
        is_falling: bool = False,
        is_paid: bool = False,
    ) -> list[Branch]:
        """Lists how the pools come into a space; who is hurt there goes to its HURT node."""
        space = (p % self.columns, level)
        first = Branch(bits, shift, number, is_gliding, "", "", False)
        if self._is_quiet(space):
            return [first]
        branches = []
        for covered in self._under(first, p, level, is_falling, is_paid):
            for met in self._meet(covered, p, level):
                is_foot = not met.is_gliding and self.options.obstacle_mode == "enter"
                if self.board.is_obstacle(*space) and is_foot:
                    branches += self._hit(met._replace(obstacle=True), p, level)
                else:
                    branches.append(met)
        return branches

    def _under(self, at: Branch, p: int, level: int, is_falling: bool, is_paid: bool) -> Iterator[Branch]:
        """Handles a low ceiling or a stationary projectile (RAY-CROUCH-1 to 7)."""
        space = (p % self.columns, level)
        world = self.worlds[at.world]
        is_low = self.board.is_low(*space)
        if not is_low and space not in world.projectiles:
            yield at
            return
        if not is_low and space in self.limits.vague:
            yield at
        is_ducked = False
        if self.board.is_floor(*space):
            if is_paid:
                is_ducked = True
                yield at._replace(is_gliding=False)
            elif not is_falling:
                mask, shift = self.pay["crouch"]
                after = (at.bits & mask) >> -shift
                if after:
                    yield at._replace(bits=after, shift=at.shift + shift, is_gliding=False, cover="crouch")
        if not is_low and not is_ducked:
            gone = self.world_id(world._replace(projectiles=world.projectiles - {space}))
            yield from self._hit(at._replace(world=gone, cover="hit"), p, level)

    def _meet(self, at: Branch, p: int, level: int) -> Iterator[Branch]:
        """Handles an enemy or the Boss (RAY-ENEMY-1 to 13, RAY-LEGEND-3)."""
        space = (p % self.columns, level)
        world = self.worlds[at.world]
        enemy = self.enemies.get(space)
        is_alive = enemy is not None and not world.defeated >> enemy & 1
        mask, shift = self.pay_enemy
        able = at.bits & mask
        if enemy is not None and is_alive and space not in self.harmless:
            if able and self.limits.enemies >> enemy & 1:
                yield from self._defeat(at, able >> -shift, shift, enemy)
            if self.legendary == "weaver":
                for piece in self.dodge:
                    dodged = self.pools.apply(at.bits, piece)
                    if dodged:
                        yield at._replace(bits=dodged, shift=at.shift + piece[1], enemy="dodge")
        elif space == self.turn.boss and not world.boss_slapped:
            if able:
                after = self.world_id(world._replace(boss_slapped=True))
                yield at._replace(bits=able >> -shift, shift=at.shift + shift, world=after, enemy="slap")
        else:
            if (
                self.options.covered_enemy_slap
                and enemy is not None
                and is_alive
                and space != self.turn.boss
                and able
                and self.limits.enemies >> enemy & 1
            ):
                yield from self._defeat(at, able >> -shift, shift, enemy)
            yield at
            return
        unable = at.bits if self.options.heart_optional else at.bits & ~mask
        if unable:
            yield from self._hit(at._replace(bits=unable, enemy="hit"), p, level)

    def _defeat(self, at: Branch, bits: int, shift: int, enemy: int) -> Iterator[Branch]:
        for piece, after in self._tokens(at.world, enemy):
            gained = self.pools.apply(bits, piece)
            if gained:
                yield at._replace(bits=gained, shift=at.shift + shift + piece[1], world=after, enemy="slap")

    def _tokens(self, number: int, enemy: int) -> Iterator[tuple[Piece, int]]:
        """Lists what defeating an enemy brings into the pool, and the world after it (RAY-ENEMY-3)."""
        world = self.worlds[number]
        count = world.drawn
        is_late = count >= len(self.token_effects)
        effect = self.pools.keep if is_late else self.token_effects[count]
        after = self.world_id(
            world._replace(defeated=world.defeated | 1 << enemy, drawn=count if is_late else count + 1)
        )
        for piece in effect:
            yield piece, after

    def _hit(self, at: Branch, p: int, level: int) -> list[Branch]:
        """Takes the Heart of the pools that hold one; the others are hurt (RAY-HEART-3)."""
        world = self.worlds[at.world]
        if world.immune:
            return [at]
        mask, shift = self.lose_token
        hurt = at.bits & ~mask
        if hurt:
            kind, by = self._doing
            step = Step(kind, (p, level), by, at.enemy, at.cover, obstacle=at.obstacle)
            self._insert(Node(at.world, p, level, HURT), hurt, self._node, at.shift, step)
        saved = (at.bits & mask) >> -shift
        if not saved:
            return []
        after = at.world
        if self.options.heart_gives_immunity:
            after = self.world_id(world._replace(immune=True))
        return [at._replace(bits=saved, shift=at.shift + shift, world=after)]

    # Slaps

    def reach_of_slaps(self, p: int, level: int) -> Reach:
        """Returns what can be hit from a space."""
        most = self.options.smasher_cap if self.legendary == "smasher" else 3
        return slap_reach(
            self.board,
            p % self.columns,
            level,
            most,
            manhattan=self.options.slap_manhattan,
            thick_blocks=self.options.thick_blocks_side_slap,
        )

    def _slap(self, node: Node, bits: int, world: World) -> None:
        bits &= self.pools.at_least("slap", 1)
        if not bits:
            return
        reach = self.reach_of_slaps(node.p, node.level)
        extra = self.turn.enemy_extra_slaps
        is_late = world.drawn >= len(self.token_effects)
        wanted = self.limits.enemies & (self.limits.late_enemies if is_late else -1) & ~world.defeated
        if wanted:
            for space, (distance, _) in reach.items():
                enemy = self.enemies.get(space)
                if enemy is None or not wanted >> enemy & 1:
                    continue
                if space in self.harmless and (
                    not self.options.covered_enemy_slap or space == self.turn.boss
                ):
                    continue
                cost, effect = self.slap_effect(distance, extra)
                for mask, shift in effect:
                    after = (bits & mask) << shift if shift >= 0 else (bits & mask) >> -shift
                    if after:
                        step = Step("slap_enemy", space, cost=cost)
                        for piece, to in self._tokens(node.world, enemy):
                            gained = self.pools.apply(after, piece)
                            self._insert(node._replace(world=to), gained, node, shift + piece[1], step)
        for index, (colour, space) in enumerate(self.board.teensies):
            if space in reach and self.limits.teensies >> index & 1 and not world.freed >> index & 1:
                if colour in self.turn.player.freed:
                    continue
                to = self.world_id(world._replace(freed=world.freed | 1 << index))
                cost, effect = self.slap_effect(reach[space][0], 0)
                step = Step("free", space, target=colour, cost=cost)
                self._apply(node, bits, effect, node._replace(world=to), step)
        if self.limits.figures:
            for index, figure in enumerate(world.figures):
                if self.limits.figures >> index & 1 and self._can_slap(index, figure):
                    self._slap_figure(node, bits, world, index, reach)

    def _can_slap(self, index: int, figure: Pushed) -> bool:
        """Tells whether a figure may be slapped now (RAY-SLAP-11, 17, 18)."""
        who = self.turn.others[index]
        if who.bubble or (figure.p >= self.columns and len(who.freed) >= 3):
            return False
        limit = self.options.slap_limit
        return not (limit == "per_round" and who.slapped) and (limit == "unlimited" or not figure.slapped)

    def _slap_figure(self, node: Node, bits: int, world: World, index: int, reach: Reach) -> None:
        figure = world.figures[index]
        space = (figure.p % self.columns, figure.level)
        if space not in reach:
            return
        distance, direction = reach[space]
        cost, effect = self.slap_effect(distance, 0)
        if not any(bits & mask for mask, _ in effect):
            return
        for by in (direction,) if direction else (1, -1):
            for pushed, projectiles in self._outcomes(world, index, by, (node.p % self.columns, node.level)):
                figures = (*world.figures[:index], pushed, *world.figures[index + 1 :])
                to = self.world_id(world._replace(figures=figures, projectiles=projectiles))
                step = Step(
                    "slap_figure",
                    space,
                    by,
                    target=self.turn.others[index].name,
                    cost=cost,
                    lands=(pushed.p, pushed.level),
                )
                self._apply(node, bits, effect, node._replace(world=to), step)

    def _outcomes(self, world: World, index: int, by: int, own: Space) -> list[tuple[Pushed, Spaces]]:
        key = (world.figures, world.projectiles, index, by, own)
        if key not in self._pushes:
            taken = {
                (figure.p % self.columns, figure.level)
                for number, figure in enumerate(world.figures)
                if number != index
            }
            hazards = {space for space in self.enemies if space not in self.covered}
            if self.turn.boss:
                hazards.add(self.turn.boss)
            table = Table(self.board, frozenset(taken | {own}), world.projectiles, self.turn.boss)
            push = Push(self.turn, table, frozenset(hazards))
            self._pushes[key] = push.outcomes(world.figures[index], by)
        return self._pushes[key]

    # Damage and rest

    def table(self, number: int) -> Table:
        """Returns what a figure that is put somewhere has to respect in a world."""
        if number not in self._tables:
            world = self.worlds[number]
            taken = frozenset((figure.p % self.columns, figure.level) for figure in world.figures)
            self._tables[number] = Table(self.board, taken, world.projectiles, self.turn.boss)
        return self._tables[number]

    def retreats(self, number: int, p: int, level: int) -> list[Space]:
        """Lists where damage taken at a place sends the figure."""
        options = self.options
        return retreats(
            self.table(number), p, level, options.damage_retreat, walls_stop=options.walls_stop_retreat
        )

    def _go_on_hurt(self, node: Node, bits: int, world: World) -> None:
        """Lets an immune figure go on from its retreat, where damage does not end the turn."""
        for p, level in self.retreats(node.world, node.p, node.level):
            gone = world.projectiles - {(p % self.columns, level)}
            to = self.world_id(world._replace(immune=True, projectiles=gone))
            self._insert(Node(to, p, level, STAND), bits, node, 0, Step("retreat", (p, level)))
