"""A night in charts and tables: progress by round, and what each player did."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from companion.core.message import label, say
from companion.core.report import Chart, Report, Series, Tally
from companion.games.rayman.ranking import points_at, rank_race, rank_tournament
from companion.games.rayman.state import State


def report(history: Iterable[State]) -> Report:
    """Draws up charts and tables from every state of the night in order."""
    by_round: dict[tuple[int, int], State] = {}
    by_race: dict[int, State] = {}
    counts: dict[str, list[int]] = {}
    last: State | None = None
    for state in history:
        race = state.tournament.race if state.tournament is not None else 0
        by_round[(race, state.round)] = by_race[race] = state
        if last is not None:
            _count(last, state, counts)
        last = state
    if last is None:
        return Report()
    rounds = [by_round[key] for key in sorted(by_round)]
    progress = tuple(
        Series(
            racer.name,
            racer.seat,
            tuple(
                float(next((other.at[0] for other in state.racers if other.name == racer.name), 0))
                for state in rounds
            ),
        )
        for racer in last.racers
    )
    rows = tuple((racer.name, tuple(counts.get(racer.name, [0] * 5))) for racer in last.racers)
    columns = ("teensies", "tokens", "slapped", "hurt", "hearts")
    return Report(
        charts=(Chart(say("rayman.report.progress"), progress),),
        tallies=(
            Tally(say("rayman.report.deeds"), tuple(say(f"rayman.report.{name}") for name in columns), rows),
        ),
        ranking=rank_race(last) if last.tournament is None else rank_tournament(last),
        scores=_scores(last, tuple(by_race.values())),
    )


def _scores(last: State, races: tuple[State, ...]) -> Tally | None:
    """Adds the points of the finished races up, with the cards swapped between them (RAY-TOUR-2 to 5)."""
    if last.tournament is None:
        return None
    done = tuple(zip(last.tournament.boards, last.tournament.places, strict=False))
    columns = [
        say("rayman.report.race", number=number, board=label(board.label))
        for number, (board, _) in enumerate(done, 1)
    ]
    points = [points_at(last, places) for _, places in done]
    swaps = {racer.name: _swaps(racer.name, races) for racer in last.racers}
    has_swaps = any(swaps.values())
    if has_swaps:
        columns.append(say("rayman.report.swaps"))
    rows = tuple(
        (
            rank.player,
            (
                *(race.get(rank.player, 0) for race in points),
                *((swaps[rank.player],) if has_swaps else ()),
                rank.score,
            ),
        )
        for rank in rank_tournament(last)
    )
    return Tally(say("rayman.report.tournament"), (*columns, say("rayman.report.total")), rows)


def _swaps(name: str, races: tuple[State, ...]) -> int:
    """Counts the cards that a player has taken between races in the place of others."""
    owned = [
        {*racer.hand, *racer.discard, *racer.played}
        for racer in (next((each for each in state.racers if each.name == name), None) for state in races)
        if racer is not None
    ]
    return sum(len(after - before) for before, after in pairwise(owned))


def _count(before: State, after: State, counts: dict[str, list[int]]) -> None:
    """Counts what changed between two states; an undo changes it back."""
    earlier = {racer.name: racer for racer in before.racers}
    for racer in after.racers:
        old = earlier.get(racer.name)
        if old is None:
            continue
        row = counts.setdefault(racer.name, [0] * 5)
        row[0] += max(0, len(racer.freed) - len(old.freed))
        row[1] += max(0, len(racer.tokens) - len(old.tokens))
        row[2] += racer.is_slapped and not old.is_slapped
        row[3] += racer.is_immune and not old.is_immune
        row[4] += old.has_heart and not racer.has_heart
