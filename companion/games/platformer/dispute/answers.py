"""Answers `reach`: where a turn can end, and the three small questions."""

from __future__ import annotations

from companion.core.blocks import Json
from companion.core.patience import Patience
from companion.games.platformer.dispute.forms import EnemiesForm, GemsForm, GravityForm
from companion.games.platformer.dispute.read import (
    Dispute,
    enemy_facts,
    hero_cell,
    hero_facts,
    read_ask,
    read_dispute,
    read_tower,
)
from companion.games.platformer.turn.aims import Aims
from companion.games.platformer.turn.enemy_die import enemy_moves, strikes, wounds_of
from companion.games.platformer.turn.gems import best_boost
from companion.games.platformer.turn.gravity import settle
from companion.games.platformer.turn.means import can_win
from companion.games.platformer.turn.position import Hero, Position, Table
from companion.games.platformer.turn.search import Search
from companion.games.platformer.turn.tower import Cell, Place, Tower


def reach(raw: Json) -> Json:
    """Answers a dispute or a small question."""
    if "ask" not in raw:
        return _ends_of(read_dispute(raw))
    form = read_ask(raw)
    if isinstance(form, GemsForm):
        return best_boost(form.symbols, form.gems)._asdict()
    return _after_die(form) if isinstance(form, EnemiesForm) else _after_gravity(form)


def _ends_of(dispute: Dispute) -> Json:
    places, has_fainted = places_of(dispute)
    return {"spaces": sorted(place for place in places if place is not None), "fainted": has_fainted}


def places_of(dispute: Dispute, patience: Patience | None = None) -> tuple[set[Place | None], bool]:
    """Finds every place where the turn can end, None being off the map."""
    table, tower = dispute.table, dispute.table.tower
    wins = can_win(table, dispute.start, dispute.pool)
    aims = Aims(table, dispute.start, tower.cells, off_map=True, can_win=wins)
    places: set[Place | None] = set()
    alike = alike_enemies(table)
    for end in Search(table, dispute.start, dispute.pool, aims, alike, patience=patience).ends():
        hero = end.position.hero
        aims.close(hero)
        places.add(tower.place(hero) if hero >= 0 else None)
    return places, None in places


def alike_enemies(table: Table, marks: tuple[object, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Groups the enemies that have the same values, and the same mark where there are marks."""
    groups: dict[object, list[int]] = {}
    for index, enemy in enumerate(table.enemies):
        groups.setdefault((enemy, marks[index] if marks else None), []).append(index)
    return tuple(tuple(group) for group in groups.values())


def _after_die(form: EnemiesForm) -> Json:
    tower = read_tower(form.board)
    enemies = {name: tower.cell(enemy.at) for name, enemy in form.enemies.items()}
    heroes = {name: tower.cell(hero.at) for name, hero in form.players.items() if hero.at is not None}
    acting = {
        name: cell
        for name, cell in enemies.items()
        if form.options.boss_on_enemy_die or not form.enemies[name].boss
    }
    wounds: dict[str, int] = {}
    if form.die == "attack":
        facts = {name: enemy_facts(enemy) for name, enemy in form.enemies.items()}
        health = {name: hero.health for name, hero in form.players.items()}
        wounds = wounds_of(strikes(tower, acting, facts, heroes), health)
    else:
        staying = set(heroes.values()) | set(enemies.values()) - set(acting.values())
        enemies |= enemy_moves(tower, acting, staying, form.die)
    return {
        "enemies": {name: tower.place(cell) for name, cell in enemies.items()},
        "wounds": wounds,
        "fainted": sorted(name for name, lost in wounds.items() if lost == form.players[name].health),
    }


def _after_gravity(form: GravityForm) -> Json:
    tower = read_tower(form.board)
    names = tuple(form.players)
    foes = tuple(form.enemies)
    table = Table(
        tower,
        form.options,
        Hero(1),
        tuple(hero_facts(form.players[name]) for name in names),
        tuple(enemy_facts(form.enemies[name]) for name in foes),
    )
    here = Position(
        -1,
        1,
        0,
        tuple(tower.cell(form.enemies[name].at) for name in foes),
        tuple(hero_cell(tower, form.players[name]) for name in names),
        tuple(form.players[name].health for name in names),
        0,
        0,
    )
    fallen = settle(table, here, form.zone)
    hurt = {names[fall.number]: fall for fall in fallen.falls if fall.kind == "other" and fall.traps}
    return {
        "players": {name: _place(tower, cell) for name, cell in zip(names, fallen.after.others, strict=True)},
        "enemies": {name: _place(tower, cell) for name, cell in zip(foes, fallen.after.enemies, strict=True)},
        "traps": {name: [tower.place(cell) for cell in hurt[name].traps] for name in names if name in hurt},
        "fainted": sorted(name for name, fall in hurt.items() if fall.has_fainted),
    }


def _place(tower: Tower, cell: Cell) -> tuple[int, int] | None:
    return tower.place(cell) if cell >= 0 else None
