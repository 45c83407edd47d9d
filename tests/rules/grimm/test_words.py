"""What the table reads: prompts with all that decides, powers and spells in full, French as it is said."""

from __future__ import annotations

import pytest

from companion.core.corrections import Correct
from companion.core.errors import Invalid
from companion.core.message import say
from companion.games.grimm import GAME
from companion.i18n import words
from tests.rules.grimm.table import CONTENT, Table, player

ANA = player("Ana", "wolf", "red", "destruction silence")
BO = player("Bo", "queen", "green", "counter-spell trip", equipment=1)
EVE = player("Eve", "piper", "blue", "counter-spell")


def prompt(table: Table, language: str = "en") -> str:
    return words(GAME.view(table.state, None).prompt.headline, language)


def test_a_counter_prompt_names_target_and_countered_spell() -> None:
    table = Table(ANA, BO, EVE).do("cast Ana destruction Bo")
    assert prompt(table) == "Ana casts Destruction on Bo: does anybody counter?"
    table.do("cast Bo counter-spell")
    assert prompt(table) == "Bo counters Destruction by Ana: does anybody counter that?"
    assert prompt(table, "fr").startswith("Bo contre le sort Destruction d’Ana :")


def test_a_spell_on_everybody_says_so() -> None:
    rapunzel = player("Ana", "rapunzel", "red", "destruction", equipment=2)
    table = Table(rapunzel, BO, EVE).do("cast Ana destruction")
    assert "on everybody else" in prompt(table)


def test_a_spell_carried_out_by_hand_names_its_target() -> None:
    table = Table(ANA, player("Bo", "queen", "green"), silence="by_hand").do("cast Ana silence Bo")
    assert prompt(table) == "Ana cast Silence on Bo: carry it out"
    assert GAME.view(table.state, None).prompt.detail is not None


def test_two_dice_are_asked_for_against_the_dragon() -> None:
    dragon = player("Bo", "dragon", "green", equipment=2)
    assert prompt(Table(ANA, dragon), "fr") == "Ana : lancez les deux dés"


def test_the_end_of_a_turn_claims_no_move_and_no_spell() -> None:
    table = Table(player("Ana", "wolf", "red", modifier=-3), BO).do("roll 1")
    assert prompt(table) == "Ana: does anybody cast, or does the turn end?"


def test_a_modifier_is_added_by_the_companion() -> None:
    table = Table(player("Ana", "wolf", "red", modifier=-3), BO)
    hints = [words(hint, "en") for hint in GAME.view(table.state, None).hints]
    assert "−3 is added to Ana’s roll." in hints


@pytest.mark.clause("GRM-POWER-6")
def test_powers_and_silence_are_said_in_full() -> None:
    cards = GAME.view(Table(player("Ana", "rapunzel", "red"), BO).state, "Bo").cards
    said = " ".join(words(line, "en") for card in cards for line in card.lines)
    assert "Hole in the pocket" in said
    assert "Destruction" in said
    assert "second piece" in said
    silent = GAME.view(Table(player("Ana", "wolf", "red", "silence"), BO).state, "Ana").cards
    assert "until the end of their next turn" in " ".join(
        words(x, "en") for card in silent for x in card.lines
    )


@pytest.mark.parametrize(
    ("key", "params", "said"),
    [
        (
            "grimm.log.countered",
            {"spell": "Destruction", "player": "Bo"},
            "Sort annulé : Destruction, de Bo.",
        ),
        ("grimm.log.turn", {"player": "Eve"}, "Au tour d’Eve."),
        ("grimm.log.silenced", {"player": "Ana"}, "Silence : Ana ne lance plus de sort."),
        ("grimm.hint.spells_left", {"players": "Bo"}, "Sort encore possible pour : Bo."),
    ],
)
def test_french_agrees_with_anybody(key: str, params: dict[str, str], said: str) -> None:
    assert words(say(key, **params), "fr") == said


def test_a_hand_cannot_hold_more_copies_than_the_box() -> None:
    copies = CONTENT.of_kind("spells")["silence"].copies  # type: ignore[attr-defined]
    table = Table(player("Ana", "wolf", "red"), player("Bo", "queen", "green", "silence"))
    too_many = Correct("hand", ["silence"] * copies, "Ana")
    with pytest.raises(Invalid) as refusal:
        GAME.decide(table.state, too_many)
    said = " ".join(words(part, "en") for part in (refusal.value.message, *refusal.value.details))
    assert "Silence" in said
