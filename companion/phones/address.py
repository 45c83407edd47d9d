"""Where this machine is reached on its own network, without asking anybody."""

from __future__ import annotations

import fcntl
import socket
import struct
from contextlib import suppress

SIOCGIFADDR = 0x8915
"""Linux's question for the IPv4 address of a network interface."""


def own_addresses() -> tuple[str, ...]:
    """Lists the IPv4 addresses of this machine, wireless and wired ones first, the loopback last."""
    found: list[tuple[int, str]] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                packed = fcntl.ioctl(asked.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append((_rank(name), socket.inet_ntoa(packed[20:24])))
    return tuple(dict.fromkeys(address for _, address in sorted(found)))


def _rank(name: str) -> int:
    for rank, prefix in enumerate(("wl", "en", "eth", "ap")):
        if name.startswith(prefix):
            return rank
    return 9 if name == "lo" else 5
