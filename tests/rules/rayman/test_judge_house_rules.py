"""The judge at a table of five or six, with abilities that work once a race, and in the middle of a turn."""

from __future__ import annotations

import pytest

from companion.games.rayman import commands as c
from companion.games.rayman.rules.position import ODD
from companion.games.rayman.running import opening_of, reachable
from companion.i18n import words
from tests.rules.rayman import asking
from tests.rules.rayman.judged import dispute, ends
from tests.rules.rayman.table import Table

PERCHES = {"perches": True}
GLOBOX = {"globox": {"at": [6, 1], "slapped": True}}


@pytest.mark.clause("RAY-PUSH-12")
def test_a_turn_ends_on_a_head_only_where_the_dispute_says_so() -> None:
    jump_on = ([5, 1], {"move": 1, "jump": 1})
    assert (6, 2) not in ends(*jump_on, others=GLOBOX)
    assert (6, 2) in ends(*jump_on, others=GLOBOX, options=PERCHES)


@pytest.mark.clause("RAY-PUSH-12")
def test_what_is_missing_to_get_onto_a_head_is_said() -> None:
    claim = {"at": [6, 2]}
    verdict = asking.judge(dispute([4, 1], {"move": 1}, others=GLOBOX, options=PERCHES, claim=claim))
    assert verdict.because is not None
    assert words(verdict.because, "en") == "The turn is one Movement short."


@pytest.mark.clause("RAY-PUSH-12")
def test_who_walks_into_a_figure_may_be_put_on_its_head() -> None:
    found = ends([5, 1], {"move": 1}, others=GLOBOX, options=PERCHES)
    assert found == {(4, 1), (5, 1), (6, 2)}


@pytest.mark.clause("RAY-PUSH-13")
def test_from_a_head_one_walks_or_falls_but_does_not_jump() -> None:
    found = ends([6, 2], {"move": 1, "jump": 1}, others=GLOBOX, options=PERCHES)
    assert found == {(5, 1), (6, 2), (7, 1)}


@pytest.mark.clause("RAY-PUSH-12")
def test_a_table_of_five_writes_the_exception_into_its_disputes() -> None:
    table = Table(players=5).put("Ana", (5, 1)).put("Bo", (6, 1))
    table.begin(Ana={"move": 1, "jump": 1}).jump().move(1)
    assert "6/2" in reachable(table.state)
    document = asking.dispute(table.state, "6/2")
    assert document["options"]["perches"] is True
    assert asking.judge(document).is_legal
    table.end()
    assert table.at("Ana") == (6, 2)


@pytest.mark.clause("RAY-PUSH-13")
def test_on_the_own_turn_one_may_let_go_of_a_head() -> None:
    table = Table(players=5).put("Bo", (6, 1)).put("Ana", (6, 2))
    table.begin(Ana={"move": 1})
    assert c.Jump("Ana") not in table.legal()
    table.fall().end()
    assert table.waits == "beside"
    assert (6, 2) in table.places()


ONCE = {"legendary_once": True}


@pytest.mark.clause("RAY-VARIANT-8")
@pytest.mark.parametrize(
    ("legendary", "board", "at", "pool", "always", "once"),
    [
        ("weaver", {"enemies": [[6, 1], [7, 1]]}, (5, 1), {"move": 3, "crouch": 2}, (9, 1), (6, 1)),
        ("drifter", {"platforms": {"2": "5", "3": "9"}}, (5, 2), {"move": 6, "glide": 1}, (9, 3), (9, 3)),
        ("drifter", {"platforms": {"3": "9"}}, (5, 1), {"move": 6, "glide": 1}, (9, 3), None),
        ("dasher", {"platforms": {"2": "5,7,9"}}, (5, 2), {"move": 4}, (9, 2), (7, 2)),
        ("sneaker", {"thick": {"1": "6,8"}}, (5, 1), {"move": 3, "heart": 2}, (8, 1), None),
        ("scrambler", {"platforms": {"3": "5,6"}}, (5, 1), {"jump": 2}, (6, 3), (6, 3)),
    ],
)
def test_an_ability_that_works_once_is_gone_afterwards(
    legendary: str,
    board: dict[str, object],
    at: tuple[int, int],
    pool: dict[str, int],
    always: tuple[int, int],
    once: tuple[int, int] | None,
) -> None:
    """`always` is an end with the ability at will, `once` one that a single use allows."""
    player = {"legendary": legendary}
    usual = ends(list(at), pool, board=board, player=player)
    limited = ends(list(at), pool, board=board, player=player, options=ONCE)
    assert always in usual
    assert once in limited or once is None
    assert limited <= usual
    assert (always in limited) == (always == once)


@pytest.mark.clause("RAY-VARIANT-8")
def test_a_smasher_pays_the_usual_price_for_the_second_far_slap() -> None:
    board = {"enemies": [[6, 1], [4, 1]]}
    player = {"legendary": "smasher"}
    claim = {"at": [5, 1], "defeated": [[6, 1], [4, 1]]}
    for slaps, is_legal in ((2, False), (3, True)):
        document = dispute([5, 1], {"slap": slaps}, board=board, player=player, options=ONCE, claim=claim)
        verdict = asking.judge(document)
        assert verdict.is_legal == is_legal
    assert verdict.spent == {"slap": 3}


@pytest.mark.clause("RAY-VARIANT-8")
def test_a_dasher_uses_the_ability_up_even_when_the_second_step_finds_a_floor() -> None:
    board = {"platforms": {"2": "5,7"}}
    table = Table(board, legends={"Ana": "dasher"}, options=ONCE).put("Ana", (5, 2))
    table.begin(Ana={"move": 3}).move(2)
    assert table.racer("Ana").has_used_legendary
    table.move(1)
    assert table.state.turn is not None
    assert table.state.turn.stance == "drop"


@pytest.mark.clause("RAY-VARIANT-8")
def test_a_dispute_after_the_ability_is_gone_is_judged_without_it() -> None:
    board = {"enemies": [[6, 1], [7, 1]]}
    table = Table(board, legends={"Ana": "weaver"}, options=ONCE).put("Ana", (5, 1))
    table.begin(Ana={"move": 2, "crouch": 1}).move(1, enemy="dodge")
    assert asking.judge(asking.dispute(table.state, "6/1")).is_legal
    table.end().end_round()
    table.put("Ana", (6, 1)).begin(Ana={"move": 1, "crouch": 1})
    assert table.racer("Ana").has_used_legendary
    assert not asking.judge(asking.dispute(table.state, "7/1")).is_legal
    assert "7/1" not in reachable(table.state)


@pytest.mark.clause("RAY-LEGEND-14")
def test_a_turn_in_its_middle_remembers_an_icon_without_a_pair() -> None:
    table = Table(legends={"Ana": "sneaker"}).put("Ana", (5, 1))
    table.begin(Ana={"crouch": 1, "heart": 1})
    assert "6/1" in reachable(table.state)
    table.do(c.TakeHeart("Ana"))
    assert opening_of(table.state).opening & ODD
    assert "6/1" in reachable(table.state)
    table.do(c.Convert("Ana", "token")).move(1)


@pytest.mark.clause("RAY-ENEMY-4")
def test_a_turn_in_its_middle_remembers_whom_it_defeated() -> None:
    """The enemy stays harmless for the player, but not for a figure that is pushed onto it."""
    table = Table({"enemies": [[6, 1]]}, players=3).put("Ana", (5, 1)).put("Bo", (7, 1))
    table.begin(Ana={"move": 3, "slap": 4}).move(1, enemy="slap").token().move(2)
    world = opening_of(table.state).world(opening_of(table.state).opening)
    assert (world.dead, world.covered) == (1, 0)
    table.slap("Bo", -1)
    assert table.at("Bo") == (4, 1)


@pytest.mark.clause("RAY-PUSH-12")
def test_a_way_leads_onto_a_head() -> None:
    table = Table(players=5).put("Ana", (5, 1)).put("Bo", (6, 1)).begin(Ana={"move": 1, "jump": 1})
    way = asking.ways_to(table.state, "6/2")[0]
    table.do(*way.commands)
    assert table.at("Ana") == (6, 2)
