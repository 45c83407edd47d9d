"""How many touches a whole round takes, and a night from Home to the first roll, by real fingers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import Refusal
from kiosk.show.demo import demo_setup
from tests.bench.test_touches import count, large
from tests.kiosk.conftest import start, window
from tests.kiosk.fixtures import quick_session
from tests.kiosk.hands import Hands

__all__ = ["start", "window"]
pytestmark = pytest.mark.bench

Start = Callable[..., Hands]


def open_hands(hands: Hands) -> None:
    """Says that all hands lie open, unless they did so in the last round: then their page comes by itself."""
    if hands.kiosk.session.hands_lie_open:
        hands.until(lambda: hands.kiosk.stack[-1][0] == "cards", 30)
    else:
        hands.tap("All hands lie open")


def enter_open_hands(hands: Hands) -> None:
    """Enters what everybody has laid open: two cards each, on one page after the other."""
    from kiosk.widgets.table.card import CardTile

    while hands.kiosk.stack[-1][0] == "cards":
        tiles = [
            widget
            for widget in hands.widgets()
            if isinstance(widget, CardTile) and widget.acts is not None and widget.style != "chosen"
        ]
        hands.press(tiles[0])


def play_round(hands: Hands, session: Any) -> None:
    """Plays a plain round: the cards lie open, each turn is the touch of an end where nothing happens."""
    first = session.view().round
    while session.view().round == first and not session.view().is_over:
        if hands.kiosk.stack[-1][0] == "cards":
            enter_open_hands(hands)
        elif any(choice.group == "secret" for choice in session.view().choices):
            open_hands(hands)
        elif hands.kiosk.panel.presenter.screen().goes_alone is not None:
            wait_for_step(hands, session, session.night.revision)
        else:
            hands.until(lambda: session.is_lit and not hands.kiosk.reach._thinker.is_busy)
            touch_an_end(hands, session)


def wait_for_step(hands: Hands, session: Any, before: int) -> None:
    hands.until(lambda: session.night.revision != before, 30)


def is_plain(session: Any, space: str) -> bool:
    """Tells whether nobody is hit on the way to a space, and nothing is drawn."""
    commands = [choice.command for choice in session.view().choices if choice.space == space][:1]
    try:
        if not commands:
            way = session.game.ways_to(session.state, session.figure, space)[0]
            commands = [] if way.goes_on else list(way.commands)
        after = session.foresee(commands)
    except Refusal:
        return False
    return bool(commands) and not any(line.tone == "hit" for line in after.log)


def touch_an_end(hands: Hands, session: Any) -> None:
    """Touches where the figure went, and confirms it only where something about it is open.

    Where every space costs something the figure stays where it is, as its player would have it.
    """
    view, before, table = session.view(), session.night.revision, hands.kiosk.panel.presenter
    offered = [choice.space for choice in view.choices if choice.group == "main" and choice.space]
    ends = [space for space in view.board.lit if space not in view.board.costly]
    spaces = [*offered, *reversed(ends)]
    stays = [
        button
        for action, button in hands.kiosk.panel.bar.shown_actions()
        if action.choice is not None and action.choice.group == "main" and not action.choice.space
    ]
    plain = next(filter(partial(is_plain, session), spaces), None)
    if plain is None and stays:
        hands.press(stays[0])
        return
    if not spaces:
        hands.press(hands.kiosk.panel.bar.shown_actions()[-1][1])
        return
    hands.touch_space(plain or spaces[0])
    hands.until(lambda: table.offer is not None or session.night.revision != before)
    if table.screen().goes_alone is not None:
        wait_for_step(hands, session, before)
    elif session.night.revision == before:
        hands.press(large(hands))


@pytest.mark.parametrize(("players", "most"), [(2, 9), (4, 16)])
def test_a_rayman_round(start: Start, monkeypatch: pytest.MonkeyPatch, players: int, most: int) -> None:
    monkeypatch.setattr("kiosk.panels.table.panel.ALONE_S", 0.3)
    monkeypatch.setattr("kiosk.panels.table.panel.CHOICE_S", 0.3)
    # On a busy machine a short touch takes long, and would ask what lies under it.
    monkeypatch.setattr("kiosk.panels.holding.HOLD_S", 60.0)
    session = quick_session("rayman", players=demo_setup("rayman")["players"][:players])
    hands = start("table", session=session, camera_source="", goes_on_alone=True)
    counted = []
    for _ in range(4):
        before = hands.touches
        play_round(hands, session)
        counted.append(count(f"Rayman round of {players}", hands, before))
    assert max(counted) <= most


@pytest.mark.parametrize("game_id", ["rayman", "grimm", "pickle_rick", "platformer"])
def test_the_first_roll_of_a_night_as_last_time(start: Start, game_id: str, tmp_path: Path) -> None:
    from kiosk.night.session import Session

    (tmp_path / "data" / "nights").mkdir(parents=True)
    setup = demo_setup(game_id)
    if game_id == "rayman":
        setup["mode"] = "intermediate" if "mode" in setup else None
    last = Session.begin(game_id, {name: value for name, value in setup.items() if value is not None})
    last.close()
    hands = start("home", camera_source="")
    hands.tap("Same as last time")
    session = hands.kiosk.session
    for _ in range(8):
        if session.view().dice is not None:
            break
        draw = [
            each for each in hands.buttons() if each.label is not None and each.label.text == "Draw for me"
        ]
        hands.press(draw[0] if draw else large(hands))
    assert session.view().dice is not None
    hands.press(large(hands))
    assert count(f"Home to the first roll, {game_id}", hands, 0) <= 6
