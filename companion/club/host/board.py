"""What the board shows, as plain data: tables, standings, seats, what the organiser should know."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.club.host.collector import Collector, TableSeen
from companion.club.host.settings import Settings, table_name
from companion.club.tournament.points import points_of
from companion.club.tournament.standings import standings
from companion.club.tournament.state import Tournament
from companion.core.blocks import Json

SHOWN_NOTICES = 5


def board_of(tournament: Tournament, collector: Collector, settings: Settings) -> Json:
    """Draws up everything that a screen needs; messages stay messages, to be said in its own language."""
    return {
        "event": settings.event,
        "title": settings.title,
        "game": tournament.game,
        "round": len(tournament.rounds),
        "rounds": tournament.planned_rounds,
        "is_over": tournament.is_over,
        "is_round_over": not tournament.rounds or tournament.rounds[-1].is_over,
        "standings": msgspec.to_builtins(standings(tournament)),
        "players": list(tournament.playing),
        "pairing": pairing_of(tournament),
        "tables": [
            _table(number, collector.tables.get(table_name(number)), collector, settings)
            for number in range(1, settings.tables + 1)
        ],
        "notices": [
            {"time": notice.time.isoformat(), "table": notice.table, "said": msgspec.to_builtins(notice.said)}
            for notice in list(collector.notices)[-SHOWN_NOTICES:]
        ],
    }


def pairing_of(tournament: Tournament) -> Json | None:
    """Says who sits where in the running round."""
    if not tournament.rounds:
        return None
    current = tournament.rounds[-1]
    return {
        "round": len(tournament.rounds),
        "byes": list(current.byes),
        "tables": [
            {
                "table": number,
                "players": list(sitting.players),
                "is_over": bool(sitting.places),
                "is_corrected": sitting.is_corrected,
                "places": {placed.player: placed.place for placed in sitting.places},
                "points": points_of(sitting.places, tournament.points),
            }
            for number, sitting in enumerate(current.tables, 1)
        ],
    }


def _table(number: int, seen: TableSeen | None, collector: Collector, settings: Settings) -> Json:
    shown: dict[str, Any] = {
        "table": number,
        "is_joined": any(seat.number == number for seat in settings.seats),
        "is_here": seen is not None and seen.is_here,
    }
    followed = collector.nights.get(seen.night) if seen is not None else None
    if followed is None:
        return shown
    glance = followed.glance
    if glance is None:
        return {**shown, "problem": msgspec.to_builtins(followed.problem)}
    return {
        **shown,
        "night": followed.id,
        "game": msgspec.to_builtins(glance.game),
        "players": list(glance.players),
        "round": glance.round,
        "leader": glance.leader,
        "is_over": glance.is_over,
        "steps": glance.steps,
        "for_round": glance.seating.round if glance.seating else None,
    }
