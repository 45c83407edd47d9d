"""What actions a turn lacks to end on a place, read off one search that has more of every kind.

That search starts from every pool up to the greater one, so at an end that costs some actions all pools less
these are left over: of each kind, what is left of the additional actions has not been needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Claim, Turn
from companion.games.rayman.judge import Finding, decide
from companion.games.rayman.search.bounds import gains_by_detours
from companion.games.rayman.search.ends import Rest, rests
from companion.games.rayman.search.limits import Limits
from companion.games.rayman.search.pool import Piece, Pools
from companion.games.rayman.search.records import Step
from companion.games.rayman.search.trace import is_sound, trace
from companion.games.rayman.search.vicinity import Vicinity
from companion.games.rayman.search.walk import Search

KINDS = ("slap", "crouch", "jump", "glide", "heart", "move")
"""Which lack is named where several would do: the less usual action first."""
MORE = {"slap": 3, "crouch": 2, "jump": 2, "glide": 2, "heart": 1}
SPARE_MOVES = 3
FARTHEST = 24
"""How many columns beyond the Movements at hand are worth a thought."""


class Shortage(NamedTuple):
    """What is missing by kind, and the steps that would then lead there."""

    lacking: dict[str, int]
    steps: tuple[Step, ...]


def shortage(turn: Turn, at: Space) -> Shortage | None:
    """Returns the fewest actions of the fewest kinds that would do; None where more than that is amiss."""
    found = _without_figures(turn, at)
    if found is None or not (turn.others or turn.drawn or turn.player.legendary):
        return found
    lacking = dict(found.lacking)
    finding = with_more(turn, Claim(at), lacking)
    for _ in range(SPARE_MOVES):
        # Movements that come in on the way may be needed before they come.
        if finding is None:
            lacking["move"] = lacking.get("move", 0) + 1
            finding = with_more(turn, Claim(at), lacking)
    if finding is None:
        return None
    for icon in tuple(lacking):
        # That there is no way without any more is known.
        while lacking[icon] and sum(lacking.values()) > 1:
            fewer = with_more(turn, Claim(at), {**lacking, icon: lacking[icon] - 1})
            if fewer is None:
                break
            finding = fewer
            lacking[icon] -= 1
    return Shortage({icon: count for icon, count in lacking.items() if count}, finding.steps)


def with_more(turn: Turn, claim: Claim, more: dict[str, int]) -> Finding | None:
    """Returns a way to end as claimed with more actions than there are."""
    pool = {**turn.pool, **{icon: turn.pool.get(icon, 0) + count for icon, count in more.items()}}
    return decide(replace(turn, pool=pool), claim)


def _without_figures(turn: Turn, at: Space) -> Shortage | None:
    """Slaps no figures about, but one that stands on the place off it in the end; and draws no tokens."""
    away = abs(at[0] - turn.player.at[0]) - turn.pool.get("move", 0)
    if away > FARTHEST:
        return None
    more = {**MORE, "move": max(away, 0) + SPARE_MOVES}
    pool = {**turn.pool, **{icon: turn.pool.get(icon, 0) + count for icon, count in more.items()}}
    others = tuple(other for other in turn.others if other.at != at or not at[0] % turn.board.columns)
    search = _search(replace(turn, pool=pool, drawn=(), others=others), at)
    blow = search.pools.whole if len(others) == len(turn.others) else search.pools.spend("slap")
    ends = [rest for rest in rests(search) if rest.at == at and rest.is_certain]
    left = _left(search, ends, blow)
    for lacking, moves, mask in _lacks(search.pools, more, left):
        for rest in ends:
            steps = _way(search, rest, moves, blow.before(mask))
            if steps and is_sound(turn, steps):
                return Shortage(lacking, steps)
    return None


def _left(search: Search, ends: list[Rest], blow: Piece) -> list[int]:
    """Returns the pools that are left in the end with at least so many Movements."""
    left = [0] * (search.pools.most_moves + 1)
    for rest in ends:
        for source in search.sources[rest.node]:
            if source.moves <= rest.most:
                for moves in range(source.moves + 1):
                    left[moves] |= blow.of(source.bits & rest.bits)
    return left


def _way(search: Search, rest: Rest, moves: int, bits: int) -> tuple[Step, ...]:
    """Returns a way that has at least so many Movements and one of some pools left."""
    for source in search.sources[rest.node]:
        if moves <= source.moves <= rest.most and source.bits & rest.bits & bits:
            return trace(search, rest._replace(bits=rest.bits & bits, fewest=moves))
    return ()


def _search(turn: Turn, at: Space) -> Search:
    vicinity = Vicinity(turn)
    is_plain = vicinity.is_orderly() and not gains_by_detours(turn)
    useful = vicinity.useful([at], 0) if vicinity.is_orderly() else None
    limits = Limits(
        teensies=0,
        figures=0,
        late_enemies=vicinity.enemies_beside(0) if is_plain else -1,
        forgets=is_plain,
        targets=frozenset({at}),
        corridor=(at[0], vicinity.farthest_source(at[0])),
        useful=useful,
    )
    return Search(turn, limits=limits, like=vicinity.chart if vicinity.is_orderly() else None)


def _lacks(pools: Pools, more: dict[str, int], left: list[int]) -> Iterator[tuple[dict[str, int], int, int]]:
    """Yields what could be missing, of the fewest kinds and the fewest first, with what is left then.

    That is the Movements left at least, and the pools.
    """
    for size in range(1, len(KINDS) + 1):
        found: list[tuple[dict[str, int], int, int]] = []
        for kinds in combinations(KINDS, size):
            for counts in product(*(range(1, more[icon] + 1) for icon in kinds)):
                lacking = dict(zip(kinds, counts, strict=True))
                moves, mask = _left_without(pools, more, lacking, left)
                if mask:
                    found.append((lacking, moves, mask))
        yield from sorted(found, key=lambda item: sum(item[0].values()))


def _left_without(
    pools: Pools, more: dict[str, int], lacking: dict[str, int], left: list[int]
) -> tuple[int, int]:
    """Returns what is left where only what is lacking of the additional actions has been needed."""
    moves = more["move"] - lacking.get("move", 0)
    mask = left[moves]
    for icon in MORE:
        if not mask:
            break
        mask &= pools.at_least(icon, more[icon] - lacking.get(icon, 0))
    return moves, mask
