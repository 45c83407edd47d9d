"""Trades of Bonus tokens between team mates: offered, confirmed, any number each way."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.rayman import commands as c, events as e
from companion.games.rayman.evolve import evolve
from companion.i18n import words
from tests.rules.rayman import fix
from tests.rules.rayman.table import Table
from tests.rules.rayman.test_clauses_team import team

FOUR = ("move-move", "move-crouch", "move-heart", "move-jump")
OTHER_FOUR = ("slap-slap", "jump-slap", "jump-glide", "move-slap")


def neighbours(one: tuple[str, ...] = FOUR, other: tuple[str, ...] = OTHER_FOUR) -> Table:
    return team().put("Ana", (5, 1), tokens=one).put("Bo", (6, 1), tokens=other).begin(Ana={})


@pytest.mark.clause("RAY-COOP-21", "RAY-COOP-13")
@pytest.mark.parametrize("by", ["Ana", "Bo"])
def test_four_tokens_go_for_four_in_one_step(by: str) -> None:
    table = neighbours()
    trade = {"Ana": ("Ana", "Bo", FOUR, OTHER_FOUR), "Bo": ("Bo", "Ana", OTHER_FOUR, FOUR)}[by]
    assert c.OfferTrade(*trade) in table.legal()
    table.do(c.OfferTrade(*trade))
    assert (table.racer("Ana").tokens, table.racer("Bo").tokens) == (FOUR, OTHER_FOUR)
    table.do(c.AcceptTrade(trade[1]))
    assert (table.racer("Ana").tokens, table.racer("Bo").tokens) == (OTHER_FOUR, FOUR)
    assert table.waits == "turn"


@pytest.mark.clause("RAY-COOP-21")
def test_the_other_player_may_decline_and_only_that_player_answers() -> None:
    table = neighbours().do(c.OfferTrade("Ana", "Bo", FOUR[:2], OTHER_FOUR[:2]))
    assert table.legal() == [c.AcceptTrade("Bo"), c.DeclineTrade("Bo")]
    for command in (c.AcceptTrade("Ana"), c.EndTurn("Ana")):
        assert table.refuse(command) == ("RAY-COOP-21",)
    table.do(c.DeclineTrade("Bo"))
    assert (table.racer("Ana").tokens, table.racer("Bo").tokens) == (FOUR, OTHER_FOUR)
    assert table.waits == "turn"
    assert table.state.turn is not None
    assert table.state.turn.offer is None


@pytest.mark.clause("RAY-COOP-21", "RAY-TOKEN-2")
@pytest.mark.parametrize(
    ("gives", "takes", "clause"),
    [
        ((), (), "RAY-COOP-21"),
        (("slap-slap",), (), "RAY-COOP-21"),
        (("move-move", "move-move"), OTHER_FOUR[:2], "RAY-COOP-21"),
        (FOUR[:1], (), "RAY-TOKEN-2"),
        (FOUR[:1], OTHER_FOUR[:2], "RAY-TOKEN-2"),
    ],
)
def test_a_trade_needs_tokens_that_are_held_and_room_for_them(
    gives: tuple[str, ...], takes: tuple[str, ...], clause: str
) -> None:
    assert neighbours().refuse(c.OfferTrade("Ana", "Bo", gives, takes)) == (clause,)


@pytest.mark.clause("RAY-COOP-21")
def test_an_offer_falls_when_the_table_moves_a_figure_away_or_a_player_leaves() -> None:
    offer = c.OfferTrade("Ana", "Bo", FOUR[:1], OTHER_FOUR[:1])
    for correction in (fix.place("Bo", 12, 1), fix.tokens("Ana", ("move-jump",))):
        table = neighbours().do(offer, correction)
        assert table.waits == "turn"
        assert table.happened(e.TradeDeclined)
    for name in ("Ana", "Bo"):
        three = team(players=3).put("Ana", (5, 1), tokens=FOUR).put("Bo", (6, 1), tokens=OTHER_FOUR)
        three.begin(Ana={}).do(offer, fix.presence(name, False))
        assert three.waits == "turn"
        assert three.racer("Ana").tokens == FOUR


@pytest.mark.clause("RAY-COOP-22")
@pytest.mark.parametrize(
    ("at", "is_near"), [((6, 1), True), ((4, 1), True), ((5, 2), True), ((6, 2), False), ((7, 1), False)]
)
def test_neighbours_are_four_and_no_wall_parts_them(at: tuple[int, int], is_near: bool) -> None:
    board = {"walls": [[4, 1], [5, 1]], "thick": {"1": "4-7"}, "platforms": {"2": "4-7"}}
    table = team(board=board).put("Ana", (5, 1), tokens=FOUR[:1]).put("Bo", at).begin(Ana={})
    offer = c.OfferTrade("Ana", "Bo", FOUR[:1], ())
    assert (offer in table.legal()) is is_near
    if not is_near:
        assert table.refuse(offer) == ("RAY-COOP-13",)


@pytest.mark.clause("RAY-COOP-21")
def test_a_night_with_unconfirmed_gifts_still_folds_but_none_is_made_any_more() -> None:
    table = neighbours(FOUR, ())
    assert table.refuse(c.TradeToken("Ana", "move-move", "Bo")) == ("RAY-COOP-21",)
    row = msgspec.json.encode({"event": "TokenTraded", "player": "Ana", "token": "move-move", "to": "Bo"})
    state = evolve(table.state, msgspec.json.decode(row, type=e.RaymanEvent))
    assert state.racer("Bo").tokens == ("move-move",)


@pytest.mark.clause("RAY-COOP-21")
def test_the_screen_asks_both_sides_and_then_the_mate() -> None:
    table = neighbours(("move-move", "move-move"), ("slap-slap",))
    view = table.game.view(table.state, None)
    choice = next(one for one in view.choices if one.command["command"] == "OfferTrade")
    assert [(ask.id, [option.value for option in ask.options]) for ask in choice.asks] == [
        ("gives", ["move-move", "move-move"]),
        ("takes", ["slap-slap"]),
    ]
    table.do(c.OfferTrade("Ana", "Bo", ("move-move", "move-move"), ("slap-slap",)))
    prompt = table.game.view(table.state, None).prompt
    assert prompt.player == "Bo"
    said = words(prompt.headline, "en")
    assert said.startswith("Bo, do you agree? Ana gives ")
    assert words(prompt.headline, "fr").startswith("Bo, d’accord ? Ana donne ")
    table.do(c.AcceptTrade("Bo"))
    assert words(table.state.log[-1].text, "fr").startswith("Échange : Ana donne ")
