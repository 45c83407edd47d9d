"""What a verdict says is missing is enough, and not one action too many."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.rayman.dispute import Claim, Turn
from companion.games.rayman.judge import decide
from companion.games.rayman.search.reach import reach
from companion.games.rayman.shortage import shortage
from tests.bench.random_turns import heavy_turn


def usual_turn(random: Random) -> Turn:
    pool = {
        "move": random.randrange(1, 5),
        "jump": random.randrange(2),
        "slap": random.randrange(3),
        "crouch": random.randrange(2),
        "heart": random.randrange(2),
    }
    turn = heavy_turn(random, pool=pool)
    return replace(turn, drawn=(), others=turn.others[:1])


def holds(turn: Turn, at: tuple[int, int], more: dict[str, int]) -> bool:
    pool = {**turn.pool, **{icon: turn.pool.get(icon, 0) + count for icon, count in more.items()}}
    return decide(replace(turn, pool=pool), Claim(at)) is not None


@pytest.mark.parametrize("seed", range(12))
def test_what_is_missing_is_enough_and_none_too_many(seed: int) -> None:
    random = Random(seed)
    turn = usual_turn(random)
    found = reach(turn)
    p = turn.player.at[0]
    out_of_reach = [
        (q, level)
        for q in range(max(p - 4, 0), p + 10)
        for level in turn.board.floor_levels(q)
        if (q, level) not in found and not turn.board.is_obstacle(q, level)
    ]
    told = 0
    for at in random.sample(out_of_reach, min(5, len(out_of_reach))):
        lacks = shortage(turn, at)
        if lacks is None:
            continue
        told += 1
        assert holds(turn, at, lacks.lacking), (at, lacks.lacking)
        for icon, count in lacks.lacking.items():
            assert not holds(turn, at, {**lacks.lacking, icon: count - 1}), (at, lacks.lacking, icon)
    assert told
