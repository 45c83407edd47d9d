"""The nights that can be continued, as the home screen lists them."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from companion.core.errors import Refusal
from companion.core.message import Message, literal, say
from companion.night.night import Night
from kiosk.night.files import Stamps, newest_first, stamps_of


class NightCard(Struct, frozen=True):
    """One night on the disk: what is played, how far it is, who leads."""

    path: Path
    title: Message
    round: int
    leader: str
    is_over: bool
    began: datetime


def read_card(path: Path) -> NightCard | None:
    """Looks into a night's file without opening it for play; None where it cannot be read.

    A night is read through to its end, which takes a while; one that has not changed is read once.
    """
    return _read_card(path, stamps_of(path))


@lru_cache(maxsize=64)
def _read_card(path: Path, stamps: Stamps) -> NightCard | None:
    try:
        night = Night.read(path)
    except (Refusal, OSError):
        return None
    try:
        game = night.game
        return NightCard(
            path=path,
            title=game.manifest.title,
            round=game.round_of(night.state),
            leader=game.leader(night.state) or "",
            is_over=night.is_over,
            began=night.header.created,
        )
    finally:
        night.close()


def last_night(folder: Path | None = None) -> NightCard | None:
    """Returns the newest night that is not over."""
    for path in newest_first(folder)[:12]:
        card = read_card(path)
        if card is not None and not card.is_over:
            return card
    return None


def recent_nights(folder: Path | None = None, most: int = 20) -> list[NightCard]:
    """Lists the newest nights, finished ones too."""
    return [card for path in newest_first(folder)[:most] if (card := read_card(path)) is not None]


def about_night(card: NightCard) -> Message:
    """Says how a night stands in one line."""
    if card.is_over:
        return say("kiosk.home.over", leader=literal(card.leader or "–"))
    if card.leader:
        return say("kiosk.home.leads", round=card.round, leader=card.leader)
    return say("kiosk.home.stands", round=card.round)
