"""Co-operative and solo games, clause by clause."""

import pytest

from companion.core.command import RevealCard
from companion.games.rayman import commands as c
from companion.games.rayman.events import BubbleEntered, CardSetAside
from tests.rules.rayman import fix
from tests.rules.rayman.table import Table

FREED = ("blue", "red", "green")
CROAK = "armored_toad-2"
"""An attack that does nothing at the end of the round."""


def team(players: int = 2, play: str = "coop", attack: str = CROAK, roll: int = 6, **setup: object) -> Table:
    """Begins a round against the Armored Toad, who comes in on level 3."""
    table = Table(players=players, play=play, **setup)
    while table.waits == "random_discard":
        table.do(table.legal()[0])
    return table.roll(roll).do(RevealCard("attack", attack))


def bubbled(**setup: object) -> Table:
    """Puts Bo into Bubble mode ahead of Ana."""
    return team(**setup).put("Ana", (5, 1)).put("Bo", (6, 1), bubble=True)


@pytest.mark.clause("RAY-COOP-1", "RAY-BOSS-18")
def test_the_team_wins_when_all_have_finished_even_with_the_boss_in_that_round() -> None:
    table = team().put("Ana", (43, 1), freed=FREED).put("Bo", (42, 1), freed=FREED).do(fix.boss(42, 3))
    table.begin(Ana={"move": 1}, Bo={"move": 2}).move().end().move(2).end().end_round()
    assert table.state.outcome is not None
    assert set(table.state.outcome.winners) == {"Ana", "Bo"}


@pytest.mark.clause("RAY-COOP-1", "RAY-BOSS-17")
def test_the_boss_first_beats_the_team() -> None:
    table = team().put("Ana", (43, 1), freed=FREED).do(fix.boss(42, 3)).begin(Ana={"move": 1})
    table.move().end().end_round()
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ()


@pytest.mark.clause("RAY-COOP-2")
def test_two_cards_of_each_hand_go_at_random_first() -> None:
    table = Table(play="coop", cards="pack")
    assert RevealCard("hand:Ana", "rayman-4") in table.legal()
    for card in ("rayman-4", "rayman-7", "globox-1", "globox-2"):
        deck = "hand:Ana" if card.startswith("rayman") else "hand:Bo"
        assert table.do(RevealCard(deck, card)).happened(CardSetAside)
    assert [len(racer.hand) for racer in table.state.racers] == [6, 6]
    assert table.waits == "roll"


def rounds_until_reset(table: Table) -> int:
    """Plays rounds until the hands are dealt again."""
    while table.waits in ("random_discard", "deal", "pick"):
        table.do(table.legal()[0])
    for played in range(1, 9):
        table.roll(6)
        table.do(RevealCard("attack", _attack(table)))
        for racer in table.state.racers:
            table.put(racer.name, heart=True)  # whatever the attacks do
            table.do(c.ChooseCards(racer.name, *racer.hand[:2]))
        table.do(c.Reveal()).end_round()
        if table.waits == "random_discard":
            return played
    return 0


def _attack(table: Table) -> str:
    names = [card.card for card in table.legal() if isinstance(card, RevealCard)]
    return CROAK if CROAK in names else names[0]


@pytest.mark.clause("RAY-COOP-3")
def test_after_three_rounds_the_hand_is_dealt_again() -> None:
    table = Table({"platforms": {"2": "0-43"}}, play="coop", cards="pack")
    assert rounds_until_reset(table) == 3
    assert len(table.racer("Ana").hand) == 8
    while table.waits == "random_discard":
        table.do(table.legal()[0])
    assert len(table.racer("Ana").hand) == 6


@pytest.mark.clause("RAY-COOP-4", "RAY-COOP-17")
def test_with_ten_cards_the_reset_comes_after_four_rounds() -> None:
    table = Table(play="coop", cards="pack", additional_cards=True)
    assert rounds_until_reset(table) == 4
    assert len(table.racer("Ana").hand) == 10


@pytest.mark.clause("RAY-COOP-5")
def test_damage_puts_a_player_into_bubble_mode() -> None:
    table = team(board={"obstacles": "6"}).put("Ana", (5, 1)).begin(Ana={"move": 1}).move()
    assert table.happened(BubbleEntered)
    assert table.racer("Ana").bubble == "mode"
    assert table.at("Ana") == (4, 1)


@pytest.mark.clause("RAY-COOP-6", "RAY-COOP-7", "RAY-COOP-8")
def test_a_bubble_chooses_cards_but_floats_four_columns() -> None:
    board = {"walls": [[7, 1]], "obstacles": "10", "enemies": [[10, 2]]}
    table = team(board=board).put("Bo", (6, 1), bubble=True)
    assert any(command.player == "Bo" for command in table.legal() if isinstance(command, c.TypeCards))
    table.begin(Bo={"move": 9}, Ana={})
    assert table.waits == "float"
    assert table.places() == {(10, 1), (10, 2), (10, 3)}
    table.place((10, 3))
    assert table.at("Bo") == (10, 3)
    table.end_round()
    assert table.at("Bo") == (10, 3)
    assert table.racer("Bo").bubble == "mode"


@pytest.mark.clause("RAY-COOP-9", "RAY-COOP-10")
def test_a_slap_bursts_the_bubble_and_does_not_count() -> None:
    table = bubbled().begin(Ana={"slap": 4})
    assert table.refuse(c.SlapFigure("Ana", "Bo", 1)) == ("RAY-COOP-9",)
    table.slap("Bo", 0)
    assert table.racer("Bo").bubble == ""
    assert table.at("Bo") == (6, 1)
    assert not table.racer("Bo").is_slapped
    assert table.slap("Bo", 1).at("Bo") == (7, 1)


@pytest.mark.clause("RAY-REST-9")
def test_a_slap_out_of_a_bubble_that_leaves_no_legal_end_is_refused() -> None:
    """Only the enemy's token may still lead off the projectile; the enemy takes both Slaps."""
    table = bubbled(board={"enemies": [[7, 1]]}).put("Bo", (5, 1)).do(fix.add_projectile(6, 1))
    table.begin(Ana={"move": 1, "slap": 2, "crouch": 1}).move(projectile="crouch")
    assert c.SlapEnemy("Ana", (7, 1)) in table.legal()
    assert table.refuse(c.SlapFigure("Ana", "Bo", 0)) == ("RAY-REST-9", "RAY-CROUCH-6")


@pytest.mark.clause("RAY-COOP-9")
@pytest.mark.parametrize("players", [2, 5])
def test_who_is_slapped_out_of_a_bubble_in_the_air_falls_in_the_own_turn(players: int) -> None:
    table = team(players).put("Bo", bubble=True).put("Bo", (10, 3)).put("Ana", (10, 1))
    table.begin(Ana={"slap": 3}, Bo={"glide": 1, "move": 1}).slap("Bo", 0).end()
    assert (table.me, table.at("Bo")) == ("Bo", (10, 3))
    assert table.glide().move().at("Bo") == (11, 3)


@pytest.mark.clause("RAY-COOP-9", "RAY-VARIANT-8")
def test_a_smasher_uses_the_card_up_by_a_burst_at_the_price_of_the_distance() -> None:
    table = bubbled(legends={"Ana": "smasher"}, options={"legendary_once": True}).begin(Ana={"slap": 1})
    assert table.slap("Bo", 0).racer("Ana").has_used_legendary


@pytest.mark.clause("RAY-COOP-11")
def test_all_in_bubbles_lose() -> None:
    table = team(board={"obstacles": "6"}).put("Ana", (5, 1)).put("Bo", (9, 1), bubble=True)
    table.begin(Ana={"move": 1}).move()
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ()


@pytest.mark.clause("RAY-COOP-12")
def test_all_in_bubbles_is_no_loss_once_somebody_has_finished() -> None:
    table = team(board={"obstacles": "6"}).put("Ana", (5, 1)).put("Bo", (45, 1), freed=FREED, finished=True)
    table.begin(Ana={"move": 1}).move()
    assert table.racer("Ana").bubble == "mode"
    assert table.state.outcome is None


@pytest.mark.clause("RAY-COOP-13")
def test_neighbours_trade_tokens_in_anybodys_turn() -> None:
    table = team(players=3).put("Ana", (5, 1), tokens=("move-move",)).put("Bo", (6, 1), tokens=("slap-slap",))
    table.put("Cy", (9, 1)).begin(Cy={}, Ana={})
    table.do(c.OfferTrade("Ana", "Bo", ("move-move",), ("slap-slap",)), c.AcceptTrade("Bo"))
    assert table.racer("Ana").tokens == ("slap-slap",)
    assert table.racer("Bo").tokens == ("move-move",)
    assert table.refuse(c.OfferTrade("Ana", "Cy", ("slap-slap",), ())) == ("RAY-COOP-13",)


@pytest.mark.clause("RAY-COOP-14", "RAY-VARIANT-3")
def test_projectiles_join_only_by_the_variant() -> None:
    assert team().projectiles() == []
    assert team(options={"coop_projectiles": True}).projectiles() == [(21, 3)]


@pytest.mark.clause("RAY-COOP-15")
@pytest.mark.parametrize("is_allowed", [True, False])
@pytest.mark.parametrize(("players", "play"), [(2, "coop"), (1, "solo")])
def test_there_is_no_bubble_action_in_a_team(players: int, play: str, is_allowed: bool) -> None:
    table = team(players, play, options={"coop_bubble_action": is_allowed})
    assert (c.ChooseBubble("Ana") in table.legal()) is is_allowed


@pytest.mark.clause("RAY-COOP-23")
def test_floating_is_no_turn() -> None:
    table = team().put("Ana", (6, 1), tokens=("slap-slap",))
    table.put("Bo", (6, 2), bubble=True, immune=True, tokens=("move-move",)).begin(Bo={"move": 2}, Ana={})
    assert table.waits == "float"
    assert all(isinstance(command, c.PlaceFigure) for command in table.legal())
    assert table.refuse(c.UseToken("Bo", "move-move")) == ("RAY-COOP-7",)
    assert table.refuse(c.OfferTrade("Bo", "Ana", ("move-move",), ())) == ("RAY-COOP-7",)
    table.place((10, 1))
    assert table.racer("Bo").is_immune
    assert table.me == "Ana"


@pytest.mark.clause("RAY-COOP-16")
def test_a_bubble_may_float_over_the_line_and_finish() -> None:
    table = team().put("Bo", (42, 1), bubble=True, freed=FREED).begin(Bo={})
    table.do(table.legal()[0])
    assert table.racer("Bo").has_finished


@pytest.mark.clause("RAY-COOP-18")
def test_the_bonus_ranks_players_only() -> None:
    table = team().do(fix.boss(1, 3)).put("Ana", (5, 1)).put("Bo", (9, 1)).begin().end_turns()
    assert (table.waits, table.state.agenda[0].player) == ("bonus_move", "Ana")


@pytest.mark.clause("RAY-HEART-6")
def test_a_heart_is_given_to_a_mate_without_one() -> None:
    table = team().put("Ana", heart=True).begin(Ana={"heart": 2}).do(c.GiveHeart("Ana", "Bo"))
    assert table.racer("Bo").has_heart
    assert table.refuse(c.GiveHeart("Ana", "Bo")) == ("RAY-HEART-6",)
    rivals = Table().begin(Ana={"heart": 1})
    assert rivals.refuse(c.GiveHeart("Ana", "Bo")) == ("RAY-HEART-6",)


@pytest.mark.clause("RAY-VARIANT-6")
def test_damage_may_lose_the_team_game_at_once() -> None:
    table = team(board={"obstacles": "6"}, options={"coop_damage_loses": True}).put("Ana", (5, 1))
    table.begin(Ana={"move": 1}).move()
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ()


@pytest.mark.clause("RAY-SOLO-1")
def test_a_single_player_beats_the_boss() -> None:
    table = team(1, "solo").put("Ana", (43, 1), freed=FREED).begin(Ana={"move": 1}).move().end().end_round()
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("Ana",)


@pytest.mark.clause("RAY-SOLO-2", "RAY-SOLO-3")
def test_solo_damage_costs_the_heart_then_the_game() -> None:
    board = {"enemies": [[6, 1], [7, 1]]}
    table = team(1, "solo", board=board).put("Ana", (5, 1), heart=True).begin(Ana={"move": 2})
    table.move(enemy="hit")
    assert table.state.outcome is None
    table.move(enemy="hit")
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ()
    assert table.racer("Ana").bubble == ""


@pytest.mark.clause("RAY-SOLO-4")
def test_the_solo_draft_keeps_one_of_three_twice() -> None:
    table = Table(players=1, play="solo", cards="pack", additional_cards=True)
    kept = []
    for _ in range(2):
        while table.waits == "deal":
            table.do(table.legal()[0])
        assert len(table.state.draft.offer) == 3
        kept.append(table.state.draft.offer[0])
        table.do(table.legal()[0])
    assert set(kept) <= set(table.racer("Ana").hand)
    assert len(table.racer("Ana").hand) == 10


@pytest.mark.clause("RAY-SOLO-5")
@pytest.mark.parametrize("is_given", [True, False])
def test_there_is_no_bonus_in_solo(is_given: bool) -> None:
    table = team(1, "solo", options={"solo_last_bonus": is_given}).begin().end_turns()
    assert (table.waits == "bonus_move") is is_given
