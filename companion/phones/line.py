"""The server's side of the gate: a copy of the night that follows the table's, and questions to the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from companion.core.decoding import DECODING_ERRORS
from companion.core.message import say
from companion.night.night import Night
from companion.phones.forms import (
    Answer,
    AnyFromTable,
    Door,
    Enter,
    FromServer,
    Grew,
    Keepsake,
    Lit,
    Opened,
    Phone,
    Phones,
    Ready,
)

AGAIN_S = 0.5
"""How long it waits before it looks for the table again."""
ANSWER_S = 10.0
ENTRY_S = 60.0
"""How long a phone waits at the door: given up, it would have used its invitation up for nothing."""
LONGEST_LINE = 64 << 20
"""Bytes of a whole night in one line."""

_lines: msgspec.json.Decoder[AnyFromTable] = msgspec.json.Decoder(AnyFromTable)


class TableLine:
    """Keeps what the table tells; when the table is away, it says so and looks for it again."""

    def __init__(self, path: Path, on_change: Callable[[], None], on_door: Callable[[bool], None]) -> None:
        self._path = path
        self._on_change = on_change
        self._on_door = on_door
        self._numbers = count(1)
        self._awaited: dict[int, asyncio.Future[Answer]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._ready: Ready | None = None
        self.night: Night[Any] | None = None
        self.phones: dict[str, Phone] = {}
        self.lit: Lit | None = None
        self.keepsake: Keepsake | None = None
        self.is_told = False
        """Whether the table has said who came in: only then is a stranger known to be one."""

    async def run(self) -> None:
        """Speaks with the table as long as the server lives."""
        while True:
            with suppress(OSError, ValueError, *DECODING_ERRORS):
                await self._converse()
            self._lose()
            await asyncio.sleep(AGAIN_S)

    async def _converse(self) -> None:
        reader, self._writer = await asyncio.open_unix_connection(str(self._path), limit=LONGEST_LINE)
        try:
            if self._ready is not None:
                self.tell(self._ready)
            while body := await reader.readline():
                self._hear(_lines.decode(body))
        finally:
            self._writer.transport.abort()

    def _lose(self) -> None:
        self._writer, self.is_told = None, False
        for waiting in self._awaited.values():
            if not waiting.done():
                waiting.set_result(_AWAY)
        self._awaited.clear()
        self._on_change()

    def _hear(self, told: AnyFromTable) -> None:
        match told:
            case Door(is_open):
                self._on_door(is_open)
            case Opened(header, rows):
                self.night = Night.copy_of(header, rows) if header is not None else None
                self.keepsake = None
            case Grew(rows) if self.night is not None:
                self.night.follow(rows)
            case Phones(phones):
                self.phones = {phone.digest: phone for phone in phones}
                self.is_told = True
            case Lit():
                self.lit = told
            case Keepsake():
                self.keepsake = told
            case Answer(number):
                waiting = self._awaited.pop(number, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(told)
                return
        self._on_change()

    def tell(self, line: FromServer) -> None:
        """Sends a line that needs no answer; where it is `Ready`, every table to come hears it too."""
        if isinstance(line, Ready):
            self._ready = line
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(msgspec.json.encode(line) + b"\n")

    async def ask(self, form: Callable[..., FromServer], **fields: Any) -> Answer:
        """Asks the table something; the answer says so where the table is away, or busy for too long."""
        if self._writer is None:
            return _AWAY
        number = next(self._numbers)
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._awaited[number] = waiting
        self.tell(form(number=number, **fields))
        try:
            async with asyncio.timeout(ENTRY_S if form is Enter else ANSWER_S):
                return await waiting
        except TimeoutError:
            return _AWAY
        finally:
            self._awaited.pop(number, None)


_AWAY = Answer(0, False, error="away", message=say("phones.away"))
