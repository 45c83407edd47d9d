"""The report on paper: one HTML page and one PDF, made of the same parts as the screen's."""

from __future__ import annotations

from html import escape
from pathlib import Path

from companion.core.blocks import Chart, Tally
from companion.core.message import say
from companion.i18n import Translator
from kiosk.presenters.report import NightReport
from kiosk.theme import OKABE_ITO

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
    values = [value for series in chart.series for value in series.values]
    low, high = min(0.0, *values), max(1.0, *values)
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


def _colour(seat: int) -> str:
    return OKABE_ITO[seat % len(OKABE_ITO)]


def _svg(chart: Chart) -> str:
    parts = [f'<svg viewBox="-10 -10 {WIDTH + 90} {HEIGHT + 20}" role="img">']
    for step in range(5):
        y = HEIGHT * step / 4
        parts.append(f'<path d="M0 {y} H{WIDTH}" stroke="{LINE}"/>')
    for seat, player, points in chart_points(chart, WIDTH, HEIGHT):
        line = " ".join(f"{x:.1f},{HEIGHT - y:.1f}" for x, y in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{_colour(seat)}" stroke-width="3" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )
        if points:
            x, y = points[-1]
            parts.append(f'<circle cx="{x:.1f}" cy="{HEIGHT - y:.1f}" r="5" fill="{_colour(seat)}"/>')
            parts.append(
                f'<text x="{x + 9:.1f}" y="{HEIGHT - y + 4:.1f}" font-size="13">{escape(player)}</text>'
            )
    return "".join([*parts, "</svg>"])


def _table(tally: Tally, words: Translator) -> str:
    head = "".join(f"<th>{escape(words(column))}</th>" for column in tally.columns)
    rows = "".join(
        f"<tr><td>{escape(name)}</td>{''.join(f'<td>{count}</td>' for count in counts)}</tr>"
        for name, counts in tally.rows
    )
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def html_page(report: NightReport, words: Translator) -> str:
    """Writes the report as one page that needs nothing else."""
    title = escape(words(report.title))
    places = "".join(
        f'<li value="{standing.place}"><b style="color:{_colour(standing.seat)}">●</b> '
        f"{escape(standing.name)}"
        f"{' · ' + escape(words(standing.note)) if standing.note else ''}</li>"
        for standing in report.standings
    )
    because = f"<p>{escape(words(report.because))}</p>" if report.because else ""
    charts = "".join(f"<h2>{escape(words(chart.title))}</h2>{_svg(chart)}" for chart in report.charts)
    tallies = "".join(
        f"<h2>{escape(words(tally.title))}</h2>{_table(tally, words)}" for tally in report.tallies
    )
    return (
        f'<!doctype html><html lang="{words.language}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><main><h1>{title}</h1><p>{escape(report.began)}</p>"
        f"<ol>{places}</ol>{because}{charts}{tallies}</main></html>"
    )


def save_html(report: NightReport, words: Translator, path: Path) -> Path:
    """Saves the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html_page(report, words), "utf-8")
    return path


def save_pdf(report: NightReport, words: Translator, path: Path) -> Path:
    """Saves the PDF: the podium, a chart and a table each."""
    from reportlab.graphics.shapes import Circle, Drawing, PolyLine, String
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

    path.parent.mkdir(parents=True, exist_ok=True)
    heading = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=20, leading=26, textColor=INK)
    section = ParagraphStyle("section", parent=heading, fontSize=13, leading=18, spaceBefore=14, spaceAfter=6)
    text = ParagraphStyle("text", fontName="Helvetica", fontSize=11, leading=15, textColor=INK)
    story = [Paragraph(escape(words(report.title)), heading), Paragraph(escape(report.began), text)]
    for standing in report.standings:
        note = f" · {escape(words(standing.note))}" if standing.note else ""
        colour = _colour(standing.seat)
        story.append(
            Paragraph(
                f'<b>{standing.place}.</b> <font color="{colour}">■</font> {escape(standing.name)}{note}',
                text,
            )
        )
    if report.because:
        story.append(Paragraph(escape(words(report.because)), text))
    for chart in report.charts:
        drawing = Drawing(470, 200)
        for seat, player, points in chart_points(chart, 400, 180):
            colour = colors.HexColor(_colour(seat))
            flat = [coordinate for x, y in points for coordinate in (x, y + 10)]
            if len(points) > 1:
                drawing.add(PolyLine(flat, strokeColor=colour, strokeWidth=2))
            if points:
                x, y = points[-1]
                drawing.add(Circle(x, y + 10, 4, fillColor=colour, strokeColor=None))
                drawing.add(String(x + 8, y + 7, player, fontName="Helvetica", fontSize=9))
        story += [Paragraph(escape(words(chart.title)), section), drawing]
    for tally in report.tallies:
        head = ["", *(words(column) for column in tally.columns)]
        rows = [[name, *(str(count) for count in counts)] for name, counts in tally.rows]
        grid = Table([[Paragraph(escape(str(cell)), text) for cell in row] for row in [head, *rows]])
        grid.setStyle(TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.HexColor(LINE))]))
        story += [Paragraph(escape(words(tally.title)), section), grid, Spacer(1, 6)]
    title = words(report.title)
    author = words(say("kiosk.home.name"))
    SimpleDocTemplate(str(path), pagesize=A4, title=title, author=author).build(story)
    return path
