"""What breaks trust at a table: buttons that change under a finger, empty reasons, news that fades."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.blocks import Choice
from companion.core.dice import D6, DiceRequest
from companion.core.message import literal
from companion.ports.camera import EyeHealth
from tests.kiosk.fixtures import (
    fixture_session,
    played,
    quick_session,
    rayman_at,
    session_at,
    session_of,
    table_view,
)
from tests.kiosk.hands import Hands
from tests.kiosk.slow_games import Disagreeing, propose_dispute, seen_on

Start = Callable[..., Hands]


def box(button: Any) -> tuple[float, float, float, float]:
    x, y = button.to_window(*button.pos)
    return x, y, x + button.width, y + button.height


def large(hands: Hands) -> Any:
    return next(button for button in hands.buttons() if button.style == "primary")


def dice_view() -> Any:
    return table_view(choices=(), dice=DiceRequest((D6,), literal("Roll")))


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_roll_never_lies_where_the_last_turn_was_confirmed(start: Start, size: tuple[int, int]) -> None:
    hands = start("table", session=fixture_session(), size=size)
    ends = box(large(hands))
    hands.kiosk.session.night.show(dice_view())
    hands.kiosk._night_changed()
    hands.frames(4)
    rolls = box(large(hands))
    assert ends[0] >= rolls[2] or rolls[0] >= ends[2] or ends[1] >= rolls[3] or rolls[1] >= ends[3]


def test_a_roll_hears_nothing_until_a_habit_has_passed(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.clock import Clock

    now = Clock.get_time()
    monkeypatch.setattr("kiosk.widgets.table.prompt_bar.DEAF_S", 0.7)
    monkeypatch.setattr("kiosk.widgets.button.Clock.get_time", lambda: now)
    hands = start("table", session=fixture_session(dice_view()))
    night = hands.kiosk.session.night
    hands.press(large(hands))
    assert night.submitted == [], "a finger that was on its way already rolls nothing"
    now += 0.71
    hands.press(large(hands))
    assert [command["command"] for command in night.submitted] == ["RollDice"]


def test_why_gives_the_judges_reason_and_draws_where_the_way_breaks_off(start: Start) -> None:
    from tests.rules.rayman.table import turn

    table = turn({"walls": [[7, 1]]}, at=(5, 1), move=6)
    hands = start("table", session=rayman_at(table.state))
    hands.until(lambda: hands.kiosk.session.is_lit)
    hands.touch_space("9/1")
    hands.tap("Why?")
    assert hands.says("The wall after column 7 blocks level 1")
    assert hands.says("p.\u00a0"), "with the page of the rule"
    board = hands.kiosk.panel.board.board
    assert board.broken == "9/1"
    assert board.path[-1] == "7/1", "the way is drawn as far as it goes"
    hands.tap("Dispute")
    assert hands.kiosk.stack[-1] == ("dispute", {**hands.kiosk.stack[-1][1], "space": "9/1"})


def test_a_touch_shows_and_a_second_one_does_also_where_one_choice_names_the_space(start: Start) -> None:
    session = fixture_session()
    go = Choice(literal("Go"), {"command": "Go"}, "move", "12/1", group="main")
    session.night.show(table_view(choices=(go,)))
    hands = start("table", session=session)
    hands.touch_space("12/1")
    assert hands.says("Go: 12/1")
    assert session.night.submitted == []
    hands.touch_space("12/1")
    assert session.night.submitted == [{"command": "Go"}]
    assert hands.kiosk.panel.presenter.refusal is None


def test_a_disagreement_with_the_camera_stays_until_it_is_settled(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiosk.presenters.table.referee.propose", propose_dispute)
    session = session_of(Disagreeing())
    hands = start("table", session=session, camera_source="")
    spoken: list[str] = []
    hands.kiosk.sound.voice.on_said = spoken.append
    camera = hands.kiosk.camera
    eye = SimpleNamespace(health=lambda: EyeHealth("good", literal("")), stop=lambda: None)
    monkeypatch.setattr(camera, "eye", eye)
    monkeypatch.setattr(camera, "comparison", lambda: None)
    monkeypatch.setattr(camera, "seen", lambda: (session.game, session.state, seen_on("14/1")))
    hands.kiosk.panel.sighted()
    hands.until(lambda: hands.says("The camera sees Globox on 14/1"))
    assert hands.says("There is a wall.")
    assert any("Globox on 14/1" in text for text in spoken), "it is loud"
    labels = {button.label.text for button in hands.buttons() if button.label}
    assert {"Why?", "Dispute", "Correct the record"} <= labels
    monkeypatch.setattr(camera, "seen", lambda: None)
    hands.touch_space("9/2")
    hands.tap("Cancel")
    hands.kiosk.panel.sighted()
    assert hands.says("The camera sees Globox on 14/1"), "neither time nor touches take it away"
    agrees = replace_comparison()
    monkeypatch.setattr(camera, "comparison", lambda: agrees)
    hands.kiosk.panel.sighted()
    hands.frames(2)
    assert not hands.says("The camera sees Globox on 14/1")
    monkeypatch.setattr(camera, "eye", None)


def replace_comparison() -> Any:
    from companion.referee import Comparison

    return Comparison(())


def test_a_legal_move_that_the_camera_saw_is_no_fault() -> None:
    from companion.core.verdict import Way
    from companion.ports.sight import SceneChange
    from companion.referee import Comparison, Difference, Proposal
    from kiosk.presenters.camera.seen import CameraPresenter

    class Seeing:
        """As much of a camera as the lines ask for."""

        session = fixture_session()
        eye = None
        sighting = None

        def health(self) -> None:
            return None

        def comparison(self) -> Any:
            wrong = literal("the record has it on 5/1")
            difference = Difference("globox", "misplaced", "5/1", "9/2", 1.0, wrong, wrong)
            return Comparison((difference,))

    presenter = CameraPresenter(Seeing())  # type: ignore[arg-type]
    change = SceneChange({"globox": ("5/1", "9/2")})
    ways = (Way((), literal("goes"), ()),)
    legal = Proposal("one", change, "globox", "9/2", literal("seen"), ways)
    assert [line.colour for line in presenter.lines(legal)] == ["done"]
    assert [line.colour for line in presenter.lines(replace(legal, ways=()))] == ["hit"]


def test_a_secret_choice_can_be_changed_until_it_is_revealed(start: Start) -> None:
    from kiosk.widgets.table.card import CardTile

    session = quick_session(players=[{"name": "Ana", "hero": "rayman"}, {"name": "Bo", "hero": "globox"}])
    hands = start("table", session=session, rolls_alone=False)
    for _ in range(20):
        if any(choice.group == "secret" for choice in session.view().choices):
            break
        hands.press(large(hands))

    def pick(name: str, *numbers: int) -> None:
        hands.tap(name)
        for number in numbers:
            tiles = [button for button in hands.buttons() if isinstance(button, CardTile)]
            hands.press(tiles[number])

    hands.tap("Choose cards")
    pick("Ana", 0, 1)
    first = session.hidden_steps[0].command
    pick("Ana", 2, 3)
    (changed,) = session.hidden_steps
    assert changed.player == "Ana"
    assert changed.command != first
    pick("Bo", 0, 1)
    assert hands.kiosk.stack[-1][0] == "table"
    hands.tap("Change…")
    pick("Ana", 0, 1)
    assert {step.player: step.command for step in session.hidden_steps}["Ana"] == first
    assert {step.player for step in session.hidden_steps} == {"Ana", "Bo"}, "the others' choices stay"
    hands.press(large(hands))
    assert session.hidden_steps == (), "what is revealed is known"


def grimm_walking(seed: int = 3) -> Any:
    """Begins a Grimm night in memory and plays it until somebody walks."""
    return played(
        quick_session("grimm"),
        lambda session: session.view().phase == "move" and bool(session.lit_view().board.lit),
        seed,
    )


def plain_ends(seed: int) -> Any:
    """Yields the ends of a walk after which only the turn is left to be ended."""
    from companion.night.questions import find_ways

    session = grimm_walking(seed)
    for space in session.lit_view().board.lit:
        way = find_ways(session.game, session.state, session.figure, space)[0]
        after = session.foresee(way.commands)
        left = [choice.command["command"] for choice in after.choices if choice.group == "main"]
        if left == ["EndTurn"] and after.dice is None:
            yield session, space


def test_every_space_that_is_named_is_written_on_the_drawing() -> None:
    from companion.i18n import words

    board = grimm_walking().view().board
    written = {words(mark.label, "en") for mark in (*board.spaces, *board.marks) if mark.label is not None}
    for space in board.spaces:
        assert space.name is not None
        said = words(space.name, "en")
        assert said != space.id, f"{space.id} is drawn nowhere"
        number = "".join(letter for letter in said if letter.isdigit())
        assert not number or number in written


def test_what_is_left_after_a_way_is_done_with_the_same_touch(start: Start) -> None:
    session, space = next(found for seed in range(20) for found in plain_ends(seed))
    hands = start("table", session=session)
    hands.until(lambda: session.is_lit)
    walker, before = session.view().prompt.player, hands.touches
    hands.touch_space(space)
    hands.tap("Do it · End the turn")
    assert hands.touches - before == 2
    assert session.view().prompt.player != walker, "the turn is over"
    moved = [line for line in session.view().log if line.moves]
    assert len(moved) <= 1, "where a pawn only passed is not told"


def test_a_player_goes_on_choosing_and_hears_which_of_how_many(start: Start) -> None:
    from kiosk.widgets.table.card import CardTile

    session = quick_session("grimm")
    hands = start("table", session=session)
    while not any(choice.group == "secret" for choice in session.view().choices):
        hands.press(large(hands))
    first = session.view().prompt.player
    hands.press(large(hands))
    hands.tap(first)
    assert hands.says(f"{first} draws spell 1 of 2")
    hands.press(next(button for button in hands.buttons() if isinstance(button, CardTile)))
    assert hands.says(f"{first} draws spell 2 of 2"), "the same hand is open still"


def test_whoever_may_answer_a_spell_finds_a_large_button(start: Start) -> None:
    from companion.core.blocks import Prompt

    asked = tuple(
        Choice(literal("Counter"), {"command": "Counter"}, player=player, group="secret")
        for player in ("ana", "bo")
    )
    passes = Choice(literal("Nobody counters"), {"command": "Pass"}, is_primary=True)
    view = table_view(choices=(*asked, passes), prompt=Prompt(literal("Does anybody counter?")))
    hands = start("table", session=fixture_session(view))
    assert large(hands).label.text == "Counter"


def test_ends_that_cost_a_heart_are_marked_and_named_before_they_are_confirmed(start: Start) -> None:
    from tests.rules.rayman.table import Table

    table = Table({"obstacles": "7"}).put("Ana", (5, 1), heart=True).begin(Ana={"move": 3})
    session = rayman_at(table.state)
    hands = start("table", session=session)
    hands.until(lambda: session.is_lit and session.view().board.costly)
    board = session.view().board
    assert "8/1" in board.costly
    assert "6/1" not in board.costly
    hands.touch_space("8/1")
    assert hands.says("Heart"), "what is lost on the way is said before"


def losing_a_card() -> tuple[Any, str, str]:
    """A pawn beside a discard space, with a card in the hand."""
    from tests.rules.grimm.table import Table, player

    table = Table(player("Ana", "wolf", "red", "trip"), player("Bo", "queen", "end3"))
    return table.do("roll 2").state, "drop", "discards a card"


def losing_a_heart() -> tuple[Any, str, str]:
    """A hero beside an enemy, who strikes whoever leaves its side."""
    from tests.rules.platformer.games import acting, dealt, with_foe

    state = with_foe(acting(dealt(seed=2), "1/2", {"boot": 1}), "2/2")
    return state, "1/3", "wound"


def losing_the_game() -> tuple[Any, str, str]:
    """Rick beside the space of the last tile."""
    from tests.rules.pickle_rick.table import Table, tile

    state = Table({"0,0": tile("NSW"), "1,0": tile("NS")}, move=2, stack=1).state
    return state, "2,0", "Rick loses"


@pytest.mark.parametrize(
    ("game", "given"),
    [("grimm", losing_a_card), ("platformer", losing_a_heart), ("pickle_rick", losing_the_game)],
)
def test_ends_that_cost_something_are_marked_and_named_in_every_game(
    start: Start, game: str, given: Callable[[], tuple[Any, str, str]]
) -> None:
    state, space, loss = given()
    session = session_at(game, state)
    hands = start("table", session=session)
    hands.until(lambda: session.is_lit and session.view().board.costly)
    assert space in session.view().board.costly
    hands.touch_space(space)
    hands.until(lambda: hands.says(loss))


@pytest.mark.parametrize(
    ("game", "given"),
    [("grimm", losing_a_card), ("platformer", losing_a_heart), ("pickle_rick", losing_the_game)],
)
def test_the_board_keeps_its_room_on_a_tall_screen_at_the_largest_text(
    start: Start, game: str, given: Callable[[], tuple[Any, str, str]]
) -> None:
    from kiosk.show.faults import faults_of

    hands = start("table", session=session_at(game, given()[0]), size=(480, 800), text_size=3)
    panel = hands.kiosk.panel
    assert panel.board.height > 150
    assert panel.board.top <= panel.track.y
    assert faults_of(hands.kiosk, game) == []


def test_sentences_in_a_row_are_told_apart() -> None:
    from kiosk.presenters.words import in_a_row

    assert in_a_row(["One.", "Two", "", "Three"]) == "One. Two · Three"


def test_overruling_remembers_the_disputed_space(start: Start) -> None:
    from tests.rules.rayman.table import turn

    session = rayman_at(turn({"walls": [[7, 1]]}, at=(5, 1), move=6).state)
    hands = start("table", session=session)
    hands.until(lambda: session.is_lit)
    hands.kiosk.open("dispute", turn=None, space="9/1")
    hands.until(lambda: hands.says("cannot end on 9/1"))
    hands.tap("Overrule")
    hands.tap("stands on 9/1 all the same")
    assert session.state.racer("Ana").at == (9, 1)


def test_the_words_of_a_disagreement_keep_their_size_above_its_buttons(start: Start) -> None:
    from kiosk.presenters.table.screen import Action, Notice
    from kiosk.widgets.text import Text

    hands = start("table", session=fixture_session(), camera_source="")
    said = "The camera sees Grand Minimus (Dan) on 14/1: no turn leads there."
    actions = tuple(Action("why", label) for label in ("Why?", "Dispute", "Correct the record"))
    bar = hands.kiosk.panel.notice
    bar.show(Notice("hit", said, ("There is a wall.",), actions), (), ())
    hands.frames(3)
    title = next(one for one in bar.walk(restrict=True) if isinstance(one, Text) and one.text == said)
    assert title.font_px >= hands.kiosk.look.font_px("text"), "read from afar"
    touch = hands.kiosk.look.touch
    assert all(one.height >= touch for one in hands.buttons() if one.label and one.label.text in ("Why?",))


def test_a_disagreement_leaves_the_board_its_room(start: Start) -> None:
    from kiosk.presenters.table.screen import Action, Notice

    hands = start("table", session=fixture_session(), camera_source="")
    panel = hands.kiosk.panel
    assert panel.minimap.opacity == 1
    said = "The camera sees Grand Minimus (Dan) on 14/1: no turn leads there."
    actions = tuple(Action("why", label) for label in ("Why?", "Dispute", "Correct the record"))
    panel.notice.show(Notice("hit", said, ("There is a wall.",), actions), (), ())
    panel.squeeze.fit(panel.presenter.screen())
    hands.frames(3)
    assert panel.minimap.opacity == 0, "the strip of the lap gives its room"
    assert panel.board.height >= 3 * panel.look.mm(8.0)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800)])
@pytest.mark.parametrize("text_size", [1, 3])
def test_a_long_sentence_takes_the_room_of_its_hint(
    start: Start, size: tuple[int, int], text_size: int
) -> None:
    from kiosk.presenters.table.screen import Action
    from kiosk.show.faults import text_faults
    from kiosk.widgets.text import Text

    said = "Joueur 1 vers la case 26, en haut à gauche : par un téléporteur, un pas du jet est perdu"
    hands = start("table", session=fixture_session(), size=size, text_size=text_size)
    bar = hands.kiosk.panel.bar
    actions = (
        Action("confirm", "Valider", "check", is_primary=True),
        Action("cancel", "Annuler", "cross"),
        Action("steps", "Étapes", "steps"),
    )
    bar.show(said, "Touchez encore la case, ou validez.", 0, actions)
    hands.frames(3)
    assert text_faults(bar) == []
    title = next(one for one in bar.walk(restrict=True) if isinstance(one, Text) and one.text == said)
    assert title.font_px >= hands.kiosk.look.font_px("caps")


def test_the_strip_of_a_lap_is_there_from_the_first_frame(start: Start) -> None:
    assert start("table", session=fixture_session()).kiosk.panel.minimap.opacity == 1
