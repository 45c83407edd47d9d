"""What the active player can do now, the most progressive first."""

from __future__ import annotations

from typing import Literal

from companion.core.command import Command
from companion.games.rayman.board import LEVELS
from companion.games.rayman.commands import (
    Convert,
    Cover,
    DiscardToken,
    Drift,
    EndGlide,
    EndTurn,
    Fall,
    FreeTeensy,
    GiveHeart,
    Jump,
    Meeting,
    Move,
    SlapEnemy,
    SlapFigure,
    StartGlide,
    TakeHeart,
    TradeToken,
    UseLum,
    UseToken,
)
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State, Task, Turn
from companion.games.rayman.turn.enter import Entry, Refused, check_choices
from companion.games.rayman.turn.pool import check_pool
from companion.games.rayman.turn.rest import check_end_turn
from companion.games.rayman.turn.slap import RANGE, plan_enemy, plan_figure, plan_teensy, pushes_of
from companion.games.rayman.turn.steps import (
    check_glide,
    plan_drift,
    plan_end_glide,
    plan_fall,
    plan_jump,
    plan_move,
)

Choices = list[tuple[Meeting | None, Cover | None]]


def turn_commands(state: State, task: Task) -> list[Command]:
    """Lists the steps of the running turn."""
    turn = state.turn
    assert turn is not None
    racer = state.racer(turn.player)
    if turn.is_ending:
        return _falls(state, turn)
    if len(racer.tokens) > TOKEN_LIMIT:
        return _over_limit(racer)
    if turn.stance == "finished":
        return _past_line(state, turn, racer)
    good: list[Command] = []
    poor: list[Command] = []
    pool = turn.pool
    if pool.slap:
        good += _teensies(state, racer)
    if pool.heart and not racer.has_heart:
        good.append(TakeHeart(racer.name))
    _moves(state, turn, racer, good, poor)
    if pool.lums and racer.legendary:
        good.append(UseLum(racer.name))
    good += [UseToken(racer.name, token) for token in dict.fromkeys(racer.tokens)]
    ends: list[Command] = [] if check_end_turn(state) else [EndTurn(racer.name)]
    return good + ends + poor + _others(state, turn, racer)


def _over_limit(racer: Racer) -> list[Command]:
    tokens = tuple(dict.fromkeys(racer.tokens))
    return [
        *(UseToken(racer.name, token) for token in tokens),
        *(DiscardToken(racer.name, token) for token in tokens),
    ]


def _past_line(state: State, turn: Turn, racer: Racer) -> list[Command]:
    found: list[Command] = [Move(racer.name, 1)] if turn.pool.move else []
    if turn.pool.lums and racer.legendary:
        found.append(UseLum(racer.name))
    found += [UseToken(racer.name, token) for token in dict.fromkeys(racer.tokens)]
    return [*found, EndTurn(racer.name)]


def choices(state: State, entry: Entry) -> Choices:
    """Lists the choices about what stands in a space to be entered."""
    return [
        (meeting, cover)
        for meeting in entry.meetings or (None,)
        for cover in entry.covers or (None,)
        if check_choices(state, entry, meeting, cover) is None
    ]


def _falls(state: State, turn: Turn) -> list[Command]:
    if turn.stance == "glide":
        plan = plan_end_glide(state)
        return (
            [EndGlide(turn.player, meeting) for meeting in plan.meetings or (None,)]
            if isinstance(plan, Entry)
            else []
        )
    plan = plan_fall(state)
    return (
        [Fall(turn.player, meeting) for meeting in plan.meetings or (None,)]
        if isinstance(plan, Entry)
        else []
    )


def _is_harmful(state: State, racer: Racer, meeting: Meeting | None, cover: Cover | None) -> bool:
    return meeting == "hit" or cover == "hit"


def _moves(state: State, turn: Turn, racer: Racer, good: list[Command], poor: list[Command]) -> None:
    """Sorts the steps on the board into good and poor ones."""
    name = racer.name
    forward = plan_move(state, 1)
    is_forward_good = False
    if isinstance(forward, Entry):
        p, level = racer.at
        is_trap = (
            level == 1
            and turn.stance != "glide"
            and not forward.is_finish
            and state.board.is_obstacle(p + 1)
            and state.options.obstacle_mode == "enter"
        )
        for meeting, cover in choices(state, forward):
            is_poor = _is_harmful(state, racer, meeting, cover) or is_trap
            is_forward_good = is_forward_good or not is_poor
            (poor if is_poor else good).append(Move(name, 1, meeting, cover))
    up = plan_jump(state)
    if isinstance(up, Entry):
        climbs = good if not is_forward_good else poor
        climbs += [Jump(name, meeting, cover) for meeting, cover in choices(state, up)]
    if check_glide(state) is None:
        wants_glide = turn.pool.move > 0 and (
            turn.stance in ("air", "drop") or (not is_forward_good and isinstance(forward, Entry))
        )
        (good if wants_glide else poor).append(StartGlide(name))
    down = plan_fall(state)
    if isinstance(down, Entry):
        falls = [Fall(name, meeting) for meeting in down.meetings or (None,)]
        if turn.stance == "drop":
            good += falls
        else:
            poor += falls
    if turn.stance == "glide":
        _glides(state, turn, racer, good, poor)
    back = plan_move(state, -1)
    if isinstance(back, Entry):
        poor += [Move(name, -1, meeting, cover) for meeting, cover in choices(state, back)]


def _glides(state: State, turn: Turn, racer: Racer, good: list[Command], poor: list[Command]) -> None:
    plan = plan_end_glide(state)
    if isinstance(plan, Entry):
        stops: list[Command] = [EndGlide(racer.name, meeting) for meeting in plan.meetings or (None,)]
        poor += stops
    ways: tuple[Literal[1, -1], ...] = (1, -1)
    for by in ways:
        drifting = plan_drift(state, by)
        if isinstance(drifting, Entry):
            poor += [Drift(racer.name, by, meeting, cover) for meeting, cover in choices(state, drifting)]


def _teensies(state: State, racer: Racer) -> list[Command]:
    commands = [
        FreeTeensy(racer.name, colour) for colour, _ in state.board.teensies if colour not in racer.freed
    ]
    return [command for command in commands if not isinstance(plan_teensy(state, command), Refused)]


def _others(state: State, turn: Turn, racer: Racer) -> list[Command]:
    """Lists Slaps on enemies and figures, gifts, trades and conversions."""
    name, pool = racer.name, turn.pool
    found: list[Command] = []
    if pool.slap:
        p, level = racer.at
        columns = state.board.columns
        far = max(RANGE, state.options.smasher_cap) if racer.legendary == "smasher" else RANGE
        far = min(far, columns // 2)
        levels = LEVELS if state.options.slap_manhattan else (level,)
        spaces = {((p + across) % columns, at) for across in range(-far, far + 1) for at in levels}
        spaces |= {(p % columns, at) for at in LEVELS}
        for space in sorted(spaces):
            if state.board.is_enemy(*space):
                slap = SlapEnemy(name, space)
                if not isinstance(plan_enemy(state, slap), Refused):
                    found.append(slap)
        for other in state.racers:
            if other.name == name or other.has_finished:
                continue
            ways = (0,) if other.bubble == "mode" else pushes_of(state, name, other)
            for way in ways:
                blow = SlapFigure(name, other.name, way)  # type: ignore[arg-type]
                if not isinstance(plan_figure(state, blow), Refused):
                    found.append(blow)
    if state.kind == "coop":
        found += _team(state, racer)
    if racer.legendary == "sneaker":
        sources: tuple[Literal["icon", "token"], ...] = ("icon", "token")
        found += [
            convert
            for convert in (Convert(name, source) for source in sources)
            if check_pool(state, convert) is None
        ]
    return found


def _team(state: State, racer: Racer) -> list[Command]:
    """Lists Hearts to give and tokens that neighbours may trade (RAY-HEART-6, COOP-13)."""
    found: list[Command] = []
    for mate in state.racers:
        if mate.name != racer.name:
            gift = GiveHeart(racer.name, mate.name)
            if check_pool(state, gift) is None:
                found.append(gift)
    for giver in state.racers:
        for token in dict.fromkeys(giver.tokens):
            for taker in state.racers:
                trade = TradeToken(giver.name, token, taker.name)
                if check_pool(state, trade) is None:
                    found.append(trade)
    return found
