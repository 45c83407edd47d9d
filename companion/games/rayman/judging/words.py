"""Words and clauses for the steps of a way."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.judging.walked import Step

CLAUSES = {
    "move": "RAY-MOVE-1",
    "jump": "RAY-JUMP-2",
    "glide": "RAY-GLIDE-1",
    "end_glide": "RAY-GLIDE-9",
    "drift": "RAY-LEGEND-6",
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
MEETING_CLAUSES = {"slap": "RAY-ENEMY-1", "hit": "RAY-ENEMY-2", "dodge": "RAY-LEGEND-3"}


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
