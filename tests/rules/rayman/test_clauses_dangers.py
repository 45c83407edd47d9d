"""Projectiles and the Boss, clause by clause."""

import pytest

from companion.core.command import RevealCard
from companion.games.rayman import commands as c
from companion.games.rayman.events import BossMoved, ProjectileRemoved
from tests.rules.rayman import fix
from tests.rules.rayman.table import Table

SAFE = "armored_toad-3"
"""An attack that only moves the Boss, at the end."""


def thrown(number: int = 1, players: int = 2, **setup: object) -> Table:
    """Begins a round with projectiles on the roll of a number."""
    return Table(players=players, **{"mode": "intermediate", **setup}).roll(number)


def fly(table: Table) -> Table:
    """Ends the turns, declines the bonus and lets everything fly."""
    table.end_turns()
    while table.waits in ("bonus_move", "projectile", "retreat"):
        table.do(c.Stay(table.state.agenda[0].player) if table.waits == "bonus_move" else table.legal()[0])
    return table


def boss(number: int = 1, attack: str = SAFE, play: str = "competitive_boss", **setup: object) -> Table:
    """Begins a round against the Armored Toad."""
    table = Table(play=play, **setup)
    while table.waits == "random_discard":
        table.do(table.legal()[0])
    return table.roll(number).do(RevealCard("attack", attack))


def boss_moves(table: Table) -> Table:
    """Ends the turns and lets the Boss move."""
    table.end_turns()
    while table.waits == "bonus_move":
        table.do(c.Stay(table.state.agenda[0].player))
    assert table.waits == "boss"
    return table.do(c.Continue())


@pytest.mark.clause("RAY-PROJ-1", "RAY-PROJ-2", "RAY-PROJ-3")
@pytest.mark.parametrize(("number", "level"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_one_projectile_appears_at_the_rolled_level(number: int, level: int) -> None:
    assert thrown(number).projectiles() == [(21, level)]


@pytest.mark.clause("RAY-PROJ-3", "RAY-PROJ-4")
def test_from_column_22_on_they_start_at_43_for_good() -> None:
    table = thrown(5).put("Ana", (21, 1)).begin(Ana={"move": 1}).move()
    table.put("Ana", (3, 1))
    fly(table).roll(5)
    assert (43, 3) in table.projectiles()


@pytest.mark.clause("RAY-PROJ-5")
def test_a_figure_where_it_appears_is_hit() -> None:
    table = Table(mode="intermediate").put("Ana", (21, 1)).roll(1)
    assert table.projectiles() == []
    assert table.racer("Ana").is_immune
    assert table.at("Ana") == (19, 1)


@pytest.mark.clause("RAY-PROJ-6", "RAY-PROJ-11")
def test_all_fly_eight_columns_on_their_level_oldest_first() -> None:
    table = fly(thrown(5).begin())
    assert table.projectiles() == [(13, 3)]
    table.roll(3)
    table.begin().end_turns().do(c.Stay(table.state.agenda[0].player))
    assert [task.number for task in table.state.agenda if task.kind == "projectile"] == sorted(
        projectile.id for projectile in table.state.projectiles
    )
    assert fly(table).projectiles() == [(5, 3), (13, 2)]


@pytest.mark.clause("RAY-VARIANT-7")
def test_they_may_fly_nine() -> None:
    assert fly(thrown(5, options={"projectile_speed": 9}).begin()).projectiles() == [(12, 3)]


@pytest.mark.clause("RAY-PROJ-7", "RAY-PROJ-12", "RAY-BUBBLE-8")
def test_the_first_figure_on_the_way_is_hit() -> None:
    table = fly(thrown(1).put("Ana", (15, 1), heart=True).put("Bo", (17, 1), heart=True).begin())
    assert not table.racer("Bo").has_heart
    assert table.racer("Ana").has_heart
    assert table.projectiles() == []
    hurt = fly(thrown(1).put("Bo", (17, 1)).begin())
    assert hurt.at("Bo") == (15, 1)
    immune = fly(thrown(1).put("Bo", (17, 1), heart=True).begin().end_turns().put("Bo", immune=True))
    assert immune.racer("Bo").has_heart


@pytest.mark.clause("RAY-PROJ-8")
def test_walls_platforms_and_enemies_do_not_stop_it() -> None:
    board = {"walls": [[18, 1]], "enemies": [[17, 1]], "thick": {"1": "16"}, "obstacles": "15"}
    assert fly(thrown(1, board=board).begin()).projectiles() == [(13, 1)]


@pytest.mark.clause("RAY-PROJ-9")
@pytest.mark.parametrize("start", [5, 27])
def test_it_is_removed_at_the_end_of_its_tile(start: int) -> None:
    table = thrown(5).do(fix.projectiles(((start, 3),))).put("Ana", (3, 1)).put("Bo", (6, 1)).begin()
    fly(table)
    assert table.projectiles() == []
    assert [event.why for event in table.happened(ProjectileRemoved)] == ["end"]


@pytest.mark.clause("RAY-PROJ-10")
@pytest.mark.parametrize("is_safe", [True, False])
@pytest.mark.parametrize(("column", "end"), [(5, 0), (27, 22)])
def test_the_last_column_is_swept_unless_it_is_safe(column: int, end: int, is_safe: bool) -> None:
    table = thrown(5, options={"start_line_safe": is_safe}).do(fix.projectiles(((column, 1),)))
    fly(table.put("Ana", (end, 1), heart=True).put("Bo", (9, 1)).begin())
    assert table.racer("Ana").has_heart is is_safe


@pytest.mark.clause("RAY-BOSS-19")
@pytest.mark.parametrize(("number", "level"), [(1, 1), (4, 2), (6, 3)])
def test_one_die_sets_the_levels_of_the_boss_and_of_the_projectile(number: int, level: int) -> None:
    table = Table(play="competitive_boss", mode="intermediate").roll(number)
    assert table.state.boss is not None
    assert table.state.boss.at[1] == level
    assert [at[1] for at in table.projectiles()] == [level]
    assert table.waits != "roll"


@pytest.mark.clause("RAY-BOSS-13")
def test_a_step_into_the_boss_asks_what_to_do_about_the_boss() -> None:
    table = boss(1).do(fix.boss(6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 3, "slap": 1})
    assert table.refuse(c.Move("Ana", 1)) == ("RAY-BOSS-13",)


@pytest.mark.clause("RAY-CROUCH-10")
@pytest.mark.parametrize("is_dodged", [True, False])
def test_a_crouch_helps_against_flying_ones_only_by_house_rule(is_dodged: bool) -> None:
    options = {"crouch_dodges_moving_projectile": is_dodged}
    table = thrown(1, board={"thick": {"1": "17"}}, options=options).put("Bo", (17, 1), heart=True)
    fly(table.begin())
    assert table.racer("Bo").has_heart is is_dodged


@pytest.mark.clause("RAY-PROJ-14")
def test_projectiles_are_no_target_of_a_slap() -> None:
    table = thrown(1).put("Ana", (20, 1)).begin(Ana={"slap": 5})
    assert table.refuse(c.SlapEnemy("Ana", (21, 1))) == ("RAY-ENEMY-1",)


@pytest.mark.clause("RAY-PROJ-15")
def test_the_card_works_after_the_flight() -> None:
    table = thrown(1, mode="hero", projectile="red_ghost").put("Ana", (3, 1)).put("Bo", (6, 1), heart=True)
    fly(table.begin())
    assert table.waits == "card"
    assert table.racer("Bo").has_heart
    table.do(c.Continue())
    assert not table.racer("Bo").has_heart
    assert table.at("Ana") == (1, 1)


@pytest.mark.clause("RAY-PROJ-16")
def test_a_this_round_effect_holds_from_the_roll_on() -> None:
    table = thrown(4, mode="hero", projectile="red_ghost").begin(Ana={"move": 3})
    assert table.pool.move == 2
    assert fly(table).waits == "roll"


@pytest.mark.clause("RAY-PROJ-17", "RAY-MODE-2")
def test_in_intermediate_the_card_does_nothing() -> None:
    table = thrown(2).put("Ana", (5, 1)).begin(Ana={})
    assert table.state.extra_slaps == 0
    assert fly(table).state.round == 2


@pytest.mark.clause("RAY-PROJ-18")
def test_the_player_farthest_behind_rolls() -> None:
    table = thrown(5).put("Ana", (9, 1)).put("Bo", (4, 1))
    fly(table.begin())
    view = table.game.view(table.state)
    assert view.dice is not None
    assert view.prompt.player == "Bo"


@pytest.mark.clause("RAY-PROJ-19")
@pytest.mark.parametrize(
    ("at", "radius", "is_hit"), [((12, 2), 1, True), ((11, 3), 1, False), ((11, 3), 2, True)]
)
def test_an_explosion_reaches_the_spaces_around(at: tuple[int, int], radius: int, is_hit: bool) -> None:
    board = {"platforms": {"2": "12", "3": "11"}}
    setup = {"mode": "hero", "projectile": "red_ghost", "options": {"blast_radius": radius}}
    table = thrown(2, board=board, **setup).put("Ana", at, heart=True).put("Bo", (2, 1))
    fly(table.begin())
    assert table.projectiles() == [(13, 1)]
    table.do(c.Continue())
    assert table.racer("Ana").has_heart is not is_hit
    assert table.happened(ProjectileRemoved)


@pytest.mark.clause("RAY-BOSS-2")
@pytest.mark.parametrize(("speed", "columns"), [("easy", 3), ("normal", 4), ("hard", 5)])
def test_the_boss_runs_at_the_chosen_speed(speed: str, columns: int) -> None:
    assert boss_moves(boss(boss_speed=speed).begin()).state.boss.at[0] >= columns  # type: ignore[union-attr]
    moved = boss_moves(boss(boss_speed=speed, attack="armored_toad-2").begin())
    assert moved.state.boss.at == (columns, 1)  # type: ignore[union-attr]


@pytest.mark.clause("RAY-BOSS-3", "RAY-BOSS-4")
def test_three_attacks_come_once_each_before_the_deck_is_shuffled() -> None:
    table = Table(play="competitive_boss").put("Ana", (40, 1)).put("Bo", (41, 1))
    seen = []
    for _ in range(4):
        table.roll(5)
        options = [card.card for card in table.legal() if isinstance(card, RevealCard)]
        seen.append(len(options))
        table.do(RevealCard("attack", options[0])).begin().end_round()
    assert seen == [3, 2, 1, 3]


@pytest.mark.clause("RAY-BOSS-5", "RAY-BOSS-6", "RAY-BOSS-7")
def test_the_die_brings_the_boss_in_and_shifts_it() -> None:
    table = boss(4)
    assert table.state.boss.at == (0, 2)  # type: ignore[union-attr]
    boss_moves(table.put("Ana", (9, 1)).put("Bo", (8, 1)).begin()).end_round().roll(6)
    assert [event.to for event in table.happened(BossMoved)] == [(6, 3)]


@pytest.mark.clause("RAY-BOSS-8")
@pytest.mark.parametrize("is_hit", [True, False])
def test_a_shift_onto_a_figure_is_a_hit(is_hit: bool) -> None:
    table = boss(1, options={"boss_shift_hits": is_hit}, board={"platforms": {"2": "4", "3": "4"}})
    table.put("Ana", (9, 1)).put("Bo", (8, 1)).begin().end_round()
    table.put("Ana", (4, 2), heart=True).put("Bo", (4, 3), heart=True).do(fix.boss(4, 1)).roll(6)
    assert table.racer("Ana").has_heart
    assert table.racer("Bo").has_heart is not is_hit


@pytest.mark.clause("RAY-BOSS-9")
def test_nothing_stops_the_boss() -> None:
    board = {"walls": [[1, 1]], "obstacles": "2", "enemies": [[3, 1]]}
    assert boss_moves(boss(attack="armored_toad-2", board=board).begin()).state.boss.at == (4, 1)  # type: ignore[union-attr]


@pytest.mark.clause("RAY-BOSS-10")
def test_a_boss_on_a_figure_takes_the_heart_and_moves_it_aside() -> None:
    table = boss(attack="armored_toad-2", board={"platforms": {"2": "4"}})
    boss_moves(table.put("Ana", (4, 1), heart=True).put("Bo", (9, 1)).begin())
    assert not table.racer("Ana").has_heart
    assert table.places() == {(4, 2), (3, 1)}


@pytest.mark.clause("RAY-BOSS-11")
def test_a_boss_on_a_figure_without_heart_hurts_it() -> None:
    table = boss_moves(boss(attack="armored_toad-2").put("Ana", (4, 1)).put("Bo", (9, 1)).begin())
    assert table.at("Ana") == (2, 1)
    assert table.racer("Ana").is_immune


@pytest.mark.clause("RAY-BOSS-12")
def test_attacks_work_at_the_end_or_this_round() -> None:
    heavy = (
        boss(attack="armored_toad-1").put("Ana", (5, 1), heart=True).put("Bo", (12, 1), heart=True).begin()
    )
    boss_moves(heavy)
    assert heavy.racer("Ana").has_heart
    assert not heavy.do(c.Continue()).racer("Ana").has_heart
    croak = boss(attack="armored_toad-2").begin(Ana={"jump": 2})
    assert croak.pool.jump == 1


@pytest.mark.clause("RAY-BOSS-13", "RAY-BOSS-14")
def test_the_boss_is_passed_by_a_slap_without_token() -> None:
    table = boss().do(fix.boss(6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 2, "slap": 1})
    table.move(enemy="slap")
    assert table.waits == "turn"
    assert table.pool.slap == 0
    assert table.move().at("Ana") == (7, 1)
    assert table.state.boss.at == (6, 1)  # type: ignore[union-attr]
    assert table.racer("Ana").tokens == ()
    hit = boss().do(fix.boss(6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 1}).move(enemy="hit")
    assert hit.racer("Ana").is_immune


@pytest.mark.clause("RAY-BOSS-15")
def test_an_enemy_under_the_boss_is_beaten() -> None:
    table = boss(board={"enemies": [[6, 1]]}).do(fix.boss(6, 1)).put("Ana", (5, 1))
    table.begin(Ana={"move": 2, "slap": 2}).move(enemy="slap").move()
    assert table.pool.slap == 1
    assert table.racer("Ana").tokens == ()


@pytest.mark.clause("RAY-REST-5")
def test_no_turn_ends_on_the_boss_by_choice() -> None:
    table = boss().do(fix.boss(6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 2, "slap": 1})
    assert table.move(enemy="slap").refuse(c.EndTurn("Ana")) == ("RAY-REST-5",)
    stuck = boss().do(fix.boss(6, 1)).put("Ana", (5, 1)).begin(Ana={"move": 1, "slap": 1})
    assert stuck.refuse(c.Move("Ana", 1, "slap")) == ("RAY-REST-9", "RAY-REST-5")


@pytest.mark.clause("RAY-REST-9")
def test_a_slap_that_leaves_no_way_off_the_boss_is_refused_for_that() -> None:
    """Only the enemy's token may still lead away; the Slaps that the Teensy takes would be lacking for it."""
    prison = {"blue": [6, 1], "red": [30, 1], "green": [31, 1], "yellow": [32, 1]}
    table = boss(board={"enemies": [[7, 1]], "teensies": prison}).do(fix.boss(6, 1)).put("Ana", (5, 1))
    table.begin(Ana={"move": 1, "slap": 3}).move(enemy="slap")
    assert table.refuse(c.FreeTeensy("Ana", "blue")) == ("RAY-REST-9", "RAY-REST-5")
    assert c.SlapEnemy("Ana", (7, 1)) in table.legal()


@pytest.mark.clause("RAY-VARIANT-1", "RAY-VARIANT-2")
@pytest.mark.parametrize("rule", ["nobody_wins", "race_goes_on"])
def test_a_boss_first_among_rivals(rule: str) -> None:
    table = boss(options={"boss_first": rule}).do(fix.boss(42, 1)).begin()
    table.end_round()
    if rule == "nobody_wins":
        assert table.state.outcome is not None
        assert table.state.outcome.winners == ()
    else:
        assert table.state.outcome is None


@pytest.mark.clause("RAY-TABLE-4")
def test_the_table_may_move_projectiles_and_boss_itself() -> None:
    table = Table(mode="intermediate", options={"auto_projectiles": False}).roll(1)
    assert table.projectiles() == []
    table.do(fix.projectiles(((21, 1),))).begin().end_turns()
    while table.waits == "bonus_move":
        table.do(c.Stay(table.state.agenda[0].player))
    assert table.waits == "projectiles_by_hand"
    assert table.do(c.Continue()).projectiles() == [(21, 1)]
    still = boss(options={"auto_boss": False})
    assert still.state.boss.at[0] == 0  # type: ignore[union-attr]
    assert boss_moves(still.begin()).state.boss.at[0] == 0  # type: ignore[union-attr]
