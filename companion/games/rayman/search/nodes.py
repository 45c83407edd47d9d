"""What a search walks over: places and stances in worlds, each with the set of pools that reach it."""

from __future__ import annotations

from functools import cached_property, reduce
from operator import or_

from companion.games.rayman.board import Space, facts_of
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.agenda import Agenda, Post, Stage
from companion.games.rayman.search.errand import Errand
from companion.games.rayman.search.horizon import Horizon
from companion.games.rayman.search.limits import ALL, Figures, Limits
from companion.games.rayman.search.places import Pushed, Spaces, Table, retreats
from companion.games.rayman.search.pool import TOKEN, Effect, Held, Piece, Pools
from companion.games.rayman.search.records import FINISHED, HURT, Node, Shove, Source, Step, World
from companion.games.rayman.search.useful import Useful

MANY_MOVES = 1000
"""More Movements than anybody has."""


class Nodes:
    """The nodes found so far, and those that wait to be gone on from."""

    def __init__(
        self, turn: Turn, *, limits: Limits = ALL, is_exact: bool = False, like: Nodes | None = None
    ) -> None:
        self.turn = turn
        self.board = turn.board
        self.facts = facts_of(turn.board)
        self.options = turn.options
        self.columns = turn.board.columns
        self.legendary = turn.player.legendary
        self.limits = limits
        self.is_exact = is_exact or not turn.options.heart_optional
        """Whether the Movements left are told apart: who has to step off an obstacle has none left."""
        self.pools: Pools = Pools(turn) if like is None else like.pools
        self.enemies = {space: index for index, space in enumerate(turn.board.enemies)}
        self._of_column: dict[int, int] = {}
        for (column, _), index in self.enemies.items():
            self._of_column[column] = self._of_column.get(column, 0) | 1 << index
        figures = (turn.player, *turn.others)
        self.covered = {(figure.at[0] % self.columns, figure.at[1]) for figure in figures}
        if turn.stance is not None:
            self.covered = set(turn.covered)
        self.harmless = self.covered | ({turn.boss} if turn.boss else set())
        self.held = len(set(turn.player.freed))
        self.sources: dict[Node, list[Source]] = {}
        self.worlds: list[World] = []
        self._world_ids: dict[World, int] = {}
        self._wanted: list[dict[Post, list[int]]] = []
        """By world, post and Movements left: the pools that are still worth coming with."""
        self._ranks: list[int] = []
        self._pasts: list[bool] = []
        """By world: whether anything is to be remembered."""
        self._agenda = self._new_agenda()
        self._quiet: dict[Space, bool] = {}
        self._node = Node(0, 0, 0, 0)
        self._doing = ("", 0)
        self._projectiles = frozenset(turn.projectiles)
        self.lasting: Spaces = (self._projectiles & self.facts.thick) - limits.vague
        """Projectiles that stay: under a low ceiling everybody crouches. A bound knows more of them."""
        self._forgotten: dict[tuple[int, int], int] = {}
        self._tables: dict[int, Table] = {}
        self._pushes: dict[tuple[object, ...], list[tuple[Pushed, Spaces]]] = {}
        self._shoves: dict[tuple[int, int, int], list[Shove]] = {}
        self._leads: list[int] = []
        self._kept_to: dict[int, Useful] = {}
        self._prepare_effects()
        self._corridor = limits.corridor if turn.options.damage_ends_turn else None
        self._useful = limits.useful if turn.options.damage_ends_turn else None
        self._count_gains()
        self._horizons: list[Horizon] = []
        """What is in sight when the figures stand right, and before."""
        self._near_worlds: dict[tuple[int, int, int], int] = {}
        self._errand = Errand(turn, self.pools, self.farthest_slap) if limits.finishes else None
        if limits.forgets_far and self._corridor and self._useful:
            self._horizons = [
                Horizon(turn, self._corridor, useful.fewest_from_columns(), self.farthest_slap)
                for useful in (self._useful, limits.useful_before or self._useful)
            ]

    @property
    def farthest_slap(self) -> int:
        """How far Slaps reach."""
        return self.options.smasher_cap if self.legendary == "smasher" else 3

    def _prepare_effects(self) -> None:
        pools, extra = self.pools, self.turn.enemy_extra_slaps
        self.pay = {icon: pools.spend(icon) for icon in ("move", "jump", "glide", "crouch")}
        self.pay_enemy = pools.spend("slap", 1 + extra)
        self.cannot_pay_enemy = Piece(pools.all & ~self.pay_enemy.mask, 0)
        self.with_token = pools.at_least(TOKEN, 1)
        self.lose_token = Piece(self.with_token, -pools.strides[TOKEN])
        self.without_token = Piece(pools.all & ~self.with_token, 0)
        self.token_effects: list[Effect] = []
        for icons in self.turn.drawn:
            effect = pools.keep
            for icon in icons:
                effect = pools.then(effect, pools.gain(icon))
            self.token_effects.append(effect)
        self.dodge = pools.then(pools.then((self.pay["crouch"],), pools.ability), pools.gain("move"))
        self.free_steps: list[tuple[Effect, Step]] = []
        if pools.sizes["heart"] > 1:
            take = Piece(
                pools.at_least("heart", 1) & ~self.with_token,
                pools.strides[TOKEN] - pools.strides["heart"],
            )
            self.free_steps.append(((take,), Step("heart", cost=1)))
        if pools.keeps_lums and pools.lum:
            trade = pools.then((pools.spend("lums"),), pools.gain(pools.lum))
            self.free_steps.append((trade, Step("lum")))
        if self.legendary == "sneaker":
            crouch = pools.then(pools.ability, pools.gain("crouch"))
            if pools.sizes["heart"] > 1:
                self.free_steps.append(
                    (pools.then((pools.spend("heart"),), crouch), Step("convert", target="icon"))
                )
            if pools.sizes[TOKEN] > 1 and not self.options.sneaker_strict_icons:
                self.free_steps.append(
                    (pools.then((self.lose_token,), crouch), Step("convert", target="token"))
                )
        self.slap_effects: dict[tuple[int, int], Effect] = {}

    def starts(self, *, holds_tokens: bool) -> list[Held]:
        """Returns what is held as the search begins, with all drawn tokens or without."""
        at_most = self.options.heart_optional
        starts = self.pools.start(at_most=at_most)
        if holds_tokens:
            for effect in self.token_effects:
                starts = self.pools.after(effect, starts)
            starts = [(moves, self.pools.below(bits) if at_most else bits) for moves, bits in starts]
        return starts

    def _count_gains(self) -> None:
        """Notes how many Movements may still come into the pool, by the tokens drawn so far."""
        most = self.pools.most_moves
        tokens = [sum(icon == "move" for icon in token) for token in self.turn.drawn]
        other = most - self.pools.first["move"] - sum(tokens)
        self._gains_left = [other + sum(tokens[count:]) for count in range(len(tokens) + 1)]

    # Worlds and nodes

    def world_id(self, world: World) -> int:
        """Returns the number of a world."""
        if world not in self._world_ids:
            self._world_ids[world] = len(self.worlds)
            self.worlds.append(world)
            self._wanted.append({})
            self._ranks.append(self._rank(world))
            self._pasts.append(self._has_past(world))
            self._leads.append(self._lead(world.figures) or 0)
        return self._world_ids[world]

    def _has_past(self, world: World) -> bool:
        is_cleared = len(world.projectiles) < len(self._projectiles)
        return bool(world.defeated or world.kept or world.freed) or is_cleared

    def _without_far(self, number: int, p: int, moves: int) -> int:
        """Returns a world in which all is as it was that a turn can no longer come by."""
        key = (number, p, moves)
        to = self._near_worlds.get(key)
        if to is None:
            world = self.worlds[number]
            horizon = self._horizons[self._leads[number] > 0]
            fights = world.drawn < len(self.token_effects) or self.legendary == "smasher"
            reach = moves + self._gains_left[world.drawn]
            sight = horizon.sight(p, reach, slaps_enemies=fights)
            projectiles = world.projectiles
            if not self.limits.figures:
                projectiles |= self._projectiles - sight.projectiles
            to = self._near_worlds[key] = self.world_id(
                world._replace(
                    defeated=world.defeated & sight.enemies,
                    kept=world.kept & sight.enemies,
                    projectiles=projectiles,
                    freed=self._as_many(world.freed, sight.teensies),
                )
            )
        return to

    def _as_many(self, freed: int, in_sight: int) -> int:
        """Returns as many freed Teensies, those out of sight being as good as one another."""
        count = (freed & ~in_sight).bit_count()
        freed &= in_sight
        for index in range(len(self.board.teensies)):
            if count and not in_sight >> index & 1:
                freed |= 1 << index
                count -= 1
        return freed

    def _new_agenda(self) -> Agenda:
        return Agenda(self._in_order)

    def _in_order(self, stage: Stage) -> int:
        """Returns when a stage's turn comes: those with the most Movements left come first in a world."""
        return self._ranks[stage[0]] * MANY_MOVES - stage[1]

    def _rank(self, world: World) -> int:
        """Returns when a world's turn comes: after those that lead to it, so that it is settled at once."""
        return (
            world.drawn
            + (0 if self.limits.forgets or self.limits.forgets_far else world.defeated.bit_count())
            + world.freed.bit_count()
            + sum(figure.slapped for figure in world.figures)
            + len(self.turn.projectiles)
            - len(world.projectiles)
            + world.boss_slapped
            + world.immune
        )

    @cached_property
    def nodes(self) -> dict[Node, int]:
        """The pools found, however many Movements are left with them; to be asked when all is done."""
        return {
            node: reduce(or_, (source.bits for source in sources)) for node, sources in self.sources.items()
        }

    @cached_property
    def removed(self) -> Spaces:
        """Projectiles that are gone in some world; to be asked when all is done."""
        lasting = self._projectiles.intersection(*(world.projectiles for world in self.worlds))
        return self._projectiles - lasting

    @cached_property
    def most_at(self) -> dict[Post, int]:
        """The most Movements with which each post is come to; to be asked when all is done."""
        most: dict[Post, int] = {}
        for node, sources in self.sources.items():
            moves = max(source.moves for source in sources)
            most[node[1:]] = max(moves, most.get(node[1:], 0))
        return most

    def _add(self, number: int, post: Post, source: Source) -> None:
        """Notes how pools come to a node, those that were not found there before."""
        wanted = self._wanted[number].get(post)
        if wanted is None:
            wanted = self._all_wanted(number, post)
        moves = source.moves
        fresh = source.bits & wanted[moves]
        if fresh:
            self._note(number, post, wanted, Source(fresh, *source[1:]))

    def _note(self, number: int, post: Post, wanted: list[int], source: Source) -> None:
        """Notes how pools come to a node that were wanted there."""
        fresh, moves = source.bits, source.moves
        if self.is_exact:
            wanted[moves] ^= fresh
        else:
            # Who can do with fewer Movements can do with more.
            for fewer in range(moves, -1, -1):
                left = wanted[fewer]
                common = left & fresh
                if not common:
                    break
                wanted[fewer] = left ^ common
        node = Node(number, *post)
        sources = self.sources.get(node)
        if sources is None:
            self.sources[node] = [source]
        else:
            sources.append(source)
        if node.stance != HURT or not self.options.damage_ends_turn:
            self._agenda.add((number, moves, post), fresh)
        self._arrived(node, fresh, moves)

    def _arrived(self, node: Node, fresh: int, moves: int) -> None:
        """Looks at what was not found before."""

    def _slaps_to_push(self, number: int) -> int:
        """Returns how many Slaps have to be left for pushes, those that tokens may bring aside."""
        world = self.worlds[number]
        icons = [icon for token in self.turn.drawn[world.drawn :] for icon in token]
        return self._leads[number] - icons.count("slap") - icons.count("lums")

    def _lead(self, figures: Figures) -> int | None:
        """Tells how many Slaps it takes to bring about what the end needs; None where that cannot be."""
        if self.limits.crowds is None:
            return 0
        return self.limits.crowds.get(_as_led(figures))

    def _useful_in(self, number: int) -> Useful | None:
        """Returns what is of use in a world."""
        if self.limits.keeps_to:
            if number not in self._kept_to:
                self._kept_to[number] = self.limits.keeps_to(_as_led(self.worlds[number].figures))
            return self._kept_to[number]
        is_before = self._leads[number] > 0 and self._useful is not None
        return self.limits.useful_before or self._useful if is_before else self._useful

    def _all_wanted(self, number: int, post: Post) -> list[int]:
        """Returns the pools that are worth coming to a post with, by the Movements left."""
        most = self.pools.most_moves
        drawn = self.worlds[number].drawn
        useful = self._useful_in(number)
        if useful:
            wanted = useful.at(post, drawn)
            wanted = wanted[:] if wanted else [0] * (most + 1)
            slaps = self._slaps_to_push(number)
            if slaps > 0:
                able = self.pools.at_least("slap", slaps)
                wanted = [bits & able for bits in wanted]
            if self._errand and post[2] != FINISHED:
                freed, gains = self.worlds[number].freed, self._gains_left[drawn]
                for moves, bits in enumerate(wanted):
                    wanted[moves] = bits and bits & self._errand.able(freed, post[0], moves + gains, drawn)
        elif self._corridor:
            # A target has to be within the Movements left, retreats and displacements aside.
            low, high = self._corridor
            fewest = max(low - post[0], post[0] - high) - self._gains_left[drawn]
            wanted = [self.pools.all if moves >= fewest else 0 for moves in range(most + 1)]
        else:
            wanted = [self.pools.all] * (most + 1)
        self._wanted[number][post] = wanted
        return wanted

    # Damage and rest

    def table(self, number: int) -> Table:
        """Returns what a figure that is put somewhere has to respect in a world."""
        if number not in self._tables:
            world = self.worlds[number]
            taken = frozenset((figure.p % self.columns, figure.level) for figure in world.figures)
            self._tables[number] = Table(
                self.board, taken, world.projectiles, self.turn.boss, self.options.perches
            )
        return self._tables[number]

    def retreats(self, number: int, p: int, level: int) -> list[Space]:
        """Lists where damage taken at a place sends the figure."""
        options = self.options
        return retreats(
            self.table(number), p, level, options.damage_retreat, walls_stop=options.walls_stop_retreat
        )


def _as_led(figures: Figures) -> Figures:
    """Returns the figures as a lead has them."""
    return tuple(
        figure._replace(heart=False, immune=False) if figure.slapped else figure for figure in figures
    )
