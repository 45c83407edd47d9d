"""Words and clauses for the steps of a way."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Message, say
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
    if step.kind == "slap_figure":
        said = say(
            "rayman_judge.step.slap_figure",
            figure=figure_said(step.target),
            to=place(step.to),
            count=step.cost,
        )
    elif step.kind in ("convert", "lum", "heart"):
        said = say(f"rayman_judge.step.{step.kind}")
    elif step.kind == "free":
        teensy = say(f"rayman_judge.teensy.{step.target}")
        said = say("rayman_judge.step.free", teensy=teensy, count=step.cost)
    else:
        said = say(f"rayman_judge.step.{step.kind}", to=place(step.to), count=step.cost)
    hows = [f"cover_{step.cover}" if step.cover in ("crouch", "hit") else ""]
    hows += [step.enemy and f"enemy_{step.enemy}", "obstacle" if step.obstacle else ""]
    for how in filter(None, hows):
        said = say("rayman_judge.step.with", step=said, how=say(f"rayman_judge.how.{how}"))
    return said


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
    if step.kind == "move" and step.by > 0 and step.to[0] % board.columns == 0:
        yield "RAY-FINISH-1" if len(turn.player.freed) >= 3 else "RAY-FINISH-5"
