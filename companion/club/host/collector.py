"""Takes in what tables send: stores it, answers with receipts, follows the nights, reports results."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from companion.club.carrier.line import Account, Line, State
from companion.club.carrier.messages import (
    CALL,
    FROM_TABLES,
    NEWS,
    Hello,
    News,
    Presence,
    Receipt,
    Rows,
    Stored,
    table_of,
    topic,
    unpack,
)
from companion.club.host.followed import FollowedNight
from companion.club.host.store import Store
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.system import why_unfit
from companion.night.night import now

MOST_NOTICES = 50
MOST_NIGHTS_A_HELLO = 200


class Notice(Struct, frozen=True):
    """Something that the organiser should know."""

    time: datetime
    table: str
    said: Message


class TableSeen(Struct):
    """What is known of a table: whether it is on the line, and its newest night."""

    is_here: bool = False
    heard: datetime | None = None
    night: str = ""


class Collector:
    """The store and the followed nights behind one lock; works with or without a line."""

    def __init__(self, store: Store, on_change: Callable[[str], None] = lambda night: None) -> None:
        self.store = store
        self.tables: dict[str, TableSeen] = {}
        self.nights: dict[str, FollowedNight] = {}
        self.notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self.lock = threading.RLock()
        self.on_change = on_change
        """Called with a night that has new rows, or with nothing where only a table came or went."""
        self.line: Line | None = None
        for stored in store.nights():
            self._follow(stored.table, stored.id)

    def connect(self, account: Account) -> None:
        """Listens at a broker, and again whenever it was away."""
        topics = [topic("+", about) for about in FROM_TABLES]
        self.line = Line(account, self.hear, self._line_changed, topics=topics, is_table=False)
        self.line.start()

    def close(self) -> None:
        """Stops listening and lets the store go."""
        if self.line is not None:
            self.line.close()
        with self.lock:
            self.store.close()

    def mind(self) -> None:
        """Looks after the line; asked again and again."""
        if self.line is not None:
            self.line.mind()

    def _line_changed(self, state: State) -> None:
        if self.line is not None and state == "up":
            self.line.send(CALL, Hello({}))
        self.on_change("")

    def publish(self, news: News) -> None:
        """Tells every table how the tournament stands."""
        if self.line is not None:
            self.line.send(NEWS, news, is_kept=True)

    def hear(self, name: str, payload: bytes) -> None:
        """Takes a message in; garbage is said to the organiser and disturbs nothing."""
        table, about = table_of(name)
        try:
            answer = self._take(table, about, payload)
        except Refusal as refusal:
            self.notice(table, refusal.message)
            return
        except Exception as error:  # one table's message must never stop the others'
            self.notice(table, say("club.stumbled", why=why_unfit(error)))
            return
        if answer is not None and self.line is not None:
            self.line.send(topic(table, "stored"), Stored(answer))

    def _take(self, table: str, about: str, payload: bytes) -> dict[str, Receipt] | None:
        with self.lock:
            seen = self.tables.setdefault(table, TableSeen())
            seen.heard = now()
            # Whoever speaks is here, even where the last will of an older connection comes late.
            is_here = about != "presence" or unpack(payload, Presence, table).is_here
            if is_here != seen.is_here:
                seen.is_here = is_here
                self.on_change("")
            match about:
                case "hello":
                    nights = list(unpack(payload, Hello, table).nights)[:MOST_NIGHTS_A_HELLO]
                    return {night: self.store.receipt(table, night) for night in nights}
                case "rows":
                    return self.take_rows(table, unpack(payload, Rows, table))
        return None

    def take_rows(self, table: str, sent: Rows) -> dict[str, Receipt]:
        """Stores rows and follows them; returns the receipt."""
        with self.lock:
            known = self.store.night(sent.night)
            before = known.last if known else -1
            receipt = self.store.add(table, sent)
            if receipt.problem is not None:
                self.notice(table, receipt.problem)
            elif receipt.up_to > before:
                self._follow(table, sent.night)
                self.on_change(sent.night)
            return {sent.night: receipt}

    def _follow(self, table: str, night: str) -> None:
        followed = self.nights.get(night)
        if followed is None:
            followed = self.nights[night] = FollowedNight(night)
        first = followed.next_row
        followed.take(list(self.store.rows(night, first)), first)
        if followed.problem is not None and not followed.is_said:
            followed.is_said = True
            self.notice(table, followed.problem)
        # Rows of an older night may come after those of a newer one: they were lost on the way before.
        seen = self.tables.setdefault(table, TableSeen())
        newest = self.nights.get(seen.night)
        if newest is None or newest.created <= followed.created:
            seen.night = night

    def heads(self) -> dict[str, Receipt]:
        """Lists how far every night is stored, with its last checksum: what it must come to for ever."""
        with self.lock:
            heads: dict[str, Receipt] = {}
            for each in (*self.store.claims(), *self.store.nights()):
                if each.id not in heads or heads[each.id].up_to <= each.last:
                    heads[each.id] = Receipt(each.last, each.head)
            return heads

    def notice(self, table: str, said: Message) -> None:
        """Keeps something for the organiser; the same thing is said once in a row."""
        with self.lock:
            if self.notices and (self.notices[-1].table, self.notices[-1].said) == (table, said):
                return
            self.notices.append(Notice(now(), table, said))
        self.on_change("")
