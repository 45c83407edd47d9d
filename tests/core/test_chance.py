"""What is listed of the outcomes that a game waits for."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from companion.core.chance import MOST_LISTED, SOME_LISTED, DrawRequest, outcomes_of
from companion.core.command import RevealCard, RollDice
from companion.core.dice import DiceRequest, Die, Face
from companion.core.message import literal


@pytest.mark.parametrize(("count", "listed"), [(MOST_LISTED, MOST_LISTED), (MOST_LISTED + 1, SOME_LISTED)])
def test_of_a_large_deck_some_cards_are_listed_spread_evenly(count: int, listed: int) -> None:
    cards = tuple(Face(f"card-{number}", "card", literal(str(number))) for number in range(count))
    found = outcomes_of(DrawRequest("deck", cards, literal("draw")))
    numbers = [int(one.card.removeprefix("card-")) for one in found if isinstance(one, RevealCard)]
    assert len(set(numbers)) == listed
    steps = {after - before for before, after in pairwise(numbers)}
    assert max(steps) - min(steps) <= 1


def test_of_many_rolls_some_are_listed_in_which_each_die_shows_all_its_faces() -> None:
    die = Die(tuple(Face(face, face, literal(face)) for face in "abcdef"))
    rolls = [
        one.faces
        for one in outcomes_of(DiceRequest((die,) * 5, literal("roll")))
        if isinstance(one, RollDice)
    ]
    assert len(set(rolls)) == SOME_LISTED
    assert all(Counter(faces) == dict.fromkeys("abcdef", 4) for faces in zip(*rolls, strict=True))
    assert {len(set(faces)) for faces in rolls} == {1, 2, 3, 5}
