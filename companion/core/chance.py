"""Chance as an input: what a game waits for, which outcomes there are, and how one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
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
        faces, total = request.outcomes, len(request.outcomes)
        count = total if total <= MOST_LISTED else SOME_LISTED
        cards = (faces[index * total // count].id for index in range(count))
        return tuple(RevealCard(request.deck, str(card)) for card in cards)
    dice = [tuple(dict.fromkeys(die.ids)) for die in request.dice]
    dice = [(*ids[request.first % len(ids) :], *ids[: request.first % len(ids)]) for ids in dice]
    if prod(len(ids) for ids in dice) <= MOST_LISTED:
        return tuple(RollDice(faces) for faces in product(*dice))
    return tuple(RollDice(tuple(_rolled(dice, number))) for number in range(SOME_LISTED))


def _rolled(dice: list[tuple[FaceId, ...]], number: int) -> Iterator[FaceId]:
    """Makes one of some rolls in which each die shows all its faces: equal ones first, then ever others."""
    for place, faces in enumerate(dice):
        yield faces[(number + place * (number // len(faces))) % len(faces)]


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
