"""Who comes late, leaves in the middle or is put right by the table, and what only house rules show."""

from __future__ import annotations

import pytest

from companion.core.command import RevealCard
from companion.core.errors import Invalid
from companion.games.rayman import commands as c
from companion.games.rayman.state import State
from tests.rules.rayman import fix
from tests.rules.rayman.table import Table

FREED = ("blue", "red", "green")


def team(**setup: object) -> Table:
    table = Table(play="coop", **setup)
    while table.waits not in ("choosing", "turn"):
        table.do(table.legal()[0])
    return table


def hand(state: State, name: str) -> int:
    return len(state.racer(name).hand)


@pytest.mark.clause("RAY-TABLE-3", "RAY-COOP-2")
def test_who_comes_late_to_a_team_discards_two_cards_at_random() -> None:
    table = team(cards="pack").do(fix.join("Zoe", "barbara"))
    assert table.waits == "random_discard"
    table.do(table.legal()[0], table.legal()[1])
    assert (hand(table.state, "Zoe"), len(table.racer("Zoe").discard)) == (6, 2)
    assert table.waits == "choosing"


@pytest.mark.clause("RAY-TABLE-3", "RAY-CARD-10")
def test_who_comes_late_picks_additional_cards_too() -> None:
    table = Table(mode="intermediate", projectile=None, cards="pack")
    while table.state.phase == "setup":
        table.do(table.legal()[0])
    for name in ("Ana", "Bo"):
        table.do(c.ChooseCards(name, *table.racer(name).hand[:2]))
    table.do(c.Reveal())
    active = table.me
    table.do(fix.join("Zoe", "barbara"))
    held = {card for racer in table.state.racers for card in racer.hand + racer.played}
    for _ in range(2):
        while table.waits == "deal":
            table.do(table.legal()[0])
        assert len(table.state.draft.offer) == 3
        assert held.isdisjoint(table.state.draft.offer)
        table.do(table.legal()[0])
    assert hand(table.state, "Zoe") == 10
    assert (table.waits, table.me) == ("turn", active)


@pytest.mark.clause("RAY-TABLE-3", "RAY-CARD-10")
def test_who_comes_in_the_middle_of_the_draft_picks_after_it() -> None:
    table = Table(mode="intermediate", projectile=None, cards="pack").do(fix.join("Zoe", "barbara"))
    while table.state.phase == "setup":
        table.do(table.legal()[0])
    assert {name: hand(table.state, name) for name in ("Ana", "Bo", "Zoe")} == {
        "Ana": 10,
        "Bo": 10,
        "Zoe": 10,
    }


@pytest.mark.clause("RAY-TABLE-3", "RAY-MODE-6")
def test_who_comes_late_to_legends_chooses_a_card_that_is_free() -> None:
    table = Table(mode="legend", projectile=None)
    taken = {racer.legendary for racer in table.state.racers}
    table.do(fix.join("Zoe", "barbara"))
    assert table.waits == "legend"
    assert all(command.legendary not in taken for command in table.legal())  # type: ignore[attr-defined]
    table.do(table.legal()[0])
    assert table.racer("Zoe").legendary not in taken


@pytest.mark.clause("RAY-TABLE-2")
@pytest.mark.parametrize(
    ("board", "steps", "end"),
    [
        ({"platforms": {"2": "5"}}, 1, (6, 1)),
        ({"platforms": {"2": "5"}, "obstacles": "6"}, 1, None),
    ],
)
def test_a_figure_comes_to_rest_when_its_player_leaves_in_mid_air(
    board: dict[str, object], steps: int, end: tuple[int, int] | None
) -> None:
    table = Table(board, players=3).put("Ana", (5, 2)).begin(Ana={"move": 2}).move(steps)
    table.do(fix.presence("Ana", False))
    if table.waits == "aside":
        table.do(table.legal()[0])
    assert table.at("Ana") == (end or (5, 2))
    assert table.me == "Bo"
    assert not table.racer("Ana").is_immune


@pytest.mark.clause("RAY-TABLE-1", "RAY-PUSH-13")
@pytest.mark.parametrize("players", [2, 5])
def test_a_figure_that_the_table_puts_in_the_air_takes_no_harm_by_it(players: int) -> None:
    table = Table({"enemies": [[10, 1]]}, players=players).put("Bo", (10, 2))
    assert table.at("Bo") == (10, 2)
    assert table.begin(Ana={"move": 1}).move().end().at("Bo") == (10, 2)


@pytest.mark.clause("RAY-TABLE-2", "RAY-CROUCH-6")
def test_who_leaves_while_ducking_rests_beside_the_projectile() -> None:
    table = Table(mode="intermediate", players=3).roll(1).put("Ana", (20, 1))
    table.begin(Ana={"move": 2, "crouch": 1}).move(projectile="crouch").do(fix.presence("Ana", False))
    assert table.at("Ana") == (20, 1)
    assert table.projectiles() == [(21, 1)]


@pytest.mark.clause("RAY-TABLE-1", "RAY-PROJ-4")
def test_a_figure_put_on_the_second_tile_moves_the_projectiles_start() -> None:
    table = Table(mode="intermediate", additional_cards=False).roll(1)
    assert table.projectiles() == [(21, 1)]
    table.put("Ana", (30, 1)).begin().end_round()
    table.put("Ana", (2, 1)).roll(3)
    assert (43, 2) in table.projectiles()


@pytest.mark.clause("RAY-TABLE-1", "RAY-TOKEN-2")
def test_nobody_is_given_tokens_that_the_box_does_not_hold() -> None:
    table = Table()
    copies = table.state.tokens["move-move"].copies
    names = ["Ana", "Bo"]
    for name in names:
        table.put(name, tokens=["move-move"] * min(4, copies))
        copies -= min(4, copies)
    with pytest.raises(Invalid):
        table.game.decide(table.state, fix.tokens("Bo", ("move-move",) * 4))


@pytest.mark.clause("RAY-TABLE-1", "RAY-DAMAGE-2")
def test_the_table_may_carry_a_retreat_out_by_hand() -> None:
    table = team(board={"obstacles": "6", "platforms": {"2": "4"}}, players=3).put("Ana", (5, 1))
    table.begin(Ana={"move": 1}).move()
    assert table.waits == "retreat"
    table.do(fix.place("Ana", 3, 1))
    assert table.at("Ana") == (3, 1)
    assert table.racer("Ana").bubble == "mode"
    assert table.me == "Bo"


@pytest.mark.clause("RAY-PUSH-11", "RAY-COOP-5")
def test_damage_without_a_move_still_puts_a_mate_into_a_bubble() -> None:
    rule = {"back_wall_no_heart": "damage_no_move"}
    table = team(board={"walls": [[5, 1]]}, players=3, options=rule).put("Bo", (6, 1)).put("Ana", (7, 1))
    table.begin(Ana={"slap": 2}).slap("Bo", -1)
    assert table.at("Bo") == (6, 1)
    assert table.racer("Bo").bubble == "mode"


@pytest.mark.clause("RAY-COOP-13")
def test_two_tokens_alike_may_both_change_hands() -> None:
    table = team().put("Ana", (5, 1), tokens=("move-move", "move-move")).put("Bo", (6, 1)).begin(Ana={})
    table.do(c.OfferTrade("Ana", "Bo", ("move-move", "move-move"), ()), c.AcceptTrade("Bo"))
    assert table.racer("Bo").tokens == ("move-move", "move-move")
    assert table.refuse(c.OfferTrade("Bo", "Ana", ("move-move",), ())) == ("RAY-COOP-22",)


@pytest.mark.clause("RAY-TOUR-2")
def test_a_table_may_score_places_its_own_way() -> None:
    table = Table(tournament=True, options={"tournament_points": [10, 6]})
    while table.waits != "choosing":
        table.do(table.legal()[0])
    table.put("Ana", (43, 1), freed=FREED).put("Bo", (9, 1)).begin(Ana={"move": 1}).move().end()
    while table.waits != "next_race":
        table.do(c.EndTurn(table.me) if table.waits == "turn" else table.legal()[0])
    assert table.state.tournament is not None
    assert table.state.tournament.points == {"Ana": 10, "Bo": 6}


@pytest.mark.clause("RAY-CROUCH-11")
def test_a_crouch_ends_with_the_turn_but_not_under_a_thick_platform() -> None:
    board = {"thick": {"1": "6-7"}}
    table = Table(board).put("Ana", (5, 1)).begin(Ana={"move": 1, "crouch": 1}).move().end()
    table.end_round().begin(Ana={"move": 1}).move()
    assert table.at("Ana") == (7, 1)
    upright = Table(board).put("Ana", (5, 1)).begin(Ana={"move": 2, "crouch": 1}).move().move(-1).end()
    upright.end_round().begin(Ana={"move": 1})
    assert upright.refuse(c.Move("Ana", 1)) == ("RAY-CROUCH-1",)


@pytest.mark.clause("RAY-BUBBLE-8", "RAY-COOP-8")
def test_a_bubble_that_floats_into_a_projectile_removes_it() -> None:
    table = team(players=3, options={"coop_projectiles": True}).put("Bo", (5, 1), bubble=True)
    table.do(fix.projectiles(((9, 1),))).begin(Bo={})
    assert table.waits == "float"
    table.do(c.PlaceFigure("Bo", (9, 1)))
    assert table.projectiles() == []
    assert table.racer("Bo").bubble == "mode"


@pytest.mark.clause("RAY-REST-5")
def test_who_falls_onto_the_boss_with_a_movement_left_has_to_go_on() -> None:
    table = Table({"platforms": {"2": "5"}}, play="competitive_boss")
    while table.waits != "choosing":
        table.do(table.legal()[0])
    table.put("Ana", (5, 2)).do(fix.boss(6, 1))
    table.begin(Ana={"move": 2, "slap": 1, "glide": 1}).glide().move().end().fall("slap")
    assert table.me == "Ana"
    assert table.refuse(c.EndTurn("Ana")) == ("RAY-REST-5",)
    table.move().end()
    assert table.at("Ana") == (7, 1)


def turns(table: Table) -> list[str]:
    return [task.player for task in table.state.agenda if task.kind == "turn"]


@pytest.mark.clause("RAY-TABLE-1", "RAY-INIT-1")
def test_a_corrected_initiative_puts_off_a_turn_in_which_nothing_has_happened() -> None:
    table = Table(players=3).put("Ana", immune=True).begin(Ana={"move": 1}, Bo={}, Cy={"move": 1})
    assert not table.racer("Ana").is_immune
    table.do(fix.initiative("Cy", 99))
    assert table.me == "Cy"
    assert table.racer("Ana").is_immune
    assert (
        turns(table) == ["Cy", "Ana", "Bo"] == [player.id for player in table.game.view(table.state).players]
    )
    table.move().do(fix.initiative("Bo", 98))
    assert (table.me, turns(table)) == ("Cy", ["Cy", "Bo", "Ana"])
    assert table.state.order == ("Cy", "Bo", "Ana")


@pytest.mark.clause("RAY-TABLE-1", "RAY-INIT-3")
def test_a_corrected_tie_is_settled_by_the_second_card() -> None:
    table = Table(players=3)
    for name, initiative, second in (("Ana", 50, 1), ("Bo", 40, 2), ("Cy", 30, 5)):
        table.do(c.TypeCards(name, initiative, second))
    assert turns(table.do(c.Reveal(), fix.initiative("Cy", 40))) == ["Ana", "Cy", "Bo"]


@pytest.mark.clause("RAY-TABLE-1", "RAY-PROJ-6")
@pytest.mark.parametrize(
    ("lie", "end"),
    [
        (((13, 2), (21, 2), (30, 1)), [(5, 2), (13, 2), (30, 1)]),
        (((21, 2),), [(13, 2)]),
        (((14, 2), (21, 2)), [(6, 2), (13, 2)]),
    ],
)
def test_projectiles_still_fly_after_the_table_has_put_them_right(
    lie: tuple[tuple[int, int], ...], end: list[tuple[int, int]]
) -> None:
    table = Table(mode="intermediate").roll(3).begin().end_round().roll(4).begin().end_turns()
    while table.waits != "projectile":
        table.do(c.Stay(table.state.agenda[0].player))
    assert table.projectiles() == [(13, 2), (21, 2)]
    assert table.do(fix.projectiles(lie)).end_round().projectiles() == end


@pytest.mark.clause("RAY-TABLE-2", "RAY-SETUP-7")
@pytest.mark.parametrize("how", ["placed", "random"])
def test_somebody_else_places_the_prisoners_of_who_has_left(how: str) -> None:
    table = Table(players=3, teensies=how, options={"teensies": 3}).do(fix.presence("Bo", False))
    assert [task.player for task in table.state.agenda[:3]] == ["Ana", "Cy", "Cy"]
    while table.state.phase == "setup":
        table.do(table.legal()[0])
    assert len(table.state.board.teensies) == 3


@pytest.mark.clause("RAY-TABLE-1", "RAY-CARD-1")
def test_who_is_put_right_before_the_reveal_chooses_again() -> None:
    table = Table(cards="pack")
    for name in ("Ana", "Bo"):
        table.do(c.ChooseCards(name, *table.racer(name).hand[:2]))
    table.do(fix.cards("Bo", table.racer("Bo").hand[:6]))
    assert table.waits == "reveal"
    table.do(fix.cards("Ana", table.racer("Ana").hand[2:]))
    assert {command.player for command in table.legal()} == {"Ana"}  # type: ignore[attr-defined]
    table.do(c.ChooseCards("Ana", *table.racer("Ana").hand[:2]), c.Reveal())
    assert sorted(table.state.order) == ["Ana", "Bo"]


@pytest.mark.clause("RAY-TABLE-2", "RAY-CARD-1")
@pytest.mark.parametrize("change", [fix.presence("Cy", True), fix.join("Zoe", "murfy")])
def test_who_comes_before_the_reveal_still_chooses(change: c.Correction) -> None:
    table = Table(players=3, cards="pack").do(fix.presence("Cy", False))
    for name in ("Ana", "Bo"):
        table.do(c.ChooseCards(name, *table.racer(name).hand[:2]))
    assert table.waits == "reveal"
    assert table.do(change).waits == "choosing"


@pytest.mark.clause("RAY-TABLE-2", "RAY-TOUR-5", "RAY-TOUR-6")
def test_who_is_away_when_the_next_race_begins_is_asked_nothing() -> None:
    options = {"round_limit": 1, "tournament_legendary": "change"}
    table = Table(players=3, tournament=True, mode="legend", cards="pack", options=options)
    while table.state.phase == "setup":
        table.do(table.legal()[0])
    table.do(fix.presence("Bo", False))
    while table.state.tournament is not None and table.state.tournament.race == 0:
        table.do(c.EndTurn(table.me) if table.waits == "turn" else table.legal()[0])
    asked = {(task.kind, task.player) for task in table.state.agenda if task.player}
    assert asked == {(kind, name) for kind in ("pick", "drop", "legend") for name in ("Ana", "Cy")}


@pytest.mark.clause("RAY-TABLE-1", "RAY-BOSS-17")
def test_a_boss_put_back_before_the_line_has_not_finished() -> None:
    table = Table(play="coop").roll(1).do(RevealCard("attack", "armored_toad-2"), fix.boss(44, 1))
    table.do(fix.boss(20, 1)).begin().end_round()
    assert table.state.outcome is None
    assert table.state.boss is not None
    assert table.state.boss.at == (24, 1)


@pytest.mark.clause("RAY-TABLE-4")
def test_a_table_that_moves_the_boss_also_makes_it_leap() -> None:
    table = Table(play="coop", options={"auto_boss": False}).roll(1)
    table.do(RevealCard("attack", "armored_toad-3"), fix.boss(4, 1)).begin().end_turns()
    while table.waits != "effect":
        table.do(table.legal()[-1])
    assert table.state.boss is not None
    assert table.do(c.Continue()).state.boss.at == (4, 1)  # type: ignore[union-attr]


@pytest.mark.clause("RAY-TABLE-2", "RAY-INIT-4")
def test_nobody_waits_for_the_roll_of_who_has_left() -> None:
    table = Table(players=3)
    for name, initiative in (("Ana", 50), ("Bo", 50), ("Cy", 3)):
        table.do(c.TypeCards(name, initiative, 5))
    table.do(c.Reveal(), fix.presence("Bo", False))
    assert table.state.order == ("Ana", "Cy")
