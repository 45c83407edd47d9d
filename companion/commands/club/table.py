"""`companion club join`, `leave` and `board`: what a table or a TV does."""

from __future__ import annotations

import shutil
import subprocess
import time
import webbrowser
from pathlib import Path
from typing import Any

import click

from companion.cli import Language
from companion.commands.club.common import PICTURES, folder_of, read_picture, seen_by_camera, tell
from companion.core.errors import Illegal
from companion.core.message import say
from companion.i18n import words

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")


@click.command("join")
@click.argument("invitation", default="")
@click.option("--camera", is_flag=True, help="Read the QR code with this table's camera.")
@click.option(
    "--stay/--no-stay", default=None, help="Report from here until Ctrl-C; a kiosk does so by itself."
)
def join(invitation: str, camera: bool, stay: bool | None) -> None:
    """Join a club night by its code, the text of its QR code or a photo of it.

    Without INVITATION, reports to the club that was joined before.

    \b
    Example:
      companion club join 60N0-00B4-7K2Q
      companion club join photo.jpg
      companion club join --stay
    """
    from companion.club.ticket import claim, kept_ticket

    if camera:
        invitation = seen_by_camera("http")
    elif invitation.lower().endswith(PICTURES):
        invitation = read_picture(Path(invitation), "http")
    ticket = claim(invitation) if invitation else kept_ticket()
    if ticket is None:
        raise Illegal(say("club.not_joined"))
    tell(say("club.joined", title=ticket.title, table=ticket.table))
    if stay or (stay is None and not invitation):
        _report(ticket)


def _report(ticket: Any) -> None:
    from companion.club.member import Member

    member = Member(ticket)
    member.start()
    told = ""
    try:
        while True:
            said = words(member.status(), Language.chosen)
            if said != told:
                click.echo(said)
                told = said
            time.sleep(0.5)
    except KeyboardInterrupt:
        member.close()


@click.command("leave")
def leave() -> None:
    """Stop reporting to a club; all nights stay here.

    Example: companion club leave
    """
    from companion.club.ticket import forget_ticket

    forget_ticket()
    tell(say("club.left"))


@click.command("board")
@click.argument("address", default="")
@click.option("--print", "only_print", is_flag=True, help="Only say where the board is.")
def board(address: str, only_print: bool) -> None:
    """Show the scoreboard full screen: of this machine's club night, the joined one, or at ADDRESS.

    \b
    Example:
      companion club board
      companion club board http://192.168.1.20:8021/
    """
    url = address or _board_url()
    tell(say("club.board_at", url=url))
    if only_print:
        return
    for browser in filter(None, map(shutil.which, BROWSERS)):
        if not subprocess.run([browser, "--kiosk", url], check=False, stderr=subprocess.DEVNULL).returncode:
            return
    if not webbrowser.open(url):
        raise Illegal(say("club.no_browser"))


def _board_url() -> str:
    from companion.club.host.settings import load_settings
    from companion.club.ticket import kept_ticket

    ticket = kept_ticket()
    if ticket is not None:
        return ticket.url
    return f"http://127.0.0.1:{load_settings(folder_of()).web_port}/"
