"""The pieces on a board: those that are known by their id glide to their new spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import InstructionGroup

from companion.core.blocks import Board, Piece
from kiosk.look.theme import Look
from kiosk.widgets.board.geometry import Viewport, places_on, standing_y
from kiosk.widgets.board.pieces import Sprite
from kiosk.widgets.motion import begin, halt

GLIDE_S = 0.45


class Crowd:
    """Owns the drawings of the pieces, in board units."""

    def __init__(self, look: Look, words: Callable[[Any], str], place: Callable[[Sprite], None]) -> None:
        self.look = look
        self.group = InstructionGroup()
        self._words = words
        self._place = place
        self._sprites: dict[str, Sprite] = {}

    def show(self, board: Board, viewport: Viewport, *, is_moving: bool) -> None:
        """Shows the pieces of a board where they stand, or on their way there."""
        spaces = {space.id: space for space in board.spaces}
        sharing: dict[str, list[str]] = {}
        for piece in board.pieces:
            sharing.setdefault(piece.space, []).append(piece.id)
        for piece_id in set(self._sprites) - {piece.id for piece in board.pieces}:
            self._remove(self._sprites.pop(piece_id))
        for piece in board.pieces:
            space = spaces.get(piece.space)
            if space is None:
                continue
            sharers = sharing[piece.space]
            x, y, scale = places_on(space, len(sharers))[sharers.index(piece.id)]
            side = min(space.w * viewport.unit_x, space.h * viewport.unit_y)
            if not piece.is_airborne and len(sharers) == 1:
                y = standing_y(space, side / viewport.unit_y)
            self._stand(piece, x, y, side * scale, is_moving=is_moving)

    def _stand(self, piece: Piece, x: float, y: float, side: float, *, is_moving: bool) -> None:
        known = self._sprites.get(piece.id)
        if known is not None and known.fits(piece, side):
            self._glide(known, x, y, is_moving=is_moving)
            return
        sprite = Sprite(self.look, piece, side, self._words)
        sprite.on_place = self._place
        self.group.add(sprite.group)
        self._sprites[piece.id] = sprite
        if known is None:
            sprite.x, sprite.y = x, y
        else:
            self._remove(known)
            sprite.x, sprite.y = known.x, known.y
            self._glide(sprite, x, y, is_moving=is_moving)
        self._place(sprite)

    def _glide(self, sprite: Sprite, x: float, y: float, *, is_moving: bool) -> None:
        if (sprite.goal_x, sprite.goal_y) == (x, y) and (sprite.x, sprite.y) == (x, y):
            return
        halt(sprite)
        sprite.goal_x, sprite.goal_y = x, y
        if is_moving:
            begin(Animation(x=x, y=y, duration=GLIDE_S, transition="in_out_cubic"), sprite)
        else:
            sprite.x, sprite.y = x, y

    def _remove(self, sprite: Sprite) -> None:
        halt(sprite)
        self.group.remove(sprite.group)

    def place(self) -> None:
        """Follows a viewport that has come closer or gone back."""
        for sprite in self._sprites.values():
            self._place(sprite)

    def drop(self) -> None:
        """Takes every piece away, to be drawn anew at another size."""
        for sprite in self._sprites.values():
            self._remove(sprite)
        self._sprites.clear()
