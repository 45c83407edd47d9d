"""How a board is looked at: the view follows the action, comes closer or goes back, and glides there."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.blocks import Board
from kiosk.look.theme import Look
from kiosk.widgets.board.frame import Frame, frame_of
from kiosk.widgets.board.geometry import Viewport, first_viewport
from kiosk.widgets.motion import begin, halt

GLIDE_S = 0.35
SHARPENS_S = 0.15
"""How long after the last pinch a board is drawn anew in its new size."""
CLOSE_UNIT_MM = 8.0
"""The least size of a space that is drawn to be touched."""
TILE_UNIT_PX = 60
"""The least size of a space on tiles, which show their sides and letters."""
CLOSEST = 2.0
"""How many times larger than the least size a space is shown at most."""
CUT = 0.2
"""How much of a space may be cut off at the edge of a board that still counts as seen whole."""


class BoardView(Widget):
    """Owns the viewport of a board; what is seen through it is drawn by the canvas."""

    glided = NumericProperty(1.0)
    """How far the view has come on its way to what it looks at."""

    def __init__(self, look: Look, *, shows_all: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.look = look
        self.board: Board | None = None
        self.viewport: Viewport | None = None
        self._shows_all = shows_all
        self._kept: Viewport | None = None
        self._way: tuple[Viewport, Viewport] | None = None
        """Where the view glides from and to."""
        self._asked: Frame | None = None
        self._frame: Frame | None = None
        """What should be in sight now, and what the distance was chosen for."""
        self._lit: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        """The lit spaces and the active ones that the distance was chosen for."""
        self._is_whole = False
        """Whether somebody wants to see the whole board."""
        self.bind(glided=self._glide)
        self._sharpen = Clock.create_trigger(self._settle, SHARPENS_S)

    def _draw_sharp(self) -> None:
        """Draws everything in the size in which it is seen, where that is another one."""

    def _draw_at_camera(self) -> None:
        """Puts what is drawn where it is seen."""

    def _settle(self, _: float) -> None:
        self._draw_sharp()
        self._draw_at_camera()

    def _follow(self, *, is_moving: bool = True, holds_still: bool = False) -> None:
        """Brings what should be in sight there; comes closer or goes back when something new is to touch."""
        board, viewport = self.board, self._goal
        frame = frame_of(board) if board is not None else None
        if board is None or viewport is None or frame is None or frame == self._asked or self._is_whole:
            return
        self._asked = frame
        if self._is_new(board) and not holds_still and not self._shows_all:
            self._frame = frame
            self._go_to(frame.look(self._farthest(), self._most_unit()), is_moving=is_moving)
        else:
            self._go_to(frame.pan(viewport), is_moving=is_moving)

    def _is_new(self, board: Board) -> bool:
        """Tells whether spaces are lit that the distance was not chosen for; remembers them."""
        if not board.lit or board.path or board.broken:
            return False
        active = frozenset(piece.space for piece in board.pieces if piece.is_active)
        lit = frozenset(board.lit)
        if active == self._lit[1] and lit <= self._lit[0]:
            return False
        self._lit = lit, active
        return True

    @property
    def _goal(self) -> Viewport | None:
        """Where the view is, or where it glides to."""
        return self._way[1] if self._way is not None else self.viewport

    def look_at(self, x: float, y: float, *, is_moving: bool = True) -> None:
        """Brings a point of the board into the middle."""
        if self._goal is not None:
            self._go_to(self._goal.looking_at(x, y), is_moving=is_moving)

    def _go_to(self, goal: Viewport, *, is_moving: bool) -> None:
        halt(self, "glided")
        if self.viewport is None or not (is_moving and self.look.has_motion):
            self.set_viewport(goal)
        elif goal != self.viewport:
            self._way = (self.viewport, goal)
            self.glided = 0.0
            gliding = Animation(glided=1.0, duration=GLIDE_S, transition="out_cubic")
            gliding.bind(on_complete=lambda *_: self.set_viewport(goal))
            begin(gliding, self)

    def _glide(self, *_: Any) -> None:
        if self._way is not None:
            self.viewport = self._way[0].between(self._way[1], self.glided)
            self._draw_at_camera()

    def _stop(self) -> None:
        """Stays where the view has come to: a finger is on the board."""
        if self._way is not None:
            halt(self, "glided")
            self._way = None
            self._sharpen()

    def _farthest(self) -> Viewport:
        """Returns the distance at which everything is still large enough to be touched."""
        assert self.board is not None
        least = 0.0 if self._is_whole else self._least_unit()
        return first_viewport(self.board, self.width, self.height, least)

    def _most_unit(self) -> float:
        return CLOSEST * self._least_unit()

    def _least_unit(self) -> float:
        if self._shows_all:
            return 0.0
        has_tiles = self.board is not None and bool(self.board.tiles)
        return self.look.px(TILE_UNIT_PX) if has_tiles else self.look.mm(CLOSE_UNIT_MM)

    @property
    def is_close(self) -> bool:
        """Tells whether only a part of the board is in sight."""
        viewport = self.viewport
        if viewport is None:
            return False
        cut = 1 + viewport.unit_y * CUT
        return viewport.picture_w > self.width + cut or viewport.picture_h > self.height + cut

    def change_distance(self) -> None:
        """Steps back to see the whole board and stays there, or comes close to the action again."""
        if self.board is None or self.viewport is None:
            return
        self._is_whole = self.is_close
        goal = self._farthest()
        if self._frame is not None and not self._is_whole:
            goal = self._frame.look(goal, self._most_unit())
        self._go_to(goal, is_moving=False)
        self._asked = None
        self._follow(is_moving=False)

    def keep(self, viewport: Viewport) -> None:
        """Looks through a viewport from before, once the size is known."""
        self._kept = viewport

    def set_viewport(self, viewport: Viewport) -> None:
        """Shows the board through another viewport, at once and sharp."""
        self._way = None
        self.viewport = viewport
        self._draw_sharp()
        self._draw_at_camera()

    def _zoom(self, viewport: Viewport) -> None:
        """Shows the board through another viewport while fingers still move; it is drawn anew after that."""
        self._way = None
        self.viewport = viewport
        self._sharpen.cancel()
        self._sharpen()
        self._draw_at_camera()
