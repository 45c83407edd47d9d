"""The camera beside the night: what it saw last, whether it agrees, and what it proposes.

The camera has a process of its own, the service's or one that is begun here, so that neither its memory nor
its death is the screen's. Only parts of `vision` that know no OpenCV are loaded here, when they are needed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from companion.content.photos import CARDS, DICE
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.games.protocol import Game
from companion.ports.camera import EyeHealth, Picture, Sketch
from companion.ports.places import Places
from companion.ports.reading import Reading
from companion.ports.sight import Sighting
from companion.ports.table import Table
from companion.ports.watch import Laid, WatchReport, WatchRequest
from companion.referee import Comparison, SetupCheck, check_setup, compare
from companion.referee.photos import PhotoAlbum
from kiosk.camera.following import Following
from kiosk.camera.places import PlaceFiles, cards_in_play, symbols_of
from kiosk.camera.process import CameraProcess
from kiosk.camera.tables import DRAWN, TableFiles
from kiosk.night.session import Session, place_name
from kiosk.presenters.table.read import ReadPlaces

if TYPE_CHECKING:
    from vision.remote import RemoteEye

log = logging.getLogger("kiosk")

AUTO = "auto"


class Camera:
    """One running camera; what it says arrives through `post`, on the screen's thread."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_change: Callable[[], None]) -> None:
        self._post = post
        self._on_change = on_change
        self._process: CameraProcess | None = None
        self._darkroom = ThreadPoolExecutor(1, "photos")
        """Writes photos one after the other; what it has begun is on the disk before the program ends."""
        self.source = ""
        self.eye: RemoteEye | None = None
        self.failure: Message | None = None
        self.sighting: Sighting | None = None
        self.places: Places | None = None
        """Where dice and cards are read."""
        self.reading: Reading | None = None
        """What was last read there."""
        self.beside = ReadPlaces()
        """What has changed there since the night asked for something, whichever panel is up."""
        self.laid = Laid()
        """What lies there on a drawn table."""
        self._cards: tuple[str, ...] = ()
        """The cards that a drawn table has shown so far."""
        self.session: Session | None = None
        self.is_wanted = False
        """Whether somebody has looked through the camera: a drawn table is not watched before."""
        self.moved: dict[str, str] = {}
        """Where figures of a drawn table were put that the record has elsewhere."""
        self._seen_at = 0.0
        self._following = Following({})
        self._asked_for: Table | None = None
        """The table that the camera was last asked to look for, until it answers."""

    # Starting and stopping.

    def open(self, source: str, session: Session | None) -> None:
        """Starts a camera by name; `auto` is the service's, or else a drawn table once somebody looks."""
        source = self._chosen(source)
        if source == self.source and session is self.session and self.eye is not None:
            return
        self.close()
        self.source, self.session, self.failure = source, session, None
        self._following = Following(self._recorded())
        if not source:
            return
        try:
            kept = self.shelf.load()
        except Refusal as refusal:
            self.failure = refusal.message
            return
        if kept is None:
            self.failure = say("kiosk_camera.camera.no_table")
            return
        from vision.remote import RemoteEye

        table, board = kept
        self._process = None if source == "watch" else CameraProcess(DRAWN if self.is_drawn else source)
        socket = self._process.socket if self._process is not None else None
        self.eye = eye = RemoteEye(table, socket, board=board, drawn=self.shelf.drawn(table))
        self._draw()
        self._read_places()
        eye.listen_to_reading(
            lambda reading: self._post(lambda: self._read(reading) if self.eye is eye else None)
        )
        eye.listen(lambda sighting: self._post(lambda: self._saw(sighting) if self.eye is eye else None))
        eye.listen_to_health(
            lambda health: self._post(lambda: self._on_change() if self.eye is eye else None)
        )
        eye.start()

    def _chosen(self, source: str) -> str:
        if source != AUTO:
            return source
        from vision.remote import is_watching

        if is_watching():
            return "watch"
        return DRAWN if self.is_wanted else ""

    def mind(self) -> None:
        """Looks after the camera's process; asked again and again."""
        if self._process is not None and self.eye is not None:
            self._process.mind(is_heard=self.eye.is_heard)

    def close(self) -> None:
        """Stops the camera, beside the screen: a process that hangs takes seconds to end."""
        if self.eye is not None:
            Thread(target=_end, args=(self.eye, self._process), name="end of a camera").start()
        self.eye, self._process, self.sighting, self.moved = None, None, None, {}
        self.places, self.reading, self.laid, self._cards = None, None, Laid(), ()
        self._asked_for = None

    # The table.

    @property
    def shelf(self) -> TableFiles:
        """Where the tables of this game and camera are kept."""
        return TableFiles(self.session, self.source)

    @property
    def is_drawn(self) -> bool:
        """Tells whether the table before the camera is a drawn one."""
        return self.shelf.is_drawn

    def use_table(self, table: Table, board: bytes, answered: Callable[[tuple[Message, ...]], None]) -> None:
        """Has the camera look for another table and keeps it; the answer says why where it cannot be used."""
        if self.eye is None:
            return
        shelf, self._asked_for = self.shelf, table

        def tried(report: WatchReport) -> None:
            self._asked_for = None if self._asked_for is table else self._asked_for
            notes = report.notes
            if not notes:
                self.sighting = None
                try:
                    shelf.save(table, board)
                except OSError as error:
                    notes = (say("kiosk_camera.camera.not_kept", why=error.strerror or str(error)),)
            answered(notes)

        self.eye.look_for(table, board, shelf.drawn(table), lambda report: self._post(lambda: tried(report)))

    def ask(self, request: WatchRequest, answered: Callable[[WatchReport], None]) -> None:
        """Asks the camera's process; the answer comes on the screen's thread."""
        if self.eye is not None:
            self.eye.ask(request, lambda report: self._post(lambda: answered(report)))

    # Places beside the board.

    @property
    def place_files(self) -> PlaceFiles:
        """Where the places of this game and camera are kept."""
        return PlaceFiles(self.session, self.source)

    @property
    def is_watching(self) -> bool:
        """Tells whether the camera sees the board now, so that it can be said that it watches."""
        health = self.health()
        return (
            self.sighting is not None
            and self.sighting.registered
            and health is not None
            and health.status != "lost"
        )

    def use_places(self, places: Places) -> None:
        """Has dice and cards read in other places, and keeps them; the disk may refuse with OSError."""
        self.place_files.save(places)
        self._read_places()

    def _read_places(self) -> None:
        """Has the places read, on a drawn table with every card that is or was in play."""
        if self.eye is None or self.session is None:
            return
        try:
            places = self.place_files.load(self.eye.table)
        except Refusal as refusal:
            self.failure = refusal.message
            return
        if places is None:
            return
        if self.is_drawn:
            self._cards = tuple(dict.fromkeys((*self._cards, *cards_in_play(self.session))))
        is_kept = self.place_files.file.exists()
        if not is_kept and places.cards.keys() < (
            self.places.cards.keys() if self.places is not None else set()
        ):
            places = self.places or places  # a drawn table keeps the places it has begun with
        self.places = places
        if self.is_drawn:
            faces = symbols_of(self.session)
            self.eye.read_places(WatchRequest(places=places, drawn_cards=self._cards, drawn_faces=faces))
        else:
            taught, dice = self.place_files.taught(CARDS), self.place_files.taught(DICE)
            self.eye.read_places(WatchRequest(places=places, taught=taught, taught_dice=dice))

    def _read(self, reading: Reading) -> None:
        self.reading = reading
        if self.session is not None:
            self.beside.follow(self.session, reading)
        self._on_change()

    def lay(self, laid: Laid) -> None:
        """Lays cards and throws dice beside a drawn board, as hands would."""
        self.laid = laid
        if self.eye is not None:
            self.eye.lay(laid)

    # What it sees.

    def _saw(self, sighting: Sighting) -> None:
        self.sighting = sighting
        self._seen_at = time.monotonic()
        self._keep_photo()
        self._on_change()

    def _keep_photo(self) -> None:
        """Keeps the still scene as the end of the last step and the beginning of the next one."""
        jpeg = self.eye.latest_jpeg() if self.eye is not None else None
        journal = self.session.night.journal if self.session is not None else None
        if not jpeg or journal is None or self.session is None:
            return
        album = PhotoAlbum.beside(journal.path)
        self._darkroom.submit(_keep, album, self.session.night.position, jpeg)

    def picture(self) -> Picture | None:
        """Returns the newest frame."""
        return self.eye.latest_picture() if self.eye is not None else None

    def sketch(self) -> Sketch | None:
        """Returns where spaces and figures are in the picture."""
        return self.eye.latest_sketch() if self.eye is not None else None

    def health(self) -> EyeHealth | None:
        """Says how well the camera sees."""
        return self.eye.health() if self.eye is not None else None

    # A drawn table.

    def night_changed(self) -> None:
        """Lets a drawn table follow the record, and gives a real one time to be moved."""
        self._following.record_changed(self._recorded())
        self._meet_newcomers()
        if self.session is not None:
            self.beside.follow(self.session, self.reading)
        self._read_places()
        self._draw()

    def _recorded(self) -> Mapping[str, str]:
        session = self.session
        return {} if session is None else session.game.expected_scene(session.state).figures

    def _meet_newcomers(self) -> None:
        """Looks for figures too that have come into play since; their marks are kept, so that they stay."""
        if self.eye is None or self.session is None:
            return
        known = self._asked_for or self.eye.table
        if all(figure in known.figures for figure in self._recorded()):
            return
        table = self.shelf.with_newcomers(known)
        if table is not None:
            self.use_table(table, self.eye.board, lambda notes: None)

    def put(self, figure: str, space: str) -> None:
        """Puts a figure of a drawn table elsewhere, as a hand would."""
        self.put_all({figure: space})

    def put_all(self, places: dict[str, str]) -> None:
        """Puts several figures of a drawn table elsewhere at once."""
        self.moved |= places
        self._draw()

    def put_back(self) -> None:
        """Puts the figures of a drawn table where the record has them."""
        self.moved.clear()
        self._draw()

    def _draw(self) -> None:
        if self.eye is None or self.session is None:
            return
        expected = self._recorded()
        self.moved = {
            figure: space for figure, space in self.moved.items() if expected.get(figure) not in (None, space)
        }
        self.eye.draw({**expected, **self.moved})

    # The referee.

    def _names(self) -> dict[str, Message]:
        board = self.session.view().board if self.session is not None else None
        return {piece.id: piece.label for piece in board.pieces} if board is not None else {}

    def _place(self) -> Callable[[str], str | Message]:
        board = self.session.view().board if self.session is not None else None
        return str if board is None else partial(place_name, board)

    def has_grace_ended(self) -> bool:
        """Tells once that the time to move figures after a change is over."""
        return self._following.has_ended()

    def comparison(self) -> Comparison | None:
        """Compares the last sighting with the record; None while the table may still be moving figures."""
        if self.sighting is None or self.session is None or not self.sighting.registered:
            return None
        health = self.health()
        if health is not None and health.status == "lost":
            return None  # what was seen before it went is not what is there now
        expected = self.session.game.expected_scene(self.session.state)
        found = compare(expected, self.sighting, names=self._names(), place=self._place())
        return None if self._is_behind and not found.agree and self._following.has_time else found

    @property
    def _is_behind(self) -> bool:
        return self.sighting is not None and self._following.is_behind(
            self.sighting, self._seen_at, self.source
        )

    def seen(self) -> tuple[Game[Any], Any, Comparison] | None:
        """Returns what the referee is asked about a change, which can take it long; nothing of the past."""
        comparison = self.comparison()
        if comparison is None or comparison.agree or self.session is None or self._is_behind:
            return None
        return self.session.game, self.session.state, comparison

    def setup_check(self) -> SetupCheck | None:
        """Checks light, anchors and figures before the first turn."""
        health = self.health()
        if health is None or self.session is None:
            return None
        expected = self.session.game.expected_scene(self.session.state)
        return check_setup(expected, self.sighting, health, names=self._names(), place=self._place())


def _end(eye: RemoteEye, process: CameraProcess | None) -> None:
    eye.stop()
    if process is not None:
        process.close()


def _keep(album: PhotoAlbum, number: int, jpeg: bytes) -> None:
    try:
        album.keep(number, "after", jpeg)
        album.keep(number + 1, "before", jpeg)
    except OSError as error:  # a full disk: the journal says so, and a night goes on without photos
        log.warning("no photo: %s", error)
