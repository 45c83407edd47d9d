"""The rulings added after the first games, each by playing it."""

from __future__ import annotations

import pytest

from companion.games.rayman import GAME, commands as c
from companion.games.rayman.events import DamageTaken, HeartLost, ProjectileRemoved
from companion.games.rayman.judge import judge, reach
from tests.rules.rayman import fix
from tests.rules.rayman.judged import dispute, ends
from tests.rules.rayman.table import Table
from tests.rules.rayman.test_clauses_dangers import boss
from tests.rules.rayman.test_clauses_team import team

ENEMY = {"enemies": [[5, 1]]}


@pytest.mark.clause("RAY-ENEMY-15", "RAY-PUSH-16")
def test_a_figure_pushed_onto_an_enemy_covers_it() -> None:
    table = Table(ENEMY, players=3).put("Ana", (3, 1)).put("Bo", (4, 1), heart=True)
    table.begin(Ana={"move": 3, "slap": 2}).slap("Bo", 1)
    assert table.at("Bo") == (5, 1)
    assert table.move(2).at("Ana") == (5, 1)
    assert not table.racer("Ana").is_immune
    others = {"globox": {"at": [4, 1], "heart": True}}
    assert (6, 1) in ends([3, 1], {"move": 3, "slap": 2}, board=ENEMY, others=others)


@pytest.mark.clause("RAY-PUSH-17")
def test_an_enemy_defeated_in_the_own_turn_is_harmless_until_the_round_ends() -> None:
    table = Table(ENEMY).put("Ana", (4, 1)).put("Bo", (3, 1))
    table.begin(Ana={"move": 2, "slap": 1}, Bo={"slap": 2}).move(enemy="slap").token().move(-1).end()
    table.slap("Ana", 1)
    assert table.at("Ana") == (5, 1)
    assert not table.happened(DamageTaken)
    turn = GAME.dispute(table.state, "globox", "3/1")
    assert turn["players"]["rayman"]["defeated"] == [[5, 1]]


@pytest.mark.clause("RAY-REST-7")
def test_a_turn_that_cannot_leave_a_projectile_is_hit() -> None:
    board = {"walls": [[4, 1], [5, 1]]}
    document = dispute([5, 1], {"slap": 1}, board=board, projectiles=[[5, 1]], player={"heart": True})
    assert reach(document) == ([5, 1],)
    assert (3, 1) in ends([5, 1], {}, board=board, projectiles=[[5, 1]])
    table = Table(board).put("Ana", (5, 1), heart=True).do(fix.add_projectile(5, 1)).begin(Ana={})
    table.end()
    assert table.happened(ProjectileRemoved)
    assert table.happened(HeartLost)


@pytest.mark.clause("RAY-REST-8")
def test_a_turn_that_cannot_leave_the_boss_is_displaced() -> None:
    table = boss().do(fix.boss(5, 1)).put("Ana", (5, 1)).begin(Ana={})
    table.end()
    assert table.at("Ana") == (4, 1)


@pytest.mark.clause("RAY-REST-9")
def test_a_step_without_a_legal_end_is_refused() -> None:
    table = Table().put("Ana", (4, 1)).do(fix.add_projectile(5, 1)).begin(Ana={"move": 1, "crouch": 1})
    assert table.refuse(c.Move("Ana", 1, projectile="crouch")) == ("RAY-REST-9", "RAY-CROUCH-6")
    onward = Table().put("Ana", (4, 1)).do(fix.add_projectile(5, 1)).begin(Ana={"move": 2, "crouch": 1})
    assert onward.move(projectile="crouch").refuse(c.EndTurn("Ana")) == ("RAY-CROUCH-6",)


@pytest.mark.clause("RAY-REST-10")
def test_a_turn_may_end_beside_the_boss_on_the_line() -> None:
    assert (0, 1) in ends([0, 1], {"move": 1}, boss=[0, 1])
    table = boss().do(fix.boss(0, 1)).begin(Ana={"move": 2})
    assert table.end().at("Ana") == (0, 1)


@pytest.mark.clause("RAY-SETUP-12")
@pytest.mark.parametrize("is_there", [False, True])
def test_a_figure_before_its_first_turn(is_there: bool) -> None:
    table = Table(options={"on_line_from_start": is_there}).begin(Ana={"slap": 1, "move": 1})
    slap = c.SlapFigure("Ana", "Bo", 1)
    assert (slap in table.legal()) == is_there


@pytest.mark.clause("RAY-SLAP-20")
def test_an_absent_figure_is_no_target() -> None:
    table = Table(players=3).put("Ana", (5, 1)).put("Bo", (6, 1)).begin(Ana={"slap": 2})
    table.do(fix.presence("Bo", False))
    assert table.refuse(c.SlapFigure("Ana", "Bo", 1)) == ("RAY-SLAP-20",)


@pytest.mark.clause("RAY-BUBBLE-9")
def test_a_player_in_a_bubble_has_no_turn() -> None:
    document = dispute([5, 2], {"move": 3}, player={"bubble": True}, claim={"at": [6, 2]})
    assert reach(document) == ([5, 2],)
    assert judge(document).clauses == ("RAY-BUBBLE-9",)
    assert judge({**document, "claim": {"at": [5, 2]}}).is_legal


@pytest.mark.clause("RAY-FINISH-9")
def test_a_finished_figure_keeps_its_space() -> None:
    others = {"globox": {"at": [45, 1], "freed": ["blue", "red", "green"]}}
    assert (45, 1) not in ends([44, 1], {"move": 1, "slap": 3}, others=others)


@pytest.mark.clause("RAY-RANK-5")
def test_finishers_are_compared_past_their_lines() -> None:
    three = ("blue", "red", "green")
    table = Table().put("Ana", (88, 1), freed=three, finished=True)
    table.put("Bo", (46, 1), freed=three, finished=True)
    assert GAME.leader(table.state) == "Bo"


@pytest.mark.clause("RAY-COOP-19")
def test_a_team_of_bubbles_has_lost() -> None:
    table = team()
    table.put("Bo", (5, 1), bubble=True).do(fix.presence("Ana", False))
    assert table.state.outcome is not None
    assert table.state.outcome.ranking == ()


@pytest.mark.clause("RAY-COOP-20")
def test_the_last_figure_takes_the_bonus_in_its_bubble() -> None:
    table = team().put("Ana", (8, 1)).put("Bo", (14, 1))
    table.put("Ana", bubble=True).begin()
    while table.waits != "bonus_move":
        table.do(table.legal()[0] if table.waits != "turn" else c.EndTurn(table.me))
    assert table.state.agenda[0].player == "Ana"


@pytest.mark.clause("RAY-PROJ-21")
def test_a_projectile_on_the_line_hits_the_lowest_initiative() -> None:
    table = Table(projectile="missile").roll(1).put("Ana", (44, 1)).put("Bo", (0, 1))
    table.do(fix.projectiles(((3, 1),))).begin(Ana={}, Bo={}).end_turns()
    while table.waits != "projectile":
        table.do(table.legal()[0])
    table.do(c.Continue())
    assert [event.player for event in table.happened(DamageTaken)] == ["Bo"]


@pytest.mark.clause("RAY-INIT-7")
def test_who_is_left_alone_in_a_tie_does_not_roll() -> None:
    table = Table()
    table.do(c.TypeCards("Ana", 50, 10, move=1), c.TypeCards("Bo", 50, 10, move=1), c.Reveal())
    assert table.waits == "tie"
    table.do(fix.presence(table.state.agenda[0].player, False))
    assert table.waits == "turn"
