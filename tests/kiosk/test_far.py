"""The table from two metres: after five seconds without a touch, every capital is at least 3 mm high."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.blocks import Player
from companion.core.message import literal
from kiosk.look.theme import FAR_CAP_MM, cap_mm
from tests.kiosk.fixtures import fixture_session, playing, quick_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
DISPLAYS = {(800, 480): 86.0, (1280, 800): 135.4, (720, 1280): 88.0}
"""A 7-inch, a 10-inch and an upright 7-inch display: pixels, and the short side in millimetres."""


def far_texts(hands: Hands) -> list[Any]:
    from kiosk.widgets.text import Text

    panel = hands.kiosk.panel
    found = [*panel.far.walk(restrict=True), *panel.bar.walk(restrict=True)]
    return [widget for widget in found if isinstance(widget, Text) and widget.text]


def in_reach(game: str) -> Any:
    session = quick_session(game)
    for _, _ in zip(range(60), playing(session), strict=False):
        pass
    return session


@pytest.mark.parametrize("size", DISPLAYS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_capital_is_three_millimetres_high(start: Start, size: tuple[int, int], language: str) -> None:
    hands = start("table", session=fixture_session(table_view()), size=size, language=language)
    hands.kiosk.panel.go_far()
    hands.frames(6)
    texts = far_texts(hands)
    assert {"Ana", "Bo", "Cleo", "Dan", "Bo: move Globox"} <= {text.text for text in texts}
    for text in texts:
        height = cap_mm(text.font_px, min(size), DISPLAYS[size])
        assert height >= FAR_CAP_MM, f"{text.text!r} is {height:.1f} mm high"


LONG = ("Maximilienne", "Jean-Christophe", "Alexandra-Maria", "Wolfgang Amadeus", "Li", "Bartholomew")


@pytest.mark.parametrize("size", DISPLAYS)
@pytest.mark.parametrize("count", [2, 4, 6])
def test_long_names_are_read_from_afar(start: Start, size: tuple[int, int], count: int) -> None:
    from kiosk.show.faults import text_faults

    players = tuple(
        Player(name.lower(), name, literal("Rayman"), seat, "now" if seat == 1 else "waiting", 7 + seat)
        for seat, name in enumerate(LONG[:count])
    )
    hands = start("table", session=fixture_session(table_view(players=players)), size=size)
    hands.kiosk.panel.go_far()
    hands.frames(6)
    assert text_faults(hands.kiosk.panel.far) == []
    texts = far_texts(hands)
    for name in LONG[:count]:
        assert name in {text.text for text in texts}
    for text in texts:
        height = cap_mm(text.font_px, min(size), DISPLAYS[size])
        assert height >= FAR_CAP_MM, f"{text.text!r} is {height:.1f} mm high"


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("rayman", (800, 480)),
        ("rayman", (720, 1280)),
        ("grimm", (800, 480)),
        ("pickle_rick", (800, 480)),
        ("platformer", (800, 480)),
    ],
)
def test_every_game_is_read_from_afar(start: Start, game: str, size: tuple[int, int]) -> None:
    from kiosk.show.faults import text_faults

    hands = start("table", session=in_reach(game), size=size)
    hands.kiosk.panel.go_far()
    hands.frames(6)
    assert text_faults(hands.kiosk.panel.far) == []
    for text in far_texts(hands):
        assert cap_mm(text.font_px, min(size), DISPLAYS[size]) >= FAR_CAP_MM, text.text


def test_it_comes_after_five_seconds_and_goes_at_a_touch(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = start("table", session=fixture_session(table_view()))
    monkeypatch.setattr("kiosk.panels.table.frame.FAR_AFTER_S", 5.0)
    panel = hands.kiosk.panel
    panel.rest(4.9)
    assert panel.far is None
    panel.rest(5.0)
    hands.frames(4)
    assert panel.far is not None
    assert len(panel.bar._row.children) == 1, "only the large button is left"
    monkeypatch.setattr("kiosk.panels.table.frame.FAR_AFTER_S", 1e9)  # a busy machine takes its time
    hands.touch(20, 300)
    assert panel.far is None
    assert len(panel.bar._row.children) > 1


def test_a_touch_on_a_space_from_afar_counts(start: Start) -> None:
    hands = start("table", session=fixture_session(table_view()))
    hands.until(lambda: hands.kiosk.session.is_lit)
    panel = hands.kiosk.panel
    panel.go_far()
    hands.frames(4)
    board = panel.far.board
    hands.touch(*board.to_window(*board.where("8/1")))
    assert panel.far is None
    assert panel.presenter.offer is not None
    assert panel.presenter.offer.space == "8/1"


def test_the_large_button_works_from_afar(start: Start) -> None:
    session = fixture_session(table_view())
    hands = start("table", session=session)
    hands.kiosk.panel.go_far()
    hands.frames(4)
    hands.tap("End turn")
    assert session.night.submitted == [{"command": "EndTurn"}]


def test_who_does_not_want_it_does_not_get_it(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = start("table", session=fixture_session(table_view()), has_far_view=False)
    monkeypatch.setattr("kiosk.panels.table.frame.FAR_AFTER_S", 5.0)
    hands.kiosk.panel.rest(60.0)
    assert hands.kiosk.panel.far is None


def test_the_usual_text_is_one_step_larger() -> None:
    from kiosk.preferences import Preferences

    assert Preferences().text_size == 1
