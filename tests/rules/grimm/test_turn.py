"""A turn: draw, spell, roll and move, end; one spell a table round; hands."""

from __future__ import annotations

import pytest

from companion.games.grimm import GAME
from tests.rules.grimm.table import Table, player

TWO = (player("Ana", "wolf", "red", "trip"), player("Bo", "queen", "purple", "pickpocket"))


@pytest.mark.clause("GRM-TURN-1")
def test_a_card_may_be_drawn_once_before_the_roll() -> None:
    table = Table(*TWO, deck="silence silence")
    assert "draw" in table.legal()
    table.do("draw", "drawn spells silence")
    assert table.hero("Ana").hand == ("trip", "silence")
    assert table.refused("draw").clauses == ("GRM-TURN-1",)
    assert Table(*TWO, deck="silence").do("roll 1").refused("draw").kind == "illegal"


@pytest.mark.clause("GRM-TURN-2")
def test_the_spell_comes_after_the_draw() -> None:
    table = Table(*TWO, deck="silence").do("cast Ana trip Bo", "pass")
    assert "draw" not in table.legal()
    assert "roll 1" in table.legal()


@pytest.mark.clause("GRM-TURN-3")
def test_the_turn_does_not_end_without_a_roll() -> None:
    table = Table(*TWO)
    assert table.refused("end").clauses == ("GRM-TURN-3",)
    assert table.refused("move blue").kind == "illegal"
    table.do("roll 1", "move blue")
    assert table.hero("Ana").at == "blue"


@pytest.mark.clause("GRM-TURN-4")
def test_an_opponent_may_cast_at_any_moment_of_the_turn() -> None:
    for lines in ((), ("roll 2",), ("roll 1", "move blue")):
        table = Table(*TWO).do(*lines)
        assert "cast Bo pickpocket Ana" in table.legal(), lines


@pytest.mark.clause("GRM-TURN-5")
def test_one_spell_a_table_round() -> None:
    table = Table(player("Ana", "wolf", "red", "trip trip"), player("Bo", "queen", "purple", "pickpocket"))
    table.do("cast Ana trip Bo", "pass")
    assert table.refused("cast Ana trip Bo").clauses == ("GRM-TURN-5",)
    table.do("roll 1", "move blue", "end")
    assert table.asks() == "Prepare Bo"
    assert table.refused("cast Ana trip Bo").clauses == ("GRM-TURN-5",)
    table.do("roll 4", "move yellow", "end")
    assert table.asks() == "Prepare Ana"
    assert "cast Ana trip Bo" in table.legal()


@pytest.mark.clause("GRM-TURN-6")
def test_casting_after_the_own_roll_is_an_option() -> None:
    table = Table(*TWO).do("roll 2")
    assert "cast Ana trip Bo" in table.legal()
    strict = Table(*TWO, cast_after_roll=False).do("roll 2")
    assert "cast Ana trip Bo" not in strict.legal()
    assert strict.refused("cast Ana trip Bo").clauses == ("GRM-TURN-6",)
    assert "cast Bo pickpocket Ana" in strict.legal()


@pytest.mark.clause("GRM-TURN-7")
def test_the_table_may_limit_the_rounds() -> None:
    table = Table(player("Ana", "wolf", "red", equipment=1), player("Bo", "queen", "green"), round_limit=1)
    table.do("roll 1", "move draw drop", "roll 1", "move blue")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == ("Ana",)
    assert [rank.place for rank in outcome.ranking] == [1, 2]
    assert GAME.legal_commands(table.state) == []


@pytest.mark.clause("GRM-HAND-1")
def test_a_full_hand_discards_before_it_draws() -> None:
    full = player("Ana", "wolf", "red", "trip silence pickpocket")
    table = Table(full, TWO[1], deck="destruction destruction").do("draw")
    assert table.asks() == "DropCard Ana"
    table.do("drop Ana silence", "drawn spells destruction")
    assert table.hero("Ana").hand == ("trip", "pickpocket", "destruction")
    assert table.asks() == "Prepare Ana"


@pytest.mark.clause("GRM-HAND-2")
def test_the_discards_become_the_draw_pile() -> None:
    table = Table(*TWO)
    assert "draw" not in table.legal(), "there is neither pile nor discard"
    table.do("cast Ana trip Bo", "pass", "roll 1", "move blue", "end")
    assert table.state.discard == {"trip": 1}
    table.do("draw", "drawn spells trip")
    assert table.state.discard == {}
    assert table.hero("Bo").hand == ("pickpocket", "trip")


@pytest.mark.clause("GRM-HAND-3")
def test_hands_are_secret_and_only_held_cards_are_cast() -> None:
    table = Table(*TWO)
    assert table.refused("cast Ana silence Bo").clauses == ("GRM-HAND-3",)
    public = GAME.view(table.state)
    own = GAME.view(table.state, "Ana")
    assert not any(card.id.startswith(("Ana/", "Bo/")) for card in public.cards)
    assert [card.title for card in own.cards if card.id.startswith("Ana/")] == [
        table.state.spell_name("trip")
    ]
    assert not any(card.id.startswith("Bo/") for card in own.cards)
    for choice in public.choices:
        assert "spell" not in choice.command, "a shared screen must not name a card that somebody holds"
    assert any(choice.command.get("spell") == "trip" for choice in own.choices)


def test_secret_hands_keep_only_counts() -> None:
    table = Table.started(
        players=[{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "piper"}], hands="secret"
    )
    assert table.hero("Ana").hand == ("?", "?")
    table.do("roll 2", "roll 1", "drawn chests 1", "draw")
    assert len(table.hero("Ana").hand) == 3
    assert sum(table.state.deck.values()) == 20
    table.do("cast Ana pickpocket Bo", "pass")
    assert len(table.hero("Ana").hand) == 3
    assert table.hero("Bo").hand == ("?",)
    assert set(table.state.discard) == {"?"}


def test_an_absent_player_is_skipped() -> None:
    table = Table(*TWO, player("Cleo", "piper", "green")).do(
        "correct presence false Bo", "roll 1", "move blue", "end"
    )
    assert table.asks() == "Prepare Cleo"


def test_corrections_override_the_record() -> None:
    table = Table(*TWO, deck="silence")
    table.do(
        "correct place plain Ana",
        "correct equipment 2 Ana",
        'correct hand \'["silence","?"]\' Ana',
        "correct chest chest2",
    )
    table.do("correct spent true Bo")
    ana = table.hero("Ana")
    assert (ana.at, ana.equipment, ana.hand) == ("plain", 2, ("silence", "?"))
    assert table.state.chest == "chest2"
    assert table.hero("Bo").is_spent
    for wrong in (
        "correct place moon Ana",
        "correct equipment 4 Ana",
        "correct hand '[\"fog\"]' Ana",
        "correct spent true Zoe",
    ):
        assert table.refused(wrong).kind == "invalid"


def test_a_place_corrected_in_the_middle_of_a_move_continues_from_there() -> None:
    table = Table(*TWO).do("roll 2", "correct place dead Ana")
    assert "move chest1 again" in table.legal()
