"""A tournament: begun with one touch, seen standing, and gone on with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.registry import GAMES, find_game
from kiosk.presenters.content import own_content
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def test_every_game_that_asks_for_a_tournament_offers_one(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.presenters.tournament import beginnings

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    asking = set()
    for game_id in GAMES:
        game = find_game(game_id)
        if any(each.id.startswith("tournament") for each in game.questions(own_content(game), {})):
            asking.add(game_id)
    offered = beginnings()
    assert {each.memo["game"] for each in offered} == asking
    assert "rayman" in asking
    assert all(value for each in offered for value in each.memo["answers"].values())


def test_a_tournament_is_begun_and_gone_on_with(start: Start) -> None:
    hands = start("tournament")
    hands.tap("New tournament")
    presenter = hands.kiosk.panel.presenter
    assert presenter.memo["page"] == "mode"
    assert presenter.setup()["tournament"] is True
    while not any(button.label and button.label.text == "Begin" for button in hands.buttons()):
        hands.tap("Next")
    hands.tap("Begin")
    night = hands.kiosk.session.night
    assert night.header.setup["tournament"] is True
    hands.kiosk.open_root("tournament")
    hands.frames(4)
    assert hands.says("race 1 of 4")
    assert all(hands.says(player.name) for player in hands.kiosk.session.view().players)
    hands.tap("Continue the tournament")
    assert hands.kiosk.stack[-1][0] == "table"
    assert hands.kiosk.session.night is night, "the night in play is not opened twice"


def test_a_night_in_play_is_continued_from_the_home_screen(start: Start) -> None:
    hands = start("home")
    hands.tap("New night")
    while not any(button.label and button.label.text == "Begin" for button in hands.buttons()):
        hands.tap("Next")
    hands.tap("Begin")
    night = hands.kiosk.session.night
    hands.kiosk.open_root("home")
    hands.frames(4)
    hands.tap("Continue")
    assert hands.kiosk.stack[-1][0] == "table"
    assert hands.kiosk.session.night is night
