"""Steps of the rules as commands, and a way that a search has found as commands and words need it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from companion.core.command import Command
from companion.games.rayman import commands as c
from companion.games.rayman.board import TEENSIES, Space
from companion.games.rayman.judging.labels import Found, Search
from companion.games.rayman.judging.opening import Opening
from companion.games.rayman.rules import position
from companion.games.rayman.rules.table import Table

KINDS = {
    position.MOVES: "move",
    position.JUMPS: "jump",
    position.DRIFTS: "drift",
    position.GLIDES: "glide",
    position.ENDS_GLIDE: "end_glide",
    position.FALLS: "fall",
    position.SLAPS_ENEMY: "slap_enemy",
    position.FREES: "free",
    position.SLAPS_FIGURE: "slap_figure",
    position.TAKES_HEART: "heart",
    position.USES_LUM: "lum",
    position.CONVERTS: "convert",
    position.RETREATS: "retreat",
}
MEETINGS: dict[int, c.Meeting] = {
    position.BY_SLAP: "slap",
    position.BY_DODGE: "dodge",
    position.BY_HIT: "hit",
}
COVERS = {position.CROUCHES: "crouch", position.IS_SHOT: "hit"}
ON_BOARD = ("move", "jump", "drift", "fall", "retreat", "displace", "step_off")
"""The kinds of steps that bring the player's figure to another place."""


class Step(NamedTuple):
    """One step of a turn; `kind` may also be where a figure is put: retreat, displace, step_off."""

    kind: str
    command: Command
    to: Space
    """Where the player's figure is after the step, or for a Slap where its target is."""
    cover: str = ""
    """crouch or hit, where a low ceiling or a projectile was met."""
    obstacle: bool = False
    slaps: int = 0

    @property
    def enemy(self) -> str:
        """slap, hit or dodge, where an enemy or the Boss was met."""
        return getattr(self.command, "enemy", None) or ""


class Walk(NamedTuple):
    """One way in which a turn ends."""

    steps: tuple[Step, ...]
    spent: dict[str, int]

    @property
    def path(self) -> tuple[Space, ...]:
        """The places of the player's figure in order, without the first."""
        return tuple(step.to for step in self.steps if step.kind in ON_BOARD)


def read_walk(opening: Opening, search: Search, found: Found) -> Walk:
    """Writes the way to an end that was found as steps."""
    way = search.way_to(found.position, found.pool)
    steps = [_step(opening, came.position, after, came.deed, came.cost) for after, came in way]
    last = _put_in_the_end(opening.table, found)
    if last:
        to = opening.place(found.end)
        steps.append(Step(last, c.PlaceFigure(opening.player, to), to))
    return Walk(tuple(steps), position.unpacked(sum(came.cost for _, came in way)))


def _step(opening: Opening, before: int, s: int, deed: int, cost: int) -> Step:
    table, kind, to = opening.table, KINDS[deed & position.KIND], opening.place(s)
    if kind == "retreat":
        return Step(kind, c.PlaceFigure(opening.player, to), to)
    command = command_of(table, opening.player, before, s, deed)
    match command:
        case c.SlapEnemy():
            to = command.at
        case c.FreeTeensy():
            to = table.board.space_of_teensy(command.colour) or to
        case c.SlapFigure():
            target = deed >> position.TARGET
            to = opening.place_of(target, table.world(s).figures[target])
    cover, slaps = COVERS.get(deed & position.COVER, ""), position.count(cost, position.SLAP)
    return Step(kind, command, to, cover, bool(deed & position.TRIPS), slaps)


def _put_in_the_end(table: Table, found: Found) -> str:
    """Says why the figure is put elsewhere that may not stay where it has come to."""
    s = found.position
    stance = s & position.STANCE
    trips = table.is_stop_only and not s & (position.IMMUNE | position.HELD_HEART)
    if stance == position.HURT or (stance == position.HURDLE and trips):
        return "retreat"
    if stance == position.HURDLE:
        return "step_off"
    return "displace" if stance == position.STAND and s & position.PLACE != found.end & position.PLACE else ""


def command_of(table: Table, player: str, before: int, after: int, deed: int) -> Command:
    """Returns the command by which a player asks for a step."""
    target = deed >> position.TARGET
    by: Literal[1, -1] = -1 if deed & position.BACK else 1
    enemy = MEETINGS.get(deed & position.MEETING)
    cover: Any = None
    if deed & position.COVER and table.has_shot(before, after & position.PLACE):
        cover = "hit" if deed & position.COVER == position.IS_SHOT else "crouch"
    match deed & position.KIND:
        case position.MOVES:
            return c.Move(player, by, enemy, cover)
        case position.JUMPS:
            return c.Jump(player, enemy, cover)
        case position.DRIFTS:
            return c.Drift(player, by, enemy, cover)
        case position.GLIDES:
            return c.StartGlide(player)
        case position.ENDS_GLIDE:
            return c.EndGlide(player, enemy)
        case position.FALLS:
            return c.Fall(player, enemy)
        case position.SLAPS_ENEMY:
            return c.SlapEnemy(player, table.board.enemies[target])
        case position.FREES:
            return c.FreeTeensy(player, TEENSIES[target])
        case position.SLAPS_FIGURE:
            return c.SlapFigure(player, table.others[target].name, by)
        case position.TAKES_HEART:
            return c.TakeHeart(player)
        case position.USES_LUM:
            return c.UseLum(player)
        case position.CONVERTS:
            return c.Convert(player, "token" if target else "icon")
    raise AssertionError(deed)
