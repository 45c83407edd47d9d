"""The club on a table's screen: who stands where, who plays here next, and the nights of the last weeks."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from companion.club.tournament.points import points_of
from companion.club.tournament.state import Placed
from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.errors import Refusal
from companion.games.protocol import Game
from companion.games.registry import find_game
from companion.night.folders import night_files
from companion.night.night import Night
from companion.night.record import Seating
from kiosk.night.files import Stamps, newest_first, stamps_of
from kiosk.presenters.content import own_content
from kiosk.presenters.setup import free_option, role_key

if TYPE_CHECKING:
    from companion.club.member import Member


class Line(Struct, frozen=True):
    """A player's line in the table."""

    name: str
    points: int
    nights: int
    wins: int


class Seen(Struct, frozen=True):
    """What is asked of a night's file: when it began, what it was played for, how it ended."""

    began: datetime
    seating: Seating | None
    is_over: bool
    points: dict[str, int]
    winners: tuple[str, ...]


def lately(days: int = 60, folder: Path | None = None, now: datetime | None = None) -> tuple[Line, ...]:
    """Adds up every finished night of the last days, best first, each by its game's own points."""
    since = (now or datetime.now(UTC)) - timedelta(days=days)
    points: Counter[str] = Counter()
    nights: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for path in night_files(folder):
        seen = look_into(path)
        if seen is None or not seen.is_over or seen.began < since:
            continue
        points.update(seen.points)
        nights.update(seen.points.keys())
        wins.update(seen.winners)
    lines = [Line(name, points[name], nights[name], wins[name]) for name in nights]
    return tuple(sorted(lines, key=lambda line: (-line.points, -line.wins, line.name)))


def look_into(path: Path) -> Seen | None:
    """Reads a night's file, once for as long as it does not change; None where it cannot be read."""
    return _look_into(path, stamps_of(path))


@lru_cache(maxsize=512)
def _look_into(path: Path, stamps: Stamps) -> Seen | None:
    try:
        with Night.read(path) as night:
            outcome = night.game.outcome(night.state)
            ranking = () if outcome is None else outcome.ranking
            places = tuple(Placed(rank.player, rank.place, rank.score) for rank in ranking)
            return Seen(
                night.header.created,
                night.header.seating,
                outcome is not None,
                points_of(places, night.game.manifest.points),
                tuple(rank.player for rank in ranking if rank.place == 1),
            )
    except (Refusal, OSError):
        return None


def night_for(seating: Seating, folder: Path | None = None) -> tuple[Path, bool] | None:
    """Finds the night of this table that was begun for a round, and tells whether it is over."""
    for path in newest_first(folder)[:12]:
        seen = look_into(path)
        if seen is not None and seen.seating == seating:
            return path, seen.is_over
    return None


def setup_memo(member: Member) -> Json | None:
    """Returns the set-up wizard's memo for the round that this table plays next, with game and players."""
    sitting, game_id = member.sitting, str(member.board.get("game", ""))
    try:
        game = find_game(game_id)
    except Refusal:
        return None
    if sitting is None:
        return None
    players = seats_for(game, own_content(game), [str(name) for name in sitting["players"]])
    return {"game": game_id, "answers": {"players": players}, "page": "mode", "seating": member.seating}


def seats_for(game: Game[Any], content: Content, names: list[str]) -> list[object]:
    """Gives each player a seat of the game, with a role of their own where it has roles."""
    question = next((each for each in game.questions(content, {}) if each.kind == "players"), None)
    if question is None or not question.options:
        return list(names)
    key, players = role_key(question), list[Json]()
    for name in names:
        player: Json = {"name": name}
        option = free_option(question, players, key)
        if option is not None:
            player[key] = option.value
        players.append(player)
    return list(players)
