"""A correction of a place is made by touching the board, in every game that asks for a space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.blocks import Choice
from tests.kiosk.fixtures import played, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
PLACES = {"grimm": "place", "pickle_rick": "rick", "platformer": "place"}
"""The correction of a figure's place."""


def correction(session: Any, what: str) -> Choice:
    choices = [choice for choice in session.view().choices if choice.group == "table"]
    return next(choice for choice in choices if choice.command["what"] == what)


def opened(start: Start, game: str, what: str) -> Hands:
    session = played(quick_session(game), lambda night: bool(night.lit_view().board.lit))
    hands = start("table", session=session)
    hands.frames(4)
    hands.kiosk.panel._ask(correction(session, what))
    hands.frames(6)
    return hands


def picker_of(hands: Hands) -> Any:
    from kiosk.widgets.place_picker import PlacePicker

    return next(widget for widget in hands.kiosk.sheet.walk() if isinstance(widget, PlacePicker))


@pytest.mark.parametrize("game", sorted(PLACES))
def test_a_place_is_corrected_by_touching_the_board(start: Start, game: str) -> None:
    hands = opened(start, game, PLACES[game])
    session, picker = hands.kiosk.session, picker_of(hands)
    picker.board.change_distance()
    hands.frames(2)
    before = hands.touches
    figures = session.game.expected_scene(session.state).figures
    spots = {space: picker.board.where(space) for space in picker._labels if space}
    seen = [space for space, spot in spots.items() if spot and picker.board.collide_point(*spot)]
    others = [space for space in seen if picker._labels[space] != picker._chosen.text]
    space = min(others, key=lambda space: space in figures.values())
    hands.touch(*spots[space])
    hands.frames(4)
    assert picker._chosen.text == picker._labels[space]
    hands.tap("OK")
    hands.frames(4)
    assert hands.kiosk.sheet is None
    after = session.game.expected_scene(session.state).figures
    assert [now for figure, now in after.items() if now != figures[figure]] == [space]
    assert hands.touches - before == 2


def test_what_is_no_space_is_a_button(start: Start) -> None:
    hands = opened(start, "platformer", "place")
    hands.tap("off the map")
    hands.tap("OK")
    hands.frames(4)
    assert any(not player.at for player in hands.kiosk.session.state.players)


def test_which_enemy_is_asked_before_where_it_stands(start: Start) -> None:
    hands = opened(start, "platformer", "foe")
    hands.tap("OK")
    hands.frames(6)
    assert picker_of(hands)
