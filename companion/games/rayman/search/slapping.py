"""Slaps on enemies, prisoners and figures, applied to sets of pools."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.board import Space
from companion.games.rayman.search.enter import Entering
from companion.games.rayman.search.places import Push, Pushed, Spaces, Table
from companion.games.rayman.search.pool import Effect
from companion.games.rayman.search.records import FINISHED, Blow, Change, Node, Shove, Source, Step, World


class Slapping(Entering):
    """What Slaps do and cost."""

    def slap_effect(self, distance: int, extra: int) -> tuple[int, Effect]:
        """Returns the cost of a Slap and what it does to the pools (RAY-SLAP-1, 2, RAY-LEGEND-9, 10)."""
        is_smasher = self.legendary == "smasher"
        cost = (max(distance, 1) if is_smasher else distance + 1) + extra
        key = (distance, extra)
        if key not in self.slap_effects:
            effect: Effect = (self.pools.spend("slap", cost),)
            if is_smasher and distance:
                effect = self.pools.then(effect, self.pools.ability)
            if is_smasher and distance >= 2:
                effect = self.pools.then(effect, self.pools.gain("move"))
            if is_smasher and distance and self.pools.is_once:
                effect += self.pools.then((self.pools.used,), (self.pools.spend("slap", cost + 1),))
            self.slap_effects[key] = effect
        return cost, self.slap_effects[key]

    def _apply(self, node: Node, effect: Effect, to: Node, step: Step) -> None:
        for piece in effect:
            if piece:
                self._insert(to, piece, node, step)

    def _blows_from(self, p: int, level: int) -> list[Blow]:
        """Lists the Slaps on enemies, defeated or not, that can be dealt from a place."""
        blows = self._blows.get((p, level))
        if blows is None:
            blows = self._blows[p, level] = []
            for space, (distance, _) in self.reach_of_slaps(p, level).items():
                enemy = self.enemies.get(space)
                is_harmless = space in self.harmless and not self.options.covered_enemy_slap
                if enemy is None or is_harmless or space == self.turn.boss:
                    continue
                cost, effect = self.slap_effect(distance, self.turn.enemy_extra_slaps)
                step = Step("slap_enemy", space, cost=cost)
                change = Change(1 << enemy, 0, frozenset(), False, False)
                blows.extend((enemy, paid, change, step) for paid in effect if paid)
        return blows

    def _slap_teensies(self, node: Node, world: World) -> None:
        reach = self.reach_of_slaps(node.p, node.level)
        for index, (colour, space) in enumerate(self.board.teensies):
            if space in reach and self.limits.teensies >> index & 1 and not world.freed >> index & 1:
                if colour in self.turn.player.freed:
                    continue
                to = self.world_id(world._replace(freed=world.freed | 1 << index))
                cost, effect = self.slap_effect(reach[space][0], 0)
                step = Step("free", space, target=colour, cost=cost)
                self._apply(node, effect, node._replace(world=to), step)

    def _slap_figures(self, node: Node, moves: int, bits: int, world: World) -> None:
        if node.stance == FINISHED:
            return
        key = (node.world, node.p, node.level)
        shoves = self._shoves.get(key)
        if shoves is None:
            shoves = self._shoves[key] = list(self._shoves_from(world, node.p, node.level))
        for to, paid, step in shoves:
            after = paid.of(bits)
            if after:
                source = Source(after, moves + paid.moves, step, node, moves, paid.shift)
                self._add(to, node[1:], source)

    def _shoves_from(self, world: World, p: int, level: int) -> Iterator[Shove]:
        """Lists the Slaps on figures that can be dealt from a place, and the worlds that come of them."""
        reach = self.reach_of_slaps(p, level)
        for index, figure in enumerate(world.figures):
            space = (figure.p % self.columns, figure.level)
            if space in reach and self.limits.figures >> index & 1 and self.can_slap(index, figure):
                distance, direction = reach[space]
                for by in (direction,) if direction else (1, -1):
                    for pushed, projectiles in self.outcomes(world, index, by, (p % self.columns, level)):
                        yield from self._shoved(world, index, by, distance, pushed, projectiles)

    def _shoved(
        self, world: World, index: int, by: int, distance: int, pushed: Pushed, projectiles: Spaces
    ) -> Iterator[Shove]:
        figures = (*world.figures[:index], pushed, *world.figures[index + 1 :])
        if self._lead(figures) is None:
            return
        to = self.world_id(world._replace(figures=figures, projectiles=projectiles))
        cost, effect = self.slap_effect(distance, 0)
        figure, name = world.figures[index], self.turn.others[index].name
        space = (figure.p % self.columns, figure.level)
        step = Step("slap_figure", space, by, target=name, cost=cost, lands=(pushed.p, pushed.level))
        for paid in effect:
            if paid:
                yield to, paid, step

    def can_slap(self, index: int, figure: Pushed) -> bool:
        """Tells whether a figure may be slapped now (RAY-SLAP-11, 17, 18)."""
        who = self.turn.others[index]
        if who.bubble or (figure.p >= self.columns and len(who.freed) >= 3):
            return False
        limit = self.options.slap_limit
        is_marked = who.slapped and (limit == "per_round" or self.turn.stance is not None)
        return limit == "unlimited" or not (is_marked or figure.slapped)

    def outcomes(self, world: World, index: int, by: int, own: Space) -> list[tuple[Pushed, Spaces]]:
        """Lists what may become of a figure that is pushed."""
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
            table = Table(
                self.board,
                frozenset(taken | {own}),
                world.projectiles,
                self.turn.boss,
                self.options.perches,
            )
            push = Push(self.turn, table, frozenset(hazards))
            self._pushes[key] = push.outcomes(world.figures[index], by)
        return self._pushes[key]
