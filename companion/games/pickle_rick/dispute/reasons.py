"""Says the one thing that is wrong with a claimed end."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from companion.core.message import Message, literal, say
from companion.games.pickle_rick.dispute.form import Dispute
from companion.games.pickle_rick.dispute.told import edge_name, place_name
from companion.games.pickle_rick.turn import rick_turn, russian_turn
from companion.games.pickle_rick.turn.forced import must_spend
from companion.games.pickle_rick.turn.moves import move_towards
from companion.games.pickle_rick.turn.rick_turn import LONG_SEARCH
from companion.games.pickle_rick.turn.russians import WALL_MOVES, can_cross, crossings
from companion.games.pickle_rick.turn.solo import SoloAct
from companion.games.pickle_rick.turn.symbols import Pool
from companion.games.pickle_rick.turn.tiles import OPPOSITE, SIDES, Map, Place, has_open_edge, neighbour

FORCED_BY = {
    "move": "PKR-SPEND-1",
    "draw": "PKR-SPEND-2",
    "weapon": "PKR-SPEND-3",
    "joker": "PKR-SPEND-4",
}
"""The clause that forces each symbol."""
Reason = tuple[Message, tuple[str, ...]]
MOST_LACKING = 8


def why_rick(
    dispute: Dispute,
    turn: rick_turn.RickTurn,
    start: rick_turn.Position,
    found: rick_turn.Ends,
    at: Place,
) -> Reason:
    """Says why Rick's turn cannot end on a place."""
    held = found.held.get(at)
    if held is not None:
        symbol = must_spend(held.pool, turn.chances(held.here.spot), turn.table.rule) or "move"
        return _must_spend(symbol, held.pool)
    for side in SIDES:
        label = found.able.get(neighbour(at, side))
        if label is None:
            continue
        tiles, here = turn.map_at(label.here.spot), label.here.spot.at
        obstacle = move_towards(tiles, here, OPPOSITE[side], turn.has_stack(label.here.spot))
        if isinstance(obstacle, str):
            params = edge_name(here, OPPOSITE[side])
            clause = {"wall": "PKR-MAP-4", "vent": "PKR-MOVE-5", "stack": "PKR-MOVE-4"}[obstacle]
            return say(f"pickle_rick_judge.no.{obstacle}", **params), (clause,)
    with suppress(rick_turn.TooManyWays):
        for more in range(1, MOST_LACKING + 1):
            richer = dispute.pool._replace(joker=dispute.pool.joker + more)
            if at in rick_turn.explore(turn, start, richer, wanted=at, most_labels=LONG_SEARCH).ends:
                return say("pickle_rick_judge.no.lacks", place=place_name(at), count=more), ("PKR-MOVE-1",)
    return say("pickle_rick_judge.no.way", place=place_name(at)), ("PKR-MOVE-1",)


def _must_spend(symbol: str, pool: Pool) -> Reason:
    count: int = getattr(pool, symbol)
    key = "pickle_rick_judge.must.one" if count == 1 else "pickle_rick_judge.must.many"
    return say(key, count=count, symbol=say(f"pickle_rick.symbol.{symbol}")), (FORCED_BY[symbol],)


def why_russians(dispute: Dispute, table: russian_turn.Table, at: Place, healths: set[int]) -> Reason:
    """Says why a figure's turn cannot end on a place, or not with that health of Rick's."""
    if healths:
        return say_healths(healths), ("PKR-RUS-5",)
    figure = next(one for one in table.figures if one.id == dispute.figure)
    alone = table._replace(rule="off", figures=(figure,))
    for place, plan in russian_turn.plans(alone, figure.id, dispute.pool):
        if place == at:
            symbol = "move" if plan.left.move else "weapon"
            return _must_spend(symbol, plan.left)
    if table.tiles.get(at) is None:
        return say("pickle_rick_judge.no.face_up", place=place_name(at)), ("PKR-RUS-1",)
    for side in SIDES:
        if neighbour(figure.at, side) == at and not has_open_edge(table.tiles, figure.at, side):
            if can_cross(figure) and side in crossings(table.tiles, figure.at):
                params = edge_name(figure.at, side)
                return say("pickle_rick_judge.no.crossing", **params, count=WALL_MOVES), ("PKR-RUS-4",)
            return say("pickle_rick_judge.no.wall", **edge_name(figure.at, side)), ("PKR-MAP-4",)
    for more in range(1, MOST_LACKING + 1):
        richer = dispute.pool._replace(joker=dispute.pool.joker + more)
        if any(place == at for place, _ in russian_turn.plans(alone, figure.id, richer)):
            return say("pickle_rick_judge.no.lacks", place=place_name(at), count=more), ("PKR-RUS-1",)
    if _is_connected(table.tiles, figure.at, at):
        return say("pickle_rick_judge.no.limit", figure=figure.id, count=figure.limit), (
            "PKR-RUS-2",
            "PKR-RUS-3",
        )
    return say("pickle_rick_judge.no.way", place=place_name(at)), ("PKR-RUS-1",)


def _is_connected(tiles: Map, start: Place, end: Place) -> bool:
    seen, waiting = {start}, [start]
    for place in waiting:
        onward = {neighbour(place, side) for side in SIDES if has_open_edge(tiles, place, side)}
        waiting += sorted(onward - seen)
        seen |= onward
    return end in seen


def why_solo(act: SoloAct) -> Reason:
    """Says where a figure of the solo game really ends."""
    ends = tuple(literal(place_name(end.at)) for end in act.ends)
    return say("pickle_rick_judge.no.solo_end", figure=act.id, ends=ends), ("PKR-SOLO-3", "PKR-SOLO-4")


def say_healths(healths: Iterable[int]) -> Message:
    """Says which health Rick can have at the end."""
    return say("pickle_rick_judge.no.health", healths=", ".join(map(str, sorted(healths))))
