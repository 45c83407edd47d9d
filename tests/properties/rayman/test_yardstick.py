"""Reach and judge say exactly what the plain search says, on random boards with everything on them."""

from __future__ import annotations

import pytest

from companion.games.rayman.judge import judge, reach
from tests.yardsticks import rayman as yardstick
from tests.yardsticks.rayman_disputes import dispute, with_claim

BOARDS = 1_000
CLAIMS = 160
CHUNK = 100
MOST_STATES = 60_000


@pytest.mark.parametrize("low", range(0, BOARDS, CHUNK))
def test_a_turn_ends_where_the_yardstick_says_and_nowhere_else(low: int) -> None:
    for seed in range(low, low + CHUNK):
        document = dispute(seed)
        assert [list(at) for at in reach(document)] == yardstick.reach(document, MOST_STATES), seed


@pytest.mark.parametrize("low", range(0, CLAIMS, 40))
def test_a_claim_is_legal_where_the_yardstick_says_so(low: int) -> None:
    for seed in range(low, low + 40):
        document = with_claim(dispute(seed), seed)
        assert judge(document).is_legal == yardstick.is_legal(document), seed
