"""A chart of the night: where its lines and marks lie, and its drawing for page and paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, String
from reportlab.lib import colors

from companion.core.report import Chart
from kiosk.look.theme import OKABE_ITO

INK, QUIET, LINE = "#221A12", "#66594B", "#D6C8B4"
SIZE = (400.0, 170.0)
NAMES = 90.0
"""The room for names at the right end of the lines."""

Points = list[tuple[float, float]]


def chart_points(chart: Chart, width: float, height: float) -> list[tuple[int, str, Points]]:
    """Scales a chart into a box, y up: seat, player and points of each line."""
    low, high = _span(chart)
    longest = max(len(series.values) for series in chart.series)
    return [
        (
            series.seat,
            series.player,
            [
                (width * i / max(1, longest - 1), height * (value - low) / (high - low))
                for i, value in enumerate(series.values)
            ],
        )
        for series in chart.series
    ]


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Moves names apart that would stand over each other, as little as needed, the order kept."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for lower, upper in pairwise(order):
        placed[upper] = max(placed[upper], placed[lower] + gap)
    return placed


def _span(chart: Chart) -> tuple[float, float]:
    values = [value for series in chart.series for value in series.values]
    return min(0.0, *values), max(1.0, *values)


def scale_marks(chart: Chart, height: float) -> list[tuple[float, int]]:
    """Returns where the scale is written beside a chart of that height, and what; whole numbers only."""
    low, high = _span(chart)
    step = max(1, round((high - low) / 4))
    return [
        (height * (value - low) / (high - low), value) for value in range(round(low), round(high) + 1, step)
    ]


def round_marks(chart: Chart, width: float) -> list[tuple[float, int]]:
    """Returns where the rounds are written below a chart of that width, and which."""
    longest = max(len(series.values) for series in chart.series)
    every = max(1, longest // 10)
    return [(width * i / max(1, longest - 1), i + 1) for i in range(0, longest, every)]


def seat_colour(seat: int) -> str:
    """Returns a player's colour on paper."""
    return OKABE_ITO[seat % len(OKABE_ITO)]


def drawing_of(chart: Chart) -> Drawing:
    """Draws a chart for paper and page: scale, rounds, and a line for each player that ends in the name."""
    width, height = SIZE
    left, bottom = 26, 18
    drawing = Drawing(left + width + NAMES, height + bottom + 10)
    quiet = {"fontName": "Helvetica", "fontSize": 8, "fillColor": colors.HexColor(QUIET)}
    for y, value in scale_marks(chart, height):
        line = colors.HexColor(LINE)
        drawing.add(Line(left, y + bottom, left + width, y + bottom, strokeColor=line, strokeWidth=0.5))
        drawing.add(String(left - 6, y + bottom - 3, str(value), textAnchor="end", **quiet))
    for x, number in round_marks(chart, width):
        drawing.add(String(left + x, 4, str(number), textAnchor="middle", **quiet))
    lines = chart_points(chart, width, height)
    names = spread([points[-1][1] if points else 0.0 for _, _, points in lines], 11)
    for (seat, player, points), name_y in zip(lines, names, strict=True):
        if not points:
            continue
        colour = colors.HexColor(seat_colour(seat))
        flat = [coordinate for x, y in points for coordinate in (left + x, y + bottom)]
        if len(points) > 1:
            drawing.add(PolyLine(flat, strokeColor=colour, strokeWidth=2, strokeLineJoin=1, strokeLineCap=1))
        drawing.add(Circle(flat[-2], flat[-1], 3.5, fillColor=colour, strokeColor=None))
        drawing.add(String(flat[-2] + 8, name_y + bottom - 3, player, fontName="Helvetica", fontSize=9))
    return drawing
