"""A table's night as the host sees it, followed row by row: round, leader and result for the board."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from companion.club.tournament.state import Placed
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.system import why_unfit
from companion.games.registry import find_game
from companion.night.night import Night, now
from companion.night.record import Seating, read_header, read_row
from companion.night.storage import Sealed


class Glance(Struct, frozen=True):
    """What the board says of a night."""

    game: Message
    players: tuple[str, ...]
    round: int
    leader: str | None
    is_over: bool
    places: tuple[Placed, ...]
    """The result, once it is over."""
    seating: Seating | None
    steps: int


class FollowedNight:
    """Folds the rows of one night as they come; a game that cannot follow them is said, never raised."""

    def __init__(self, night: str) -> None:
        self.id = night
        self.created = datetime.min.replace(tzinfo=UTC)
        """When the table began it, by the table's clock."""
        self.problem: Message | None = None
        self.is_said = False
        """Whether the organiser was told of the problem."""
        self._night: Night[Any] | None = None
        self._taken = 0
        self._glance: Glance | None = None

    def take(self, rows: Sequence[Sealed], first: int) -> None:
        """Takes rows in; those taken before are skipped."""
        if self.problem is not None:
            return
        try:
            for number, (body, _) in enumerate(rows, first):
                if number == 0 and self._night is None:
                    header = read_header(body, "header")
                    self.created = header.created
                    self._night = Night(find_game(header.game), header, None, now)
                elif self._night is not None and number == self._taken + 1:
                    self._night.follow((read_row(body),))
                    self._taken = number
            self._glance = None
        except Refusal as refusal:
            self.problem = refusal.message
        except Exception as error:  # a table of another version may send anything
            self.problem = say("club.cannot_follow", why=why_unfit(error))

    @property
    def next_row(self) -> int:
        """Returns the number of the row that it waits for."""
        return 0 if self._night is None else self._taken + 1

    @property
    def glance(self) -> Glance | None:
        """Says how the night stands; None where it cannot be followed."""
        if self._glance is None and self._night is not None and self.problem is None:
            try:
                self._glance = _look(self._night)
            except Exception as error:  # the same
                self.problem = say("club.cannot_follow", why=why_unfit(error))
        return self._glance


def places_of(night: Night[Any]) -> tuple[Placed, ...]:
    """Returns the result of a night by players' names; nothing while it is played."""
    outcome = night.game.outcome(night.state)
    names = {player.id: player.name for player in night.game.view(night.state).players}
    found = (
        Placed(names.get(rank.player, rank.player), rank.place, rank.score)
        for rank in (outcome.ranking if outcome else ())
    )
    return tuple(sorted(found, key=lambda placed: placed.player))


def _look(night: Night[Any]) -> Glance:
    game, state = night.game, night.state
    players = {player.id: player.name for player in game.view(state).players}
    leader = game.leader(state)
    return Glance(
        game=game.manifest.title,
        players=tuple(players.values()),
        round=game.round_of(state),
        leader=players.get(leader, leader) if leader else None,
        is_over=night.is_over,
        places=places_of(night),
        seating=night.header.seating,
        steps=night.revision,
    )
