"""From where some places can be come to with some pools, found by taking steps backwards."""

from __future__ import annotations

from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.pool import Piece, Pools

Way = tuple[Post, Piece]
"""The post before a step, and what the step does to pools."""
Ways = dict[Post, list[Way]]
"""The steps that lead to each post."""
Held = dict[Post, list[int]]
"""By post and by the Movements left: some pools."""


def joined(some: list[int], others: list[int]) -> list[int]:
    """Joins pools by the Movements left."""
    return [bits | more for bits, more in zip(some, others, strict=True)]


def led_to(
    pools: Pools, ways: Ways, most_at: dict[Post, int], sources: Held, *, spends_all: bool = False
) -> Held:
    """Returns the pools from which steps lead to sources, nobody having more Movements at a post than given.

    With `spends_all` just so many Movements have to be left there, else at least so many.
    """
    every, size = pools.all, pools.most_moves + 1
    found = {post: list(by_moves) for post, by_moves in sources.items()}
    waiting: dict[int, dict[Post, int]] = {}
    for post, by_moves in sources.items():
        fewer = 0
        for moves in range(most_at[post] + 1):
            bits = by_moves[moves]
            if bits & ~fewer:
                waiting.setdefault(moves, {})[post] = bits & ~fewer
            fewer = 0 if spends_all else bits
    while waiting:
        moves = min(waiting)
        posts = waiting[moves]
        while posts:
            post, bits = posts.popitem()
            for parent, piece in ways[post]:
                before = moves - piece.moves
                if before < piece.needs and not spends_all:
                    before = piece.needs
                most = most_at[parent]
                if not piece.needs <= before <= most:
                    continue
                have = found.get(parent)
                if have is None:
                    have = found[parent] = [0] * size
                if have[before] == every:
                    continue
                fresh = piece.before(bits)
                fresh ^= fresh & have[before]
                if fresh:
                    for more in range(before, before + 1 if spends_all else most + 1):
                        have[more] |= fresh
                    to = waiting.setdefault(before, {})
                    to[parent] = to.get(parent, 0) | fresh
        del waiting[moves]
    return found
