"""The trace of the last move: where each figure came from, kept until another one goes."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.blocks import Board, Trail, View

LONGEST = 16
"""How many spaces a trail keeps at the most."""


def trails_after(trails: tuple[Trail, ...], views: Sequence[View]) -> tuple[Trail, ...]:
    """Returns the trails after steps that lead over these views; they stay where nobody moved."""
    walked = _walked([view.board for view in views if view.board is not None])
    moved = [trail for trail in walked if len(trail.path) > 1]
    if not moved:
        return trails
    old = {trail.piece: trail for trail in trails}
    return tuple(_joined(old.get(trail.piece), trail) for trail in moved)


def _walked(boards: list[Board]) -> list[Trail]:
    paths: dict[str, Trail] = {}
    for board in boards:
        for piece in board.pieces:
            if piece.seat is None:
                continue
            before = paths.get(piece.id)
            if before is None:
                paths[piece.id] = Trail(piece.id, (piece.space,), piece.seat)
            elif before.path[-1] != piece.space:
                paths[piece.id] = Trail(piece.id, (*before.path, piece.space), piece.seat)
    return list(paths.values())


def _joined(old: Trail | None, new: Trail) -> Trail:
    """Lengthens a trail that goes on where it ended."""
    if old is None or old.path[-1] != new.path[0]:
        return new
    return Trail(new.piece, (*old.path, *new.path[1:])[-LONGEST:], new.seat)
