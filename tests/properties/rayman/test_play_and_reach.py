"""All that can be played in a turn, followed to every end: the ends of reach, and no others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.judge import ends_of, judge
from tests.properties.rayman.playing import all_ends, turn_of
from tests.yardsticks.rayman_disputes import dispute

TURNS = 24
MOST_STATES = 100_000


def ends_in_play(turn: Turn) -> set[Space]:
    """The ends of a turn in which no token is left to draw but those that the dispute lists."""
    return ends_of(replace(turn, may_draw=bool(turn.drawn)))


@pytest.mark.parametrize("seed", range(TURNS))
def test_play_ends_where_reach_says_and_nowhere_else(seed: int) -> None:
    turn = turn_of(dispute(seed))
    assert all_ends(turn, MOST_STATES) == ends_in_play(turn)


def test_no_token_can_help_where_none_is_left_to_draw() -> None:
    """A Slap at an enemy leads nowhere from the Boss's space when supply and discards are empty."""
    turn = turn_of(dispute(900_043))
    assert all_ends(turn, MOST_STATES) == ends_in_play(turn)


def test_who_begins_on_a_projectile_is_stuck_only_where_no_token_can_help() -> None:
    """C5-29, C5-30: while a token may be drawn, the enemy has to be slapped first."""
    turn = turn_of(dispute(5_001_854))
    assert all_ends(turn, MOST_STATES) == ends_in_play(turn) == {(8, 2)}
    assert ends_of(turn) == set()


def test_a_figure_over_the_line_covers_the_enemy_under_it_for_others() -> None:
    turn = turn_of(dispute(1_100_014))
    assert all_ends(turn, MOST_STATES) == ends_in_play(turn)


def by_ill_luck(seed: int) -> set[Space]:
    """The ends in play that reach does not list; judge must call each of them legal (C5-29)."""
    document = dispute(seed)
    turn = turn_of(document)
    played, listed = all_ends(turn, MOST_STATES), ends_in_play(turn)
    assert listed <= played, seed
    for end in played - listed:
        assert judge({**document, "claim": {"at": end}}).is_legal, (seed, end)
    return played - listed


def test_who_only_a_drawn_token_leaves_on_the_boss_ends_outside_reach() -> None:
    assert by_ill_luck(8_000_267)


@pytest.mark.bench
def test_play_and_reach_on_many_turns() -> None:
    unlucky = [seed for seed in range(2_000) if by_ill_luck(seed)]
    print(f"\nturns with ends by ill luck with a token: {unlucky}")
    assert len(unlucky) < 20
