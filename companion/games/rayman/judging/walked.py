"""A way that a search has found: its steps as commands, in words, and with their clauses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.board import TEENSIES, Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.judging.labels import Found, Search
from companion.games.rayman.judging.opening import Opening
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.table import Table

CLAUSES = {
    "move": "RAY-MOVE-1",
    "jump": "RAY-JUMP-2",
    "drift": "RAY-LEGEND-6",
    "glide": "RAY-GLIDE-1",
    "end_glide": "RAY-GLIDE-9",
    "fall": "RAY-FALL-1",
    "slap_enemy": "RAY-ENEMY-11",
    "free": "RAY-TEENSY-1",
    "slap_figure": "RAY-SLAP-10",
    "heart": "RAY-HEART-1",
    "lum": "RAY-LEGEND-2",
    "convert": "RAY-LEGEND-13",
    "retreat": "RAY-DAMAGE-1",
    "displace": "RAY-REST-2",
    "step_off": "RAY-REST-6",
}
"""The kinds of steps, first those with a deed of their own in the order of its number, with their clauses."""
KINDS = ("", *CLAUSES)
MEETING_CLAUSES = {"slap": "RAY-ENEMY-1", "dodge": "RAY-LEGEND-3", "hit": "RAY-ENEMY-2"}
MEETINGS: tuple[c.Meeting | None, ...] = (None, "slap", "dodge", "hit")
COVERS = ("", "crouch", "hit", "")
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
        to = opening.table.place(found.end)
        steps.append(Step(last, c.PlaceFigure(opening.player, to), to))
    return Walk(tuple(steps), pos.unpacked(sum(came.cost for _, came in way)))


def _step(opening: Opening, before: int, s: int, deed: int, cost: int) -> Step:
    table, kind, to = opening.table, KINDS[deed & pos.KIND], opening.table.place(s)
    if kind == "retreat":
        return Step(kind, c.PlaceFigure(opening.player, to), to)
    command = command_of(table, opening.player, before, s, deed)
    match command:
        case c.SlapEnemy():
            to = command.at
        case c.FreeTeensy():
            to = table.board.space_of_teensy(command.colour) or to
        case c.SlapFigure():
            target = deed >> pos.TARGET
            to = opening.table.place_of(target, table.world(s).figures[target])
    cover, slaps = COVERS[(deed & pos.COVER) // pos.CROUCHES], pos.count(cost, pos.SLAP)
    return Step(kind, command, to, cover, bool(deed & pos.TRIPS), slaps)


def _put_in_the_end(table: Table, found: Found) -> str:
    """Says why the figure is put elsewhere that may not stay where it has come to."""
    s = found.position
    stance = s & pos.STANCE
    trips = stance == pos.HURDLE and table.options.obstacle_mode == "stop_only"
    is_hit = trips or (stance == pos.STAND and table.has_shot(s, s & pos.PLACE))
    if stance == pos.HURT or (is_hit and not s & (pos.IMMUNE | pos.HELD_HEART)):
        return "retreat"
    if stance == pos.HURDLE:
        return "step_off"
    return "displace" if stance == pos.STAND and s & pos.PLACE != found.end & pos.PLACE else ""


def command_of(table: Table, player: str, before: int, after: int, deed: int) -> Command:
    """Returns the command by which a player asks for a step."""
    target = deed >> pos.TARGET
    by: Literal[1, -1] = -1 if deed & pos.BACK else 1
    enemy = MEETINGS[(deed & pos.MEETING) // pos.BY_SLAP]
    cover: Any = None
    if deed & pos.COVER and table.has_shot(before, after & pos.PLACE):
        cover = COVERS[(deed & pos.COVER) // pos.CROUCHES] or "crouch"
    match deed & pos.KIND:
        case pos.MOVES:
            return c.Move(player, by, enemy, cover)
        case pos.JUMPS:
            return c.Jump(player, enemy, cover)
        case pos.DRIFTS:
            return c.Drift(player, by, enemy, cover)
        case pos.GLIDES:
            return c.StartGlide(player)
        case pos.ENDS_GLIDE:
            return c.EndGlide(player, enemy)
        case pos.FALLS:
            return c.Fall(player, enemy)
        case pos.SLAPS_ENEMY:
            return c.SlapEnemy(player, table.board.enemies[target])
        case pos.FREES:
            return c.FreeTeensy(player, TEENSIES[target])
        case pos.SLAPS_FIGURE:
            return c.SlapFigure(player, table.others[target].name, by)
        case pos.TAKES_HEART:
            return c.TakeHeart(player)
        case pos.USES_LUM:
            return c.UseLum(player)
        case pos.CONVERTS:
            return c.Convert(player, "token" if target else "icon")
    raise AssertionError(deed)


def place(at: Space) -> str:
    """Writes a place as people say it."""
    return f"{at[0]}/{at[1]}"


def figure_said(name: str) -> str:
    """Writes a figure's id as a name."""
    return name.replace("-", " ").replace("_", " ").title() if name.islower() else name


def say_step(step: Step) -> Message:
    """Says a step so that a person can follow it on the board."""
    to, count = place(step.to), step.slaps
    match step.command:
        case c.SlapFigure(figure=name):
            told = say("rayman_judge.step.slap_figure", figure=figure_said(name), to=to, count=count)
        case c.FreeTeensy(colour=colour):
            teensy = say(f"rayman_judge.teensy.{colour}")
            told = say("rayman_judge.step.free", teensy=teensy, count=count)
        case c.Convert() | c.UseLum() | c.TakeHeart():
            told = say(f"rayman_judge.step.{step.kind}")
        case _:
            told = say(f"rayman_judge.step.{step.kind}", to=to, count=count)
    hows = [step.cover and f"cover_{step.cover}", step.enemy and f"enemy_{step.enemy}"]
    hows.append("obstacle" if step.obstacle else "")
    for how in filter(None, hows):
        told = say("rayman_judge.step.with", step=told, how=say(f"rayman_judge.how.{how}"))
    return told


def clauses_of(turn: Turn, steps: tuple[Step, ...]) -> tuple[str, ...]:
    """Lists the clauses that the steps rest on, in the order in which they come up."""
    found = [clause for step in steps for clause in _of_step(turn, step)]
    return tuple(dict.fromkeys(found or ["RAY-REST-1"]))


def _of_step(turn: Turn, step: Step) -> Iterator[str]:
    yield CLAUSES[step.kind]
    board = turn.board
    if step.cover == "crouch":
        yield "RAY-CROUCH-1" if board.is_low(*step.to) else "RAY-CROUCH-3"
    elif step.cover == "hit":
        yield "RAY-PROJ-13"
    if step.enemy:
        yield MEETING_CLAUSES[step.enemy]
        if turn.boss == (board.column(step.to[0]), step.to[1]):
            yield "RAY-REST-5"
    if step.obstacle:
        yield "RAY-MOVE-5"
    if step.kind == "retreat":
        yield "RAY-DAMAGE-2"
        yield "RAY-DAMAGE-8"
    is_forward = isinstance(step.command, c.Move) and step.command.by > 0
    if is_forward and step.to[0] % board.columns == 0:
        yield "RAY-FINISH-1" if len(turn.player.freed) >= 3 else "RAY-FINISH-5"
