"""Dice and cards in places beside the board, as a drawn camera sees them."""

from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from companion.ports.places import BACK, DRAWN, Places
from companion.ports.reading import Reading, SeenCard
from companion.ports.table import Anchor, Table
from companion.ports.watch import Laid
from vision.beside import places_beside
from vision.capture.simulated import SimulatedTable
from vision.read import live
from vision.read.deck import Deck, teach_card
from vision.read.decks import Asked, Decks
from vision.read.faces import Faces
from vision.read.live import PlaceReader
from vision.read.taught import complaints_about, too_alike
from vision.render.cards import draw_card, drawn_deck, photo_of
from vision.render.faces import photo_of_face

NAMES = ("ana-1", "ana-2", "bo-1", "bo-2")
TABLE = Table(
    format="table/1",
    board_mm=(400, 260),
    anchors={
        str(number): Anchor((x, y), 30)
        for number, (x, y) in enumerate([(25, 25), (375, 25), (375, 235), (25, 235)])
    },
)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(NAMES)


@pytest.fixture
def places() -> Places:
    return places_beside((400, 260), 1, 2, draws=True)


class Scene:
    """A drawn table and the reader of its places."""

    def __init__(self, places: Places, deck: Deck | None) -> None:
        self.drawing = SimulatedTable(TABLE, dict)
        self.drawing.lay_places(places)
        self.reader = PlaceReader(places, deck)

    def read(self, laid: Laid, other: Laid | None = None) -> Reading:
        """Reads two looks; they are of one scene unless another one is given."""
        looks = tuple(self.drawing._draw(({}, each)) for each in (laid, other or laid))
        camera = self.drawing._camera
        assert camera is not None
        return self.reader.read(looks, camera.project)


def test_cards_backs_and_dice_are_read_and_only_again_where_something_changed(
    places: Places, deck: Deck
) -> None:
    scene = Scene(places, deck)
    reading = scene.read(Laid(cards={"1/1": "ana-1", "1/2": BACK}, dice=(3, 5)))
    assert reading.cards["1/1"].card == "ana-1"
    assert reading.cards["1/2"].is_back
    assert reading.cards[DRAWN].among == ()
    assert sorted(die.among[0] for die in reading.dice if die.is_certain) == [3, 5]
    looks = scene.reader.looks
    assert scene.read(Laid(cards={"1/1": "ana-1", "1/2": BACK}, dice=(3, 5))) == reading
    assert scene.reader.looks == looks
    again = scene.read(Laid(cards={"1/1": "ana-1", "1/2": "bo-2"}, dice=(3, 5)))
    assert again.cards["1/2"].card == "bo-2"
    assert scene.reader.looks == looks + 1
    assert again.throws == reading.throws


def test_looks_that_do_not_agree_leave_doubt(places: Places, deck: Deck) -> None:
    scene = Scene(places, deck)
    reading = scene.read(
        Laid(cards={"1/1": "ana-1"}, dice=(2,), throw=1), Laid(cards={"1/1": "bo-1"}, dice=(6,), throw=2)
    )
    assert reading.cards["1/1"].card == ""
    assert "ana-1" in reading.cards["1/1"].among
    assert not any(die.is_certain for die in reading.dice)


def test_a_new_throw_of_the_same_values_is_a_throw(places: Places, deck: Deck) -> None:
    scene = Scene(places, deck)
    first = scene.read(Laid(dice=(4,), throw=1))
    empty = scene.read(Laid(throw=1))
    assert scene.read(Laid(dice=(4,), throw=2)).throws > empty.throws > first.throws


@pytest.mark.parametrize(
    ("folder", "key"), [("", "vision.read.nothing_taught"), ("nowhere", "vision.read.no_folder")]
)
def test_why_cards_cannot_be_read_is_said(folder: str, key: str, tmp_path: Path) -> None:
    decks = Decks(lambda: None)
    decks._asked = Asked(str(tmp_path / folder) if folder else "")
    decks._teach(decks._asked)
    assert decks.ready is not None
    assert decks.ready.why is not None
    assert decks.ready.why.key == key


def test_a_taught_photo_is_checked() -> None:
    photo = photo_of(draw_card("ana-1"))
    assert complaints_about(teach_card("ana-1", photo)) == ()
    cut = teach_card("ana-1", photo[:300])
    assert [message.key for message in complaints_about(cut)] == ["vision.read.cut_off"]
    blank = teach_card("ana-1", np.full((480, 480, 3), 180, np.uint8))
    assert [message.key for message in complaints_about(blank)] == ["vision.read.blank_card"]
    twice = Deck(
        [teach_card(name, photo) for name in ("ana-1", "other")]
        + [teach_card("bo-1", photo_of(draw_card("bo-1")))]
    )
    assert too_alike(twice) == (("ana-1", "other"),)


def test_an_unsure_card_is_looked_at_again_and_was_not_laid_anew(
    places: Places, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(places, deck)
    scene.read(Laid())
    sure, unsure = SeenCard(("ana-1",), 0.9), SeenCard(("ana-1", "ana-2"), 0.6)
    looks = iter([unsure, unsure, sure, sure])
    monkeypatch.setattr(live, "_card_in", lambda part, deck: next(looks))
    laid = Laid(cards={"1/1": "ana-1"})
    first = scene.read(laid).cards["1/1"]
    assert (first.among, first.laid) == (unsure.among, 1)
    assert scene.reader.is_unsure
    scene.read(laid)
    last = scene.read(laid).cards["1/1"]
    assert (last.card, last.laid) == ("ana-1", 1)
    assert not scene.reader.is_unsure


def test_looks_that_are_certain_of_two_cards_stay_unsure_and_end(
    places: Places, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(places, deck)
    scene.read(Laid())
    looks = cycle([SeenCard(("ana-1",), 0.9), SeenCard(("ana-2",), 0.9), SeenCard(("ana-1",), 0.9)])
    monkeypatch.setattr(live, "_card_in", lambda part, deck: next(looks))
    laid = Laid(cards={"1/1": "ana-1"})
    for _ in range(live.MOST_LOOKS):
        seen = scene.read(laid).cards["1/1"]
    assert seen.among == ("ana-1", "ana-2")
    assert not scene.reader.is_unsure


def test_dice_with_symbols_are_read_in_the_tray(places: Places) -> None:
    names = ("move", "draw", "tool", "weapon", "joker")
    scene = Scene(places, None)
    scene.reader = PlaceReader(places, None, faces=Faces({name: photo_of_face(name) for name in names}))
    scene.read(Laid())
    reading = scene.read(Laid(faces=("joker", "tool", "move"), throw=1))
    assert sorted(str(die.among[0]) for die in reading.dice if die.is_certain) == ["joker", "move", "tool"]
