"""What the plain search is at: a turn's state, its pool and board, entering spaces, hits and ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.rayman.dispute import ICONS, Turn
from companion.games.rayman.search.perches import settled
from companion.games.rayman.search.places import (
    Pushed,
    Spaces,
    Table,
    displacements,
    is_perch,
    retreats,
    ways_off_obstacle,
)

MOVE, JUMP, SLAP, GLIDE, CROUCH, HEART, LUM = range(7)


class State(NamedTuple):
    p: int
    level: int
    stance: str
    air_moves: int
    is_fresh_jump: bool
    pool: tuple[int, ...]
    odd_icon: bool
    heart: bool
    immune: bool
    defeated: Spaces
    freed: frozenset[str]
    figures: tuple[Pushed, ...]
    projectiles: Spaces
    boss_slapped: bool
    ability: bool = True


class End(NamedTuple):
    at: tuple[int, int]
    heart: bool
    defeated: Spaces
    freed: frozenset[str]
    slapped: frozenset[str]
    places: tuple[tuple[int, int], ...]


class PlainTable:
    """The rules of a turn but for its steps, as rayman-turn.md has them."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.board = turn.board
        self.n = turn.board.columns
        self.legendary = turn.player.legendary
        self.options = turn.options
        figures = [turn.player, *turn.others]
        self.covered = {(f.at[0] % self.n, f.at[1]) for f in figures}
        self.ends: set[End] = set()
        self.retreated: list[State] = []

    # The pool

    def gain(self, s: State, icon: int, count: int = 1) -> State:
        pool = list(s.pool)
        pool[icon] += count
        odd = s.odd_icon
        if (self.legendary, icon) in (("drifter", GLIDE), ("sneaker", CROUCH)) and s.ability:
            if odd:
                pool[MOVE] += 1
            odd = not odd
        return s._replace(pool=tuple(pool), odd_icon=odd)

    def spend(self, s: State, icon: int, count: int = 1) -> State | None:
        if s.pool[icon] < count:
            return None
        pool = list(s.pool)
        pool[icon] -= count
        return s._replace(pool=tuple(pool))

    def use(self, s: State | None) -> State | None:
        """Uses the Legendary ability, once a race where the table plays so."""
        if s is None or not s.ability:
            return None
        return s._replace(ability=not self.options.legendary_once)

    # The board

    def space(self, s: State) -> tuple[int, int]:
        return (s.p % self.n, s.level)

    def is_floor(self, s: State) -> bool:
        return self.board.is_floor(s.p, s.level)

    def is_obstacle(self, s: State) -> bool:
        return self.board.is_obstacle(s.p, s.level)

    def is_covering(self, s: State) -> bool:
        """A low ceiling or a projectile: who is there is crouched."""
        return self.board.is_low(*self.space(s)) or self.space(s) in s.projectiles

    def taken(self, s: State) -> Spaces:
        return frozenset((f.p % self.n, f.level) for f in s.figures)

    def table(self, s: State) -> Table:
        return Table(self.board, self.taken(s), s.projectiles, self.turn.boss, self.options.perches)

    def has_enemy(self, s: State, space: tuple[int, int]) -> bool:
        return (
            self.board.is_enemy(*space)
            and space not in s.defeated
            and space not in self.covered
            and space != self.turn.boss
        )

    def defeat(self, s: State, space: tuple[int, int]) -> State:
        if len(s.defeated) < len(self.turn.drawn):
            for icon in self.turn.drawn[len(s.defeated)]:
                s = self.gain(s, ICONS.index(icon))
        return s._replace(defeated=s.defeated | {space})

    # Enter

    def enter(self, s: State, came_from: State) -> Iterator[State]:
        for covered in self.enter_low(s, came_from):
            for met in self.enter_enemy(covered):
                if self.is_obstacle(met) and met.stance != "glide" and self.options.obstacle_mode == "enter":
                    yield from self.hit(met)
                else:
                    yield met

    def enter_low(self, s: State, came_from: State) -> Iterator[State]:
        space = self.space(s)
        is_low = self.board.is_low(*space)
        if not is_low and space not in s.projectiles:
            yield s
            return
        is_paid = self.is_covering(came_from) and came_from.stance in ("stand", "hurdle")
        crouched = None
        if self.is_floor(s):
            crouched = s if is_paid else None if s.stance == "fall" else self.spend(s, CROUCH)
        if crouched:
            yield crouched._replace(stance="stand" if crouched.stance == "glide" else crouched.stance)
        if not is_low and not (crouched and is_paid):
            yield from self.hit(s._replace(projectiles=s.projectiles - {space}))

    def enter_enemy(self, s: State) -> Iterator[State]:
        space = self.space(s)
        if self.has_enemy(s, space):
            slapped = self.spend(s, SLAP, 1 + self.turn.enemy_extra_slaps)
            if slapped:
                yield self.defeat(slapped, space)
            if self.legendary == "weaver":
                dodged = self.use(self.spend(s, CROUCH))
                if dodged:
                    yield self.gain(dodged, MOVE)
        elif space == self.turn.boss and not s.boss_slapped:
            slapped = self.spend(s, SLAP, 1 + self.turn.enemy_extra_slaps)
            if slapped:
                yield slapped._replace(boss_slapped=True)
        else:
            if self.options.covered_enemy_slap and self.board.is_enemy(*space) and space not in s.defeated:
                slapped = self.spend(s, SLAP, 1 + self.turn.enemy_extra_slaps)
                if slapped and space != self.turn.boss:
                    yield self.defeat(slapped, space)
            yield s
            return
        if slapped is None or self.options.heart_optional:
            yield from self.hit(s)

    def hit(self, s: State) -> Iterator[State]:
        if s.immune:
            yield s
        elif s.heart:
            yield s._replace(heart=False, immune=self.options.heart_gives_immunity)
        else:
            self.damage(s)

    # The end

    def retreats(self, s: State) -> list[tuple[int, int]]:
        return retreats(
            self.table(s),
            s.p,
            s.level,
            self.options.damage_retreat,
            walls_stop=self.options.walls_stop_retreat,
        )

    def damage(self, s: State, *, is_last: bool = False) -> None:
        for p, level in self.retreats(s):
            if is_last or self.options.damage_ends_turn:
                self.end(s, (p, level))
            else:
                gone = s.projectiles - {(p % self.n, level)}
                after = s._replace(p=p, level=level, stance="stand", air_moves=0, is_fresh_jump=False)
                self.retreated.append(after._replace(immune=True, projectiles=gone))

    def end(self, s: State, place: tuple[int, int]) -> None:
        slapped = frozenset(
            who.name for who, now in zip(self.turn.others, s.figures, strict=True) if now.slapped
        )
        crowds = [s.figures]
        if self.options.perches:
            crowds = list(settled(self.turn, s.figures, s.projectiles, place))
        for figures in crowds:
            places = tuple((f.p, f.level) for f in figures)
            self.ends.add(End(place, s.heart, s.defeated, s.freed, slapped, places))

    def may_perch(self, s: State) -> bool:
        column, level = self.space(s)
        taken = self.taken(s)
        return (
            is_perch(self.table(s), s.p, s.level)
            and (column == 0 or (column, level) not in taken)
            and (column, level) not in s.projectiles
            and (column, level) != self.turn.boss
        )

    def rest(self, s: State) -> None:
        if s.stance == "finished":
            self.end(s, (s.p, s.level))
        elif s.stance == "hurdle" and not s.pool[MOVE]:
            if self.options.obstacle_mode == "stop_only":
                if not s.immune and not s.heart:
                    self.damage(s, is_last=True)
                    return
                s = s if s.immune else s._replace(heart=False)
            for place in ways_off_obstacle(self.table(s), s.p):
                self.end(s, place)
        elif s.stance in ("air", "drop") and self.may_perch(s):
            self.end(s, (s.p, s.level))
        elif s.stance == "stand":
            if not self.is_floor(s) and not self.may_perch(s):
                return
            space = self.space(s)
            if space in s.projectiles or space == self.turn.boss:
                return
            if space[0] == 0 or space not in self.taken(s):
                self.end(s, (s.p, s.level))
                return
            for p, level in displacements(self.table(s), s.p, s.level):
                there = s._replace(p=p, level=level)
                if not self.has_enemy(s, self.space(there)) or s.immune:
                    self.end(there, (p, level))
                elif s.heart:
                    self.end(there._replace(heart=False), (p, level))
                else:
                    self.damage(there, is_last=True)
