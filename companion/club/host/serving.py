"""Runs a host until somebody stops it: broker, collector and web server in one process."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn
from msgspec import Struct
from msgspec.structs import replace

from companion.club.host.host import Host
from companion.club.host.settings import save_settings
from companion.club.host.web import Web
from companion.core.errors import Illegal
from companion.core.message import say


class Place(Struct, frozen=True):
    """Where a host is reached: by tables and browsers, and where its broker is."""

    address: str
    port: int
    broker: str
    broker_port: int
    own_broker: bool = True


def serve(folder: Path, place: Place, on_ready: Callable[[Web], None]) -> None:
    """Runs the host of a club night until it is interrupted; refuses in words a port that is taken."""
    host = Host(folder)
    try:
        host.settings = replace(host.settings, web_port=place.port)
        save_settings(folder, host.settings)
        broker = (place.address if place.own_broker else place.broker, place.broker_port)
        web = Web(host, place.address, place.port, broker, owns_broker=place.own_broker)
        server = uvicorn.Server(
            uvicorn.Config(
                web.app,
                host="0.0.0.0",
                port=place.port,
                log_level=logging.ERROR,
                access_log=False,
                timeout_graceful_shutdown=1,
                limit_concurrency=200,
            )
        )
        sock = _socket_of(server.config)
        host.start(place.broker, place.broker_port, own_broker=place.own_broker)
        on_ready(web)
        # Told to end, it ends as with Ctrl-C: the broker goes along.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[sock])
    finally:
        host.close()


def _socket_of(config: uvicorn.Config) -> socket.socket:
    """Takes the port before anything else begins."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((config.host, config.port))
    except OSError:
        sock.close()
        raise Illegal(say("club.port_taken", port=config.port)) from None
    sock.set_inheritable(True)
    return sock
