"""The reception: the table's own side, where phones are let in and their wishes become steps of the night."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import SystemRandom
from typing import Any, Protocol

from msgspec import Struct

from companion.core.blocks import Json
from companion.core.chance import ChanceRequest, draw
from companion.core.command import Command
from companion.core.dice import DiceRequest
from companion.core.errors import Illegal, Invalid, Refusal, Stale
from companion.core.message import Message, say
from companion.night.night import Night
from companion.night.reasons import Found, Reason, ways_or_reason
from companion.night.record import Step
from companion.night.thought import Answer as Thinks
from companion.phones.book import PhoneBook
from companion.phones.forms import (
    Answer,
    AnyFromServer,
    AskPlace,
    Do,
    Door,
    Enter,
    FromTable,
    Go,
    Grew,
    Keepsake,
    Lit,
    Opened,
    Phone,
    Phones,
    Ready,
    Wonder,
)
from companion.phones.invitation import Invitation
from companion.phones.questions import Questions
from companion.phones.rights import Right, may
from companion.phones.seat import form_of, may_submit, may_take_chance

SOURCE = "phone"
MOST_WAYS = 6
MOST_WAITING = 4
"""How many phones may wait for the table's answer at once."""

log = logging.getLogger("phones")
_random = SystemRandom()


class Carries(Protocol):
    """Whoever holds the night and carries commands out: the one writer."""

    @property
    def night(self) -> Night[Any]:
        """The night in play."""

    def submit(self, *commands: Command | Json, source: str = "touch") -> Any:
        """Carries commands out, all or none; a refusal changes nothing and is passed on."""

    def roll(self, *, source: str) -> Any:
        """Rolls the dice that the game waits for, by the seed that was pledged for them."""


class Reach(Struct, frozen=True):
    """How phones reach the server; no addresses where they cannot."""

    addresses: tuple[str, ...] = ()
    port: int = 0
    trouble: Message | None = None


class Reception:
    """Lets phones in and carries out what their players choose. Knows no network; all on one thread."""

    def __init__(
        self,
        tell: Callable[[FromTable], None],
        on_change: Callable[[], None],
        *,
        post: Callable[[Callable[[], Any]], None] = lambda call: call(),
        path: Path | None = None,
        invite: Callable[[], Invitation] = Invitation,
    ) -> None:
        self._tell = tell
        self._questions = Questions(post)
        self._lit: Lit | None = None
        self._keepsake: Keepsake | None = None
        self._on_change = on_change
        self._path = path
        self._invite = invite
        self._told = 0
        self._done: dict[str, int] = {}
        """What phones had carried out, by its source: the revision after it."""
        self._seen = 0
        self.holder: Carries | None = None
        self.book = PhoneBook()
        self.invitation: Invitation | None = None
        self.reach = Reach()
        self.is_open = False
        self.is_connected = False

    # The night.

    def use(self, holder: Carries | None) -> None:
        """Takes a night up; whoever came to another one is gone, and without a night everybody is."""
        if holder is None:
            self.book.clear()
        self.holder, self.invitation, self._done, self._seen = holder, None, {}, 0
        self._lit = self._keepsake = None
        if holder is None:
            self.book = PhoneBook()
        else:
            self.book = PhoneBook(self._path, lambda: holder.night.header.created.isoformat())
        # Who came in before a power cut comes back by itself.
        self.is_open = holder is not None and len(self.book) > 0 and not holder.night.is_over
        self.greet()

    def night_changed(self) -> None:
        """Tells the server what was recorded since."""
        if self.holder is None or not self.is_connected or not self.is_open:
            return
        rows = self.holder.night.rows()
        if len(rows) > self._told:
            self._tell(Grew(rows[self._told :]))
            self._told = len(rows)

    def lit(self, spaces: tuple[str, ...]) -> None:
        """Tells the server which spaces are in reach now."""
        if self.holder is not None and self.is_open:
            self._lit = Lit(self.holder.night.revision, spaces)
            self._tell(self._lit)

    # The server.

    def greet(self) -> None:
        """Tells a server that has just come everything it needs."""
        if not self.is_connected:
            return
        self._tell(Door(self.is_open))
        if self.holder is not None and self.is_open:
            night = self.holder.night
            rows = night.rows()
            self._told = len(rows)
            self._tell(Opened(night.header, rows))
        else:
            self._tell(Opened())
        self._tell(Phones(self.book.all() if self.is_open else ()))
        if self.is_open and self._lit is not None:
            self._tell(self._lit)
        if self.is_open and self._keepsake is not None:
            self._tell(self._keepsake)

    def connected(self, is_connected: bool) -> None:
        """Takes in that a server has come, or gone."""
        self.is_connected = is_connected
        if not is_connected:
            self.reach = Reach()
        self.greet()
        self._on_change()

    def hear(self, said: AnyFromServer) -> None:
        """Takes in one line of the server."""
        match said:
            case Ready(addresses, port, trouble):
                self.reach = Reach(addresses, port, trouble)
                self._on_change()
            case Enter(number):
                self._answer(number, self._let_in, said)
            case AskPlace(number):
                self._answer(number, self._ask_place, said)
            case Do(number):
                self._answer(number, self._do, said)
            case Wonder(number):
                self._wonder(said)
            case Go(phone):
                self.send_away(phone)

    def _answer(self, number: int, act: Callable[[Any], int], said: Any) -> None:
        """Answers a line: with the revision that it led to, or why it was refused."""
        try:
            self._tell(Answer(number, True, act(said)))
        except Refusal as refusal:
            self._refuse(number, refusal)

    def _refuse(self, number: int, refusal: Refusal) -> None:
        revision = self.holder.night.revision if self.holder is not None else 0
        kind, message = str(refusal.kind), refusal.message
        self._tell(Answer(number, False, revision, kind, message, refusal.details, refusal.clauses))

    def close_down(self) -> None:
        """Asks the rules nothing any more."""
        self._questions.close()

    # The table.

    def open(self) -> None:
        """Lets phones join from now on."""
        if self.holder is not None and not self.is_open:
            self.is_open = True
            self.greet()
        self.invite()

    def readdress(self) -> None:
        """Asks the server where it is reached now: the machine has come to another network."""
        self._tell(Door(False))
        self.greet()

    def close(self) -> None:
        """Sends everybody away; the server leaves the network alone."""
        self.book.clear()
        self.is_open, self.invitation, self.reach, self._keepsake = False, None, Reach(), None
        self.greet()
        self._on_change()

    def invite(self) -> Invitation | None:
        """Returns the invitation that holds now, a new one where the last was used or is too old."""
        if not self.is_open or self.holder is None or self.holder.night.is_over:
            self.invitation = None
        elif self.invitation is None or not self.invitation.left_s:
            self.invitation = self._invite()
        return self.invitation

    def give(self, pdf: bytes) -> str:
        """Keeps the evening on paper ready for phones; returns the token that its address ends with."""
        self._keepsake = Keepsake(secrets.token_urlsafe(16), pdf)
        self._tell(self._keepsake)
        return self._keepsake.token

    def agree(self, digest: str) -> None:
        """Gives a phone the place that it wants."""
        self.book.agree(digest)
        self._phones_changed()

    def refuse(self, digest: str) -> None:
        """Says no to a phone."""
        self.book.refuse(digest)
        self._phones_changed()

    def send_away(self, digest: str) -> None:
        """Takes a phone's place away."""
        self.book.send_away(digest)
        self._phones_changed()

    def _phones_changed(self) -> None:
        self._tell(Phones(self.book.all()))
        self._on_change()

    # What phones ask for.

    def _let_in(self, said: Enter) -> int:
        if self.invitation is None or not self.invitation.use(said.token, said.pin):
            raise Illegal(say("phones.no_entry"))
        self.book.let_in(said.phone)
        self.invite()
        self._phones_changed()
        return 0

    def _ask_place(self, said: AskPlace) -> int:
        night = self._night()
        if self.book.find(said.phone) is None:
            raise Illegal(say("phones.unknown"))
        if said.role == "seat" and said.player not in players_of(night):
            raise Invalid(say("phones.no_player", player=said.player))
        waiting = [phone for phone in self.book.waiting() if phone.digest != said.phone]
        if len(waiting) >= MOST_WAITING:
            raise Illegal(say("phones.busy"))
        self.book.ask(said.phone, said.role, said.player if said.role == "seat" else "")
        self._phones_changed()
        return night.revision

    def _do(self, said: Do) -> int:
        """Carries out what a phone's player chose: once, however often it is asked for."""
        night, phone = self._night(), self.book.find(said.phone)
        right: Right = "choose" if said.commands else "chance"
        if phone is None or not may(phone.role, right):
            raise Illegal(say("phones.no_right"))
        source = f"{SOURCE}#{said.phone[:16]}.{said.id}"
        done = self._find_done(source)
        if done is not None:
            return done
        if said.revision != night.revision:
            raise Stale(say("phones.stale"))
        assert self.holder is not None
        if said.commands:
            self.holder.submit(*self._commands(night, phone, said.commands), source=source)
        elif isinstance(asked := _asked_chance(night, phone), DiceRequest):
            self.holder.roll(source=source)
        else:
            self.holder.submit(draw(asked, _random.randrange), source=source)
        return night.revision

    def _wonder(self, said: Wonder) -> None:
        """Asks the rules how a phone's own figure comes to a space; the answer may take a while."""
        try:
            question = self._question(said)
        except Refusal as refusal:
            self._refuse(said.number, refusal)
            return
        self._questions.ask(question, partial(self._answer_wonder, said.number))

    def _question(self, said: Wonder) -> Callable[[], Found]:
        night, phone = self._night(), self.book.find(said.phone)
        if phone is None or not may(phone.role, "ask"):
            raise Illegal(say("phones.no_right"))
        if said.revision != night.revision:
            raise Stale(say("phones.stale"))
        view = night.game.view(night.state)
        spaces = {space.id for space in view.board.spaces} if view.board is not None else set()
        pieces = {piece.id for piece in view.board.pieces} if view.board is not None else set()
        if said.space not in spaces or said.figure not in pieces:
            raise Invalid(say("phones.no_space"))
        if view.prompt.player != phone.player:
            raise Illegal(say("phones.not_your_turn"))
        return partial(ways_or_reason, night.game, night.content, night.state, said.figure, said.space)

    def _answer_wonder(self, number: int, answer: Thinks | None) -> None:
        try:
            found: Found = answer() if answer is not None else Reason(say("phones.too_long"))
        except Exception:  # a defect of a game is not the end of the reception
            log.exception("no way")
            found = Reason(say("phones.too_long"))
        match found:
            case Refusal():
                self._refuse(number, found)
            case Reason(because, clauses, path):
                self._tell(Answer(number, False, 0, "illegal", because, (), clauses, path=path))
            case _:
                self._tell(Answer(number, True, ways=tuple(found)[:MOST_WAYS]))

    def _find_done(self, source: str) -> int | None:
        """Looks for a request among the rows of the night, which outlive this process."""
        rows = self._night().rows()
        for number in range(self._seen, len(rows)):
            row = rows[number]
            if isinstance(row, Step) and row.source.startswith(f"{SOURCE}#"):
                self._done[row.source] = number + 1
        self._seen = len(rows)
        return self._done.get(source)

    def _night(self) -> Night[Any]:
        if self.holder is None or not self.is_open:
            raise Illegal(say("phones.closed"))
        return self.holder.night

    def _commands(self, night: Night[Any], phone: Phone, forms: Sequence[Json]) -> list[Command]:
        """Reads commands, and refuses any that is not the phone's player's to ask for."""
        game, state, found = night.game, night.state, []
        for number, form in enumerate(forms, 1):
            command = night.read_command(form)
            if not may_submit(game.view(state, phone.player), phone.player, command, form_of(command)):
                raise Illegal(say("phones.not_yours"))
            found.append(command)
            if number < len(forms):
                for event in game.decide(state, command):
                    state = game.evolve(state, event)
        return found


def _asked_chance(night: Night[Any], phone: Phone) -> ChanceRequest:
    """Returns what chance is asked for, where it is this phone's to take."""
    requests = night.game.chance(night.state)
    if not requests or not may_take_chance(night.game.view(night.state, phone.player), phone.player):
        raise Illegal(say("phones.no_chance"))
    return requests[0]


def players_of(night: Night[Any]) -> tuple[str, ...]:
    """Lists the ids of the players at the table."""
    return tuple(player.id for player in night.game.view(night.state).players)
