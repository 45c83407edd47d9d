"""Where a table is set up: a board's print is learned, figures and cards are taught, a lens is measured."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any, Literal

import numpy as np

from companion.core.errors import Invalid
from companion.ports.table import Table
from companion.ports.watch import BoardCorners, LensViews, TakenPhoto, WatchRequest
from vision.eye import Eye
from vision.features import FeatureBoard, flattened, pack, unpack
from vision.lens import LensBench
from vision.read.photograph import Photographer

LOOK_S = 0.15
"""How often a picture is searched for the calibration sheet."""


class Workshop:
    """Does what a request asks of an eye; an answer is a part of a report."""

    def __init__(self) -> None:
        self._bench: LensBench | None = None
        self._looked_s = 0.0
        self._number = -1
        self._views = LensViews()
        self._photographer: Photographer | None = None

    @property
    def measures_lens(self) -> bool:
        """Tells whether views of the calibration sheet are being collected."""
        return self._bench is not None

    def answer(self, request: WatchRequest, eye: Eye) -> dict[str, Any]:
        """Returns what to report; a refusal is in its `notes`."""
        found: dict[str, Any] = {}
        try:
            if request.teach is not None:
                taught = eye.teach(request.teach)
                found |= {"taught": taught.table, "lessons": taught.lessons, "notes": taught.notes}
            if request.corners is not None:
                found["board"] = self._print_of(request.corners, eye)
            if request.lens is not None:
                found |= self._lens(request.lens)
            if request.mats:
                found["places"] = eye.places_by_mats()
            if request.photos is not None:
                self._take_photos(request.photos, request.taught)
        except Invalid as refusal:
            found["notes"] = (refusal.message, *refusal.details)
        return found

    @staticmethod
    def _print_of(corners: BoardCorners, eye: Eye) -> bytes:
        """Returns the board from above; refuses a print that is too plain to be found again."""
        frame = eye.scene_at_rest()
        taps = np.array(corners.at, np.float64) * frame.shape[1::-1]
        FeatureBoard(frame, taps, corners.board_mm)
        photo = pack(flattened(frame, taps, corners.board_mm))
        FeatureBoard.flat(unpack(photo), corners.board_mm)
        return photo

    def _lens(self, wish: str) -> dict[str, Any]:
        if wish == "measure":
            return {"measured": self._bench.measure()} if self._bench is not None else {}
        self._bench = LensBench() if wish == "begin" else None
        self._views, self._number = LensViews(), -1
        return {"lens": self._views}

    def _take_photos(self, kind: Literal["card", "tile", "die", "end"], taught: str) -> None:
        folder = Path(taught) if taught else None
        self._photographer = None if kind == "end" else Photographer(kind, folder)

    def photo(self, eye: Eye) -> TakenPhoto | None:
        """Looks from time to time whether something was laid down; returns its photo once."""
        if self._photographer is None or monotonic() - self._looked_s < LOOK_S:
            return None
        frame, number = eye.newest_frame()
        if frame is None or number == self._number:
            return None
        self._looked_s, self._number = monotonic(), number
        return self._photographer.feed(frame)

    def views(self, eye: Eye) -> LensViews | None:
        """Looks for the sheet from time to time; returns how far it is when that has changed."""
        if self._bench is None or monotonic() - self._looked_s < LOOK_S:
            return None
        frame, number = eye.newest_frame()
        if frame is None or number == self._number:
            return None
        self._looked_s, self._number = monotonic(), number
        before, self._views = self._views, self._bench.feed(frame)
        return None if self._views == before else self._views


def reference_of(table: Table, board: bytes) -> FeatureBoard | None:
    """Returns the print that a board without anchors is found by; refuses one that cannot be used."""
    return FeatureBoard.flat(unpack(board), table.board_mm) if board and not table.anchors else None
