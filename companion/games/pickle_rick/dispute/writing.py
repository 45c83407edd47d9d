"""Writes the running turn as a dispute/1 document."""

from __future__ import annotations

from typing import Any

from companion.core.blocks import Json
from companion.core.deck import UNKNOWN
from companion.core.errors import Illegal
from companion.core.message import say
from companion.games.pickle_rick.dispute.form import RICK
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.options import HouseRules
from companion.games.pickle_rick.state import Begun, State, map_of, place_of
from companion.games.pickle_rick.turn.cards import BRIBE, JETPACK
from companion.games.pickle_rick.turn.tiles import LETTER, SIDES, Tile


def dispute_of(state: State, figure: str, space: str) -> Json:
    """Writes the turn from where spending began, with what chance brought since, claiming an end."""
    begun = state.begun
    if begun is None:
        raise Illegal(say("pickle_rick.no.not_spending"), clauses=("PKR-DICE-4",))
    is_rick = state.turn == "rick"
    rules = {name: getattr(state.options, name) for name in HouseRules.__struct_fields__}
    turn: Json = {"side": state.turn, "symbols": begun.pool, "cards": _cards(state, begun)}
    if is_rick:
        turn["tiles"] = [_face(state.tiles[name].face) for name in begun.faces]
    else:
        turn["figure"] = figure
    guards = [{"id": guard.id, "at": list(place_of(guard.at))} for guard in begun.guards]
    jaguar = list(place_of(begun.jaguar_at)) if begun.jaguar_at else None
    return {
        "format": "dispute/1",
        "game": "pickle_rick",
        "options": rules,
        "board": {
            "rooftop": list(place_of(state.rooftop)),
            "stack": begun.stack,
            "tiles": _tiles(state, begun),
        },
        "players": {
            RICK: {"at": list(place_of(begun.rick_at)), "health": begun.rick_health},
            "jaguar": {"at": jaguar, "health": begun.jaguar_health},
            "guards": guards,
        },
        "turn": turn,
        "claim": {"at": list(place_of(space))},
    }


def _tiles(state: State, begun: Begun) -> Json:
    return {
        place_name(place): {"face": "down"} if tile is None else {"face": "up", **_face(tile)}
        for place, tile in map_of(state.tiles, begun.lying).items()
    }


def _face(tile: Tile) -> Json:
    walls = "".join(LETTER[side] for side in SIDES if tile.walls & side)
    return {"walls": walls, "vent": LETTER.get(tile.vent)}


def _cards(state: State, begun: Begun) -> list[Any]:
    """Lists the cards that could be played: the hand as spending began, and what came to it."""
    cards: list[Any] = []
    for name in (*begun.hand, *begun.cards):
        if name == UNKNOWN:
            continue
        card = state.cards[name].in_play(name)
        cost = {kind: count for kind, count in card.cost._asdict().items() if count}
        form: Json = {"id": card.id, "cost": cost}
        if card.id == JETPACK:
            form["spaces"] = card.spaces
        if card.id == BRIBE:
            form["accepted"] = begun.has_taken_bribe
        cards.append(form)
    return cards
