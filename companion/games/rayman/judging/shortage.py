"""What actions a turn lacks for a claimed end: the least debt of a search that may borrow."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from companion.games.rayman.dispute import Claim, Turn
from companion.games.rayman.judging.claims import find_walk, fitting, limits_of
from companion.games.rayman.judging.labels import Search
from companion.games.rayman.judging.opening import open_turn
from companion.games.rayman.judging.walked import Step
from companion.games.rayman.rules.position import unpacked

KINDS = ("slap", "crouch", "jump", "glide", "heart", "move")
"""Which lack is named where several would do: the less usual action first."""
LOANS = {"slap": 3, "crouch": 2, "jump": 2, "glide": 2, "heart": 1}
SPARE_MOVES = 3
FARTHEST = 24
"""How many columns beyond the Movements at hand are worth a thought."""
TRIALS = ({"slap": 1}, {"move": 1}, {"heart": 1}, {"slap": 2}, {"move": 2}, {"slap": 3}, {"move": 3})
"""What is tried where figures have to be slapped or hold what is claimed."""


PATIENCE = 15_000
"""How many labels are looked at before the debts found so far have to do."""


class Shortage(NamedTuple):
    """What is missing by kind, and the steps that would then lead there."""

    lacking: dict[str, int]
    steps: tuple[Step, ...]


def shortage(turn: Turn, claim: Claim) -> Shortage | None:
    """Returns the fewest actions of the fewest kinds that would do; None where more than that is amiss."""
    away = abs(claim.at[0] - turn.player.at[0]) - turn.pool.get("move", 0)
    if away > FARTHEST:
        return None
    for lacking in _debts(turn, claim, {**LOANS, "move": max(away, 0) + SPARE_MOVES}):
        found = with_more(turn, claim, lacking)
        if found is not None:
            return found
    for lacking in () if claim == Claim(claim.at) else TRIALS:
        found = with_more(turn, claim, lacking)
        if found is not None:
            return found
    return None


def with_more(turn: Turn, claim: Claim, more: dict[str, int]) -> Shortage | None:
    """Returns a way to end as claimed with more actions than there are."""
    walk = find_walk(open_turn(lending(turn, more)), claim)
    return None if walk is None else Shortage(more, walk.steps)


def lending(turn: Turn, more: dict[str, int]) -> Turn:
    """Returns the turn with more actions."""
    pool = {**turn.pool, **{icon: turn.pool.get(icon, 0) + count for icon, count in more.items()}}
    return replace(turn, pool=pool)


def _debts(turn: Turn, claim: Claim, loans: dict[str, int]) -> list[dict[str, int]]:
    """Lists what of the loans the ways take that slap no figures, the least of the fewest kinds first."""
    opening = open_turn(lending(turn, loans))
    is_bare = claim == Claim(claim.at)
    limits = None if is_bare else limits_of(opening, claim)
    search = Search(
        opening.table, opening.first, opening.pool, limits=limits, patience=PATIENCE, gives_up=True
    )
    at = opening.at(claim.at)
    found: list[dict[str, int]] = []
    for one in search.find_all(at, fitting(opening, claim), is_alone=True):
        left = unpacked(one.pool)
        debt = {icon: loans[icon] - left.get(icon, 0) for icon in KINDS}
        debt = {icon: count for icon, count in debt.items() if count > 0}
        if debt and debt not in found:
            found.append(debt)
    return sorted(
        found, key=lambda debt: (len(debt), sum(debt.values()), [KINDS.index(icon) for icon in debt])
    )[:6]
