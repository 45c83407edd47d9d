"""Teaching: which figure is put where, what was learned of each, and which was not found, in words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.core.message import Message, literal, say
from companion.ports.table import Table
from companion.ports.watch import Lesson
from kiosk.camera.camera import Camera
from kiosk.camera.tables import RING_MM, ring_size

APART = 3.0
"""Figures to be taught stand so many spaces apart, so that none hides another's mark."""
OWN_APART = 1.4
"""Where the record has them so far apart already, they stay."""
SURE = 0.9


class TaughtLine(Struct, frozen=True):
    """What is known of one figure: a colour to show, whether it is fine, and a sentence."""

    figure: str
    swatch: tuple[int, int, int] | None
    icon: str
    tone: str
    text: Message


class FiguresPresenter:
    """Chooses a space for each figure, and says what came of it."""

    def __init__(self, camera: Camera, table: Table) -> None:
        self._camera = camera
        self.table = table
        self.places = self._places()

    @property
    def marks(self) -> str:
        """What the figures carry: `tags` on top, or `rings` around the foot."""
        return "rings" if any(mark.ring is not None for mark in self.table.figures.values()) else "tags"

    def with_marks(self, marks: str) -> Table:
        """Returns the table with its figures carrying something else."""
        practice = self._camera.shelf.practice()
        if marks == self.marks or practice is None:
            return self.table
        if marks == "tags":
            figures = {
                name: practice.figures[name] for name in self.table.figures if name in practice.figures
            }
        else:
            size = ring_size(practice) if self._camera.is_drawn else RING_MM
            rings = self._camera.shelf.rings(size)
            figures = {name: rings[name] for name in self.table.figures if name in rings}
        return replace(self.table, figures=figures)

    def names(self) -> dict[str, Message]:
        """Returns what each figure is called."""
        session = self._camera.session
        board = session.view().board if session is not None else None
        known = {piece.id: piece.label for piece in board.pieces} if board is not None else {}
        return {name: known.get(name, literal(name)) for name in self.table.figures}

    def _places(self) -> dict[str, str]:
        """Takes the record's places where each figure has a free one of its own, else spreads them out."""
        session = self._camera.session
        expected: Mapping[str, str] = (
            session.game.expected_scene(session.state).figures if session is not None else {}
        )
        middles = {name: np.array(polygon).mean(axis=0) for name, polygon in self.table.spaces.items()}
        if not middles:
            return {}
        sizes = [float(np.ptp(np.array(polygon), axis=0).max()) for polygon in self.table.spaces.values()]
        size = float(np.median(sizes))
        figures = list(self.table.figures)
        wanted = [expected[name] for name in figures if expected.get(name) in middles]
        start = middles[wanted[0]] if wanted else next(iter(middles.values()))
        near = sorted(middles, key=lambda name: float(np.linalg.norm(middles[name] - start)))
        places: dict[str, str] = {}
        for figure in figures:
            own = [expected[figure]] if expected.get(figure) in middles else []
            for index, space in enumerate((*own, *near)):
                taken = [middles[other] for other in places.values()]
                least = size * (OWN_APART if index < len(own) else APART)
                if all(float(np.linalg.norm(middles[space] - at)) >= least for at in taken):
                    places[figure] = space
                    break
        return places

    @property
    def is_spread(self) -> bool:
        """Tells whether figures stand elsewhere than the game has them, to be taught."""
        session = self._camera.session
        expected = session.game.expected_scene(session.state).figures if session is not None else {}
        return any(expected.get(figure) not in (None, space) for figure, space in self.places.items())

    def waiting(self) -> tuple[TaughtLine, ...]:
        """Says where each figure is to be put."""
        names = self.names()
        return tuple(
            TaughtLine(
                figure,
                self.table.figures[figure].ring,
                "figure",
                "quiet",
                say("kiosk_camera.figures.place", figure=names[figure], space=literal(space)),
            )
            for figure, space in self.places.items()
        )

    def learned(self, lessons: tuple[Lesson, ...]) -> tuple[TaughtLine, ...]:
        """Says what was learned, those first that were not found."""
        return tuple(
            self._line(lesson) for lesson in sorted(lessons, key=lambda lesson: lesson.confidence > 0)
        )

    def _line(self, lesson: Lesson) -> TaughtLine:
        name = self.names().get(lesson.figure, literal(lesson.figure))
        kind = "figures" if lesson.tag is None else "figures.tag"
        state = "missing" if not lesson.confidence else "sure" if lesson.confidence >= SURE else "unsure"
        icon, tone = {
            "missing": ("cross", "hit"), "unsure": ("warning", "accent"), "sure": ("check", "done"),
        }[state]  # fmt: skip
        text = say(
            f"kiosk_camera.{kind}.{state}",
            figure=name,
            space=literal(lesson.space),
            tag=lesson.tag if lesson.tag is not None else "",
            percent=round(100 * lesson.confidence),
        )
        return TaughtLine(lesson.figure, lesson.colour, icon, tone, text)

    def notes(self, notes: tuple[Message, ...]) -> tuple[Message, ...]:
        """Returns what else is to be known, with the figures called by their names."""
        names = self.names()
        return tuple(
            say(note.key, **{key: names.get(str(value), value) for key, value in note.params.items()})
            for note in notes
            if note.key in ("vision.teach.alike", "vision.teach.own_colour")
        )

    @staticmethod
    def verdict(lessons: tuple[Lesson, ...]) -> Message:
        """Says in one line how it went."""
        missing = sum(not lesson.confidence for lesson in lessons)
        if missing == 1:
            return say("kiosk_camera.figures.one")
        return say("kiosk_camera.figures.some", count=missing) if missing else say("kiosk_camera.figures.all")
