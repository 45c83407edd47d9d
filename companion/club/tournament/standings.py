"""Who stands where. Equal points are told apart in this order, and no other:

1. more first places at a table;
2. stronger opponents: the sum of the points of everybody met, once a meeting;
3. more often ahead of the others with whom one is still level, at tables that they shared;
4. the lot, drawn from the event's name and the player's, which nobody can choose.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby, permutations

from msgspec import Struct

from companion.club.tournament.points import bye_points, points_of
from companion.club.tournament.state import Sitting, Tournament

TIE_BREAKS = ("wins", "opposition", "direct", "lot")


class Line(Struct, frozen=True):
    """A player's line in the standings."""

    place: int
    name: str
    points: int
    wins: int
    opposition: int
    rounds: int
    byes: int
    is_out: bool
    decided_by: str = ""
    """What set this player behind the one above: one of the tie-breaks, or nothing for points."""


def finished_tables(tournament: Tournament) -> Iterator[Sitting]:
    """Lists the tables that have a result."""
    for each in tournament.rounds:
        yield from (table for table in each.tables if table.places)


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    """Counts how often each pair sat together, running round included."""
    met: Counter[frozenset[str]] = Counter()
    for each in tournament.rounds:
        for table in each.tables:
            for one in range(len(table.players)):
                for other in range(one):
                    met[frozenset((table.players[one], table.players[other]))] += 1
    return met


def byes_of(tournament: Tournament) -> Counter[str]:
    """Counts the rounds that each player sat out."""
    return Counter(name for each in tournament.rounds for name in each.byes)


def standings(tournament: Tournament) -> tuple[Line, ...]:
    """Ranks everybody, also who dropped out."""
    points: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    rounds: Counter[str] = Counter()
    for table in finished_tables(tournament):
        points.update(points_of(table.places, tournament.points))
        wins.update(placed.player for placed in table.places if placed.place == 1)
        rounds.update(placed.player for placed in table.places)
    byes = byes_of(tournament)
    for name, times in byes.items():
        points[name] += times * bye_points(tournament.points)
    opposition: Counter[str] = Counter()
    for table in finished_tables(tournament):
        for one, other in permutations((placed.player for placed in table.places), 2):
            opposition[one] += points[other]
    names = [entrant.name for entrant in tournament.entrants]
    keys = {name: (-points[name], -wins[name], -opposition[name]) for name in names}
    ahead = _ahead(tournament)
    lots = {name: sha256(f"{tournament.event}/{name}".encode()).hexdigest() for name in names}
    out = {entrant.name: entrant.is_out for entrant in tournament.entrants}
    order: list[tuple[str, str]] = []
    for _, group in groupby(sorted(names, key=keys.__getitem__), key=keys.__getitem__):
        level = list(group)
        direct = {name: -sum(ahead[name, other] for other in level) for name in level}
        level.sort(key=lambda name: (direct[name], lots[name]))
        for number, name in enumerate(level):
            above = level[number - 1] if number else None
            reason = _difference(keys, order, name)
            if above is not None:
                reason = "direct" if direct[name] != direct[above] else "lot"
            order.append((name, reason))
    return tuple(
        Line(
            place, name, points[name], wins[name], opposition[name], rounds[name], byes[name], out[name], why
        )
        for place, (name, why) in enumerate(order, 1)
    )


def _difference(keys: dict[str, tuple[int, int, int]], order: Sequence[tuple[str, str]], name: str) -> str:
    if not order:
        return ""
    above, own = keys[order[-1][0]], keys[name]
    return next(
        (why for why, one, other in zip(("", *TIE_BREAKS), above, own, strict=False) if one != other), ""
    )


def _ahead(tournament: Tournament) -> defaultdict[tuple[str, str], int]:
    """Counts how often one player came in ahead of another."""
    ahead: defaultdict[tuple[str, str], int] = defaultdict(int)
    for table in finished_tables(tournament):
        for one, other in permutations(table.places, 2):
            ahead[one.player, other.player] += one.place < other.place
    return ahead
