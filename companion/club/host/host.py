"""A club night as a whole: accounts, what tables send, the tournament, and what the board shows of them."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import SystemRandom
from typing import Any

from companion.club.carrier.line import Account
from companion.club.carrier.messages import News, Rows
from companion.club.carry import read_summary
from companion.club.host.board import board_of
from companion.club.host.broker import HOST_USER, Broker
from companion.club.host.collector import Collector
from companion.club.host.followed import Glance
from companion.club.host.settings import (
    Seat,
    Settings,
    admit,
    dismiss,
    load_settings,
    save_settings,
    table_name,
)
from companion.club.host.store import Store
from companion.club.tournament.commands import RecordResult, SeatRound
from companion.club.tournament.game import GAME
from companion.club.tournament.seating import propose
from companion.club.tournament.state import Tournament
from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.errors import Illegal, Refusal
from companion.core.message import say
from companion.night.night import Night
from companion.ports.threads import MessageThread

TICK_S = 0.2
NEWS_EVERY_S = 0.5
HEADS_TOLD = 200
"""How many heads travel with the news; tables keep those that they were told before."""


def _number(given: object) -> int:
    return given if isinstance(given, int) else 0


class Host:
    """Everything that one `companion club host` holds; safe to be asked from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings: Settings = load_settings(folder)
        self.night: Night[Tournament] = Night.open(folder / "tournament.night")
        self.collector = Collector(Store(folder / "tables.db"), self._changed)
        self.lock = self.collector.lock
        self.broker: Broker | None = None
        self.version = 1
        """Grows with whatever the board would show otherwise."""
        self._board: tuple[int, Json] = (0, {})
        self._reported: dict[str, int] = {}
        self._news_at = 0.0
        self._told = 0
        self._is_closing = threading.Event()
        self._thread = MessageThread(target=self._run, name="host", daemon=True)
        for night in self.collector.nights:
            self._report(night)

    @staticmethod
    def create(folder: Path, settings: Settings, setup: Json) -> None:
        """Begins a club night in a new folder."""
        setup = {"event": settings.event, "title": settings.title, **setup}
        Night.create(GAME, setup, path=folder / "tournament.night", content=Content((), {})).close()
        save_settings(folder, settings)

    def start(self, address: str, port: int, *, own_broker: bool) -> None:
        """Starts the broker where it is ours, and listens to the tables."""
        # Another's broker is given the accounts by whoever runs it, from the files that are written here.
        self.broker = Broker(self.folder, port, self._refused)
        self.broker.write_accounts(self.settings.accounts)
        if own_broker:
            self.broker.start()
        self.collector.connect(Account(address, port, HOST_USER, self.settings.host_password))
        self._thread.start()

    def close(self) -> None:
        """Ends everything; the journals are on the disk anyway."""
        self._is_closing.set()
        if self._thread.is_alive():
            self._thread.join(3)
        self.collector.close()
        if self.broker is not None:
            self.broker.close()
        self.night.close()

    # What changes.

    @property
    def tournament(self) -> Tournament:
        """The tournament as it stands."""
        return self.night.state

    def act(self, command: Json, source: str = "organiser") -> None:
        """Carries out what the organiser asks for; refuses in words."""
        with self.lock:
            match command.get("do"):
                case "seat":
                    seats = propose(self.tournament, self.settings.tables, SystemRandom())
                    self.night.submit(SeatRound(seats.tables, seats.byes), source=source)
                case "undo":
                    self.night.undo(agreed=True, source=source)
                case "redo":
                    self.night.redo(source=source)
                case "carried":
                    self._carry(str(command.get("text", "")))
                case "dismiss":
                    self._save(dismiss(self.settings, _number(command.get("table"))))
                    if self.broker is not None:
                        self.broker.begin_anew()
                case None:
                    self.night.submit(command, source=source)
                case _:
                    raise Illegal(say("club.unknown_command"))
            self.version += 1

    def admit(self, secret: str, machine: str) -> Seat:
        """Lets a table in; refuses in words."""
        with self.lock:
            settings, seat = admit(self.settings, secret, machine)
            if settings is not self.settings:
                self._save(settings)
            return seat

    def _save(self, settings: Settings) -> None:
        save_settings(self.folder, settings)
        self.settings = settings
        if self.broker is not None:
            self.broker.write_accounts(settings.accounts)
        self.version += 1

    def _refused(self, who: str, said: Any) -> None:
        self.collector.notice(who, said)

    def _changed(self, night: str) -> None:
        with self.collector.lock:
            self.version += 1
            if night:
                self._report(night)

    # Results.

    def _report(self, night: str) -> None:
        """Puts the end of a table's night into the tournament."""
        glance = self.collector.nights[night].glance
        stored = self.collector.store.night(night)
        if glance is None or stored is None or not glance.is_over:
            return
        place = self._sitting_of(glance, stored.table)
        if place is None:
            return
        result = RecordResult(*place, glance.places, night)
        try:
            if self.night.game.decide(self.tournament, result):
                self.night.submit(result, source=stored.table)
        except Refusal as refusal:
            self.collector.notice(stored.table, refusal.message)

    def _sitting_of(self, glance: Glance, table: str) -> tuple[int, int] | None:
        """Finds the round and table that a night was played for: as it says itself, or by who played."""
        if glance.seating is not None:
            seating = glance.seating
            return (seating.round, seating.table) if seating.event == self.settings.event else None
        for number, each in enumerate(self.tournament.rounds, 1):
            for at, sitting in enumerate(each.tables, 1):
                is_here = table_name(at) == table and set(sitting.players) == set(glance.players)
                if is_here and not sitting.places:
                    return number, at
        return None

    def _carry(self, text: str) -> None:
        """Takes a result in that came as a QR code."""
        passwords = {seat.number: seat.password for seat in self.settings.seats}
        summary = read_summary(text, passwords)
        self.collector.store.claim(table_name(summary.table), summary.night, summary.rows, summary.head)
        if summary.seating is None or summary.seating.event != self.settings.event:
            raise Illegal(say("club.other_event", table=summary.table))
        place = summary.seating.round, summary.seating.table
        result = RecordResult(*place, summary.places, summary.night)
        if self.night.game.decide(self.tournament, result):
            self.night.submit(result, source=f"carried:{table_name(summary.table)}")

    def take_stick(self, table: int, sent: Rows) -> None:
        """Takes a whole night in that came on a stick; refuses in words."""
        if not 1 <= table <= self.settings.tables:
            raise Illegal(say("club.no_such_table", table=table))
        receipt = self.collector.take_rows(table_name(table), sent)[sent.night]
        if receipt.problem is not None:
            raise Illegal(receipt.problem)

    # What is shown.

    def board(self) -> Json:
        """Returns what the board shows, drawn up once a change."""
        with self.lock:
            if self._board[0] != self.version:
                version = self.version
                self._board = (version, board_of(self.tournament, self.collector, self.settings))
            return self._board[1]

    def _run(self) -> None:
        while not self._is_closing.wait(TICK_S):
            if self.broker is not None:
                try:
                    if not self.broker.check():
                        self.collector.notice("", say("club.broker_again"))
                except Refusal as refusal:
                    self.collector.notice("", refusal.message)
            self.collector.mind()
            now = time.monotonic()
            if self._told != self.version and now - self._news_at > NEWS_EVERY_S:
                self._news_at, self._told = now, self.version
                newest = list(self.collector.heads().items())[-HEADS_TOLD:]
                self.collector.publish(News(self.board(), dict(newest)))
