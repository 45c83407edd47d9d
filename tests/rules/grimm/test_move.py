"""Movement: the whole roll, no turning back, what adds to a roll, the portal."""

from __future__ import annotations

import pytest

from companion.games.grimm import GAME
from tests.rules.grimm.table import Table, player

BO = player("Bo", "queen", "chest2")


def moves(table: Table) -> set[str]:
    return {line.removeprefix("move ") for line in table.legal() if line.startswith("move ")}


@pytest.mark.clause("GRM-MOVE-1")
def test_one_die_of_six_faces() -> None:
    table = Table(player("Ana", "piper", "dead"), BO)
    assert [line for line in table.legal() if line.startswith("roll")] == [f"roll {n}" for n in range(1, 7)]
    for wrong in ("roll 7", "roll 0", "roll 3 4"):
        assert table.refused(wrong).kind == "invalid"


@pytest.mark.clause("GRM-MOVE-2")
def test_the_whole_roll_in_any_direction() -> None:
    table = Table(player("Ana", "piper", "drop"), BO).do("roll 2")
    assert moves(table) == {"draw red", "again chest1"}
    assert table.refused("move draw").kind == "illegal"
    assert table.refused("move draw red blue").kind == "illegal"
    assert table.refused("move green").clauses == ("GRM-MOVE-2",)


@pytest.mark.clause("GRM-MOVE-3")
def test_no_path_is_walked_back_but_round_is_allowed() -> None:
    table = Table(player("Ana", "piper", "draw"), BO).do("roll 6", "move red", "move blue")
    assert "red" not in moves(table)
    assert table.refused("move red").clauses == ("GRM-MOVE-3",)
    ends = GAME.reachable(table.state, "piper")
    assert "black" in ends, "round the ring of six: red, blue, green, yellow, purple, black"
    around = Table(player("Ana", "piper", "red"), BO).do("roll 6", "move blue", "move green yellow")
    around.do("move purple black red")
    assert around.hero("Ana").at == "red"


@pytest.mark.clause("GRM-MOVE-3")
def test_a_new_turn_may_turn_round() -> None:
    table = Table(player("Ana", "piper", "drop"), player("Bo", "wolf", "dead")).do("roll 2", "move draw red")
    table.do("roll 1", "move chest1", "roll 1")
    assert "draw" in moves(table)


@pytest.mark.clause("GRM-MOVE-4")
def test_a_pawn_without_a_way_on_stops() -> None:
    table = Table(player("Ana", "piper", "again"), BO).do("roll 5", "move chest1 dead")
    assert table.hero("Ana").at == "dead"
    assert table.asks() == "Prepare Bo"


@pytest.mark.clause("GRM-MOVE-5")
def test_pawns_share_and_pass() -> None:
    table = Table(player("Ana", "piper", "again"), player("Bo", "wolf", "chest1")).do("roll 1", "move chest1")
    assert table.hero("Ana").at == table.hero("Bo").at
    table = Table(player("Ana", "piper", "again"), player("Bo", "wolf", "chest1")).do("roll 2")
    assert "chest1 dead" in moves(table)


@pytest.mark.clause("GRM-MOVE-6")
def test_modifiers_add_up_in_order() -> None:
    ana = player("Ana", "wolf", "red", equipment=2, modifier=-1)
    table = Table(ana, player("Bo", "dragon", "blue", equipment=2)).do("roll 5 2")
    rolled = next(event for event in table.events if type(event).__name__ == "MoveRolled")
    assert (rolled.equipment, rolled.wolf, rolled.spells, rolled.total) == (1, 2, -1, 4)  # type: ignore[attr-defined]
    assert table.hero("Ana").modifier == 0, "a spell changes one roll only"


@pytest.mark.clause("GRM-MOVE-7")
def test_a_result_below_zero_is_no_move() -> None:
    ana = player("Ana", "piper", "draw", modifier=-3)
    table = Table(ana, BO, deck="trip").do("roll 1")
    assert table.asks() == "Prepare Bo"
    assert table.hero("Ana").at == "draw"
    assert table.hero("Ana").hand == (), "a pawn that does not move does not stop on its space"
    one = Table(ana, BO, minimum_move=1).do("roll 1")
    assert one.state.rolled is not None
    assert one.state.rolled.total == 1


@pytest.mark.clause("GRM-PORTAL-1")
def test_the_portal_is_closed_without_three_pieces() -> None:
    table = Table(player("Ana", "piper", "red", equipment=2), BO).do("roll 1")
    assert "portal" not in moves(table)
    assert table.refused("move portal").clauses == ("GRM-PORTAL-1",)


@pytest.mark.clause("GRM-PORTAL-2")
def test_entering_the_portal_wins_at_once() -> None:
    watcher = player("Bo", "wolf", "purple", "counter-spell trip")
    table = Table(player("Ana", "piper", "blue", equipment=3), watcher).do(
        "roll 6", "move red", "move portal"
    )
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == ("Ana",)
    assert table.legal() == []
    exact = Table(player("Ana", "piper", "blue", equipment=3), watcher, portal_exact=True)
    exact.do("roll 6", "move red")
    assert exact.refused("move portal").clauses == ("GRM-PORTAL-2",)
    exact = Table(player("Ana", "piper", "blue", equipment=3), watcher, portal_exact=True)
    exact.do("roll 1", "move red", "move portal")
    assert exact.state.winner == "Ana"


@pytest.mark.clause("GRM-GOAL-1")
def test_the_first_through_the_portal_wins_and_the_race_is_over() -> None:
    table = Table(player("Ana", "piper", "red", equipment=3), player("Bo", "wolf", "red", equipment=3))
    table.do("roll 1", "move portal")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert [(rank.player, rank.place) for rank in outcome.ranking] == [("Ana", 1), ("Bo", 2)]
    assert table.refused("roll 1").clauses == ("GRM-GOAL-1",)
