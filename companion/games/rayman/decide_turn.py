"""The commands of a running turn: why one is refused, and carrying one out."""

from __future__ import annotations

from companion.core.command import Command
from companion.core.message import say
from companion.games.rayman import commands as c
from companion.games.rayman.course import Course
from companion.games.rayman.state import TOKEN_LIMIT, State
from companion.games.rayman.turn import pool, slap, steps
from companion.games.rayman.turn.enter import Refused
from companion.games.rayman.turn.rest import announce_end, check_end_turn

POOL = (
    c.TakeHeart,
    c.GiveHeart,
    c.UseToken,
    c.DiscardToken,
    c.TradeToken,
    c.UseLum,
    c.Convert,
)
STEPS = (c.Move, c.Jump, c.Drift, c.EndGlide, c.Fall)


def why_not_in_turn(state: State, command: Command) -> Refused | None:
    """Tells why a command is refused in the running turn, if it is."""
    turn = state.turn
    assert turn is not None
    if not isinstance(command, c.PlayerCommand) or not isinstance(
        command, (*POOL, *STEPS, c.StartGlide, c.SlapEnemy, c.FreeTeensy, c.SlapFigure, c.EndTurn)
    ):
        return Refused(say("rayman.wait.turn", player=turn.player), ("RAY-ROUND-3",))
    if command.player != turn.player and not isinstance(command, c.TradeToken):
        return Refused(say("rayman.refuse.not_your_turn", player=turn.player), ("RAY-INIT-1",))
    racer = state.racer(turn.player)
    if turn.is_ending and not isinstance(command, c.Fall | c.EndGlide):
        return Refused(say("rayman.refuse.ending"), ("RAY-FALL-8",))
    if len(racer.tokens) > TOKEN_LIMIT and not isinstance(command, c.UseToken | c.DiscardToken):
        return Refused(say("rayman.refuse.token_limit"), ("RAY-TOKEN-3",))
    if turn.stance == "finished" and not isinstance(command, c.Move | c.UseToken | c.UseLum | c.EndTurn):
        return Refused(say("rayman.refuse.finished"), ("RAY-FINISH-3", "RAY-FINISH-4"))
    return _why_not(state, command)


def _why_not(state: State, command: Command) -> Refused | None:
    plan: object = None
    if isinstance(command, STEPS):
        return steps.check_step(state, command)
    if isinstance(command, POOL):
        return pool.check_pool(state, command)
    match command:
        case c.StartGlide():
            plan = steps.check_glide(state)
        case c.SlapEnemy():
            plan = slap.plan_enemy(state, command)
        case c.FreeTeensy():
            plan = slap.plan_teensy(state, command)
        case c.SlapFigure():
            plan = slap.plan_figure(state, command)
        case c.EndTurn():
            plan = check_end_turn(state)
    return plan if isinstance(plan, Refused) else None


def act(course: Course, command: Command) -> None:
    """Carries out a command that was not refused."""
    match command:
        case c.Move():
            steps.move(course, command)
        case c.Jump():
            steps.jump(course, command)
        case c.Drift():
            steps.drift(course, command)
        case c.StartGlide():
            steps.start_glide(course, command)
        case c.EndGlide():
            steps.end_glide(course, command)
        case c.Fall():
            steps.fall(course, command)
        case c.SlapEnemy():
            slap.slap_enemy(course, command)
        case c.FreeTeensy():
            slap.free_teensy(course, command)
        case c.SlapFigure():
            slap.slap_figure(course, command)
        case c.EndTurn():
            announce_end(course)
        case _:
            assert isinstance(command, POOL)
            pool.carry_out(course, command)
