"""Entering one's own box by touch: a whole tile with few touches, forms, undo, and a night that uses it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.content.loader import load_content
from companion.core.message import say
from companion.games.rayman import tile_editor
from companion.games.registry import find_game
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
SECONDS_A_TOUCH = 1.5
"""How long a person takes for a touch when copying from the real tile."""


@pytest.fixture
def editor(start: Start) -> Hands:
    """A blank tile under work on a screen that shows it whole."""
    hands = start("content", size=(1280, 720))
    kinds = find_game("rayman").editor.kinds()
    tiles = next(hands.kiosk.words(kind.label) for kind in kinds if kind.value == "tiles")
    hands.tap(tiles)
    hands.tap("New")
    return hands


def tool(hands: Hands, name: str) -> None:
    hands.tap(hands.kiosk.words(find_tool(name)))


def find_tool(name: str) -> Any:
    options = find_game("rayman").editor.tools("tiles")
    return next(option.label for option in options if option.value == name)


def stroke(hands: Hands, *spaces: tuple[int, int]) -> None:
    board = hands.kiosk.panel.board
    points = [board.where(f"{column}/{level}") for column, level in spaces]
    if not all(board.x < x < board.right for x, _ in points):
        board.look_at(spaces[0][0] + 5, 1.5, is_moving=False)
        hands.touches += 1
        hands.frames(1)
        points = [board.where(f"{column}/{level}") for column, level in spaces]
    hands.drag(*points)


def runs(spaces: Any) -> list[list[tuple[int, int]]]:
    """Joins neighbours on a level into strokes."""
    found: list[list[tuple[int, int]]] = []
    for column, level in sorted(spaces, key=lambda space: (space[1], space[0])):
        if found and found[-1][-1] == (column - 1, level):
            found[-1].append((column, level))
        else:
            found.append([(column, level)])
    return found


def entity(hands: Hands) -> Any:
    return hands.kiosk.panel.presenter.entity


def test_a_whole_tile_in_under_three_minutes(editor: Hands, tmp_path: Path) -> None:
    hands = editor
    samples = load_content(find_game("rayman")).of_kind("tiles")
    wanted = max(samples.values(), key=lambda tile: len(tile_editor.draw(tile).marks))
    before = hands.touches
    for name, placed in tile_editor.Draft(wanted).all_spaces().items():
        if placed:
            tool(hands, name)
        for run in runs(placed):
            stroke(hands, *run)
    hands.tap("Without a name")
    hands.press(hands.buttons()[1])
    for letter in "Oak":
        hands.tap(letter)
    hands.tap("OK")
    hands.tap("Save")
    touches = hands.touches - before
    print(f"a tile by {touches} touches, about {touches * SECONDS_A_TOUCH:.0f} s")
    assert touches * SECONDS_A_TOUCH < 180
    saved = load_content(find_game("rayman"), ["my-rayman"]).of_kind("tiles")["oak"]
    assert tile_editor.Draft(saved).all_spaces() == tile_editor.Draft(wanted).all_spaces()
    assert saved.label == {"en": "Oak", "fr": "Oak"}


def test_a_stroke_paints_what_its_first_space_does_and_is_one_step_back(editor: Hands) -> None:
    hands = editor
    tool(hands, "platform")
    stroke(hands, (5, 2))
    stroke(hands, (3, 2), (4, 2), (5, 2), (6, 2))
    assert entity(hands).platforms == {"2": "3-6"}
    hands.tap_icon("undo")
    assert entity(hands).platforms == {"2": "5"}
    hands.tap_icon("redo")
    assert entity(hands).platforms == {"2": "3-6"}
    stroke(hands, (4, 2), (5, 2))
    assert entity(hands).platforms == {"2": "3,6"}


def test_a_wrong_place_is_refused_with_the_reason(editor: Hands) -> None:
    hands = editor
    tool(hands, "platform")
    stroke(hands, (2, 1))
    assert hands.says("evel")
    assert entity(hands).platforms == {}


def test_defects_are_said_as_they_stand_and_keep_it_from_being_saved(editor: Hands) -> None:
    hands = editor
    assert hands.kiosk.panel.save_button.disabled
    assert hands.kiosk.panel.presenter.problems()
    hands.press(hands.kiosk.panel.verdict)
    assert hands.says("Still to do")


def test_a_card_is_entered_by_its_form_and_a_night_uses_the_box(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.night.session import Session
    from kiosk.presenters.setup import SetupPresenter

    hands = start("content")
    presenter = hands.kiosk.panel.presenter
    rayman = find_game("rayman")
    known = load_content(rayman).of_kind("cards")
    card_id, card = next(iter(known.items()))
    hands.tap(next(hands.kiosk.words(kind.label) for kind in presenter.kinds() if kind.value == "cards"))
    hands.tap(hands.kiosk.words(card.named()))
    field = next(
        w for w in hands.widgets() if getattr(getattr(w, "question", None), "id", "") == "initiative"
    )
    plus = [w for w in field.walk(restrict=True) if getattr(getattr(w, "icon", None), "name", "") == "plus"]
    hands.press(plus[0])
    assert entity(hands).initiative == card.initiative + 1
    with monkeypatch.context() as full:
        full.setattr("companion.content.writer._write", refuse_for_room)
        hands.tap("Save")
    hands.frames(2)
    assert hands.says("No space left")
    assert entity(hands).initiative == card.initiative + 1, "a full disk loses nothing"
    hands.tap("Save")
    setup = SetupPresenter({"game": "rayman"})
    assert setup.packs() == ["my-rayman"]
    assert setup.content.find("cards", card_id).initiative == card.initiative + 1
    begun = Session.begin("rayman", {"packs": setup.packs(), **setup.setup()})
    begun.close()
    assert "my-rayman" in {pack.id for pack in begun.night.header.packs}


def refuse_for_room(*_: Any) -> None:
    raise OSError(28, "No space left on device")


def test_a_tile_with_two_walls_a_vent_and_a_guard_in_under_twenty_seconds(start: Start) -> None:
    game = find_game("pickle_rick")
    hands = start("content")
    hands.kiosk.panel.memo["game"] = "pickle_rick"
    hands.kiosk.panel.rebuild()
    hands.tap("Tiles")
    before = hands.touches
    hands.tap("New")
    hands.tap("Wall")
    for side in "NE":
        touch_side(hands, side)
    hands.tap("Vent")
    touch_side(hands, "S")
    hands.tap("Grey tile")
    hands.tap("red")
    press_plus(hands, "guards")
    hands.tap_icon("close")
    hands.tap("Save")
    touches = hands.touches - before
    print(f"a Pickle Rick tile by {touches} touches, about {touches * SECONDS_A_TOUCH:.0f} s")
    assert touches * SECONDS_A_TOUCH < 20
    saved = load_content(game, ["my-pickle_rick"]).of_kind("tiles")["red-tile"]
    assert (saved.letter, saved.walls, saved.vent, saved.guards) == ("R", "NE", "S", 1)


def test_a_platformer_tile_of_thirteen_marks_in_under_a_minute(start: Start) -> None:
    hands = start("content")
    hands.kiosk.panel.memo["game"] = "platformer"
    hands.kiosk.panel.rebuild()
    hands.tap("Tiles")
    before = hands.touches
    hands.tap("New")
    touch_side(hands, "E", "1/1")
    touch_side(hands, "E", "1/3")
    touch_side(hands, "E", "1/4")
    for space in ("1/4", "3/2", "4/3"):
        touch_side(hands, "S", space)
    marks = {
        "ladders": ["3/1"],
        "generators": ["1/4"],
        "gems": ["2/2", "4/3"],
        "coins": ["4/4"],
        "traps": ["3/3"],
    }
    for mark, spaces in {**marks, "shops": ["3/1"]}.items():
        hands.tap(hands.kiosk.words(say(f"platformer.tool.{mark}")))
        for space in spaces:
            hands.touch(*hands.kiosk.panel.board.where(space))
    hands.tap("Save")
    touches = hands.touches - before
    print(f"a Platformer tile by {touches} touches, about {touches * SECONDS_A_TOUCH:.0f} s")
    assert touches * SECONDS_A_TOUCH < 60
    saved = load_content(find_game("platformer"), ["my-platformer"]).of_kind("tiles")["forest-tile"]
    assert set(saved.walls) == {(1, 1), (1, 3), (1, 4)}
    assert set(saved.platforms) == {(1, 4), (3, 2), (4, 3)}
    assert set(saved.gems) == {(2, 2), (4, 3)}
    assert (saved.ladders, saved.shops, saved.traps) == (((3, 1),), ((3, 1),), ((3, 3),))


def touch_side(hands: Hands, side: str, space_id: str = "") -> None:
    board = hands.kiosk.panel.board
    space = next(one for one in board.board.spaces if space_id in ("", one.id))
    x, y = board.where(space.id)
    near = 0.42 * abs(board.viewport.to_window(1, 0)[0] - board.viewport.to_window(0, 0)[0]) * space.w
    dx, dy = {"N": (0, near), "E": (near, 0), "S": (0, -near), "W": (-near, 0)}[side]
    hands.touch(x + dx, y + dy)


def press_plus(hands: Hands, question: str) -> None:
    field = next(w for w in hands.widgets() if getattr(getattr(w, "question", None), "id", "") == question)
    hands.press(
        next(w for w in field.walk(restrict=True) if getattr(getattr(w, "icon", None), "name", "") == "plus")
    )


def test_saving_is_one_word_on_a_tall_screen_at_the_largest_text(start: Start) -> None:
    hands = start("content", size=(480, 800), text_size=3, language="fr")
    panel = hands.kiosk.panel
    kind = panel.presenter.kinds()[0].value
    panel.begin(kind, *next(iter(panel.presenter.known(kind).items())))
    hands.frames(4)
    label = panel.save_button.label
    assert label.words_size[0] <= label.width, "no letter stands alone in a second line"


def test_a_number_is_typed_where_stepping_would_take_long(start: Start) -> None:
    from kiosk.widgets.button import PushButton
    from kiosk.widgets.form import Field

    hands = start("content", size=(1024, 600))
    hands.kiosk.panel._set(game="rayman")
    label = next(one.label for one in find_game("rayman").editor.kinds() if one.value == "cards")
    hands.tap(hands.kiosk.words(label))
    hands.tap("New")
    for digits, kept in (("42", 42), ("999", 99)):
        field = next(
            one for one in hands.widgets() if isinstance(one, Field) and one.question.id == "initiative"
        )
        _, number, _ = (one for one in field.walk(restrict=True) if isinstance(one, PushButton))
        hands.press(number)
        for digit in digits:
            hands.tap(digit)
        hands.tap("OK")
        assert entity(hands).initiative == kept
