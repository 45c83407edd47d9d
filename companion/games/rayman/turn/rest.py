"""Beginning and ending a turn: the pool, gravity, and where a figure may rest."""

from __future__ import annotations

from collections import Counter

from companion.games.rayman import events as e
from companion.games.rayman.course import Course
from companion.games.rayman.judging.opening import open_turn
from companion.games.rayman.pushes import drop_perched, make_room, remove_projectile
from companion.games.rayman.rules import position as pos
from companion.games.rayman.running import STANCES, turn_now
from companion.games.rayman.state import Pool, Start, State
from companion.games.rayman.turn.acts import act, grant_moves
from companion.games.rayman.turn.damage import close_turn, hit
from companion.games.rayman.turn.offers import Offers
from companion.games.rayman.turn.refusals import Refused, no_end_left, refuse


def turn_pool(state: State, name: str) -> Pool:
    """Adds up the icons of the two cards, less what this round's effects take away (RAY-CARD-3)."""
    racer = state.racer(name)
    icons = Counter(racer.typed.as_dict())
    for card in racer.played:
        icons += Counter(state.cards[card].icons if card in state.cards else {})
    icons -= Counter(state.fewer())
    if racer.legendary is None:
        del icons["lums"]
    return Pool(**icons)


def begin_turn(course: Course, name: str) -> None:
    """Begins a player's turn; enemies under figures are no danger in it (RAY-ENEMY-7, 10, FINISH-3)."""
    state, racer = course.state, course.racer(name)
    table, first = open_turn(turn_now(state, name))[1:3]
    others = [other for other in state.racers if other.name != name]
    start = Start(
        at=racer.at,
        has_heart=racer.has_heart,
        freed=racer.freed,
        others={other.name: other.at for other in others},
        hearts=tuple(other.name for other in others if other.has_heart),
        immune=tuple(other.name for other in others if other.is_immune),
        slapped=tuple(other.name for other in state.racers if other.is_slapped),
        projectiles=tuple(projectile.at for projectile in state.projectiles),
        has_used_legendary=state.options.legendary_once and racer.has_used_legendary,
        is_immune=racer.is_immune,
    )
    covered, stance = table.spaces_of(table.world(first).covered), STANCES[(first & pos.STANCE) // pos.AIR]
    course.emit(e.TurnBegan(name, turn_pool(state, name), start, covered, stance))
    grant_moves(course, name)


def check_end_turn(offers: Offers) -> Refused | None:
    """Tells why the turn cannot end now, if so (RAY-MOVE-7, CROUCH-6, REST-5, 7 to 9)."""
    p, level = offers.racer.at
    if offers.can_rest():
        return None
    if offers.turn.stance == "hurdle":
        return refuse("on_obstacle", "RAY-MOVE-7")
    if offers.is_in_the_air():
        return None if offers.gravity() else no_end_left(offers.state, (p, level - 1))
    if offers.is_stuck():
        return None
    is_shot = offers.state.projectile_at((p, level)) is not None
    return refuse("on_projectile", "RAY-CROUCH-6") if is_shot else refuse("on_boss", "RAY-REST-5")


def run_end(course: Course) -> bool:
    """Lets gravity act and the figure rest; False while the player has to choose about an enemy."""
    while True:
        name = course.turn.player
        if course.racer(name).has_finished:
            close_turn(course)
            return True
        offers = Offers(course.state)
        if offers.can_rest() or not (offers.is_in_the_air() or check_end_turn(offers)):
            _rest(course)
            return True
        if not offers.is_in_the_air():
            # Gravity led where no turn ends while the figure can go on: an obstacle, a projectile, the Boss.
            course.emit(e.EndAnnounced(name, is_ending=False))
            return False
        falls = offers.gravity()
        if len(falls) != 1:
            return False
        tasks = list(course.tasks)
        act(course, falls[0])
        if course.tasks != tasks:
            return True


def _rest(course: Course) -> None:
    """Comes to rest, or asks where to (RAY-REST-1 to 6)."""
    name = course.turn.player
    at = course.racer(name).at
    close_turn(course)
    cause: e.Cause | None = None
    if course.turn.stance == "hurdle":
        cause = "obstacle" if course.state.options.obstacle_mode == "stop_only" else None
    elif remove_projectile(course, at):
        cause = "projectile"
    if cause is None or hit(course, name, cause):
        make_room(course, name, at)


def close(course: Course, name: str) -> None:
    """Ends the turn; a figure that lost its support falls (RAY-CARD-4, PUSH-13)."""
    course.emit(e.TurnEnded(name))
    drop_perched(course)
