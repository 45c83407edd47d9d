"""How a game stands and ends, its invariants, and the report of a night."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.deck import UNKNOWN
from companion.core.message import Message, say
from companion.core.outcome import Outcome, Rank
from companion.core.report import Chart, Report, Series, Tally
from companion.games.pickle_rick.content import PLAIN_TILES, SPECIALS
from companion.games.pickle_rick.dispute.form import FULL_HEALTH, MOST_GUARDS
from companion.games.pickle_rick.state import State, place_of
from companion.games.pickle_rick.turn.cards import SideName
from companion.games.pickle_rick.turn.symbols import DIE

ALL_TILES = PLAIN_TILES + len(SPECIALS)


def outcome(state: State) -> Outcome | None:
    """Returns who won and why, once the game is over."""
    if not state.is_over:
        return None
    winner = state.players.get(state.winner) if state.winner else None
    return Outcome((winner,) if winner else (), ranking(state), say(f"pickle_rick.end.{state.ended_by}"))


def ranking(state: State) -> tuple[Rank, ...]:
    """Ranks the players: the winner first; shared while it is open. The score is Rick's health."""
    ranks = []
    for side, name in state.players.items():
        is_winner = state.winner in (None, side)
        score = state.rick_health if side == "rick" else FULL_HEALTH - state.rick_health
        ranks.append(Rank(name, 1 if is_winner else 2, score))
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def leader(state: State) -> str | None:
    """Names who is ahead: the winner; before that, whoever has the better half of Rick's way or health."""
    if state.winner is not None:
        return state.players.get(state.winner)
    whole = 3 * (state.hidden + 1)
    gone, hurt = 1 - way_left(state) / whole, 1 - state.rick_health / FULL_HEALTH
    return state.players.get("rick" if gone > hurt else "russians")


def way_left(state: State) -> int:
    """Counts the spaces between Rick and the Rooftop as the crow flies along rows and columns."""
    (x, y), (to_x, to_y) = place_of(state.rick_at), place_of(state.rooftop)
    return abs(x - to_x) + abs(y - to_y)


def problems(state: State) -> tuple[Message, ...]:
    """Lists every broken invariant."""
    found: list[Message] = []
    down = sum(not one.tile for one in state.lying.values())
    tiles = len(state.lying) + state.stack + state.discarded
    if tiles != ALL_TILES or len(state.unseen()) != down + state.stack + state.discarded:
        found.append(say("pickle_rick.problem.tiles", count=tiles, expected=ALL_TILES))
    if len(state.guards) > MOST_GUARDS or len({guard.id for guard in state.guards}) < len(state.guards):
        found.append(say("pickle_rick.problem.guards", count=len(state.guards)))
    healths = (state.rick_health, state.jaguar_health)
    found += [
        say("pickle_rick.problem.health", health=health)
        for health in healths
        if not 0 <= health <= FULL_HEALTH
    ]
    standing = [state.rick_at, *(guard.at for guard in state.guards)]
    if state.jaguar == "on":
        standing.append(state.jaguar_at)
    up = {place for place, lies in state.lying.items() if lies.tile}
    found += [
        say("pickle_rick.problem.place", place=place) for place in dict.fromkeys(standing) if place not in up
    ]
    for side in state.players:
        found += _card_problems(state, side)
    if any(count < 0 for count in state.pool.values()):
        found.append(say("pickle_rick.problem.symbols"))
    if any(face not in DIE for face in state.dice):
        found.append(say("pickle_rick.problem.symbols"))
    return tuple(found)


def _card_problems(state: State, side: SideName) -> list[Message]:
    deck = state.decks[side]
    whole = {name: card.copies for name, card in state.cards.items() if card.side == side}
    count = deck.left + len(deck.hand) + sum(deck.discard.values())
    if count != sum(whole.values()):
        return [say("pickle_rick.problem.cards", side=say(f"pickle_rick.side.{side}"), count=count)]
    if UNKNOWN in (*deck.pile, *deck.hand, *deck.discard):
        return []
    return [
        say("pickle_rick.problem.copies", card=state.cards[name].named(), count=found)
        for name, copies in whole.items()
        if (found := deck.pile.get(name, 0) + deck.hand.count(name) + deck.discard.get(name, 0)) != copies
    ]


def report(history: Iterable[State]) -> Report:
    """Draws Rick's health and his way by round, and counts what each side did."""
    rounds: dict[int, State] = {}
    counts = {"rick": [0, 0, 0, 0], "russians": [0, 0, 0, 0]}
    last: State | None = None
    for state in history:
        if last is not None:
            _count(counts, last, state)
        rounds[state.round] = state
        last = state
    if last is None:
        return Report()
    shown = [rounds[number] for number in sorted(rounds)]
    rick = last.players["rick"]
    charts = (
        _chart("health", rick, 0, [state.rick_health for state in shown]),
        _chart("way", rick, 0, [way_left(state) for state in shown]),
        _chart("guards", last.player("russians"), 1, [len(state.guards) for state in shown]),
    )
    columns = tuple(say(f"pickle_rick.report.{what}") for what in ("cards", "moves", "shots", "kills"))
    rows = tuple((name, tuple(counts[side])) for side, name in last.players.items())
    return Report(charts, (Tally(say("pickle_rick.report.tally"), columns, rows),), ranking(last))


def _chart(what: str, player: str, seat: int, values: list[int]) -> Chart:
    line = Series(player, seat, tuple(float(value) for value in values))
    return Chart(say(f"pickle_rick.report.{what}"), (line,))


def _count(counts: dict[str, list[int]], before: State, after: State) -> None:
    """Counts what lies between two states: cards played, moves, shots at Rick, Guards killed."""
    for side in counts:
        was, now = before.decks.get(side), after.decks.get(side)  # type: ignore[call-overload]
        if was is not None and now is not None:
            counts[side][0] += max(0, len(was.hand) - len(now.hand))
    counts["rick"][1] += before.rick_at != after.rick_at
    there = {guard.id: guard.at for guard in after.guards}
    counts["russians"][1] += sum(there.get(guard.id, guard.at) != guard.at for guard in before.guards)
    counts["russians"][1] += bool(before.jaguar_at) and after.jaguar_at not in ("", before.jaguar_at)
    counts["russians"][2] += max(0, before.rick_health - after.rick_health)
    counts["rick"][3] += max(0, len(before.guards) - len(after.guards))
