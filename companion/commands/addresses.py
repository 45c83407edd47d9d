"""What a command is given to reach a machine by."""

from __future__ import annotations

from ipaddress import IPv4Address

import click

from companion.cli import Language
from companion.core.errors import Invalid
from companion.core.message import say
from companion.i18n import words

PORTS = range(1, 65536)


def checked_address(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Lets only an IPv4 address in numbers pass as an option."""
    if given is None:
        return None
    try:
        return str(IPv4Address(given))
    except ValueError:
        raise click.BadParameter(words(say("cli.no_address", given=given), Language.chosen)) from None


def read_broker(given: str, usual_port: int) -> tuple[str, int]:
    """Returns the name and the port in HOST or HOST:PORT."""
    name, has_port, number = given.partition(":")
    # A number of more digits is none of a port, however long.
    port = int(number) if number.isdecimal() and len(number) <= 5 else 0
    try:
        is_name = bool(name.encode("idna")) and name.isprintable() and " " not in name
    except UnicodeError:
        is_name = False
    if not is_name or (has_port and port not in PORTS):
        raise Invalid(say("club.bad_broker", broker=given))
    return name, port if has_port else usual_port
