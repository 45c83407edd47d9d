"""The hub: every phone at the line, told whatever is new to it; none of them can hold up another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from companion.core.decoding import DECODING_ERRORS
from companion.core.message import say
from companion.games.protocol import Game
from companion.i18n import words
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
    Wonder,
)
from companion.phones.line import TableLine
from companion.phones.rights import may
from companion.phones.telling import language_of, tell_answer, tell_places, tell_view

MOST_ANSWERS = 32
"""Answers that a phone may leave unread; more than it may ask in the time."""
SEND_S = 20.0
"""How long a phone may take to read one message."""

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
        self._clients: set[Client] = set()
        self._cache: dict[Any, bytes] = {}
        self._lit: tuple[Any, bytes] = (None, b"")

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
        """Writes the spaces in reach for a seat, where the table has told them for what is shown."""
        night, lit = self._line.night, self._line.lit
        if night is None or lit is None or lit.revision != night.revision or not may(phone.role, "ask"):
            return None
        if self._lit[0] is not lit:
            told = {"kind": "lit", "revision": lit.revision, "spaces": lit.spaces}
            self._lit = (lit, msgspec.json.encode(told))
        return self._lit[1]

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
            case Ask(request, revision, figure, space):
                asked = {"revision": revision, "figure": figure, "space": space}
                self._answer(client, request, await self._line.ask(Wonder, phone=client.digest, **asked))
            case Leave():
                self._line.tell(Go(client.digest))
        client.wake.set()

    async def _do(self, client: Client, request: str, revision: int, commands: tuple[Any, ...]) -> None:
        answer = await self._line.ask(
            Do, phone=client.digest, id=request, revision=revision, commands=commands
        )
        self._answer(client, request, answer)

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
