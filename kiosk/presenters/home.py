"""The nights that can be continued, as the home screen lists them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.core.blocks import Json
from companion.core.errors import Refusal
from companion.core.message import Message, literal, say
from companion.core.system import why_refused, why_unfit
from companion.night.folders import nights_folder
from companion.night.night import Night
from companion.night.refusals import Misfit
from kiosk.night.files import Stamps, newest_first, stamps_of


class NightCard(Struct, frozen=True):
    """One night on the disk: what is played, how far it is, who leads."""

    path: Path
    title: Message
    round: int
    leader: str
    is_over: bool
    began: datetime


class LastTime(Struct, frozen=True):
    """How the newest night was set up, to be begun again."""

    game: str
    title: Message
    setup: Json
    players: tuple[str, ...]


class Aside(Struct, frozen=True):
    """Something that was left out so that the screen could come up: what, where, and what can be done."""

    said: Message
    night: Path | None = None
    last: int | None = None
    """The last entry of the night that today's game can show, where there is one to go on from."""


def read_card(path: Path) -> NightCard | Aside:
    """Looks into a night's file without opening it for play, and whether it can be shown.

    A night is read through to its end, which takes a while; one that has not changed is read once.
    """
    return _read_card(path, stamps_of(path))


@lru_cache(maxsize=512)
def _read_card(path: Path, stamps: Stamps) -> NightCard | Aside:
    try:
        night = Night.read(path)
    except Misfit as misfit:
        return Aside(say("kiosk.aside.night", why=misfit.message), path, misfit.last)
    except Refusal as refusal:
        return Aside(say("kiosk.aside.night", why=refusal.message), path)
    except Exception as error:  # whatever lies on the disk, the screen comes up
        return _aside(path, error)
    game = night.game
    try:
        game.view(night.state)
        return NightCard(
            path=path,
            title=game.manifest.title,
            round=game.round_of(night.state),
            leader=game.leader(night.state) or "",
            is_over=night.is_over,
            began=night.header.created,
        )
    except Exception as error:  # a game may fold what it cannot show
        return _aside(path, error, _last_shown(night))


def _aside(path: Path, error: Exception, last: int | None = None) -> Aside:
    where = say("core.field", field=str(path), problem=why_unfit(error))
    return Aside(say("kiosk.aside.night", why=where), path, last)


def _last_shown(night: Night[Any]) -> int | None:
    """Returns the last entry after which the game can show the night."""
    for entry in reversed((0, *(entry.number for entry in night.entries() if entry.is_active))):
        with suppress(Exception):  # as above
            night.game.view(night.state_at(entry))
            return entry
    return None


def last_night(folder: Path | None = None) -> NightCard | None:
    """Returns the newest night that is not over."""
    return next((card for card in islice(_shown(folder), 12) if not card.is_over), None)


def last_time(folder: Path | None = None) -> LastTime | None:
    """Returns how the newest night was set up that can be begun again."""
    newest = next(_shown(folder), None)
    return _read_last_time(newest.path, stamps_of(newest.path)) if newest is not None else None


@lru_cache(maxsize=64)
def _read_last_time(path: Path, stamps: Stamps) -> LastTime | None:
    try:
        night = Night.read(path)
        packs = [pack.id for pack in night.header.packs]
        setup = {**night.header.setup, "packs": packs}
        names = tuple(player.name for player in night.game.view(night.state).players)
        return LastTime(night.header.game, night.game.manifest.title, setup, names)
    except Exception:  # whatever lies on the disk, the screen comes up
        return None


def recent_nights(folder: Path | None = None, most: int = 20) -> list[NightCard]:
    """Lists the newest nights, finished ones too."""
    return list(islice(_shown(folder), most))


def _shown(folder: Path | None) -> Iterator[NightCard]:
    """Yields the nights that can be shown, the newest first; those that cannot hide none of them."""
    cards = (read_card(path) for path in newest_first(folder))
    return (card for card in cards if isinstance(card, NightCard))


def asides_of(troubles: Iterable[Message | None]) -> list[Aside]:
    """Lists what was left out when the screen came up: files in trouble, and nights that cannot be shown."""
    said = (*troubles, _trouble_of_folder(nights_folder()))
    return [*(Aside(trouble) for trouble in said if trouble is not None), *nights_aside()]


def _trouble_of_folder(folder: Path) -> Message | None:
    """Says why no nights can be listed or kept; a folder that is not there yet will be made."""
    try:
        with os.scandir(folder):
            return None
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not folder.is_symlink():
            return None
        where = say("core.field", field=str(folder), problem=why_refused(error))
        return say("kiosk.aside.folder", why=where)


def nights_aside(folder: Path | None = None, most: int = 20) -> list[Aside]:
    """Lists those of the newest nights that cannot be shown."""
    cards = [read_card(path) for path in newest_first(folder)[:most]]
    return [card for card in cards if isinstance(card, Aside)]


def about_night(card: NightCard) -> Message:
    """Says how a night stands in one line."""
    if card.is_over:
        return say("kiosk.home.over", leader=literal(card.leader or "–"))
    if card.leader:
        return say("kiosk.home.leads", round=card.round, leader=card.leader)
    return say("kiosk.home.stands", round=card.round)
