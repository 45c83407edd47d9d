"""What is remembered of an evening: its best moments, how long each player thought, photos of the table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.core.announcements import Announcement, announcements_of
from companion.core.blocks import MomentKind
from companion.core.message import Message, say
from companion.core.report import Tally
from companion.ports.clock import local_time
from companion.referee.photos import PhotoAlbum
from kiosk.night.session import Session

WORTH: dict[MomentKind, int] = {
    "win": 9,
    "slap": 6,
    "freed": 6,
    "boss": 4,
    "spell": 4,
    "hit": 3,
    "push": 3,
    "gift": 2,
}
"""How gladly a moment is remembered; the others are not."""
MOST_MOMENTS, MOST_PHOTOS = 8, 6
LONGEST_S = 600.0
"""A pause in which somebody fetched drinks is nobody's turn."""


class BestMoment(Struct, frozen=True):
    """Something worth telling, with when it happened."""

    number: int
    clock: str
    round: int | None
    said: Message
    worth: int


class Evening(Struct, frozen=True):
    """What is kept besides the figures of a night."""

    moments: tuple[BestMoment, ...] = ()
    seconds: dict[str, float] = {}
    """How long each player was on, by id."""
    photos: tuple[Path, ...] = ()


def remember(session: Session) -> Iterator[Evening | None]:
    """Walks through a night, which takes a while: yields None after each step, and at last what it found."""
    night, game = session.night, session.game
    entries = [entry for entry in night.entries() if entry.is_active]
    moments: list[BestMoment] = []
    seconds = {player.id: 0.0 for player in session.view().players}
    photos = _photos(session)
    states = night.states()
    view = game.view(next(states))
    last: datetime | None = None
    for entry, state in zip(entries, states, strict=False):
        player = view.prompt.player
        if last is not None and player in seconds:
            seconds[player] += min(LONGEST_S, max(0.0, (entry.time - last).total_seconds()))
        last = entry.time
        view = game.view(state)
        clock = f"{local_time(entry.time):%H:%M}"
        moments += [
            _moment(told, entry.number, clock, view.round)
            for told in announcements_of(view.log)
            if told.moment.kind in WORTH
        ]
        yield None
    yield Evening(_best(moments), dict(seconds), photos)


def whole_evening(session: Session) -> Evening:
    """Remembers a whole night at once."""
    *_, evening = remember(session)
    assert evening is not None
    return evening


def _moment(told: Announcement, number: int, clock: str, round_: int | None) -> BestMoment:
    return BestMoment(number, clock, round_, told.headline, WORTH[told.moment.kind] + len(told.details))


def _best(moments: list[BestMoment]) -> tuple[BestMoment, ...]:
    """Picks the best, each sentence once, in the order in which they happened."""
    once = {moment.said.key + str(moment.said.params): moment for moment in reversed(moments)}
    best = sorted(once.values(), key=lambda moment: (-moment.worth, moment.number))[:MOST_MOMENTS]
    return tuple(sorted(best, key=lambda moment: moment.number))


def _photos(session: Session) -> tuple[Path, ...]:
    """Picks photos spread over the evening, the last one among them."""
    if session.path is None:
        return ()
    taken = [photo.path for photo in PhotoAlbum.beside(session.path).photos() if photo.moment == "after"]
    if len(taken) <= MOST_PHOTOS:
        return tuple(taken)
    return tuple(taken[round(i * (len(taken) - 1) / (MOST_PHOTOS - 1))] for i in range(MOST_PHOTOS))


def time_tally(evening: Evening, names: dict[str, str]) -> Tally | None:
    """Returns how long each player was on, in minutes and seconds, where anybody was."""
    if not any(evening.seconds.values()):
        return None
    rows = tuple(
        (names.get(player, player), (int(seconds) // 60, int(seconds) % 60))
        for player, seconds in evening.seconds.items()
    )
    return Tally(say("evening.time"), (say("evening.minutes"), say("evening.seconds")), rows)
