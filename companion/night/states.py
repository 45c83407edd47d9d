"""The states of a night: folded from its recorded steps, with some kept so that any is found quickly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Generic

import msgspec
from msgspec import Raw

from companion.core.blocks import Json
from companion.core.decoding import DECODING_ERRORS, explain
from companion.core.errors import Invalid, Refusal
from companion.core.event import Event
from companion.core.message import say
from companion.core.system import why_unfit
from companion.games.protocol import Game, S
from companion.night.history import History
from companion.night.refusals import Misfit

CHECKPOINT_EVERY = 32
"""Every so many steps a state is kept; the ones between are folded again when somebody asks."""


class States(Generic[S]):
    """Finds the state after any step of a history."""

    def __init__(self, game: Game[S], start: S, history: History) -> None:
        self._game = game
        self._history = history
        form: Any = game.event_type
        self._events: msgspec.json.Decoder[tuple[Event, ...]] = msgspec.json.Decoder(tuple[form, ...])
        self.kept: dict[int, S] = {0: start}
        self._recent: tuple[int, S] = (0, start)
        """The state asked for last, so that walking through a night folds each step once."""

    def at(self, position: int) -> S:
        """Returns the state after a step; 0 is the start. Refuses with Misfit what the game cannot follow."""
        recent, state = self._recent
        unknown = takewhile(
            lambda step: step != recent and step not in self.kept, self._history.back(position)
        )
        missing = list(unknown)
        known = self._history.step(missing[-1]).base if missing else position
        if known != recent:
            state = self.kept[known]
        for number in reversed(missing):
            state = self._follow(state, number)
            self.keep(number, state)
        self._recent = (position, state)
        return state

    def along(self, position: int) -> Iterator[S]:
        """Walks the states from the start to a position."""
        state = self.kept[0]
        yield state
        for step in self._history.line(position):
            state = self._follow(state, step)
            yield state

    def fold(self, state: S, events: Sequence[Event]) -> S:
        """Returns the state after events."""
        for event in events:
            state = self._game.evolve(state, event)
        return state

    def keep(self, position: int, state: S) -> None:
        """Takes in the state of a position; keeps it where a checkpoint is due."""
        if self._history.depth(position) % CHECKPOINT_EVERY == 0:
            self.kept[position] = state

    def events_of(self, number: int) -> tuple[Event, ...]:
        """Returns what happened in a step, also in one that an older version recorded."""
        recorded = self._history.step(number).events
        try:
            return self._events.decode(recorded)
        except DECODING_ERRORS as error:
            upgraded = self._upgraded(recorded)
            if upgraded is None:
                raise Invalid(explain(error, root=f"entry {number}")) from None
            return upgraded

    def _upgraded(self, recorded: Raw) -> tuple[Event, ...] | None:
        """Reads events that an older version of the game recorded; None where they are of no version."""
        form: Any = self._game.event_type
        try:
            events = msgspec.json.decode(recorded, type=list[Json])
            return msgspec.convert(tuple(map(self._game.upgrade, events)), tuple[form, ...])
        except (*DECODING_ERRORS, LookupError):
            return None

    def _follow(self, state: S, number: int) -> S:
        """Folds a step that was recorded; refuses with Misfit what the game can no longer make sense of."""
        base = self._history.step(number).base
        try:
            return self.fold(state, self.events_of(number))
        except Refusal as refusal:
            raise Misfit(say("night.misfit", number=number, why=refusal.message), base) from None
        except Exception as error:  # whatever a game raises over events that were never its own
            raise Misfit(say("night.misfit", number=number, why=why_unfit(error)), base) from error
