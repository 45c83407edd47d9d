"""The report as one HTML page, made of the same parts as the screen's."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from reportlab.graphics import renderSVG

from companion.core.blocks import Chart, Tally
from companion.i18n import Translator
from kiosk.report.chart import INK, LINE, QUIET, drawing_of, seat_colour
from kiosk.report.contents import NightReport

STYLE = f"""
body {{ font: 16px/1.45 Inter, system-ui, sans-serif; color: {INK}; background: #F3ECE1; margin: 0; }}
main {{ max-width: 720px; margin: 2rem auto; padding: 2rem; background: #FFFDF9; border-radius: 16px; }}
h1 {{ margin: 0; }} h2 {{ margin: 2rem 0 .5rem; }} p {{ color: {QUIET}; }}
ol {{ padding-left: 1.6rem; font-size: 1.15rem; }}
table {{ border-collapse: collapse; width: 100%; }} td, th {{ padding: .4rem .6rem; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }} tr {{ border-bottom: 1px solid {LINE}; }}
svg {{ width: 100%; height: auto; }}
"""


def _svg(chart: Chart) -> str:
    """Writes the chart's drawing so that it stands inside a page and scales with it."""
    whole = renderSVG.drawToString(drawing_of(chart))
    # Inside a page it needs no names of formats, and what it is stands above it.
    return re.sub(r' xmlns(:\w+)?="[^"]*"|<(title|desc)>.*?</\2>', "", whole[whole.index("<svg") :])


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
