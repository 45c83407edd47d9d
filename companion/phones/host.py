"""A table without a screen: one night, its gate and its server in one process, answered on the terminal."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from companion.core.blocks import Json
from companion.core.command import Command
from companion.core.message import Message, say
from companion.core.qr import qr_text
from companion.night.night import Night
from companion.night.reasons import mover_of
from companion.night.thought import Answer
from companion.phones.forms import FromTable, Phone
from companion.phones.gate import Gate
from companion.phones.qr import join_address
from companion.phones.questions import Questions
from companion.phones.reception import Reception
from companion.phones.server import PhoneServer

INVITE_S = 1.0
"""How often it looks whether the invitation is still good."""


class Says(Protocol):
    """Whoever tells the person at the terminal something."""

    def __call__(self, message: Message, then: str = "") -> None:
        """Says a message, and shows something below it."""


class HostedNight:
    """Holds the night for the reception: the one writer where there is no kiosk."""

    def __init__(self, night: Night[Any], changed: Callable[[], None]) -> None:
        self.night = night
        self._changed = changed

    def submit(self, *commands: Command | Json, source: str = "touch") -> None:
        """Carries commands out, all or none."""
        self.night.submit_all(commands, source=source)
        self._changed()

    def roll(self, *, source: str) -> None:
        """Rolls the dice that the game waits for."""
        self.night.roll(source=source)
        self._changed()


class Host:
    """Lets phones into one night, with a person at the terminal who agrees."""

    def __init__(
        self, night: Night[Any], says: Says, *, port: int, bind: str, agrees: bool, book: Path
    ) -> None:
        self._says = says
        self._agrees = agrees
        self._port, self._bind = port, bind
        self._asked: set[str] = set()
        self._shown = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gate: Gate | None = None
        self.reception = Reception(self._tell, self._look, post=self._post, path=book)
        self._questions = Questions(self._post)
        self._holder = HostedNight(night, self._night_changed)

    async def run(self) -> None:
        """Hosts the night until it is stopped."""
        self._loop = asyncio.get_running_loop()
        with tempfile.TemporaryDirectory(prefix="companion-phones-") as folder:
            path = Path(folder) / "phones.sock"
            self._gate = Gate(path, self._post, self.reception.hear, self.reception.connected)
            try:
                self.reception.use(self._holder)
                self.reception.open()
                self._night_changed()
                if sys.stdin is not None and sys.stdin.isatty():
                    Thread(target=self._read_terminal, name="terminal", daemon=True).start()
                inviting = asyncio.create_task(self._keep_inviting())
                await PhoneServer(path, port=self._port, bind=self._bind).run()
                inviting.cancel()
            finally:
                self._questions.close()
                self.reception.close_down()
                self._gate.close()

    def _post(self, call: Callable[[], Any]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(call)

    def _tell(self, line: FromTable) -> None:
        if self._gate is not None:
            self._gate.tell(line)

    def _night_changed(self) -> None:
        """Tells the phones what happened, and what is in reach now as soon as the rules have found it."""
        self.reception.night_changed()
        night = self._holder.night
        view = night.game.view(night.state)
        if view.prompt.player is not None and view.dice is None and view.board is not None:
            asked = partial(night.game.reachable, night.state, mover_of(view))
            self._questions.ask(asked, partial(self._found_light, night.revision))

    def _found_light(self, revision: int, answer: Answer | None) -> None:
        with suppress(Exception):  # a board without light is still a board
            if answer is not None and revision == self._holder.night.revision:
                self.reception.lit(answer())

    async def _keep_inviting(self) -> None:
        while True:
            self._look()
            await asyncio.sleep(INVITE_S)

    def _look(self) -> None:
        """Shows a new invitation, and asks about whoever waits."""
        reception, invitation = self.reception, self.reception.invite()
        reach = reception.reach
        if reach.trouble is not None and self._shown != "trouble":
            self._shown = "trouble"
            self._says(reach.trouble)
        if invitation is not None and reach.addresses and self._shown != invitation.token:
            self._shown = invitation.token
            address = f"http://{reach.addresses[0]}:{reach.port}"
            link = join_address(reach.addresses[0], reach.port, invitation.token)
            code = qr_text(link) if sys.stdout.isatty() else link
            self._says(say("phones.host.join", address=address, pin=invitation.pin), code)
        for phone in reception.book.waiting():
            if self._agrees:
                reception.agree(phone.digest)
            elif phone.digest not in self._asked:
                self._asked.add(phone.digest)
                self._says(say("phones.host.agree", wish=wish_of(phone)))

    def _read_terminal(self) -> None:
        for line in sys.stdin:
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._typed, line.strip().lower())

    def _typed(self, word: str) -> None:
        """Answers the phone that has waited longest."""
        waiting = self.reception.book.waiting()
        if waiting and word[:1] in ("y", "o", "n"):
            phone = waiting[0]
            self._asked.discard(phone.digest)
            (self.reception.refuse if word[0] == "n" else self.reception.agree)(phone.digest)


def wish_of(phone: Phone) -> Message:
    """Says what a phone wants, or has."""
    role, player = phone.wants or phone.role, phone.wants_player or phone.player
    return say(f"phones.wish.{role}", player=player, number=phone.number)
