"""Printed mats for the places beside a board: a tag on each says where its tray and its cards lie."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.places import DRAWN, Places, card_place
from companion.ports.table import Outline, Table
from vision.beside import CARD_MM, GAP_MM, TRAY_MM, rectangle
from vision.features import FeatureBoard
from vision.picture import scaled
from vision.pose import Fit
from vision.see import Seer
from vision.tags import Corners, TagReader

TRAY = "tray"
TAG_MM = 25.0
SEATS = 6
CARDS = 3
"""How many cards of a player find room on a sheet of any size."""
FIRST_TAG, COMMON_TAG = 4, 49
"""Of the first seat, between anchors and figures, and of the mat of all, beyond them."""
OFF_SIZE = 0.2
"""By which share a tag may seem larger or smaller than it is printed."""

TOP_MM = TAG_MM * 1.34 / 2 + GAP_MM / 2
"""How far below the middle of its tag a mat's places begin."""
LEFT_MM = -TAG_MM / 2
"""Where they begin beside it."""


def mats() -> dict[int, dict[str, Outline]]:
    """Returns by tag what lies on each mat, in millimetres from the middle of its tag."""
    step = CARD_MM[0] + GAP_MM
    seats = {
        FIRST_TAG + seat: {
            card_place(seat + 1, number + 1): rectangle((LEFT_MM + number * step, TOP_MM), CARD_MM)
            for number in range(CARDS)
        }
        for seat in range(SEATS)
    }
    common = {
        TRAY: rectangle((LEFT_MM, TOP_MM), (TRAY_MM, TRAY_MM)),
        DRAWN: rectangle((LEFT_MM + TRAY_MM + GAP_MM, TOP_MM), CARD_MM),
    }
    return {COMMON_TAG: common, **seats}


def find_mats(table: Table, frame: NDArray[np.uint8], reference: FeatureBoard | None = None) -> Places:
    """Returns the places of all mats in a picture; refuses with Invalid where board or mats are not seen."""
    look = Seer(table, reference=reference).look(frame)
    if look.fit is None:
        raise Invalid(look.reason or say("vision.why.no_anchor_seen", count=len(table.anchors)))
    grey = cv2.cvtColor(scaled(frame)[0], cv2.COLOR_BGR2GRAY)
    seen = TagReader(table.dictionary, mats()).read(grey)
    found = _places_of(seen, look.fit)
    if not found:
        raise Invalid(say("vision.mats.none"))
    return Places(tray=found.pop(TRAY, None), cards=found)


def _places_of(seen: Mapping[int, list[Corners]], fit: Fit) -> dict[str, Outline]:
    """Lays what each mat holds beside its tag; a tag that is seen twice, or of another size, lays nothing."""
    found: dict[str, Outline] = {}
    for tag, outlines in mats().items():
        if len(seen.get(tag, ())) != 1:
            continue
        corners = fit.to_board(seen[tag][0])
        across = corners[1] + corners[2] - corners[0] - corners[3]
        side = float(np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1).mean())
        if abs(side / TAG_MM - 1) > OFF_SIZE:
            continue
        along = across / np.linalg.norm(across)
        turn = np.array([along, (-along[1], along[0])])
        for name, outline in outlines.items():
            laid = np.array(outline) @ turn + corners.mean(0)
            found[name] = tuple((round(float(x), 1), round(float(y), 1)) for x, y in laid)
    return found
