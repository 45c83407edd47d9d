"""What a Guard and Jaguar can do in the Russians' turn: steps, the wall, shots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from companion.games.pickle_rick.turn.sight import is_in_range
from companion.games.pickle_rick.turn.tiles import SIDES, Map, Place, Side, has_open_edge, neighbour

JAGUAR = "jaguar"
WALL_MOVES = 2


class Figure(NamedTuple):
    """A Russian figure with what it has done this turn."""

    id: str
    at: Place
    moves: int = 0
    """Move symbols spent on it."""
    shots: int = 0
    """Weapon symbols spent on it."""
    has_walked: bool = False
    """Whether a step or a card has moved it."""
    has_crossed: bool = False
    """Whether it went through a wall: no other movement that turn (PKR-RUS-4)."""

    @property
    def limit(self) -> int:
        """Returns how many Moves, and how many Weapons, may be spent on it (PKR-RUS-2, PKR-RUS-3)."""
        return 2 if self.id == JAGUAR else 1


class FigureStep(NamedTuple):
    """Something that a figure can do, with what it costs and how it stands then."""

    kind: Literal["step", "wall", "bonus", "shot"]
    side: Side
    after: Figure
    moves: int = 0
    weapons: int = 0
    bonus: int = 0
    """Cards that move one figure one space."""


def figure_steps(tiles: Map, rick: Place, figure: Figure) -> Iterator[FigureStep]:
    """Lists all that the rules let a figure do now, whatever the pool holds (PKR-RUS-1 to PKR-RUS-6)."""
    if not figure.has_crossed:
        for side in SIDES:
            if has_open_edge(tiles, figure.at, side):
                moved = figure._replace(at=neighbour(figure.at, side), has_walked=True)
                yield FigureStep("bonus", side, moved, bonus=1)
                if figure.moves < figure.limit:
                    yield FigureStep("step", side, moved._replace(moves=figure.moves + 1), moves=1)
        if can_cross(figure):
            for side in crossings(tiles, figure.at):
                to = neighbour(figure.at, side)
                crossed = figure._replace(at=to, moves=figure.moves + WALL_MOVES, has_crossed=True)
                yield FigureStep("wall", side, crossed, moves=WALL_MOVES)
    if figure.shots < figure.limit and is_in_range(tiles, figure.at, rick):
        yield FigureStep("shot", 0, figure._replace(shots=figure.shots + 1), weapons=1)


def can_cross(figure: Figure) -> bool:
    """Tells whether a figure may go through walls now: only a Jaguar whom nothing has moved (C3-21)."""
    return figure.id == JAGUAR and not (figure.moves or figure.has_walked or figure.has_crossed)


def crossings(tiles: Map, place: Place) -> Iterator[Side]:
    """Lists the sides with a closed edge to a face-up neighbour."""
    for side in SIDES:
        if tiles.get(neighbour(place, side)) is not None and not has_open_edge(tiles, place, side):
            yield side


def fewest_moves(tiles: Map, rick: Place, figure: Figure) -> int | None:
    """Returns the fewest Moves that pay for some movement of a figure; None when it can make none."""
    return min((step.moves for step in figure_steps(tiles, rick, figure) if step.moves), default=None)


def can_shoot(tiles: Map, rick: Place, figure: Figure) -> bool:
    """Tells whether a figure may still shoot and has Rick in range."""
    return any(step.weapons for step in figure_steps(tiles, rick, figure))
