"""A step being worked out: the state so far, the events that led to it and what is still to do."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.event import Event
from companion.games.rayman.events import TasksSet
from companion.games.rayman.evolve import fold
from companion.games.rayman.state import Racer, State, Task, Turn


class Course:
    """Collects the events of one command; every rule reads the state that the earlier ones left."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.tasks = list(state.agenda)

    def emit(self, event: Event) -> None:
        """Lets something happen."""
        self.events.append(event)
        self.state = fold(self.state, event)

    def do_next(self, *tasks: Task) -> None:
        """Puts tasks before everything that is still to do, the first one first."""
        self.tasks[:0] = tasks

    def done(self) -> None:
        """Strikes out the task at hand."""
        self.tasks.pop(0)

    def drop_tasks(self) -> None:
        """Forgets what was still to do."""
        self.tasks.clear()

    def racer(self, name: str) -> Racer:
        """Returns a player as things stand."""
        return self.state.racer(name)

    @property
    def turn(self) -> Turn:
        """Returns the running turn."""
        assert self.state.turn is not None
        return self.state.turn

    def complete(self) -> tuple[Event, ...]:
        """Ends the step with what comes next."""
        self.emit(TasksSet(tuple(self.tasks)))
        return tuple(self.events)


def tasks(kind: str, names: Iterable[str]) -> tuple[Task, ...]:
    """Returns one task a player."""
    return tuple(Task(kind, name) for name in names)
