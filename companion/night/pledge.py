"""Dice that are settled before they are rolled: the hash of a seed is shown first, the seed after the roll.

All seeds of a night form one chain, each the hash of the next, so that the first hash settles every roll of
the night. A seed that is told shows that the hash before it was honest, and promises the next one.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from secrets import token_bytes

from companion.night.record import Pledge, Row, Step
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import data_folder, make_private_folder

SEEDS_A_CHAIN = 1024
"""How many rolls one pledge is good for; a longer night begins another chain."""
KEY_BYTES = 32
SHOWN_DIGITS = 8
"""How much of a hash or a seed a screen shows."""
_WORD = 1 << 64


def hashed(seed: bytes) -> bytes:
    """Returns the promise that a seed keeps."""
    return sha256(seed).digest()


def chooser(seed: bytes) -> Callable[[int], int]:
    """Returns what picks numbers below n, all equally likely, by the seed alone."""
    numbers = (
        int.from_bytes(sha256(b"roll" + seed + number.to_bytes(8, "big")).digest()[:8], "big")
        for number in count()
    )

    def choose(below: int) -> int:
        return next(number for number in numbers if number < _WORD - _WORD % below) % below

    return choose


class Seeds:
    """The secret of one machine, from which it draws the seeds of every night that it began."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def begin(self) -> Pledge:
        """Pledges a new chain of seeds."""
        nonce = token_bytes(16)
        return Pledge(nonce.hex(), self._link(nonce, 0).hex())

    def seed(self, pledge: Pledge, number: int) -> bytes | None:
        """Returns seed `number` (from 1) of a chain; None where it is another machine's, or used up."""
        nonce = bytes.fromhex(pledge.nonce)
        if not 1 <= number <= SEEDS_A_CHAIN or self._link(nonce, 0).hex() != pledge.hash:
            return None
        return self._link(nonce, number)

    def _link(self, nonce: bytes, number: int) -> bytes:
        link = hmac.digest(self._key, nonce, "sha256")
        for _ in range(SEEDS_A_CHAIN - number):
            link = hashed(link)
        return link


def kept_seeds(folder: Path | None = None) -> Seeds | None:
    """Opens this machine's secret, made once; None where the disk refuses it: dice then fall unpledged."""
    path = (folder or data_folder()) / "dice.key"
    with suppress(OSError):
        if not path.is_file() or path.stat().st_size != KEY_BYTES:
            # Half a secret, or a device in its place, could be guessed.
            path.unlink(missing_ok=True)
            make_private_folder(path.parent)
            write_whole(path, token_bytes(KEY_BYTES), is_private=True)
        return Seeds(read_whole(path))
    return None


class Promise:
    """What the rows of a night have promised so far, and the seeds that they told."""

    def __init__(self, first: Pledge | None) -> None:
        self.pledge = first
        self.told = 0
        """How many seeds of the running chain have been told."""
        self.hash: bytes | None = bytes.fromhex(first.hash) if first else None
        """What the next seed must hash to; None where nothing is promised."""

    def add(self, row: Row) -> None:
        """Takes a recorded row in."""
        if isinstance(row, Step):
            if row.seed and self.hash is not None:
                self.hash, self.told = bytes.fromhex(row.seed), self.told + 1
        elif row.pledge is not None:
            self.pledge, self.told, self.hash = row.pledge, 0, bytes.fromhex(row.pledge.hash)

    def is_kept_by(self, seed: bytes) -> bool:
        """Tells whether a seed is the one that was promised."""
        return self.hash is not None and hmac.compare_digest(hashed(seed), self.hash)


def shown(value: bytes) -> str:
    """Writes the beginning of a hash or a seed in groups of four, as a screen shows it."""
    digits = value.hex()[:SHOWN_DIGITS]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
