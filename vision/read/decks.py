"""Teaches a deck beside the camera, which takes seconds, and keeps it until another one is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import Message, say
from vision.picture import Frame
from vision.read.answers import read_deck, read_taught_faces
from vision.read.deck import Deck
from vision.read.faces import Faces
from vision.render.cards import CARD_PX, draw_card, drawn_deck
from vision.render.faces import photo_of_face


@dataclass(frozen=True)
class Asked:
    """What to read by: folders of photos, or the names of drawn cards and faces."""

    folder: str
    drawn: tuple[str, ...] = ()
    dice: str = ""
    drawn_faces: tuple[str, ...] = ()

    def faces(self) -> Faces | None:
        """Returns the faces of dice with symbols, where there are any."""
        if self.dice:
            return read_taught_faces(Path(self.dice))
        if self.drawn_faces:
            return Faces({name: photo_of_face(name) for name in self.drawn_faces})
        return None


@dataclass(frozen=True, eq=False)
class ReadyDeck:
    """A deck that cards can be read by, why there is none, and how its cards look."""

    deck: Deck | None
    why: Message | None = None
    faces: Faces | None = None
    """The faces of dice with symbols."""

    def pictures(self, name: str) -> Frame:
        """Returns a card's flat picture: from its taught photo, else a drawn one."""
        return _flat(self, name)


@cache
def _flat(ready: ReadyDeck, name: str) -> NDArray[np.uint8]:
    look = ready.deck.look(name) if ready.deck is not None else None
    if look is None:
        return draw_card(name)
    return np.asarray(cv2.resize(look, CARD_PX, interpolation=cv2.INTER_CUBIC), np.uint8)


class Decks:
    """Teaches the deck that was asked for last, on a thread of its own."""

    def __init__(self, on_ready: Callable[[], None]) -> None:
        self._on_ready = on_ready
        self._asked: Asked | None = None
        self.ready: ReadyDeck | None = None

    def ask(self, asked: Asked) -> None:
        """Begins to teach photos, or drawn cards and dice where there are none."""
        if asked == self._asked:
            return
        self._asked = asked
        Thread(target=self._teach, args=(asked,), name="deck", daemon=True).start()

    def _teach(self, asked: Asked) -> None:
        folder = asked.folder
        try:
            faces = asked.faces()
            if folder:
                ready = ReadyDeck(read_deck(Path(folder)), faces=faces)
            elif asked.drawn:
                ready = ReadyDeck(drawn_deck(asked.drawn), faces=faces)
            else:
                ready = ReadyDeck(None, say("vision.read.nothing_taught"), faces)
        except Invalid as refusal:
            ready = ReadyDeck(None, refusal.message)
        except OSError as error:
            ready = ReadyDeck(
                None, say("vision.read.folder_refused", folder=folder, why=error.strerror or str(error))
            )
        if self._asked == asked:
            self.ready = ready
            self._on_ready()
