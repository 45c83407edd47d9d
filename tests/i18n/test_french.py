"""French as it is said: what stands before a name follows the name."""

from __future__ import annotations

import pytest

from companion.core.message import say
from companion.i18n import words


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ana", "Au tour d’Ana."),
        ("Ève", "Au tour d’Ève."),
        ("Bo", "Au tour de Bo."),
        ("Hugo", "Au tour de Hugo."),
    ],
)
def test_de_is_shortened_before_a_vowel(name: str, said: str) -> None:
    assert words(say("grimm.log.turn", player=name), "fr") == said


def test_only_french_is_shortened() -> None:
    assert words(say("grimm.log.turn", player="Ana"), "en") == "Ana’s turn."


def test_several_in_one_sentence() -> None:
    swapped = say("grimm.log.swapped", player="Eve", other="Bo")
    assert words(swapped, "fr") == "Échangez les pions d’Eve et de Bo."


@pytest.mark.parametrize(
    ("count", "language", "said"),
    [(1, "en", "1 Slap"), (7, "en", "7 Slaps"), (1, "fr", "1 Gifle"), (7, "fr", "7 Gifles")],
)
def test_a_name_in_a_counted_sentence_has_its_number(count: int, language: str, said: str) -> None:
    assert words(say("rayman.icons", count=count, icon=say("rayman.icon.slap")), language) == said
    assert words(say("rayman.icon.slap"), language) == said.split()[1].rstrip("s")
