"""The watcher's socket: clients come and go, ask and are told; none of them can hold it up."""

from __future__ import annotations

import select
import socket
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.core.decoding import DECODING_ERRORS
from companion.ports.private_socket import PrivateSocket
from companion.ports.watch import Pictures, WatchReport, WatchRequest

LONGEST_REQUEST = 2 << 20
"""A table with the photo of its board."""
LONGEST_OUTBOX = 8 << 20
"""Bytes that a client may leave unread, a picture and many reports, before it is let go."""
MOST_CLIENTS = 8
"""More than any table has screens; they bound what the unread pictures of all may take."""


class Client(Struct, eq=False):
    """Somebody at the other end of the socket."""

    line: socket.socket
    heard: bytes = b""
    outbox: bytearray = msgspec.field(default_factory=bytearray)
    pictures: Pictures = "none"
    has_asked: bool = False


class Teller:
    """Tells every client every report; a picture is left out for a client that has not read the last one."""

    def __init__(self, path: Path) -> None:
        self._socket = PrivateSocket(path)
        self._door = self._socket.door
        self._clients: list[Client] = []
        self._newest = b""

    def tell(self, report: WatchReport) -> None:
        """Queues a report for everybody; clients that come later get it as their first."""
        self._newest = msgspec.json.encode(report) + b"\n"
        for client in list(self._clients):
            if len(client.outbox) > LONGEST_OUTBOX:
                self._let_go(client)
            else:
                client.outbox += self._newest

    def wants(self, pictures: Pictures) -> bool:
        """Tells whether anybody who is ready for one wants such a picture."""
        return any(client.pictures == pictures and not client.outbox for client in self._clients)

    def show(self, report: WatchReport, pictures: Pictures) -> None:
        """Sends a report with its picture to those who want such pictures and have read their last one."""
        line = msgspec.json.encode(report) + b"\n"
        for client in self._clients:
            if client.pictures == pictures and not client.outbox:
                client.outbox += line

    def turn(self, wait_s: float) -> list[WatchRequest]:
        """Waits so long at most for something to do, does it, and returns what was asked."""
        waiting = [client.line for client in self._clients if client.outbox]
        lines = [client.line for client in self._clients]
        readable, writable, _ = select.select([self._door, *lines], waiting, [], wait_s)
        if self._door in readable:
            self._let_in()
        asked: list[WatchRequest] = []
        for client in list(self._clients):
            try:
                if client.line in writable:
                    sent = client.line.send(client.outbox[: 1 << 18])
                    del client.outbox[:sent]
                if client.line in readable:
                    asked += self._hear(client)
            except (OSError, *DECODING_ERRORS):
                self._let_go(client)
        return asked

    def _let_in(self) -> None:
        """Takes one more client in; where the room is full, one that never asked for anything goes first."""
        try:
            line, _ = self._door.accept()
        except OSError:
            return  # it is gone already, or there are no more handles
        if len(self._clients) >= MOST_CLIENTS:
            silent = next((client for client in self._clients if not client.has_asked), None)
            if silent is None:
                line.close()
                return
            self._let_go(silent)
        line.setblocking(False)
        self._clients.append(Client(line, outbox=bytearray(self._newest)))

    def close(self) -> None:
        """Lets everybody go."""
        for client in list(self._clients):
            self._let_go(client)
        self._socket.close()

    def _hear(self, client: Client) -> list[WatchRequest]:
        data = client.line.recv(65536)
        if not data or len(client.heard) + len(data) > LONGEST_REQUEST:
            raise ConnectionError
        *lines, client.heard = (client.heard + data).split(b"\n")
        requests = [msgspec.json.decode(line, type=WatchRequest) for line in lines]
        if requests:
            client.pictures, client.has_asked = requests[-1].pictures, True
        return requests

    def _let_go(self, client: Client) -> None:
        self._clients.remove(client)
        client.line.close()
