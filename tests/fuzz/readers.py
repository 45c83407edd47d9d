"""Every reader of bytes from outside, with documents that it accepts to begin with.

A reader may take a document or refuse it (Refusal, OSError); whatever else it raises is a defect.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import cv2
import msgspec
import numpy as np
from msgspec import Struct

from companion.club.carrier.messages import Receipt, Rows, unpack
from companion.club.carry import Summary, read_summary, rows_of, seal_summary
from companion.club.heads import read_heads
from companion.club.host.export import as_json
from companion.club.host.host import Host
from companion.club.host.settings import admit, new_settings
from companion.club.ticket import join_url, read_invitation, write_code
from companion.club.tournament.state import Placed
from companion.commands.demo import default_setup
from companion.commands.play import Session
from companion.content.library import Entity
from companion.content.loader import SHIPPED, load_content
from companion.content.pack import read_pack
from companion.core.decoding import DECODING_ERRORS
from companion.games.registry import GAMES, find_game
from companion.i18n import words
from companion.night.exchange import export_lines, import_lines
from companion.night.listing import summarize
from companion.night.night import Night
from companion.night.record import Seating
from companion.night.verify import verify
from companion.ports.places import Places
from companion.ports.watch import WatchReport, WatchRequest
from hardware.config import load_config
from hardware.protocol import LineReader
from kiosk.camera.tables import read_kept
from kiosk.preferences import PreferencesFile
from tests.vision.conftest import photograph, small_table
from vision.beside import places_beside
from vision.picture import read_picture
from vision.read.live import PlaceReader
from vision.tables import defects_of, read_table

ROOT = Path(__file__).parents[2]
STEPS = 8


class Reader(Struct, frozen=True):
    """One way in: what is called with the bytes, sound documents, and its share of a hundred inputs."""

    name: str
    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    share: int


def readers_in(folder: Path) -> tuple[Reader, ...]:
    """Makes the readers; those of files use the folder, which had best be in memory."""
    desk = Desk(folder)
    return (
        Reader("dispute", desk.dispute, desk.disputes(), 8),
        Reader("table", desk.table, (msgspec.json.encode(small_table()),), 10),
        Reader("pack", desk.pack, _toml(SHIPPED / "grimm-sample", "pack.toml"), 8),
        Reader("entity", desk.entity, _toml(SHIPPED / "rayman-sample", "boards/*.toml"), 6),
        Reader("night lines", desk.lines, desk.exported(), 2),
        Reader("night file", desk.night, desk.nights(), 2),
        Reader("play request", desk.request, REQUESTS, 16),
        Reader("settings", desk.settings, (msgspec.json.encode({"language": "fr", "names": ["Ana"]}),), 8),
        Reader("devices", desk.devices, (DEVICES,), 8),
        Reader("camera request", desk.asked, desk.requests(), 10),
        Reader("camera report", desk.told, (REPORT,), 10),
        Reader("places", desk.places, (msgspec.json.encode(places_beside((480, 340), 2, 2, draws=True)),), 8),
        Reader("club rows", desk.club, desk.sent(), 4),
        Reader("invitation", desk.invitation, INVITATIONS, 8),
        Reader("carried text", desk.text, (desk.carried(),), 8),
        Reader("carried result", desk.result, (msgspec.json.encode(desk.summary),), 4),
        Reader("heads", desk.heads, (desk.exported_cup(),), 4),
        Reader("stick", desk.stick, (*desk.exported(), *desk.nights()), 2),
        Reader("dice box", desk.dice, (b"HELLO box 1\nPRESS\nROLL 4 *35\n",), 8),
        Reader("picture", desk.picture, desk.pictures(), 4),
    )


REQUESTS = tuple(
    json.dumps(request).encode()
    for request in (
        {"do": "new", "game": "grimm", "setup": {"players": ["Ana", "Bo"]}},
        {"do": "legal"},
        {"do": "submit", "command": {"command": "Roll", "player": "Ana"}, "revision": 0},
        {"do": "undo", "agreed": False},
        {"do": "jump", "to": 0},
        {"do": "view", "player": "Ana"},
        {"do": "history"},
    )
)
INVITATIONS = (
    write_code("192.168.1.7", "a1b2c3").encode(),
    join_url("192.168.1.7", 8021, "a1b2c3").encode(),
)
DEVICES = b'mock = true\n[[button]]\nname = "button"\npin = 17\nled_pin = 27\n[[key]]\nkey = "f13"\n'
REPORT = msgspec.json.encode(
    {
        "format": "watch/1",
        "health": {
            "status": "good",
            "message": {"key": "night.in_use", "params": {"file": "a", "process": 7}},
        },
        "sighting": {"registered": True, "figures": {"a": {"space": "1", "x": 0, "y": 0, "confidence": 1}}},
    }
)


def _hosted(folder: Path) -> tuple[Host, str]:
    """Begins a club night with one round of one table, and returns the table's password."""
    fresh = new_settings("Cup", 2)
    settings, seat = admit(fresh, fresh.secret, "f" * 16)
    Host.create(folder, settings, {"game": "grimm", "players": ["Ana", "Bo"], "table_size": 2})
    host = Host(folder)
    host.act({"do": "seat"})
    return host, seat.password


def _toml(folder: Path, *patterns: str) -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for pattern in patterns for file in sorted(folder.glob(pattern)))


class Desk:
    """Where the documents are laid out to be read."""

    def __init__(self, folder: Path) -> None:
        os.environ["COMPANION_DATA"] = str(folder)
        self._file = folder / "document"
        self._pack = folder / "packs/mine"
        (self._pack / "boards").mkdir(parents=True)
        self._session = Session()
        self._session.answer(REQUESTS[0])
        self._folder = folder
        self._host, self._password = _hosted(folder / "cup")
        places = (Placed("Ana", 1, 20), Placed("Bo", 2, 14))
        event = self._host.settings.event
        self.summary = Summary(1, Seating(event, 1, 1), "ab" * 32, 9, "cd" * 32, places)
        self._frame = cv2.resize(photograph(small_table(), {}), (192, 144))

    def _lay(self, raw: bytes) -> Path:
        self._file.write_bytes(raw)
        return self._file

    def dispute(self, raw: bytes) -> None:
        """Judges, as `companion judge` does."""
        from companion.commands.judge import _judge, read_dispute

        _judge(read_dispute(str(self._lay(raw))))

    def disputes(self) -> tuple[bytes, ...]:
        guides = [file.read_text("utf-8") for file in sorted((ROOT / "docs").glob("dispute-*.md"))]
        shown = [re.findall(r"```json\n(.*?)```", guide, re.S)[0] for guide in guides]
        rayman = {
            "format": "dispute/1",
            "game": "rayman",
            "board": {},
            "players": {"rayman": {"at": [4, 1]}, "globox": {"at": [5, 1]}},
            "turn": {"player": "rayman", "actions": {"move": 2, "jump": 1}},
            "claim": {"at": [6, 1]},
        }
        return tuple(json.dumps(one).encode() for one in (*map(json.loads, shown), rayman))

    def table(self, raw: bytes) -> None:
        read_table(self._lay(raw))

    def pack(self, raw: bytes) -> None:
        (self._pack / "pack.toml").write_bytes(raw)
        (self._pack / "boards/a.toml").unlink(missing_ok=True)
        read_pack(self._pack, find_game("grimm").content_kinds)

    def entity(self, raw: bytes) -> None:
        (self._pack / "pack.toml").write_bytes((SHIPPED / "rayman-sample/pack.toml").read_bytes())
        (self._pack / "boards/a.toml").write_bytes(raw)
        kinds: dict[str, type[Entity]] = dict(find_game("rayman").content_kinds)
        read_pack(self._pack, kinds)

    def _played(self, name: str, game_id: str) -> Path:
        path = self._folder / name
        if not path.exists():
            game = find_game(game_id)
            content = load_content(game)
            with Night.create(game, default_setup(game, content), path=path, content=content) as night:
                chance = Random(3)
                while night.revision < STEPS and not night.is_over:
                    night.submit(chance.choice(game.offers(night.state)))
        return path

    def exported(self) -> tuple[bytes, ...]:
        def plain(line: bytes) -> bytes:
            return re.sub(rb',"checksum":"[0-9a-f]+"', b"", line)

        nights = [self._played(f"{game}.night", game) for game in GAMES]
        return tuple(b"\n".join(map(plain, export_lines(night))) for night in nights)

    def lines(self, raw: bytes) -> None:
        """Imports, lists, verifies and tells the night, as somebody would who was given it."""
        target = self._folder / "imported.night"
        for file in self._folder.glob("*imported.night*"):
            file.unlink()
        with import_lines(raw.splitlines(), target, "lines") as night:
            list(verify(night))
            for entry in night.entries():
                words(entry.label, "en")
        summarize(target)

    def nights(self) -> tuple[bytes, ...]:
        return tuple(self._played(f"{game}.night", game).read_bytes() for game in GAMES)

    def night(self, raw: bytes) -> None:
        path = self._folder / "given.night"
        path.write_bytes(raw)
        summarize(path)
        with Night.read(path) as night:
            night.entries()

    def request(self, raw: bytes) -> None:
        answer = self._session.answer(raw.replace(b"\n", b" "))
        assert "stumbled" not in str(answer.get("message")), answer
        if answer["ok"] is False and self._session._night is None:
            self._session.answer(REQUESTS[0])

    def settings(self, raw: bytes) -> None:
        PreferencesFile(self._lay(raw)).load().look(800, 480)

    def devices(self, raw: bytes) -> None:
        load_config(self._lay(raw))

    def requests(self) -> tuple[bytes, ...]:
        whole = WatchRequest(table=small_table(), scene={"rayman": "1/1"}, number=3, board=b"jpeg")
        return msgspec.json.encode(whole), msgspec.json.encode(WatchRequest(lens="begin"))

    def asked(self, raw: bytes) -> None:
        try:
            request = msgspec.json.decode(raw, type=WatchRequest)
        except DECODING_ERRORS:
            return
        if request.table is not None:
            defects_of(request.table)

    def told(self, raw: bytes) -> None:
        try:
            report = msgspec.json.decode(raw, type=WatchReport)
        except DECODING_ERRORS:
            return
        words(report.health.message, "fr")
        for note in report.notes:
            words(note, "en")

    def club(self, raw: bytes) -> None:
        """Takes rows as the club's host does."""
        unpack(zlib.compress(raw, 1), Rows, "a table")

    def sent(self) -> tuple[bytes, ...]:
        return tuple(msgspec.json.encode(rows_of(self._played(f"{game}.night", game))[0]) for game in GAMES)

    def places(self, raw: bytes) -> None:
        """Reads where cards and dice lie, as the screen does, and looks there."""
        places: Places = read_kept(self._lay(raw), Places)
        PlaceReader(places, None).read((self._frame,), lambda points: points * 0.4)

    def invitation(self, raw: bytes) -> None:
        """Reads a code or the text of a QR code, and begins to ask there."""
        address = urlsplit(read_invitation(raw.decode("utf-8", "replace")))
        HTTPConnection(address.netloc).putrequest("POST", address.path)

    def carried(self) -> bytes:
        return seal_summary(msgspec.json.encode(self.summary), self._password).encode()

    def text(self, raw: bytes) -> None:
        read_summary(raw.decode("utf-8", "replace"), {1: self._password})

    def result(self, raw: bytes) -> None:
        """Hands a result in that the table itself has sealed, whatever it says."""
        self._host.act({"do": "carried", "text": seal_summary(raw, self._password)})

    def exported_cup(self) -> bytes:
        heads = {"ab" * 32: Receipt(9, "cd" * 32)}
        document = as_json(self._host.tournament, heads, self._host.night.entries())
        return msgspec.json.format(document, indent=0)

    def heads(self, raw: bytes) -> None:
        """Reads what an exported tournament says of its nights."""
        read_heads(self._lay(raw))

    def stick(self, raw: bytes) -> None:
        """Hands a whole night in, as a file or as lines."""
        rows, _ = rows_of(self._lay(raw))
        self._host.take_stick(1, rows)

    def dice(self, raw: bytes) -> None:
        list(LineReader().feed(raw))

    def pictures(self) -> tuple[bytes, ...]:
        small = cv2.resize(photograph(small_table(), {"rayman": "5/1"}), (96, 72))
        return tuple(bytes(np.asarray(cv2.imencode(kind, small)[1])) for kind in (".jpg", ".png", ".webp"))

    def picture(self, raw: bytes) -> None:
        read_picture(self._lay(raw))
