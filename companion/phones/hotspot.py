"""A wireless network of the Pi's own, where there is none to trust: NetworkManager opens and closes it."""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.core.errors import Illegal
from companion.core.message import literal, say

CONNECTION = "tabletop-phones"
SLOW_S = 30.0
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Nothing that is read as something else: no l, o, 0, 1, i."""


class Network(Struct, frozen=True):
    """A wireless network by its name and password (WPA2)."""

    name: str
    password: str


Runs = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=SLOW_S,
        check=False,
        stdin=subprocess.DEVNULL,
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
    )


class Hotspot:
    """Asks NetworkManager for a network that only this table's phones join."""

    def __init__(self, run: Runs = _run) -> None:
        self._run = run

    def device(self) -> str:
        """Names the wireless device; refuses where there is none, or nobody who manages it."""
        answer = self._ask("-t", "-f", "DEVICE,TYPE", "device")
        for line in answer.splitlines():
            name, _, kind = line.partition(":")
            if kind == "wifi":
                return name
        raise Illegal(say("phones.hotspot.no_wireless"))

    def open(self) -> Network:
        """Opens the network under a new password, and returns it."""
        device = self.device()
        self.close()
        word = "".join(secrets.choice(LETTERS) for _ in range(12))
        network = Network(f"Tabletop {secrets.randbelow(900) + 100}", f"{word[:4]}-{word[4:8]}-{word[8:]}")
        self._ask(
            "device", "wifi", "hotspot", "ifname", device, "con-name", CONNECTION,
            "ssid", network.name, "password", network.password,
        )  # fmt: skip
        # WPA2 alone, and never again by itself after a restart.
        self._ask(
            "connection", "modify", CONNECTION, "802-11-wireless-security.proto", "rsn",
            "802-11-wireless-security.pairwise", "ccmp", "802-11-wireless-security.group", "ccmp",
            "connection.autoconnect", "no",
        )  # fmt: skip
        return network

    def close(self) -> None:
        """Closes the network and forgets its password."""
        try:
            self._run(["nmcli", "connection", "delete", CONNECTION])
        except (OSError, subprocess.TimeoutExpired):
            return

    def _ask(self, *words: str) -> str:
        try:
            done = self._run(["nmcli", *words])
        except FileNotFoundError:
            raise Illegal(say("phones.hotspot.no_manager")) from None
        except subprocess.TimeoutExpired:
            raise Illegal(say("phones.hotspot.slow")) from None
        if done.returncode:
            why = " ".join((done.stderr or done.stdout).split())[:160]
            missing = done.returncode == 8 or "not running" in why
            raise Illegal(
                say("phones.hotspot.no_manager")
                if missing
                else say("phones.hotspot.failed", why=literal(why))
            )
        return done.stdout
