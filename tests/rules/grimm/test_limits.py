"""Limits that keep a race from going on for ever, and the race without one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.games.grimm import judge as grimm_judge
from tests.rules.grimm.table import Table, judge, player, reach

BO = player("Bo", "queen", "chest2")


@pytest.mark.clause("GRM-SETUP-7")
def test_after_nine_ties_the_first_seat_begins() -> None:
    players = [{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "queen"}]
    table = Table.started(players=players, hands="secret")
    for _ in range(9):
        table.do("roll 4", "roll 4")
        assert table.asks() == "RollForStart Ana"
    table.do("roll 4", "roll 4")
    assert table.asks() == "PlaceChest Ana"


@pytest.mark.clause("GRM-SPACE-6")
def test_a_turn_rolls_again_thirty_times_at_most() -> None:
    table = Table(player("Ana", "wolf", "drop"), BO)
    for _ in range(31):
        assert table.asks() == "Prepare Ana"
        table.put("Ana", "drop").do("roll 1", "move again")
    assert table.asks() == "Prepare Bo"


def crowded(paths: list[tuple[str, str]]) -> dict[str, Any]:
    """Forty steps on a board of many crossings."""
    spaces = {space: {} for path in paths for space in path}
    return {
        "format": "dispute/1",
        "game": "grimm",
        "board": {"spaces": spaces, "paths": paths},
        "players": {"Ana": {"at": "0"}},
        "turn": {"player": "Ana", "steps": 40},
        "claim": {"at": "1"},
    }


def test_a_move_with_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [(str(a), str(b)) for a in range(20) for b in range(a)]
    monkeypatch.setattr(grimm_judge, "MOST_BRANCHES", 500)
    for ask in (judge, reach):
        with pytest.raises(Invalid) as refused:
            ask(crowded(paths))
        assert "more ways than can be searched" in reason(refused.value, "en")


def test_a_board_larger_than_any_table_is_refused_by_its_field() -> None:
    with pytest.raises(Invalid) as refused:
        judge(crowded([(str(a), str(a + 1)) for a in range(301)]))
    assert "board.paths" in reason(refused.value, "en")
