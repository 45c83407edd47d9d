"""The report as one HTML page, made of the same parts as the screen's."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from companion.core.blocks import Chart, Tally
from companion.i18n import Translator
from kiosk.look.theme import OKABE_ITO
from kiosk.report.contents import NightReport

INK, QUIET, LINE = "#221A12", "#66594B", "#D6C8B4"
WIDTH, HEIGHT = 640, 260

STYLE = f"""
body {{ font: 16px/1.45 Inter, system-ui, sans-serif; color: {INK}; background: #F3ECE1; margin: 0; }}
main {{ max-width: 720px; margin: 2rem auto; padding: 2rem; background: #FFFDF9; border-radius: 16px; }}
h1 {{ margin: 0; }} h2 {{ margin: 2rem 0 .5rem; }} p {{ color: {QUIET}; }}
ol {{ padding-left: 1.6rem; font-size: 1.15rem; }}
table {{ border-collapse: collapse; width: 100%; }} td, th {{ padding: .4rem .6rem; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }} tr {{ border-bottom: 1px solid {LINE}; }}
svg {{ width: 100%; height: auto; }}
"""


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


def _svg(chart: Chart) -> str:
    parts = [f'<svg viewBox="-34 -10 {WIDTH + 124} {HEIGHT + 34}" role="img" font-size="13" fill="{QUIET}">']
    for y, value in scale_marks(chart, HEIGHT):
        parts.append(f'<path d="M0 {HEIGHT - y:.1f} H{WIDTH}" stroke="{LINE}"/>')
        parts.append(f'<text x="-6" y="{HEIGHT - y + 4:.1f}" text-anchor="end">{value}</text>')
    for x, number in round_marks(chart, WIDTH):
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT + 18}" text-anchor="middle">{number}</text>')
    lines = chart_points(chart, WIDTH, HEIGHT)
    names = spread([points[-1][1] if points else 0.0 for _, _, points in lines], 15)
    for (seat, player, points), name_y in zip(lines, names, strict=True):
        line = " ".join(f"{x:.1f},{HEIGHT - y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{seat_colour(seat)}" stroke-width="3" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )
        if points:
            x, y = points[-1]
            parts.append(f'<circle cx="{x:.1f}" cy="{HEIGHT - y:.1f}" r="5" fill="{seat_colour(seat)}"/>')
            named = (
                f'<text x="{x + 9:.1f}" y="{HEIGHT - name_y + 4:.1f}" fill="{INK}">{escape(player)}</text>'
            )
            parts.append(named)
    return "".join([*parts, "</svg>"])


def _table(tally: Tally, words: Translator) -> str:
    head = "".join(f"<th>{escape(words(column))}</th>" for column in tally.columns)
    rows = "".join(
        f"<tr><td>{escape(name)}</td>{''.join(f'<td>{count}</td>' for count in counts)}</tr>"
        for name, counts in tally.rows
    )
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def _section(tally: Tally, words: Translator) -> str:
    return f"<h2>{escape(words(tally.title))}</h2>{_table(tally, words)}"


def html_page(report: NightReport, words: Translator) -> str:
    """Writes the report as one page that needs nothing else."""
    title = escape(words(report.title))
    places = "".join(
        f'<li value="{standing.place}"><b style="color:{seat_colour(standing.seat)}">●</b> '
        f"{escape(standing.name)}"
        f"{' · ' + escape(words(standing.note)) if standing.note else ''}</li>"
        for standing in report.standings
    )
    because = f"<p>{escape(words(report.because))}</p>" if report.because else ""
    tournament = "" if report.tournament is None else _section(report.tournament, words)
    charts = "".join(f"<h2>{escape(words(chart.title))}</h2>{_svg(chart)}" for chart in report.charts)
    tallies = "".join(_section(tally, words) for tally in report.tallies)
    return (
        f'<!doctype html><html lang="{words.language}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><main><h1>{title}</h1><p>{escape(report.began)}</p>"
        f"<ol>{places}</ol>{because}{tournament}{charts}{tallies}</main></html>"
    )


def save_html(report: NightReport, words: Translator, path: Path) -> Path:
    """Saves the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html_page(report, words), "utf-8")
    return path
