"""What phones are told, in the words of their reader: the view, the places to choose from, answers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct, structs

from companion.core.announcements import Announcement, announcements_of
from companion.core.blocks import Json, View
from companion.core.message import Message
from companion.games.protocol import Game
from companion.i18n import LANGUAGES, words
from companion.night.night import Night
from companion.night.record import Move
from companion.phones.forms import Answer, Phone
from companion.phones.seat import may_take_chance, shown_to


def language_of(wanted: str) -> str:
    """Picks the first language of a browser's list that the project speaks, else English."""
    for part in wanted.split(",")[:16]:
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


@lru_cache(maxsize=64)
def _fields(form: type[Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in structs.fields(form))


def said(value: Any, language: str) -> Any:
    """Turns a record into JSON data with words for messages; what has its default is left out."""
    if isinstance(value, Message):
        return words(value, language)
    if isinstance(value, Struct):
        found = {}
        for name, default in _fields(type(value)):
            part = getattr(value, name)
            if part is default or (default is not NODEFAULT and part == default):
                continue
            found[name] = said(part, language)
        return found
    if isinstance(value, str | int | float | bool | None):
        return value
    if isinstance(value, list | tuple):
        return [said(item, language) for item in value]
    if isinstance(value, dict):
        return {key: said(item, language) for key, item in value.items()}
    return msgspec.to_builtins(value)


def tell_view(night: Night[Any], phone: Phone, language: str) -> bytes:
    """Writes everything that a phone shows of the night as it is now."""
    game, state = night.game, night.state
    view = shown_to(game, state, phone.role, phone.player)
    told = {
        "kind": "view",
        "revision": night.revision,
        "role": phone.role,
        "player": phone.player,
        "view": said(view, language),
        "phases": said([(phase.id, phase.label) for phase in game.flow.phases], language),
        "standings": [said(rank, language) for rank in game.report([state]).ranking],
        "rules": rules_told(game, _clauses_in(view), language),
        "can_take_chance": phone.role == "seat" and may_take_chance(view, phone.player),
    }
    if phone.role == "tv":
        rows = night.rows()
        told["moments"] = [_moment_told(each, language) for each in announcements_of(view.log)]
        told["is_moved"] = bool(rows) and isinstance(rows[-1], Move)
    return msgspec.json.encode(told)


def _moment_told(announcement: Announcement, language: str) -> Json:
    """Says a moment as a card shows it."""
    told: Json = said(announcement.moment, language)
    return told | {
        "tone": announcement.tone,
        "headline": words(announcement.headline, language),
        "details": said(announcement.details, language),
        "instructions": said(announcement.instructions, language),
    }


def _clauses_in(view: View) -> Iterable[str]:
    for choice in view.choices:
        yield from choice.clauses
        for question in choice.asks:
            yield from question.clauses


def rules_told(game: Game[Any], clauses: Iterable[str], language: str) -> Json:
    """Says rules by their numbers, with the page of the rulebook."""
    return {
        number: {
            "text": words(game.clauses[number].as_message(), language),
            "page": game.clauses[number].pages.get(language)
            or next(iter(game.clauses[number].pages.values()), None),
        }
        for number in dict.fromkeys(clauses)
        if number in game.clauses
    }


def tell_places(night: Night[Any] | None, phone: Phone, phones: Iterable[Phone], language: str) -> bytes:
    """Writes what a phone without a place may ask for."""
    taken = {other.player for other in phones if other.role == "seat"}
    players = night.game.view(night.state).players if night is not None else ()
    told = {
        "kind": "join",
        "title": words(night.game.manifest.title, language) if night is not None else "",
        "seats": [
            {
                "id": player.id,
                "name": player.name,
                "role": words(player.role, language),
                "seat": player.seat,
                "is_taken": player.id in taken,
            }
            for player in players
        ],
        "wants": phone.wants,
        "wants_player": phone.wants_player,
        "was_refused": phone.was_refused,
    }
    return msgspec.json.encode(told)


def tell_answer(game: Game[Any] | None, request: str, answer: Answer, language: str) -> bytes:
    """Writes whether something was carried out, or why not and by which rules."""
    told: Json = {"kind": "answer", "id": request, "ok": answer.ok, "revision": answer.revision}
    if answer.ways:
        told["ways"] = [said(way, language) for way in answer.ways]
    if not answer.ok:
        told |= {
            "error": answer.error,
            "message": words(answer.message, language) if answer.message is not None else "",
            "details": [words(detail, language) for detail in answer.details],
            "rules": rules_told(game, answer.clauses, language) if game is not None else {},
            "path": list(answer.path),
        }
    return msgspec.json.encode(told)
