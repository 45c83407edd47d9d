"""The frame that every panel stands in: touches, keys, languages, rotation, failures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.kiosk.fixtures import fixture_session, hit_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def key(code: int, text: str | None = None) -> None:
    from kivy.core.window import Window

    Window.dispatch("on_key_down", code, 0, text, [])


def test_home_offers_a_new_night_and_every_room(start: Start) -> None:
    said = start().words()
    for tile in ("New night", "Demo night", "Club", "Dispute", "Camera", "Own content", "Settings"):
        assert tile in said


def test_a_button_answers_in_the_same_frame(start: Start) -> None:
    from kivy.tests.common import UnitTestTouch

    hands = start()
    button = next(b for b in hands.buttons() if b.children and "Settings" in _words_of(b))
    finger = UnitTestTouch(*button.to_window(*button.center))
    began = time.process_time()
    finger.touch_down()
    assert button.is_pressed, "at once, before any frame"
    hands.frames(1)
    assert time.process_time() - began < 0.25, "the work of one frame; 50 ms at the table"
    finger.touch_up()
    hands.frames(3)
    assert hands.kiosk.stack[-1][0] == "settings"


def _words_of(widget: Any) -> list[str]:
    from kiosk.widgets.text import Text

    return [each.text for each in widget.walk(restrict=True) if isinstance(each, Text)]


def tap_tile(hands: Hands, text: str) -> None:
    hands.press(next(button for button in hands.buttons() if text in _words_of(button)))


def test_a_touch_that_leaves_the_button_does_nothing(start: Start) -> None:
    hands = start()
    button = next(b for b in hands.buttons() if "Settings" in _words_of(b))
    hands.drag(button.to_window(*button.center), (5, 5))
    assert hands.kiosk.stack[-1][0] == "home"


def test_the_echo_of_a_touch_is_swallowed(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.tests.common import UnitTestTouch

    session = fixture_session()
    hands = start("table", session=session)
    monkeypatch.setattr("kiosk.widgets.stage.BOUNCE_S", 0.5)
    button = hands.find("End turn")
    for _ in range(2):
        finger = UnitTestTouch(*button.to_window(*button.center))
        finger.touch_down()
        finger.touch_up()
    hands.frames(2)
    assert len(session.night.submitted) == 1
    assert hands.kiosk.stage.swallowed_count == 1


def test_the_language_changes_under_the_finger(start: Start) -> None:
    hands = start("settings")
    hands.tap("Français")
    assert "Réglages" in hands.words()
    hands.tap_icon("back")
    assert "Nouvelle soirée" in hands.words()


def test_the_screen_turns_and_touches_turn_with_it(start: Start) -> None:
    hands = start()
    tap_tile(hands, "Settings")
    hands.tap("90°")
    hands.until(lambda: hands.kiosk.look.is_portrait)
    hands.frames(4)
    hands.tap_icon("back")
    assert hands.kiosk.stack[-1][0] == "home"
    tap_tile(hands, "About")
    assert hands.kiosk.stack[-1][0] == "about"


def test_text_grows_and_nothing_is_cut_off(start: Start) -> None:
    from kiosk.show.faults import text_faults

    hands = start("settings")
    before = hands.kiosk.look.font_px("text")
    hands.tap("A+++")
    hands.frames(4)
    assert hands.kiosk.look.font_px("text") > before * 1.25
    assert text_faults(hands.kiosk.panels) == []


def test_the_check_for_cut_off_words_finds_them(start: Start) -> None:
    from kiosk.show.faults import text_faults
    from kiosk.widgets.text import Text

    hands = start("about")
    box = {"size_hint": (None, None), "size": (30, 8), "pos": (300, 200)}
    for _ in range(2):
        hands.kiosk.panel.add_widget(Text(hands.kiosk.look, "Donaudampfschifffahrt", step="huge", **box))
    hands.frames(2)
    faults = text_faults(hands.kiosk.panels)
    assert any(fault.startswith("cut off") for fault in faults)
    assert any(fault.startswith("overlap") for fault in faults)


def test_keys_walk_press_and_go_back(start: Start) -> None:
    hands = start()
    key(9)
    key(13)
    hands.frames(3)
    assert hands.kiosk.stack[-1][0] == "setup"
    key(27)
    hands.frames(3)
    assert hands.kiosk.stack[-1][0] == "home"


def test_keys_alone_move_a_figure_on_the_board(start: Start) -> None:
    hands = start("table", session=fixture_session())
    hands.until(lambda: hands.kiosk.panel.board.board.lit)
    board = hands.kiosk.panel.board
    marked = []
    for code in (275, 275, 273, 276):
        key(code)
        marked.append(board._overlay.pressed)
    assert marked == ["6/1", "7/1", "6/2", "5/2"], "only what is lit, from the active figure on"
    key(13)
    hands.until(lambda: not hands.kiosk.thinker.is_busy)
    assert hands.kiosk.panel.board.board.path[-1] == "5/2"
    key(13)
    hands.frames(3)
    assert hands.kiosk.panel.presenter.proposal is None, "the large button is Enter's"
    key(9)
    assert board._overlay.pressed is None
    hands.tap_icon("menu")
    key(274)
    assert hands.kiosk.keyboard._focused is not None, "in a sheet the arrows walk the buttons"


def test_a_broken_panel_shows_the_error_and_the_way_back(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.panels.about import AboutPanel

    def fail(self: Any) -> None:
        raise RuntimeError("the roof is on fire")

    hands = start()
    monkeypatch.setattr(AboutPanel, "build", fail)
    tap_tile(hands, "About")
    assert hands.says("the roof is on fire")
    assert hands.says("The night is safe")
    hands.tap("Back")
    assert "New night" in hands.words()


def test_an_error_in_a_callback_does_not_end_the_night(start: Start) -> None:
    from kivy.clock import Clock

    def fail(_: float) -> None:
        raise RuntimeError("a wire came loose")

    hands = start()
    Clock.schedule_once(fail, 0)
    hands.frames(3)
    assert hands.says("a wire came loose")
    hands.tap("Home")
    assert "New night" in hands.words()


def test_a_call_from_another_thread_arrives_on_the_screen(start: Start) -> None:
    hands = start()
    heard: list[str] = []
    thread = threading.Thread(
        target=lambda: hands.kiosk.mailbox.post(lambda: heard.append(threading.current_thread().name))
    )
    thread.start()
    thread.join()
    hands.until(lambda: heard)
    assert heard == [threading.current_thread().name]


def test_the_table_says_whose_turn_and_what_now(start: Start) -> None:
    said = start("table", session=fixture_session()).words()
    assert "Round 3" in said
    assert "Bo: move Globox" in said
    assert "Turns" in said
    assert "7" in said


def test_touching_a_lit_space_proposes_a_way_drawn_as_a_path(start: Start) -> None:
    hands = start("table", session=fixture_session())
    hands.touch_space("9/2")
    assert hands.says("jumps")
    assert hands.kiosk.panel.board.board.path == ("5/1", "5/2", "9/2")
    hands.tap("Cancel")
    assert "Bo: move Globox" in hands.words()


@pytest.mark.parametrize("count", [2, 3])
def test_of_several_ways_the_plainest_is_shown_and_another_is_a_touch_away(start: Start, count: int) -> None:
    from companion.core.message import literal
    from companion.core.verdict import Way

    session = fixture_session()
    names = ("plain", "bold", "odd")[:count]
    ways = tuple(Way((), literal(f"the {name} way"), ("5/1", "5/2", "9/2")) for name in names)
    session.game.ways = ways
    hands = start("table", session=session)
    hands.touch_space("9/2")
    assert hands.says("the plain way")
    hands.tap(f"Way 1/{count}")
    if count == 3:
        assert all(hands.says(f"the {name} way") for name in ("plain", "bold", "odd"))
        hands.tap("the bold way")
    assert hands.kiosk.sheet is None
    assert hands.says("the bold way")
    assert hands.says(f"Way 2/{count}")
    hands.tap("Do it")
    assert hands.kiosk.panel.presenter.refusal is None


def test_touching_an_unreachable_space_refuses_with_the_reason(start: Start) -> None:
    hands = start("table", session=fixture_session())
    hands.touch_space("9/3")
    assert hands.says("cannot reach")
    hands.tap_icon("close")
    assert not hands.says("cannot reach")


def test_a_hit_is_announced_with_what_to_do_on_the_board(start: Start) -> None:
    hands = start("table", session=fixture_session(hit_view()))
    assert hands.says("hits Barbara")
    assert hands.says("Take the Missile off the board.")


def test_a_choice_that_asks_is_asked_first(start: Start) -> None:
    session = fixture_session()
    hands = start("table", session=session)
    hands.tap_icon("menu")
    hands.tap("Correct the record")
    hands.tap("Put a figure elsewhere")
    hands.tap_icon("plus")
    hands.tap("OK")
    assert session.night.submitted == [{"command": "Put", "at": 4}]


def test_the_board_follows_the_action_and_pans_under_the_finger(start: Start) -> None:
    hands = start("table", session=fixture_session())
    board = hands.kiosk.panel.board
    first, last = board.viewport.columns_in_sight()
    assert first < 5 < last, "the active figure is in sight"
    x, y = board.to_window(*board.center)
    hands.drag((x, y), (x - 60, y), (x - 160, y))
    assert board.viewport.columns_in_sight()[0] > first
