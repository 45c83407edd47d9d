"""The stepwise engine and the judge check each other: they share nothing but the board."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec.structs import replace

from companion.core.command import RevealCard
from companion.games.rayman import GAME, commands as c
from companion.games.rayman.agenda import settle
from companion.games.rayman.course import Course
from companion.games.rayman.dispute import Claim, Figure, Turn
from companion.games.rayman.effects import EnemyExtraSlaps
from companion.games.rayman.entities import BonusToken, Boss
from companion.games.rayman.events import BossSlapped, EnemyDefeated, FigureMoved
from companion.games.rayman.judge import decide
from companion.games.rayman.search.reach import reach
from companion.games.rayman.state import BossStand, Pool, Projectile, RaceBoard, Racer, State, Task
from tests.bench.random_turns import small_turn

few = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=5_000, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 10**9)


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


def is_forced(state: State, command: object) -> bool:
    """Tells whether a turn ends only because it cannot go on, which the model of a turn leaves out."""
    turn = state.turn
    if turn is None or not isinstance(command, c.EndTurn) or turn.stance == "finished":
        return False
    if turn.stance == "hurdle":
        return turn.pool.move > 0
    at = state.racer(turn.player).at
    return state.projectile_at(at) is not None or state.is_boss_at(at)


def play_turn(turn: Turn, random: Random) -> tuple[State, Claim] | None:
    """Plays a random turn; drawn tokens join the pool at once, as a dispute has it."""
    state = state_of(turn)
    name = turn.player.name
    taken = []
    while state.agenda[0].kind != "next_race":
        legal = list(GAME.legal_commands(state))
        command = random.choice(legal)
        running = state.turn
        if isinstance(command, RevealCard):
            assert running is not None
            command = RevealCard("bonus", f"t{len(running.drawn)}")
        elif state.racer(name).tokens and state.agenda[0].kind == "turn":
            command = c.UseToken(name, state.racer(name).tokens[0])
            if running is not None and running.is_ending:
                return None
        if is_forced(state, command):
            return None
        taken.append(command)
        for event in GAME.decide(state, command):
            is_put_aside = isinstance(event, FigureMoved) and (event.player, event.why) == (name, "beside")
            if is_put_aside and state.is_boss_at(state.racer(name).at):
                return None
            state = GAME.evolve(state, event)
    racer = state.racer(name)
    if state.is_boss_at(racer.at) and not racer.is_immune and not racer.has_finished:
        return None
    claim = Claim(
        at=racer.at,
        defeated=_defeated(turn, taken),
        freed=frozenset(racer.freed) - set(turn.player.freed),
        heart=racer.has_heart,
        players=tuple((other.name, other.at) for other in state.racers[1:]),
    )
    return state, claim


def _defeated(turn: Turn, taken: list[c.PlayerCommand]) -> frozenset[tuple[int, int]]:
    """Plays the commands again and notes the enemies that were defeated."""
    state = state_of(turn)
    found: set[tuple[int, int]] = set()
    for command in taken:
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
            if isinstance(event, EnemyDefeated):
                found.add(event.at)
            if isinstance(event, BossSlapped) and turn.boss is not None:
                found.add(turn.boss)
    return frozenset(found)


def check(seed: int) -> bool:
    random = Random(seed)
    turn = replace(small_turn(random), stance=None)
    if turn.player.at[0] % turn.board.columns and turn.board.is_obstacle(*turn.player.at):
        return False
    played = play_turn(turn, random)
    if played is None:
        return False
    _, claim = played
    assert claim.at in reach(turn), (seed, claim)
    assert decide(turn, claim) is not None, (seed, claim)
    return True


@few
@given(seeds)
def test_what_the_engine_plays_the_judge_calls_legal(seed: int) -> None:
    check(seed)


def test_most_random_turns_come_before_the_judge() -> None:
    assert sum(check(seed) for seed in range(40)) > 25


@pytest.mark.slow
@many
@given(seeds)
def test_what_the_engine_plays_the_judge_calls_legal_thousands_of_times(seed: int) -> None:
    check(seed)
