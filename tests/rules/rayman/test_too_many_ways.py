"""A turn with more ways than can be searched is refused in one line, and what is known is still said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.core.message import say
from companion.core.patience import TooManyWays
from companion.games.rayman import judge as judging, reasons
from companion.games.rayman.dispute import Claim, Turn
from companion.games.rayman.judge import judge, reach
from companion.games.rayman.reasons import Reason
from companion.games.rayman.rules import table

from .judged import dispute

SEVEN = {"move": 7, "jump": 7, "slap": 6, "glide": 7, "crouch": 7, "heart": 7, "lums": 7}
SHOTS = [[column, level] for column in range(12) for level in (1, 2, 3)]
"""A projectile on every space: any of them may be gone once damage goes on."""


def under_fire() -> dict[str, object]:
    board = {"columns": 12, "platforms": {"2": "1-11", "3": "1-11"}}
    options = {"damage_ends_turn": False}
    return dispute([6, 1], SEVEN, board=board, projectiles=SHOTS, options=options, claim={"at": [11, 1]})


def test_projectiles_everywhere_are_not_too_many_ways() -> None:
    assert judge(under_fire()).is_legal
    assert [11, 1] in reach(under_fire())


@pytest.mark.parametrize("question", [judge, reach])
def test_too_many_ways_are_refused(
    question: Callable[[dict[str, object]], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "PATIENCE", 1_000)
    monkeypatch.setattr(table, "PATIENCE", 1_000)
    with pytest.raises(Invalid) as refused:
        question(under_fire())
    assert reason(refused.value, "en").startswith("There are more ways than can be searched")


def test_a_pool_of_every_icon_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    crowded = {"columns": 44, "platforms": {"2": "0-43", "3": "0-43"}, "enemies": [[8, 2], [9, 1], [11, 3]]}
    turn = dispute([6, 1], SEVEN, board=crowded, player={"legendary": "weaver"}, claim={"at": [30, 1]})
    monkeypatch.setattr(judging, "PATIENCE", 10_000)
    with pytest.raises(TooManyWays):
        judge(turn)


def test_what_is_amiss_never_costs_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(turn: Turn, claim: Claim) -> Iterator[Reason]:
        raise TooManyWays(say("core.search.too_many"))

    far = dispute([6, 1], {"move": 2}, claim={"at": [9, 1]})
    amiss = judge(far).because
    assert amiss is not None
    assert amiss.key == "rayman_judge.because.short"
    monkeypatch.setattr(reasons, "_reasons", endless)
    verdict = judge(far)
    assert (verdict.is_legal, verdict.nearest[0]) == (False, [8, 1])
    assert verdict.because is not None
    assert verdict.because.key == "rayman_judge.because.no_way"
