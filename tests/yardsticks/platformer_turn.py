"""Every way to play step 5 of a Platformer turn, over full states, and step 7 after it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tests.yardsticks.platformer_table import SYMBOLS, Cell, Purse, State, Table, changed


class End(NamedTuple):
    """Where everybody is when the turn is over; None: off the map."""

    heroes: tuple[Cell | None, ...]
    enemies: tuple[Cell | None, ...]
    defeated: frozenset[int]


class Turn:
    """The search of one dispute."""

    def __init__(self, dispute: dict) -> None:
        self.table = Table(dispute)
        self.first = self.table.start(dispute)
        options = self.table.options
        # form: "Options, defaults as shown"
        self.trap_on_walk = options.get("trap_on_walk", False)
        self.no_boost = options.get("no_boost", "star")
        self.portal_cost = options.get("portal_cost", "boot")
        self.generate_with_special = options.get("generate_with_special", False)
        self.attacks: dict[Purse, set[tuple[Purse, int]]] = {}

    def ends(self) -> Iterator[End]:
        seen, todo = {self.first}, [self.first]
        while todo:
            state = todo.pop()
            yield from self.ends_now(state)
            for after in self.actions(state):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)

    # ---- Ending

    def ends_now(self, state: State) -> Iterator[End]:
        if state.is_over:
            # form: "A Boss defeated ends the game: the hero's place at that moment counts, without Gravity."
            yield self.end_of(state)
            return
        # form: "Who begins off the map must Generate if a die is there."
        if state.must_generate and any(True for _ in self.generations(state)):
            return
        # model: "7. gravity: for every figure of both zones (C2-19)"
        for after in self.gravities(state, "all"):
            yield self.end_of(after)

    def end_of(self, state: State) -> End:
        return End(tuple(hero.at for hero in state.heroes), state.enemies, state.defeated)

    # ---- Paying

    def boosts(self, symbol: str, gems: int) -> Iterator[tuple[int, int]]:
        """How often a die may be boosted, each with its price.

        model: "the m-th boost of one symbol costs m gems: 1, 3, 6, 10 gems give 2, 3, 4, 5 effects"; never
        "the no_boost symbol".
        """
        count, price = 0, 0
        while price <= gems:
            yield count, price
            if symbol == self.no_boost:
                return
            count += 1
            price += count

    def uses(self, purse: Purse, symbol: str) -> Iterator[tuple[Purse, int]]:
        """Every way to use one symbol: what is left of the purse, and how many effects it has."""
        index = SYMBOLS.index(symbol)
        for count, price in self.boosts(symbol, purse.gems):
            left = purse._replace(gems=purse.gems - price)
            if purse.pool[index] > 0:
                yield left._replace(pool=changed(purse.pool, index, purse.pool[index] - 1)), 1 + count
            if purse.special == symbol:
                yield left._replace(special=None), 1 + count  # model: "Using the Special die blanks it."
        # form: "turn.extra: ... used like forged ones (no gems, no forging, no Generate)."
        if purse.extra[index] > 0:
            yield purse._replace(extra=changed(purse.extra, index, purse.extra[index] - 1)), 1
        # model, forge: "2 equal dice (the Special die may be one, C2-27): the effect of one other symbol"
        for other, name in enumerate(SYMBOLS):
            if name == symbol:
                continue
            if purse.pool[other] >= 2:
                yield purse._replace(pool=changed(purse.pool, other, purse.pool[other] - 2)), 1
            if purse.pool[other] >= 1 and purse.special == name:
                pool = changed(purse.pool, other, purse.pool[other] - 1)
                yield purse._replace(pool=pool, special=None), 1

    # ---- The actions

    def actions(self, state: State) -> Iterator[State]:
        if state.is_over:
            return
        at = state.heroes[self.table.active].at
        if at is None:
            # model: "off the map Generate is the only one"
            yield from self.generations(state)
            return
        yield from self.moves(state)
        yield from self.hops(state, at)
        yield from self.hits(state, at)
        yield from self.monster_moves(state, at)
        # model: "gravity: any time while on the map, any number of times, for the figures of the hero's zone"
        yield from self.gravities(state, self.table.zone(at))

    def gravities(self, state: State, zone: str) -> Iterator[State]:
        """model: "ladders held or let go at each Gravity": form, "The active hero chooses each time"."""
        others = self.table.other_heroes_that_let_go()
        yield self.table.gravity(state, zone, others)[0]
        if state.heroes[self.table.active].at in self.table.ladders:
            yield self.table.gravity(state, zone, others | {self.table.active})[0]

    def generations(self, state: State) -> Iterator[State]:
        purse = state.purse
        # model: "1 die of the pool, any symbol"; "Not with the Special die (generate_with_special: false),
        # nor extras"
        paid = [
            purse._replace(pool=changed(purse.pool, index, count - 1))
            for index, count in enumerate(purse.pool)
            if count > 0
        ]
        if self.generate_with_special and purse.special is not None:
            paid.append(purse._replace(special=None))
        for left in paid:
            for cell in self.generator_cells(state):
                paid_for = replace(state, purse=left, must_generate=False, returns_on_boss=False)
                placed = self.table.put_hero(paid_for, self.table.active, cell)
                yield self.when_all_are_in(placed) if state.returns_on_boss else placed

    def generator_cells(self, state: State) -> list[Cell]:
        table = self.table
        taken = table.occupied(state)
        free = [cell for cell in table.cells() if cell not in taken]
        if state.returns_on_boss:
            free = [cell for cell in free if table.is_on_boss_level(cell)]
            shops = [cell for cell in table.shops if table.is_on_boss_level(cell)]
            if shops:
                # model: "on a free shop cell there; all taken: a free cell of the level nearest to a shop,
                # rows plus columns, walls ignored, owner's choice (002:647, C2-37)". A free shop cell is at
                # distance 0.
                def distance(cell: Cell) -> int:
                    return min(abs(cell[0] - shop[0]) + abs(cell[1] - shop[1]) for shop in shops)

                return [cell for cell in free if distance(cell) == min(map(distance, free))]
            # model: "No shop on it: its lowest row, as elsewhere"
        else:
            free = [cell for cell in free if not table.is_on_boss_level(cell)]
        # model: "A free cell of row 1; row full: the next row up (C2-29), below the seal."
        return [cell for cell in free if cell[1] == min(row for _, row in free)]

    def moves(self, state: State) -> Iterator[State]:
        # model, move: "1 boot: up to n steps"
        for left, count in self.uses(state.purse, "boot"):
            walkers = {replace(state, purse=left)}
            for _ in range(count):
                # model: "a boosted move ... is one action: nothing comes between its steps, the rest may be
                # dropped"
                walkers = {after for walker in walkers for after in self.steps(walker)}
                yield from walkers

    def steps(self, state: State) -> Iterator[State]:
        """One step to each cell that can be entered; a hero that has fainted makes none."""
        table, number = self.table, self.table.active
        at = state.heroes[number].at
        if at is None:
            return
        # model: "to an adjacent cell, up included ...; or from the row below the seal up into the Boss
        # level."
        above = (at[0], at[1] + 1)
        targets = [(cell, False) for cell in table.adjacent(at)]
        if above[1] == table.boss_row:
            targets.append((above, True))
        for cell, is_over_seal in targets:
            if not self.can_enter(state, at, cell):
                continue
            # model: "every enemy adjacent to the old cell wounds the hero by its damage, also the one to be
            # pushed; all at once". "Over the seal, the enemy in the new cell strikes too, and no other one
            # above"
            wounds = table.damage_at(state, at)
            kind, other = table.occupied(state).get(cell, ("nobody", -1))
            if is_over_seal and kind == "enemy":
                wounds += table.enemies[other][1]["damage"]
            struck = table.hurt(state, number, wounds, at)
            if struck.heroes[number].at is None:
                yield struck  # model: "Fainting cancels the step, the push and the rest of the move."
                continue
            for after in self.pushed(struck, at, cell):
                arrived = self.arrive_on_foot(after, cell)
                yield self.when_all_are_in(arrived) if is_over_seal else arrived

    def arrive_on_foot(self, state: State, cell: Cell) -> State:
        number = self.table.active
        if self.trap_on_walk and cell in self.table.traps:
            # model: "with trap_on_walk (false) a trap here costs 1; then collect"; "A hero who faints there
            # takes nothing"
            state = self.table.hurt(state, number, 1, cell)
            if state.heroes[number].at is None:
                return state
        return self.table.put_hero(state, number, cell)

    def push_cells(self, state: State, at: Cell, cell: Cell) -> list[Cell]:
        # model: "a free cell adjacent to the new one, the hero's old cell counts as free (002:441)"
        taken = self.table.occupied(state)
        return [near for near in self.table.adjacent(cell) if near not in taken or near == at]

    def can_enter(self, state: State, at: Cell, cell: Cell) -> bool:
        # model: "Who is in the new cell is pushed, so it must be pushable (C2-14) and have room"
        kind, other = self.table.occupied(state).get(cell, ("nobody", -1))
        if kind == "nobody":
            return True
        if kind == "enemy" and not self.table.enemies[other][1].get("pushable", True):
            return False
        return bool(self.push_cells(state, at, cell))

    def pushed(self, state: State, at: Cell, cell: Cell) -> Iterator[State]:
        """The states in which whoever is in the cell has made room; "the mover chooses the cell"."""
        kind, other = self.table.occupied(state).get(cell, ("nobody", -1))
        if kind == "nobody":
            yield state
            return
        for near in self.push_cells(state, at, cell):
            if kind == "hero":
                yield self.table.put_hero(state, other, near)
            else:
                yield replace(state, enemies=changed(state.enemies, other, near))

    def hops(self, state: State, at: Cell) -> Iterator[State]:
        # model, hop: "from a portal cell to another of the same level; pushes, provokes nothing (002:238)"
        table = self.table
        if at not in table.portals or self.portal_cost is None:
            return
        purse = state.purse
        if self.portal_cost == "gem":
            paid = [purse._replace(gems=purse.gems - 1)] if purse.gems > 0 else []
        else:
            # model: "1 boot of any kind, unboosted"
            paid = [left for left, count in self.uses(purse, "boot") if count == 1]
        for cell in table.portals - {at}:
            if table.level(cell) == table.level(at) and self.can_enter(state, at, cell):
                for left in paid:
                    for after in self.pushed(replace(state, purse=left), at, cell):
                        yield table.put_hero(after, table.active, cell)

    def hits(self, state: State, at: Cell) -> Iterator[State]:
        # model, attack: "one adjacent enemy; wounds add up from all sources. At least its health: defeated,
        # removed, loot at once; less: refused"
        for number, place in enumerate(state.enemies):
            if place not in self.table.adjacent(at):
                continue
            enemy = self.table.enemies[number][1]
            for left, wounds in self.swords(state.purse):
                if wounds >= enemy["health"]:
                    loot = enemy.get("loot", {}).get("gems", 0)
                    yield replace(
                        state,
                        enemies=changed(state.enemies, number, None),
                        defeated=state.defeated | {number},
                        purse=left._replace(gems=left.gems + loot),
                        is_over=enemy.get("boss", False),
                    )

    def swords(self, purse: Purse) -> set[tuple[Purse, int]]:
        """All ways to use swords in one attack, one by one: what is left, and the wounds in total."""
        if purse not in self.attacks:
            found: set[tuple[Purse, int]] = set()
            todo = [(purse, 0)]
            while todo:
                used, wounds = todo.pop()
                for left, count in self.uses(used, "sword"):
                    if (left, wounds + count) not in found:
                        found.add((left, wounds + count))
                        todo.append((left, wounds + count))
            self.attacks[purse] = found
        return self.attacks[purse]

    def monster_moves(self, state: State, at: Cell) -> Iterator[State]:
        # model, monster: "one enemy of the hero's zone, any distance, up to n cells, each adjacent and
        # free, off platforms too ... no pushes; never over the seal"
        for number, start in enumerate(state.enemies):
            if start is None or self.table.zone(start) != self.table.zone(at):
                continue
            taken = set(self.table.occupied(state)) - {start}
            for left, count in self.uses(state.purse, "monster"):
                cells = {start}
                for _ in range(count):
                    cells = {
                        near for cell in cells for near in self.table.adjacent(cell) if near not in taken
                    }
                    for cell in cells:
                        yield replace(state, purse=left, enemies=changed(state.enemies, number, cell))

    def when_all_are_in(self, state: State) -> State:
        """What is left when a hero has come into the Boss level."""
        # model: "When the last hero is in, all other levels go. A hero off the map is not in (C2-36)." A
        # level goes "with its tokens and enemies" (step 1).
        table = self.table
        if not all(hero.at is not None and table.is_on_boss_level(hero.at) for hero in state.heroes):
            return state
        return replace(
            state,
            enemies=tuple(at if at and table.is_on_boss_level(at) else None for at in state.enemies),
            gems=frozenset(cell for cell in state.gems if table.is_on_boss_level(cell)),
        )
