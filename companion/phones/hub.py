"""The hub: every phone at the line, told whatever is new to it; none of them can hold up another."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from companion.core.decoding import DECODING_ERRORS
from companion.core.message import say
from companion.games.protocol import Game
from companion.i18n import words
from companion.night.questions import find_reach
from companion.night.reasons import Found, Reason, mover_of
from companion.phones.forms import (
    Answer,
    AnyFromPhone,
    Ask,
    AskPlace,
    Chance,
    Do,
    Go,
    Hello,
    Knock,
    Leave,
    Phone,
    Submit,
)
from companion.phones.line import TableLine
from companion.phones.rights import may
from companion.phones.telling import language_of, tell_answer, tell_places, tell_view, tell_ways
from companion.phones.thinking import Thinking, TooLong

MOST_ANSWERS = 32
"""Answers that a phone may leave unread; more than it may ask in the time."""
SEND_S = 20.0
"""How long a phone may take to read one message."""

log = logging.getLogger("phones")
_messages: msgspec.json.Decoder[AnyFromPhone] = msgspec.json.Decoder(AnyFromPhone)


class Hostile(Exception):
    """A message that no page of ours sends."""


class Client:
    """One browser at the line."""

    def __init__(self, digest: str, send: Callable[[bytes], Awaitable[None]], language: str) -> None:
        self.digest = digest
        self.send = send
        self.language = language
        self.wake = asyncio.Event()
        self.answers: deque[bytes] = deque(maxlen=MOST_ANSWERS)
        self.told: Any = None
        """What it was shown last."""
        self.lit_for: Any = None
        self.is_gone = False


class Hub:
    """Tells phones what is new, and carries their messages to the table."""

    def __init__(self, line: TableLine) -> None:
        self._line = line
        self._thinking = Thinking()
        self._clients: set[Client] = set()
        self._cache: dict[Any, bytes] = {}
        self._lit: dict[Any, bytes] = {}
        self._lighting: Any = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._clients)

    def count(self, digest: str) -> int:
        """Counts the lines of one browser."""
        return sum(client.digest == digest for client in self._clients)

    def phone(self, digest: str) -> Phone | None:
        """Returns the phone that a browser is, if it came in."""
        return self._line.phones.get(digest)

    def changed(self) -> None:
        """Wakes everybody: something may be new."""
        for client in self._clients:
            client.wake.set()

    # Telling.

    async def serve(self, client: Client) -> None:
        """Tells one phone what is new to it until it goes."""
        self._clients.add(client)
        client.wake.set()
        try:
            while not client.is_gone:
                await client.wake.wait()
                client.wake.clear()
                await self._tell(client)
        finally:
            self._clients.discard(client)

    async def _tell(self, client: Client) -> None:
        while client.answers:
            await self._send(client, client.answers.popleft())
        if not self._line.is_told:
            return  # the table is away; it comes back
        phone = self.phone(client.digest)
        if phone is None:
            client.is_gone = True
            await self._send(client, _GONE)
            return
        key, body = self._shown(phone, client.language)
        if key != client.told:
            client.told = key
            await self._send(client, body)
        lit = self._light(phone)
        if lit is not None and lit is not client.lit_for:
            client.lit_for = lit
            await self._send(client, lit)

    async def _send(self, client: Client, body: bytes) -> None:
        async with asyncio.timeout(SEND_S):
            await client.send(body)

    def _shown(self, phone: Phone, language: str) -> tuple[Any, bytes]:
        """Writes what a phone shows now; phones that see the same share it."""
        night = self._line.night
        if phone.role is None or night is None:
            others = tuple(self._line.phones.values())
            body = tell_places(night, phone, others, language)
            return body, body
        key = (id(night), night.revision, phone.role, phone.player, language)
        if key not in self._cache:
            if any(old[:2] != key[:2] for old in self._cache):
                self._cache.clear()
            self._cache[key] = tell_view(night, phone, language)
        return key, self._cache[key]

    def _light(self, phone: Phone) -> bytes | None:
        """Returns the spaces in reach of a seat whose turn it is, as soon as the rules have found them."""
        night = self._line.night
        if night is None or not may(phone.role, "ask"):
            return None
        key = (id(night), night.revision)
        if key in self._lit:
            return self._lit[key]
        view = night.game.view(night.state)
        if view.prompt.player != phone.player or view.dice is not None or self._lighting == key:
            return None
        self._lighting = key
        self._begin(self._find_light(key, partial(find_reach, night.game, night.state, mover_of(view))))
        return None

    async def _find_light(self, key: Any, question: Callable[[], Any]) -> None:
        try:
            spaces = await self._thinking.work_out(question)
        except TooLong:
            spaces = ()
        except Exception:  # a board without light is still a board
            log.exception("no light")
            spaces = ()
        self._lit = {key: msgspec.json.encode({"kind": "lit", "revision": key[1], "spaces": spaces})}
        self.changed()

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Hearing.

    async def hear(self, client: Client, body: bytes | str) -> None:
        """Takes in one message of a phone; raises Hostile over what no page of ours says."""
        try:
            message = _messages.decode(body)
        except (*DECODING_ERRORS, RecursionError, UnicodeError):
            raise Hostile from None
        phone = self.phone(client.digest)
        if phone is None:
            client.wake.set()
            return
        match message:
            case Hello(language):
                client.language, client.told, client.lit_for = language_of(language), None, None
            case Knock(role, player):
                answer = await self._line.ask(AskPlace, phone=client.digest, role=role, player=player)
                if not answer.ok:
                    self._answer(client, "", answer)
            case Submit(request, revision, commands):
                await self._do(client, request, revision, commands)
            case Chance(request, revision):
                await self._do(client, request, revision, ())
            case Ask():
                await self._ask(client, phone, message)
            case Leave():
                self._line.tell(Go(client.digest))
        client.wake.set()

    async def _do(self, client: Client, request: str, revision: int, commands: tuple[Any, ...]) -> None:
        answer = await self._line.ask(
            Do, phone=client.digest, id=request, revision=revision, commands=commands
        )
        self._answer(client, request, answer)

    async def _ask(self, client: Client, phone: Phone, message: Ask) -> None:
        night = self._line.night
        if night is None or not may(phone.role, "ask"):
            return
        game, language = night.game, client.language
        if night.revision != message.revision:
            stale = Answer(0, False, night.revision, "stale", say("phones.stale"))
            self._answer(client, message.id, stale)
            return
        view = game.view(night.state)
        board = view.board
        if board is None or all(space.id != message.space for space in board.spaces):
            raise Hostile
        if all(piece.id != message.figure for piece in board.pieces):
            raise Hostile
        found: Found = Reason(say("phones.not_your_turn"))
        if view.prompt.player == phone.player:
            found = await self._thinking.ways(night, message.figure, message.space)
        client.answers.append(tell_ways(game, message.id, found, language))

    def _answer(self, client: Client, request: str, answer: Answer) -> None:
        client.answers.append(tell_answer(self._game, request, answer, client.language))
        client.wake.set()

    @property
    def _game(self) -> Game[Any] | None:
        return self._line.night.game if self._line.night is not None else None


def complaint(language: str) -> bytes:
    """Writes what a phone hears that sends too much or nonsense."""
    said = words(say("phones.hostile"), language)
    return msgspec.json.encode({"kind": "gone", "why": said})


_GONE = msgspec.json.encode({"kind": "gone"})
