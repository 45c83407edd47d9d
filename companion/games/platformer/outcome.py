"""How a game ended, who is ahead, what must never be, and the night in numbers."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.message import Message, say
from companion.core.outcome import Outcome, Rank
from companion.core.report import Report, Tally
from companion.games.platformer import board
from companion.games.platformer.legal import price_of
from companion.games.platformer.state import Player, State


def outcome(state: State) -> Outcome | None:
    """Returns how the game ended."""
    if state.step != "over":
        return None
    winners = (state.winner,) if state.winner else ()
    ranked = sorted(state.players, key=lambda player: (player.name not in winners, -_height(player)))
    ranking = tuple(
        Rank(player.name, 1 if player.name in winners else place, _score(state, player))
        for place, player in enumerate(ranked, 1 if winners else 2)
    )
    because = say(f"platformer.over.{state.ending}", player=state.winner or state.active.name)
    return Outcome(winners, ranking, because)


def _height(player: Player) -> int:
    return board.place_of(player.at)[1] if player.at else 0


def _score(state: State, player: Player) -> int:
    return solo_score(state) if state.is_solo and state.winner else player.defeated


def solo_score(state: State) -> int:
    """Counts the points of a game won alone (PLT-SOLO-3)."""
    player = state.active
    bought = [card for card in player.cards if not card.startswith("artifacts/")]
    worth = player.coins + sum(price_of(state, card) for card in bought)
    left = sum(state.events.values())
    return 3 * left + 2 * player.defeated + 2 * state.surplus + player.gems + worth // 3


def leader(state: State) -> str | None:
    """Names the player whose hero is highest."""
    best = max(state.players, key=_height)
    return state.winner or (best.name if best.at else None)


def problems(state: State) -> tuple[Message, ...]:
    """Lists broken invariants: two figures in a cell, figures off the table, impossible counts."""
    found = []
    places = [player.at for player in state.players if player.at] + [foe.at for foe in state.foes.values()]
    for place in dict.fromkeys(places):
        if places.count(place) > 1:
            found.append(say("platformer.bad.taken", space=place))
        if not state.lowest <= board.level_at(place) < state.revealed:
            found.append(say("platformer.bad.space", space=place))
    found += [
        say("platformer.bad.health", maximum=board.max_health(state, player))
        for player in state.players
        if not 0 < player.health <= board.max_health(state, player) or min(player.coins, player.gems) < 0
    ]
    if any(count < 0 for count in (*state.dice.values(), *state.extra.values())):
        found.append(say("platformer.bad.pool"))
    return tuple(found)


def report(history: Iterable[State]) -> Report:
    """Draws up who defeated and earned how much."""
    last = None
    for state in history:
        last = state
    if last is None:
        return Report()
    columns = tuple(say(f"platformer.report.{name}") for name in ("defeated", "coins", "gems"))
    rows = tuple((one.name, (one.defeated, one.coins, one.gems)) for one in last.players)
    ended = outcome(last)
    return Report(
        tallies=(Tally(say("platformer.report.title"), columns, rows),),
        ranking=ended.ranking if ended else (),
    )
