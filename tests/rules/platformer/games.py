"""Games for tests: a set-up dealt by seed, and players that climb."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.content.library import Content
from companion.content.loader import load_content
from companion.core.chance import draw
from companion.core.command import Command
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.decide import decide
from companion.games.platformer.evolve import evolve, with_player
from companion.games.platformer.game import GAME
from companion.games.platformer.state import Foe, State
from companion.games.platformer.turn.position import Symbol


@cache
def sample() -> Content:
    return load_content(GAME)


def take(state: State, command: Command) -> State:
    for event in decide(state, command):
        state = evolve(state, event)
    return state


def dealt(seed: int = 1, **setup: Any) -> State:
    """A game up to the first roll."""
    rng = Random(seed)
    state = GAME.new_state({"players": ["Ana", "Bo"], **setup}, sample())
    while state.tasks and state.tasks[0] != "roll":
        state = take(state, draw(GAME.chance(state)[0], rng.randrange))
    return state


def acting(state: State, at: str = "1/1", dice: dict[Symbol, int] | None = None, **changes: Any) -> State:
    """The same game in the actions of the first player, nobody else being on the map."""
    state = replace(
        state, step="actions", tasks=(), dice=dice or {}, foes={}, gems=(), coins=(), was_off=False,
        rolled=tuple(symbol for symbol, count in (dice or {}).items() for _ in range(count)),
    )  # fmt: skip
    return with_player(state, state.active.name, at=at, **changes)


def with_foe(state: State, at: str, kind: str = "slime", name: str = "slime-99", **more: Any) -> State:
    return replace(state, foes={**state.foes, name: Foe(kind, at, **more)})


def at_the_top(seed: int = 1, **setup: Any) -> State:
    """A game with every level turned up and the Boss on its cell."""
    rng = Random(seed)
    state = dealt(seed, **setup)
    while not board.has_boss_level(state):
        top = board.space_id(1, state.revealed * 4)
        state = take(acting(state, top, {"coin": 1}), cmd.TakeCoins("coin"))
        while state.tasks:
            state = take(state, draw(GAME.chance(state)[0], rng.randrange))
    return state


def offers(state: State, kind: type[Command]) -> list[Any]:
    return [command for command in GAME.legal_commands(state) if isinstance(command, kind)]


def play(
    seed: int,
    *,
    climbs: bool = True,
    watch: Callable[[State, Command, State], None] | None = None,
    **setup: Any,
) -> State:
    """Plays a whole game; players climb, collect and strike, or do anything at all."""
    rng = Random(seed)
    state = GAME.new_state({"players": ["Ana", "Bo"], **setup}, sample())
    for _ in range(20_000):
        if GAME.outcome(state) is not None:
            return state
        requests = GAME.chance(state)
        if requests:
            command: Command = draw(requests[0], rng.randrange)
        elif climbs:
            here = state
            command = max(GAME.legal_commands(state), key=lambda one: worth(here, one, rng))
        else:
            command = rng.choice(GAME.legal_commands(state))
        after = take(state, command)
        if watch is not None:
            watch(state, command, after)
        assert not GAME.problems(after), (seed, command)
        state = after
    raise AssertionError("the game does not end")


def worth(state: State, command: Command, rng: Random) -> float:
    """Says how much a player that climbs likes a command."""
    match command:
        case cmd.Attack(enemy):
            if state.foes[enemy].is_boss:
                return 150
            return 20 if "gem" in command.paid else 100
        case cmd.Generate():
            return 90
        case cmd.Buy():
            return 60
        case cmd.UseCard():
            return 50
        case cmd.Move(to) | cmd.Step(to) | cmd.Hop(to):
            up = board.place_of(to)[1] - board.place_of(state.active.at)[1]
            gems = 20 * ("gem" in getattr(command, "paid", ""))
            return 40 + 10 * up + 15 * (to in state.gems) - gems + 8 * rng.random()
        case cmd.UseStar():
            return 38
        case cmd.TakeCoins(paid):
            return 0 if "gem" in paid else 37
        case cmd.EndTurn(special, _, lets_go):
            return 36 + bool(special) - 5 * lets_go
    return 36 * rng.random()
