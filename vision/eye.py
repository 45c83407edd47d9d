"""The eye: a source watched on its own threads, giving the newest frame, sightings, and its health."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.ports.camera import EyeHealth, Light, Picture, Sketch
from companion.ports.places import Places
from companion.ports.reading import Reading
from companion.ports.sight import Sighting
from companion.ports.table import Table
from companion.ports.threads import MessageThread
from vision.capture.source import Frame, Source, SourceLost
from vision.features import FeatureBoard
from vision.lightcheck import check_light
from vision.mats import find_mats
from vision.overlay import overlay, sketch
from vision.read.live import PlaceReader
from vision.see import Look, Seer
from vision.settle import STILL_S, Scene, Settler
from vision.teach import Taught, teach

FRAMES_A_SECOND = 10.0
RETRY_S = 1.0
BLACK = 14.0
FLAT = 5.0
NOISE = 1.5
"""A dark room still shows something; a covered lens shows only the sensor's noise."""
GLARING_SHARE = 0.12


class Eye:
    """Watches a table: start it, then ask, or listen; listeners are called on its thread and only queue."""

    def __init__(
        self,
        source: Source,
        table: Table,
        *,
        reference: FeatureBoard | None = None,
        still_s: float = STILL_S,
        frames_a_second: float = FRAMES_A_SECOND,
        retry_s: float = RETRY_S,
    ) -> None:
        self.table = table
        self._source = source
        self._reference = reference
        self._seer = Seer(table, remembers_lens=True, reference=reference)
        self._still_s = still_s
        self._settler = Settler(still_s)
        self._period_s = 1.0 / frames_a_second
        self._retry_s = retry_s
        self._lock = threading.Lock()
        self._fresh = threading.Condition(self._lock)
        self._frame: Frame | None = None
        self._number = 0
        self._look: Look | None = None
        self._judged: Frame | None = None
        self._scene = Scene.WAITING
        self._lost: Message | None = say("vision.health.starting")
        self._complaint: Message | None = None
        self._light: Light | None = None
        self._reader: PlaceReader | None = None
        self._reading: Reading | None = None
        self._listeners: list[Callable[[Sighting], None]] = []
        self._health_listeners: list[Callable[[EyeHealth], None]] = []
        self._reading_listeners: list[Callable[[Reading], None]] = []
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    def look_for(self, table: Table, reference: FeatureBoard | None = None) -> None:
        """Looks for another table from now on, with the same camera."""
        with self._lock:
            self.table, self._reference = table, reference
            self._seer = Seer(table, remembers_lens=True, reference=reference)
            self._settler = Settler(self._still_s)
            self._look, self._judged, self._light = None, None, None

    def read_places(self, reader: PlaceReader | None) -> None:
        """Reads dice and cards beside the board from now on, beginning with the scene that is there."""
        with self._lock:
            self._reader, self._reading = reader, None
            self._settler = Settler(self._still_s)

    def latest_reading(self) -> Reading | None:
        """Returns what lies in the places of the last scene at rest."""
        with self._lock:
            return self._reading

    def start(self) -> None:
        """Begins to look."""
        if self._threads:
            return
        self._stopping.clear()
        self._threads = [
            threading.Thread(target=self._grab, name="eye-grab", daemon=True),
            MessageThread(target=self._watch, name="eye-watch", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stops and frees the source."""
        self._stopping.set()
        with self._fresh:
            self._fresh.notify_all()
        for thread in self._threads:
            thread.join(timeout=5)
        self._threads = []

    def listen(self, listener: Callable[[Sighting], None]) -> None:
        """Adds somebody to be told every new sighting."""
        self._listeners.append(listener)

    def listen_to_reading(self, listener: Callable[[Reading], None]) -> None:
        """Adds somebody to be told when something else lies in the places."""
        self._reading_listeners.append(listener)

    def listen_to_health(self, listener: Callable[[EyeHealth], None]) -> None:
        """Adds somebody to be told when the health changes."""
        self._health_listeners.append(listener)

    def latest_picture(self) -> Picture | None:
        """Returns the newest frame."""
        with self._lock:
            frame, number = self._frame, self._number
        return None if frame is None else _picture(frame, number)

    def explained_picture(self) -> Picture | None:
        """Returns the judged frame with what was seen drawn in."""
        with self._lock:
            frame, look, number = self._judged, self._look, self._number
        if frame is None or look is None:
            return None
        return _picture(overlay(frame, self.table, look), number)

    def latest_jpeg(self, quality: int = 80) -> bytes | None:
        """Returns the newest frame packed, for the album of the night."""
        with self._lock:
            frame = self._frame
        if frame is None:
            return None
        return bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])

    def latest_sighting(self) -> Sighting | None:
        """Returns the last judged still scene."""
        with self._lock:
            return self._look.sighting if self._look else None

    def latest_sketch(self) -> Sketch | None:
        """Returns where the spaces and figures of that scene are in the picture."""
        with self._lock:
            frame, look = self._judged, self._look
        if frame is None or look is None:
            return None
        return sketch(frame.shape[1], frame.shape[0], self.table, look)

    def teach(self, places: Mapping[str, str]) -> Taught:
        """Learns the rings' colours from the scene at rest; refuses with Invalid where there is none."""
        return teach(self.table, self.scene_at_rest(), places, reference=self._reference)

    def places_by_mats(self) -> Places:
        """Finds the printed mats; refuses with Invalid where board or mats are not seen."""
        return find_mats(self.table, self.scene_at_rest(), self._reference)

    def scene_at_rest(self) -> Frame:
        """Returns the judged scene, or the newest frame while there is none; refuses without either."""
        with self._lock:
            frame = self._frame if self._judged is None or self._scene is not Scene.STILL else self._judged
        if frame is None:
            raise Invalid(say("vision.health.starting"))
        return frame

    def newest_frame(self) -> tuple[Frame | None, int]:
        """Returns the newest frame with its number."""
        with self._lock:
            return self._frame, self._number

    @property
    def scene(self) -> Scene:
        """Tells what the picture is doing: moving, a hand, waiting, still."""
        return self._scene

    def health(self) -> EyeHealth:
        """Says how well it sees."""
        with self._lock:
            look, lost, complaint, light = self._look, self._lost, self._complaint, self._light
        if lost is not None:
            return EyeHealth("lost", lost)
        seen: tuple[str, ...] = ()
        hidden: tuple[str, ...] = ()
        if look is not None:
            seen = tuple(name for name in self.table.anchors if look.tags.get(int(name)))
            hidden = tuple(name for name in self.table.anchors if name not in seen)
        if complaint is None and look is not None and look.reason is not None:
            complaint = look.reason
        if complaint is not None:
            return EyeHealth("poor", complaint, seen, hidden, light)
        return EyeHealth("good", say("vision.health.good"), seen, hidden, light)

    def _grab(self) -> None:
        """Keeps only the newest frame; a lost camera is tried again and again."""
        is_open = False
        while not self._stopping.is_set():
            try:
                if not is_open:
                    self._source.open()
                    is_open = True
                frame = self._source.read()
            except SourceLost as lost:
                is_open = False
                self._say_lost(lost.message)
                self._stopping.wait(self._retry_s)
                continue
            with self._fresh:
                was_lost, self._lost = self._lost is not None, None
                self._frame = frame
                self._number += 1
                self._fresh.notify_all()
            if was_lost:
                self._tell_health()
        self._source.close()

    def _say_lost(self, message: Message) -> None:
        with self._lock:
            is_news, self._lost = self._lost != message, message
        if is_news:
            self._tell_health()

    def _watch(self) -> None:
        """Takes the newest frame at its own pace, and judges when a scene has come to rest."""
        done = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            with self._fresh:
                if self._number == done:
                    self._fresh.wait(timeout=1.0)
                frame, number = self._frame, self._number
            if frame is None or number == done:
                continue
            done = number
            self._step(frame, began)
            self._stopping.wait(max(0.0, self._period_s - (time.monotonic() - began)))

    def _step(self, frame: Frame, now_s: float) -> None:
        complaint = complaint_about(frame)
        if complaint != self._complaint:
            with self._lock:
                self._complaint = complaint
            self._tell_health()
        with self._lock:
            seer, settler, reader = self._seer, self._settler, self._reader
        settled = settler.feed(frame, now_s)
        self._scene = settled.scene
        if settled.picture is None:
            self._look_again(reader, settled.scene, frame)
            return
        look = seer.look(settled.picture)
        before = self.health()
        board_px = None
        if look.fit is not None:
            width, height = seer.table.board_mm
            corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
            board_px = look.fit.to_picture(corners) / look.scale
            places = reader.places.all if reader is not None else ()
            outlines = [look.fit.to_picture(np.array(place)) / look.scale for place in places]
            hull = cv2.convexHull(np.vstack([board_px, *outlines]).astype(np.float32)).reshape(-1, 2)
            settler.watch(hull.astype(np.float64), tuple(outlines))
        whites = [
            look.tags[int(name)][0] / look.scale for name in seer.table.anchors if look.tags.get(int(name))
        ]
        light = check_light(settled.picture, board_px, whites)
        with self._lock:
            if seer is not self._seer:
                return
            self._look, self._judged, self._light = look, settled.picture, light
        if self.health() != before:
            self._tell_health()
        for listener in tuple(self._listeners):
            listener(look.sighting)
        if reader is not None:
            self._read(reader, look, (settled.picture, frame))

    def _look_again(self, reader: PlaceReader | None, scene: Scene, frame: Frame) -> None:
        """Looks again at the places that are still unsure, as long as the scene stays at rest."""
        look = self._look
        if scene is Scene.STILL and reader is not None and reader.is_unsure and look is not None:
            self._read(reader, look, (frame,))

    def _read(self, reader: PlaceReader, look: Look, looks: tuple[Frame, ...]) -> None:
        """Reads the places by the combined picture of the scene and by its newest frame."""
        if look.fit is None:
            return
        fit, scale = look.fit, look.scale
        reading = reader.read(looks, lambda points: fit.to_picture(points) / scale)
        with self._lock:
            if reader is not self._reader:
                return
            is_news, self._reading = reading != self._reading, reading
        if is_news:
            for listener in tuple(self._reading_listeners):
                listener(reading)

    def _tell_health(self) -> None:
        health = self.health()
        for listener in tuple(self._health_listeners):
            listener(health)


def complaint_about(frame: Frame) -> Message | None:
    """Says what spoils a frame as a whole: a covered lens, darkness, glare."""
    small = cv2.cvtColor(frame[::8, ::8], cv2.COLOR_BGR2GRAY)
    level, spread = float(small.mean()), float(small.std())
    if level < BLACK and spread >= NOISE:
        return say("vision.light.dark")
    if spread < FLAT:
        return say("vision.health.covered")
    if float((small > 250).mean()) > GLARING_SHARE:
        return say("vision.health.glare")
    return None


def _picture(frame: Frame, number: int) -> Picture:
    rgb = cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
    return Picture(frame.shape[1], frame.shape[0], rgb.tobytes(), number)
