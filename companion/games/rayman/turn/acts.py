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
from companion.games.rayman.state import TOKEN_LIMIT, State, Task
from companion.games.rayman.turn import refusals, trades
from companion.games.rayman.turn.offers import Offers

ORDER = (
    pos.FREES, pos.TAKES_HEART, pos.MOVES, pos.JUMPS, pos.GLIDES, pos.FALLS, pos.USES_LUM, pos.ENDS_GLIDE,
    pos.DRIFTS, pos.DRIFTS | pos.BACK, pos.MOVES | pos.BACK,
)  # fmt: skip
"""How early deeds are listed; all others come last."""
WHY: dict[int, e.Why] = {
    pos.MOVES: "move", pos.JUMPS: "jump", pos.DRIFTS: "drift", pos.FALLS: "fall", pos.ENDS_GLIDE: "fall",
}  # fmt: skip
"""The deeds that bring the figure into a space; the end of a glide only onto an obstacle."""


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
    deeds = {command: step[4] for command, step in offers.legal().items()}
    ranked = sorted(deeds, key=lambda command: _rank(deeds[command]))
    has_way_on = any(map(_is_way_on, deeds.values()))
    likely = [command for command in ranked if _is_likely(offers, deeds[command], has_way_on)]
    unlikely = [command for command in ranked if command not in likely]
    ends: list[Command] = [c.EndTurn(racer.name)] if offers.can_end() else []
    mates = state.racers if state.kind == "coop" and turn.stance != "finished" else ()
    gifts = [c.GiveHeart(racer.name, mate.name) for mate in mates]
    gifts = [gift for gift in gifts if refusals.is_allowed(refusals.check_gift, state, gift)]
    with_mates = [*gifts, *trades.likely_trades(state)] if mates else []
    return [*likely, *uses, *ends, *unlikely, *with_mates]


def _rank(deed: int) -> int:
    deed &= pos.KIND | pos.BACK
    return ORDER.index(deed) if deed in ORDER else len(ORDER)


def _is_likely(offers: Offers, deed: int, has_way_on: bool) -> bool:
    """Tells whether a step is listed before the end of the turn."""
    turn = offers.turn
    likely = {
        pos.FREES: True,
        pos.TAKES_HEART: True,
        pos.USES_LUM: True,
        pos.MOVES: _is_way_on(deed),
        pos.JUMPS: not has_way_on,
        pos.GLIDES: turn.pool.move > 0 and (turn.stance in ("air", "drop") or not has_way_on),
        pos.FALLS: turn.stance == "drop",
    }
    return likely.get(deed & pos.KIND, False)


def _is_way_on(deed: int) -> bool:
    """Tells whether a deed is a Movement on that does no harm."""
    is_on = deed & (pos.KIND | pos.BACK | pos.TRIPS) == pos.MOVES
    return is_on and deed & pos.MEETING != pos.BY_HIT and deed & pos.COVER != pos.IS_SHOT


# What is done


def act(course: Course, command: Command) -> None:
    """Carries out a command of the running turn, or refuses it."""
    state, name = course.state, active(course.state)[1].name
    refusals.check_time(state, command)
    match command:
        case c.EndTurn():
            refusals.check_end(Offers(state))
            course.emit(e.EndAnnounced(name))  # gravity and rest follow
        case c.OfferTrade():
            trades.offer(course, command)
        case c.GiveHeart():
            refusals.check_gift(state, command)
            course.emit(e.ActionsSpent(name, "heart"))
            course.emit(e.HeartTaken(command.to))
        case c.UseToken() | c.DiscardToken():
            refusals.check_token(state, command)
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
        refusals.refuse_step(offers, command)
    if step[4] & pos.KIND in WHY:
        _enter(course, offers, step)
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


def _enter(course: Course, offers: Offers, step: pos.Step) -> None:
    """Moves the figure, lets it meet what is there and says how it stands then."""
    name, turn, (_, _, after, _, deed) = course.turn.player, course.turn, step
    kind, place = deed & pos.KIND, offers.table.place(after)
    is_home = after & pos.STANCE == pos.FINISHED
    is_entering = kind != pos.ENDS_GLIDE or course.state.board.is_obstacle(*place)
    if is_entering:
        move(course, name, place, "finish" if is_home else WHY[kind])
    _pay(course, offers, step)
    if is_home:
        if turn.stance != "finished":
            course.emit(e.FigureFinished(name))
    elif not is_entering or _meet(course, place, deed):
        stance = STANCES[(after & pos.STANCE) // pos.AIR]
        air_moves = (after & pos.AIRS) // pos.ONE_AIR if stance == "air" else 0
        jumps = turn.jumps + 1 if kind == pos.JUMPS else 0
        if stance != "glide" or course.turn.stance != "glide":
            course.emit(e.StanceTaken(name, stance, air_moves=air_moves, jumps=jumps))


def _meet(course: Course, place: Place, deed: int) -> bool:
    """Deals with what stands in a space; tells whether the figure is still on its feet."""
    name, state = course.turn.player, course.state
    if deed & pos.COVER == pos.IS_SHOT:
        remove_projectile(course, place)
        if not hit(course, name, "projectile"):
            return False
    is_boss, meeting = state.is_boss_at(place), deed & pos.MEETING
    if meeting == pos.BY_SLAP and is_boss:
        course.emit(e.BossSlapped(name))
    elif meeting == pos.BY_SLAP:
        defeat(course, place)
    elif meeting == pos.BY_DODGE:
        course.emit(e.EnemyDodged(name, state.space(place)))
    elif meeting == pos.BY_HIT and not hit(course, name, "boss" if is_boss else "enemy"):
        return False
    return not deed & pos.TRIPS or hit(course, name, "obstacle")


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
