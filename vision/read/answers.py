"""What `companion read` prints: pips/1 and cards/1, and the taught folder that cards are read by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.ports.places import MOST_TAUGHT
from vision.picture import Frame, read_with_scale, scaled
from vision.read.cards import SEEN_PX, read_cards
from vision.read.deck import TAUGHT_PX, Deck, TaughtCard, teach_card
from vision.read.dice import read_dice
from vision.read.faces import PHOTO_PX, Faces, read_faces
from vision.read.taught import complaints_about, is_blank, too_alike

Form = dict[str, Any]
"""What is printed as JSON."""
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
UNUSUAL = {".heic", ".heif", ".avif", ".jxl", ".gif", ".dng"}
"""Photos that phones write and that may not be readable: left out in silence, a card would be unknown."""


def _photos_in(folder: Path) -> list[Path]:
    """Lists the photos of a folder; refuses one without any."""
    if not folder.is_dir():
        raise Invalid(say("vision.read.no_folder", folder=str(folder)))
    photos = sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES | UNUSUAL and not path.name.startswith(".")
    )
    if not 0 < len(photos) <= MOST_TAUGHT:
        raise Invalid(say("vision.read.no_photos", folder=str(folder), count=len(photos), most=MOST_TAUGHT))
    return photos


def read_taught_faces(folder: Path) -> Faces:
    """Reads a folder with one photo of each face of a die, named by it; refuses unusable photos."""
    photos = {}
    for path, photo in _taught_in(folder):
        taught = teach_card(path.stem, photo)
        if taught.mask.all() and is_blank(taught):
            raise Invalid(say("vision.read.blank", file=str(path)))
        photos[path.stem] = scaled(photo, PHOTO_PX)[0]
    return Faces(photos)


def read_deck(folder: Path) -> Deck:
    """Reads a folder with one photo a card, named by the card; refuses unusable photos."""
    return Deck(_cards_in(folder))


def _cards_in(folder: Path) -> list[TaughtCard]:
    cards = []
    for path, photo in _taught_in(folder):
        cards.append(teach_card(path.stem, photo))
        if is_blank(cards[-1]):
            raise Invalid(say("vision.read.blank", file=str(path)))
    return cards


def _taught_in(folder: Path) -> Iterator[tuple[Path, Frame]]:
    """Reads the photos of a folder one by one; refuses two of one name."""
    names = set()
    for path in _photos_in(folder):
        if path.stem in names:
            raise Invalid(say("vision.read.twice", file=str(path), card=path.stem))
        names.add(path.stem)
        yield path, read_with_scale(path, TAUGHT_PX)[0]


def complaints_in(folder: Path) -> list[tuple[str, Message]]:
    """Says which photos of a folder should be taken again, and why, by the card."""
    cards = _cards_in(folder)
    found = [(card.id, message) for card in cards for message in complaints_about(card)]
    return found + [(one, say("vision.read.too_alike", other=other)) for one, other in too_alike(Deck(cards))]


def dice_in(image: Path) -> tuple[Form, Message | None]:
    """Returns pips/1 for a picture, and why it holds nothing if it does."""
    picture, scale = read_with_scale(image)
    known, unsure = [], []
    for die in read_dice(picture):
        at = _at(die.x, die.y, scale)
        if die.value is None:
            unsure.append({"at": at})
        else:
            known.append({"value": die.value, "at": at, "confidence": round(die.confidence, 3)})
    return _dice("pips/1", known, unsure)


def faces_in(image: Path, faces: Faces) -> tuple[Form, Message | None]:
    """Returns faces/1 for a picture, and why it holds nothing if it does."""
    picture, scale = read_with_scale(image)
    known, unsure = [], []
    for die in read_faces(picture, faces):
        at = _at(die.x, die.y, scale)
        if die.is_certain:
            known.append({"face": die.among[0], "at": at, "confidence": round(die.confidence, 3)})
        else:
            unsure.append({"among": list(die.among[:3]), "at": at})
    return _dice("faces/1", known, unsure)


def _dice(name: str, known: list[Form], unsure: list[Form]) -> tuple[Form, Message | None]:
    """Puts what was read of dice into a form, with why there is nothing if there is not."""
    form = {"format": name, "dice": known, "unsure": unsure, "why": ""}
    return form, None if known or unsure else say("vision.read.no_dice")


def cards_in(image: Path, deck: Deck) -> tuple[Form, Message | None]:
    """Returns cards/1 for a picture, and why it holds nothing if it does."""
    picture, scale = read_with_scale(image, SEEN_PX)
    cards = read_cards(picture, deck)
    form = {
        "format": "cards/1",
        "cards": [
            {
                "id": card.among[0],
                "confidence": round(card.confidence, 3),
                "corners": _corners(card.corners, scale),
            }
            for card in cards
            if card.is_certain
        ],
        "unsure": [
            {"among": list(card.among), "corners": _corners(card.corners, scale)}
            for card in cards
            if not card.is_certain
        ],
        "why": "",
    }
    return form, None if cards else say("vision.read.no_cards")


def _corners(corners: Any, scale: float) -> list[list[float]]:
    return [_at(float(x), float(y), scale) for x, y in corners]


def _at(x: float, y: float, scale: float) -> list[float]:
    """Returns a place in the pixels of the file, whose picture may have been scaled as it was read."""
    return [round(x / scale, 1), round(y / scale, 1)]
