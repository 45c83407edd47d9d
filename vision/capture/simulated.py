"""A drawn table as a camera: the present scene with noise, lamp light and hands that move the figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Lock

import cv2
import numpy as np

from companion.ports.places import Places
from companion.ports.table import Table
from companion.ports.watch import Laid
from vision.capture.drawn_sheet import DrawnSheet
from vision.capture.source import Frame
from vision.render.apart import BODY_MM, is_alone, stand_apart
from vision.render.beside import Pictures, lay_beside
from vision.render.cards import draw_card
from vision.render.draw import draw
from vision.render.shot import Camera, Shot, Standing

HAND_S = 1.2
FRAME_S = 0.1
SKIN = (115, 140, 190)
SLEEVE = (70, 50, 40)
BODIES = ((70, 90, 150), (150, 80, 60), (80, 140, 90), (160, 140, 60), (130, 80, 140), (90, 130, 140))
NOISES = 6

Shown = tuple[dict[str, str], Laid]
"""Where the figures stand, and what lies beside the board."""


class SimulatedTable:
    """Draws what `scene` says (figure to space) whenever it changes; a hand comes and goes with each move."""

    name = "simulated"

    def __init__(
        self,
        table: Table,
        scene: Callable[[], Mapping[str, str]],
        *,
        frame_s: float = FRAME_S,
        hand_s: float = HAND_S,
        size: tuple[int, int] = (1280, 720),
        seed: int = 7,
    ) -> None:
        self._table = table
        self._scene = scene
        self._frame_s = frame_s
        self._hand_s = hand_s
        self._random = np.random.default_rng(seed)
        self._base = Shot(
            table, {}, width=size[0], height=size[1], tilt=0.35, light=(1.0, 0.93, 0.8), gradient=0.15,
            noise=0.0, jpeg=None, busy=0.4, fill=0.95, seed=seed,
        )  # fmt: skip
        self._drawing = Lock()
        """Held while a frame is drawn: what is drawn is changed by others than who looks."""
        self._shown: Shown | None = None
        self._picture: Frame | None = None
        self._camera: Camera | None = None
        self._stood: tuple[Shot, Frame] | None = None
        """The board as it was drawn last: hands beside it change nothing on it."""
        self._hand: tuple[float, np.ndarray] | None = None
        self._next: tuple[Shown, Frame] | None = None
        self._sheet: DrawnSheet | None = None
        self._places: Places | None = None
        self._pictures: Pictures = draw_card
        self._laid = Laid()
        self._noises = [
            self._random.normal(0, 2.5, (size[1], size[0], 1)).astype(np.int8) for _ in range(NOISES)
        ]

    def lay(self, table: Table) -> None:
        """Draws another table from now on."""
        with self._drawing:
            if table != self._table:
                self._table, self._base = table, replace(self._base, table=table)
                self._begin_anew()

    def lay_places(self, places: Places | None, pictures: Pictures = draw_card) -> None:
        """Shows places beside the board from now on, with pictures of the cards that lie there."""
        with self._drawing:
            if places != self._places or pictures is not self._pictures:
                self._places, self._pictures = places, pictures
                around = () if places is None else tuple(point for outline in places.all for point in outline)
                self._base = replace(self._base, around=around)
                self._begin_anew()

    def lay_beside(self, laid: Laid) -> None:
        """Has a hand lay other cards and throw other dice."""
        self._laid = laid

    def show_sheet(self, is_shown: bool) -> None:
        """Lets a hand move the calibration sheet about before the camera instead of the table."""
        size = (self._base.width, self._base.height)
        self._sheet = DrawnSheet(size, self._base.focal * max(size)) if is_shown else None

    def open(self) -> None:
        """Draws the first scene."""
        with self._drawing:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._shown, self._hand, self._next = None, None, None

    def close(self) -> None:
        """Has nothing to free."""

    def read(self) -> Frame:
        """Returns the next frame, ten a second."""
        time.sleep(self._frame_s)
        with self._drawing:
            return self._frame(time.monotonic())

    def _frame(self, now: float) -> Frame:
        figures = {figure: space for figure, space in self._scene().items() if figure in self._table.figures}
        wanted = (figures, self._laid if self._places is not None else Laid())
        if self._picture is None or self._shown is None:
            self._picture, self._shown = self._draw(wanted), wanted
        elif self._hand is None and wanted != self._shown:
            self._next, self._hand = (wanted, self._draw(wanted)), (now, self._touched(self._shown, wanted))
        frame = self._picture
        if self._hand is not None:
            frame = self._with_hand(now)
        sheet = self._sheet
        if sheet is not None:
            frame = sheet.frame(now)
        noise = self._noises[int(self._random.integers(NOISES))]
        return np.asarray(cv2.add(frame, np.repeat(noise, 3, axis=2), dtype=cv2.CV_8U), np.uint8)

    def _with_hand(self, now: float) -> Frame:
        """Draws the hand on its way in, over the figure, and out; the figure moves under it."""
        assert self._hand is not None
        assert self._picture is not None
        assert self._camera is not None
        began, target = self._hand
        part = (now - began) / max(self._hand_s, 1e-6)
        if part >= 0.5 and self._next is not None:
            self._shown, self._picture = self._next
            self._next = None
        if part >= 1:
            self._hand = None
            return self._picture
        height = self._table.board_mm[1]
        reach = 1 - abs(2 * part - 1)
        tip = np.array([target[0], height + 150 + (target[1] - height - 150) * reach])
        frame = self._picture.copy()
        arm = tip + np.array([(-30, 0), (30, 0), (60, 900), (-60, 900)])
        angles = np.linspace(0, 2 * np.pi, 24)
        fist = tip + 42 * np.column_stack([np.cos(angles), np.sin(angles)])
        for shape, colour in ((arm, SLEEVE), (fist, SKIN)):
            corners = np.round(self._camera.project(shape, 45)).astype(np.int32)
            cv2.fillPoly(frame, [corners], colour, cv2.LINE_AA)
        return frame

    def _touched(self, before: Shown, after: Shown) -> np.ndarray:
        """Returns where a hand changes a scene: at a figure first, else at a card or the tray."""
        moved = [figure for figure, space in after[0].items() if space != before[0].get(figure)]
        if moved:
            return self._middle(after[0][moved[0]])
        if self._places is not None:
            one, other = before[1].cards, after[1].cards
            for place, outline in self._places.cards.items():
                if one.get(place) != other.get(place):
                    return np.array(outline).mean(0)
            if self._places.tray is not None:
                return np.array(self._places.tray).mean(0)
        return np.zeros(2)

    def _middle(self, space: str) -> np.ndarray:
        polygon = np.array(self._table.spaces[space]) if space in self._table.spaces else np.zeros((1, 2))
        return np.asarray((polygon.min(0) + polygon.max(0)) / 2)

    def _draw(self, shown: Shown) -> Frame:
        scene, laid = shown
        standing = stand_apart(self._table, scene)
        figures = {
            figure: Standing(
                float(at[0]), float(at[1]), 0.3 * index if is_alone(figure, standing, self._table) else 0.0,
                body_width_mm=BODY_MM, body_colour=BODIES[index % len(BODIES)],
            )
            for index, (figure, at) in enumerate(standing.items())
        }  # fmt: skip
        picture = self._board(replace(self._base, figures=figures))
        if self._places is not None and self._camera is not None:
            picture = picture.copy()
            lay_beside(picture, self._camera, self._places, laid, self._pictures, self._base.light)
        return picture

    def _board(self, shot: Shot) -> Frame:
        """Draws the board with its figures, unless they stand there as before."""
        if self._stood is None or self._stood[0] != shot:
            picture, truth = draw(shot)
            self._stood, self._camera = (shot, picture), truth.camera
        return self._stood[1]
