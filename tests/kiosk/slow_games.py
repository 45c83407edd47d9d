"""Games that think as long as a test wants: in another process, from where they leave notes in a folder."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from companion.core.message import literal
from companion.core.verdict import Verdict, Way
from tests.kiosk.fixtures import FixtureGame


def way_to(space: str) -> tuple[Way, ...]:
    return (Way((), literal(f"Globox goes to {space}"), ("5/1", space)),)


class WaitingGame(FixtureGame):
    """Answers only when the test lets it, and never in the screen's process."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.screen = os.getpid()
        self.folder = folder

    def answer(self) -> None:
        """Lets every question be answered."""
        (self.folder / "answers").touch()

    def wait(self) -> None:
        assert os.getpid() != self.screen
        while not (self.folder / "answers").exists():
            time.sleep(0.005)


class DarkGame(WaitingGame):
    """Works out what is within reach only when the test lets it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.described: list[Any] = []

    def reachable(self, state: Any, figure: str) -> Any:
        self.wait()
        return super().reachable(state, figure)

    def view(self, state: Any, viewer: str | None = None) -> Any:
        self.described.append((state, viewer))
        return super().view(state, viewer)


class WonderingGame(WaitingGame):
    """Finds ways only when the test lets it."""

    @property
    def asked(self) -> list[str]:
        notes = self.folder / "asked"
        return notes.read_text().split() if notes.exists() else []

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        with (self.folder / "asked").open("a") as notes:
            notes.write(f"{space}\n")
        self.wait()
        return way_to(space)

    def judge(self, dispute: Any, content: Any) -> Any:
        self.ways_to(None, "", dispute["space"])
        return Verdict(is_legal=True, clauses=(), path=("5/1", dispute["space"]))


class TornGame(FixtureGame):
    """Its rules fail."""

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        raise RuntimeError("the rules are torn")


class BroodingGame(FixtureGame):
    """Thinks about some things without end, as a search does: in Python, and never looking up."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.endless: set[Any] = {"9/2"}
        self.folder = folder

    @property
    def thinkers(self) -> list[int]:
        """The processes that have begun to think without end."""
        return [int(note.name) for note in self.folder.iterdir()]

    def brood(self, about: Any) -> None:
        if about in self.endless:
            (self.folder / str(os.getpid())).touch()
        while about in self.endless:
            pass

    def reachable(self, state: Any, figure: str) -> Any:
        self.brood(self.title)
        return super().reachable(state, figure)

    @property
    def title(self) -> str:
        return next(iter(self.shown.prompt.headline.texts.values()), "")

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        self.brood(space)
        return way_to(space)

    def judge(self, dispute: Any, content: Any) -> Any:
        self.brood(dispute["space"])
        return Verdict(is_legal=True, clauses=(), path=("5/1", dispute["space"]))


def brood_over(game: BroodingGame, state: Any, comparison: Any) -> Any:
    """Stands for the referee's question."""
    game.brood("9/2")


def seen_on(space: str) -> Any:
    """Stands for a camera that sees Globox on another space than the record has it."""
    from companion.referee import Comparison, Difference

    said = literal("moved")
    return Comparison((Difference("globox", "misplaced", "5/1", space, 1.0, said, said),))


class NotingGame(FixtureGame):
    """Notes where the referee asks about it."""

    def __init__(self, notes: Path) -> None:
        super().__init__()
        self.notes = notes


def propose_once(game: NotingGame, state: Any, comparison: Any) -> Any:
    """Stands for the referee's question."""
    from companion.ports.sight import SceneChange
    from companion.referee import Proposal

    with game.notes.open("a") as notes:
        notes.write(f"{os.getpid()}\n")
    ways = (Way((), literal("Globox went to 9/2"), ("5/1", "9/2")),)
    change = SceneChange({"globox": ("5/1", "9/2")})
    return Proposal("one", change, "globox", "9/2", literal("seen"), ways)


class Disagreeing(FixtureGame):
    """A game in which no turn explains where a figure was seen."""

    def expected_scene(self, state: Any) -> Any:
        from companion.ports.sight import Scene

        return Scene({"globox": "5/1"})


def propose_dispute(game: FixtureGame, state: Any, comparison: str) -> Any:
    """Stands for the referee's answer where no rule allows what was seen."""
    from companion.ports.sight import SceneChange
    from companion.referee import Proposal

    return Proposal(
        kind="dispute",
        change=SceneChange({"globox": ("5/1", "14/1")}),
        figure="globox",
        space="14/1",
        say=literal("seen"),
        because=literal("There is a wall."),
    )


def count_up(steps: int) -> int:
    """Thinks for a while, or for ever."""
    taken = 0
    while steps < 0 or taken < steps:
        taken += 1
    return taken


def vanish() -> None:
    """Ends as a process does that the system kills."""
    os._exit(9)
