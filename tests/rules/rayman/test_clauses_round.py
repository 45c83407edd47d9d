"""Rounds, cards, initiative, the last-place bonus and the Bubble action, clause by clause."""

import pytest
from msgspec.structs import replace

from companion.core.command import RevealCard, RollDice
from companion.games.rayman import commands as c
from companion.games.rayman.agenda import settle
from companion.games.rayman.course import Course
from companion.games.rayman.entities import action_cards
from companion.games.rayman.events import (
    AttackRevealed,
    BossMoved,
    DieRolled,
    OrderSet,
    ProjectileLaunched,
    WentWithout,
)
from companion.games.rayman.state import Task, Tournament
from tests.rules.rayman import fix
from tests.rules.rayman.table import CONTENT, Table


def at_the_end(players: int = 2, board: dict[str, object] | None = None, **setup: object) -> Table:
    """Plays a round without actions up to its end; the players stand on 3/1, 6/1, 9/1 and so on."""
    table = Table(board, players=players, **setup)
    for index, racer in enumerate(table.state.racers):
        table.put(racer.name, (3 * index + 3, 1))
    return table.begin().end_turns()


@pytest.mark.clause("RAY-ROUND-1", "RAY-ROUND-2", "RAY-BOSS-4")
def test_a_round_begins_with_die_boss_projectile_and_attack() -> None:
    table = Table(play="competitive_boss", mode="intermediate")
    assert table.waits == "roll"
    table.roll(3)
    kinds = [type(event) for event in table.events]
    assert kinds.index(DieRolled) < kinds.index(BossMoved) < kinds.index(ProjectileLaunched)
    assert table.waits == "attack"
    attack = table.legal()[0]
    assert isinstance(attack, RevealCard)
    assert table.do(attack).happened(AttackRevealed)
    assert table.waits == "choosing"


@pytest.mark.clause("RAY-ROUND-3")
def test_each_player_has_one_turn_a_round() -> None:
    table = Table(players=3).begin(Bo={}, Ana={}, Cy={})
    acted = []
    while table.waits == "turn":
        acted.append(table.me)
        table.end()
    assert acted == ["Bo", "Ana", "Cy"]
    assert table.state.round == 1


@pytest.mark.clause("RAY-ROUND-4")
@pytest.mark.parametrize("is_first", [True, False])
def test_the_bonus_comes_before_the_dangers_or_after_them(is_first: bool) -> None:
    table = Table(mode="intermediate", options={"bonus_before_hazards": is_first}).roll(5).begin().end_turns()
    assert table.waits == ("bonus_move" if is_first else "projectile")


@pytest.mark.clause("RAY-ROUND-5", "RAY-ROUND-14")
def test_the_last_may_go_one_column_on_at_any_level() -> None:
    table = at_the_end(board={"platforms": {"2": "4", "3": "4"}})
    assert (table.waits, table.state.agenda[0].player) == ("bonus_move", "Ana")
    assert table.places() == {(4, 1), (4, 2), (4, 3)}
    assert c.Stay("Ana") in table.legal()
    assert table.place((4, 3)).at("Ana") == (4, 3)
    assert at_the_end().do(c.Stay("Ana")).at("Ana") == (3, 1)


@pytest.mark.clause("RAY-ROUND-6")
def test_the_bonus_needs_a_space_without_figure_or_obstacle() -> None:
    table = at_the_end(board={"obstacles": "4", "platforms": {"2": "4"}})
    assert (4, 1) not in table.places()
    crowded = Table({"obstacles": "4", "platforms": {"2": "4", "3": "4"}}, players=3)
    crowded.put("Ana", (3, 1)).put("Bo", (4, 2)).put("Cy", (4, 3)).begin().end_turns()
    assert crowded.state.round == 2
    assert crowded.at("Ana") == (3, 1)


@pytest.mark.clause("RAY-ROUND-7")
def test_an_enemy_on_the_bonus_space_hits() -> None:
    table = at_the_end(board={"enemies": [[4, 1]]}).place((4, 1))
    assert table.at("Ana") == (2, 1)
    assert table.racer("Ana").is_immune


@pytest.mark.clause("RAY-ROUND-8", "RAY-ROUND-12")
def test_from_four_players_on_the_two_last_go_rearmost_first() -> None:
    table = at_the_end(4)
    assert table.state.agenda[0].player == "Ana"
    table.place((4, 1))
    assert table.state.agenda[0].player == "Bo"
    table.place((7, 1))
    assert table.state.round == 2
    leap = Table({"platforms": {"2": "3"}}, players=4)
    leap.put("Ana", (3, 1)).put("Bo", (3, 2)).put("Cy", (4, 1)).put("Di", (9, 1)).begin().end_turns()
    leap.place((4, 3))
    assert leap.state.agenda[0].player == "Bo"


@pytest.mark.clause("RAY-ROUND-9")
def test_walls_do_not_hinder_the_bonus() -> None:
    assert at_the_end(board={"walls": [[3, 1]]}).place((4, 1)).at("Ana") == (4, 1)


@pytest.mark.clause("RAY-ROUND-10")
def test_in_one_column_the_lower_is_behind() -> None:
    table = Table({"platforms": {"2": "5"}}).put("Ana", (5, 2)).put("Bo", (5, 1)).begin().end_turns()
    assert table.state.agenda[0].player == "Bo"


@pytest.mark.clause("RAY-ROUND-11")
def test_on_one_space_the_lower_initiative_is_behind() -> None:
    assert Table().begin(Bo={}, Ana={}).end_turns().state.agenda[0].player == "Ana"
    assert Table().begin(Ana={}, Bo={}).end_turns().state.agenda[0].player == "Bo"


@pytest.mark.clause("RAY-ROUND-13")
@pytest.mark.parametrize("is_given", [True, False])
def test_the_bonus_ends_when_somebody_has_finished(is_given: bool) -> None:
    table = Table(options={"last_bonus_in_final_round": is_given})
    table.put("Ana", (43, 1), freed=("blue", "red", "green")).begin(Ana={"move": 1}).move().end().end_turns()
    assert (table.waits == "bonus_move") is is_given


@pytest.mark.clause("RAY-ROUND-15", "RAY-PUSH-6")
def test_who_takes_the_bonus_into_the_air_falls() -> None:
    assert at_the_end().place((4, 3)).at("Ana") == (4, 1)


@pytest.mark.clause("RAY-ROUND-16")
def test_slap_marks_and_effects_end_with_the_round() -> None:
    table = Table(mode="hero", projectile="missile").roll(2).put("Ana", (5, 1)).put("Bo", (6, 1))
    table.begin(Ana={"slap": 2}).slap("Bo", 1)
    assert table.racer("Bo").is_slapped
    assert table.state.extra_slaps == 1
    table.end_round()
    assert not table.racer("Bo").is_slapped
    assert table.roll(4).state.extra_slaps == 0


@pytest.mark.clause("RAY-ROUND-17")
def test_the_round_limit_calls_the_night() -> None:
    table = Table(options={"round_limit": 1}).put("Bo", (9, 1)).begin().end_round()
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("Bo",)
    assert [rank.player for rank in table.state.outcome.ranking] == ["Bo", "Ana"]


@pytest.mark.clause("RAY-CARD-1")
def test_choices_stay_secret_until_all_have_chosen() -> None:
    table = Table(cards="pack").do(c.ChooseCards("Ana", "rayman-1", "rayman-2"))
    assert table.waits == "choosing"
    assert table.racer("Ana").played == ()
    table.do(c.ChooseCards("Bo", "globox-1", "globox-2"))
    assert table.legal() == [c.Reveal()]
    assert table.do(c.Reveal()).racer("Ana").initiative == 12


@pytest.mark.clause("RAY-CARD-2")
def test_only_two_different_cards_of_the_hand() -> None:
    table = Table(cards="pack")
    for left, right in [("rayman-1", "rayman-1"), ("globox-1", "rayman-1"), ("rayman-1", "additional-01")]:
        assert "RAY-CARD-2" in table.refuse(c.ChooseCards("Ana", left, right))


@pytest.mark.clause("RAY-CARD-3", "RAY-SETUP-3")
def test_the_icons_of_both_cards_add_up() -> None:
    table = Table(cards="pack")
    assert table.racer("Ana").hand == action_cards(CONTENT, "rayman")
    table.do(c.ChooseCards("Ana", "rayman-1", "rayman-3"), c.ChooseCards("Bo", "globox-4", "globox-2"))
    table.do(c.Reveal())
    assert table.me == "Ana"
    assert table.pool.as_dict() == {"move": 5, "jump": 1, "slap": 3, "heart": 1}


@pytest.mark.clause("RAY-CARD-4")
def test_unused_actions_are_lost() -> None:
    table = Table().begin(Ana={"move": 9}, Bo={"move": 1}).end()
    assert table.pool.as_dict() == {"move": 1}


@pytest.mark.clause("RAY-CARD-5", "RAY-CARD-6", "RAY-BUBBLE-2")
def test_played_cards_lie_in_the_discard_until_a_bubble() -> None:
    table = Table(cards="pack")
    table.do(c.ChooseCards("Ana", "rayman-1", "rayman-3"), c.ChooseCards("Bo", "globox-4", "globox-2"))
    table.do(c.Reveal()).end_round()
    assert set(table.racer("Ana").discard) == {"rayman-1", "rayman-3"}
    assert "RAY-CARD-2" in table.refuse(c.ChooseCards("Ana", "rayman-1", "rayman-2"))
    table.do(c.ChooseBubble("Ana"), c.ChooseCards("Bo", "globox-1", "globox-3"), c.Reveal())
    assert len(table.racer("Ana").hand) == 8
    assert table.racer("Ana").discard == ()


def drafting(players: int, youngest: str) -> Table:
    return Table(players=players, cards="pack", additional_cards=True, youngest=youngest)


@pytest.mark.clause("RAY-CARD-7", "RAY-CARD-8", "RAY-CARD-9", "RAY-CARD-10")
def test_the_draft_goes_round_from_the_youngest_and_back() -> None:
    table = drafting(3, "Bo")
    picked = []
    for _ in range(2):
        dealt = 0
        while table.waits == "deal":
            table.do(table.legal()[0])
            dealt += 1
        assert dealt == 5
        while table.waits == "pick":
            picked.append(table.state.agenda[0].player)
            table.do(table.legal()[0])
    assert picked == ["Bo", "Cy", "Ana", "Ana", "Cy", "Bo"]
    assert table.waits == "choosing"
    assert [len(racer.hand) for racer in table.state.racers] == [10, 10, 10]
    assert table.state.draft.offer == ()


@pytest.mark.clause("RAY-INIT-1", "RAY-INIT-2")
def test_the_left_card_alone_orders_the_turns() -> None:
    table = Table(cards="pack")
    table.do(c.ChooseCards("Ana", "rayman-4", "rayman-8"), c.ChooseCards("Bo", "globox-2", "globox-7"))
    table.do(c.Reveal())
    assert table.state.order == ("Bo", "Ana")  # 7 before 5, though 20 stands on Ana's second card


@pytest.mark.clause("RAY-INIT-3")
def test_the_second_card_breaks_a_tie() -> None:
    table = Table().do(c.TypeCards("Ana", 7, 2), c.TypeCards("Bo", 7, 3), c.Reveal())
    assert table.state.order == ("Bo", "Ana")


@pytest.mark.clause("RAY-INIT-4", "RAY-INIT-5")
def test_any_number_of_tied_players_roll_until_they_differ() -> None:
    table = Table(players=3)
    for name in ("Ana", "Bo", "Cy"):
        table.do(c.TypeCards(name, 7, 2))
    table.do(c.Reveal())
    assert [task.kind for task in table.state.agenda[:3]] == ["tie"] * 3
    for number in (4, 6, 4):
        table.do(RollDice((number,)))
    assert [task.player for task in table.state.agenda[:2]] == ["Ana", "Cy"]
    table.roll(2).roll(5)
    assert table.happened(OrderSet)
    assert table.state.order == ("Bo", "Cy", "Ana")


@pytest.mark.clause("RAY-BUBBLE-1", "RAY-BUBBLE-6", "RAY-HEART-7")
def test_a_bubble_is_announced_with_the_cards_and_not_twice_running() -> None:
    table = Table().put("Ana", heart=True)
    table.do(c.ChooseBubble("Ana"))
    assert table.racer("Ana").bubble == ""
    table.begin(Bo={})
    assert table.racer("Ana").bubble == "action"
    assert not table.racer("Ana").has_heart
    table.end_round()
    assert table.racer("Ana").bubble == ""
    assert "RAY-BUBBLE-6" in table.refuse(c.ChooseBubble("Ana"))


@pytest.mark.clause("RAY-BUBBLE-5")
def test_the_last_in_a_bubble_still_gets_the_bonus() -> None:
    table = Table().put("Ana", (3, 1)).put("Bo", (9, 1)).do(c.ChooseBubble("Ana")).begin(Bo={}).end()
    assert table.state.agenda[0].player == "Ana"
    assert table.place((4, 1)).at("Ana") == (4, 1)


@pytest.mark.clause("RAY-BUBBLE-7")
def test_with_fewer_than_two_cards_the_bubble_is_compulsory() -> None:
    table = Table(cards="pack").do(fix.cards("Ana", ("rayman-1",)))
    assert [command for command in table.legal() if getattr(command, "player", "") == "Ana"] == [
        c.ChooseBubble("Ana")
    ]


@pytest.mark.clause("RAY-BUBBLE-3", "RAY-BUBBLE-8")
def test_projectiles_burst_on_a_bubble_without_harm() -> None:
    table = Table(mode="intermediate").roll(1).put("Ana", (18, 1)).do(c.ChooseBubble("Ana")).begin(Bo={})
    table.end()
    table.do(c.Stay("Bo"), c.Continue())
    assert table.at("Ana") == (18, 1)
    assert not table.racer("Ana").is_immune
    assert table.projectiles() == []


@pytest.mark.clause("RAY-CARD-11")
def test_with_too_few_cards_the_rearmost_choose_first_and_it_is_said_who_goes_without() -> None:
    table = drafting(3, "Bo")
    state = table.state
    additional = [card for card, face in state.cards.items() if face.hero == "additional"]
    cards = {card: face for card, face in state.cards.items() if card not in additional[4:]}
    standings = Tournament((state.race_board,), points={"Ana": 5, "Bo": 3, "Cy": 2})
    course = Course(replace(state, cards=cards, tournament=standings, agenda=(Task("prepare"),)))
    settle(course)
    course.complete()
    table.state = course.state
    picked = []
    while table.waits in ("deal", "pick"):
        if table.waits == "pick":
            picked.append(table.state.agenda[0].player)
        table.do(table.legal()[0])
    assert picked == ["Cy", "Bo", "Ana", "Cy"]
    assert [event.player for event in table.happened(WentWithout)] == ["Bo", "Ana"]
