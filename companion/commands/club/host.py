"""`companion club host`: begins a club night, or goes on with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.commands.addresses import checked_address, read_broker
from companion.commands.club.common import folder_of, tell
from companion.core.message import say
from companion.games.registry import GAMES, find_game


@click.command("host")
@click.argument("title", default="")
@click.option("--game", type=click.Choice(tuple(GAMES)), default="rayman", help="What is played.")
@click.option(
    "--player", "players", multiple=True, help="A player; give one for each. Others can be added later."
)
@click.option("--players-from", type=click.Path(path_type=Path), help="A file with one player a line.")
@click.option("--rounds", type=click.IntRange(1, 50), default=4, help="How many rounds are planned.")
@click.option(
    "--seating",
    type=click.Choice(("random", "swiss", "round_robin")),
    default="random",
    help="random: the fewest repeated meetings; swiss: equals meet; round_robin: everybody meets.",
)
@click.option(
    "--table-size", type=click.IntRange(1, 6), default=4, help="How many sit at a table if possible."
)
@click.option("--tables", type=click.IntRange(1, 200), default=8, help="How many tables there are.")
@click.option(
    "--address", callback=checked_address, help="How tables reach this machine (default: found out)."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8021, help="Port of the board.")
@click.option("--broker-port", type=click.IntRange(1, 65535), default=8022, help="Port of the broker.")
@click.option("--broker", help="Use a broker that runs already, HOST or HOST:PORT, instead of starting one.")
def host(
    title: str,
    game: str,
    players: tuple[str, ...],
    players_from: Path | None,
    rounds: int,
    seating: str,
    table_size: int,
    tables: int,
    address: str | None,
    port: int,
    broker_port: int,
    broker: str | None,
) -> None:
    """Begin a club night called TITLE, or go on with the last one without a title.

    Starts the broker and the board, shows how to join, and runs until Ctrl-C. What was received is kept.

    \b
    Example:
      companion club host "Friday cup" --game grimm --players-from players.txt --rounds 3 --seating swiss
      companion club host
    """
    from companion.club.host.serving import Place, serve
    from companion.club.ticket import own_address

    where = read_broker(broker, broker_port) if broker is not None else ("127.0.0.1", broker_port)
    if title:
        names = [*players, *_names_of(players_from)]
        _begin(title, game, names, rounds, seating, table_size, tables)
    folder = folder_of()
    place = Place(address or own_address(), port, *where, own_broker=broker is None)
    serve(folder, place, _show_invitation)


def _names_of(file: Path | None) -> list[str]:
    from companion.ports.files import read_whole

    if file is None:
        return []
    lines = read_whole(file).decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _begin(
    title: str, game: str, names: list[str], rounds: int, seating: str, table_size: int, tables: int
) -> None:
    from companion.club.host.host import Host
    from companion.club.host.settings import new_settings

    manifest = find_game(game).manifest
    settings = new_settings(title, tables)
    size = max(manifest.min_players, min(table_size, manifest.max_players))
    setup = {
        "game": game,
        "players": names,
        "rounds": rounds,
        "method": seating,
        "table_size": max(2, size),
        "smallest": max(2, manifest.min_players),
        "largest": max(2, manifest.max_players),
        "points": list(manifest.points),
    }
    Host.create(folder_of(settings.event), settings, setup)


def _show_invitation(web: Any) -> None:
    from companion.core.qr import qr_text

    click.echo(qr_text(web.invitation))
    tell(say("club.hosted", code=web.code, board=f"http://{web.address}:{web.port}/"))
    tell(say("club.organise_at", url=web.organiser_url))
    if not web.owns_broker:
        tell(say("club.foreign_broker", folder=str(web.host.folder)))
