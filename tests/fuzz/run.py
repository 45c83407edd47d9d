"""Hands mutated documents to every reader, and collects what none of them may raise."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from msgspec import Struct

from companion.core.errors import Refusal
from tests.fuzz.mutate import mutated
from tests.fuzz.readers import Reader

LONGEST_S = 10.0
"""Nothing that can be handed over may take longer, in processor time."""


class Endless(BaseException):
    """A reader took longer than it may; it ended by this, which no reader catches."""


class Tally(Struct):
    """How often a reader was asked, how often it refused, and the first defects that it showed."""

    inputs: int = 0
    refused: int = 0
    slowest_s: float = 0.0
    spent_s: float = 0.0
    defects: list[str] = []


def fuzz(readers: tuple[Reader, ...], seed: int, goes_on: Callable[[int], bool]) -> dict[str, Tally]:
    """Feeds the readers by their shares for as long as `goes_on` says of the number of inputs."""
    chance = Random(seed)
    tallies = {reader.name: Tally(defects=[]) for reader in readers}
    for total, reader in enumerate(_in_turn(readers)):
        if not goes_on(total):
            break
        _try(reader, mutated(chance.choice(reader.seeds), chance), tallies[reader.name])
    return tallies


def _in_turn(readers: tuple[Reader, ...]) -> Iterator[Reader]:
    while True:
        for place in range(max(reader.share for reader in readers)):
            yield from (reader for reader in readers if place < reader.share)


def _try(reader: Reader, document: bytes, tally: Tally) -> None:
    began = time.process_time()
    try:
        with _at_most(LONGEST_S):
            reader.read(document)
    except (Refusal, OSError):
        tally.refused += 1
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        where = traceback.extract_tb(error.__traceback__)[-1]
        found = f"{type(error).__name__} in {where.filename}:{where.lineno}: {document[:300]!r}"
        if len(tally.defects) < 20:
            tally.defects.append(found)
    spent = time.process_time() - began
    tally.inputs += 1
    tally.spent_s += spent
    tally.slowest_s = max(tally.slowest_s, spent)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends with Endless what takes more processor time."""

    def end(*_: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def defects_of(tallies: dict[str, Tally]) -> list[str]:
    """Lists every defect with the reader's name."""
    slow = [
        f"{name}: {tally.slowest_s:.1f} s" for name, tally in tallies.items() if tally.slowest_s > LONGEST_S
    ]
    return slow + [f"{name}: {defect}" for name, tally in tallies.items() for defect in tally.defects]
