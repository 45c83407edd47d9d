"""`companion serve`: phones as private hands, a TV as the scoreboard."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path

import click

from companion.cli import Language
from companion.commands.addresses import checked_address
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.i18n import words


@click.command()
@click.option(
    "--night",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A night to host without a kiosk; the kiosk must not have it open.",
)
@click.option("--port", type=click.IntRange(0, 65_535), default=8642, show_default=True, help="Port.")
@click.option(
    "--bind", callback=checked_address, default="0.0.0.0", show_default=True, help="Address to listen at."
)
@click.option("--agree", is_flag=True, help="With --night: let everybody in who has the code.")
@click.option("--socket", type=click.Path(path_type=Path), help="Where the kiosk listens, if not as usual.")
@click.option("--with-parent", is_flag=True, help="End when the program that began this one does.")
def serve(
    night: Path | None, port: int, bind: str, agree: bool, socket: Path | None, with_parent: bool
) -> None:
    """Serve phones and a TV: each player's own hand, and what everybody may see.

    Beside a kiosk it waits until the table lets phones join there. With --night it hosts a night by
    itself: it shows the code to scan, and asks on the terminal before it gives a seat away.

    \b
    Example:
      companion serve --night tonight.night
    """
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    if night is not None:
        if socket is not None:
            raise Invalid(say("phones.host.one_of"))
        _host(night, port, bind, agree)
        return
    from companion.phones.gate import gate_path
    from companion.phones.server import PhoneServer

    async def run() -> None:
        parent = os.getppid() if with_parent else None
        await PhoneServer(socket or gate_path(), port=port, bind=bind, parent=parent).run()

    asyncio.run(run())


def _host(path: Path, port: int, bind: str, agrees: bool) -> None:
    from companion.night.night import Night
    from companion.night.pledge import kept_seeds
    from companion.phones.host import Host

    def says(message: Message, then: str = "") -> None:
        click.echo(words(message, Language.chosen))
        if then:
            click.echo(then)

    with Night.open(path, seeds=kept_seeds()) as night:
        book = path.with_name(f"{path.name}.phones")

        async def run() -> None:
            await Host(night, says, port=port, bind=bind, agrees=agrees, book=book).run()

        asyncio.run(run())
        if night.is_over:
            book.unlink(missing_ok=True)
