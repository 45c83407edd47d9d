"""Each pair of cards votes by the pixels in which the two clearly differ."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.read.deck import FRAME_PX, Design
from vision.read.features import Floats
from vision.read.glare import Place
from vision.read.lamp import lit_like

LEAST_PIXELS = 20
"""With fewer pixels there is no vote."""

CELL = 36
"""How large a part of the frame is, in pixels, that must not speak against a card."""

SHADOW = 0.4
"""How much a difference in lightness counts against one in colour."""

ODD = 70.0
"""From which difference on a pixel does not look as the card does."""

PART = 0.1
"""Which share of all votes such a part must have to be heard."""

ABSTAIN = 0.16
"""How far from the nearer of both cards a pixel may be to vote, squared, as a share of their distance."""


GREY = np.ones(3, np.float32)


def champion(place: Place, design: Design, index: int, rivals: list[int]) -> tuple[int, Floats]:
    """Returns the card that no other one outvotes, and the votes for it against each."""
    votes = _votes(place, design, index, rivals)
    for _ in range(6):
        if votes.min() >= 0.5:
            break
        index = rivals[int(votes.argmin())]
        votes = _votes(place, design, index, rivals)
    return index, votes


def _votes(place: Place, design: Design, index: int, rivals: list[int]) -> Floats:
    """Returns for each rival which share of the differing pixels speaks for this card."""
    votes = np.full(len(rivals), 0.5, np.float32)
    looks = design.looks.reshape(len(design.looks), -1, 3)
    mask = (place.mask & design.masks[index]).ravel()
    if mask.sum() < LEAST_PIXELS:
        return votes
    wanted = design.looks[index].astype(np.float32)
    seen = lit_like(place.look, wanted, place.mask & design.masks[index]).reshape(-1, 3)
    shiny = place.shiny.ravel()
    for number, rival in enumerate(rivals):
        if design.ids[rival] == design.ids[index]:
            votes[number] = 1.0
            continue
        at = design.apart(index, rival)
        at = at[mask[at]]
        here, mine, theirs = (
            colours[at].astype(np.float32) for colours in (seen, looks[index], looks[rival])
        )
        to_mine, to_theirs = _squared(here - mine), _squared(here - theirs)
        is_clear = np.minimum(to_mine, to_theirs) < ABSTAIN * _squared(mine - theirs)
        is_mine = to_mine < to_theirs
        # Glare only brightens: near it, what speaks for the darker of both counts alone.
        is_clear &= ~(shiny[at] & (is_mine == (mine @ GREY > theirs @ GREY)))
        votes[number] = _share(at[is_clear], is_mine[is_clear])
    return votes


def _squared(apart: Floats) -> Floats:
    """Returns the squared lengths of rows; numpy is slow to add up few columns."""
    return np.asarray(np.einsum("...i,...i->...", apart, apart))


def unexplained(place: Place, design: Design, index: int) -> float:
    """Returns which share of the card in sight shows areas that the card does not: another card, perhaps.

    What is darker in all colours alike may be a shadow; what is brighter glare, where none is seen as such.
    """
    mask = place.mask & design.masks[index]
    wanted = design.looks[index].astype(np.float32)
    apart = lit_like(place.look, wanted, mask) - wanted
    level = apart @ (GREY / 3)
    is_print = place.has_glare and not design.is_lone
    counts = np.where(level > 0, 1.0 if is_print else SHADOW, SHADOW)
    away = np.sqrt((counts * level) ** 2 + _squared(apart - level[:, :, None]))
    odd = (away > ODD) & mask & ~(place.shiny & (level > 0))
    # At the edge of its print a card that lies a pixel off shows its rim.
    areas = cv2.erode(
        odd.astype(np.uint8), np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return float(areas.sum() / max(1, mask.sum()))


def _share(at: NDArray[np.uint16], is_mine: NDArray[np.bool_]) -> float:
    """Returns the share of the votes for a card, less where one part of it speaks against the card."""
    if len(at) < LEAST_PIXELS:
        return 0.5
    row, column = np.divmod(at, FRAME_PX[0])
    part = row // CELL * (FRAME_PX[0] // CELL) + column // CELL
    every, mine = np.bincount(part), np.bincount(part, is_mine)
    share = float(is_mine.mean())
    large = every >= max(LEAST_PIXELS, PART * len(at))
    if share < 0.5 or not large.any():
        return share
    return min(share, 0.5 + float((mine[large] / every[large]).min()))
