"""Legendary cards, tournaments and the table's last word, clause by clause."""

from typing import Any

import pytest

from companion.core.corrections import RecordCorrected
from companion.core.effect import ByHand
from companion.games.rayman import commands as c
from companion.games.rayman.entities import ProjectileCard, ProjectileEntry
from companion.games.rayman.events import EffectApplied
from companion.games.rayman.state import State
from companion.i18n import words
from tests.rules.rayman import fix
from tests.rules.rayman.table import CONTENT, FAR, Table

FREED = ("blue", "red", "green")


def legend(
    card: str,
    board: dict[str, Any] | None = None,
    at: tuple[int, int] = (5, 1),
    heart: bool = False,
    **pool: int,
) -> Table:
    """Begins Ana's turn with a Legendary card."""
    return Table(board, legends={"Ana": card}).put("Ana", at, heart=heart).begin(Ana=pool)


@pytest.mark.clause("RAY-LEGEND-1")
def test_lums_count_only_with_a_legendary_card() -> None:
    table = Table().begin(Ana={"lums": 2})
    assert table.pool.lums == 0
    assert table.refuse(c.UseLum("Ana")) == ("RAY-LEGEND-1",)


@pytest.mark.clause("RAY-LEGEND-2")
@pytest.mark.parametrize(
    ("card", "icon"),
    [
        ("weaver", "crouch"),
        ("drifter", "glide"),
        ("smasher", "slap"),
        ("dasher", "move"),
        ("sneaker", "heart"),
        ("scrambler", "jump"),
    ],
)
def test_a_lums_becomes_the_icon_of_the_card(card: str, icon: str) -> None:
    assert legend(card, lums=1).do(c.UseLum("Ana")).pool.as_dict() == {icon: 1}


@pytest.mark.clause("RAY-LEGEND-3", "RAY-LEGEND-4", "RAY-LEGEND-5")
def test_a_weaver_ducks_past_an_enemy() -> None:
    table = legend("weaver", {"enemies": [[6, 1]]}, move=2, crouch=1, slap=2).move(enemy="dodge")
    assert (table.pool.move, table.pool.crouch) == (2, 0)
    assert table.racer("Ana").tokens == ()
    table.move().do(c.SlapEnemy("Ana", (6, 1))).token()
    assert table.racer("Ana").tokens == ("move-move",)
    resting = legend("weaver", {"enemies": [[6, 1]]}, move=1, crouch=1).move(enemy="dodge").end()
    assert resting.at("Ana") == (6, 1)
    assert not resting.racer("Ana").is_immune


@pytest.mark.clause("RAY-LEGEND-6", "RAY-LEGEND-7")
def test_a_drifter_changes_level_in_a_glide() -> None:
    board = {"platforms": {"2": "5"}, "thick": {"1": "6"}}
    table = legend("drifter", board, at=(5, 2), move=4, glide=1).glide()
    assert table.refuse(c.Drift("Ana", -1)) == ("RAY-LEGEND-7",)
    table.do(c.Drift("Ana", 1)).move(2).do(c.Drift("Ana", -1))
    assert table.at("Ana") == (7, 2)
    assert table.pool.move == 0
    low = legend("drifter", {"thick": {"1": "6"}, "obstacles": "6"}, move=3, glide=1, crouch=1)
    assert "RAY-LEGEND-6" in low.refuse(c.Drift("Ana", 1))
    free = Table(legends={"Ana": "drifter"}, options={"drifter_free": True}).begin(
        Ana={"jump": 1, "glide": 1}
    )
    assert free.jump().glide().do(c.Drift("Ana", 1)).at("Ana") == (0, 3)


@pytest.mark.clause("RAY-LEGEND-6")
def test_free_drifting_does_not_go_on_for_ever() -> None:
    board = {"enemies": [[0, 3]]}
    table = Table(board, legends={"Ana": "drifter"}, options={"drifter_free": True})
    table.begin(Ana={"jump": 1, "glide": 1, "slap": 1, "move": 1}).jump().glide()
    table.do(c.Drift("Ana", 1, "slap"))
    table.do(table.legal()[0])  # the token
    table.do(c.Drift("Ana", -1), c.Drift("Ana", 1))
    assert "RAY-LEGEND-6" in table.refuse(c.Drift("Ana", -1))
    assert table.move().do(c.Drift("Ana", -1)).at("Ana") == (1, 2)


@pytest.mark.clause("RAY-LEGEND-8")
def test_a_drifter_moves_once_more_for_two_glides() -> None:
    table = legend("drifter", glide=3, lums=1)
    assert table.pool.move == 1
    assert table.do(c.UseLum("Ana")).pool.move == 2


@pytest.mark.clause("RAY-LEGEND-9", "RAY-LEGEND-10")
def test_a_smasher_pays_the_distance_and_gains_from_two_on() -> None:
    board = {"teensies": {**FAR, "blue": [6, 1], "red": [7, 1], "green": [5, 1], "yellow": [9, 1]}}
    table = legend("smasher", board, slap=4).do(c.FreeTeensy("Ana", "blue"))
    assert (table.pool.slap, table.pool.move) == (3, 0)
    table.do(c.FreeTeensy("Ana", "red"))
    assert (table.pool.slap, table.pool.move) == (1, 1)
    assert table.do(c.FreeTeensy("Ana", "green")).pool.slap == 0
    assert "RAY-SLAP-3" in legend("smasher", board, slap=9).refuse(c.FreeTeensy("Ana", "yellow"))
    far = Table(board, legends={"Ana": "smasher"}, options={"smasher_cap": 4}).put("Ana", (5, 1))
    assert far.begin(Ana={"slap": 4}).do(c.FreeTeensy("Ana", "yellow")).pool.slap == 0


@pytest.mark.clause("RAY-LEGEND-11")
def test_a_dasher_moves_twice_after_a_jump() -> None:
    table = legend("dasher", jump=1, move=3).jump().move(2)
    assert table.at("Ana") == (7, 2)
    assert "RAY-FALL-3" in table.refuse(c.Move("Ana", 1))


@pytest.mark.clause("RAY-LEGEND-12")
def test_a_dasher_moves_twice_off_a_ledge() -> None:
    table = legend("dasher", {"platforms": {"2": "5"}}, at=(5, 2), move=3).move(2)
    assert table.at("Ana") == (7, 2)
    assert "RAY-FALL-3" in table.refuse(c.Move("Ana", 1))


@pytest.mark.clause("RAY-LEGEND-13", "RAY-LEGEND-14")
def test_a_sneaker_turns_hearts_into_crouches() -> None:
    table = legend("sneaker", heart=True).do(fix.pool(heart=1))
    table.do(c.Convert("Ana", "token"), c.Convert("Ana", "icon"))
    assert not table.racer("Ana").has_heart
    assert table.pool.crouch == 2
    assert table.pool.move == 1
    strict = (
        Table(legends={"Ana": "sneaker"}, edition="en-0.9").put("Ana", heart=True).begin(Ana={"heart": 1})
    )
    assert strict.refuse(c.Convert("Ana", "token")) == ("RAY-LEGEND-13",)
    strict.do(c.Convert("Ana", "icon"))
    assert legend("sneaker", crouch=4).pool.move == 2


@pytest.mark.clause("RAY-LEGEND-15", "RAY-LEGEND-16")
def test_a_scrambler_jumps_twice() -> None:
    table = legend("scrambler", jump=2).jump().jump()
    assert table.at("Ana") == (5, 3)
    assert table.pool.move == 1
    paused = legend("scrambler", jump=2, move=1).jump().move()
    assert "RAY-JUMP-3" in paused.refuse(c.Jump("Ana"))


@pytest.mark.clause("RAY-VARIANT-8")
def test_an_ability_may_work_once_a_race() -> None:
    table = Table({"enemies": [[6, 1], [7, 1]]}, legends={"Ana": "weaver"}, options={"legendary_once": True})
    table.put("Ana", (5, 1)).begin(Ana={"move": 2, "crouch": 2}).move(enemy="dodge")
    assert table.refuse(c.Move("Ana", 1, "dodge"))
    assert table.racer("Ana").has_used_legendary


@pytest.mark.clause("RAY-MODE-4", "RAY-MODE-6")
def test_in_legend_mode_everybody_has_a_card() -> None:
    table = Table(mode="legend", players=3)
    assert all(racer.legendary for racer in table.state.racers)


def race_to_the_end(table: Table) -> Table:
    """Lets Ana win the running race."""
    while table.waits != "choosing":
        table.do(table.legal()[0])
    table.put("Ana", (43, 1), freed=FREED).put("Bo", (9, 1)).begin(Ana={"move": 1}).move().end()
    while table.waits not in ("next_race", "choosing") and table.state.outcome is None:
        table.do(c.EndTurn(table.me) if table.waits == "turn" else table.legal()[0])
    return table


@pytest.mark.clause("RAY-TOUR-1", "RAY-TOUR-2", "RAY-TOUR-4")
def test_a_tournament_adds_up_four_races() -> None:
    table = Table(players=3, tournament=True)
    boards = []
    history = [table.state]
    for _ in range(4):
        boards.append(table.state.race_board.id)
        race_to_the_end(table)
        history.append(table.state)
        if table.state.outcome is None:
            table.do(c.Continue())
    assert boards == ["jungle-sample", "forest-sample", "fiesta-sample", "hell-sample"]
    assert table.state.outcome is not None
    assert table.state.outcome.winners == ("Ana",)
    assert [(rank.player, rank.score) for rank in table.state.outcome.ranking] == [
        ("Ana", 20),
        ("Bo", 12),
        ("Cy", 8),
    ]
    told = table.game.report(history).scores
    assert told is not None
    assert words(told.columns[0], "en") == "1 · Jungle (sample)"
    assert told.rows == (("Ana", (5, 5, 5, 5, 20)), ("Bo", (3, 3, 3, 3, 12)), ("Cy", (2, 2, 2, 2, 8)))


@pytest.mark.clause("RAY-TOUR-2", "RAY-TOUR-3")
def test_shared_places_score_the_higher_and_late_ones_the_last_value() -> None:
    table = Table(players=6, tournament=True)
    while table.waits != "choosing":
        table.do(table.legal()[0])
    table.put("Ana", (43, 1), freed=FREED).put("Bo", (42, 1), freed=FREED)
    for place, name in enumerate(("Cy", "Di", "Ed", "Flo")):
        table.put(name, (30 - 2 * place, 1))
    table.do(c.TypeCards("Ana", 50, 9, move=2), c.TypeCards("Bo", 50, 3, move=3))
    for index, name in enumerate(("Cy", "Di", "Ed", "Flo")):
        table.do(c.TypeCards(name, 20 - index, 1))
    table.do(c.Reveal()).move(2).end().move(3).end()
    while table.waits == "turn":
        table.end()
    assert table.state.tournament is not None
    points = table.state.tournament.points
    assert points == {"Ana": 5, "Bo": 5, "Cy": 2, "Di": 1, "Ed": 1, "Flo": 1}


def owned(state: State, name: str) -> set[str]:
    racer = state.racer(name)
    return {*racer.hand, *racer.discard, *racer.played}


@pytest.mark.clause("RAY-TOUR-5")
def test_between_races_two_cards_may_be_swapped() -> None:
    table = Table(tournament=True, cards="pack", additional_cards=True)
    while table.waits in ("deal", "pick"):
        table.do(table.legal()[0])
    before = table.racer("Ana").hand
    table.put("Ana", (43, 1), freed=FREED)
    fast = "rayman-4"
    other = next(card for card in before if card != fast)
    table.do(c.ChooseCards("Ana", fast, other), c.ChooseCards("Bo", *table.racer("Bo").hand[:2]), c.Reveal())
    while table.waits != "next_race":
        if table.waits == "turn" and table.me == "Ana" and not table.racer("Ana").has_finished:
            table.do(c.Move("Ana", 1))
        elif table.waits == "turn":
            table.do(c.EndTurn(table.me))
        else:
            table.do(table.legal()[0])
    first_race = table.state
    table.do(c.Continue())
    while table.waits in ("deal", "pick"):
        table.do(table.legal()[0])
    assert table.waits == "drop"
    assert len(table.racer("Ana").hand) == 12
    drops = 0
    while table.waits == "drop":
        table.do(table.legal()[0])
        drops += 1
    assert drops == 4
    assert [len(racer.hand) for racer in table.state.racers] == [10, 10]
    told = table.game.report((first_race, table.state)).scores
    assert told is not None
    swapped = {name: len(set(table.racer(name).hand) - owned(first_race, name)) for name in ("Ana", "Bo")}
    assert any(swapped.values())
    assert {name: numbers[1] for name, numbers in told.rows} == swapped


@pytest.mark.clause("RAY-TOUR-6")
@pytest.mark.parametrize("rule", ["keep", "change"])
def test_legendary_cards_stay_or_change_between_races(rule: str) -> None:
    setup = {"mode": "legend", "tournament": True, "options": {"tournament_legendary": rule}}
    table = race_to_the_end(Table(projectile=None, **setup)).do(c.Continue())
    asked = set()
    while table.waits != "choosing":
        asked.add(table.waits)
        table.do(table.legal()[-1])
    assert ("legend" in asked) is (rule == "change")
    assert all(racer.legendary for racer in table.state.racers)
    if rule == "keep":
        assert table.racer("Ana").legendary == "weaver"


@pytest.mark.clause("RAY-TABLE-1")
def test_every_value_can_be_corrected_and_is_recorded() -> None:
    table = Table(cards="pack")
    corrections = [
        (fix.place("Ana", 7, 1), lambda: table.at("Ana") == (7, 1)),
        (fix.heart("Ana", True), lambda: table.racer("Ana").has_heart),
        (fix.tokens("Ana", ("move-move",)), lambda: table.racer("Ana").tokens == ("move-move",)),
        (fix.teensies("Ana", ("red",)), lambda: table.racer("Ana").freed == ("red",)),
        (fix.cards("Ana", ("rayman-1", "rayman-2")), lambda: len(table.racer("Ana").hand) == 2),
        (fix.initiative("Ana", 33), lambda: table.racer("Ana").initiative == 33),
        (fix.mark("Ana", "immune", True), lambda: table.racer("Ana").is_immune),
    ]
    for correction, is_done in corrections:
        assert correction.is_correction
        assert table.do(correction).happened(RecordCorrected)
        assert is_done()
    assert table.game.problems(table.state) == ()


@pytest.mark.clause("RAY-TABLE-2")
def test_an_absent_player_is_passed_over_and_comes_back() -> None:
    table = Table(players=3).do(fix.presence("Bo", False)).begin(Ana={}, Cy={})
    assert table.state.order == ("Ana", "Cy")
    table.end_round().do(fix.presence("Bo", True)).begin(Bo={})
    assert "Bo" in table.state.order


@pytest.mark.clause("RAY-TABLE-3")
@pytest.mark.parametrize("hero", ["barbara", "murfy"])
def test_a_late_player_joins_at_the_line(hero: str) -> None:
    table = Table(cards="pack").put("Ana", (9, 1)).do(fix.join("Zoe", hero))
    assert table.at("Zoe") == (0, 1)
    assert len(table.racer("Zoe").hand) == 8
    assert table.game.problems(table.state) == ()


@pytest.mark.clause("RAY-TABLE-5")
def test_effects_in_words_are_carried_out_by_hand() -> None:
    words = ProjectileEntry({"en": "Sing."}, effects=(ByHand({"en": "Everybody sings."}),))
    silent = ProjectileEntry({"en": "Nothing."})
    cake = ProjectileCard({"en": "Cake"}, entries=(words, silent, silent, silent, silent, silent))
    entities = {**CONTENT.entities, "projectiles": {**CONTENT.of_kind("projectiles"), "cake": cake}}
    table = Table(mode="hero", projectile="cake", content=type(CONTENT)(CONTENT.packs, entities)).roll(1)
    table.begin().end_turns()
    while table.waits in ("bonus_move", "projectile"):
        table.do(c.Stay(table.state.agenda[0].player) if table.waits == "bonus_move" else c.Continue())
    assert table.waits == "card"
    table.do(c.Continue())
    assert table.waits == "effect"
    assert table.do(c.Continue()).happened(EffectApplied)[0].is_by_hand


@pytest.mark.clause("RAY-TABLE-5")
def test_without_automation_the_table_applies_effects_itself() -> None:
    table = Table(mode="hero", projectile="red_ghost", options={"auto_effects": False}).roll(4)
    assert table.begin(Ana={"move": 3}).pool.move == 3


@pytest.mark.clause("RAY-SETUP-6", "RAY-SETUP-7", "RAY-SETUP-8", "RAY-TEENSY-6")
def test_players_place_the_prisoners_in_turn() -> None:
    table = Table({"obstacles": "7"}, teensies="placed", players=3)
    placed = []
    for column in (9, 10, 11, 12):
        task = table.state.agenda[0]
        placed.append((task.player, task.word))
        for bad in ((0, 1), (7, 1), *((9, 1),) * (column > 9)):
            assert "RAY-SETUP-8" in table.refuse(c.PlaceTeensy(task.player, task.word, bad))
        table.do(c.PlaceTeensy(task.player, task.word, (column, 1)))
    assert placed == [("Ana", "blue"), ("Bo", "red"), ("Cy", "green"), ("Ana", "yellow")]
    assert table.state.board.space_of_teensy("yellow") == (12, 1)


@pytest.mark.clause("RAY-SETUP-6", "RAY-VARIANT-4")
def test_prisoners_may_be_drawn_and_be_three() -> None:
    table = Table(teensies="random", options={"teensies": 3})
    drawn = 0
    while table.waits == "random_teensy":
        table.do(table.legal()[drawn])
        drawn += 1
    assert drawn == 3
    assert len(table.state.board.teensies) == 3


@pytest.mark.clause("RAY-SETUP-11", "RAY-CARD-10", "RAY-BUBBLE-7")
@pytest.mark.parametrize(("is_used", "rounds"), [(True, 5), (False, 4)])
def test_typed_hands_last_as_long_as_with_additional_cards(is_used: bool, rounds: int) -> None:
    table = Table(mode="intermediate", projectile=None, additional_cards=is_used)
    for _ in range(rounds):
        table.begin().end_round()
    assert table.legal() == [c.ChooseBubble("Ana"), c.ChooseBubble("Bo")]


@pytest.mark.clause("RAY-SETUP-11")
def test_typed_cards_need_plausible_numbers() -> None:
    table = Table()
    assert "RAY-SETUP-11" in table.refuse(c.TypeCards("Ana", 500, 1, move=3))
    assert "RAY-SETUP-11" in Table(cards="pack").refuse(c.TypeCards("Ana", 5, 1, move=3))


@pytest.mark.clause("RAY-SETUP-4", "RAY-SETUP-5")
def test_player_cards_are_plain_and_all_tokens_in_the_bag() -> None:
    table = Table(players=4)
    assert all(racer.legendary is None for racer in table.state.racers)
    assert sum(table.state.bag.values()) == 27
