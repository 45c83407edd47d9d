"""What a search still has to go on with, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

Post = tuple[int, int, int]
"""A place, level and stance."""
Stage = tuple[int, int, Post]
"""The number of a world, the Movements left, and where one is."""
Order = Callable[[Stage], int]
"""Says how soon a stage is to be gone on with; the least comes first."""


class Agenda:
    """The pools that wait at each stage; where there are several orders, they take turns."""

    def __init__(self, *orders: Order) -> None:
        self._waiting: dict[Stage, int] = {}
        self._orders = orders
        self._heaps: list[list[tuple[int, Stage]]] = [[] for _ in orders]
        self._turn = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, stage: Stage, bits: int) -> None:
        """Lets some pools wait."""
        if stage in self._waiting:
            self._waiting[stage] |= bits
            return
        self._waiting[stage] = bits
        for order, heap in zip(self._orders, self._heaps, strict=True):
            heappush(heap, (order(stage), stage))

    def next(self) -> tuple[Stage, int]:
        """Takes the next stage and its pools off the agenda."""
        self._turn += 1
        heap = self._heaps[self._turn % len(self._heaps)]
        while True:
            _, stage = heappop(heap)
            if stage in self._waiting:
                return stage, self._waiting.pop(stage)

    def reorder(self, *orders: Order) -> None:
        """Takes up other orders."""
        self._orders = orders
        self._heaps = [[(order(stage), stage) for stage in self._waiting] for order in orders]
        for heap in self._heaps:
            heapify(heap)
