"""How a game ended."""

from __future__ import annotations

from msgspec import Struct

from companion.core.message import Message


class Rank(Struct, frozen=True):
    """A player's place; shared places carry the same number."""

    player: str
    place: int
    score: int = 0
    note: Message | None = None


class Outcome(Struct, frozen=True):
    """The end: who won (nobody, one or several), the ranking of all, and why in one sentence."""

    winners: tuple[str, ...]
    ranking: tuple[Rank, ...]
    because: Message
