"""The report as a PDF, made of the same parts as the screen's."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from reportlab.graphics.shapes import Circle, Drawing, Rect, String
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Image, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from companion.core.message import say
from companion.core.report import Tally
from companion.i18n import Translator
from kiosk.report.chart import INK, LINE, QUIET, drawing_of, seat_colour
from kiosk.report.contents import NightReport, Standing
from kiosk.report.page import moment_line

MARGIN = 50.0
WIDTH = A4[0] - 2 * MARGIN - 12

HEADING = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=22, leading=28, textColor=INK)
SECTION = ParagraphStyle("section", parent=HEADING, fontSize=13, leading=18, spaceBefore=16, spaceAfter=6)
TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=10.5, leading=14, textColor=INK)
SMALL = ParagraphStyle("small", parent=TEXT, textColor=QUIET)
FIRST = ParagraphStyle("first", parent=TEXT, fontName="Helvetica-Bold", fontSize=15, leading=20)
NUMBER = ParagraphStyle("number", parent=TEXT, alignment=2)
HEAD = ParagraphStyle("head", parent=SMALL, fontSize=9, leading=11, alignment=2)


def save_pdf(report: NightReport, words: Translator, path: Path) -> Path:
    """Saves the PDF: the podium, then a chart and a table each, none of them torn over two pages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    title = words(report.title)
    story: list[Any] = [Paragraph(escape(title), HEADING), Paragraph(escape(report.began), SMALL)]
    if report.standings:
        story += [Spacer(1, 8), _steps(report.standings), _podium(report.standings, words)]
    if report.because:
        story += [Spacer(1, 6), Paragraph(escape(words(report.because)), TEXT)]
    if report.moments:
        lines = [Paragraph(f"• {escape(moment_line(moment, words))}", TEXT) for moment in report.moments]
        story.append(KeepTogether([Paragraph(escape(words(say("evening.best"))), SECTION), *lines]))
    if report.photos:
        story += [Spacer(1, 8), _strip(report.photos)]
    if report.scores is not None:
        story.append(_table_section(report.scores, report, words))
    for chart in report.charts:
        section = Paragraph(escape(words(chart.title)), SECTION)
        story.append(KeepTogether([section, drawing_of(chart)]))
    story += [_table_section(tally, report, words) for tally in report.tallies]
    author = words(say("kiosk.home.name"))
    margins = {f"{side}Margin": MARGIN for side in ("left", "right", "top", "bottom")}
    SimpleDocTemplate(str(path), pagesize=A4, title=title, author=author, **margins).build(story)
    return path


def _steps(standings: tuple[Standing, ...]) -> Drawing:
    """Draws the first three on their steps, the winner in the middle."""
    first = [standing for standing in standings if standing.place <= 3][:3]
    order = [*first[1:2], *first[:1], *first[2:]]
    drawing = Drawing(WIDTH, 96)
    width = 110.0
    left = (WIDTH - width * len(order)) / 2
    for number, standing in enumerate(order):
        x, height = left + number * width, 92 - 20 * standing.place
        fill = colors.HexColor(seat_colour(standing.seat))
        drawing.add(Rect(x + 3, 0, width - 6, height, rx=4, fillColor=fill, strokeColor=None))
        name = String(x + width / 2, height + 6, standing.name, textAnchor="middle", fontSize=11)
        place = String(x + width / 2, height - 24, str(standing.place), textAnchor="middle", fontSize=20)
        drawing.add(name)
        drawing.add(place)
    return drawing


def _strip(photos: tuple[Path, ...]) -> Table:
    """Lays photos out three in a row; one that went meanwhile is left out."""
    width = WIDTH / 3 - 6
    pictures = [
        Image(str(path), width, width * 0.75, kind="proportional") for path in photos if path.is_file()
    ]
    rows = [pictures[at : at + 3] for at in range(0, len(pictures), 3)] or [[""]]
    rows[-1] += [""] * (3 - len(rows[-1]))
    return Table(rows, colWidths=[WIDTH / 3] * 3, hAlign="LEFT")


def _table_section(tally: Tally, report: NightReport, words: Translator) -> KeepTogether:
    return KeepTogether([Paragraph(escape(words(tally.title)), SECTION), _grid(tally, report, words)])


def _dot(seat: int | None) -> Drawing | str:
    """Draws a player's colour; fonts that every reader has hold no such mark."""
    if seat is None:
        return ""
    drawing = Drawing(10, 10)
    drawing.add(Circle(5, 4, 4.5, fillColor=colors.HexColor(seat_colour(seat)), strokeColor=None))
    return drawing


def _podium(standings: tuple[Standing, ...], words: Translator) -> Table:
    rows = []
    for standing in standings:
        style = FIRST if standing.place == 1 else TEXT
        note = f" · {escape(words(standing.note))}" if standing.note else ""
        name = Paragraph(f"{escape(standing.name)}{note}", style)
        rows.append([Paragraph(f"{standing.place}.", style), _dot(standing.seat), name])
    table = Table(rows, colWidths=[26, 18, WIDTH - 44], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
    return table


def _grid(tally: Tally, report: NightReport, words: Translator) -> Table:
    head = ["", "", *(Paragraph(escape(words(column)), HEAD) for column in tally.columns)]
    rows = [
        [
            _dot(report.seats.get(name)),
            Paragraph(escape(name), TEXT),
            *(Paragraph(str(count), NUMBER) for count in counts),
        ]
        for name, counts in tally.rows
    ]
    share = (WIDTH - 18) / (len(tally.columns) + 1.4)
    table = Table([head, *rows], colWidths=[18, 1.4 * share, *[share] * len(tally.columns)], hAlign="LEFT")
    line = colors.HexColor(LINE)
    style = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, line),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
    ]
    table.setStyle(TableStyle(style))
    return table
