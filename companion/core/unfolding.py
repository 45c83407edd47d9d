"""One step of play: events are folded as they are decided, so that each decision sees what came before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.core.event import Event

S = TypeVar("S")


class Unfolding(Generic[S]):
    """Collects the events of one command and the state that they lead to."""

    def __init__(self, state: S, evolve: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._evolve = evolve

    def emit(self, *events: Event) -> None:
        """Lets something happen."""
        for event in events:
            self.events.append(event)
            self.state = self._evolve(self.state, event)

    def carry_on(self) -> bool:
        """Does one thing that needs no answer, if there is any; tells whether there was."""
        return False

    def run_on(self) -> tuple[Event, ...]:
        """Does everything that needs no answer, up to the next question or the end."""
        while self.carry_on():
            pass
        return tuple(self.events)
