"""The tournament on paper and for other programs: CSV, JSON and PDF."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from companion.club.carrier.messages import Receipt
from companion.club.tournament.points import points_of
from companion.club.tournament.standings import TIE_BREAKS, standings
from companion.club.tournament.state import Tournament
from companion.core.message import Message, say
from companion.i18n import words
from companion.night.night import Entry

FORMAT = "tournament/1"
COLUMNS = ("place", "name", "points", "wins", "opposition", "rounds", "byes", "decided")


def _rows(tournament: Tournament, language: str) -> list[list[str]]:
    """Writes the standings as a table with its heads."""
    table = [[words(say(f"club.column.{column}"), language) for column in COLUMNS]]
    for line in standings(tournament):
        why = words(say(f"club.decided.{line.decided_by}"), language) if line.decided_by else ""
        name = words(say("club.gone", name=line.name), language) if line.is_out else line.name
        numbers = (line.points, line.wins, line.opposition, line.rounds, line.byes)
        table.append([str(line.place), name, *map(str, numbers), why])
    return table


def _results(tournament: Tournament, language: str) -> list[list[str]]:
    """Writes every table of every round: one row a player."""
    heads = ("round", "table", "place", "name", "points")
    table = [[words(say(f"club.column.{column}"), language) for column in heads]]
    for number, each in enumerate(tournament.rounds, 1):
        for at, sitting in enumerate(each.tables, 1):
            points = points_of(sitting.places, tournament.points)
            places = {placed.player: placed.place for placed in sitting.places}
            for name in sorted(sitting.players, key=lambda player: (places.get(player, 99), player)):
                told = (str(places.get(name, "")), name, str(points.get(name, "")))
                table.append([str(number), str(at), *told])
        table += [[str(number), "", "", name, words(say("club.bye"), language)] for name in each.byes]
    return table


def points_rule(tournament: Tournament) -> Message:
    """Says what a place is worth."""
    if tournament.points:
        return say("club.points_rule.own", points=" – ".join(map(str, tournament.points)))
    return say("club.points_rule.general")


def _plain(cell: str) -> str:
    """Keeps a spreadsheet from taking a name for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t") else cell


def as_csv(tournament: Tournament, language: str) -> bytes:
    """Writes the standings, an empty line, then all results."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in (*_rows(tournament, language), [], *_results(tournament, language)):
        writer.writerow([_plain(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def as_json(tournament: Tournament, heads: Mapping[str, Receipt], entries: Sequence[Entry] = ()) -> bytes:
    """Writes everything: tournament, standings, what was done in which order, the heads of the nights."""
    document = {
        "format": FORMAT,
        "tournament": tournament,
        "standings": standings(tournament),
        "tie_breaks": TIE_BREAKS,
        "history": [
            {"number": entry.number, "time": entry.time, "by": entry.source, "said": words(entry.label, "en")}
            for entry in entries
            if entry.is_active
        ],
        "heads": {night: {"rows": receipt.up_to, "head": receipt.head} for night, receipt in heads.items()},
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def as_pdf(tournament: Tournament, language: str) -> bytes:
    """Prints the standings, how ties were broken, and all results."""
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

    sheet = getSampleStyleSheet()
    grid = [
        ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"),
        ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.lightgrey),
    ]
    story = [
        Paragraph(escape(tournament.title), sheet["Title"]),
        Table(_rows(tournament, language), style=grid, repeatRows=1),
        Spacer(1, 12),
        Paragraph(escape(words(points_rule(tournament), language)), sheet["Normal"]),
        Paragraph(escape(words(say("club.tie_rule"), language)), sheet["Normal"]),
        Spacer(1, 18),
        Table(_results(tournament, language), style=grid, repeatRows=1),
    ]
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4, title=tournament.title).build(story)
    return out.getvalue()
