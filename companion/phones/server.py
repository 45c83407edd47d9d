"""The server's life: it waits for the table, and its port is open while the table lets phones in."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from weakref import ref

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.core.message import say
from companion.core.system import why_refused
from companion.phones.address import own_addresses
from companion.phones.forms import LONGEST_MESSAGE, Ready
from companion.phones.hub import Hub
from companion.phones.line import TableLine
from companion.phones.web import Web
from companion.ports.service import Heartbeat, notify

PORT = 8642
PORTS = 10
"""How many ports it tries, where others listen at the first."""
FIRST_REQUEST_S = 10.0
"""How long a connection may be silent before it has asked for anything."""
MOST_CONNECTIONS = 120
BEAT_S = 1.0
END_S = 3.0
LOOPBACK = ("127.0.0.1", "localhost")

log = logging.getLogger("phones")


class Impatient(H11Protocol):
    """Lets go of connections that ask for nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Gives a new connection some seconds to ask."""
        super().connection_made(transport)
        # By a weak reference: a connection that is over is not kept until its time is up.
        self.loop.call_later(FIRST_REQUEST_S, _look_at, ref(self))


def _look_at(connection: ref[Impatient]) -> None:
    """Lets go of a connection that has not asked for anything yet."""
    found = connection()
    if found is not None and found.scope is None and not found.transport.is_closing():
        found.transport.abort()


class Quiet(uvicorn.Server):
    """A web server that leaves the signals to the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Takes no signal over."""
        yield


class PhoneServer:
    """Serves phones while the table lets them in; it holds nothing that a kill would lose."""

    def __init__(
        self, gate: Path, *, port: int = PORT, bind: str = "0.0.0.0", parent: int | None = None
    ) -> None:
        self._port, self._bind = port, bind
        self._parent = parent
        self._line = TableLine(gate, self._changed, self._door)
        self._hub = Hub(self._line)
        self._web = Web(self._line, self._hub, lambda: self._hosts)
        self._hosts: frozenset[str] = frozenset()
        self._is_wanted = asyncio.Event()
        self._is_ending = False
        self._server: Quiet | None = None

    def _changed(self) -> None:
        self._hub.changed()

    def _door(self, is_open: bool) -> None:
        if is_open:
            self._is_wanted.set()
        else:
            self._is_wanted.clear()
            if self._server is not None:
                self._server.should_exit = True

    async def run(self) -> None:
        """Lives until it is told to stop."""
        loop = asyncio.get_running_loop()
        stopping = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(ValueError, RuntimeError):  # not on the main thread
                loop.add_signal_handler(number, stopping.set)
        tasks = [asyncio.create_task(work) for work in (self._line.run(), self._listen(), self._beat())]
        notify("READY=1")
        waiting = asyncio.create_task(stopping.wait())
        try:
            done, _ = await asyncio.wait((waiting, *tasks), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._is_ending = True
            if self._server is not None:
                # It ends by itself; cancelled in the middle, it would begin again.
                self._server.should_exit = self._server.force_exit = True
                await asyncio.wait(tasks[1:2], timeout=END_S)
            for task in (waiting, *tasks):
                task.cancel()
            await asyncio.wait((waiting, *tasks), timeout=END_S)

    async def _listen(self) -> None:
        """Opens the port when the table wants it, and closes it when not."""
        while not self._is_ending:
            await self._is_wanted.wait()
            try:
                door = self._open()
            except OSError as error:
                log.warning("no port: %s", error)
                self._line.tell(Ready(trouble=say("phones.no_network", why=why_refused(error))))
                await asyncio.sleep(2)
                continue
            with door:
                await self._serve(door)

    def _open(self) -> socket.socket:
        first: OSError | None = None
        for port in range(self._port, self._port + (PORTS if self._port else 1)):
            door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind((self._bind, port))
                door.listen(64)
            except OSError as error:
                door.close()
                first = first or error
            else:
                return door
        assert first is not None
        raise first

    async def _serve(self, door: socket.socket) -> None:
        port = door.getsockname()[1]
        addresses = own_addresses() if self._bind == "0.0.0.0" else (self._bind,)
        names = (*addresses, *LOOPBACK, f"{socket.gethostname()}.local".lower())
        self._hosts = frozenset(f"{name}:{port}" for name in names)
        self._line.tell(Ready(tuple(a for a in addresses if len(addresses) == 1 or a not in LOOPBACK), port))
        config = uvicorn.Config(
            self._web.app,
            http=Impatient,
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=10,
            ws_ping_timeout=10,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
        )
        self._server = Quiet(config)
        if self._is_wanted.is_set():
            await self._server.serve(sockets=[door])
        self._server = None

    async def _beat(self) -> None:
        """Feeds the watchdog; ends with the process that began this one, where it shall."""
        heart = Heartbeat()
        # Who has process 1 for a parent lost its own while it began.
        while self._parent is None or 1 != os.getppid() == self._parent:
            heart.beat()
            await asyncio.sleep(BEAT_S)
