"""A way that a search has found, as steps that people and commands understand."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.rayman.board import TEENSIES, Space
from companion.games.rayman.judging.labels import Found, Search
from companion.games.rayman.judging.opening import Opening
from companion.games.rayman.rules.position import (
    BACK,
    BY_DODGE,
    BY_HIT,
    BY_SLAP,
    CONVERTS,
    COVER,
    CROUCHES,
    DRIFTS,
    ENDS_GLIDE,
    FALLS,
    FREES,
    GLIDES,
    HELD_HEART,
    HURDLE,
    HURT,
    IMMUNE,
    IS_SHOT,
    JUMPS,
    KIND,
    MEETING,
    MOVES,
    PLACE,
    RETREATS,
    SLAP,
    SLAPS_ENEMY,
    SLAPS_FIGURE,
    STANCE,
    STAND,
    STAYS_CROUCHED,
    TAKES_HEART,
    TARGET,
    TRIPS,
    USES_LUM,
    count,
    unpacked,
)  # fmt: skip
from companion.games.rayman.rules.table import Table

KINDS = {
    MOVES: "move",
    JUMPS: "jump",
    DRIFTS: "drift",
    GLIDES: "glide",
    ENDS_GLIDE: "end_glide",
    FALLS: "fall",
    SLAPS_ENEMY: "slap_enemy",
    FREES: "free",
    SLAPS_FIGURE: "slap_figure",
    TAKES_HEART: "heart",
    USES_LUM: "lum",
    CONVERTS: "convert",
    RETREATS: "retreat",
}
MEETINGS = {BY_SLAP: "slap", BY_DODGE: "dodge", BY_HIT: "hit"}
COVERS = {CROUCHES: "crouch", IS_SHOT: "hit", STAYS_CROUCHED: "stay"}
ON_BOARD = ("move", "jump", "drift", "fall", "retreat", "displace", "step_off")
"""The kinds of steps that bring the player's figure to another place."""


class Step(NamedTuple):
    """One step of a turn; `kind` may also be where a figure is put: retreat, displace, step_off."""

    kind: str
    to: Space = (0, 0)
    """Where the player's figure is after the step, or for a Slap the space that is hit."""
    by: int = 0
    enemy: str = ""
    """slap, hit or dodge, where an enemy or the Boss was met."""
    cover: str = ""
    """crouch, hit or stay (already crouched), where a low ceiling or a projectile was met."""
    target: str = ""
    """The Teensy's colour, or the figure's name; for convert: icon or token."""
    obstacle: bool = False
    cost: int = 0
    lands: Space | None = None
    """Where a slapped figure ends."""


class Walk(NamedTuple):
    """One way in which a turn ends."""

    steps: tuple[Step, ...]
    at: Space
    spent: dict[str, int]
    keeps_heart: bool

    @property
    def path(self) -> tuple[Space, ...]:
        """The places of the player's figure in order, without the first."""
        return tuple(step.to for step in self.steps if step.kind in ON_BOARD)

    @property
    def slapped(self) -> tuple[str, ...]:
        """The figures slapped."""
        return tuple(sorted({step.target for step in self.steps if step.kind == "slap_figure"}))

    @property
    def freed(self) -> tuple[str, ...]:
        """The Teensies freed."""
        return tuple(sorted(step.target for step in self.steps if step.kind == "free"))


def read_walk(opening: Opening, search: Search, found: Found) -> Walk:
    """Writes the way to an end that was found as steps."""
    way = search.way_to(found.position, found.pool)
    steps = [_step(opening, position, came.deed, came.cost) for position, came in way]
    steps += _last_steps(opening, found)
    spent = unpacked(sum(came.cost for _, came in way))
    return Walk(tuple(steps), opening.place(found.end), spent, bool(found.end & HELD_HEART))


def _step(opening: Opening, s: int, deed: int, cost: int) -> Step:
    table, kind = opening.table, KINDS[deed & KIND]
    target, by = deed >> TARGET, -1 if deed & BACK else 1
    slaps = count(cost, SLAP)
    if kind == "slap_enemy":
        return Step(kind, table.board.enemies[target], cost=slaps)
    if kind == "free":
        colour = TEENSIES[target]
        return Step(kind, table.board.space_of_teensy(colour) or (0, 0), target=colour, cost=slaps)
    if kind == "slap_figure":
        lands = opening.place_of(target, table.world(s).figures[target])
        return Step(kind, lands, by, target=table.others[target].name, cost=slaps, lands=lands)
    if kind == "convert":
        return Step(kind, target="token" if target else "icon")
    meeting, cover = MEETINGS.get(deed & MEETING, ""), COVERS.get(deed & COVER, "")
    return Step(kind, opening.place(s), by, meeting, cover, obstacle=bool(deed & TRIPS))


def _last_steps(opening: Opening, found: Found) -> list[Step]:
    """Says where the figure is put that may not stay where it has come to."""
    s, end = found.position, found.end
    stance = s & STANCE
    to = opening.place(end)
    if stance == HURT or (stance == HURDLE and _trips_in_the_end(opening.table, s)):
        return [Step("retreat", to)]
    if stance == HURDLE:
        return [Step("step_off", to)]
    if stance == STAND and s & PLACE != end & PLACE:
        return [Step("displace", to)]
    return []


def _trips_in_the_end(table: Table, s: int) -> bool:
    return table.is_stop_only and not s & (IMMUNE | HELD_HEART)
