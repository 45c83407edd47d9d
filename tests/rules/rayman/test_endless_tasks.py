"""A night edited by hand may hold tasks that contradict its turn: deciding ends all the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.rayman import GAME, commands as c
from companion.games.rayman.state import Task
from tests.rules.rayman.table import Table


def test_a_turn_whose_task_belongs_to_somebody_else_never_runs_for_ever() -> None:
    table = Table().put("Ana", (3, 1)).put("Bo", (4, 1)).begin(Ana={"move": 1})
    turn = table.state.turn
    assert turn is not None
    edited = replace(table.state, agenda=(Task("turn", "Bo"), Task("end_round")))
    with pytest.raises(RuntimeError, match="never ends"):
        GAME.decide(edited, c.EndTurn(turn.player))
