"""Who sits with whom: a small search of our own, since no kept package seats tables of more than two.

Looked at: py4swiss and swisspair (kept, but pairs only, by the rules of chess and of duels), swissdutch
(pairs, unchanged since 2014), pypair (pairs, never released), nyig-td (pairs). None deals tables of three to
six with the fewest repeated meetings, nor byes and late arrivals among them.

Every method first asks who sits out (the fewest byes so far), then deals tables and swaps pairs of players as
long as a swap makes the round better: the fewest repeated meetings, then what the method asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct

from companion.club.tournament.standings import byes_of, meetings, standings
from companion.club.tournament.state import Method, Tournament

TRIES = 8
"""How many deals are improved before the best is taken."""
REPEAT = 1_000_000
"""What a repeated meeting costs against any difference in the standings."""

Pair = frozenset[str]


class Seats(Struct, frozen=True):
    """A round as it is proposed: the tables, and who sits out."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


def table_sizes(players: int, size: int, smallest: int, largest: int, tables: int) -> tuple[int, ...]:
    """Splits players over tables as evenly as possible; a player who is not in the sum sits out.

    As many tables as make them closest to the wished size, but never more than there are.
    """
    for seated in range(players, 0, -1):
        counts = [
            count
            for count in range(1, min(tables, seated) + 1)
            if smallest <= seated // count and -(-seated // count) <= largest
        ]
        if counts:
            count = min(counts, key=lambda count: (abs(seated / count - size), -count))
            return tuple(seated // count + (number < seated % count) for number in range(count))
    return ()


def propose(tournament: Tournament, tables: int, random: Random) -> Seats:
    """Seats the next round by the tournament's method, on at most so many tables."""
    names = list(tournament.playing)
    sizes = table_sizes(len(names), tournament.table_size, tournament.smallest, tournament.largest, tables)
    if not sizes:
        return Seats((), tuple(names))
    rank = {line.name: line.place for line in standings(tournament)}
    byes = _sit_out(tournament, names, len(names) - sum(sizes), rank, random)
    seated = [name for name in names if name not in byes]
    met = meetings(tournament)
    weights = rank if tournament.method == "swiss" else {}
    deals = [_dealt(tournament.method, seated, rank, len(tournament.rounds), random)]
    deals += [random.sample(seated, len(seated)) for _ in range(TRIES - 1)]
    best = min((_improved(deal, sizes, met, weights) for deal in deals), key=lambda found: found[0])
    return Seats(tuple(tuple(table) for table in best[1]), tuple(byes))


def _sit_out(
    tournament: Tournament, names: Sequence[str], count: int, rank: Mapping[str, int], random: Random
) -> list[str]:
    """Chooses who sits out: the fewest byes first, then the last in a Swiss, else by lot."""
    had = byes_of(tournament)
    lots = {name: random.random() for name in names}
    order = sorted(
        names, key=lambda name: (had[name], -rank[name] if tournament.method == "swiss" else 0, lots[name])
    )
    return order[:count]


def _dealt(
    method: Method, names: Sequence[str], rank: Mapping[str, int], number: int, random: Random
) -> list[str]:
    if method == "swiss":
        return sorted(names, key=rank.__getitem__)
    if method == "round_robin":
        # The circle: one stays, the others go on by one seat a round, and who faces whom sits together.
        first, *others = sorted(names)
        turn = number % max(1, len(others))
        circle = [first, *others[turn:], *others[:turn]]
        half = len(circle) // 2
        pairs = [name for pair in zip(circle[:half], reversed(circle[half:]), strict=False) for name in pair]
        return [*pairs, *(name for name in circle if name not in pairs)]
    return random.sample(names, len(names))


def _improved(
    names: list[str], sizes: Sequence[int], met: Counter[Pair], weights: Mapping[str, int]
) -> tuple[int, list[list[str]]]:
    """Swaps players between tables as long as that costs less."""
    tables: list[list[str]] = []
    at = 0
    for size in sizes:
        tables.append(names[at : at + size])
        at += size

    def cost(table: Sequence[str]) -> int:
        total = 0
        for one in range(len(table)):
            for other in range(one):
                times = met[frozenset((table[one], table[other]))]
                apart = weights.get(table[one], 0) - weights.get(table[other], 0)
                total += REPEAT * times * times + apart * apart
        return total

    costs = [cost(table) for table in tables]
    is_better = True
    while is_better and sum(costs) > 0:
        is_better = False
        for one in range(len(tables)):
            for other in range(one):
                for here in range(len(tables[one])):
                    for there in range(len(tables[other])):
                        mine, theirs = list(tables[one]), list(tables[other])
                        mine[here], theirs[there] = theirs[there], mine[here]
                        new = cost(mine), cost(theirs)
                        if sum(new) < costs[one] + costs[other]:
                            tables[one], tables[other] = mine, theirs
                            costs[one], costs[other] = new
                            is_better = True
    return sum(costs), tables
