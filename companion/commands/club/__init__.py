"""`companion club`: many tables, one scoreboard."""

from __future__ import annotations

import click

from companion.commands.club.carried import carry, take
from companion.commands.club.host import host
from companion.commands.club.organise import add, drop, end, export, result, seat, undo
from companion.commands.club.table import board, join, leave


@click.group("club")
def club_command() -> None:
    """Run a club night: many tables, one scoreboard, nothing lost when the network is.

    \b
    Example:
      companion club host "Friday cup" --game rayman --player Ana --player Bo --tables 8
      companion club join 60N0-00B4-7K2Q
      companion club board
    """


for command in (host, join, leave, board, add, drop, seat, result, undo, end, export, carry, take):
    club_command.add_command(command)
