"""Hands that the companion does not know: what it can tell all the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.grimm.table import Table, player

HEROES = tuple(
    player(name, character, "red", "? ?")
    for name, character in (("Ana", "wolf"), ("Bo", "queen"), ("Cam", "piper"))
)


@pytest.mark.clause("GRM-HAND-4")
def test_a_spell_whose_every_copy_was_cast_is_neither_offered_nor_accepted() -> None:
    table = Table(*HEROES, deck="? ?")
    assert table.state.spells["silence"].copies == 2
    table.do("cast Bo silence Cam", "pass")
    assert "cast Ana silence Bo" in table.legal()
    table.state = replace(table.state, cast_cards={"silence": 2})
    assert not [line for line in table.legal() if "silence" in line]
    assert table.refused("cast Ana silence Bo").clauses == ("GRM-HAND-4",)


@pytest.mark.clause("GRM-HAND-4")
def test_casts_are_counted_until_the_discards_are_shuffled() -> None:
    table = Table(*HEROES, deck="?").do("cast Bo silence Cam", "pass")
    assert table.state.cast_cards == {"silence": 1}
    table.state = replace(table.state, deck={})
    table.do("draw")
    assert table.state.cast_cards == {}
