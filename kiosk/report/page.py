"""The report as one HTML page, made of the same parts as the screen's."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from pathlib import Path

from reportlab.graphics import renderSVG

from companion.core.message import say
from companion.core.report import Chart, Tally
from companion.i18n import Translator
from kiosk.report.chart import INK, LINE, QUIET, drawing_of, seat_colour
from kiosk.report.contents import NightReport, Standing
from kiosk.report.evening import BestMoment

STYLE = f"""
body {{ font: 16px/1.45 Inter, system-ui, sans-serif; color: {INK}; background: #F3ECE1; margin: 0; }}
main {{ max-width: 720px; margin: 2rem auto; padding: 2rem; background: #FFFDF9; border-radius: 16px; }}
h1 {{ margin: 0; }} h2 {{ margin: 2rem 0 .5rem; }} p {{ color: {QUIET}; }}
ol {{ padding-left: 1.6rem; font-size: 1.15rem; }}
table {{ border-collapse: collapse; width: 100%; }} td, th {{ padding: .4rem .6rem; text-align: right; }}
td:first-child, th:first-child {{ text-align: left; }} tr {{ border-bottom: 1px solid {LINE}; }}
svg {{ width: 100%; height: auto; }}
.podium {{ display: flex; align-items: flex-end; gap: 8px; margin: 1.5rem 0; }}
.podium div {{ flex: 1; border-radius: 10px 10px 0 0; padding: .6rem; text-align: center; }}
.podium b {{ font-size: 1.8rem; }}
.strip {{ display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; }}
.strip img {{ width: 100%; border-radius: 8px; }}
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


def moment_line(moment: BestMoment, words: Translator) -> str:
    """Says a moment with its time and round."""
    when = moment.clock
    if moment.round is not None:
        when += f" · {words(say('kiosk.table.round', number=moment.round))}"
    return f"{when} · {words(moment.said)}"


def _podium(standings: tuple[Standing, ...]) -> str:
    """Draws the first three on their steps, the winner in the middle."""
    first = [standing for standing in standings if standing.place <= 3][:3]
    if len(first) < 2:
        return ""
    order = [first[1], first[0], *first[2:]]
    steps = "".join(
        f'<div style="height:{190 - 34 * standing.place}px;background:{seat_colour(standing.seat)}">'
        f"<b>{standing.place}</b><br>{escape(standing.name)}</div>"
        for standing in order
    )
    return f'<div class="podium">{steps}</div>'


def _photo(path: Path) -> str:
    """Puts a photo into the page itself, so that the page needs nothing else."""
    try:
        picture = b64encode(path.read_bytes()).decode("ascii")
    except OSError:  # it went to make room for newer ones
        return ""
    return f'<img alt="" src="data:image/jpeg;base64,{picture}">'


def html_page(report: NightReport, words: Translator) -> str:
    """Writes the report as one page that needs nothing else."""
    title = escape(words(report.title))
    places = "".join(
        f'<li value="{standing.place}"><b style="color:{seat_colour(standing.seat)}">●</b> '
        f"{escape(standing.name)}"
        f"{' · ' + escape(words(standing.note)) if standing.note else ''}</li>"
        for standing in report.standings
    )
    podium = _podium(report.standings)
    moments = "".join(f"<li>{escape(moment_line(moment, words))}</li>" for moment in report.moments)
    told = f"<h2>{escape(words(say('evening.best')))}</h2><ul>{moments}</ul>" if moments else ""
    photos = f'<div class="strip">{"".join(map(_photo, report.photos))}</div>' if report.photos else ""
    because = f"<p>{escape(words(report.because))}</p>" if report.because else ""
    scores = "" if report.scores is None else _section(report.scores, words)
    charts = "".join(f"<h2>{escape(words(chart.title))}</h2>{_svg(chart)}" for chart in report.charts)
    tallies = "".join(_section(tally, words) for tally in report.tallies)
    return (
        f'<!doctype html><html lang="{words.language}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><main><h1>{title}</h1><p>{escape(report.began)}</p>"
        f"{podium}<ol>{places}</ol>{because}{told}{photos}{scores}{charts}{tallies}</main></html>"
    )


def save_html(report: NightReport, words: Translator, path: Path) -> Path:
    """Saves the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html_page(report, words), "utf-8")
    return path
