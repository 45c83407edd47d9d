"""What a verdict says: steps, spending, clauses, reasons, and refusals of bad documents."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content.library import Content
from companion.core.clause import load_clauses
from companion.core.errors import Invalid
from companion.games.rayman import GAME
from companion.games.rayman.dispute import ICONS
from companion.games.rayman.entities import BoardPlan, Tile
from companion.games.rayman.judge import judge, reach
from companion.i18n import words
from tests.rules.rayman.judged import dispute

KNOWN = load_clauses("companion.games.rayman")


def because(*args: Any, **rest: Any) -> str:
    verdict = judge(dispute(*args, **rest))
    assert not verdict.is_legal
    assert verdict.because is not None
    assert verdict.clauses
    assert set(verdict.clauses) <= set(KNOWN)
    assert rest["claim"]["at"] not in verdict.nearest
    return words(verdict.because, "en")


def test_a_legal_turn_is_shown_step_by_step() -> None:
    board = {"platforms": {"2": "5-6"}, "enemies": [[6, 2]], "walls": [[5, 1]]}
    verdict = judge(dispute([5, 1], {"move": 1, "jump": 1, "slap": 1}, board=board, claim={"at": [6, 2]}))
    assert verdict.is_legal
    assert [words(step, "en") for step in verdict.steps] == ["Jump to 5/2", "Move to 6/2, slapping the enemy"]
    assert words(verdict.steps[0], "fr") == "Sauter en 5/2"
    assert verdict.spent == {"move": 1, "jump": 1, "slap": 1}
    assert verdict.path == ("5/1", "5/2", "6/2")
    assert set(verdict.clauses) <= set(KNOWN)


def told(*args: Any, **rest: Any) -> list[str]:
    verdict = judge(dispute(*args, **rest))
    assert verdict.is_legal
    return [words(step, "en") for step in verdict.steps]


def test_what_is_met_is_called_by_its_name() -> None:
    shot = {"projectiles": [[4, 1]], "claim": {"at": [4, 1]}}
    stay = ["Take a Heart token", "Stay on 4/1, hit by the projectile"]
    assert told([4, 1], {"heart": 1}, **shot) == stay
    slap = ["Move to 5/1, slapping the Boss", "Move to 6/1"]
    assert told([4, 1], {"move": 2, "slap": 1}, boss=[5, 1], claim={"at": [6, 1]}) == slap
    duck = ["Move to 5/1, crouching under the projectile", "Move to 6/1"]
    ducked = {"move": 2, "crouch": 1}
    assert told([4, 1], ducked, projectiles=[[5, 1]], claim={"at": [6, 1]}) == duck
    rest = {"options": {"obstacle_mode": "stop_only"}, "board": {"obstacles": "5", "platforms": {"2": "5"}}}
    off = ["Move to 5/1", "Step off the obstacle to 5/2, hit by the obstacle"]
    assert told([4, 1], {"move": 1}, player={"heart": True}, claim={"at": [5, 2]}, **rest) == off


@pytest.mark.clause("RAY-REST-4")
def test_an_enemy_beside_a_figure_is_told_whether_a_heart_is_lost_or_damage_follows() -> None:
    beside: dict[str, Any] = {"others": {"globox": {"at": [6, 1]}}, "board": {"enemies": [[5, 1]]}}
    kept = ["Move to 6/1", "Come to rest beside the figure there, on 5/1, hit by the enemy"]
    assert told([7, 1], {"move": 1}, player={"heart": True}, claim={"at": [5, 1]}, **beside) == kept
    hurt = ["Move to 6/1", "Take damage and go back to 3/1, hit by the enemy"]
    assert told([7, 1], {"move": 1}, claim={"at": [3, 1]}, **beside) == hurt


def test_who_is_put_beside_a_figure_onto_an_enemy_goes_back() -> None:
    board = {"enemies": [[5, 2]], "platforms": {"2": "5"}, "walls": [[3, 1]]}
    others = {"globox": {"at": [5, 1], "slapped": True}}
    back = ["Move to 5/1", "Take damage and go back to 3/1, hit by the enemy"]
    assert told([4, 1], {"move": 1}, board=board, others=others, claim={"at": [3, 1]}) == back


def test_a_named_board_is_taken_from_the_content_that_is_handed_in() -> None:
    walled = Tile({"en": "Walled"}, walls=((6, 1),))
    plan = BoardPlan({"en": "Two walls"}, ("walled", "walled"))
    content = Content((), {"tiles": {"walled": walled}, "boards": {"walls": plan}})
    document = {**dispute([27, 1], {"move": 2}, claim={"at": [29, 1]}), "board": "walls"}
    assert max(reach(document, content)) == [28, 1]
    verdict = GAME.judge(document, content)
    assert not verdict.is_legal
    assert verdict.nearest_spaces[0] == "28/1"
    with pytest.raises(Invalid):
        GAME.judge(document, Content((), {}))


def test_movements_short() -> None:
    assert because([5, 1], {"move": 1}, claim={"at": [8, 1]}) == "The turn is two Movements short."


def test_a_jump_short() -> None:
    said = because([5, 1], {"move": 2}, claim={"at": [5, 2]}, board={"platforms": {"2": "5"}})
    assert said == "The turn is one Jump short."


def test_two_kinds_short() -> None:
    board = {"platforms": {"2": "7"}}
    said = because([5, 1], {"move": 1}, claim={"at": [7, 2]}, board=board)
    assert said == "The turn is one Movement and one Jump short."
    verdict = judge(dispute([5, 1], {"move": 1}, claim={"at": [7, 2]}, board=board))
    assert verdict.because is not None
    assert words(verdict.because, "fr") == "Il manque un Mouvement et un Saut à ce tour."
    assert verdict.clauses == ("RAY-MOVE-1", "RAY-JUMP-2")


def test_a_slap_short_for_the_figure_on_the_space() -> None:
    others = {"globox": {"at": [6, 1]}}
    said = because([5, 1], {"move": 1}, claim={"at": [6, 1]}, others=others)
    assert said == "Globox stands on 6/1."


def test_a_figure_on_the_space_is_named_where_more_is_amiss_too() -> None:
    others = {"globox": {"at": [6, 2], "slapped": True}}
    board = {"thick": {"1": "6"}, "walls": [[5, 2], [6, 2]]}
    assert (
        because([5, 1], {"move": 1}, claim={"at": [6, 2]}, others=others, board=board)
        == "Globox stands on 6/2."
    )


def test_a_drawn_token_makes_up_for_what_is_missing() -> None:
    board = {"enemies": [[6, 1]]}
    claim = {"at": [9, 1]}
    said = because([5, 1], {"move": 2, "slap": 1}, claim=claim, board=board, drawn=[["move", "heart"]])
    assert said == "The turn is one Movement short."


def test_nothing_helps_under_a_ceiling_without_a_floor() -> None:
    board = {"thick": {"2": "6"}}
    said = because([5, 1], {"move": 1}, claim={"at": [6, 2]}, board=board)
    assert "falls" in said
    said = because([5, 1], {"move": 1}, claim={"at": [40, 1]}, board=board)
    assert said == "No way leads to 40/1, even with a few more actions."


def test_a_wall_in_the_way() -> None:
    board = {"walls": [[12, 1]]}
    said = because([11, 1], {"move": 3}, claim={"at": [13, 1]}, board=board)
    assert said == "The wall after column 12 blocks level 1."


def test_no_slap_left_for_the_enemy() -> None:
    board = {"platforms": {"2": "10-12"}, "enemies": [[11, 2]]}
    said = because([10, 2], {"move": 2}, claim={"at": [12, 2]}, board=board)
    assert said == "No Slap is left for the enemy on 11/2."


def test_places_where_no_turn_ends() -> None:
    assert "obstacle" in because([5, 1], {"move": 1}, claim={"at": [6, 1]}, board={"obstacles": "6"})
    ducked = {"move": 1, "crouch": 1}
    assert "projectile" in because([5, 1], ducked, claim={"at": [6, 1]}, projectiles=[[6, 1]])
    assert "Boss" in because([5, 1], {"move": 1, "slap": 1}, claim={"at": [6, 1]}, boss=[6, 1])
    others = {"globox": {"at": [6, 1], "slapped": True}}
    assert "Globox" in because([5, 1], {"move": 1}, claim={"at": [6, 1]}, others=others)
    assert "falls" in because([5, 1], {"jump": 1}, claim={"at": [5, 2]})


def test_a_place_out_of_reach_comes_before_the_details() -> None:
    board = {"thick": {"1": "8"}, "enemies": [[6, 1]]}
    claim = {"at": [8, 1], "defeated": [[6, 1]]}
    said = because([5, 1], {"move": 3, "slap": 1}, claim=claim, board=board)
    assert said == "No Crouch is left to enter 8/1."


def test_details_that_do_not_fit() -> None:
    said = because([5, 1], {"move": 1}, claim={"at": [6, 1], "heart": False}, player={"heart": True})
    assert "Hearts" in said


def test_deeds_that_nobody_could_have_done() -> None:
    claim = {"at": [5, 1], "defeated": [[9, 1]]}
    assert because([5, 1], {"slap": 9}, claim=claim) == "There is no enemy on 9/1."
    claim = {"at": [5, 1], "freed": ["red"]}
    assert because([5, 1], {"slap": 1}, claim=claim) == "There is no red Teensy on this board."
    board = {"teensies": {"red": [5, 1]}}
    said = because([5, 1], {"slap": 1}, claim=claim, board=board, player={"freed": ["red"]})
    assert said == "The red Teensy had been freed before."


def test_the_nearest_ends_come_nearest_first() -> None:
    verdict = judge(dispute([5, 1], {"move": 2}, claim={"at": [9, 1]}))
    assert verdict.nearest[0] == [7, 1]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"surprise": 1}, "surprise"),
        ({"board": {"colums": 44}}, "board.colums"),
        ({"board": {"platforms": {"1": "3"}}}, "board.platforms.1"),
        ({"board": {"thick": {"3": "3"}}}, "board.thick.3"),
        ({"board": {"obstacles": "6-3"}}, "board.obstacles"),
        ({"board": {"enemies": [[44, 1]]}}, "board.enemies[0][0]"),
        ({"board": {"teensies": {"pink": [3, 1]}}}, "board.teensies.pink"),
        ({"players": {"rayman": {"at": [-1, 1]}}}, "players.rayman.at[0]"),
        ({"players": {"rayman": {"at": [5, 4]}}}, "players.rayman.at[1]"),
        ({"players": {"rayman": {"at": [5, 1], "legendary": "king"}}}, "players.rayman.legendary"),
        ({"turn": {"player": "nobody", "actions": {}}}, "turn.player"),
        ({"turn": {"player": "rayman", "actions": {"fly": 1}}}, "turn.actions.fly"),
        ({"turn": {"player": "rayman", "actions": {"move": -1}}}, "turn.actions.move"),
        ({"turn": {"player": "rayman", "actions": dict.fromkeys(ICONS, 40)}}, "turn.actions"),
        ({"turn": {"player": "rayman", "actions": {"move": 60, "jump": 60}}}, "turn.actions"),
        ({"turn": {"player": "rayman", "actions": {}, "drawn": [["move"]]}}, "turn.drawn[0]"),
        ({"options": {"damage_ends_turns": True}}, "options.damage_ends_turns"),
        ({"options": {"obstacle_mode": "never"}}, "options.obstacle_mode"),
        ({"claim": {"at": [5, 1], "defeated": [[44, 1]]}}, "claim.defeated[0][0]"),
        ({"claim": {"at": [5, 1], "slapped": ["nobody"]}}, "claim.slapped"),
        ({"claim": {"at": [5, 1], "players": {"rayman": [6, 1]}}}, "claim.players.rayman"),
        ({"board": {"columns": 44, "obstacles": "3,,5"}}, "board.obstacles"),
        ({"board": {"columns": 44, "platforms": {"2": "3,"}}}, "board.platforms.2"),
        ({"claim": {}}, "claim.at"),
        ({"format": "dispute/2"}, "format"),
    ],
)
def test_a_bad_document_is_refused_by_its_field(change: dict[str, Any], field: str) -> None:
    document = {**dispute([5, 1], {"move": 1}, claim={"at": [5, 1]}), **change}
    with pytest.raises(Invalid) as refused:
        judge(document)
    assert words(refused.value.message, "en").startswith(f"{field}: ")
    assert words(refused.value.message, "fr").startswith(f"{field} : ")


def test_a_claim_may_name_the_active_figure_among_the_others() -> None:
    others = {"globox": {"at": [9, 1]}}
    claim = {"at": [6, 1], "players": {"rayman": [6, 1], "globox": [9, 1]}}
    assert judge(dispute([5, 1], {"move": 1}, others=others, claim=claim)).is_legal


def test_every_defect_is_listed() -> None:
    document = dispute([5, 9], {"move": -1}, claim={"at": [5, 1]})
    with pytest.raises(Invalid) as refused:
        judge(document)
    assert len(refused.value.details) == 1


def test_a_claim_is_needed_to_judge_and_not_to_reach() -> None:
    document = dispute([5, 1], {"move": 1})
    assert reach(document) == ([4, 1], [5, 1], [6, 1])
    with pytest.raises(Invalid):
        judge(document)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"at": [4, 1], "slapped": ["barbara"]}, "Barbara was already slapped this round."),
        (
            {"at": [3, 1], "players": {"globox": [6, 1]}},
            "The turn can end on 3/1, but Globox must then go to 5/1.",
        ),
        ({"at": [4, 1], "players": {"barbara": [21, 1]}}, "Barbara was already slapped this round."),
    ],
)
def test_what_is_wrong_with_the_other_figures_is_named(claim: dict[str, Any], said: str) -> None:
    others = {"globox": {"at": [4, 1]}, "barbara": {"at": [20, 1], "slapped": True}}
    assert because([3, 1], {"move": 1, "slap": 2}, claim=claim, others=others) == said


def test_a_gap_is_named_by_its_space() -> None:
    board = {"platforms": {"2": "6,8"}}
    said = because([6, 2], {"move": 2}, claim={"at": [8, 2]}, board=board)
    assert said == "7/2 has no floor: a figure that walks there falls."


def test_a_teensy_that_no_slap_reaches_is_named() -> None:
    board = {"teensies": {"red": [12, 3]}}
    said = because([5, 1], {"move": 1, "slap": 3}, claim={"at": [6, 1], "freed": ["red"]}, board=board)
    assert said == "No Slap on the way to 6/1 gets to the red Teensy on 12/3."


def test_an_enemy_that_no_slap_reaches_is_named() -> None:
    board = {"enemies": [[12, 3]]}
    claim = {"at": [6, 1], "defeated": [[12, 3]]}
    said = because([5, 1], {"move": 1, "slap": 3}, claim=claim, board=board)
    assert said == "No Slap on the way to 6/1 gets to the enemy on 12/3."


def test_where_the_turn_can_end_no_movement_is_said_to_be_missing() -> None:
    """The Heart is lost only farther on: that is no reason to say that the way there is too long."""
    board = {"enemies": [[7, 1]]}
    claim = {"at": [6, 1], "heart": False}
    said = because([5, 1], {"move": 1}, claim=claim, board=board, player={"heart": True})
    assert said == "The turn can end on 6/1, but not with that many Hearts."


def test_a_missing_slap_has_its_gender_in_french() -> None:
    board = {"teensies": {"red": [6, 1]}}
    document = dispute([5, 1], {"move": 1}, claim={"at": [6, 1], "freed": ["red"]}, board=board)
    verdict = judge(document)
    assert verdict.because is not None
    assert words(verdict.because, "fr") == "Il manque une Gifle à ce tour."
