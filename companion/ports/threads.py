"""Threads that read and write messages.

msgspec works a type out at its first use, and ends the program (a segmentation fault) where two threads do
so at once. So every type that there is gets worked out before such a thread starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from threading import Lock, Thread

from msgspec import Struct, json

_prepared: set[type[Struct]] = set()
_lock = Lock()


class MessageThread(Thread):
    """A thread that may read and write messages, as the one that starts it does."""

    def start(self) -> None:
        """Works out all types of messages, then starts."""
        prepare_types()
        super().start()


def prepare_types() -> None:
    """Works out every type of message that is known by now."""
    with _lock:
        for each in set(_kinds_of(Struct)) - _prepared:
            with suppress(NameError, TypeError):  # what can never be read needs no preparing
                json.Decoder(each)
            _prepared.add(each)


def _kinds_of(base: type[Struct]) -> Iterator[type[Struct]]:
    for each in base.__subclasses__():
        yield each
        yield from _kinds_of(each)
