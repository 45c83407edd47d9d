"""The fast searches say exactly what the plain one says, on random small boards with everything on them."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from companion.games.rayman.dispute import Claim, Turn
from companion.games.rayman.judge import decide
from companion.games.rayman.search.ends import rests
from companion.games.rayman.search.perches import settled
from companion.games.rayman.search.reach import reach
from companion.games.rayman.search.walk import Search
from tests.bench.plain_search import End, Plain
from tests.bench.random_turns import small_turn

MOST_STATES = 6_000
few = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
many = settings(max_examples=1_500, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 10**9)


def plain_ends(turn: Turn) -> set[End] | None:
    """All ends by the yardstick, or None where it would take too long here."""
    plain = Plain(turn, most_states=MOST_STATES)
    ends = plain.run()
    return None if plain.states > MOST_STATES else ends


def fast_ends(turn: Turn) -> set[End]:
    search = Search(turn, is_exact=True)
    ends = set()
    for rest in rests(search):
        world = search.worlds[rest.node.world]
        crowds = [world.figures]
        if turn.options.perches:
            crowds = list(settled(turn, world.figures, world.projectiles, rest.at))
        for has_token, figures in product((True, False), crowds):
            if rest.bits & (search.with_token if has_token else ~search.with_token):
                ends.add(
                    End(
                        rest.at,
                        has_token and rest.keeps_heart,
                        frozenset(s for s, i in search.enemies.items() if world.defeated >> i & 1),
                        frozenset(c for i, (c, _) in enumerate(turn.board.teensies) if world.freed >> i & 1),
                        frozenset(
                            o.name for o, f in zip(turn.others, world.figures, strict=True) if f.slapped
                        ),
                        tuple((figure.p, figure.level) for figure in figures),
                    )
                )
    return ends


def check_reach(seed: int) -> None:
    turn = small_turn(Random(seed))
    ends = plain_ends(turn)
    if ends is not None:
        assert reach(turn) == {end.at for end in ends}


def check_ends(seed: int) -> None:
    turn = small_turn(Random(seed))
    ends = plain_ends(turn)
    if ends is not None:
        assert fast_ends(turn) == ends


def check_claims(seed: int) -> None:
    random = Random(seed)
    turn = small_turn(random)
    ends = plain_ends(turn)
    if not ends:
        return
    known = sorted(ends, key=repr)
    for _ in range(4):
        end, other = random.choice(known), random.choice(known)
        claim = Claim(
            end.at,
            defeated=random.choice([None, end.defeated, other.defeated]),
            freed=random.choice([None, end.freed, other.freed]),
            slapped=random.choice([None, None, end.slapped, other.slapped]),
            heart=random.choice([None, end.heart, other.heart]),
            players=tuple(
                (figure.name, random.choice([end, other]).places[index])
                for index, figure in enumerate(turn.others)
                if random.random() < 0.3
            ),
        )
        assert (decide(turn, claim) is not None) == any(fits(turn, one, claim) for one in ends)


def fits(turn: Turn, end: End, claim: Claim) -> bool:
    places = dict(zip((other.name for other in turn.others), end.places, strict=True))
    return (
        end.at == claim.at
        and claim.defeated in (None, end.defeated)
        and claim.freed in (None, end.freed)
        and claim.slapped in (None, end.slapped)
        and claim.heart in (None, end.heart)
        and all(places[name] == place for name, place in claim.players)
    )


@few
@given(seeds)
def test_reach_lists_exactly_the_ends_of_the_plain_search(seed: int) -> None:
    check_reach(seed)


@few
@given(seeds)
def test_every_outcome_is_exactly_that_of_the_plain_search(seed: int) -> None:
    check_ends(seed)


@few
@given(seeds)
def test_claims_are_decided_as_the_plain_search_decides_them(seed: int) -> None:
    check_claims(seed)


@pytest.mark.slow
@many
@given(seeds)
def test_many_turns_agree(seed: int) -> None:
    check_reach(seed)
    check_ends(seed)
    check_claims(seed)
