from __future__ import annotations

import msgspec
import pytest

from companion.core.blocks import Choice, View
from companion.games.rayman import GAME, commands as c
from companion.i18n import words
from tests.rules.rayman import asking
from tests.rules.rayman.table import Table, turn


def labelled(view: View, text: str) -> Choice:
    return next(choice for choice in view.choices if words(choice.label, "en") == text)


def test_the_board_is_drawn_with_level_three_on_top() -> None:
    table = Table({"platforms": {"2": "3"}, "thick": {"1": "5"}, "walls": [[7, 1]], "obstacles": "9"})
    board = GAME.view(table.state).board
    assert board is not None
    at = {space.id: space for space in board.spaces}
    assert len(at) == 44 * 3
    assert at["3/3"].y < at["3/2"].y < at["3/1"].y
    marks = {mark.icon: mark for mark in board.marks}
    assert {"platform", "thick", "wall", "obstacle", "caption"} <= set(marks)
    assert at["3/2"].y < marks["platform"].y < at["3/1"].y
    assert marks["thick"].y == at["5/1"].y
    assert 7 < marks["wall"].x < 8.01
    assert marks["obstacle"].x == 9


@pytest.mark.parametrize(
    ("at", "goal"), [((5, 1), "9/2"), ((9, 2), "30/1"), ((31, 3), "43/3"), ((43, 1), "0/1")]
)
def test_the_goal_lies_ahead_and_beyond_the_line_only_at_the_line(at: tuple[int, int], goal: str) -> None:
    teensies = {"red": [9, 2], "blue": [30, 1], "green": [30, 2], "yellow": [30, 3]}
    assert GAME.view(turn({"teensies": teensies}, at=at, move=2).state).board.goals == (goal,)


def test_the_active_figure_its_pool_and_its_reach_are_shown() -> None:
    table = turn(at=(5, 1), move=2)
    view = GAME.view(table.state)
    assert words(view.prompt.headline, "en") == "Ana: move Rayman"
    assert words(view.prompt.headline, "fr") == "Ana\u00a0: déplacez Rayman"
    figure = next(piece for piece in view.board.pieces if piece.id == "rayman")
    assert (figure.space, figure.seat, figure.is_active) == ("5/1", 0, True)
    assert {counter.icon: counter.value for counter in view.pool}["move"] == 2
    assert set(asking.reachable(table.state)) == {"3/1", "4/1", "5/1", "6/1", "7/1"}
    forward = labelled(view, "Forward")
    assert forward.space == "6/1"
    assert msgspec.convert(forward.command, GAME.command_type) == c.Move("Ana", 1)


@pytest.mark.clause("RAY-CARD-1")
def test_a_secret_choice_stays_secret_until_the_reveal() -> None:
    table = Table(cards="pack")
    left, right, other, *_ = table.racer("Ana").hand
    elsewhere = Table(cards="pack").do(c.ChooseCards("Ana", right, other))
    table.do(c.ChooseCards("Ana", left, right))
    for viewer in (None, "Bo"):
        view = GAME.view(table.state, viewer)
        assert view == GAME.view(elsewhere.state, viewer), "another choice looks different"
        assert [card.is_face_up for card in view.cards if card.owner == "Ana"] == [False, False]
        assert all(player.value is None for player in view.players)
    own = GAME.view(table.state, "Ana")
    assert {left, right} <= {card.id for card in own.cards if card.is_face_up}
    history = GAME.describe(table.state, c.ChooseCards("Ana", left, right), ())
    assert words(history, "en") == "Ana chose in secret"
    table.do(*[command for command in table.legal() if isinstance(command, c.ChooseCards)][:1])
    table.do(c.Reveal())
    assert {left, right} <= {card.id for card in GAME.view(table.state, "Bo").cards}
    assert all(player.value is not None for player in GAME.view(table.state).players)


def test_two_cards_are_picked_by_two_questions_over_the_hand() -> None:
    table = Table(cards="pack")
    pick = next(choice for choice in GAME.view(table.state, "Ana").choices if choice.group == "secret")
    assert [question.id for question in pick.asks] == ["left", "right"]
    assert [option.value for option in pick.asks[0].options] == list(table.racer("Ana").hand)
    filled = {**pick.command, "left": pick.asks[0].options[3].value, "right": pick.asks[1].options[0].value}
    table.do(msgspec.convert(filled, GAME.command_type))
    assert table.racer("Ana").chosen == (table.racer("Ana").hand[3], table.racer("Ana").hand[0])


@pytest.mark.clause("RAY-SETUP-11")
def test_typed_cards_are_asked_for_field_by_field() -> None:
    table = Table()
    typing = next(choice for choice in GAME.view(table.state).choices if choice.player == "Bo")
    answers = {question.id: 2 for question in typing.asks}
    table.do(msgspec.convert({**typing.command, **answers}, GAME.command_type))
    assert table.racer("Bo").typed.jump == 2


def test_every_choice_without_a_question_can_be_submitted() -> None:
    table = turn({"enemies": [[6, 1]]}, move=3, slap=2, jump=1, heart=1)
    view = GAME.view(table.state)
    tried = [choice for choice in view.choices if not choice.asks]
    assert {choice.group for choice in tried} >= {"main", "step", "table"}
    for choice in tried:
        GAME.decide(table.state, msgspec.convert(choice.command, GAME.command_type))


@pytest.mark.clause("RAY-TABLE-1")
def test_corrections_propose_what_the_record_says() -> None:
    table = turn(at=(5, 1), move=2)
    view = GAME.view(table.state)
    place = labelled(view, "Place: 5/1")
    assert place.player == "Ana"
    assert {one.id: one.default for one in place.asks} == {"value.progress": 5, "value.level": 1}
    table.do(msgspec.convert(place.filled({"value.progress": 9}), GAME.command_type))
    assert table.at("Ana") == (9, 1)
    assert words(GAME.view(table.state).log[-1].text, "en") == "Corrected by the table, Ana: Place: 9/1."


@pytest.mark.clause("RAY-TABLE-1")
def test_immunity_and_the_finish_can_be_corrected_by_touch() -> None:
    table = turn(at=(5, 1)).put("Bo", (44, 1), freed=("blue", "red", "green"))
    for said in ("Immune until the next turn: no → yes", "Has finished: no → yes"):
        found = (choice for choice in GAME.view(table.state).choices if choice.player == "Bo")
        choice = next(choice for choice in found if words(choice.label, "en") == said)
        table.do(msgspec.convert(choice.command, GAME.command_type))
    assert table.racer("Bo").is_immune
    assert table.racer("Bo").has_finished


@pytest.mark.clause("RAY-MODE-4")
@pytest.mark.parametrize(("language", "said"), [("en", "Community data"), ("fr", "Données de la communauté")])
def test_the_red_ghost_is_labelled_as_community_data(language: str, said: str) -> None:
    table = Table(mode="legend")
    assert any(words(line, language).startswith(said) for line in GAME.layout(table.state))
    ghost = next(card for card in GAME.view(table.roll(1).state).cards if card.id == "card")
    assert words(ghost.lines[-1], language).startswith(said)


def test_instructions_for_the_real_board_are_in_the_log() -> None:
    table = Table({"platforms": {"2": "15"}}, mode="intermediate").roll(3)
    table.put("Ana", (15, 2)).put("Bo", (30, 1)).begin().end_turns()
    while table.waits != "projectile":
        table.do(c.Stay(table.state.agenda[0].player))
    prompt = GAME.view(table.state).prompt
    assert words(prompt.headline, "en").startswith("Missile")
    table.do(c.Continue())
    said = [(line.tone, words(line.text, "en")) for line in GAME.view(table.state).log]
    assert any(tone == "instruction" and "off" in text for tone, text in said)


def test_the_die_is_asked_of_who_is_last() -> None:
    table = Table(mode="intermediate").roll(1).put("Ana", (9, 1)).put("Bo", (3, 1)).begin().end_round()
    view = GAME.view(table.state)
    assert view.dice is not None
    assert view.prompt.player == "Bo"


def test_hints_name_the_danger_ahead() -> None:
    table = turn({"enemies": [[7, 1]]}, at=(5, 1), move=3, heart=1)
    hints = [words(hint, "en") for hint in GAME.view(table.state).hints]
    assert "An enemy waits on 7/1." in hints
    assert "There is a Heart to take." in hints


def test_the_layout_names_board_figures_and_prisoners() -> None:
    lines = [words(line, "en") for line in GAME.layout(Table(mode="hero").state)]
    assert any("Rayman" in line and "start line" in line for line in lines)
    assert sum("Teensy on" in line for line in lines) == 4
    assert any("Fork" in line for line in lines)


def test_the_report_follows_every_player_by_round() -> None:
    table = Table()
    history = [table.state]
    for _ in range(3):
        table.begin(Ana={"move": 2})
        table.move(2)
        history.append(table.state)
        table.end_round()
        history.append(table.state)
    report = GAME.report(history)
    lines = {series.player: series.values for series in report.charts[0].series}
    assert lines["Ana"] == (2.0, 4.0, 6.0, 6.0)
    assert {name for name, _ in report.tallies[0].rows} == {"Ana", "Bo"}


def test_a_projectile_that_hits_is_seen_to_fly_there() -> None:
    table = Table({"platforms": {"2": "17"}}, mode="intermediate").roll(3)
    table.put("Ana", (17, 2)).put("Bo", (30, 1)).begin().end_turns()
    while table.waits != "projectile":
        table.do(c.Stay(table.state.agenda[0].player))
    board = GAME.view(table.state).board
    assert board.flights == ()
    assert board.focus == ("21/2",), "what is about to fly is in sight"
    table.do(c.Continue())
    board = GAME.view(table.state).board
    (flight,) = board.flights
    assert flight.path == ("21/2", "20/2", "19/2", "18/2", "17/2")
    assert flight.id not in {piece.id for piece in board.pieces}
    assert {flight.path[0], flight.path[-1]} == set(board.focus)
    table.do(table.game.offers(table.state)[0])
    assert GAME.view(table.state).board.flights == (), "the next step forgets it"


def test_a_projectile_that_flies_on_leaves_its_way() -> None:
    table = Table(mode="intermediate").roll(3)
    table.put("Ana", (2, 1)).put("Bo", (30, 1)).begin().end_turns()
    while table.waits != "projectile":
        table.do(c.Stay(table.state.agenda[0].player))
    table.do(c.Continue())
    board = GAME.view(table.state).board
    (flight,) = board.flights
    stands = next(piece.space for piece in board.pieces if piece.id == flight.id)
    assert (flight.path[0], flight.path[-1]) == ("21/2", stands)
