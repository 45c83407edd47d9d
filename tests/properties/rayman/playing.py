"""Disputed turns as states of the engine, to be played step by step."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.command import Command, RevealCard
from companion.games.rayman import GAME, commands as c
from companion.games.rayman.agenda import settle
from companion.games.rayman.course import Course
from companion.games.rayman.dispute import Figure, Turn, read_dispute
from companion.games.rayman.effects import EnemyExtraSlaps
from companion.games.rayman.entities import BonusToken, Boss
from companion.games.rayman.state import BossStand, Pool, Projectile, RaceBoard, Racer, State, Task


def racer_of(seat: int, figure: Figure, columns: int) -> Racer:
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
        has_finished=figure.has_finished(columns),
    )


def state_of(turn: Turn) -> State:
    """The disputed turn as a state of the engine, at the turn's beginning."""
    racers = [
        racer_of(seat, figure, turn.board.columns) for seat, figure in enumerate((turn.player, *turn.others))
    ]
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


def turn_of(document: dict[str, Any]) -> Turn:
    """The turn of a dispute/1 document."""
    return read_dispute(document)[0]


def commands(state: State, name: str) -> list[Command]:
    """What can be done now; a drawn token joins the pool at once, as a dispute has it."""
    task = state.agenda[0]
    if task.kind == "token":
        assert state.turn is not None
        return [RevealCard("bonus", f"t{len(state.turn.drawn)}")]
    held = state.racer(name).tokens
    if held and task.kind == "turn" and state.turn is not None:
        return [c.UseToken(name, held[0])]
    return list(GAME.legal_commands(state))


def all_ends(turn: Turn, most_states: int) -> set[tuple[int, int]] | None:
    """Follows every line of the turn to its end; None where there are more states than that."""
    name = turn.player.name
    first = state_of(turn)
    queue, seen = [first], set()
    ends: set[tuple[int, int]] = set()
    while queue:
        state = queue.pop()
        if state.agenda[0].kind == "next_race":
            ends.add(state.racer(name).at)
            continue
        for command in commands(state, name):
            after = state
            for event in GAME.decide(state, command):
                after = GAME.evolve(after, event)
            key = msgspec.json.encode((after.racers, after.turn, after.projectiles, after.agenda))
            if key not in seen:
                seen.add(key)
                queue.append(after)
        if len(seen) > most_states:
            return None
    return ends
