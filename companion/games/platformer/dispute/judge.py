"""Decides whether a disputed turn can end as it is claimed, with one way to do it or the nearest ends."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

from companion.core.blocks import Json
from companion.core.message import Message, say
from companion.core.patience import Patience, TooManyWays
from companion.core.verdict import Verdict, nearest_to
from companion.games.platformer.dispute.answers import alike_enemies, places_of
from companion.games.platformer.dispute.forms import ClaimForm
from companion.games.platformer.dispute.read import Dispute, bad_field, read_dispute
from companion.games.platformer.dispute.told import tell_way
from companion.games.platformer.turn.aims import Aims
from companion.games.platformer.turn.means import can_win
from companion.games.platformer.turn.pool import EXTRA, ONE_GEM, Pool
from companion.games.platformer.turn.position import BOOT, MONSTER, SWORD, SYMBOLS, Position
from companion.games.platformer.turn.search import PATIENCE, End, Search
from companion.games.platformer.turn.tower import OFF, Place

QUICKLY = 8_000
"""How many labels a search for the claim may take before all ends are looked for."""
A_HINT = 3_000
"""How many labels it may take to find out whether one thing was lacking."""
LACKING: tuple[tuple[str, Pool], ...] = (
    *((SYMBOLS[kind], EXTRA[kind]) for kind in (BOOT, SWORD, MONSTER)),
    ("gem", ONE_GEM),
)
"""What may have been missing: one more of these is tried, then two."""


def judge(raw: Json) -> Verdict:
    """Decides a dispute/1 document."""
    if "ask" in raw:
        raise bad_field("ask", say("core.read.unknown"))
    dispute = read_dispute(raw)
    claim = dispute.form.claim
    if claim is None:
        raise bad_field("claim", say("core.read.missing"))
    patience = Patience(PATIENCE)
    end = find_end(dispute, claim, dispute.pool, patience, QUICKLY)
    places: set[Place | None] = set() if end else places_of(dispute, patience)[0]
    if claim.at in places:
        end = find_end(dispute, claim, dispute.pool, patience)
    if end is not None:
        told = tell_way(dispute, end)
        return Verdict(True, told.clauses, told.steps, told.spent, told.path)
    because, clauses = _why_not(dispute, claim, places, patience)
    nearest = nearest_to(claim.at or (1, 1), (place for place in places if place is not None))
    return Verdict(False, clauses, because=because, nearest=tuple(nearest))


def find_end(
    dispute: Dispute, claim: ClaimForm, pool: Pool, patience: Patience | None = None, most: int | None = None
) -> End | None:
    """Returns an end that the claim fits, if the turn has one and it is found before the search gives up."""
    table, tower = dispute.table, dispute.table.tower
    cells = [] if claim.at is None else [tower.cell(claim.at)]
    wins = can_win(table, dispute.start, pool)
    aims = Aims(table, dispute.start, cells, off_map=claim.at is None, can_win=wins)
    marks = {name: (name in (claim.defeated or ()), claim.enemies.get(name, ())) for name in dispute.enemies}
    alike = alike_enemies(table, tuple(marks[name] for name in dispute.enemies))
    search = Search(table, dispute.start, pool, aims, alike, is_thrifty=True, most=most, patience=patience)
    return next((end for end in search.ends() if _fits(dispute, claim, end.position)), None)


def _fits(dispute: Dispute, claim: ClaimForm, end: Position) -> bool:
    tower = dispute.table.tower
    places = {name: _place(dispute, cell) for name, cell in zip(dispute.others, end.others, strict=True)}
    places[dispute.form.turn.player] = _place(dispute, end.hero)
    enemies = dict(zip(dispute.enemies, end.enemies, strict=True))
    defeated = {name for name, cell in enemies.items() if cell == OFF}
    return (
        places[dispute.form.turn.player] == claim.at
        and (claim.defeated is None or set(claim.defeated) == defeated)
        and all(places[name] == at for name, at in claim.players.items())
        and all(
            (tower.place(enemies[name]) if enemies[name] >= 0 else None) == at
            for name, at in claim.enemies.items()
        )
    )


def _place(dispute: Dispute, cell: int) -> Place | None:
    return dispute.table.tower.place(cell) if cell >= 0 else None


def _why_not(
    dispute: Dispute, claim: ClaimForm, places: set[Place | None], patience: Patience
) -> tuple[Message, tuple[str, ...]]:
    """Names what the turn lacked, or else what forbids such an end."""
    player = dispute.form.turn.player
    if claim.at in places:
        return say("platformer.no.differs"), ("PLT-TURN-5",)
    with suppress(TooManyWays):  # what was lacking is not known then, but the verdict is
        for count, (name, more) in product((1, 2), LACKING):
            pool = dispute.pool + count * more
            if find_end(dispute, ClaimForm(claim.at), pool, patience, A_HINT) is not None:
                lacking = say(f"platformer.count.{name}", count=count)
                return say("platformer.no.lacks", player=player, lacking=lacking), ("PLT-TURN-5",)
    if claim.at is None:
        return say("platformer.no.stands", player=player), ("PLT-FAINT-1",)
    tower = dispute.table.tower
    cell = tower.cell(claim.at)
    column, row = claim.at
    if not (tower.has_floor[cell] or tower.has_ladder[cell]):
        return say("platformer.no.falls", player=player, column=column, row=row), ("PLT-GRAV-1",)
    return say("platformer.no.too_far", player=player, column=column, row=row), ("PLT-STEP-1",)
