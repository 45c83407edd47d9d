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
from vision.read.answers import read_deck
from vision.read.deck import Deck
from vision.render.cards import CARD_PX, draw_card, drawn_deck

Asked = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class ReadyDeck:
    """A deck that cards can be read by, why there is none, and how its cards look."""

    deck: Deck | None
    why: Message | None = None

    def pictures(self, name: str) -> Frame:
        """Returns a card's flat picture: from its taught photo, else a drawn one."""
        return _flat(self, name)


@cache
def _flat(ready: ReadyDeck, name: str) -> NDArray[np.uint8]:
    card = next((one for one in ready.deck.cards if one.id == name), None) if ready.deck is not None else None
    if card is None:
        return draw_card(name)
    width, height = CARD_PX
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return cv2.warpPerspective(card.picture, cv2.getPerspectiveTransform(card.outline, frame), CARD_PX)


class Decks:
    """Teaches the deck that was asked for last, on a thread of its own."""

    def __init__(self, on_ready: Callable[[], None]) -> None:
        self._on_ready = on_ready
        self._asked: Asked | None = None
        self.ready: ReadyDeck | None = None

    def ask(self, folder: str, drawn: tuple[str, ...]) -> None:
        """Begins to teach the photos of a folder, or drawn cards where there is none."""
        if (folder, drawn) == self._asked:
            return
        self._asked = (folder, drawn)
        Thread(target=self._teach, args=(folder, drawn), name="deck", daemon=True).start()

    def _teach(self, folder: str, drawn: tuple[str, ...]) -> None:
        try:
            if folder:
                ready = ReadyDeck(read_deck(Path(folder)))
            elif drawn:
                ready = ReadyDeck(drawn_deck(drawn))
            else:
                ready = ReadyDeck(None, say("vision.read.nothing_taught"))
        except Invalid as refusal:
            ready = ReadyDeck(None, refusal.message)
        except OSError as error:
            ready = ReadyDeck(
                None, say("vision.read.folder_refused", folder=folder, why=error.strerror or str(error))
            )
        if self._asked == (folder, drawn):
            self.ready = ready
            self._on_ready()
