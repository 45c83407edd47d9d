"""Being moved by others, finishing and ranking, clause by clause."""

from typing import Any

import pytest

from companion.games.rayman import commands as c
from companion.games.rayman.effects import MoveFigures
from companion.games.rayman.entities import ProjectileCard, ProjectileEntry
from companion.games.rayman.events import DamageTaken
from tests.rules.rayman import asking, fix
from tests.rules.rayman.table import CONTENT, Table

FREED = ("blue", "red", "green")


def slapped(
    board: dict[str, Any] | None = None, bo: tuple[int, int] = (6, 1), push: Any = 1, **facts: Any
) -> Table:
    """Lets Ana slap Bo from the next column; `options` go to the set-up, other facts to Bo."""
    options = facts.pop("options", {})
    ana = (bo[0] - push, bo[1])
    table = Table(board, options=options).put("Ana", ana).put("Bo", bo, **facts)
    return table.begin(Ana={"slap": 2}).slap("Bo", push)


@pytest.mark.clause("RAY-PUSH-1", "RAY-PUSH-3")
def test_pushed_onto_a_figure_it_goes_above_below_or_behind() -> None:
    board = {"platforms": {"2": "6-7", "3": "7"}, "obstacles": "9"}
    table = Table(board, players=3).put("Ana", (5, 1)).put("Bo", (6, 1)).put("Cy", (7, 1))
    table.begin(Ana={"slap": 2}).slap("Bo", 1)
    assert table.places() == {(7, 2), (6, 1)}
    assert table.place((7, 2)).at("Bo") == (7, 2)


@pytest.mark.clause("RAY-PUSH-2")
def test_with_no_room_beside_it_goes_farther_back() -> None:
    table = Table({"platforms": {"2": "7"}, "obstacles": "5"}, players=4)
    table.put("Ana", (8, 1)).put("Bo", (7, 1)).put("Cy", (6, 1)).put("Di", (4, 1))
    table.begin(Ana={"slap": 2}).slap("Bo", -1)
    assert table.at("Bo") == (3, 1)


@pytest.mark.clause("RAY-PUSH-4")
def test_pushed_onto_an_enemy_the_heart_or_damage() -> None:
    board = {"enemies": [[7, 1]]}
    kept = slapped(board, heart=True)
    assert (kept.at("Bo"), kept.racer("Bo").has_heart) == ((7, 1), False)
    table = Table(board).put("Ana", (4, 1)).put("Bo", (6, 1)).begin(Ana={"slap": 3}).slap("Bo", 1)
    assert table.at("Bo") == (5, 1)
    assert table.racer("Bo").is_immune


@pytest.mark.clause("RAY-PUSH-5", "RAY-CROUCH-8")
def test_pushed_under_a_thick_platform_it_stays_crouched() -> None:
    table = slapped({"thick": {"1": "7"}})
    assert table.at("Bo") == (7, 1)
    table.end()
    assert table.me == "Bo"
    table.do(fix.pool(jump=1))
    assert "RAY-JUMP-6" in table.refuse(c.Jump("Bo"))


@pytest.mark.clause("RAY-PUSH-6")
def test_pushed_off_a_ledge_it_falls() -> None:
    assert slapped({"platforms": {"3": "5-6"}}, bo=(6, 3)).at("Bo") == (7, 1)


@pytest.mark.clause("RAY-PUSH-7")
def test_pushed_onto_an_obstacle_with_a_heart_it_steps_aside() -> None:
    board = {"obstacles": "7", "platforms": {"2": "7", "3": "7"}}
    table = slapped(board, heart=True)
    assert not table.racer("Bo").has_heart
    assert table.places() == {(7, 2), (7, 3)}
    assert slapped({"obstacles": "7"}, heart=True).at("Bo") == (6, 1)


@pytest.mark.clause("RAY-PUSH-8")
def test_pushed_onto_an_obstacle_without_a_heart_is_damage() -> None:
    table = (
        Table({"obstacles": "7"}).put("Ana", (4, 1)).put("Bo", (6, 1)).begin(Ana={"slap": 3}).slap("Bo", 1)
    )
    assert table.at("Bo") == (5, 1)
    assert table.racer("Bo").is_immune


@pytest.mark.clause("RAY-PUSH-9")
@pytest.mark.parametrize(("push", "wall"), [(1, [6, 1]), (-1, [5, 1])])
def test_against_a_wall_a_heart_is_lost_and_the_figure_stays(push: int, wall: list[int]) -> None:
    board = {"walls": [wall], "platforms": {"2": "6"}}
    table = Table(board).put("Ana", (6, 2)).put("Bo", (6, 1), heart=True)
    table.begin(Ana={"slap": 2}).slap("Bo", 1 if push > 0 else -1)
    assert (table.at("Bo"), table.racer("Bo").has_heart) == ((6, 1), False)


@pytest.mark.clause("RAY-PUSH-10")
def test_forward_against_a_wall_without_a_heart_is_damage() -> None:
    table = (
        Table({"walls": [[6, 1]]}).put("Ana", (5, 1)).put("Bo", (6, 1)).begin(Ana={"slap": 2}).slap("Bo", 1)
    )
    assert table.happened(DamageTaken)
    assert table.at("Bo") == (4, 1)


@pytest.mark.clause("RAY-PUSH-11")
@pytest.mark.parametrize(
    ("rule", "at", "is_hurt"),
    [("nothing", (6, 1), False), ("damage_and_retreat2", (4, 1), True), ("damage_no_move", (6, 1), True)],
)
def test_backward_against_a_wall_without_a_heart(rule: str, at: tuple[int, int], is_hurt: bool) -> None:
    table = slapped({"walls": [[5, 1]]}, push=-1, options={"back_wall_no_heart": rule})
    assert table.at("Bo") == at
    assert table.racer("Bo").is_immune is is_hurt


@pytest.mark.clause("RAY-PUSH-12")
def test_five_players_may_perch_on_each_other() -> None:
    table = Table(players=5).put("Bo", (6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 1}).move().end()
    assert (6, 2) in table.places()
    assert table.place((6, 2)).at("Ana") == (6, 2)
    four = Table(players=4).put("Bo", (6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 1}).move().end()
    assert four.at("Ana") == (5, 1)


@pytest.mark.clause("RAY-PUSH-13")
def test_a_perched_figure_falls_when_its_support_leaves() -> None:
    table = Table(players=5).put("Bo", (6, 1)).put("Ana", (5, 1))
    table.begin(Ana={"move": 1}, Bo={"move": 1}).move().end().place((6, 2))
    assert table.me == "Bo"
    assert table.move().end().at("Ana") == (6, 1)
    bonus = Table(players=5).put("Bo", (6, 1)).put("Ana", (6, 2))
    for name, column in (("Cy", 9), ("Di", 11), ("Ed", 13)):
        bonus.put(name, (column, 1))
    assert bonus.begin().end_turns().place((7, 1)).at("Ana") == (6, 1)
    jumper = Table(players=5).put("Bo", (6, 1)).put("Ana", (6, 2)).begin(Ana={"jump": 1})
    assert "RAY-JUMP-3" in jumper.refuse(c.Jump("Ana"))


@pytest.mark.clause("RAY-PUSH-14", "RAY-SLAP-14")
def test_pushed_into_a_projectile_is_a_hit() -> None:
    table = Table(mode="intermediate").roll(5).do(fix.projectiles(((7, 1),)))
    table.put("Ana", (5, 1)).put("Bo", (6, 1), heart=True).begin(Ana={"slap": 2}).slap("Bo", 1)
    assert table.projectiles() == []
    assert not table.racer("Bo").has_heart


@pytest.mark.clause("RAY-PUSH-15")
def test_nobody_is_pushed_behind_the_line() -> None:
    table = Table(options={"on_line_from_start": True}).put("Ana", (1, 1))
    table.begin(Ana={"slap": 2}).slap("Bo", -1)
    assert table.at("Bo") == (0, 1)


@pytest.mark.clause("RAY-FINISH-1", "RAY-FINISH-3", "RAY-FINISH-8")
def test_a_finisher_runs_on_past_everything() -> None:
    board = {"obstacles": "2", "walls": [[1, 1]], "enemies": [[3, 1]]}
    table = Table(board).put("Ana", (43, 1), freed=FREED, tokens=("move-move",)).begin(Ana={"move": 3})
    table.move(3).do(c.UseToken("Ana", "move-move")).move(2)
    assert table.at("Ana") == (48, 1)
    assert table.racer("Ana").has_finished
    assert "RAY-FINISH-3" in table.do(fix.pool(move=1)).refuse(c.Move("Ana", -1))


@pytest.mark.clause("RAY-FINISH-2")
def test_the_round_is_played_out() -> None:
    table = Table().put("Ana", (43, 1), freed=FREED).begin(Ana={"move": 1}, Bo={"move": 2}).move().end()
    assert table.state.outcome is None
    assert table.me == "Bo"
    assert table.end().state.outcome is not None


@pytest.mark.clause("RAY-FINISH-2", "RAY-FINISH-3")
def test_who_is_pushed_over_the_line_still_has_a_turn_to_go_on() -> None:
    table = Table({"obstacles": "1"}).put("Bo", (43, 1), freed=FREED).put("Ana", (42, 1))
    table.begin(Ana={"slap": 2}, Bo={"move": 3, "slap": 1}).slap("Bo", 1).end()
    assert (table.me, table.at("Bo")) == ("Bo", (44, 1))
    table.move(2)
    assert asking.judge(asking.dispute(table.state, "2/1")).is_legal
    assert asking.judge(asking.dispute(table.state, "3/1")).is_legal
    assert not asking.judge(asking.dispute(table.state, "4/1")).is_legal
    table.end()
    assert table.state.outcome is not None
    assert [(rank.player, rank.score) for rank in table.state.outcome.ranking] == [("Bo", 46), ("Ana", 42)]


@pytest.mark.clause("RAY-FINISH-6")
def test_an_effect_pushes_nobody_on_past_the_line() -> None:
    shoved = ProjectileEntry({"en": "Two columns on."}, effects=(MoveFigures(2),))
    wind = ProjectileCard({"en": "Wind"}, entries=(shoved,) * 6)
    entities = {**CONTENT.entities, "projectiles": {"wind": wind}}
    table = Table(mode="hero", projectile="wind", content=type(CONTENT)(CONTENT.packs, entities)).roll(6)
    table.put("Ana", (43, 1), freed=FREED).begin().end_round()
    assert table.at("Ana") == (44, 1)


@pytest.mark.clause("RAY-FINISH-5")
def test_without_three_teensies_the_gate_may_be_shut() -> None:
    table = Table(options={"finish_gate": "blocked_at43"}).put("Ana", (43, 1)).begin(Ana={"move": 1})
    assert table.refuse(c.Move("Ana", 1)) == ("RAY-FINISH-5",)


@pytest.mark.clause("RAY-FINISH-6")
def test_finished_players_are_untouchable() -> None:
    table = Table(mode="hero", projectile="red_ghost").roll(5).put("Ana", (43, 1), freed=FREED, heart=True)
    table.put("Bo", (9, 1), heart=True).begin(Ana={"move": 1}).move().end().end_turns()
    while table.state.outcome is None:
        table.do(table.legal()[0])
    assert table.racer("Ana").has_heart
    assert not table.racer("Bo").has_heart


@pytest.mark.clause("RAY-FINISH-7")
def test_past_the_line_spaces_are_shared() -> None:
    table = Table().put("Ana", (43, 1), freed=FREED).put("Bo", (42, 1), freed=FREED)
    table.begin(Ana={"move": 2}, Bo={"move": 3}).move(2).end().move(3).end()
    assert table.at("Ana") == table.at("Bo") == (45, 1)


def finish(players: int = 2, **ends: int) -> Table:
    """Lets players run over the line to a progress each, the first named with the highest initiative."""
    table = Table(players=players)
    for index, name in enumerate(ends):
        table.put(name, (43 - index, 1), freed=FREED)
    pools = {name: {"move": end - 43 + index} for index, (name, end) in enumerate(ends.items())}
    table.begin(**pools)
    for pool in pools.values():
        table.move(pool["move"]).end()
    return table.end_round()


@pytest.mark.clause("RAY-RANK-1")
def test_the_farthest_past_the_line_wins() -> None:
    table = finish(Ana=45, Bo=47)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("Bo",)


@pytest.mark.clause("RAY-RANK-2")
def test_a_tie_goes_to_the_higher_initiative() -> None:
    table = finish(Bo=45, Ana=45)
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("Bo",)


@pytest.mark.clause("RAY-RANK-3")
def test_a_full_tie_is_shared() -> None:
    table = Table().put("Ana", (43, 1), freed=FREED).put("Bo", (42, 1), freed=FREED)
    table.do(c.TypeCards("Ana", 50, 9, move=2), c.TypeCards("Bo", 50, 3, move=3), c.Reveal())
    table.move(2).end().move(3).end()
    assert table.state.outcome is not None
    assert set(table.state.outcome.winners) == {"Ana", "Bo"}
    assert [rank.place for rank in table.state.outcome.ranking] == [1, 1]


@pytest.mark.clause("RAY-RANK-4")
def test_the_others_follow_by_progress_level_and_initiative() -> None:
    table = Table({"platforms": {"2": "9"}}, players=5).put("Ana", (43, 1), freed=FREED)
    table.put("Bo", (9, 1)).put("Cy", (9, 2)).put("Di", (0, 1)).put("Ed", (0, 1))
    table.begin(Ana={"move": 1}, Ed={}, Di={}).move().end().end_round()
    assert table.state.outcome is not None
    assert [rank.player for rank in table.state.outcome.ranking] == ["Ana", "Cy", "Bo", "Ed", "Di"]
