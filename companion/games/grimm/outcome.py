"""How a race stands and ends: the portal first, then equipment, then the way left to the portal."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.deck import UNKNOWN
from companion.core.message import Message, say
from companion.core.outcome import Outcome, Rank
from companion.core.report import Chart, Report, Series, Tally
from companion.games.grimm.graph import distances, ways_of
from companion.games.grimm.state import EQUIPMENT_TO_WIN, HAND_LIMIT, Hero, State

FAR = 999


def way_left(state: State, hero: Hero) -> int:
    """Counts the steps from a pawn to the portal."""
    return distances(state.graph, ways_of(state.graph).portal).get(hero.at, FAR)


def _standing(state: State, hero: Hero) -> tuple[int, int, int]:
    return (0 if hero.name == state.winner else 1, -hero.equipment, way_left(state, hero))


def leader(state: State) -> str | None:
    """Returns who is ahead; nobody before the first turn."""
    if state.active < 0:
        return None
    return min(state.heroes, key=lambda hero: _standing(state, hero)).name


def outcome(state: State) -> Outcome | None:
    """Returns the ranking once the portal is passed or the last round played."""
    if not state.is_over:
        return None
    places = ranking(state)
    if state.winner is not None:
        because = say("grimm.outcome.portal", player=state.winner)
        return Outcome((state.winner,), places, because)
    because = say("grimm.outcome.limit", rounds=state.options.round_limit or 0)
    return Outcome(tuple(rank.player for rank in places if rank.place == 1), places, because)


def ranking(state: State) -> tuple[Rank, ...]:
    """Ranks the players by equipment, then by the way left."""
    order = sorted(state.heroes, key=lambda hero: _standing(state, hero))
    places: list[Rank] = []
    for index, hero in enumerate(order):
        is_shared = index > 0 and _standing(state, hero) == _standing(state, order[index - 1])
        place = places[-1].place if is_shared else index + 1
        places.append(Rank(hero.name, place, hero.equipment))
    return tuple(places)


def problems(state: State) -> tuple[Message, ...]:
    """Lists every broken invariant."""
    found: list[Message] = []
    for hero in state.heroes:
        if hero.at and hero.at not in state.graph.spaces:
            found.append(say("grimm.problem.nowhere", player=hero.name, space=hero.at))
        if not 0 <= hero.equipment <= EQUIPMENT_TO_WIN:
            found.append(say("grimm.problem.equipment", player=hero.name))
        if len(hero.hand) > HAND_LIMIT:
            found.append(say("grimm.problem.hand", player=hero.name))
    if state.chest and state.chest not in state.graph.spaces:
        found.append(say("grimm.problem.chest", space=state.chest))
    known = [card for hero in state.heroes for card in hero.hand]
    if UNKNOWN not in (*known, *state.deck, *state.discard):
        for name, spell in state.spells.items():
            count = known.count(name) + state.deck.get(name, 0) + state.discard.get(name, 0)
            if count != spell.copies:
                found.append(say("grimm.problem.copies", spell=state.spell_name(name), count=count))
    characters = [hero.character for hero in state.heroes if hero.character]
    if len(set(characters)) < len(characters):
        found.append(say("grimm.problem.characters"))
    return tuple(found)


def report(history: Iterable[State]) -> Report:
    """Draws equipment and the way left by round, and counts what each player did."""
    rounds: dict[int, State] = {}
    counts: dict[str, list[int]] = {}
    last: State | None = None
    for state in history:
        if last is None:
            counts = {hero.name: [0, 0, 0, 0] for hero in state.heroes}
        else:
            _count(counts, last, state)
        if state.round:
            rounds[state.round] = state
        last = state
    if last is None:
        return Report()
    shown = [rounds[number] for number in sorted(rounds)]
    equipment = _series(last, [[float(h.equipment) for h in state.heroes] for state in shown])
    left = _series(last, [[float(way_left(state, h)) for h in state.heroes] for state in shown])
    columns = tuple(say(f"grimm.report.{what}") for what in ("turns", "spells", "chests", "losses"))
    rows = tuple((name, tuple(numbers)) for name, numbers in counts.items())
    return Report(
        (Chart(say("grimm.report.equipment"), equipment), Chart(say("grimm.report.way_left"), left)),
        (Tally(say("grimm.report.tally"), columns, rows),),
        ranking(last),
    )


def _series(state: State, values: list[list[float]]) -> tuple[Series, ...]:
    return tuple(
        Series(hero.name, seat, tuple(row[seat] for row in values)) for seat, hero in enumerate(state.heroes)
    )


def _count(counts: dict[str, list[int]], before: State, after: State) -> None:
    """Counts what lies between two states: turns begun, spells cast, chests taken, equipment lost."""
    if after.active != before.active and after.turn is not None:
        counts[after.turn.name][0] += 1
    for was, now in zip(before.heroes, after.heroes, strict=True):
        counts[now.name][1] += now.is_spent and not was.is_spent
        counts[now.name][2] += max(0, now.equipment - was.equipment)
        counts[now.name][3] += max(0, was.equipment - now.equipment)
