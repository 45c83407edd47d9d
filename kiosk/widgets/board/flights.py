"""What flew and is gone: a ghost of the piece flies its way over the board and fades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import InstructionGroup

from companion.core.blocks import Board, Flight, Piece
from kiosk.look.theme import Look
from kiosk.widgets.board.geometry import Viewport, centre_of
from kiosk.widgets.board.pieces import Sprite
from kiosk.widgets.motion import begin, halt

SPACE_S = 0.11
"""How long a ghost takes from one space to the next."""
LEAST_S = 0.3
FADE_S = 0.4


class Flights:
    """Owns the ghosts in the air, in board units."""

    def __init__(self, look: Look, words: Callable[[Any], str], place: Callable[[Sprite], None]) -> None:
        self.look = look
        self.group = InstructionGroup()
        self.ghosts: list[Sprite] = []
        self._words = words
        self._place = place

    def launch(self, board: Board, viewport: Viewport | None) -> None:
        """Lets everything fly that flew in the last step and is no piece any more."""
        self.drop()
        if viewport is None:
            return
        spaces = {space.id: space for space in board.spaces}
        staying = {piece.id for piece in board.pieces}
        for flight in board.flights:
            way = [spaces[space_id] for space_id in flight.path if space_id in spaces]
            if flight.id in staying or not way:
                continue
            side = min(way[0].w * viewport.unit_x, way[0].h * viewport.unit_y)
            self._fly(flight, [centre_of(space) for space in way], side)

    def _fly(self, flight: Flight, points: list[tuple[float, float]], side: float) -> None:
        piece = Piece(flight.id, flight.path[0], flight.icon, flight.label, tone=flight.tone)
        ghost = Sprite(self.look, piece, side, self._words)
        ghost.x, ghost.y = points[0]
        ghost.on_place = self._place
        self.ghosts.append(ghost)
        self.group.add(ghost.group)
        self._place(ghost)
        legs = points[1:] or points
        leg_s = max(SPACE_S, LEAST_S / len(legs))
        flying = Animation(x=legs[0][0], y=legs[0][1], duration=leg_s)
        for x, y in legs[1:]:
            flying += Animation(x=x, y=y, duration=leg_s)
        flying += Animation(alpha=0.0, duration=FADE_S)
        flying.bind(on_complete=lambda *_: self._land(ghost))
        begin(flying, ghost)

    def _land(self, ghost: Sprite) -> None:
        if ghost in self.ghosts:
            self.ghosts.remove(ghost)
            self.group.remove(ghost.group)

    def place(self) -> None:
        """Follows a viewport that has moved."""
        for ghost in self.ghosts:
            self._place(ghost)

    def drop(self) -> None:
        """Takes every ghost out of the air."""
        for ghost in self.ghosts:
            halt(ghost)
            self.group.remove(ghost.group)
        self.ghosts.clear()
