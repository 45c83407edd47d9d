"""`companion watch`: the eye in a process of its own, heard over a Unix socket (watch/1)."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import click
from msgspec.structs import replace

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.camera import EyeHealth, Picture
from companion.ports.chosen_camera import chosen_camera
from companion.ports.places import Places
from companion.ports.service import Heartbeat, notify
from companion.ports.sight import Sighting
from companion.ports.table import Table
from companion.ports.watch import Pictures, WatchReport, WatchRequest, socket_path
from vision.capture import Source, open_source
from vision.capture.simulated import SimulatedTable
from vision.capture.source import Frame, SourceLost
from vision.eye import Eye
from vision.read.decks import Asked, Decks
from vision.read.live import PlaceReader
from vision.read.qr import read_qr
from vision.tables import defects_of, read_table
from vision.teller import Teller
from vision.workshop import Workshop, reference_of

TURN_S = 0.05
HANGS_AFTER_S = 15.0
"""A camera that gave neither a frame nor an error for so long is lost, and the watchdog is not fed."""

DRAWN = "simulated"
"""The camera that draws the scene which the client tells, for a table without one."""

LARGEST_DRAWN_MM = 2000
"""A drawing takes memory by the square of it."""
PHOTO_QUALITY = 60
PICTURE_WIDTH = 960
"""Pictures are for a small screen; whole ones would only keep the socket busy."""
WHOLE_QUALITY = 92
WHOLE_S = 0.4
"""How often a whole picture is sent to somebody who looks at it through a magnifier."""


class WatchedSource:
    """A source that remembers when it last came back from the camera, well or not."""

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self.returned_at = monotonic()
        self._source = source

    def open(self) -> None:
        """Gets the camera ready."""
        try:
            self._source.open()
        finally:
            self.returned_at = monotonic()

    def read(self) -> Frame:
        """Waits for the next frame."""
        try:
            return self._source.read()
        finally:
            self.returned_at = monotonic()

    def close(self) -> None:
        """Frees the camera."""
        self._source.close()

    @property
    def has_hung(self) -> bool:
        """Whether the camera has given neither a frame nor an error for too long."""
        return monotonic() - self.returned_at > HANGS_AFTER_S


class Watcher:
    """Joins an eye to the socket; there is no eye before somebody has named a table."""

    def __init__(self, camera: str, teller: Teller) -> None:
        self._camera = camera
        self._teller = teller
        self._heart = Heartbeat()
        self._workshop = Workshop()
        self._source: WatchedSource | None = None
        self._has_hung = False
        self._drawing: SimulatedTable | None = None
        self._eye: Eye | None = None
        self._table: tuple[Table, bytes] | None = None
        self._drawn: Table | None = None
        self._changed = Event()
        self._refusal = say("vision.health.starting")
        """Why there is no eye yet."""
        self._shown = -1
        self._whole_s = 0.0
        self._scene: dict[str, str] = {}
        self._photographed: Sighting | None = None
        self._decks = Decks(self._changed.set)
        self._places: Places | None = None
        self._reader: PlaceReader | None = None
        self._peeked: Source | None = None
        """The camera, looked through only for QR codes."""

    def look_for(self, table: Table, board: bytes = b"", drawn: Table | None = None) -> None:
        """Begins to look for a table; refuses with Invalid one that cannot be found."""
        defects = defects_of(table)
        if defects:
            raise Invalid(say("vision.table.refused", why=defects[0]))
        self._draw(drawn or self._drawn or table)
        if (table, board) == self._table:
            return
        try:
            reference = reference_of(table, board)
        except Invalid:
            if self._eye is not None:
                raise
            # The board is not found by this photo; but people see it, and can tap its corners again.
            reference = None
        self._table = (table, board)
        if self._eye is not None:
            self._eye.look_for(table, reference)
        else:
            self._end_peeking()
            self._source = WatchedSource(self._drawing or open_source(self._camera))
            self._eye = Eye(self._source, table, reference=reference)
            self._eye.listen(lambda sighting: self._changed.set())
            self._eye.listen_to_health(lambda health: self._changed.set())
            self._eye.listen_to_reading(lambda reading: self._changed.set())
            self._eye.start()
        self._changed.set()

    def _draw(self, table: Table) -> None:
        """Draws what a drawn camera is to see."""
        if self._camera != DRAWN or defects_of(table):
            return
        if max(table.board_mm) > LARGEST_DRAWN_MM:
            raise Invalid(say("vision.drawn.too_large", most=LARGEST_DRAWN_MM))
        self._drawn = table
        if self._drawing is None:
            self._drawing = SimulatedTable(table, lambda: self._scene)
        else:
            self._drawing.lay(table)

    def run(self, ended: Event) -> None:
        """Turns until ended; both this loop and the camera's own must turn for the watchdog to be fed."""
        self._teller.tell(self._report())
        while not ended.is_set():
            for request in self._teller.turn(TURN_S):
                try:
                    self._hear(request)
                except Exception as error:  # what one client asks for must not cost the others the camera
                    detail = f"{type(error).__name__}: {error}"
                    self._refusal = say("vision.watch.stumbled", detail=detail)
                    self._changed.set()
            has_hung = self._source is not None and self._source.has_hung
            if has_hung != self._has_hung:
                self._has_hung = has_hung
                self._changed.set()
            if self._changed.is_set():
                self._changed.clear()
                self._read_places()
                self._teller.tell(self._report())
            views = self._workshop.views(self._eye) if self._eye is not None else None
            if views is not None:
                self._teller.tell(replace(self._report(), sketch=None, photo=b"", lens=views))
            taken = self._workshop.photo(self._eye) if self._eye is not None else None
            if taken is not None:
                self._teller.tell(replace(self._report(), sketch=None, photo=b"", taken=taken))
                self._changed.set()  # whoever comes later is not told of it
            self._show_pictures()
            if not has_hung:
                self._heart.beat()
        self._end_peeking()
        if self._eye is not None:
            self._eye.stop()

    def _hear(self, request: WatchRequest) -> None:
        self._scene = self._scene if request.scene is None else request.scene
        found: dict[str, Any] = {}
        if request.table is not None:
            try:
                self.look_for(request.table, request.board, request.drawn)
            except Invalid as refusal:
                self._refusal = refusal.message
                self._changed.set()
                found["notes"] = (refusal.message,)
        if request.places is not None:
            self._places = request.places
            drawn = (request.drawn_cards, request.drawn_faces) if self._camera == DRAWN else ((), ())
            self._decks.ask(Asked(request.taught, drawn[0], request.taught_dice, drawn[1]))
            self._changed.set()
        if request.laid is not None and self._drawing is not None:
            self._drawing.lay_beside(request.laid)
        if self._eye is not None:
            found |= self._workshop.answer(request, self._eye)
        if request.codes:
            found |= self._codes()
        if request.lens is not None and self._drawing is not None:
            self._drawing.show_sheet(self._workshop.measures_lens)
        if request.number:
            self._teller.tell(replace(self._report(), answers=request.number, **found))
            # Whoever comes later is told the present state, not an old answer.
            self._changed.set()

    def _read_places(self) -> None:
        """Has the places read by the deck that was taught, once that is known."""
        deck = self._decks.ready
        if self._eye is None or self._places is None or deck is None:
            return
        known = (self._reader.places, self._reader.deck, self._reader.faces) if self._reader else None
        if known != (self._places, deck.deck, deck.faces):
            self._reader = PlaceReader(self._places, deck.deck, deck.why, deck.faces)
            self._eye.read_places(self._reader)
            if self._drawing is not None:
                self._drawing.lay_places(self._places, deck.pictures)

    def _codes(self) -> dict[str, Any]:
        """Reads QR codes in the newest frame, also before anybody has named a table."""
        try:
            if self._eye is not None:
                frame, _ = self._eye.newest_frame()
            else:
                frame = self._peek()
        except SourceLost as lost:
            self._end_peeking()
            return {"notes": (lost.message,)}
        return {} if frame is None else {"codes": read_qr(frame)}

    def _peek(self) -> Frame:
        if self._peeked is None:
            self._peeked = open_source(self._camera)
            self._peeked.open()
        return self._peeked.read()

    def _end_peeking(self) -> None:
        if self._peeked is not None:
            self._peeked.close()
            self._peeked = None

    def _report(self, picture: Picture | None = None) -> WatchReport:
        if self._eye is None:
            return WatchReport(health=EyeHealth("lost", self._refusal))
        health = self._eye.health()
        if self._has_hung and self._source is not None:
            health = EyeHealth("lost", say("vision.source.silent", name=self._source.name))
        return WatchReport(
            health=health,
            sighting=self._eye.latest_sighting(),
            sketch=self._eye.latest_sketch() if picture is None else None,
            photo=self._photo() if picture is None else b"",
            picture=picture,
            reading=self._eye.latest_reading(),
        )

    def _photo(self) -> bytes:
        """Packs a judged scene once; reports about health alone carry none."""
        sighting = self._eye.latest_sighting() if self._eye is not None else None
        if self._eye is None or sighting is None or sighting is self._photographed:
            return b""
        self._photographed = sighting
        return self._eye.latest_jpeg(PHOTO_QUALITY) or b""

    def _show_pictures(self) -> None:
        if self._eye is None:
            return
        if self._teller.wants("plain"):
            self._show(self._eye.latest_picture(), "plain")
        if self._teller.wants("explained"):
            self._show(self._eye.explained_picture(), "explained")
        if self._teller.wants("whole") and monotonic() - self._whole_s >= WHOLE_S:
            self._whole_s = monotonic()
            self._show_whole()

    def _show(self, picture: Picture | None, kind: Pictures) -> None:
        if picture is not None and picture.number != self._shown:
            self._shown = picture.number
            self._teller.show(self._report(smaller(picture)), kind)

    def _show_whole(self) -> None:
        """Sends the newest frame with all its pixels, packed: it would fill the socket otherwise."""
        assert self._eye is not None
        frame, number = self._eye.newest_frame()
        packed = self._eye.latest_jpeg(WHOLE_QUALITY)
        if frame is not None and packed is not None and number != self._shown:
            self._shown = number
            picture = Picture(frame.shape[1], frame.shape[0], packed, number, is_jpeg=True)
            self._teller.show(self._report(picture), "whole")


class Orphaned(Event):
    """Set when another event is, or when the program that began this one has gone."""

    def __init__(self, ended: Event) -> None:
        super().__init__()
        self._ended = ended
        self._parent = os.getppid()

    def is_set(self) -> bool:
        """Tells whether it is time to end."""
        return self._ended.is_set() or os.getppid() != self._parent


def smaller(picture: Picture) -> Picture:
    """Leaves rows and columns out until a picture fits the screen."""
    import numpy as np

    step = -(-picture.width // PICTURE_WIDTH)
    if step == 1:
        return picture
    frame = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)[::step, ::step]
    return Picture(frame.shape[1], frame.shape[0], frame.tobytes(), picture.number)


@click.command()
@click.option(
    "--camera",
    help="A USB camera's number, `pi`, a video file, a folder of pictures, a stream's address, or "
    "`simulated` for a drawn table (default: the installed one, else 0).",
)
@click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path),
    help="Look for this table (table/1) from the start.",
)
@click.option(
    "--socket",
    "path",
    type=click.Path(path_type=Path),
    help="Where to listen (default: where the kiosk looks).",
)
@click.option("--with-parent", is_flag=True, help="End when the program that began this one does.")
def watch(camera: str | None, table_file: Path | None, path: Path | None, with_parent: bool) -> None:
    """Watch the board and tell what is seen over a Unix socket (watch/1), until ended.

    Example: companion watch --camera pi --table table.json --socket ~/watch.sock
    """
    camera = camera or chosen_camera()
    if camera != DRAWN:
        open_source(camera)
    table = read_table(table_file) if table_file else None
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    teller = Teller(path or socket_path())
    try:
        watcher = Watcher(camera, teller)
        if table is not None:
            watcher.look_for(table)
        notify("READY=1")
        watcher.run(Orphaned(ended) if with_parent else ended)
    finally:
        teller.close()
