"""Every way to play the Russians' turn of a game for two."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.yardsticks.pickle_rick_table import (
    Card,
    Place,
    Symbols,
    Tile,
    Tiles,
    closed_neighbours,
    is_in_range,
    is_spending_done,
    open_neighbours,
    pay,
    read_cards,
    read_enemies,
    read_rick,
    read_symbols,
    read_tiles,
    turned,
    without,
)


@dataclass(frozen=True)
class RussianTurn:
    """Where the Russians' turn stands; what belongs to the figures is in their order."""

    places: tuple[Place, ...]
    moves_used: tuple[int, ...]  # symbols spent on moving each figure
    shots_used: tuple[int, ...]
    has_jaguar_moved: bool  # by symbol or by card
    is_through_wall: bool  # Jaguar has gone through a wall
    symbols: Symbols
    cards: tuple[Card, ...]
    tiles: Tiles
    health: int  # Rick's


def limit(figure: str) -> int:
    # model: "at most 1 Move and 1 Weapon for each Guard, 2 Moves and 2 Weapons for Jaguar"
    return 2 if figure == "jaguar" else 1


def changed(values: tuple, index: int, value: Any) -> tuple:
    return (*values[:index], value, *values[index + 1 :])


def steps(turn: RussianTurn, index: int, figure: str) -> list[RussianTurn]:
    """One step of a figure, whoever pays for it."""
    # model: "That turn holds no other movement of his, before or after, by symbol or by card (C3-21)."
    if figure == "jaguar" and turn.is_through_wall:
        return []
    return [
        replace(
            turn,
            places=changed(turn.places, index, place),
            has_jaguar_moved=turn.has_jaguar_moved or figure == "jaguar",
        )
        for place in open_neighbours(turn.tiles, turn.places[index])
    ]


def symbol_steps(turn: RussianTurn, index: int, figure: str) -> list[RussianTurn]:
    if turn.moves_used[index] >= limit(figure):
        return []
    used = changed(turn.moves_used, index, turn.moves_used[index] + 1)
    return [replace(after, moves_used=used) for after in steps(turn, index, figure)]


def walls(turn: RussianTurn, index: int, figure: str) -> list[RussianTurn]:
    """Jaguar through a wall: "2 Moves, over one closed edge", no other movement before."""
    if figure != "jaguar" or turn.has_jaguar_moved:
        return []
    return [
        replace(
            turn,
            places=changed(turn.places, index, place),
            moves_used=changed(turn.moves_used, index, 2),
            has_jaguar_moved=True,
            is_through_wall=True,
        )
        for place in closed_neighbours(turn.tiles, turn.places[index])
    ]


def shots(turn: RussianTurn, index: int, figure: str, rick: Place) -> list[RussianTurn]:
    # model: "A shot: 1 Weapon, range 0-1, Rick loses 1 health, not below 0."
    if turn.shots_used[index] >= limit(figure) or not is_in_range(turn.tiles, turn.places[index], rick):
        return []
    used = changed(turn.shots_used, index, turn.shots_used[index] + 1)
    return [replace(turn, shots_used=used, health=max(0, turn.health - 1))]


def russians_card(turn: RussianTurn, card: Card, figures: list[str]) -> list[RussianTurn]:
    """Every outcome of a card that has been paid; form: which cards only take symbols here."""
    if card.id == "verrouillage":
        # model: "one face-up tile (choice) turned by 1, 2 or 3 quarters, Rick's too; figures stay"
        return [
            replace(turn, tiles=(turn.tiles - {(place, tile)}) | {(place, turned(tile, quarters))})
            for place, tile in turn.tiles
            if isinstance(tile, Tile)
            for quarters in (1, 2, 3)
        ]
    if card.id == "pot_de_vin" and not card.accepted:
        # form: "left out or false: the Russians may get the Joker"
        return [turn, replace(turn, symbols=turn.symbols._replace(joker=turn.symbols.joker + 1))]
    if card.id == "one_space":
        # model: "one step of one Russian figure, under all normal rules"; "What a card lets a figure do
        # comes on top"
        return [
            turn,
            *(after for index, figure in enumerate(figures) for after in steps(turn, index, figure)),
        ]
    return [turn]


def russians_next(turn: RussianTurn, figures: list[str], rick: Place) -> Iterator[RussianTurn]:
    for left in pay(turn.symbols, [("move", 1)]):
        for index, figure in enumerate(figures):
            yield from symbol_steps(replace(turn, symbols=left), index, figure)
    for left in pay(turn.symbols, [("move", 2)]):
        for index, figure in enumerate(figures):
            yield from walls(replace(turn, symbols=left), index, figure)
    for left in pay(turn.symbols, [("weapon", 1)]):
        for index, figure in enumerate(figures):
            yield from shots(replace(turn, symbols=left), index, figure, rick)
    for left in pay(turn.symbols, [("draw", 1)]):
        yield replace(turn, symbols=left)
    for card in set(turn.cards):
        for left in pay(turn.symbols, card.cost):
            yield from russians_card(
                replace(turn, symbols=left, cards=without(turn.cards, card)), card, figures
            )


def russians_ends(dispute: dict) -> set[tuple[Place, int]]:
    """Every place of `figure` with every health of Rick that can go together when the turn ends."""
    rick, health = read_rick(dispute)
    enemies = read_enemies(dispute)
    figures = list(enemies)
    mode = dispute.get("options", {}).get("forced_spending", "book")
    asked = figures.index(dispute["turn"]["figure"])
    start = RussianTurn(
        places=tuple(enemies.values()),
        moves_used=(0,) * len(figures),
        shots_used=(0,) * len(figures),
        has_jaguar_moved=False,
        is_through_wall=False,
        symbols=read_symbols(dispute),
        cards=read_cards(dispute),
        tiles=read_tiles(dispute),
        health=health,
    )

    def may_end(turn: RussianTurn) -> bool:
        # model: "for Jaguar a wall when two Moves are left (choice)"
        def can_move(moves: int) -> bool:
            return any(
                symbol_steps(turn, index, figure) or (moves >= 2 and walls(turn, index, figure))
                for index, figure in enumerate(figures)
            )

        can_shoot = any(shots(turn, index, figure, rick) for index, figure in enumerate(figures))
        return is_spending_done(turn.symbols, mode, can_move, can_shoot)

    ends, seen, todo = set(), {start}, [start]
    while todo:
        turn = todo.pop()
        if may_end(turn):
            ends.add((turn.places[asked], turn.health))
        for after in russians_next(turn, figures, rick):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return ends
