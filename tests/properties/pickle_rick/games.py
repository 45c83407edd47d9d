"""Plays random games and checks every state and every turn on the way."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.content.library import Content
from companion.content.loader import load_content
from companion.core.command import Command
from companion.games.pickle_rick import commands as cmd, content as fx
from companion.games.pickle_rick.game import GAME
from companion.games.pickle_rick.state import State

CONTENT = load_content(GAME)
NOTHING = Content((), {})
UNTOLD = (fx.Suppress, fx.Personal, fx.Deploy)
"""Cards whose effect on the map a dispute does not carry."""
MOST_STEPS = 4000


def choose(state: State, random: Random) -> Command:
    """Takes anything that can be done; ends a turn only now and then while something else is possible."""
    offers = GAME.offers(state)
    assert offers, state.now
    others = [command for command in offers if not isinstance(command, cmd.EndTurn)]
    if others and len(others) < len(offers) and random.random() < 0.7:
        return random.choice(others)
    return random.choice(offers)


def play(setup: dict[str, Any], seed: int, *, judges: bool = False) -> State:
    """Plays a game to its end: no invariant breaks, and judged, every end of a turn is in reach."""
    random = Random(seed)
    state = GAME.new_state(setup, CONTENT)
    for _ in range(MOST_STEPS):
        if GAME.outcome(state) is not None:
            return state
        command = choose(state, random)
        if judges and isinstance(command, cmd.EndTurn):
            judge_turn(state, random)
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
        assert GAME.problems(state) == (), (seed, command)
    raise AssertionError("the game does not end")


def judge_turn(state: State, random: Random) -> None:
    """Asks the judge about the turn as it was just played."""
    discard = state.decks[state.turn].discard
    if state.turn == "russians" and any(isinstance(state.cards[name].effect, UNTOLD) for name in discard):
        return
    figures = ["rick"] if state.turn == "rick" else [figure.id for figure in state.figures]
    if not figures:
        return
    figure = random.choice(figures)
    at = state.rick_at if figure == "rick" else place_of_figure(state, figure)
    document = GAME.dispute(state, figure, at)
    verdict = GAME.judge(document, NOTHING)
    assert verdict.is_legal, (document, verdict.because)


def place_of_figure(state: State, figure: str) -> str:
    x, y = state.figure(figure).at
    return f"{x},{y}"
