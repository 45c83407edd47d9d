"""The cards as they are played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.core.command import RevealCard
from companion.core.deck import UNKNOWN
from companion.core.errors import Illegal, Invalid
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.game import GAME
from tests.rules.pickle_rick.table import PLAIN, Table, start, tile

ROW = {f"{x},0": PLAIN for x in range(9)}


@pytest.mark.clause("PKR-CARD-1")
def test_a_card_is_played_once_in_the_own_spending_phase() -> None:
    table = Table(ROW, weapon=2, hand=["lance-lames"])
    state = table.do(cmd.PlayCard("lance-lames"))
    assert state.decks["rick"].hand == ()
    assert state.decks["rick"].discard == {"lance-lames": 1}
    assert isinstance(state.now, st.Spend)
    with pytest.raises(Illegal) as refused:
        table.do(cmd.PlayCard("lance-lames"))
    assert refused.value.clauses == ("PKR-CARD-1",)


@pytest.mark.clause("PKR-CARD-2")
def test_what_a_card_costs() -> None:
    table = Table(ROW, move=1, tool=1, hand=["solenya", "jetpack"])
    with pytest.raises(Illegal) as refused:
        table.do(cmd.PlayCard("jetpack"))
    assert refused.value.clauses == ("PKR-CARD-2",)
    state = table.do(cmd.PlayCard("solenya"))
    assert state.now == st.PayCard("rick", "solenya")
    assert table.legal(cmd.Pay) == [cmd.Pay(("move",)), cmd.Pay(("tool",))]
    assert table.do(cmd.Pay(("move",))).pool == {"tool": 1, "joker": 2}


@pytest.mark.clause("PKR-CARD-4")
def test_nobody_plays_the_other_sides_cards() -> None:
    table = Table(ROW, tool=1, hand=["parkour"])
    with pytest.raises(Illegal) as refused:
        table.do(cmd.PlayCard("verrouillage"))
    assert refused.value.clauses == ("PKR-CARD-4",)
    with pytest.raises(Invalid):
        table.do(cmd.PlayCard("no-such-card"))


@pytest.mark.clause("PKR-CARD-4")
@pytest.mark.clause("PKR-CARD-12")
def test_a_text_is_carried_out_by_the_table_and_no_card_is_drawn() -> None:
    table = Table(ROW, draw=1, hand=["degainage-rapide"])
    before = table.state.decks["rick"].left
    state = table.do(cmd.PlayCard("degainage-rapide"))
    assert state.now == st.CarryOut("rick", "degainage-rapide")
    state = table.do(cmd.Confirm())
    assert isinstance(state.now, st.Spend)
    assert state.decks["rick"].left == before


@pytest.mark.clause("PKR-CARD-5")
def test_the_screw_cannon_hits_one_enemy_on_ricks_tile() -> None:
    table = Table(ROW, tool=1, hand=["canon-a-vis"], guards=("0,0", "1,0"), jaguar="0,0")
    table.do(cmd.PlayCard("canon-a-vis"))
    assert table.legal(cmd.Hit) == [cmd.Hit("g1"), cmd.Hit("jaguar")]
    state = table.do(cmd.Hit("jaguar"))
    assert state.jaguar_health == 8
    assert isinstance(state.now, st.Spend)


@pytest.mark.clause("PKR-CARD-6")
@pytest.mark.clause("PKR-HARM-1")
def test_the_blade_launcher_hits_one_or_two_in_range() -> None:
    table = Table(ROW, weapon=1, hand=["lance-lames"], guards=("0,0", "1,0", "2,0"), jaguar="1,0")
    table.do(cmd.PlayCard("lance-lames"))
    assert table.legal(cmd.Hit) == [cmd.Hit("g1"), cmd.Hit("g2"), cmd.Hit("jaguar")]
    table.do(cmd.Hit("g2"))
    assert table.state.reserve == 8
    assert cmd.Hit("g2") not in table.legal(cmd.Hit)
    state = table.do(cmd.Hit("jaguar"))
    assert state.jaguar_health == 8
    assert isinstance(state.now, st.Spend)


@pytest.mark.clause("PKR-CARD-7")
def test_the_book_s_example_of_the_laser() -> None:
    """Up: the Guard beside him, Jaguar, the Guard behind; nobody behind the wall, below or with him."""
    tiles = {"0,0": PLAIN, "0,1": PLAIN, "0,2": PLAIN, "0,3": tile("N"), "0,4": PLAIN, "0,-1": PLAIN}
    table = Table(
        tiles, weapon=2, hand=["laser-portatif"], guards=("0,1", "0,3", "0,4", "0,-1", "0,0"), jaguar="0,2"
    )
    state = table.do(cmd.PlayCard("laser-portatif"), cmd.Aim("N"))
    assert [guard.id for guard in state.guards] == ["g3", "g4", "g5"]
    assert state.jaguar_health == 7


@pytest.mark.clause("PKR-CARD-7")
def test_the_laser_reaches_six_tiles() -> None:
    table = Table(ROW, weapon=2, hand=["laser-portatif"], guards=("6,0", "7,0"))
    state = table.do(cmd.PlayCard("laser-portatif"), cmd.Aim("E"))
    assert [guard.at for guard in state.guards] == ["7,0"]


@pytest.mark.clause("PKR-HARM-1")
def test_jaguar_without_health_is_out_for_good_and_a_guard_may_return() -> None:
    table = Table(ROW, weapon=1, hand=["lance-lames"], guards=("0,0",), jaguar="0,0", jaguar_health=2)
    state = table.do(cmd.PlayCard("lance-lames"), cmd.Hit("jaguar"))
    assert (state.jaguar, state.jaguar_at) == ("gone", "")
    state = table.do(cmd.Hit("g1"))
    assert (state.guards, state.reserve) == ((), 10)


@pytest.mark.clause("PKR-HARM-2")
def test_two_draws_talk_jaguar_out_of_it() -> None:
    strong = Table(ROW, draw=2, jaguar="8,0", jaguar_health=6)
    with pytest.raises(Illegal) as refused:
        strong.do(cmd.TalkOut())
    assert refused.value.clauses == ("PKR-HARM-2",)
    weak = Table(ROW, draw=1, joker=1, jaguar="8,0", jaguar_health=5)
    before = weak.state.decks["rick"]
    state = weak.do(cmd.TalkOut())
    assert (state.jaguar, state.pool, state.decks["rick"]) == ("gone", {}, before)


@pytest.mark.clause("PKR-CARD-8")
def test_parkour_in_play() -> None:
    table = Table({"0,0": tile("NSW", "E"), "1,0": tile("W")}, tool=1, hand=["parkour"])
    table.do(cmd.PlayCard("parkour"))
    assert GAME.legal_commands(table.state) == [cmd.Stop(), cmd.Go("E")]
    assert table.do(cmd.Go("E")).rick_at == "1,0"


@pytest.mark.clause("PKR-CARD-9")
def test_the_jetpack_in_play_ends_at_a_new_tile() -> None:
    table = Table({"0,0": tile("NSW"), "1,0": tile("NS")}, tool=2, hand=["jetpack"])
    table.do(cmd.PlayCard("jetpack"), cmd.Go("E"))
    assert table.state.now == st.Fly("rick", 2)
    table.do(cmd.Go("E"))
    state = table.tile("grey-1")
    assert isinstance(state.now, st.Spend)
    assert state.rick_at == "2,0"


@pytest.mark.clause("PKR-CARD-3")
def test_a_flight_may_be_left_out() -> None:
    table = Table(ROW, tool=2, hand=["jetpack"])
    state = table.do(cmd.PlayCard("jetpack"), cmd.Stop())
    assert (state.rick_at, state.pool) == ("0,0", {})
    assert isinstance(state.now, st.Spend)


@pytest.mark.clause("PKR-CARD-10")
def test_solenya_in_play() -> None:
    assert Table(ROW, tool=1, hand=["solenya"]).do(cmd.PlayCard("solenya")).pool == {"joker": 2}


@pytest.mark.clause("PKR-CARD-11")
def test_healing_goes_to_ten_at_most_and_draws_nothing() -> None:
    for health, after in ((5, 7), (9, 10), (10, 10)):
        table = Table(ROW, draw=1, hand=["assaisonnement-curatif"], rick_health=health)
        left = table.state.decks["rick"].left
        state = table.do(cmd.PlayCard("assaisonnement-curatif"))
        assert (state.rick_health, state.decks["rick"].left) == (after, left)


@pytest.mark.clause("PKR-CARD-13")
def test_lockdown_turns_a_tile_and_figures_stay() -> None:
    table = Table(
        {"0,0": tile("N"), "1,0": PLAIN}, "russians", tool=1, hand=["verrouillage"], guards=("0,0",)
    )
    table.do(cmd.PlayCard("verrouillage"))
    state = table.do(cmd.TurnOver("0,0", 3))
    assert state.map[0, 0] == tile("W").face
    assert (state.rick_at, state.guards[0].at) == ("0,0", "0,0")


@pytest.mark.clause("PKR-CARD-14")
def test_suppressive_fire_moves_rick_but_tries_no_vent() -> None:
    tiles = {"0,0": tile("NW", "E"), "0,-1": PLAIN}
    table = Table(tiles, "russians", weapon=1, hand=["tir-de-suppression"])
    table.do(cmd.PlayCard("tir-de-suppression"))
    assert GAME.legal_commands(table.state) == [cmd.Go("S"), cmd.Stop()]
    assert table.do(cmd.Go("S")).rick_at == "0,-1"
    back = Table(
        {"0,0": tile("NSW", "E"), "1,0": tile("", "W")}, "russians", weapon=1, hand=["tir-de-suppression"]
    )
    back.do(cmd.PlayCard("tir-de-suppression"))
    assert back.do(cmd.Go("E")).rick_at == "1,0"


@pytest.mark.clause("PKR-END-1")
def test_pushed_onto_the_rooftop_rick_wins() -> None:
    table = Table(ROW, "russians", weapon=1, hand=["tir-de-suppression"], rooftop="1,0")
    assert table.do(cmd.PlayCard("tir-de-suppression"), cmd.Go("E")).winner == "rick"


@pytest.mark.clause("PKR-CARD-15")
def test_rick_answers_a_bribe() -> None:
    table = Table(ROW, "russians", draw=1, hand=["pot-de-vin"])
    state = table.do(cmd.PlayCard("pot-de-vin"))
    assert state.now == st.AnswerOffer("rick", 2)
    assert table.do(cmd.AnswerBribe(False)).pool == {"joker": 1}
    again = Table(ROW, "russians", draw=1, hand=["pot-de-vin"])
    before = again.state.decks["rick"].left
    state = again.do(cmd.PlayCard("pot-de-vin"), cmd.AnswerBribe(True))
    assert (state.pool, state.decks["rick"].left) == ({}, before - 2)


@pytest.mark.clause("PKR-CARD-16")
def test_tiles_are_discarded_one_a_tool() -> None:
    table = Table(ROW, "russians", tool=3, hand=["est-ce-que-c-est-fait"], stack=5)
    table.do(cmd.PlayCard("est-ce-que-c-est-fait"))
    assert len(table.legal(cmd.Pay)) == 3
    state = table.do(cmd.Pay(("tool", "tool")))
    assert (state.stack, state.discarded, state.pool) == (3, 2, {"tool": 1})
    last = Table(ROW, "russians", tool=2, hand=["est-ce-que-c-est-fait"], stack=1)
    assert last.do(cmd.PlayCard("est-ce-que-c-est-fait"), cmd.Pay(("tool", "tool"))).stack == 0


@pytest.mark.clause("PKR-CARD-17")
@pytest.mark.clause("PKR-RUS-6")
def test_one_space_moves_rick_or_one_russian_figure_on_top_of_its_limit() -> None:
    rick = Table(ROW, tool=1, hand=["roulade"])
    assert rick.do(cmd.PlayCard("roulade"), cmd.Go("E")).rick_at == "1,0"
    theirs = Table(ROW, "russians", tool=1, move=1, hand=["en-avant"], guards=("3,0",))
    theirs.do(cmd.PlayCard("en-avant"), cmd.Step("g1", "W"))
    assert theirs.do(cmd.Step("g1", "W")).guards[0].at == "1,0"


@pytest.mark.clause("PKR-CARD-18")
def test_nothing_personal_brings_jaguar_and_draws() -> None:
    table = Table(ROW, "russians", move=4, hand=["rien-de-personnel"])
    left = table.state.decks["russians"].left
    table.do(cmd.PlayCard("rien-de-personnel"))
    assert isinstance(table.state.now, st.PlaceJaguar)
    state = table.do(cmd.Place("4,0"))
    assert (state.jaguar_at, state.decks["russians"].left) == ("4,0", left - 1)
    assert table.do(cmd.Step("jaguar", "W"), cmd.Step("jaguar", "W")).jaguar_at == "2,0"
    gone = Table(ROW, "russians", move=2, hand=["rien-de-personnel"], jaguar_at="")
    gone.state = replace(gone.state, jaguar="gone")
    state = gone.do(cmd.PlayCard("rien-de-personnel"))
    assert (state.jaguar, len(state.decks["russians"].hand)) == ("gone", 1)


@pytest.mark.clause("PKR-CARD-19")
def test_powder_heals_jaguar_and_draws() -> None:
    for health, after in ((4, 6), (9, 10)):
        table = Table(ROW, "russians", draw=1, hand=["soins-a-la-poudre"], jaguar="3,0", jaguar_health=health)
        state = table.do(cmd.PlayCard("soins-a-la-poudre"))
        assert (state.jaguar_health, len(state.decks["russians"].hand)) == (after, 1)


def test_reinforcements_come_to_a_guard_post() -> None:
    table = Table(
        {"0,0": PLAIN, "3,0": tile(letter="S", special="guard_post_a")}, "russians", tool=2, hand=["renforts"]
    )
    state = table.do(cmd.PlayCard("renforts"), cmd.Place("3,0"))
    assert [guard.at for guard in state.guards] == ["3,0"]


@pytest.mark.clause("PKR-TABLE-1")
def test_an_untold_hand_names_a_card_as_it_is_played() -> None:
    state = start()
    assert set(state.decks["rick"].hand) == {UNKNOWN}
    table = Table(ROW, weapon=1)
    assert cmd.PlayCard("lance-lames") in table.legal(cmd.PlayCard)
    after = table.do(cmd.PlayCard("lance-lames"))
    assert after.decks["rick"].hand == (UNKNOWN,) * 4
    assert after.decks["rick"].discard == {"lance-lames": 1}


@pytest.mark.clause("PKR-TABLE-1")
def test_a_told_hand_is_shown_to_its_owner_only() -> None:
    table = Table(ROW, weapon=1, hand=["lance-lames"])
    assert [card.title.texts["fr"] for card in GAME.view(table.state, "Ana").cards] == ["Lance-lames"]
    for viewer in (None, "Bo"):
        shown = GAME.view(table.state, viewer)
        assert not any(card.owner == "Ana" for card in shown.cards)
        assert not any(
            choice.command == {"command": "PlayCard", "card": "lance-lames"} for choice in shown.choices
        )
    drawing = Table(ROW, draw=1, decks={"rick": st.Deck({"parkour": 2}), "russians": st.Deck()})
    drawing.do(cmd.Draw())
    state = drawing.do(RevealCard("rick", "parkour"))
    assert state.decks["rick"].hand == ("parkour",)
    assert all("parkour" not in str(line.text) for line in state.log)
