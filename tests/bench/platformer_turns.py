"""Turns on the sample's towers that are hard for a search: typical ones and the heaviest.

Everybody is at rest, for Gravity and the Enemy die came before.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.platformer import board
from companion.games.platformer.dispute.answers import reach
from companion.games.platformer.turn.position import SYMBOLS
from companion.games.platformer.ways import dispute_of
from tests.rules.platformer.games import acting, at_the_top

Dispute = dict[str, Any]


def typical_turn(seed: int) -> Dispute:
    """Five dice, two gems, three enemies within three cells, two to four players."""
    rng = Random(seed)
    dice = [rng.choice(SYMBOLS) for _ in range(5)]
    symbols: dict[str, int] = {symbol: dice.count(symbol) for symbol in SYMBOLS}
    return _turn(
        rng, rng.choice([1, 2, 2, 3]), symbols, gems=2, enemies=3, players=rng.choice([2, 3, 4]), near=3
    )


def heaviest_turn(seed: int) -> Dispute:
    """Five boots, fifteen gems, eight enemies anywhere."""
    rng = Random(seed)
    return _turn(rng, rng.choice([2, 3, 3, 4]), {"boot": 5}, gems=15, enemies=8, players=2, near=99)


def _turn(
    rng: Random, levels: int, symbols: dict[str, int], gems: int, enemies: int, players: int, near: int
) -> Dispute:
    full = at_the_top(rng.randrange(10**6), dungeon=rng.choice(["forest", "void"]))
    cells = [(column, row) for row in range(1, 4 * levels + 1) for column in range(1, 9)]
    rng.shuffle(cells)
    column, row = hero = cells.pop()
    cells.sort(key=lambda cell: abs(cell[0] - column) + abs(cell[1] - row) <= near)  # those near come last
    form = dispute_of(acting(replace(full, revealed=levels), board.space_id(*hero)), "alys", "1/1")
    del form["claim"]
    form["enemies"] = {
        f"enemy-{number}": {
            "at": list(cells.pop()),
            "health": rng.choice([1, 2, 2, 3, 4]),
            "damage": rng.choice([1, 1, 2, 3]),
            "loot": {"gems": rng.randint(0, 1)},
        }
        for number in range(enemies)
    }
    rng.shuffle(cells)
    special = rng.choice([None, "boot", "sword", "monster"])
    health = rng.choice([3, 4, 5])
    form["players"] = {
        "Ana": {"at": list(hero), "health": health, "max_health": 5, "gems": gems, "special": special}
    } | {f"player-{number}": {"at": list(cells.pop()), "health": 3} for number in range(1, players)}
    form["board"]["gems"] = [
        list(board.place_of(space)) for level in range(levels) for space in board.spots(full, level, "gems")
    ]
    form["turn"]["symbols"] = symbols
    return _at_rest(form)


def _at_rest(form: Dispute) -> Dispute:
    """Lets all figures fall."""
    places = reach({name: value for name, value in form.items() if name != "turn"} | {"ask": "gravity"})
    for kind in ("players", "enemies"):
        for name, place in places[kind].items():
            form[kind][name]["at"] = place
    return form
