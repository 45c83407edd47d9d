"""What the steps of a turn make happen: a step of the rules written as events."""

from __future__ import annotations

from companion.core.command import Command
from companion.games.rayman import commands as c, events as e
from companion.games.rayman.commands import Place
from companion.games.rayman.course import Course
from companion.games.rayman.forms import GRANTING, LUMS
from companion.games.rayman.pushes import push
from companion.games.rayman.rules import position as pos
from companion.games.rayman.running import STANCES
from companion.games.rayman.state import Stance, Task
from companion.games.rayman.turn.damage import hit, note_second_tile
from companion.games.rayman.turn.offers import Offer, Offers

STANCE_NAMES: dict[int, Stance] = {number: name for name, number in STANCES.items()}  # type: ignore[misc]
WHY: dict[type[Command], e.Why] = {
    c.Move: "move",
    c.Jump: "jump",
    c.Drift: "drift",
    c.Fall: "fall",
    c.EndGlide: "fall",
}


def act(course: Course, offers: Offers, offer: Offer) -> None:
    """Carries a step out."""
    name = course.turn.player
    command = offer.command
    match command:
        case c.Move() | c.Jump() | c.Drift() | c.Fall() | c.EndGlide():
            _step(course, offers, offer)
        case c.StartGlide():
            course.emit(e.ActionsSpent(name, "glide"))
            course.emit(e.StanceTaken(name, "glide"))
        case c.SlapEnemy() | c.FreeTeensy() | c.SlapFigure():
            _slap(course, offers, offer)
        case c.TakeHeart():
            course.emit(e.ActionsSpent(name, "heart"))
            course.emit(e.HeartTaken(name))
        case c.UseLum():
            course.emit(e.ActionsSpent(name, "lums"))
            course.emit(e.ActionsGained(name, LUMS[course.racer(name).legendary or ""]))
        case c.Convert():
            if command.source == "token":
                course.emit(e.HeartLost(name, "convert"))
            else:
                course.emit(e.ActionsSpent(name, "heart"))
            note_use(course, name)
            course.emit(e.ActionsGained(name, "crouch"))
    if course.state.turn is not None:
        grant_moves(course, name)


def _step(course: Course, offers: Offers, offer: Offer) -> None:
    """Moves the figure, lets it meet what is there and says how it stands then."""
    name, before = course.turn.player, course.turn
    command, (need, change, after, _, deed) = offer
    if before.stance == "finished":
        course.emit(e.ActionsSpent(name, "move"))
        course.emit(e.FigureMoved(name, offers.table.place(after), "finish"))
        return
    if isinstance(command, c.Move) or (isinstance(command, c.Drift) and need & 255):
        course.emit(e.ActionsSpent(name, "move"))
    elif isinstance(command, c.Jump):
        course.emit(e.ActionsSpent(name, "jump"))
    if after & pos.USED and not offers.position & pos.USED and deed & pos.MEETING != pos.BY_DODGE:
        note_use(course, name)
    place = offers.table.place(after)
    if after & pos.STANCE == pos.FINISHED:
        course.emit(e.FigureMoved(name, place, "finish"))
        note_second_tile(course, place)
        course.emit(e.FigureFinished(name))
        return
    is_entering = not isinstance(command, c.EndGlide) or course.state.board.is_obstacle(*place)
    if is_entering:
        course.emit(e.FigureMoved(name, place, WHY[type(command)]))
        note_second_tile(course, place)
        if not _meet(course, place, deed, need):
            return
    _stand(course, after, before.jumps + 1 if deed & pos.KIND == pos.JUMPS else 0)
    if course.racer(name).legendary == "scrambler" and (change + need) & 255:
        course.emit(e.ActionsGained(name, "move"))


def _meet(course: Course, place: Place, deed: int, need: int) -> bool:
    """Deals with what stands in a space; tells whether the figure is still on its feet."""
    name, state = course.turn.player, course.state
    if deed & pos.COVER == pos.CROUCHES:
        course.emit(e.ActionsSpent(name, "crouch"))
    elif deed & pos.COVER == pos.IS_SHOT:
        projectile = state.projectile_at(place)
        assert projectile is not None
        course.emit(e.ProjectileRemoved(projectile.id, "hit"))
        if not hit(course, name, "projectile"):
            return False
    is_boss = state.is_boss_at(place)
    match deed & pos.MEETING:
        case m if m == pos.BY_SLAP:
            course.emit(e.ActionsSpent(name, "slap", pos.count(need, pos.SLAP)))
            if is_boss:
                course.emit(e.BossSlapped(name))
            else:
                defeat(course, place)
        case m if m == pos.BY_DODGE:
            course.emit(e.ActionsSpent(name, "crouch"))
            course.emit(e.EnemyDodged(name, state.space(place)))
            note_use(course, name)
            course.emit(e.ActionsGained(name, "move"))
        case m if m == pos.BY_HIT:
            if not hit(course, name, "boss" if is_boss else "enemy"):
                return False
    return not deed & pos.TRIPS or hit(course, name, "obstacle")


def _stand(course: Course, after: int, jumps: int) -> None:
    """Says how the figure stands, where that has changed."""
    turn, stance = course.turn, STANCE_NAMES[after & pos.STANCE]
    air_moves = (after & pos.AIRS) // pos.ONE_AIR if stance == "air" else 0
    if stance == "glide" and turn.stance == "glide":
        return
    course.emit(e.StanceTaken(turn.player, stance, air_moves=air_moves, jumps=jumps))


def _slap(course: Course, offers: Offers, offer: Offer) -> None:
    """Slaps an enemy, a Teensy's cage or a figure (RAY-SLAP-1 to 11, LEGEND-9, 10)."""
    name = course.turn.player
    command, (need, change, after, _, _) = offer
    course.emit(e.ActionsSpent(name, "slap", pos.count(need, pos.SLAP)))
    if course.racer(name).legendary == "smasher" and (change + need) & 255:
        course.emit(e.ActionsGained(name, "move"))
    if after & pos.USED and not offers.position & pos.USED:
        note_use(course, name)
    match command:
        case c.SlapEnemy():
            defeat(course, command.at)
        case c.FreeTeensy():
            course.emit(e.TeensyFreed(name, command.colour))
        case c.SlapFigure(push=0):  # out of a Bubble (RAY-COOP-9)
            course.emit(e.BubbleBurst(name, command.figure))
        case c.SlapFigure():
            course.emit(e.FigureSlapped(name, command.figure, command.push))
            push(course, command.figure, command.push)


def defeat(course: Course, place: Place) -> None:
    """Defeats an enemy for this turn; its Bonus token is drawn next (RAY-ENEMY-3)."""
    name = course.turn.player
    course.emit(e.EnemyDefeated(name, course.state.space(place)))
    if course.state.has_tokens:
        if course.turn.is_ending:  # the token may be used at once
            course.emit(e.EndAnnounced(name, is_ending=False))
        course.do_next(Task("token", name))


# Legendary cards


def note_use(course: Course, name: str) -> None:
    """Uses up the ability, where it works once a race."""
    if course.state.options.legendary_once:
        course.emit(e.LegendaryUsed(name))


def grant_moves(course: Course, name: str) -> None:
    """Adds the Movements for the icons that have come into the pool; that is no use of the ability."""
    racer, turn = course.racer(name), course.turn
    icon = GRANTING.get(racer.legendary or "")
    if icon is None:
        return
    owed = getattr(turn.gained, icon) // 2 - turn.bonus_moves
    if owed > 0:
        course.emit(e.ActionsGained(name, "move", owed, is_granted=True))
