"""How far a Slap reaches from a space, and what it costs."""

from __future__ import annotations

from functools import lru_cache

from companion.games.rayman.board import Board, Space

Reach = dict[Space, tuple[int, int]]
"""Spaces to their distance and to where a figure there is pushed: 1, -1, or 0 for the slapper's choice."""


@lru_cache(maxsize=4096)
def slap_reach(
    board: Board, column: int, level: int, most: int, *, manhattan: bool = False, thick_blocks: bool = False
) -> Reach:
    """Lists what can be hit from a space, past no wall and no thick platform (RAY-SLAP-2 to 6)."""
    reach: Reach = {(column, level): (0, 0)}
    frontier = {(0, level)}
    seen = set(frontier)
    for distance in range(1, most + 1):
        ahead: set[Space] = set()
        for by, at in frontier:
            for step, rise in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                q, to = by + step, at + rise
                is_straight = q == 0 or to == level
                if (q, to) in seen or not 1 <= to <= 3 or abs(q) + abs(to - level) != distance:
                    continue
                if not (manhattan or is_straight) or _is_blocked(
                    board, column + by, at, step, rise, thick_blocks
                ):
                    continue
                ahead.add((q, to))
        for q, to in sorted(ahead):
            space = ((column + q) % board.columns, to)
            if space not in reach:
                reach[space] = (distance, (q > 0) - (q < 0))
        seen |= ahead
        frontier = ahead
    return reach


def _is_blocked(board: Board, column: int, level: int, step: int, rise: int, thick_blocks: bool) -> bool:
    if rise:
        return board.is_low(column, level if rise > 0 else level - 1)
    if thick_blocks and (board.is_low(column, level) or board.is_low(column + step, level)):
        return True
    return board.is_wall(column if step > 0 else column - 1, level)
