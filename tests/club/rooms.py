"""A host and tables each in a network namespace of its own, on one bridge that belongs to nobody else.

Packets are lost at random where they arrive (nftables), and a table's cable can be pulled. Nothing of it can
be reached from outside, and nothing outside from it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress

HUB = "198.18.0.1"


def can_make_rooms() -> bool:
    """Tells whether this machine lets us make namespaces."""
    has_tools = all(
        shutil.which(tool, path="/usr/sbin:/sbin:/usr/bin:/bin") for tool in ("ip", "nft", "curl")
    )
    return has_tools and os.geteuid() == 0


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Rooms:
    """Namespaces `<name>-host` and `<name>-1`, `<name>-2`, … for so many tables."""

    def __init__(self, name: str, tables: int) -> None:
        self.name, self.tables = name, tables
        self.close()
        self._make("host")
        self._inside("host", "ip", "link", "add", "bridge", "type", "bridge")
        self._inside("host", "ip", "address", "add", f"{HUB}/24", "dev", "bridge")
        self._inside("host", "ip", "link", "set", "bridge", "up")
        for number in range(1, tables + 1):
            room = self._make(str(number))
            cable = f"cable{number}"
            self._inside(
                "host", "ip", "link", "add", cable, "type", "veth", "peer", "name", "out", "netns", room
            )
            self._inside("host", "ip", "link", "set", cable, "master", "bridge")
            self._inside("host", "ip", "link", "set", cable, "up")
            self._inside(str(number), "ip", "address", "add", f"198.18.0.{number + 10}/24", "dev", "out")
            self._inside(str(number), "ip", "link", "set", "out", "up")

    def _make(self, room: str) -> str:
        run("ip", "netns", "add", f"{self.name}-{room}")
        self._inside(room, "ip", "link", "set", "lo", "up")
        return f"{self.name}-{room}"

    def where(self, process: str) -> Sequence[str]:
        """Returns what runs a process of the arena in its room."""
        room = "host" if process == "host" else process.removeprefix("table-")
        return ("ip", "netns", "exec", f"{self.name}-{room}")

    def _inside(self, room: str, *command: str) -> None:
        run("ip", "netns", "exec", f"{self.name}-{room}", *command)

    def lose(self, percent: int) -> None:
        """Lets every room lose so many of a hundred packets that come in from the others."""
        for room in ("host", *map(str, range(1, self.tables + 1))):
            self._inside(room, "nft", "flush", "ruleset")
            if percent:
                rules = (
                    "table ip loss { chain incoming { type filter hook input priority 0; "
                    f'iifname != "lo" numgen random mod 100 < {percent} drop; }}; }};'
                )
                self._inside(room, "nft", rules)

    def pull(self, number: int) -> None:
        """Pulls a table's cable."""
        self._inside("host", "ip", "link", "set", f"cable{number}", "down")

    def plug(self, number: int) -> None:
        """Plugs it in again."""
        self._inside("host", "ip", "link", "set", f"cable{number}", "up")

    def close(self) -> None:
        """Removes every room; what runs in them must have ended."""
        for room in ("host", *map(str, range(1, self.tables + 1))):
            with suppress(subprocess.CalledProcessError):
                run("ip", "netns", "delete", f"{self.name}-{room}")
