"""What the host keeps of a club night beside its journals: secrets, and which machine is which table."""

from __future__ import annotations

from pathlib import Path
from secrets import compare_digest, token_hex

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.club.host.broker import HOST_USER
from companion.core.errors import Illegal
from companion.core.message import say
from companion.night.forms import read_json
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import make_private_folder


class Seat(Struct, frozen=True):
    """A table that joined: its number, its machine and its password."""

    number: int
    machine: str
    password: str

    @property
    def user(self) -> str:
        """Returns what the table is called at the broker."""
        return table_name(self.number)


def table_name(number: int) -> str:
    """Returns what a table is called at the broker."""
    return f"table-{number}"


class Settings(Struct, frozen=True):
    """One club night."""

    event: str
    title: str
    tables: int
    """How many tables there are."""
    secret: str
    """What a code to join carries."""
    key: str
    """What an organiser's page carries."""
    host_password: str
    seats: tuple[Seat, ...] = ()
    web_port: int = 8021
    """Where the board was served last."""

    @property
    def accounts(self) -> dict[str, str]:
        """Lists who may come in at the broker."""
        return {HOST_USER: self.host_password, **{seat.user: seat.password for seat in self.seats}}


def new_settings(title: str, tables: int) -> Settings:
    """Makes the secrets of a new club night."""
    return Settings(token_hex(4), title, tables, token_hex(3), token_hex(8), token_hex(16))


def load_settings(folder: Path) -> Settings:
    """Reads a club night's settings; refuses with Invalid naming what is wrong."""
    file = folder / "club.json"
    settings: Settings = read_json(read_whole(file), Settings, str(file))
    return settings


def save_settings(folder: Path, settings: Settings) -> None:
    """Keeps the settings for its owner alone."""
    make_private_folder(folder)
    write_whole(folder / "club.json", msgspec.json.encode(settings), is_private=True)


def admit(settings: Settings, secret: str, machine: str) -> tuple[Settings, Seat]:
    """Gives a machine the table that it had, or the next free one; refuses in words."""
    if not compare_digest(secret.encode(), settings.secret.encode()):
        raise Illegal(say("club.wrong_code"))
    if not (machine.isalnum() and 8 <= len(machine) <= 32):
        raise Illegal(say("club.bad_machine"))
    for seat in settings.seats:
        if seat.machine == machine:
            return settings, seat
    taken = {seat.number for seat in settings.seats}
    free = next((number for number in range(1, settings.tables + 1) if number not in taken), None)
    if free is None:
        raise Illegal(say("club.full", tables=settings.tables))
    seat = Seat(free, machine, token_hex(12))
    return replace(settings, seats=(*settings.seats, seat)), seat


def dismiss(settings: Settings, number: int) -> Settings:
    """Frees a table; its old password is worth nothing from now on."""
    seats = tuple(seat for seat in settings.seats if seat.number != number)
    if len(seats) == len(settings.seats):
        raise Illegal(say("club.no_such_table", table=number))
    return replace(settings, seats=seats)
