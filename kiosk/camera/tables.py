"""Where set-up tables are kept between nights: a table/1 file for each game, beside it the photo of a board
without anchors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.decoding import DECODING_ERRORS, explain
from companion.core.errors import Invalid
from companion.core.message import say
from companion.core.system import why_refused
from companion.games.registry import GAMES
from companion.ports.files import read_whole, write_whole
from companion.ports.folders import data_folder, make_private_folder
from companion.ports.table import FigureMark, Table
from kiosk.look.theme import OKABE_ITO, rgba
from kiosk.night.session import Session

DRAWN, BARE = "simulated", "simulated-bare"
"""The drawn tables: one with anchor tags, one without, which has to be set up first."""
RING_MM = (36.0, 24.0)
"""Outer and inner diameter of the rings that `companion print rings` prints."""
FIRST_TAG = 10


def read_kept(file: Path, form: Any = None) -> Any:
    """Reads a kept document of a form, or any bytes; refuses with Invalid in words what cannot be read."""
    try:
        raw = read_whole(file)
        return msgspec.json.decode(raw, type=form) if form else raw
    except OSError as error:
        why = why_refused(error)
    except DECODING_ERRORS as error:
        why = explain(error, form)
    raise Invalid(say("kiosk_camera.camera.bad_table", file=str(file), why=why))


class TableFiles:
    """The tables of one night's game; a drawn table has files of its own."""

    def __init__(self, session: Session | None, source: str) -> None:
        self._session = session
        self._source = source

    @property
    def is_drawn(self) -> bool:
        """Tells whether the camera draws its table."""
        return self._source in (DRAWN, BARE)

    @property
    def file(self) -> Path:
        """Where the table is kept."""
        game = self._session.game.manifest.id if self._session is not None else "any"
        kind = f"-{self._source}" if self.is_drawn else ""
        return data_folder() / f"{game}{kind}-table.json"

    @property
    def photo_file(self) -> Path:
        """Where the photo of a board without anchors is kept."""
        return self.file.with_suffix(".jpg")

    def load(self) -> tuple[Table, bytes] | None:
        """Returns the kept table with its photo, else the practice board's; refuses a broken file."""
        practice = self.practice()
        kept = self._kept()
        if kept is None or practice is None:
            return (practice, b"") if practice is not None else None
        if self.is_drawn and kept.spaces.keys() != practice.spaces.keys():
            return practice, b""
        figures = self._with_all(kept.figures, practice.figures)
        photo = read_kept(self.photo_file) if not kept.anchors and self.photo_file.exists() else b""
        return replace(kept, figures=figures), photo

    def _kept(self) -> Table | None:
        if not self.file.exists():
            return None
        try:
            return read_kept(self.file, Table)
        except Invalid:
            if self.is_drawn:
                return None
            raise

    def practice(self) -> Table | None:
        """Returns the table of the printed practice board, with tonight's figures."""
        board = self._session.mat() if self._session is not None else None
        if self._session is None or board is None:
            return None
        from vision.layout import figure_tags, table_for

        # The printed tags are numbered for the whole game, whoever plays tonight.
        names = _game_figures(self._session)
        tonight = self._session.game.expected_scene(self._session.state).figures
        marks = figure_tags(names)
        table = table_for(board, ())
        figures = {name: marks[name] for name in names if name in tonight or not tonight}
        return replace(table, figures=figures, anchors={} if self._source == BARE else table.anchors)

    def drawn(self, table: Table) -> Table | None:
        """Returns what a drawn camera draws: the practice board, whatever has been laid on it."""
        practice = self.practice() if self.is_drawn else None
        if practice is None:
            return None
        # Figures wear what they are printed with, not what was learned of it in this light.
        rings = self.rings(ring_size(practice))
        figures = {
            name: mark if mark.tag is not None else rings[name] for name, mark in table.figures.items()
        }
        return replace(practice, figures=figures)

    def with_newcomers(self, table: Table) -> Table | None:
        """Returns a table with marks for all of tonight's figures; those that have one keep it."""
        practice = self.practice()
        if practice is None:
            return None
        figures = self._with_all(table.figures, practice.figures)
        return replace(table, figures={**table.figures, **figures})

    def rings(self, size_mm: tuple[float, float]) -> dict[str, FigureMark]:
        """Gives each figure of the game a ring, in the order in which they are printed."""
        names = _game_figures(self._session) if self._session is not None else []
        return {
            name: FigureMark(ring=_rgb(OKABE_ITO[index % 6]), outer_mm=size_mm[0], inner_mm=size_mm[1])
            for index, name in enumerate(names)
        }

    def _with_all(self, kept: dict[str, FigureMark], tonight: dict[str, FigureMark]) -> dict[str, FigureMark]:
        """Gives figures that were not at the table when it was set up a mark of the same kind."""
        worn = next((mark for mark in kept.values() if mark.ring is not None), None)
        if worn is not None:
            fresh = self.rings((worn.outer_mm or RING_MM[0], worn.inner_mm or RING_MM[1]))
            return {name: kept.get(name, fresh[name]) for name in tonight}
        marks = {name: kept[name] for name in tonight if name in kept}
        used = {mark.tag for mark in marks.values()}
        for name, mark in tonight.items():
            if name not in marks:
                tag = mark.tag if mark.tag not in used else max((FIRST_TAG, *(one or 0 for one in used))) + 1
                marks[name] = replace(mark, tag=tag)
                used.add(tag)
        return {name: marks[name] for name in tonight}

    def save(self, table: Table, photo: bytes) -> None:
        """Keeps a table; a cut never leaves half a file."""
        make_private_folder(self.file.parent)
        for path, content in (
            (self.photo_file, photo),
            (self.file, msgspec.json.format(msgspec.json.encode(table))),
        ):
            if content:
                write_whole(path, content, is_private=True)
            else:
                path.unlink(missing_ok=True)

    def forget(self) -> None:
        """Throws the kept table away, so that the practice board's is used again."""
        self.file.unlink(missing_ok=True)
        self.photo_file.unlink(missing_ok=True)


def _game_figures(session: Session) -> list[str]:
    """Lists a game's figures in the order in which their tags are printed."""
    tonight = session.game.expected_scene(session.state).figures
    printed: list[str] = []
    if session.game.manifest.id in GAMES:
        from companion.commands.sheets import sample_boards

        boards = sample_boards(session.game.manifest.id).values()
        printed = list(dict.fromkeys(name for _, _, figures in boards for name in figures))
    return [*printed, *sorted(set(tonight) - set(printed))]


def ring_size(table: Table) -> tuple[float, float]:
    """Returns the diameters of rings that fit a table's spaces, the printed ones where there is room."""
    sides = [
        max(max(axis) - min(axis) for axis in zip(*polygon, strict=True)) for polygon in table.spaces.values()
    ]
    outer = min(RING_MM[0], 0.95 * min(sides, default=RING_MM[0]))
    return round(outer, 1), round(outer * 0.6, 1)


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue, _ = rgba(colour)
    return round(red * 255), round(green * 255), round(blue * 255)
