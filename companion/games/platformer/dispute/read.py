"""Reads a dispute/1 document; whatever is wrong is refused with the name of the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from companion.core.blocks import Json
from companion.core.decoding import DECODING_ERRORS, Place, problems
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.platformer.dispute.forms import (
    ASKS,
    MOST_CELLS,
    MOST_SYMBOLS,
    BoardForm,
    DisputeForm,
    EnemiesForm,
    EnemyForm,
    GemsForm,
    GravityForm,
    PlaceForm,
    PlayerForm,
)
from companion.games.platformer.turn.pool import Pool, pack
from companion.games.platformer.turn.position import Enemy, Hero, Position, Table
from companion.games.platformer.turn.tower import OFF, OFF_BOSS, Cell, Tower

F = TypeVar("F")


class Dispute(NamedTuple):
    """A disputed turn, ready to be searched."""

    form: DisputeForm
    table: Table
    start: Position
    pool: Pool
    others: tuple[str, ...]
    """The ids of the other heroes, as the table lists them."""
    enemies: tuple[str, ...]


def read_dispute(raw: Json) -> Dispute:
    """Reads a turn in dispute."""
    form = _convert(raw, DisputeForm)
    if form.board.columns * form.board.rows > MOST_CELLS:
        raise bad_field("board.rows", say("platformer.dispute.cells", most=MOST_CELLS))
    tower = read_tower(form.board)
    check_figures(tower, form.players, form.enemies)
    turn = form.turn
    if turn.player not in form.players:
        raise bad_field("turn.player", say("platformer.dispute.no_player", player=turn.player))
    for field, counts in (("symbols", turn.symbols), ("extra", turn.extra)):
        if sum(counts.values()) > MOST_SYMBOLS:
            raise bad_field(f"turn.{field}", say("platformer.dispute.symbols", most=MOST_SYMBOLS))
    _check_claim(form, tower)
    active = form.players[turn.player]
    others = tuple(name for name in form.players if name != turn.player)
    enemies = tuple(form.enemies)
    table = Table(
        tower,
        form.options,
        hero_facts(active),
        tuple(hero_facts(form.players[name]) for name in others),
        tuple(enemy_facts(form.enemies[name]) for name in enemies),
    )
    start = Position(
        hero_cell(tower, active),
        active.health,
        0,
        tuple(tower.cell(form.enemies[name].at) for name in enemies),
        tuple(hero_cell(tower, form.players[name]) for name in others),
        tuple(form.players[name].health for name in others),
        tower.bits(form.board.gems),
        0,  # coins change no place
    )
    pool = pack(turn.symbols, active.special, turn.extra, active.gems)
    return Dispute(form, table, start, pool, others, enemies)


def read_ask(raw: Json) -> GemsForm | EnemiesForm | GravityForm:
    """Reads one of the three small questions."""
    ask = raw["ask"]
    if not isinstance(ask, str) or ask not in ASKS:
        raise bad_field("ask", say("core.read.expected", expected=", ".join(ASKS)))
    form = _convert(raw, ASKS[ask])
    if form.board is not None:
        check_figures(read_tower(form.board), form.players, form.enemies)
    return form


def _convert(raw: Json, form: type[F]) -> F:
    try:
        return msgspec.convert(raw, form)
    except DECODING_ERRORS:
        first, *others = (bad_field(_field(place), problem) for place, problem in problems(raw, form))
        raise Invalid(first.message, details=tuple(other.message for other in others)) from None


def _field(place: Place) -> str:
    """Writes where something stands, such as `board.walls[0]`."""
    return "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in place).lstrip(".")


def bad_field(field: str, problem: Message) -> Invalid:
    """Makes the refusal that names a field and what is wrong with it."""
    return Invalid(say("core.field", field=field, problem=problem))


def read_tower(board: BoardForm) -> Tower:
    """Checks a board and returns it as a tower."""
    levels = tuple(sorted(set(board.levels)))
    if not levels or levels[0] != 1:
        raise bad_field("board.levels", say("platformer.dispute.first_level"))
    if levels[-1] > board.rows:
        raise bad_field("board.levels", say("platformer.dispute.level_rows", row=levels[-1], rows=board.rows))
    tower = Tower(
        board.columns,
        board.rows,
        levels,
        board.boss_level,
        *(
            frozenset(getattr(board, name))
            for name in ("walls", "platforms", "ladders", "traps", "shops", "portals")
        ),
    )
    for name in ("walls", "platforms", "ladders", "coins", "gems", "traps", "shops", "portals"):
        for index, place in enumerate(getattr(board, name)):
            _check_place(tower, f"board.{name}[{index}]", place)
            if name == "walls" and place[0] == board.columns:
                raise bad_field(f"board.walls[{index}]", say("platformer.dispute.last_column"))
    return tower


def _check_place(tower: Tower, field: str, place: PlaceForm) -> None:
    if not tower.is_on_map(place):
        column, row = place
        raise bad_field(
            field,
            say("platformer.dispute.off_map", column=column, row=row, columns=tower.columns, rows=tower.rows),
        )


def check_figures(tower: Tower, players: Mapping[str, PlayerForm], enemies: Mapping[str, EnemyForm]) -> None:
    """Refuses figures off the map, two in a cell, and heroes that cannot be as they are said to be."""
    for name, player in players.items():
        field = f"players.{name}"
        if player.max_health is not None and player.max_health < player.health:
            raise bad_field(f"{field}.max_health", say("platformer.dispute.max_health", health=player.health))
        if player.fainted_on_boss and (player.at is not None or not tower.has_boss_level):
            raise bad_field(f"{field}.fainted_on_boss", say("platformer.dispute.fainted_on_boss"))
    taken: dict[PlaceForm, str] = {}
    for field, place in _places(players, enemies):
        _check_place(tower, f"{field}.at", place)
        if place in taken:
            raise bad_field(f"{field}.at", say("platformer.dispute.two_figures", other=taken[place]))
        taken[place] = field


def _places(
    players: Mapping[str, PlayerForm], enemies: Mapping[str, EnemyForm]
) -> Iterator[tuple[str, PlaceForm]]:
    for name, player in players.items():
        if player.at is not None:
            yield f"players.{name}", player.at
    for name, enemy in enemies.items():
        yield f"enemies.{name}", enemy.at


def _check_claim(form: DisputeForm, tower: Tower) -> None:
    claim = form.claim
    if claim is None:
        return
    if claim.at is not None:
        _check_place(tower, "claim.at", claim.at)
    known: tuple[tuple[str, Mapping[str, Any], Mapping[str, PlaceForm | None]], ...] = (
        ("players", form.players, claim.players),
        ("enemies", form.enemies, claim.enemies),
    )
    for field, ids, places in known:
        for name, place in places.items():
            if name not in ids:
                raise bad_field(f"claim.{field}.{name}", say(f"platformer.dispute.no_{field}", name=name))
            if place is not None:
                _check_place(tower, f"claim.{field}.{name}", place)
    for index, name in enumerate(claim.defeated or ()):
        if name not in form.enemies:
            raise bad_field(f"claim.defeated[{index}]", say("platformer.dispute.no_enemies", name=name))


def hero_cell(tower: Tower, player: PlayerForm) -> Cell:
    """Returns where a hero is; off the map there are two places to return to."""
    if player.at is not None:
        return tower.cell(player.at)
    return OFF_BOSS if player.fainted_on_boss else OFF


def hero_facts(player: PlayerForm) -> Hero:
    """Returns what the rules need to know of a hero."""
    return Hero(player.max_health or player.health, player.lets_go)


def enemy_facts(enemy: EnemyForm) -> Enemy:
    """Returns what the rules need to know of an enemy."""
    return Enemy(enemy.health, enemy.damage, enemy.loot.coins, enemy.loot.gems, enemy.pushable, enemy.boss)
