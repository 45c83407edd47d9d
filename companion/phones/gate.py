"""The gate: the table's private socket, on a thread of its own; one server at a time speaks through it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.core.decoding import DECODING_ERRORS
from companion.phones.forms import AnyFromServer, FromTable
from companion.ports.private_socket import SERVICE, USER, PrivateSocket, runtime_path
from companion.ports.threads import MessageThread

SOCKET_NAME = "phones.sock"
LONGEST_LINE = 1 << 16
"""Bytes of one line from the server: a phone's message is a sixteenth of it."""
MOST_UNREAD = 64 << 20
"""Bytes that a server may leave unread before it is let go."""

log = logging.getLogger("phones")
_lines: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)


def gate_path() -> Path:
    """Returns where the table listens for its server."""
    return runtime_path(SOCKET_NAME, USER, SERVICE)


class Gate:
    """Passes lines between the server and the table's thread, to which everything heard is posted."""

    def __init__(
        self,
        path: Path,
        post: Callable[[Callable[[], Any]], None],
        hear: Callable[[AnyFromServer], None],
        connected: Callable[[bool], None],
    ) -> None:
        self._post = post
        self._hear = hear
        self._connected = connected
        self._socket = PrivateSocket(path)
        self._loop = asyncio.new_event_loop()
        self._line: asyncio.StreamWriter | None = None
        self._thread = MessageThread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    def tell(self, line: FromTable) -> None:
        """Sends a line to the server; safe from any thread."""
        body = msgspec.json.encode(line) + b"\n"
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._send, body)

    def close(self) -> None:
        """Lets the server go and listens no more."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=3)
        self._socket.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(
            asyncio.start_unix_server(self._converse, sock=self._socket.door, limit=LONGEST_LINE)
        )
        self._loop.run_forever()
        if self._line is not None:
            self._line.transport.abort()
        # Whoever speaks hears that the line is cut, and ends by itself.
        self._loop.run_until_complete(_end_of_others())
        self._loop.close()

    def _send(self, body: bytes) -> None:
        line = self._line
        if line is None or line.is_closing():
            return
        line.write(body)
        if line.transport.get_write_buffer_size() > MOST_UNREAD:
            line.transport.abort()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speaks with one server until it goes, or until another takes its place."""
        if self._line is not None:
            self._line.transport.abort()
        self._line = writer
        self._post(partial(self._connected, True))
        try:
            while body := await reader.readline():
                self._post(partial(self._hear, _lines.decode(body)))
        except (OSError, ValueError, *DECODING_ERRORS) as error:
            log.warning("the phones' server was let go: %s", type(error).__name__)
        finally:
            if self._line is writer:
                self._line = None
                self._post(partial(self._connected, False))
            writer.transport.abort()


async def _end_of_others() -> None:
    mine = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not mine]
    if others:
        await asyncio.wait(others, timeout=2)
