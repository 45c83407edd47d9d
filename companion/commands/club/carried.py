"""`companion club carry` and `take`: results without a network."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.club.common import PICTURES, act, ask_host, read_picture, seen_by_camera, tell
from companion.commands.nights import NIGHT
from companion.core.errors import Illegal, Invalid
from companion.core.message import say
from companion.ports.files import write_whole


@click.command("carry")
@NIGHT
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw the QR code into a file.")
def carry(night: Path, svg: Path | None) -> None:
    """Show the result of NIGHT as a QR code, for a club without a network.

    The whole night goes on a stick with `companion export NIGHT --to FILE`.

    \b
    Example:
      companion club carry 2026-01-02-2000-rayman
      companion club carry tonight.night --svg result.svg
    """
    from companion.club.carry import summary_of, write_summary
    from companion.club.ticket import kept_ticket
    from companion.core.qr import qr_svg, qr_text

    ticket = kept_ticket()
    if ticket is None:
        raise Illegal(say("club.not_joined"))
    text = write_summary(summary_of(night, ticket), ticket.account.password)
    if svg is None:
        click.echo(qr_text(text))
        return
    write_whole(svg, qr_svg(text).encode())
    tell(say("club.written", file=str(svg)))


@click.command("take")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--camera", is_flag=True, help="Read QR codes of results with the camera until Ctrl-C.")
@click.option("--table", type=click.IntRange(1), help="Whose night it is, where it does not say so itself.")
def take(files: tuple[Path, ...], camera: bool, table: int | None) -> None:
    """Take results in that came without a network: nights from a stick, or photos of QR codes.

    \b
    Example:
      companion club take /media/stick/*.night
      companion club take photo.jpg
      companion club take --camera
    """
    from companion.club.carrier.messages import pack
    from companion.club.carry import MARK, rows_of

    for file in files:
        if file.suffix.lower() in PICTURES:
            act(do="carried", text=read_picture(file, MARK))
            continue
        rows, seating = rows_of(file)
        number = table or (seating.table if seating else None)
        if number is None:
            raise Invalid(say("club.whose_night", file=str(file)))
        ask_host(f"/stick/{number}", pack(rows))
        tell(say("club.done"))
    if camera:
        _take_by_camera(MARK)
    elif not files:
        raise Invalid(say("club.nothing_to_take"))


def _take_by_camera(mark: str) -> None:
    taken: set[str] = set()
    tell(say("club.looking"))
    try:
        while True:
            text = seen_by_camera(mark, taken)
            taken.add(text)
            try:
                act(do="carried", text=text)
            except Illegal as refusal:
                tell(refusal.message)
    except KeyboardInterrupt:
        return
