"""Beginning and ending a turn: the pool, gravity, and where a figure may rest."""

from __future__ import annotations

from collections import Counter

from companion.games.rayman import events as e
from companion.games.rayman.course import Course
from companion.games.rayman.pushes import close_turn, drop_perched, hit, make_room, remove_projectile
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.steps import open_turn
from companion.games.rayman.running import STANCES, turn_now
from companion.games.rayman.state import Pool, Start, State
from companion.games.rayman.turn.acts import act, grant_moves
from companion.games.rayman.turn.offers import Offers


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
    table = open_turn(turn_now(state, name))
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
    covered = table.spaces_of(table.world(table.opening).covered)
    stance = STANCES[(table.opening & pos.STANCE) // pos.AIR]
    course.emit(e.TurnBegan(name, turn_pool(state, name), start, covered, stance))
    grant_moves(course, name)


def run_end(course: Course) -> bool:
    """Lets gravity act or the figure rest; False while the player has to choose."""
    name, offers = course.turn.player, Offers(course.state)
    if course.racer(name).has_finished:
        close_turn(course)
    elif offers.can_rest():
        _rest(course)
    elif not offers.is_in_the_air():
        # Gravity led where no turn ends while the figure can go on: an obstacle, a projectile, the Boss.
        course.emit(e.EndAnnounced(name, is_ending=False))
        return False
    elif len(falls := offers.gravity()) == 1:
        act(course, falls[0])
    else:
        return False
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
