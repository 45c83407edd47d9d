"""What a race waits for that nobody chooses: the die, tokens, attacks, cards dealt or lost at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.chance import ChanceRequest, DrawRequest
from companion.core.command import RevealCard
from companion.core.dice import D6, DiceRequest, Face
from companion.core.message import say
from companion.games.rayman.draft import teensy_places
from companion.games.rayman.labels import words_for
from companion.games.rayman.state import State, Task


def chance(state: State) -> tuple[ChanceRequest, ...]:
    """Says what is waited for now; nothing where somebody chooses."""
    if state.outcome is not None or not state.agenda:
        return ()
    task = state.agenda[0]
    ask = ASKS.get(task.kind)
    return () if ask is None else (ask(state, task),)


def _round(state: State, task: Task) -> ChanceRequest:
    return DiceRequest((D6,), say("rayman.dice.round"), first=state.round % 6)


def _tie(state: State, task: Task) -> ChanceRequest:
    return DiceRequest((D6,), say("rayman.dice.tie"), first=state.racer(task.player).seat)


def _draw(state: State, task: Task, deck: str, cards: Sequence[str]) -> ChanceRequest:
    faces = tuple(Face(card, label=words_for(state, RevealCard(deck, card))) for card in cards)
    return DrawRequest(deck, faces, say(f"rayman.wait.{task.kind}", player=task.player))


def _token(state: State, task: Task) -> ChanceRequest:
    bag = state.bag if any(state.bag.values()) else state.spent
    return _draw(state, task, "bonus", [token for token, count in bag.items() if count > 0])


def _attack(state: State, task: Task) -> ChanceRequest:
    assert state.boss is not None
    return _draw(state, task, "attack", state.boss.deck or tuple(state.boss.attacks))


def _random_teensy(state: State, task: Task) -> ChanceRequest:
    spaces = [f"{column}/{level}" for column, level in teensy_places(state)]
    return _draw(state, task, f"teensy:{task.word}", spaces)


ASKS: dict[str, Callable[[State, Task], ChanceRequest]] = {
    "roll": _round,
    "tie": _tie,
    "token": _token,
    "attack": _attack,
    "deal": lambda state, task: _draw(state, task, "additional", state.draft.deck),
    "random_discard": lambda state, task: _draw(
        state, task, f"hand:{task.player}", state.racer(task.player).hand
    ),
    "random_teensy": _random_teensy,
}
