"""Newcomers are taught: one sentence a phase, what anything is on a long press, and a book of rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.registry import GAMES, find_game
from companion.i18n import Translator
from kiosk.presenters.rules import Explainer, chapter_name, chapter_of, chapters, legend, search
from tests.kiosk.fixtures import played, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_phase_and_icon_is_taught_by_a_clause(game_id: str) -> None:
    game = find_game(game_id)
    for phase in game.flow.phases:
        assert phase.clause in game.clauses, phase.id
    for icon, clauses in game.legend.items():
        assert set(clauses) <= set(game.clauses), icon


@pytest.mark.parametrize("game_id", list(GAMES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_chapter_and_icon_has_a_name(game_id: str, language: str) -> None:
    game, words = find_game(game_id), Translator(language)
    names = [chapter_name(chapter, words) for chapter in chapters(game.clauses)]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "." in name]
    assert not [entry.title for entry in legend(game, None, words) if "." in entry.title]


def test_the_search_takes_words_in_any_order_without_accents() -> None:
    game, words = find_game("rayman"), Translator("fr")
    found = search(game.clauses, "EPAISSE plateforme", words)
    assert "RAY-BOARD-5" in found
    assert all("paisse" in words(game.clauses[number].as_message()).casefold() for number in found)
    assert search(game.clauses, "ray-board-5", words) == ("RAY-BOARD-5",)
    assert search(game.clauses, "zzz", words) == ()


def test_the_rule_browser_holds_every_clause(start: Start) -> None:
    hands = start("home")
    hands.kiosk.open("rules", game="grimm")
    hands.frames(3)
    game = find_game("grimm")
    listed = [number for numbers in chapters(game.clauses).values() for number in numbers]
    assert sorted(listed) == sorted(game.clauses)
    hands.tap("Spells")
    spells = [number for number in game.clauses if chapter_of(number) == "spell"]
    hands.scroll_to(lambda: hands.says(spells[-1]))
    hands.kiosk.back()
    hands.kiosk.panel._open(search="portal")
    hands.frames(3)
    assert hands.says("GRM-PORTAL-1")
    hands.kiosk.panel._show_icons()
    hands.frames(3)
    assert hands.says("Teleporter")


def hold(hands: Hands, x: float, y: float) -> None:
    from kiosk.pilot.hands import Finger

    finger = Finger(x, y)
    finger.down()
    hands.until(lambda: hands.kiosk.sheet is not None)
    finger.up()
    hands.frames(2)


def in_a_turn() -> Any:
    return played(quick_session(), lambda session: bool(session.view().pool))


def test_a_long_press_explains_and_does_nothing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.panels.holding.HOLD_S", 0.05)
    session = in_a_turn()
    hands = start("table", session=session, camera_source="")
    before, panel = session.night.revision, hands.kiosk.panel
    space = session.view().board.pieces[0].space
    hold(hands, *panel.board.to_window(*panel.board.where(space)))
    assert hands.kiosk.sheet.title == space
    assert panel.presenter.offer is None
    hands.kiosk.close_sheet()
    for widget in (panel.track, panel.pool, panel.stepper):
        part = widget if widget is panel.stepper else widget.children[-1]
        hold(hands, *part.to_window(*part.center))
        assert hands.words()
        hands.kiosk.close_sheet()
    _, button = panel.bar.shown_actions()[0]
    hold(hands, *button.center)
    assert session.night.revision == before


def test_a_tap_within_one_slow_frame_is_no_long_press(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.panels.holding.HOLD_S", 0.0)
    hands = start("home", camera_source="")
    hands.tap("New night")
    assert hands.kiosk.sheet is None
    assert hands.kiosk.stack[-1][0] == "setup"


PANELS = ("home", "setup", "cards", "history", "report", "settings", "content", "dice", "about", "rules")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_long_press_explains_every_button_of_the_panels(start: Start, language: str) -> None:
    hands = start("home", session=in_a_turn(), camera_source="", language=language)
    kiosk = hands.kiosk
    for name in PANELS:
        kiosk.open_root("home")
        kiosk.open(name)
        hands.frames(3)
        assert hands.buttons(), name
        for button in hands.buttons():
            x, y = button.to_window(*button.center)
            if not 0 <= y < kiosk.panels.height:
                continue
            told = kiosk.holding._under(x, y)
            what = f"{name}: {button.label and button.label.text} {button.icon and button.icon.name}"
            assert told is not None, what
            assert told.title, what
            assert not any("help." in words for words in (told.title, *told.lines)), what
            if button.label is None and button.icon is not None:
                assert told.title != button.icon.name.capitalize(), what


def test_settings_and_set_up_are_explained_by_words_and_rules(start: Start) -> None:
    from kiosk.widgets.form import Field

    hands = start("settings", camera_source="")
    button = hands.find("A++")
    hands.bring(button)
    told = hands.kiosk.holding._under(*button.to_window(*button.center))
    assert told.title == "A++"
    assert told.lines == ("Text size", "How large words are, on every screen.")
    hands.kiosk.open_root("setup")
    hands.frames(3)
    hands.kiosk.panel.presenter.choose_game("rayman")
    hands.kiosk.panel.go_to("options")
    hands.frames(3)
    fields = [each for each in hands.widgets() if isinstance(each, Field) and each.question.clauses]
    assert fields
    told = hands.kiosk.holding._under(*fields[0].to_window(fields[0].center_x, fields[0].top - 8))
    assert any("RAY-" in rule and " · p.\u00a0" in rule for rule in told.rules), told


def test_a_long_press_on_a_moment_tells_its_rules(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.core.announcements import announcements_of
    from companion.core.blocks import LogLine, Moment
    from companion.core.message import literal
    from kiosk.presenters.moments import moment_screen

    monkeypatch.setattr("kiosk.panels.holding.HOLD_S", 0.05)
    session = in_a_turn()
    hands = start("table", session=session, camera_source="")
    line = LogLine(literal("Bo slaps Ana"), moment=Moment("slap", "Bo", "Ana", icon="slap"))
    card = moment_screen(announcements_of((line,))[0], session.view(), hands.kiosk.words)
    hands.kiosk.moments.show([card], 60.0)
    hands.until(lambda: hands.kiosk.moments.card)
    hold(hands, 400, 300)
    assert hands.kiosk.sheet.title == "Bo slaps Ana"
    assert any("RAY-SLAP" in words for words in hands.words())
    assert hands.kiosk.moments.card is None


def test_a_long_press_in_a_sheet_keeps_what_was_begun_there(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.pilot.hands import Finger

    monkeypatch.setattr("kiosk.panels.holding.HOLD_S", 0.05)
    hands = start("table", session=in_a_turn(), camera_source="")
    hands.kiosk.panel.show_menu()
    hands.frames(3)
    button = hands.find("Settings")
    finger = Finger(*button.to_window(*button.center))
    finger.down()
    hands.until(lambda: hands.says("Language, text, sound"))
    finger.up()
    hands.frames(2)
    assert hands.kiosk.sheet is not None
    assert hands.kiosk.stack[-1][0] == "table"


def test_an_explanation_names_the_rule_and_its_page() -> None:
    session = in_a_turn()
    explain = Explainer(session.game, session.view(), Translator("en"))
    told = explain.counter(session.view().pool[0])
    assert told.title == "Movement"
    assert any("RAY-MOVE-1 · p.\u00a0" in rule for rule in told.rules)
    enemy = next(piece for piece in session.view().board.pieces if piece.icon == "enemy")
    assert any("RAY-ENEMY-1" in rule for rule in explain.space(enemy.space).rules)


def test_the_first_night_tells_a_sentence_a_phase_until_it_is_understood(start: Start) -> None:
    session = in_a_turn()
    hands = start("table", session=session, camera_source="", teaches=True)
    hands.kiosk.panel.show()
    rule = hands.kiosk.words(session.game.clauses["RAY-INIT-1"].as_message())
    if not hands.says(rule):  # something louder is told first
        session.view()
        hands.kiosk.session._told = (session.state, ())
        hands.kiosk.session._views.clear()
        hands.kiosk.panel.show()
        hands.frames(2)
    assert hands.says(rule)
    hands.tap("Understood")
    hands.frames(2)
    assert not hands.says(rule)
    assert hands.kiosk.preferences.understood == ["RAY-INIT-1"]
    assert hands.kiosk.preferences_file.load().understood == ["RAY-INIT-1"]


@pytest.mark.parametrize("game", ["rayman", "pickle_rick"])
def test_a_long_press_on_a_lit_space_says_what_a_touch_does(game: str) -> None:
    session = played(quick_session(game), lambda night: bool(night.lit_view().board.lit))
    view = session.lit_view()
    told = Explainer(session.game, view, Translator("en")).space(view.board.lit[-1])
    assert told.title[0] == told.title[0].upper()
    assert "Within reach: touch it to go there." in told.lines


def test_the_button_that_says_it_again_is_explained(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.machine.voice.Voice.can_speak", True)
    monkeypatch.setattr("kiosk.machine.voice.Voice._say", lambda voice, sentence: None)
    hands = start("table", session=in_a_turn())
    again = next(each for each in hands.buttons() if each.icon is not None and each.icon.name == "sound")
    told = hands.kiosk.holding._under(*again.to_window(*again.center))
    assert "Says it again aloud." in (told.title, *told.lines)
