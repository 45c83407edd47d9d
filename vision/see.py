"""One look at the table: register the board, read the tags, find the rings, name the spaces."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.core.message import Message, say
from companion.ports.sight import SeenFigure, Sighting
from companion.ports.table import Table
from vision.features import FeatureBoard, virtual_anchors
from vision.light import Light, light_of
from vision.picture import scaled
from vision.place import CERTAIN, POSSIBLE, Spaces
from vision.pose import Array, Fit, FlatTag, Lens
from vision.register import register
from vision.ringlook import RingSeen
from vision.rings import find_rings
from vision.tags import Corners, TagReader

CAUTION = 1.3
"""Real pictures hold more than the noise model: every spread is widened by this."""
FLOOR_MM = 0.4
PRINT_FLOOR_MM = 1.6
"""A board that is found by its print lies where fingers tapped it, which is less exact than tags are."""
HEIGHT_DOUBT = 0.04
"""How far off a figure's height may be, as a share of it."""
BAD_TAG = 0.16
"""Corner error over the tag's side beyond which it does not lie flat at its height, or is another size."""


@dataclass(frozen=True)
class Spot:
    """A figure's measured place, with every space that it may be."""

    point: Array
    covariance: Array
    shares: dict[str, float]
    faith: float = 1.0
    """How certain it is that this is the figure at all."""


@dataclass(frozen=True)
class Look:
    """A sighting with what it rests on, for overlays, teaching and health."""

    sighting: Sighting
    reason: Message | None = None
    fit: Fit | None = None
    light: Light | None = None
    spots: dict[str, list[Spot]] = field(default_factory=dict)
    rings: dict[str, list[RingSeen]] = field(default_factory=dict)
    tags: dict[int, list[Corners]] = field(default_factory=dict)
    scale: float = 1.0


class Seer:
    """Sees one table; `remembers_lens` keeps what a clear picture told about the lens for later ones.

    A board without anchor tags is found by the features of a `reference` photo instead.
    """

    def __init__(
        self, table: Table, *, remembers_lens: bool = False, reference: FeatureBoard | None = None
    ) -> None:
        self.table = table
        self._reference = reference
        self._floor_mm = PRINT_FLOOR_MM if reference is not None and not table.anchors else FLOOR_MM
        self._figures = {name: mark for name, mark in table.figures.items() if mark.tag is not None}
        ids = [int(name) for name in table.anchors]
        ids += [mark.tag for mark in self._figures.values() if mark.tag is not None]
        self._reader = TagReader(table.dictionary, ids)
        self._spaces = Spaces(table)
        self._remembers = remembers_lens
        self._lens: tuple[tuple[int, int], Lens] | None = None
        self._before: tuple[tuple[int, ...], Fit] | None = None

    def look(self, frame: NDArray[np.uint8]) -> Look:
        """Judges one picture (blue-green-red)."""
        frame, scale = scaled(frame)
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        tags = self._reader.read(grey)
        lens = self._lens_for(frame.shape[1], frame.shape[0], scale)
        flat = {
            name: FlatTag(mark.size_mm or 1.0, mark.height_mm, tags[mark.tag or 0][0])
            for name, mark in self._figures.items()
            if len(tags.get(mark.tag or 0, ())) == 1
        }
        before = self._before[1] if self._before and self._before[0] == frame.shape else None
        fits = register(*self._anchored(frame, tags), flat, lens, before)
        if not fits:
            return self._not_found(tags)
        fit = fits[0]
        self._before = (frame.shape, fit)
        self._remember(fit, frame.shape[1], frame.shape[0])
        spots: dict[str, list[Spot]] = {}
        for name in self._figures:
            found = self._tag_spots(name, tags, fits)
            if found:
                spots[name] = found
        has_rings = any(mark.ring is not None for mark in self.table.figures.values())
        light = light_of(frame, self.table, tags, fit) if has_rings else None
        rings: dict[str, list[RingSeen]] = {}
        if light is not None:
            rings = find_rings(frame, self.table, fit, light)
            spots |= {name: self._ring_spots(seen, fits) for name, seen in rings.items() if seen}
        return Look(self._sighting(spots), None, fit, light, spots, rings, tags, scale)

    def _anchored(
        self, frame: NDArray[np.uint8], tags: dict[int, list[Corners]]
    ) -> tuple[Table, dict[int, list[Corners]]]:
        """Returns table and tags to register by: the real anchors, or such as features put in their place."""
        found = self._reference.find(frame) if self._reference and not self.table.anchors else None
        if found is None:
            return self.table, tags
        anchors, corners = virtual_anchors(found, self.table.board_mm)
        return msgspec.structs.replace(self.table, anchors=anchors), tags | corners

    def _lens_for(self, width: int, height: int, scale: float) -> Lens:
        if self.table.camera:
            return Lens.calibrated(self.table.camera, scale)
        if self._lens and self._lens[0] == (width, height):
            return self._lens[1]
        return Lens.usual(width, height)

    def _remember(self, fit: Fit, width: int, height: int) -> None:
        """Keeps the best-known lens as a belief for pictures in which anchors are hidden."""
        if not self._remembers or fit.lens.spread is None:
            return
        spread = np.sqrt(np.diag(fit.covariance)[6:10])
        if np.any(spread > 0.5 * Lens.usual(width, height).spread):  # type: ignore[operator]
            return
        if self._lens is None or self._lens[0] != (width, height):
            known = Lens(fit.lens.matrix, fit.lens.distortion, np.maximum(spread, 1e-4))
            self._lens = ((width, height), known)

    def _not_found(self, tags: dict[int, list[Corners]]) -> Look:
        anchors = [name for name in self.table.anchors if tags.get(int(name))]
        if self._reference and not self.table.anchors:
            reason = say("vision.why.no_features")
        elif not self.table.anchors:
            reason = say("vision.why.no_anchors_in_table")
        elif not anchors:
            reason = say("vision.why.no_anchor_seen", count=len(self.table.anchors))
        else:
            reason = say("vision.why.anchors_do_not_fit", seen=", ".join(anchors))
        return Look(Sighting(registered=False, unseen=tuple(self.table.figures)), reason=reason, tags=tags)

    def _tag_spots(self, name: str, tags: dict[int, list[Corners]], fits: list[Fit]) -> list[Spot]:
        mark = self._figures[name]
        seen = tags.get(mark.tag or 0, [])
        size, height = mark.size_mm or 1.0, mark.height_mm
        if len(seen) == 1:
            fit = fits[0]
            corners = seen[0]
            side = float(np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1).mean())
            error = fit.errors_px[name] / max(side, 1.0)
            if error > BAD_TAG:
                return self._loose_spots(corners, height, size, fits)
            return [self._mixed([self._fitted(name, one, error) for one in fits], fits)]
        return [spot for corners in seen for spot in self._loose_spots(corners, height, size, fits)]

    def _fitted(self, name: str, fit: Fit, error: float) -> tuple[Array, Array]:
        covariance = fit.place_spread(name)
        point = fit.placed[name][:2]
        height = self._figures[name].height_mm
        size = self._figures[name].size_mm or 1.0
        camera = fit.camera_mm
        lean = (camera[:2] - point) / max(-camera[2] - height, 1.0) * (HEIGHT_DOUBT * height)
        crooked = (max(error - 0.03, 0.0) * size) ** 2
        return point, covariance + np.outer(lean, lean) + np.eye(2) * crooked

    def _loose_spots(self, corners: Corners, height: float, size: float, fits: list[Fit]) -> list[Spot]:
        """Places a tag that is read twice or lies crooked by its middle: possible, never certain."""
        there = fits[0].to_board(corners, height)
        sides = np.linalg.norm(there - np.roll(there, -1, 0), axis=1)
        if not 0.6 * size < sides.mean() < 1.6 * size:
            return []
        point = there.mean(axis=0)
        covariance = fits[0].spread_mm(point) + np.eye(2) * 3.0**2
        return [Spot(point, covariance, self._spaces.shares(point, covariance), 0.5)]

    def _ring_spots(self, seen: list[RingSeen], fits: list[Fit]) -> list[Spot]:
        possible = [ring for ring in seen if ring.is_possible]
        sure = [ring for ring in possible if ring.is_certain and all(ring.outshines(other) for other in seen)]
        spots = []
        for ring in sure or possible:
            pixel = fits[0].to_picture(ring.centre[None])
            measured = [
                (fit.to_board(pixel)[0], fit.spread_mm(ring.centre) + ring.covariance) for fit in fits
            ]
            spot = self._mixed(measured, fits)
            spots.append(Spot(spot.point, spot.covariance, spot.shares, 1.0 if sure else 0.5))
        return spots

    def _mixed(self, measured: list[tuple[Array, Array]], fits: list[Fit]) -> Spot:
        """Weighs the readings of the pose against each other."""
        weights = np.exp(-0.5 * np.array([fit.behind(fits[0]) for fit in fits]) / 4)
        weights /= weights.sum()
        shares: dict[str, float] = {}
        for (point, covariance), weight in zip(measured, weights.tolist(), strict=True):
            wide = covariance * CAUTION**2 + np.eye(2) * self._floor_mm**2
            for space, share in self._spaces.shares(point, wide).items():
                shares[space] = shares.get(space, 0.0) + weight * share
        return Spot(measured[0][0], measured[0][1] * CAUTION**2 + np.eye(2) * self._floor_mm**2, shares)

    def _sighting(self, spots: dict[str, list[Spot]]) -> Sighting:
        figures: dict[str, SeenFigure] = {}
        unsure: dict[str, tuple[str, ...]] = {}
        unseen: list[str] = []
        for name in self.table.figures:
            found = spots.get(name, [])
            sure = [spot for spot in found if spot.faith == 1.0]
            spot = sure[0] if len(sure) == 1 else None
            if spot and spot.shares:
                space, share = max(spot.shares.items(), key=lambda item: item[1])
                if share >= CERTAIN:
                    figures[name] = SeenFigure(
                        space,
                        round(float(spot.point[0]), 1),
                        round(float(spot.point[1]), 1),
                        round(min(share, 0.999), 3),
                    )
                    continue
            if found:
                unsure[name] = self._candidates(sure or found)
            else:
                unseen.append(name)
        return Sighting(registered=True, figures=figures, unsure=unsure, unseen=tuple(unseen))

    def _candidates(self, spots: list[Spot]) -> tuple[str, ...]:
        shares: dict[str, float] = {}
        for spot in spots:
            for space, share in spot.shares.items():
                shares[space] = max(shares.get(space, 0.0), share)
        likely = [
            space for space, share in sorted(shares.items(), key=lambda item: -item[1]) if share >= POSSIBLE
        ]
        if likely:
            return tuple(likely[:8])
        return tuple(near for spot in spots for near in self._spaces.nearest(spot.point, 15.0)[:4])
