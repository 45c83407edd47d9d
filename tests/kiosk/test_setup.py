"""The set-up from an empty memory: no page is skipped, nobody is invented, names are typed once."""

from __future__ import annotations

from collections.abc import Callable

from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def chosen_tab(hands: Hands) -> str:
    (chosen,) = [tab.label.text for tab in tabs(hands) if tab.style == "chosen"]
    return str(chosen)


def tabs(hands: Hands) -> list[object]:
    from kiosk.widgets.table.stepper import Stepper

    (row,) = [widget for widget in hands.widgets() if isinstance(widget, Stepper)]
    return list(reversed(row.children))


def test_every_page_of_the_preselected_game_is_shown(start: Start) -> None:
    hands = start()
    hands.tap("New night")
    seen = [chosen_tab(hands)]
    while not any(button.label and button.label.text == "Begin" for button in hands.buttons()):
        hands.tap("Next")
        seen.append(chosen_tab(hands))
    assert seen == ["Game", "Mode", "Players", "Board", "Options", "Table"]


def test_a_page_is_reached_by_its_tab(start: Start) -> None:
    hands = start()
    hands.tap("New night")
    hands.tap("Board")
    assert chosen_tab(hands) == "Board"
    hands.tap("Game")
    assert chosen_tab(hands) == "Game"


def test_nobody_is_invented_and_a_placeholder_goes_at_the_first_key(start: Start) -> None:
    hands = start()
    hands.tap("New night")
    hands.tap("Players")
    assert not hands.says("Ana")
    hands.tap("Player 1")
    assert hands.says("Player 1|")
    for letter in "Leo":
        hands.tap(letter if letter == "L" else letter.lower())
    assert hands.says("Leo|")
    hands.tap("OK")
    assert hands.says("Leo")
    hands.tap("Table")
    hands.tap("Begin")
    names = [player.name for player in hands.kiosk.session.view().players]
    assert names == ["Leo", "Player 2"]
    assert hands.kiosk.preferences.names == ["Leo"], "a placeholder is not remembered"


def test_remembered_names_are_chips_that_fill_the_nameless_seats_first(start: Start) -> None:
    hands = start(names=["Leo", "Bo", "Mia"])
    hands.tap("New night")
    hands.tap("Players")
    field = hands.kiosk.panel._scroll.column.children[-1]
    assert [player["name"] for player in field.players] == ["Leo", "Bo"]
    hands.tap("Mia")
    answered = hands.kiosk.panel.presenter.answers["players"]
    assert [player["name"] for player in answered] == ["Leo", "Bo", "Mia"]
