"""The pilot plays every game by touch, from an empty memory to the report, and reads every page."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from companion.games.registry import GAMES, find_game
from tests.kiosk.fixtures import quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]

LANDSCAPE, PORTRAIT = (800, 480), (480, 800)
ROUNDS = {"platformer": 10}
"""Chance alone never beats a Boss that falls to one blow only: the table agrees on a limit."""
MOST = 3000
"""After so many touches people have gone to bed."""


def fly(hands: Hands, game_id: str, seed: int, rounds: int | None) -> list[tuple[str, str]]:
    """Plays a night and returns the titles that were seen."""
    from kiosk.pilot.pilot import Pilot

    began = time.process_time()
    pilot = Pilot(hands, seed)
    for _ in pilot.night(find_game(game_id).manifest.title, MOST, rounds):
        assert not hands.kiosk.stack or hands.kiosk.panel.__class__.__name__ != "BrokenPanel", hands.words()
    view = hands.kiosk.session.view()
    assert view.is_over
    print(
        f"\n  {game_id} {seed} {hands.kiosk.words.language} {hands.touches} touches, round {view.round},"
        f" {time.process_time() - began:.1f} s of work",
        flush=True,
    )
    return pilot.titles


def check_titles(hands: Hands, game_id: str, titles: list[tuple[str, str]]) -> None:
    """Every page of the set-up was shown, the table was played on, and the report came last."""
    from companion.core.message import say
    from kiosk.presenters.setup import SetupPresenter

    words = hands.kiosk.words
    pages = SetupPresenter({"game": game_id}).pages()
    seen = [title for panel, title in titles if panel == "setup"]
    assert seen == [words(say(f"kiosk.setup.page.{page}")) for page in pages]
    assert "table" in {panel for panel, _ in titles}
    assert titles[-1] == ("report", words(say("kiosk.report.title")))
    assert all(title for panel, title in titles if panel != "home"), "every page says what it is"


@pytest.mark.parametrize("game_id", list(GAMES))
def test_a_night_of_every_game_from_an_empty_memory_to_the_report(start: Start, game_id: str) -> None:
    hands = start(camera_source="")
    check_titles(hands, game_id, fly(hands, game_id, seed=1, rounds=10))


@pytest.mark.slow
@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["800x480", "480x800"])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game_id", list(GAMES))
def test_ten_nights_of_every_game_in_both_languages_and_shapes(
    start: Start, game_id: str, seed: int, language: str, size: tuple[int, int]
) -> None:
    hands = start(camera_source="", language=language, size=size, is_drawn=False)
    check_titles(hands, game_id, fly(hands, game_id, seed, ROUNDS.get(game_id)))


def test_a_demo_goes_on_by_touches_where_the_screen_led_nowhere(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.pilot.pilot import Lost, Pilot
    from kiosk.show.tour import watch

    session = quick_session("grimm")
    hands = start("table", session=session)
    step, taken = Pilot.step, []

    def sometimes_lost(pilot: Pilot) -> None:
        taken.append(pilot)
        if len(taken) % 5 == 1:
            raise Lost
        step(pilot)

    monkeypatch.setattr(Pilot, "step", sometimes_lost)
    for _ in watch(hands.kiosk):
        hands.frames(6)
        if len(session.night.entries()) > 4:
            break
        assert len(taken) < 200
    assert "demo" not in {entry.source for entry in session.night.entries()}


def test_the_pilot_waits_until_a_new_button_hears(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from kiosk.show.screens import Screens

    monkeypatch.setattr("kiosk.widgets.table.prompt_bar.DEAF_S", 0.7)
    hands = start(size=PORTRAIT)
    screens = Screens()
    screens._others = []
    for _ in screens.play(hands):
        assert hands.touches < 40, "a round is revealed, played, and brings the first hit"
