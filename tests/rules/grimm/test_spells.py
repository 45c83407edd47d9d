"""Every spell, its timing, and the window for counter-spells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.core.effect import ByHand
from companion.games.grimm import GAME
from companion.games.grimm.content import Spell
from tests.rules.grimm.table import Table, player


def duel(spell: str, *, bo: str = "", **options: object) -> Table:
    """Ana holds one spell and has the turn; Bo holds what is said, Cleo nothing."""
    return Table(
        player("Ana", "wolf", "red", spell),
        player("Bo", "piper", "purple", bo, equipment=2),
        player("Cleo", "queen", "dead", equipment=1),
        deck="silence",
        **options,
    )


@pytest.mark.clause("GRM-SPELL-1")
def test_hole_in_the_pocket_lets_the_target_choose() -> None:
    table = duel("leaky-pocket", bo="trip silence").do("cast Ana leaky-pocket Bo", "pass")
    assert table.asks() == "DropCard Bo"
    assert table.refused("drop Ana trip").kind == "illegal"
    table.do("drop Bo silence")
    assert table.hero("Bo").hand == ("trip",)
    assert table.refused("cast Ana leaky-pocket Cleo").kind == "illegal"


@pytest.mark.clause("GRM-SPELL-2")
def test_destruction_sends_equipment_back_to_its_supply() -> None:
    table = duel("destruction").do("cast Ana destruction Bo")
    assert table.hero("Bo").equipment == 1
    again = duel("destruction").do("correct equipment 0 Bo")
    assert again.refused("cast Ana destruction Bo").clauses == ("GRM-SPELL-2",)
    # What was destroyed can be won again: the supply is the owner's own three cards.
    table.do("correct place again Bo", "correct chest chest1", "roll 1", "move blue")
    table.do("roll 1", "move chest1", "drawn chests 2")
    assert table.hero("Bo").equipment == 2


@pytest.mark.clause("GRM-SPELL-3")
def test_fear_walks_the_target_three_spaces_without_effects() -> None:
    table = duel("fear-of-tales").do(
        "correct chest chest1", "correct place draw Bo", "cast Ana fear-of-tales Bo"
    )
    assert table.asks() == "Walk Ana"
    assert set(table.legal()) == {"move drop again chest1", "move red"}
    table.do("move drop again chest1")
    assert table.hero("Bo").at == "chest1"
    assert table.hero("Bo").equipment == 2
    assert table.state.chest == "chest1"
    assert table.asks() == "Prepare Ana"
    gate = duel("fear-of-tales").do(
        "correct place yellow Bo", "cast Ana fear-of-tales Bo", "move plain gate2 chest2"
    )
    assert gate.hero("Bo").at == "chest2"
    closed = duel("fear-of-tales").do(
        "correct equipment 3 Bo", "correct place red Bo", "cast Ana fear-of-tales Bo"
    )
    assert not any("portal" in line for line in closed.legal())


@pytest.mark.clause("GRM-SPELL-3")
def test_by_option_spaces_act_on_a_displaced_pawn() -> None:
    table = duel("fear-of-tales", displace_effects=True).do("correct chest chest1", "correct place draw Bo")
    table.do("cast Ana fear-of-tales Bo", "move drop again chest1")
    assert table.hero("Bo").equipment == 3
    assert table.asks() == "PlaceChest Bo"
    gate = duel("fear-of-tales", displace_effects=True).do(
        "correct place yellow Cleo", "cast Ana fear-of-tales Cleo"
    )
    gate.do("move plain gate2")
    assert gate.hero("Cleo").at == "gate1"


@pytest.mark.clause("GRM-SPELL-4")
def test_trip_takes_three_off_the_next_roll_and_only_before_it() -> None:
    table = duel("", bo="trip").do("cast Bo trip Ana", "roll 5")
    assert table.state.rolled is not None
    assert table.state.rolled.total == 2
    late = duel("", bo="trip").do("roll 5")
    assert late.refused("cast Bo trip Ana").clauses == ("GRM-SPELL-4",)
    assert "cast Bo trip Cleo" in late.legal()


@pytest.mark.clause("GRM-SPELL-5")
def test_pickpocket_takes_a_card_at_random() -> None:
    table = duel("pickpocket", bo="trip silence").do("cast Ana pickpocket Bo", "pass")
    assert table.asks() == "TakeCard Ana"
    assert set(table.legal()) == {"drawn hand:Bo trip", "drawn hand:Bo silence"}
    table.do("drawn hand:Bo silence")
    assert table.hero("Ana").hand == ("silence",)
    assert table.hero("Bo").hand == ("trip",)
    assert duel("pickpocket").refused("cast Ana pickpocket Cleo").kind == "illegal"


@pytest.mark.clause("GRM-SPELL-6")
def test_a_counter_spell_cancels_and_its_victim_casts_no_more() -> None:
    table = duel("destruction trip", bo="counter-spell")
    assert table.refused("cast Bo counter-spell").clauses == ("GRM-SPELL-6",)
    table.do("cast Ana destruction Bo", "cast Bo counter-spell")
    assert table.hero("Bo").equipment == 2
    assert table.state.discard == {"destruction": 1, "counter-spell": 1}
    assert table.refused("cast Ana trip Bo").kind == "illegal"


@pytest.mark.clause("GRM-SPELL-7")
def test_let_me_through_adds_two_on_the_own_turn_before_the_roll() -> None:
    table = duel("let-me-through").do("cast Ana let-me-through", "roll 1")
    assert table.state.rolled is not None
    assert table.state.rolled.total == 3
    assert duel("let-me-through").do("roll 1").refused("cast Ana let-me-through").clauses == ("GRM-SPELL-7",)
    assert duel("", bo="let-me-through").refused("cast Bo let-me-through").kind == "illegal"
    assert duel("let-me-through").refused("cast Ana let-me-through Bo").kind == "illegal"


@pytest.mark.clause("GRM-SPELL-8")
def test_change_of_places_has_no_other_effect() -> None:
    table = duel("swap-places").do(
        "correct chest chest3", "correct place chest3 Bo", "cast Ana swap-places Bo"
    )
    assert table.hero("Ana").at == "chest3"
    assert table.hero("Bo").at == "red"
    assert table.hero("Ana").equipment == 0
    assert table.asks() == "Prepare Ana"


@pytest.mark.clause("GRM-SPELL-9")
def test_silence_lasts_until_the_end_of_the_next_turn() -> None:
    table = duel("silence", bo="trip").do("cast Ana silence Bo", "pass")
    assert table.refused("cast Bo trip Cleo").clauses == ("GRM-SPELL-9",)
    table.do("roll 1", "move blue")
    assert table.asks() == "Prepare Bo"
    assert table.refused("cast Bo trip Cleo").kind == "illegal"
    table.do("roll 1", "move black red")
    assert "cast Bo trip Ana" in table.legal(), "its next turn is over"


@pytest.mark.clause("GRM-SPELL-9")
def test_silence_by_option_ends_earlier_or_is_carried_out_by_hand() -> None:
    table = duel("silence", bo="trip", silence="next_turn_start").do("cast Ana silence Bo", "pass")
    table.do("roll 1", "move blue")
    assert "cast Bo trip Ana" in table.legal()
    hand = duel("silence", silence="by_hand").do("cast Ana silence Bo")
    assert hand.asks() == "CarryOut Ana"
    hand.do("confirm")
    assert not hand.hero("Bo").silenced
    own = duel("", bo="silence").do("cast Bo silence Ana", "roll 1", "move blue")
    assert own.hero("Ana").silenced, "the next turn of who is playing is the one after this"


@pytest.mark.clause("GRM-SPELL-10")
def test_every_cast_opens_one_window_for_all_with_a_spell_left() -> None:
    table = duel("destruction", bo="trip").do("cast Ana destruction Bo")
    assert table.asks() == "Respond Ana"
    assert table.hero("Bo").equipment == 2, "nothing happens before the window closes"
    assert table.refused("cast Bo trip Ana").clauses == ("GRM-SPELL-10",)
    table.do("pass")
    assert table.hero("Bo").equipment == 1
    silent = duel("destruction").do("cast Ana destruction Bo")
    assert silent.asks() == "Prepare Ana", "nobody could answer"


@pytest.mark.clause("GRM-SPELL-11")
def test_counters_can_be_countered_unless_the_table_says_no() -> None:
    def three(**options: object) -> Table:
        table = Table(
            player("Ana", "wolf", "red", "destruction"),
            player("Bo", "piper", "purple", "counter-spell", equipment=1),
            player("Cleo", "queen", "dead", "counter-spell"),
            **options,
        )
        return table.do("cast Ana destruction Bo", "cast Bo counter-spell")

    table = three().do("cast Cleo counter-spell")
    assert table.hero("Bo").equipment == 0
    assert three().do("pass").hero("Bo").equipment == 1
    assert three(counter_chain=False).asks() == "Prepare Ana"


@pytest.mark.clause("GRM-SPELL-11")
def test_a_counter_against_a_mass_spell_saves_all_or_one() -> None:
    def mass(**options: object) -> Table:
        table = Table(
            player("Ana", "rapunzel", "red", "destruction", equipment=2),
            player("Bo", "piper", "purple", "counter-spell", equipment=1),
            player("Cleo", "queen", "dead", equipment=1),
            **options,
        )
        return table.do("cast Ana destruction", "cast Bo counter-spell")

    assert [hero.equipment for hero in mass().state.heroes] == [2, 1, 1]
    assert [hero.equipment for hero in mass(counter_saves="self").state.heroes] == [2, 1, 0]


@pytest.mark.clause("GRM-SPELL-12")
def test_casting_tilts_the_character_until_the_next_own_turn() -> None:
    table = duel("trip").do("cast Ana trip Bo")
    assert any(badge.icon == "rotate" for badge in GAME.view(table.state).players[0].badges)
    assert any("cast_on" in line.text.key and line.tone == "instruction" for line in table.state.log)
    table.do("roll 1", "move blue", "roll 1", "roll 2", "move chest1 again drop")
    assert table.asks() == "Prepare Ana"
    assert table.state.log[-1].text.key == "grimm.log.turn_straighten"
    assert not table.hero("Ana").is_spent


@pytest.mark.clause("GRM-SPELL-13")
def test_a_spell_without_machine_form_is_carried_out_by_hand() -> None:
    table = duel("riddle")
    text = {"en": "Ask a riddle.", "fr": "Posez une énigme."}
    spells = {**table.state.spells, "riddle": Spell({"en": "Riddle", "fr": "Énigme"}, 1, ByHand(text))}
    table.state = replace(table.state, spells=spells)
    table.do("cast Ana riddle")
    assert table.asks() == "CarryOut Ana"
    assert GAME.view(table.state).prompt.detail.texts == text  # type: ignore[union-attr]
    table.do("confirm")
    assert table.asks() == "Prepare Ana"


def test_unknown_names_are_named_as_bad_input() -> None:
    table = duel("trip")
    for line in ("cast Zoe trip Bo", "cast Ana fog Bo", "cast Ana trip Zoe", "cast Ana trip Ana"):
        assert table.refused(line).kind == "invalid"
    assert table.refused("cast Ana trip").kind == "illegal"
