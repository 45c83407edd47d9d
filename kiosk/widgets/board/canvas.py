"""The board: what never moves is drawn once into a picture, pieces glide over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent

from companion.core.blocks import Board, Space
from kiosk.look.theme import Look
from kiosk.widgets.board.crowd import Crowd
from kiosk.widgets.board.flights import Flights
from kiosk.widgets.board.geometry import (
    Cropper,
    Viewport,
    centre_of,
    looks_alike,
    next_space,
    on_glass,
    space_at,
)
from kiosk.widgets.board.overlay import Overlay
from kiosk.widgets.board.picture import BoardPicture
from kiosk.widgets.board.pieces import Sprite
from kiosk.widgets.board.pointers import EdgePointers
from kiosk.widgets.board.view import BoardView
from kiosk.widgets.button import HELD
from kiosk.widgets.motion import halt
from kiosk.widgets.still import Opaque

TAP_PX = 14
KEPT_PICTURES = 2
"""How many sizes of a board are kept drawn: a notice below it comes and goes, and takes room."""


class BoardCanvas(BoardView):
    """Draws a board, follows the action, and tells which space was touched."""

    def __init__(
        self,
        look: Look,
        on_space: Callable[[str], None] | None = None,
        words: Any = None,
        *,
        shows_all: bool = False,
        **options: Any,
    ):
        super().__init__(look, shows_all=shows_all, **options)
        self.on_viewport: Callable[[Viewport], None] = lambda viewport: None
        self.underlay: Texture | None = None
        """A photo that the board lies over, so that it can be traced."""
        self._on_space = on_space
        self._words = words or (lambda message: "")
        self._pictures: dict[tuple[float, float], BoardPicture] = {}
        self._drawn: Viewport | None = None
        """The viewport in whose size everything was drawn last."""
        self._crop = Cropper()
        self._touches: list[MotionEvent] = []
        self._travel = 0.0
        self._has_zoomed = False
        self._overlay = Overlay(look, self._in_picture)
        self._pointers = EdgePointers(look)
        self._crowd = Crowd(look, self._words, self._place_sprite)
        self.flights = Flights(look, self._words, self._place_sprite)
        self._ground, self._shown = Rectangle(), Rectangle()
        self._corner, self._scale = Translate(), Scale(1, 1, 1)
        self._clip = ScissorPush()
        self._lay_layers()
        self.bind(size=self._resized, pos=self._moved, opacity=self._moved)
        Window.bind(rotation=self._moved)
        self._later = Clock.create_trigger(self._rebuild, -1)

    def _lay_layers(self) -> None:
        """Puts everything into pixels of the picture, so that the view glides by one corner and one scale."""
        self.canvas.before.add(self._clip)
        for layer in (
            Color(*self.look.colour("surface")),
            Opaque(self._ground),
            PushMatrix(),
            self._corner,
            self._scale,
            Color(1, 1, 1, 1),
            Opaque(self._shown),
            self._overlay.below,
            self._crowd.group,
            self.flights.group,
            self._overlay.above,
            PopMatrix(),
            self._pointers.group,
        ):
            self.canvas.add(layer)
        self.canvas.after.add(ScissorPop())

    # What is shown.

    def show(self, board: Board, *, holds_still: bool = False) -> None:
        """Shows a board; pieces known by their id glide to their new spaces.

        The view comes as close as what can be touched allows, unless it holds still because a touch is
        just being answered.
        """
        board = self._crop(board)
        before, self.board = self.board, board
        is_same = before is not None and looks_alike(before, board)
        if not is_same:
            self._pictures.clear()
            self._crowd.drop()
        if self.viewport is None or not is_same:
            self._rebuild()
        else:
            if before is not None and board.pieces != before.pieces:
                assert self._drawn is not None
                self._crowd.show(board, self._drawn, is_moving=self.look.has_motion)
            self._light()
            self._follow(holds_still=holds_still)
        if self.look.has_motion and before is not None and board.flights != before.flights:
            self.flights.launch(board, self._drawn)

    def _resized(self, *_: Any) -> None:
        self.viewport = self._way = None
        self._later()

    def _moved(self, *_: Any) -> None:
        self._draw_at_camera()

    def _rebuild(self, *_: Any) -> None:
        board = self.board
        if board is None or self.width < 10 or self.height < 10:
            return
        halt(self, "glided")
        viewport, kept = self._goal, self._kept
        self._way = self._kept = None
        if kept is not None and (kept.window_w, kept.window_h) == (self.width, self.height):
            viewport = kept
        elif viewport is None or (viewport.board_w, viewport.board_h) != (board.width, board.height):
            viewport = self._farthest()
            if self._frame is not None and not self._is_whole:
                viewport = self._frame.look(viewport, self._most_unit())
            self._asked = None
        self.viewport = viewport
        self._paint_picture()
        # What was on its way before the room changed goes on from where it is.
        self._crowd.show(board, viewport, is_moving=self.look.has_motion)
        self._crowd.place()
        self.flights.place()
        self._light()
        self._follow(is_moving=False)
        self._draw_at_camera()

    def _paint_picture(self) -> None:
        assert self.board is not None
        assert self.viewport is not None
        self._drawn = self.viewport
        scale = (self._drawn.unit_x, self._drawn.unit_y)
        if scale in self._pictures:
            self._pictures[scale] = self._pictures.pop(scale)
        else:
            if len(self._pictures) == KEPT_PICTURES:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[scale] = BoardPicture(
                self.look, self.board, self._drawn, self._words, self.underlay
            )
        texture = self._pictures[scale].texture
        self._shown.texture, self._shown.size = texture, texture.size
        self._shown.pos = (0, -texture.height)

    def _place_sprite(self, sprite: Sprite) -> None:
        if self._drawn is None:
            return
        sprite.put(*self._in_picture(sprite.x, sprite.y))

    def _in_picture(self, x: float, y: float) -> tuple[float, float]:
        """Turns board units into pixels from the picture's left top corner, y up."""
        assert self._drawn is not None
        return x * self._drawn.unit_x, -y * self._drawn.unit_y

    def _on_screen(self, x: float, y: float) -> tuple[float, float]:
        assert self.viewport is not None
        window_x, window_y = self.viewport.to_window(x, y)
        return self.x + window_x, self.y + self.height - window_y

    # Lit spaces, the dotted way, trails of what flew.

    def _light(self) -> None:
        if self.board is not None and self._drawn is not None:
            self._overlay.show(self.board, self._drawn)
            self._draw_at_camera()

    # The viewport.

    @property
    def is_at_rest(self) -> bool:
        """Tells whether the view neither glides nor follows a finger."""
        return self._way is None and not self._touches

    def _draw_sharp(self) -> None:
        """Draws everything in the size in which it is seen, where that is another one."""
        viewport, drawn = self.viewport, self._drawn
        if self.board is None or viewport is None or self._way is not None:
            return
        if drawn is not None and (viewport.unit_x, viewport.unit_y) == (drawn.unit_x, drawn.unit_y):
            return
        self._paint_picture()
        self._crowd.drop()
        self._crowd.show(self.board, viewport, is_moving=False)
        self.flights.place()
        self._light()

    def _draw_at_camera(self) -> None:
        width, height = Window.size
        clip = on_glass((*self.pos, *self.size), width, height, Window.rotation)
        if not self.opacity:
            # What is drawn without blending cannot fade: nothing is let through instead.
            clip = (0, 0, 0, 0)
        self._clip.x, self._clip.y, self._clip.width, self._clip.height = clip
        if self.viewport is None or not self._pictures:
            self._ground.pos, self._ground.size = self.pos, self.size
            return
        left, top = self._on_screen(0, 0)
        self._corner.x, self._corner.y = round(left), round(top)
        if self._drawn is not None:
            self._scale.x = self.viewport.unit_x / self._drawn.unit_x
            self._scale.y = self.viewport.unit_y / self._drawn.unit_y
        is_covered = self.viewport.picture_w >= self.width and self.viewport.picture_h >= self.height
        self._ground.pos, self._ground.size = self.pos, (0, 0) if is_covered else self.size
        if self.board is not None and not self._shows_all:
            self._pointers.show(self.board, self.viewport, self.x, self.y + self.height)
        self.on_viewport(self.viewport)

    # Touches.

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begins a tap, a pan or a pinch."""
        if self.viewport is None or not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            factor = 1.15 if touch.button == "scrolldown" else 1 / 1.15
            self._zoom(self.viewport.zoomed(factor, touch.x - self.x, self.y + self.height - touch.y))
            return True
        self._stop()
        touch.grab(self)
        self._touches.append(touch)
        if len(self._touches) == 1:
            self._travel = 0.0
            self._has_zoomed = False
            self._press(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Pans with one finger, zooms with two."""
        if touch.grab_current is not self or self.viewport is None:
            return False
        self._travel += abs(touch.dx) + abs(touch.dy)
        if len(self._touches) == 1:
            if self._travel > self.look.px(TAP_PX):
                self._overlay.press(None)
                self._zoom(self.viewport.moved(touch.dx, -touch.dy))
        elif len(self._touches) == 2:
            self._pinch(touch)
        return True

    def _pinch(self, touch: MotionEvent) -> None:
        assert self.viewport is not None
        other = next(each for each in self._touches if each is not touch)
        before = ((touch.px - other.x) ** 2 + (touch.py - other.y) ** 2) ** 0.5
        now = ((touch.x - other.x) ** 2 + (touch.y - other.y) ** 2) ** 0.5
        if before > 1:
            self._has_zoomed = True
            middle_x, middle_y = (touch.x + other.x) / 2, (touch.y + other.y) / 2
            self._zoom(self.viewport.zoomed(now / before, middle_x - self.x, self.y + self.height - middle_y))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Reports the space of a tap."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch in self._touches:
            self._touches.remove(touch)
        self._sharpen()
        self._overlay.press(None)
        if (
            self._has_zoomed
            or HELD in touch.ud
            or self._travel > self.look.px(TAP_PX)
            or self.board is None
            or self.viewport is None
        ):
            return True
        space = self._space_under(touch)
        if space is not None and self._on_space is not None:
            self._on_space(space.id)
        return True

    def _press(self, touch: MotionEvent) -> None:
        """Answers a finger at once: what it leads to may take the rules a moment."""
        if self._on_space is not None:
            self._overlay.press(self._space_under(touch))

    def _space_under(self, touch: MotionEvent) -> Space | None:
        return self._space_at(touch.x, touch.y)

    def _space_at(self, x: float, y: float) -> Space | None:
        if self.board is None or self.viewport is None:
            return None
        return space_at(self.board, *self.viewport.to_board(x - self.x, self.y + self.height - y))

    def space_under(self, x: float, y: float) -> str | None:
        """Returns the space at a point of the screen."""
        space = self._space_at(x, y)
        return space.id if space is not None else None

    # Keys.

    def point(self, dx: int, dy: int) -> bool:
        """Moves a mark to the next space in a direction, for keys and buttons; False where there is none."""
        if self.board is None or self.viewport is None or self._on_space is None:
            return False
        space = next_space(self.board, self._overlay.pressed, dx, dy)
        if space is not None:
            self._overlay.press(space)
            self.look_at(*centre_of(space))
        return True

    def take(self) -> bool:
        """Touches the marked space; False where none is marked."""
        space_id = self._overlay.pressed
        if space_id is None or self._on_space is None:
            return False
        self._overlay.press(None)
        self._on_space(space_id)
        return True

    def where(self, space_id: str) -> tuple[float, float] | None:
        """Returns where a space's middle is on the screen, in sight or not."""
        if self.board is None or self.viewport is None:
            return None
        for space in self.board.spaces:
            if space.id == space_id:
                return self._on_screen(*centre_of(space))
        return None
