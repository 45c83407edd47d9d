"""The camera beside the night: what it saw last, whether it agrees, and what it proposes.

`vision` is loaded only when a camera is asked for, so that a table without one never waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from companion.core.errors import Refusal
from companion.core.message import Message
from companion.night.folders import data_folder
from companion.ports.camera import EyeHealth, Picture, Witness
from companion.ports.sight import Sighting
from companion.ports.table import Table
from companion.referee.compare import Comparison, compare
from companion.referee.propose import Proposal, propose
from kiosk.session import Session

TABLE_FILE = "table.json"


class Sight:
    """One running camera; what it says arrives through `post`, on the screen's thread."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_change: Callable[[], None]) -> None:
        self._post = post
        self._on_change = on_change
        self.source = ""
        self.eye: Witness | None = None
        self.failure: Message | None = None
        self.sighting: Sighting | None = None
        self.session: Session | None = None

    def open(self, source: str, session: Session | None) -> None:
        """Starts a camera by name; `simulated` draws the night's own table. An empty name stops it."""
        if source == self.source and session is self.session and self.eye is not None:
            return
        self.close()
        self.source, self.session, self.failure = source, session, None
        if not source:
            return
        try:
            self.eye = self._make(source, session)
        except Refusal as refusal:
            self.failure = refusal.message
            return
        if self.eye is not None:
            self.eye.listen(lambda sighting: self._post(lambda: self._saw(sighting)))
            self.eye.start()

    def _make(self, source: str, session: Session | None) -> Witness | None:
        table = self._table(session)
        if table is None:
            return None
        if source == "watch":
            # On an installed Pi the camera has a process of its own, which may hang without harm.
            far: Witness = import_module("vision.remote").RemoteEye(table)
            return far
        eye_room = import_module("vision.eye")
        if source == "simulated":
            assert session is not None
            simulated = import_module("vision.capture.simulated").SimulatedTable
            camera = simulated(table, lambda: session.game.expected_scene(session.state).figures)
        else:
            camera = import_module("vision.capture.source").open_source(source)
        eye: Witness = eye_room.Eye(camera, table)
        return eye

    def _table(self, session: Session | None) -> Table | None:
        file = data_folder() / TABLE_FILE
        if self.source != "simulated" and file.exists():
            table: Table = import_module("vision.tables").read_table(file)
            return table
        if session is None:
            return None
        board = session.view().board
        if board is None:
            return None
        figures = sorted(session.game.expected_scene(session.state).figures)
        drawn: Table = import_module("vision.layout").table_for(board, figures)
        return drawn

    def save_table(self) -> bool:
        """Keeps the table that the camera goes by, so that it is the same next time."""
        table = self._table(self.session)
        if table is None:
            return False
        file = data_folder() / TABLE_FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".new")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(table)))
        draft.replace(file)
        return True

    def _saw(self, sighting: Sighting) -> None:
        self.sighting = sighting
        self._on_change()

    def picture(self, *, is_explained: bool) -> Picture | None:
        """Returns the newest frame, plain or with spaces and figures drawn on top."""
        if self.eye is None:
            return None
        explained = getattr(self.eye, "explained_picture", None)
        shown: Picture | None = explained() if is_explained and explained else None
        return shown or self.eye.latest_picture()

    def health(self) -> EyeHealth | None:
        """Says how well the camera sees."""
        return self.eye.health() if self.eye is not None else None

    def comparison(self) -> Comparison | None:
        """Compares the last sighting with the record."""
        if self.sighting is None or self.session is None or not self.sighting.registered:
            return None
        names = {}
        board = self.session.view().board
        if board is not None:
            names = {piece.id: piece.label for piece in board.pieces}
        expected = self.session.game.expected_scene(self.session.state)
        return compare(expected, self.sighting, names=names)

    def proposal(self) -> Proposal | None:
        """Says which turn the seen change could be."""
        comparison = self.comparison()
        if comparison is None or self.session is None:
            return None
        return propose(self.session.game, self.session.state, comparison)

    def close(self) -> None:
        """Stops the camera."""
        if self.eye is not None:
            self.eye.stop()
        self.eye, self.sighting = None, None
