"""Connects through a network that loses packets: a new try every moment, the first that is through counts.

A try whose first packet was lost is given up instead of waited for: TCP repeats that packet only after a
second, and is slow with every later loss on such a connection.
"""

from __future__ import annotations

import selectors
import socket
import time
from contextlib import ExitStack
from errno import EINPROGRESS
from itertools import cycle

EVERY_S = 0.15
LIVES_S = (*(0.9,) * 19, 3.0)
"""How long one try after the other is waited for: less than until TCP repeats itself. On a slow network the
last one comes through."""


def connect(host: str, port: int, timeout_s: float) -> socket.socket:
    """Returns a connection; raises what a try met with, or TimeoutError."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    lives, begins = cycle(LIVES_S), time.monotonic()
    end = begins + timeout_s
    with selectors.DefaultSelector() as tries, ExitStack() as opened:
        while (now := time.monotonic()) < end:
            for key in list(tries.get_map().values()):
                if now > key.data[1]:
                    tries.unregister(key.fileobj)
            if now >= begins:
                begins = now + EVERY_S
                sock = opened.enter_context(socket.socket(family, kind))
                sock.setblocking(False)
                error = sock.connect_ex(address)
                if error not in (0, EINPROGRESS):
                    raise OSError(error, f"{host}:{port}")
                tries.register(sock, selectors.EVENT_WRITE, (now, now + next(lives)))
            ready = [key for key, _ in tries.select(max(0.0, begins - time.monotonic()))]
            if ready:
                # The youngest: what has waited for long was repeated already.
                tried = max(ready, key=lambda key: key.data).fileobj
                assert isinstance(tried, socket.socket)
                if error := tried.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    raise OSError(error, f"{host}:{port}")
                return socket.socket(family, kind, fileno=tried.detach())
    raise TimeoutError(f"{host}:{port}")
