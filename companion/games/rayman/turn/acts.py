"""What the steps of a turn make happen: a step of the rules written as events."""

from __future__ import annotations

from companion.core.command import Command
from companion.games.rayman import commands as c, events as e
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.forms import GRANTING
from companion.games.rayman.pushes import push, remove_projectile
from companion.games.rayman.rules import position as pos
from companion.games.rayman.running import STANCES
from companion.games.rayman.state import Task
from companion.games.rayman.turn.damage import hit, note_second_tile
from companion.games.rayman.turn.offers import Offers
from companion.games.rayman.turn.trades import offer, trade_of

WHY: dict[int, e.Why] = {
    pos.MOVES: "move",
    pos.JUMPS: "jump",
    pos.DRIFTS: "drift",
    pos.FALLS: "fall",
    pos.ENDS_GLIDE: "fall",
}
"""The deeds that bring the figure into a space; the end of a glide only onto an obstacle."""


def act(course: Course, command: Command) -> None:
    """Carries out a command of the running turn that was not refused."""
    name = course.turn.player
    match command:
        case c.EndTurn():
            course.emit(e.EndAnnounced(name))  # gravity and rest follow
        case c.OfferTrade():
            offer(course, trade_of(command))
        case c.GiveHeart():
            course.emit(e.ActionsSpent(name, "heart"))
            course.emit(e.HeartTaken(command.to))
        case c.UseToken():
            course.emit(e.TokenUsed(name, command.token))
        case c.DiscardToken():
            course.emit(e.TokenDiscarded(name, command.token))
        case _:
            take_step(course, command)
    if course.state.turn is not None:
        grant_moves(course, name)


def take_step(course: Course, command: Command) -> None:
    """Carries out a step that the rules offer."""
    name, offers = course.turn.player, Offers(course.state)
    step = offers.find(command)
    assert step is not None
    if step[4] & pos.KIND in WHY:
        _step(course, offers, step)
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


def _step(course: Course, offers: Offers, step: pos.Step) -> None:
    """Moves the figure, lets it meet what is there and says how it stands then."""
    name, before, (_, _, after, _, deed) = course.turn.player, course.turn, step
    kind, place = deed & pos.KIND, offers.table.place(after)
    is_home = after & pos.STANCE == pos.FINISHED
    is_entering = kind != pos.ENDS_GLIDE or course.state.board.is_obstacle(*place)
    if is_entering:
        course.emit(e.FigureMoved(name, place, "finish" if is_home else WHY[kind]))
        note_second_tile(course, place)
    _pay(course, offers, step)
    if is_home:
        if before.stance != "finished":
            course.emit(e.FigureFinished(name))
    elif not is_entering or _meet(course, place, deed):
        _stand(course, after, before.jumps + 1 if kind == pos.JUMPS else 0)


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


def _stand(course: Course, after: int, jumps: int) -> None:
    """Says how the figure stands, where that has changed."""
    turn, stance = course.turn, STANCES[(after & pos.STANCE) // pos.AIR]
    air_moves = (after & pos.AIRS) // pos.ONE_AIR if stance == "air" else 0
    if stance != "glide" or turn.stance != "glide":
        course.emit(e.StanceTaken(turn.player, stance, air_moves=air_moves, jumps=jumps))


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
