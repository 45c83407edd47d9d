"""A claim about a turn: whether an end fits it, and a way that does."""

from __future__ import annotations

from companion.games.rayman.board import TEENSIES
from companion.games.rayman.dispute import Claim
from companion.games.rayman.judging.labels import Fits, Found, Limits, Search
from companion.games.rayman.judging.walked import Walk, read_walk
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.slaps import settled
from companion.games.rayman.rules.stuck import can_end
from companion.games.rayman.rules.table import Table


def find_walk(table: Table, claim: Claim) -> Walk | None:
    """Returns one way to end a turn as claimed, or None."""
    at = table.at(claim.at)
    if at < 0:
        return None
    search = Search(table, None if claim == Claim(claim.at) else limits_of(table, claim))
    fits = fitting(table, claim)
    found = search.find(at, fits) or find_stuck(search, at, fits)
    return read_walk(search, found[0]) if found else None


def limits_of(table: Table, claim: Claim) -> Limits:
    """Returns what a way may do at most that fits a claim."""
    dead = freed = pushed = -1
    if claim.defeated is not None:
        under_boss = {(table.boss // 4, table.boss & 3)}  # an enemy there is covered
        dead = table.enemies_on(set(claim.defeated) - under_boss)
    if claim.freed is not None:
        freed = sum(1 << TEENSIES.index(colour) for colour in set(claim.freed))
    if claim.slapped is not None:
        pushed = sum(1 << i for i, other in enumerate(table.others) if other.name in claim.slapped)
    return Limits(dead, freed, pushed)


def fitting(table: Table, claim: Claim) -> Fits:
    """Returns what tells whether a position and an end of it fit a claim; the place is checked already."""
    limits = limits_of(table, claim)
    boss = (table.boss // 4, table.boss & 3)
    needs_boss = claim.defeated is not None and table.boss >= 0 and boss in claim.defeated
    is_strange = claim.defeated is not None and not {*table.board.enemies, boss}.issuperset(claim.defeated)

    def fits(s: int, end: int) -> bool:
        w = table.worlds[s >> pos.WORLD]
        done = (w.dead, w.freed, table.pushed[s >> pos.WORLD])
        if is_strange or (needs_boss and not s & pos.BOSS_SLAPPED):
            return False
        if claim.heart is not None and bool(end & pos.HELD_HEART) != claim.heart:
            return False
        if any(limit >= 0 and limit != found for limit, found in zip(limits, done, strict=True)):
            return False
        return not claim.players or any(is_so(figures) for figures in crowds_after(table, s, end))

    def is_so(figures: pos.Figures) -> bool:
        stand = {other.name: table.place_of(i, figures[i]) for i, other in enumerate(table.others)}
        return all(stand.get(name) == place for name, place in claim.places.items())

    return fits


def crowds_after(table: Table, s: int, end: int) -> list[pos.Figures]:
    """Lists how the other figures may stand once the turn is over."""
    if not table.options.perches:
        return [table.world(s).figures]
    return settled(table, s & ~pos.PLACE | end & pos.PLACE)


MOST_STUCK = 20_000
"""How many labels are looked at for a turn that cannot leave a projectile or the Boss."""


def find_stuck(search: Search, at: int, fits: Fits) -> list[Found]:
    """Finds an end of a turn that cannot leave a projectile or the Boss (RAY-REST-7 to 9)."""
    table, low = search.table, at // 4 * 4
    high = low + (table.options.damage_retreat + 3) * 4
    is_near = max(table.shot[low:high], default=-1) >= 0 or table.boss in table.space[low:high]
    if not (table.tokens and is_near) and can_end(table, table.opening, table.pool):
        return []
    stuck = search.stuck_ends(MOST_STUCK)
    return [found for found in stuck if found.end & pos.PLACE == at and fits(found.position, found.end)][:1]
