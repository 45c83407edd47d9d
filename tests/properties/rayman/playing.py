"""Disputed turns as states of the engine, to be played step by step."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.rayman.agenda import settle
from companion.games.rayman.course import Course
from companion.games.rayman.dispute import Figure, Turn
from companion.games.rayman.effects import EnemyExtraSlaps
from companion.games.rayman.entities import BonusToken, Boss
from companion.games.rayman.state import BossStand, Pool, Projectile, RaceBoard, Racer, State, Task


def racer_of(seat: int, figure: Figure) -> Racer:
    return Racer(
        name=figure.name,
        hero=figure.name,
        seat=seat,
        at=figure.at,
        has_heart=figure.heart,
        freed=figure.freed,
        legendary=figure.legendary,
        is_immune=figure.immune,
        bubble="action" if figure.bubble else "",
        is_slapped=figure.slapped,
    )


def state_of(turn: Turn) -> State:
    """The disputed turn as a state of the engine, at the turn's beginning."""
    racers = [racer_of(seat, figure) for seat, figure in enumerate((turn.player, *turn.others))]
    if turn.options.slap_limit == "per_turn":  # whoever was slapped in an earlier turn may be slapped again
        racers = [replace(racer, is_slapped=False) for racer in racers]
    racers[0] = replace(racers[0], played=("left", "right"), typed=Pool(**turn.pool), is_immune=False)
    tokens = {f"t{number}": BonusToken({"": ""}, icons) for number, icons in enumerate(turn.drawn)}
    boss = None
    if turn.boss is not None:
        boss = BossStand("boss", Boss({"": "Boss"}, 4, 5, 6, ()), 5, {}, at=turn.boss)
    state = State(
        kind="competitive" if boss is None else "competitive_boss",
        mode="rookie",
        options=turn.options,
        race_board=RaceBoard("small", {"": "small"}, turn.board),
        board=turn.board,
        racers=tuple(racers),
        heroes={},
        cards={},
        tokens=tokens,
        bag=dict.fromkeys(tokens, 1),
        spent={},
        is_typed=True,
        projectiles=tuple(Projectile(index, at, 0) for index, at in enumerate(turn.projectiles)),
        boss=boss,
        effects=(EnemyExtraSlaps(turn.enemy_extra_slaps),) if turn.enemy_extra_slaps else (),
        phase="turns",
        agenda=(Task("turn", turn.player.name), Task("card"), Task("next_race")),
    )
    course = Course(state)
    settle(course)
    course.complete()
    return course.state
