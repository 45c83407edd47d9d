"""A way that a search has found: its steps as commands, in words, and with their clauses."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.judging.labels import Found, Search
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import PLACES, hit, why_moved
from companion.games.rayman.rules.table import Table

KINDS: dict[type[Command], str] = {
    c.Move: "move", c.Jump: "jump", c.Drift: "drift", c.StartGlide: "glide", c.EndGlide: "end_glide",
    c.Fall: "fall", c.SlapEnemy: "slap_enemy", c.FreeTeensy: "free", c.SlapFigure: "slap_figure",
    c.TakeHeart: "heart", c.UseLum: "lum", c.Convert: "convert", c.PlaceFigure: "retreat",
}  # fmt: skip
"""The kinds of steps; at the end a figure may also be put beside or aside, or has to stay."""
CLAUSES = {
    "move": ("RAY-MOVE-1",),
    "jump": ("RAY-JUMP-2",),
    "drift": ("RAY-LEGEND-6",),
    "glide": ("RAY-GLIDE-1",),
    "end_glide": ("RAY-GLIDE-9",),
    "fall": ("RAY-FALL-1",),
    "slap_enemy": ("RAY-ENEMY-11",),
    "free": ("RAY-TEENSY-1",),
    "slap_figure": ("RAY-SLAP-10",),
    "heart": ("RAY-HEART-1",),
    "lum": ("RAY-LEGEND-2",),
    "convert": ("RAY-LEGEND-13",),
    "retreat": ("RAY-DAMAGE-1", "RAY-DAMAGE-2", "RAY-DAMAGE-8"),
    "beside": ("RAY-REST-2",),
    "aside": ("RAY-REST-6",),
    "stay": ("RAY-REST-7",),
}
HOWS = {
    "crouch": "RAY-CROUCH-1",
    "duck": "RAY-CROUCH-3",
    "shot": "RAY-PROJ-13",
    "enemy_slap": "RAY-ENEMY-1",
    "enemy_dodge": "RAY-LEGEND-3",
    "enemy_hit": "RAY-ENEMY-2",
    "boss_slap": "RAY-BOSS-13",
    "boss_hit": "RAY-BOSS-13",
    "obstacle": "RAY-MOVE-5",
}
"""How what stands in a space is met, with the clause of each."""
ON_BOARD = ("move", "jump", "drift", "fall", "retreat", "beside", "aside")
"""The kinds of steps that bring the player's figure to another place."""


class Step(NamedTuple):
    """One step of a turn; `kind` may also be where a figure is put at the end."""

    kind: str
    command: Command
    to: Space
    """Where the player's figure is after the step, or for a Slap where its target is."""
    hows: tuple[str, ...] = ()
    slaps: int = 0


class Walk(NamedTuple):
    """One way in which a turn ends."""

    steps: tuple[Step, ...]
    spent: dict[str, int]

    @property
    def path(self) -> tuple[Space, ...]:
        """The places of the player's figure in order, without the first."""
        return tuple(step.to for step in self.steps if step.kind in ON_BOARD)


def read_walk(search: Search, found: Found) -> Walk:
    """Writes the way to an end that was found as steps."""
    table, way = search.table, search.way_to(found)
    steps = [_step(table, step) for step in way]
    return Walk((*steps, *_last_step(table, found)), pos.unpacked(sum(step[0] for step in way)))


def _step(table: Table, step: pos.Step) -> Step:
    need, _, s, _, (_, _, hows) = step
    command, to = command_of(table, step), table.place(s)
    match command:
        case c.SlapEnemy():
            to = command.at
        case c.FreeTeensy():
            to = table.board.space_of_teensy(command.colour) or to
        case c.SlapFigure():
            target = [other.name for other in table.others].index(command.figure)
            to = table.place_of(target, table.world(s).figures[target])
    return Step(KINDS[type(command)], command, to, hows, pos.count(need, pos.SLAP))


def command_of(table: Table, step: pos.Step) -> Command:
    """Returns the command by which the player asks for a step."""
    kind, args, _ = step[4]
    command: Command = kind(table.player, *args)
    return command


def _last_step(table: Table, found: Found) -> list[Step]:
    """Says where a figure is put that may not stay where it has come to, and what hits it there."""
    s, to = found.position, table.place(found.end)
    hows: tuple[str, ...] = ()
    if s & pos.STANCE == pos.HURDLE and table.options.obstacle_mode == "stop_only":
        s, hows = hit(table, s), ("obstacle",)
    elif s & pos.STANCE == pos.STAND and table.has_shot(s, s & pos.PLACE):
        s, hows = hit(table, table.without_shot(s, s & pos.PLACE)), ("shot",)
    why = why_moved(table, s, s) if s & pos.STANCE != pos.FINISHED else ""
    at = found.end & pos.PLACE
    if why == "beside":
        is_hurt = at not in PLACES[why](table, s, s & pos.PLACE)
        is_hit = is_hurt or (table.has_enemy(s, at) and not s & pos.IMMUNE)
        why, hows = "retreat" if is_hurt else why, (*hows, "enemy_hit") if is_hit else hows
    return [Step(why or "stay", c.PlaceFigure(table.player, to), to, hows)] if why or hows else []


def place(at: Space) -> str:
    """Writes a place as people say it."""
    return f"{at[0]}/{at[1]}"


def figure_said(name: str) -> str:
    """Writes a figure's id as a name."""
    return name.replace("-", " ").replace("_", " ").title() if name.islower() else name


def say_step(step: Step) -> Message:
    """Says a step so that a person can follow it on the board."""
    figure, colour = getattr(step.command, "figure", ""), getattr(step.command, "colour", None)
    told = say(
        f"rayman_judge.step.{step.kind}",
        to=place(step.to),
        count=step.slaps,
        figure=figure_said(figure),
        teensy=say(f"rayman_judge.teensy.{colour}") if colour else "",
    )
    for how in step.hows:
        told = say("rayman_judge.step.with", step=told, how=say(f"rayman_judge.how.{how}"))
    return told


def clauses_of(turn: Turn, steps: tuple[Step, ...]) -> tuple[str, ...]:
    """Lists the clauses that the steps rest on, in the order in which they come up."""
    found: list[str] = []
    for step in steps:
        found += [*CLAUSES[step.kind], *(HOWS[how] for how in step.hows)]
        is_forward = isinstance(step.command, c.Move) and step.command.by > 0
        if is_forward and step.to[0] % turn.board.columns == 0:
            found.append("RAY-FINISH-1" if len(turn.player.freed) >= 3 else "RAY-FINISH-5")
    return tuple(dict.fromkeys(found or ["RAY-REST-1"]))
