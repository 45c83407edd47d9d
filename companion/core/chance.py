"""Chance as an input: what a game waits for, which outcomes there are, and how one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Literal

import msgspec
from msgspec import Struct

from companion.core.blocks import Choice
from companion.core.command import ChanceCommand, Command, RevealCard, RollDice
from companion.core.dice import DiceRequest, Face, FaceId
from companion.core.message import Message

MOST_LISTED = 64
"""How many outcomes are listed one by one."""
SOME_LISTED = 24
"""How many are listed, spread evenly, where there are more."""


class DrawRequest(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="draw"):
    """The game waits for a card or tile off a shuffled `deck`; the answer is a `RevealCard`."""

    deck: str
    outcomes: tuple[Face, ...]
    purpose: Message
    what: Literal["card", "tile"] = "card"


ChanceRequest = DiceRequest | DrawRequest


def outcomes_of(request: ChanceRequest) -> tuple[ChanceCommand, ...]:
    """Lists every outcome, or some of them spread evenly where there are too many."""
    if isinstance(request, DrawRequest):
        faces = request.outcomes
        return tuple(RevealCard(request.deck, str(faces[number].id)) for number in _listed(len(faces)))
    dice = [tuple(dict.fromkeys(die.ids)) for die in request.dice]
    total = prod(len(faces) for faces in dice)
    return tuple(RollDice(tuple(_roll(dice, number, request.first))) for number in _listed(total))


def _listed(total: int) -> Iterator[int]:
    """Numbers the outcomes that are listed: all, or some spread evenly."""
    count = total if total <= MOST_LISTED else SOME_LISTED
    return (index * total // count for index in range(count))


def _roll(dice: list[tuple[FaceId, ...]], number: int, first: int) -> Iterator[FaceId]:
    """Reads a number as a roll: each die is one digit of it, the last die the lowest."""
    digits = []
    for faces in reversed(dice):
        number, digit = divmod(number, len(faces))
        digits.append(faces[(digit + first) % len(faces)])
    return reversed(digits)


def draw(request: ChanceRequest, choose: Callable[[int], int]) -> ChanceCommand:
    """Draws one outcome as real dice and decks do; `choose(n)` picks a number below n."""
    if isinstance(request, DrawRequest):
        return RevealCard(request.deck, str(request.outcomes[choose(len(request.outcomes))].id))
    return RollDice(tuple(die.ids[choose(len(die.ids))] for die in request.dice))


def draw_choices(
    requests: Iterable[ChanceRequest],
    *,
    player: str | None = None,
    spaces: Mapping[str, str] | None = None,
    group: Literal["chance", "secret"] = "chance",
) -> Iterator[Choice]:
    """Turns the cards or tiles that may come into choices; `spaces` says which touched space means which."""
    for request in requests:
        if not isinstance(request, DrawRequest):
            continue
        for face in request.outcomes:
            command = msgspec.to_builtins(RevealCard(request.deck, str(face.id)))
            space = (spaces or {}).get(str(face.id))
            yield Choice(face.named, command, face.icon, space, player, group)


def is_outcome(requests: Iterable[ChanceRequest], command: Command) -> bool:
    """Tells whether a command answers one of the requests."""
    return any(_answers(request, command) for request in requests)


def _answers(request: ChanceRequest, command: Command) -> bool:
    match command, request:
        case RollDice(faces), DiceRequest(dice) if len(faces) == len(dice):
            return all(face in die.ids for face, die in zip(faces, dice, strict=True))
        case RevealCard(deck, card), DrawRequest(asked, outcomes):
            return deck == asked and card in {str(face.id) for face in outcomes}
    return False


def dice_asked(requests: Iterable[ChanceRequest]) -> DiceRequest | None:
    """Returns the roll that is waited for, if any."""
    return next((request for request in requests if isinstance(request, DiceRequest)), None)


def draw_asked(requests: Iterable[ChanceRequest]) -> DrawRequest | None:
    """Returns the card or tile that is waited for, if any."""
    return next((request for request in requests if isinstance(request, DrawRequest)), None)
