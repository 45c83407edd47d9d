"""Places for dice and cards: tapped once each, dragged, taken back, and kept beside the table."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import Invalid
from companion.night.night import Night
from companion.ports.places import BACK, DRAWN, Places
from companion.ports.watch import Laid
from kiosk.camera.hands import next_by_hand
from kiosk.camera.places import PlaceFiles, cards_each, cards_in_play
from kiosk.camera.tables import TableFiles
from kiosk.night.session import Session
from kiosk.presenters.camera.places import TRAY, PlacesPresenter
from tests.contract.games import content_of, game_of


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    players: dict[str, Any] = {"players": ["Ana", "Bo"]}
    return Session(Night.create(game_of("rayman"), players, content=content_of("rayman")))


def test_each_place_takes_one_tap(session: Session) -> None:
    presenter = PlacesPresenter(session, None, cards_each(session), {})
    assert presenter.names == (TRAY, "1/1", "1/2", "2/1", "2/2", DRAWN)
    for index in range(len(presenter.names)):
        presenter.press((150.0 * index, 500.0), 30.0)
        presenter.release()
    assert presenter.next is None
    places = presenter.places()
    assert places.tray is not None
    assert set(places.cards) == {"1/1", "1/2", "2/1", "2/2", DRAWN}
    presenter.press((152.0, 501.0), 30.0)
    presenter.drag((160.0, 520.0))
    assert presenter.middles["1/1"] == (160.0, 520.0)
    presenter.release()
    presenter.undo()
    assert presenter.next == DRAWN


def test_mats_lay_places_as_they_lie_and_keep_the_others(session: Session) -> None:
    presenter = PlacesPresenter(session, None, 2, {})
    presenter.press((10.0, 20.0), 30.0)
    presenter.release()
    askew = ((100.0, 0.0), (160.0, 10.0), (150.0, 100.0), (90.0, 90.0))
    presenter.use_mats(Places(cards={"2/1": askew, "8/1": askew}))
    assert presenter.places().tray is not None
    assert presenter.places().cards == {"2/1": askew}
    presenter.press((126.0, 51.0), 30.0)
    presenter.drag((225.0, 50.0))
    assert presenter.places().cards["2/1"] == tuple((x + 100.0, y) for x, y in askew)


def test_places_are_kept_in_a_file_of_their_own(session: Session) -> None:
    presenter = PlacesPresenter(session, None, 2, {})
    presenter.press((10.0, 20.0), 30.0)
    files = PlaceFiles(session, "0")
    assert files.load(None) is None  # type: ignore[arg-type]
    files.save(presenter.places())
    assert files.file.name == "rayman-places.json"
    assert files.load(None) == presenter.places()  # type: ignore[arg-type]
    files.file.write_text('{"format": "places/1", "trays": []}')
    with pytest.raises(Invalid):
        files.load(None)  # type: ignore[arg-type]


def test_the_cards_of_all_hands_are_in_play(session: Session) -> None:
    assert len(cards_in_play(session)) == 16


def test_hands_at_a_drawn_table_lay_turn_and_throw(session: Session) -> None:
    places = PlaceFiles(session, "simulated").around(TableFiles(session, "simulated").practice())  # type: ignore[arg-type]
    assert places is not None
    laid = next_by_hand(session.view(), places, Laid(), lambda count: 0)
    assert laid is not None
    assert (laid.kind, set(laid.laid.cards.values())) == ("lay", {BACK})
    turned = next_by_hand(session.view(), places, laid.laid, lambda count: 0)
    assert turned is not None
    assert turned.kind == "turn"
    hands = {
        str(option.value)
        for choice in session.view().choices
        for ask in choice.asks
        for option in ask.options
    }
    assert set(turned.laid.cards.values()) <= hands
    assert len(set(turned.laid.cards.values())) == 4
