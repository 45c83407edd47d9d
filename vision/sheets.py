"""PDF sheets to print: tags, rings, mats, the ChArUco sheet and practice boards, to scale with a ruler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import numpy as np
from reportlab.lib.pagesizes import A3, A4, landscape, letter
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.core.blocks import Board, Space
from companion.core.message import Message, say
from companion.ports.files import write_whole
from companion.ports.table import FigureMark, Table
from vision.calibrate import CHARUCO_COLUMNS, CHARUCO_MM, CHARUCO_ROWS, CHARUCO_TAG_MM, charuco_cells
from vision.dictionary import find_dictionary, tag_cells
from vision.layout import RING_EDGE_MM, practice_board
from vision.mats import COMMON_TAG, FIRST_TAG as FIRST_SEAT_TAG, TAG_MM as MAT_TAG_MM, mats

PAPERS = {"a4": A4, "a3": A3, "letter": letter}
MARGIN_MM = 10.0
RULER_MM = 100
PALETTE = ("#E69F00", "#56B4E9", "#CC79A7", "#009E73", "#D55E00", "#F0E442")
"""Okabe and Ito's colours, which colour-blind people tell apart."""
RING_MM = (36.0, 24.0)
TONES = {
    "start": "#DDEBF7", "goal": "#FFF2CC", "danger": "#F8D7DA", "gain": "#D9EAD3", "red": "#F4CCCC",
    "blue": "#CFE2F3", "green": "#D9EAD3", "yellow": "#FFF2CC", "purple": "#E4DAF0", "black": "#D0D0D0",
    "grey": "#E3E0DA",
}  # fmt: skip
MARKS = {
    "platform": "#7A5230", "thick": "#4A4A4A", "wall": "#B22222", "ground": "#9C7A4A", "path": "#AAAAAA",
    "ladder": "#8A6D3B",
}  # fmt: skip
TILE_GAP_MM = 4.0
EDGE_SHARE = 0.08
"""How thick a wall is printed, as a share of its tile."""
ICON_WORDS = {
    "card": "vision.icon.card", "trash": "vision.icon.trash", "dice": "vision.icon.dice",
    "teleporter": "vision.icon.teleporter", "portal": "vision.icon.portal",
}  # fmt: skip
"""What is written on a practice board for the icon of a space."""

Speak = Callable[[Message], str]


class Sheets:
    """A PDF being made; every page carries a ruler and says to print at full size."""

    def __init__(self, path: str | Path, speak: Speak, paper: str = "a4", dictionary: str = "5X5_50") -> None:
        self._speak = speak
        self._size = landscape(PAPERS[paper])
        self._path = Path(path)
        self._written = BytesIO()
        self._canvas = Canvas(self._written, pagesize=self._size)
        self._canvas.setTitle(speak(say("vision.sheet.title")))
        self._dictionary = find_dictionary(dictionary)
        self._pages = 0

    @property
    def _room_mm(self) -> tuple[float, float]:
        width, height = self._size
        return width / mm - 2 * MARGIN_MM, height / mm - 2 * MARGIN_MM - 16

    def save(self) -> int:
        """Writes the file and returns its number of pages."""
        self._canvas.save()
        write_whole(self._path, self._written.getvalue())
        return self._pages

    def _begin(self, title: Message) -> None:
        canvas = self._canvas
        canvas.setFillColor("black")
        canvas.setFont("Helvetica-Bold", 11)
        canvas.drawString(MARGIN_MM * mm, self._size[1] - (MARGIN_MM + 1) * mm, self._speak(title))
        left, bottom = MARGIN_MM * mm, (MARGIN_MM - 4) * mm
        canvas.setLineWidth(0.4)
        canvas.setStrokeColor("black")
        canvas.line(left, bottom, left + RULER_MM * mm, bottom)
        for tick in range(0, RULER_MM + 1, 5):
            height = 3.0 if tick % 10 == 0 else 1.5
            canvas.line(left + tick * mm, bottom, left + tick * mm, bottom + height * mm)
        canvas.setFont("Helvetica", 8)
        canvas.drawString(left + (RULER_MM + 4) * mm, bottom, self._speak(say("vision.sheet.ruler")))

    def _end(self) -> None:
        self._canvas.showPage()
        self._pages += 1

    def anchors(self, size_mm: float = 30.0) -> None:
        """Adds the four anchor tags."""
        marks = {str(tag): FigureMark(tag=tag, size_mm=size_mm) for tag in range(4)}
        self._tags(say("vision.sheet.anchors"), marks)

    def figure_tags(self, figures: Mapping[str, FigureMark]) -> None:
        """Adds the tags of figures, each with its name."""
        self._tags(
            say("vision.sheet.figures"),
            {name: mark for name, mark in figures.items() if mark.tag is not None},
        )

    def _tags(self, title: Message, marks: Mapping[str, FigureMark]) -> None:
        width, height = self._room_mm
        self._begin(title)
        x, y = 0.0, 0.0
        for name, mark in marks.items():
            size = mark.size_mm or 1.0
            whole = size * 1.34
            if x + whole > width:
                x, y = 0.0, y + whole + 10
            if y + whole + 6 > height:
                self._end()
                self._begin(title)
                x, y = 0.0, 0.0
            left, top = MARGIN_MM + x, MARGIN_MM + 8 + y
            self._box(left, top, whole, whole)
            self._tag(mark.tag or 0, left + 0.17 * size, top + 0.17 * size, size)
            self._caption(f"{name} · {mark.tag} · {size:g} mm", left, top + whole + 3.5)
            x += max(whole + 8, 38.0)
        self._end()

    def mats(self) -> None:
        """Adds the mats of the places: the one of all first, then one for each seat."""
        for tag, outlines in mats().items():
            seat = tag - FIRST_SEAT_TAG + 1
            title = say("vision.sheet.mat") if tag == COMMON_TAG else say("vision.sheet.mat_of", seat=seat)
            self._begin(title)
            middle = MARGIN_MM + MAT_TAG_MM * 0.67, MARGIN_MM + 8 + MAT_TAG_MM * 0.67
            self._tag(tag, middle[0] - MAT_TAG_MM / 2, middle[1] - MAT_TAG_MM / 2, MAT_TAG_MM)
            for name, ((left, top), _, (right, bottom), _) in outlines.items():
                x, y = middle[0] + left, middle[1] + top
                self._box(x, y, right - left, bottom - top)
                self._caption(name if "/" in name else self._speak(say(f"vision.mats.{name}")), x + 2, y + 4)
            self._end()

    def rings(self, colours: Mapping[str, tuple[str, float, float]] | None = None) -> None:
        """Adds rings to cut out: name to colour, outer and inner diameter; the palette by default."""
        chosen = colours or {str(index + 1): (colour, *RING_MM) for index, colour in enumerate(PALETTE)}
        width, _ = self._room_mm
        self._begin(say("vision.sheet.rings"))
        x, y = 0.0, 0.0
        for name, (colour, outer, inner) in chosen.items():
            whole = outer + 2 * RING_EDGE_MM
            if x + whole > width:
                x, y = 0.0, y + whole + 9
            middle = (MARGIN_MM + x + whole / 2) * mm, self._up(MARGIN_MM + 8 + y + whole / 2)
            self._cutting_line()
            self._canvas.circle(*middle, whole / 2 * mm)
            for diameter, tone in ((outer, colour), (inner, "white")):
                self._canvas.setFillColor(tone)
                self._canvas.circle(*middle, diameter / 2 * mm, stroke=0, fill=1)
            self._caption(
                f"{name} · {colour} · {outer:g}/{inner:g} mm", MARGIN_MM + x, MARGIN_MM + 11.5 + y + whole
            )
            x += whole + 6
        self._end()

    def charuco(self) -> None:
        """Adds the sheet for calibrating a lens."""
        self._begin(say("vision.sheet.charuco"))
        left, top = MARGIN_MM, MARGIN_MM + 8
        self._box(left, top, CHARUCO_COLUMNS * CHARUCO_MM, CHARUCO_ROWS * CHARUCO_MM)
        inset = (CHARUCO_MM - CHARUCO_TAG_MM) / 2
        for column, row, tag in charuco_cells():
            x, y = left + column * CHARUCO_MM, top + row * CHARUCO_MM
            if tag is None:
                self._fill(x, y, CHARUCO_MM, CHARUCO_MM, "black")
            else:
                self._tag(tag, x + inset, y + inset, CHARUCO_TAG_MM)
        self._end()

    def board(self, title: Message, board: Board, table: Table) -> None:
        """Adds a practice board, over as many pages as it takes."""
        drawn = practice_board(board)
        room = self._room_mm
        columns, rows = (int(np.ceil(side / space)) for side, space in zip(table.board_mm, room, strict=True))
        for row in range(rows):
            for column in range(columns):
                number, total = row * columns + column + 1, rows * columns
                self._begin(say("vision.sheet.part", title=title, number=number, total=total))
                canvas = self._canvas
                canvas.saveState()
                shown = (
                    min(room[0], table.board_mm[0] - column * room[0]),
                    min(room[1], table.board_mm[1] - row * room[1]),
                )
                clip = canvas.beginPath()
                clip.rect(MARGIN_MM * mm, self._up(MARGIN_MM + 8 + shown[1]), shown[0] * mm, shown[1] * mm)
                canvas.clipPath(clip, stroke=0)
                self._board_part(drawn, table, MARGIN_MM - column * room[0], MARGIN_MM + 8 - row * room[1])
                canvas.restoreState()
                self._box(MARGIN_MM, MARGIN_MM + 8, shown[0], shown[1], dashes=True)
                self._end()

    def _board_part(self, board: Board, table: Table, left: float, top: float) -> None:
        canvas = self._canvas
        by_id = {space.id: space for space in board.spaces}
        origin, scale = _board_scale(board, table)
        for mark in board.marks:
            if mark.icon == "path":
                x, y = left + origin[0] + mark.x * scale, top + origin[1] + mark.y * scale
                canvas.setStrokeColor(MARKS["path"])
                canvas.setLineWidth(1)
                canvas.line(x * mm, self._up(y), (x + mark.w * scale) * mm, self._up(y + mark.h * scale))
        for name, polygon in table.spaces.items():
            space = by_id.get(name)
            outline = canvas.beginPath()
            for index, (x, y) in enumerate(polygon):
                point = ((left + x) * mm, self._up(top + y))
                (outline.moveTo if index == 0 else outline.lineTo)(*point)
            outline.close()
            canvas.setFillColor(TONES.get(space.tone if space else "", "#F7F7F7"))
            canvas.setStrokeColor("#888888")
            canvas.setLineWidth(0.5)
            canvas.drawPath(outline, stroke=1, fill=1)
            corner = np.array(polygon).mean(axis=0)
            self._write_into(space, name, left + corner[0], top + corner[1])
        for mark in board.marks:
            x, y = left + origin[0] + mark.x * scale, top + origin[1] + mark.y * scale
            colour = MARKS.get(mark.icon)
            if mark.icon == "path":
                continue
            if mark.w > 0 and mark.h > 0 and colour:
                self._fill(x, y, mark.w * scale, mark.h * scale, colour)
            elif mark.icon == "wall":
                canvas.setStrokeColor(colour or "black")
                canvas.setLineWidth(2.5)
                canvas.line(x * mm, self._up(y), (x + mark.w * scale) * mm, self._up(y + mark.h * scale))
            else:
                text = self._speak(mark.label) if mark.label else mark.icon
                canvas.setFillColor("#333333")
                canvas.setFont("Helvetica", 5.5)
                canvas.drawString(x * mm + 2, self._up(y + 2.5), text)
        for name, anchor in table.anchors.items():
            edge = anchor.size_mm * 0.17
            x, y = left + anchor.at[0] - anchor.size_mm / 2, top + anchor.at[1] - anchor.size_mm / 2
            self._fill(x - edge, y - edge, anchor.size_mm + 2 * edge, anchor.size_mm + 2 * edge, "white")
            self._tag(int(name), x, y, anchor.size_mm)

    def _write_into(self, space: Space | None, name: str, x: float, y: float) -> None:
        """Writes into a space what the game writes there, or what it is, or else its id."""
        canvas, middle = self._canvas, x * mm
        canvas.setFillColor("#333333")
        if space and space.label:
            canvas.setFont("Helvetica-Bold", 9)
            canvas.drawCentredString(middle, self._up(y + 1.1), self._speak(space.label))
            return
        canvas.setFont("Helvetica", 5.5)
        said = self._speak(space.name) if space and space.name else name
        if space and space.icon in ICON_WORDS:
            said = self._speak(say(ICON_WORDS[space.icon]))
        canvas.drawCentredString(middle, self._up(y + 1), said)

    def tiles(self, title: Message, tiles: Mapping[str, Board], unit_mm: float) -> None:
        """Adds tiles to cut out, a space of each as large as a space of the mat that they are laid on."""
        room = self._room_mm
        width = max((board.width for board in tiles.values()), default=1) * unit_mm + TILE_GAP_MM
        height = max((board.height for board in tiles.values()), default=1) * unit_mm + TILE_GAP_MM
        columns, rows = max(1, int(room[0] / width)), max(1, int(room[1] / height))
        for index, board in enumerate(tiles.values()):
            place = index % (columns * rows)
            if place == 0:
                if index:
                    self._end()
                self._begin(title)
            left = MARGIN_MM + place % columns * width
            top = MARGIN_MM + 8 + place // columns * height
            self._tile(board, left, top, unit_mm)
        if tiles:
            self._end()

    def _tile(self, board: Board, left: float, top: float, unit_mm: float) -> None:
        canvas = self._canvas
        if not board.tiles:
            self._tile_cells(board, left, top, unit_mm)
        for tile in board.tiles:
            x, y = left + tile.x * unit_mm, top + tile.y * unit_mm
            width, height = tile.w * unit_mm, tile.h * unit_mm
            self._fill(x, y, width, height, TONES.get(tile.tone, "#F7F7F7"))
            if tile.label is not None:
                self._caption(self._speak(tile.label), x + width * 0.8, y + height * 0.14)
            if tile.has_arrow:
                self._caption("\u2191", x + width / 2 - 1, y + height * 0.14)
        by_id = {space.id: space for space in board.spaces}
        for edge in board.edges:
            space = by_id[edge.space]
            is_flat = edge.side in ("N", "S")
            x = left + (space.x + (space.w - EDGE_SHARE if edge.side == "E" else 0)) * unit_mm
            y = top + (space.y + (space.h - EDGE_SHARE if edge.side == "S" else 0)) * unit_mm
            w, h = (space.w, EDGE_SHARE) if is_flat else (EDGE_SHARE, space.h)
            self._fill(x, y, w * unit_mm, h * unit_mm, MARKS.get(edge.icon, PALETTE[3]))
        for number, piece in enumerate(board.pieces):
            space = by_id[piece.space]
            before = [other.space for other in board.pieces[:number]].count(piece.space)
            x, y = left + (space.x + 0.3 + 0.18 * before) * unit_mm, top + space.y * unit_mm
            canvas.setFillColor("#333333")
            canvas.circle(x * mm, self._up(y + unit_mm / 2), 6, fill=1)
            self._caption(piece.icon[:1].upper(), x - unit_mm * 0.03, y + unit_mm * 0.7)
        self._box(left, top, board.width * unit_mm, board.height * unit_mm, dashes=True)

    def _tile_cells(self, board: Board, left: float, top: float, unit_mm: float) -> None:
        """Draws the cells of a tile that has several, with ladders and what is in them."""
        for space in board.spaces:
            x, y = left + space.x * unit_mm, top + space.y * unit_mm
            self._fill(x, y, space.w * unit_mm, space.h * unit_mm, TONES.get(space.tone, "#F7F7F7"))
            self._box(x, y, space.w * unit_mm, space.h * unit_mm)
            if space.name:
                self._caption(self._speak(space.name), x + unit_mm * 0.06, y + unit_mm * 0.2)
        for mark in board.marks:
            x, y = left + mark.x * unit_mm, top + mark.y * unit_mm
            for rail in (0.7, 0.9):
                self._fill(x + rail * unit_mm, y, unit_mm * 0.03, mark.h * unit_mm, MARKS["ladder"])
            for rung in range(1, 6):
                self._fill(
                    x + 0.7 * unit_mm, y + rung / 6 * mark.h * unit_mm, unit_mm * 0.2, 0.6, MARKS["ladder"]
                )

    def _up(self, y_mm: float) -> float:
        """Turns millimetres from the top into points from the bottom."""
        return float(self._size[1] - y_mm * mm)

    def _tag(self, tag: int, left: float, top: float, size: float) -> None:
        cells = tag_cells(self._dictionary, tag)
        side = size / len(cells)
        self._fill(left, top, size, size, "black")
        for row, column in np.argwhere(cells > 0).tolist():
            self._fill(left + column * side, top + row * side, side, side, "white")

    def _fill(self, left: float, top: float, width: float, height: float, colour: str) -> None:
        self._canvas.setFillColor(colour)
        self._canvas.rect(left * mm, self._up(top + height), width * mm, height * mm, stroke=0, fill=1)

    def _box(self, left: float, top: float, width: float, height: float, *, dashes: bool = False) -> None:
        self._cutting_line()
        self._canvas.setDash(*([2, 2] if dashes else []))
        self._canvas.rect(left * mm, self._up(top + height), width * mm, height * mm, stroke=1, fill=0)
        self._canvas.setDash()

    def _cutting_line(self) -> None:
        """Has what is drawn next cut out along it."""
        self._canvas.setStrokeColor("#999999")
        self._canvas.setLineWidth(0.3)

    def _caption(self, text: str, left: float, top: float) -> None:
        self._canvas.setFillColor("black")
        self._canvas.setFont("Helvetica", 7)
        self._canvas.drawString(left * mm, self._up(top), text)


def _board_scale(board: Board, table: Table) -> tuple[tuple[float, float], float]:
    """Returns where the board's first unit lies in millimetres, and how large a unit is."""
    space = next(one for one in board.spaces if one.id in table.spaces)
    low, high = np.array(table.spaces[space.id]).min(0), np.array(table.spaces[space.id]).max(0)
    scale = float((high[0] - low[0]) / space.w)
    return (float(low[0] - space.x * scale), float(low[1] - space.y * scale)), scale
