"""The commands of a running turn: which are listed, and what each makes happen."""

from __future__ import annotations

from companion.core.command import Command
from companion.games.rayman import commands as c, events as e
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.forms import GRANTING
from companion.games.rayman.pushes import hit, move, push, remove_projectile
from companion.games.rayman.rules import position as pos
from companion.games.rayman.running import STANCES, active
from companion.games.rayman.state import TOKEN_LIMIT, State, Task, Turn
from companion.games.rayman.turn import trades
from companion.games.rayman.turn.offers import (
    Offers,
    check_end,
    check_gift,
    check_time,
    check_token,
    is_allowed,
    refuse_step,
)  # fmt: skip

ORDER = (
    (c.FreeTeensy, 0), (c.TakeHeart, 0), (c.Move, 1), (c.Jump, 0), (c.StartGlide, 0), (c.Fall, 0),
    (c.UseLum, 0), (c.EndGlide, 0), (c.Drift, 1), (c.Drift, -1), (c.Move, -1),
)  # fmt: skip
"""How early steps are listed, on or back; all others come last."""
WHY: dict[type[Command], e.Why] = {
    c.Move: "move", c.Jump: "jump", c.Drift: "drift", c.Fall: "fall", c.EndGlide: "fall",
}  # fmt: skip
"""The steps that bring the figure into a space; the end of a glide only onto an obstacle."""
HITS: dict[str, e.Cause] = {
    "shot": "projectile", "enemy_hit": "enemy", "boss_hit": "boss", "obstacle": "obstacle",
}  # fmt: skip
"""What hits the figure, by how it is met."""


# What is listed


def turn_commands(state: State, task: Task) -> list[Command]:
    """Lists what can be done in the running turn: what brings the figure on first, what harms it last."""
    turn, racer = active(state)
    tokens = dict.fromkeys(racer.tokens)
    uses: list[Command] = [c.UseToken(racer.name, token) for token in tokens]
    if not turn.is_ending and len(racer.tokens) > TOKEN_LIMIT:
        return [*uses, *(c.DiscardToken(racer.name, token) for token in tokens)]
    offers = Offers(state)
    if turn.is_ending:
        return offers.gravity()
    found = offers.legal()
    ranked = sorted(found, key=_rank)
    ways_on = [command for command in ranked if _is_way_on(command, found[command])]
    likely = [one for one in ranked if one in ways_on or _is_likely(turn, one, has_way_on=bool(ways_on))]
    unlikely = [command for command in ranked if command not in likely]
    ends: list[Command] = [c.EndTurn(racer.name)] if offers.can_end() else []
    mates = state.racers if state.kind == "coop" and turn.stance != "finished" else ()
    gifts = [c.GiveHeart(racer.name, mate.name) for mate in mates]
    gifts = [gift for gift in gifts if is_allowed(check_gift, state, gift)]
    with_mates = [*gifts, *trades.likely_trades(state)] if mates else []
    return [*likely, *uses, *ends, *unlikely, *with_mates]


def _rank(command: Command) -> int:
    kind = type(command), getattr(command, "by", 0)
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def _is_way_on(command: Command, step: pos.Step) -> bool:
    """Tells whether a step is a Movement on that does no harm."""
    return isinstance(command, c.Move) and command.by > 0 and HITS.keys().isdisjoint(step[4][2])


def _is_likely(turn: Turn, command: Command, *, has_way_on: bool) -> bool:
    """Tells whether a step that is no Movement is listed before the end of the turn."""
    match command:
        case c.Jump():
            return not has_way_on
        case c.StartGlide():
            return turn.pool.move > 0 and (turn.stance in ("air", "drop") or not has_way_on)
        case c.Fall():
            return turn.stance == "drop"
    return isinstance(command, c.FreeTeensy | c.TakeHeart | c.UseLum)


# What is done


def act(course: Course, command: Command) -> None:
    """Carries out a command of the running turn, or refuses it."""
    state, name = course.state, active(course.state)[1].name
    check_time(state, command)
    match command:
        case c.EndTurn():
            check_end(Offers(state))
            course.emit(e.EndAnnounced(name))  # gravity and rest follow
        case c.OfferTrade():
            trades.offer(course, command)
        case c.GiveHeart():
            check_gift(state, command)
            course.emit(e.ActionsSpent(name, "heart"))
            course.emit(e.HeartTaken(command.to))
        case c.UseToken() | c.DiscardToken():
            check_token(state, command)
            happened = e.TokenUsed if isinstance(command, c.UseToken) else e.TokenDiscarded
            course.emit(happened(name, command.token))
        case _:
            take_step(course, command)
    if course.state.turn is not None:
        grant_moves(course, name)


def take_step(course: Course, command: Command) -> None:
    """Carries out a step that the rules offer."""
    name, offers = course.turn.player, Offers(course.state)
    step = offers.legal().get(command)
    if step is None:
        refuse_step(offers, command)
    if type(command) in WHY:
        _enter(course, offers, command, step)
    else:
        _pay(course, offers, step)
    match command:
        case c.StartGlide():
            course.emit(e.StanceTaken(name, "glide"))
        case c.SlapEnemy():
            defeat(course, command.at)
        case c.FreeTeensy():
            course.emit(e.TeensyFreed(name, command.colour))
        case c.SlapFigure(push=0):  # out of a Bubble (RAY-COOP-9)
            course.emit(e.BubbleBurst(name, command.figure))
        case c.SlapFigure():
            course.emit(e.FigureSlapped(name, command.figure, command.push))
            push(course, command.figure, command.push)
        case c.TakeHeart():
            course.emit(e.HeartTaken(name))
        case c.Convert(source="token"):
            course.emit(e.HeartLost(name, "convert"))


def _pay(course: Course, offers: Offers, step: pos.Step) -> None:
    """Takes what a step costs, and gives what it brings apart from Movements granted for pairs."""
    name, (need, change, after, _, _) = course.turn.player, step
    for icon, count in pos.unpacked(need).items():
        course.emit(e.ActionsSpent(name, icon, count))
    if after & pos.USED & ~offers.position:
        course.emit(e.LegendaryUsed(name))
    for icon, count in pos.unpacked(need + change).items():
        if icon != "move" or course.racer(name).legendary not in GRANTING:
            course.emit(e.ActionsGained(name, icon, count))


def _enter(course: Course, offers: Offers, command: Command, step: pos.Step) -> None:
    """Moves the figure, lets it meet what is there and says how it stands then."""
    name, turn, (_, _, after, _, (_, _, hows)) = course.turn.player, course.turn, step
    place = offers.table.place(after)
    is_home = after & pos.STANCE == pos.FINISHED
    is_entering = not isinstance(command, c.EndGlide) or course.state.board.is_obstacle(*place)
    if is_entering:
        move(course, name, place, "finish" if is_home else WHY[type(command)])
    _pay(course, offers, step)
    if is_home:
        if turn.stance != "finished":
            course.emit(e.FigureFinished(name))
    elif not is_entering or _meet(course, place, hows):
        stance = STANCES[(after & pos.STANCE) // pos.AIR]
        air_moves = (after & pos.AIRS) // pos.ONE_AIR if stance == "air" else 0
        jumps = turn.jumps + 1 if isinstance(command, c.Jump) else 0
        if stance != "glide" or course.turn.stance != "glide":
            course.emit(e.StanceTaken(name, stance, air_moves=air_moves, jumps=jumps))


def _meet(course: Course, place: Place, hows: tuple[str, ...]) -> bool:
    """Deals with what stands in a space; tells whether the figure is still on its feet."""
    name = course.turn.player
    for how in hows:
        if how == "shot":
            remove_projectile(course, place)
        elif how == "boss_slap":
            course.emit(e.BossSlapped(name))
        elif how == "enemy_slap":
            defeat(course, place)
        elif how == "enemy_dodge":
            course.emit(e.EnemyDodged(name, course.state.space(place)))
        if how in HITS and not hit(course, name, HITS[how]):
            return False
    return True


def defeat(course: Course, place: Place) -> None:
    """Defeats an enemy for this turn; its Bonus token is drawn next (RAY-ENEMY-3)."""
    course.emit(e.EnemyDefeated(course.turn.player, course.state.space(place)))
    if course.state.has_tokens:
        if course.turn.is_ending:  # the token may be used at once
            course.emit(e.EndAnnounced(course.turn.player, is_ending=False))
        course.do_next(Task("token", course.turn.player))


def grant_moves(course: Course, name: str) -> None:
    """Adds the Movements for the icons that have come into the pool; that is no use of the ability."""
    racer, turn = course.racer(name), course.turn
    icon = GRANTING.get(racer.legendary or "")
    owed = getattr(turn.gained, icon) // 2 - turn.bonus_moves if icon else 0
    if owed > 0:
        course.emit(e.ActionsGained(name, "move", owed, is_granted=True))
