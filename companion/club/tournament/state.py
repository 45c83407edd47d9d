"""What a tournament comes to: who plays, who sat where, how each table ended."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Method = Literal["random", "swiss", "round_robin"]
METHODS: tuple[Method, ...] = ("random", "swiss", "round_robin")


class Entrant(Struct, frozen=True, omit_defaults=True):
    """Somebody who plays, or played until dropping out."""

    name: str
    since: int = 1
    """The first round with this player."""
    is_out: bool = False


class Placed(Struct, frozen=True, omit_defaults=True):
    """Where a player came in at a table; shared places carry the same number."""

    player: str
    place: int
    score: int = 0


class Sitting(Struct, frozen=True, omit_defaults=True):
    """One table of a round, and its result once there is one."""

    players: tuple[str, ...]
    places: tuple[Placed, ...] = ()
    night: str = ""
    """The night that the result comes from."""
    is_corrected: bool = False
    """Whether the organiser has the last word on it."""


class Round(Struct, frozen=True, omit_defaults=True):
    """A round: its tables from 1 on, and who sits out."""

    tables: tuple[Sitting, ...]
    byes: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Tells whether every table has a result."""
        return all(table.places for table in self.tables)


class Tournament(Struct, frozen=True, omit_defaults=True):
    """The whole event."""

    event: str
    title: str
    game: str
    planned_rounds: int
    method: Method
    table_size: int
    smallest: int
    largest: int
    points: tuple[int, ...] = ()
    """The game's own points by place; empty for the general ones."""
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    is_over: bool = False

    @property
    def playing(self) -> tuple[str, ...]:
        """Lists who is to be seated in the next round."""
        return tuple(entrant.name for entrant in self.entrants if not entrant.is_out)
