"""Connects through a network that loses packets: several tries at once, and the first that is through counts.

A lost first packet costs TCP a second, and the connection three more at its next loss. A second try a moment
later costs nothing.
"""

from __future__ import annotations

import selectors
import socket
import time
from errno import EINPROGRESS

EVERY_S = 0.1
MOST = 10
"""How many tries run at once at most."""


def connect_racing(host: str, port: int, timeout_s: float) -> socket.socket:
    """Returns a connection; raises what the last try met with, or TimeoutError."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    began = time.monotonic()
    trouble: OSError = TimeoutError(f"{host}:{port}")
    tries: list[socket.socket] = []
    with selectors.DefaultSelector() as ready:
        try:
            while (passed := time.monotonic() - began) < timeout_s:
                if len(tries) < MOST and passed >= len(tries) * EVERY_S:
                    sock = socket.socket(family, kind)
                    sock.setblocking(False)
                    tries.append(sock)
                    if sock.connect_ex(address) in (0, EINPROGRESS):
                        ready.register(sock, selectors.EVENT_WRITE)
                for key, _ in ready.select(EVERY_S):
                    winner = key.fileobj
                    assert isinstance(winner, socket.socket)
                    error = winner.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                    if not error:
                        tries.remove(winner)
                        winner.settimeout(timeout_s)
                        return winner
                    ready.unregister(winner)
                    trouble = OSError(error, "")
                if len(tries) == MOST and not ready.get_map():
                    break
        finally:
            for sock in tries:
                sock.close()
    raise trouble
