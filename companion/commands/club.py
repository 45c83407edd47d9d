"""`companion club`: many tables, one scoreboard."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli import Language
from companion.commands.nights import NIGHT
from companion.core.errors import Illegal, Invalid
from companion.core.message import Message, literal, say
from companion.games.registry import GAMES, find_game
from companion.i18n import words
from companion.ports.files import write_whole

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")


def _tell(message: Message) -> None:
    click.echo(words(message, Language.chosen))


@click.group("club")
def club_command() -> None:
    """Run a club night: many tables, one scoreboard, nothing lost when the network is.

    \b
    Example:
      companion club host "Friday cup" --game rayman --player Ana --player Bo --tables 8
      companion club join 60N0-00B4-7K2Q
      companion club board
    """


def _folder(name: str | None = None) -> Path:
    """Returns the folder of a club night by name, or of the newest."""
    from companion.club.ticket import club_folder

    nights = club_folder() / "hosted"
    if name is not None:
        return nights / name
    found = sorted(nights.glob("*/club.json"), key=lambda file: file.stat().st_mtime)
    if not found:
        raise Illegal(say("club.none_hosted"))
    return found[-1].parent


@club_command.command("host")
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
@click.option("--address", help="How tables reach this machine (default: found out).")
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

    where = _broker_of(broker, broker_port)
    if title:
        names = [*players, *_names_of(players_from)]
        _begin(title, game, names, rounds, seating, table_size, tables)
    folder = _folder()
    place = Place(address or own_address(), port, *where, own_broker=broker is None)
    serve(folder, place, _show_invitation)


def _names_of(file: Path | None) -> list[str]:
    from companion.ports.files import read_whole

    if file is None:
        return []
    lines = read_whole(file).decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _broker_of(given: str | None, port: int) -> tuple[str, int]:
    if given is None:
        return "127.0.0.1", port
    name, _, number = given.partition(":")
    if not name or (number and not number.isdecimal()):
        raise Invalid(say("club.bad_broker", broker=given))
    return name, int(number) if number else port


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
    Host.create(_folder(settings.event), settings, setup)


def _show_invitation(web: Any) -> None:
    from companion.core.qr import qr_text

    click.echo(qr_text(web.invitation))
    _tell(say("club.hosted", code=web.code, board=f"http://{web.address}:{web.port}/"))
    _tell(say("club.organise_at", url=web.organiser_url))
    if not web.owns_broker:
        _tell(say("club.foreign_broker", folder=str(web.host.folder)))


@club_command.command("join")
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
        invitation = _seen_by_camera("http")
    elif invitation.lower().endswith(PICTURES):
        invitation = _read_picture(Path(invitation), "http")
    ticket = claim(invitation) if invitation else kept_ticket()
    if ticket is None:
        raise Illegal(say("club.not_joined"))
    _tell(say("club.joined", title=ticket.title, table=ticket.table))
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


@club_command.command("leave")
def leave() -> None:
    """Stop reporting to a club; all nights stay here.

    Example: companion club leave
    """
    from companion.club.ticket import forget_ticket

    forget_ticket()
    _tell(say("club.left"))


@club_command.command("board")
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
    _tell(say("club.board_at", url=url))
    if only_print:
        return
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        webbrowser.open(url)
        return
    subprocess.run([browser, "--kiosk", url], check=False, stderr=subprocess.DEVNULL)


def _board_url() -> str:
    from companion.club.host.settings import load_settings
    from companion.club.ticket import kept_ticket

    ticket = kept_ticket()
    if ticket is not None:
        return ticket.url
    return f"http://127.0.0.1:{load_settings(_folder()).web_port}/"


def _ask_host(path: str, body: bytes) -> None:
    """Hands something to the host that runs on this machine; refuses in its words."""
    from companion.club.host.settings import load_settings

    settings = load_settings(_folder())
    url = f"http://127.0.0.1:{settings.web_port}{path}?lang={Language.chosen}"
    asked = urllib.request.Request(url, data=body, method="POST", headers={"x-club-key": settings.key})
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        said = msgspec.json.decode(error.read(), type=dict[str, Any]).get("said", "")
        raise Illegal(literal(str(said))) from None
    except OSError:
        raise Illegal(say("club.host_not_running")) from None


def _act(**command: Any) -> None:
    _ask_host("/act", msgspec.json.encode(command))
    _tell(say("club.done"))


@club_command.command("add")
@click.argument("name")
def add(name: str) -> None:
    """Let NAME play from the next round on.

    Example: companion club add Zoe
    """
    _act(command="AddPlayer", name=name)


@club_command.command("drop")
@click.argument("name")
def drop(name: str) -> None:
    """Let NAME play no more; results so far stay.

    Example: companion club drop Bo
    """
    _act(command="DropPlayer", name=name)


@club_command.command("seat")
def seat() -> None:
    """Draw the next round.

    Example: companion club seat
    """
    _act(do="seat")


@club_command.command("result")
@click.argument("round_number", type=click.IntRange(1))
@click.argument("table", type=click.IntRange(1))
@click.argument("places", nargs=-1, required=True)
def result(round_number: int, table: int, places: tuple[str, ...]) -> None:
    """Settle the result of a table: the players from first to last; = joins those on one place.

    \b
    Example:
      companion club result 2 3 Ana Bo=Cleo Dan
    """
    placed: list[dict[str, Any]] = []
    for group in places:
        place = len(placed) + 1
        placed += [{"player": name, "place": place} for name in group.split("=")]
    _act(command="CorrectResult", round=round_number, table=table, places=placed)


@club_command.command("undo")
def undo() -> None:
    """Take back the last step of the tournament.

    Example: companion club undo
    """
    _act(do="undo")


@club_command.command("end")
def end() -> None:
    """End the tournament: the standings are final.

    Example: companion club end
    """
    _act(command="EndTournament")


@club_command.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(file: Path) -> None:
    """Write the tournament to FILE: .csv, .json (with the heads of all nights) or .pdf.

    \b
    Example:
      companion club export cup.pdf
      companion club export cup.json
    """
    from companion.club.host.collector import Collector
    from companion.club.host.export import as_csv, as_json, as_pdf
    from companion.club.host.store import Store
    from companion.night.night import Night

    folder = _folder()
    night: Night[Any] = Night.read(folder / "tournament.night")
    match file.suffix.lower():
        case ".csv":
            body = as_csv(night.state, Language.chosen)
        case ".json":
            collector = Collector(Store(folder / "tables.db"))
            body = as_json(night.state, collector.heads(), night.entries())
            collector.close()
        case ".pdf":
            body = as_pdf(night.state, Language.chosen)
        case _:
            raise Invalid(say("club.bad_export", file=str(file)))
    write_whole(file, body)
    _tell(say("club.written", file=str(file)))


@club_command.command("carry")
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
    _tell(say("club.written", file=str(svg)))


@club_command.command("take")
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
            _act(do="carried", text=_read_picture(file, MARK))
            continue
        rows, seating = rows_of(file)
        number = table or (seating.table if seating else None)
        if number is None:
            raise Invalid(say("club.whose_night", file=str(file)))
        _ask_host(f"/stick/{number}", pack(rows))
        _tell(say("club.done"))
    if camera:
        _take_by_camera(MARK)
    elif not files:
        raise Invalid(say("club.nothing_to_take"))


def _take_by_camera(mark: str) -> None:
    taken: set[str] = set()
    _tell(say("club.looking"))
    try:
        while True:
            text = _seen_by_camera(mark, taken)
            taken.add(text)
            try:
                _act(do="carried", text=text)
            except Illegal as refusal:
                _tell(refusal.message)
    except KeyboardInterrupt:
        return


def _read_picture(file: Path, mark: str) -> str:
    """Returns the text of a QR code in a picture that begins as it should; refuses in words."""
    reading: Any = import_module("vision.read.qr")
    found = [text for text in reading.read_qr_file(file) if text.startswith(mark)]
    if not found:
        raise Invalid(say("club.no_qr", file=str(file)))
    return str(found[0])


def _seen_by_camera(mark: str, known: set[str] | None = None) -> str:
    """Waits for a QR code before the camera."""
    reading: Any = import_module("vision.codes")
    for text in reading.codes_of_any_camera(threading.Event()):
        if text.startswith(mark) and text not in (known or ()):
            return str(text)
    raise Illegal(say("club.no_camera"))
