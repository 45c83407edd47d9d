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
        self._turn = 0
        self.reorder(*orders)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, stage: Stage, bits: int) -> None:
        """Lets some pools wait."""
        if stage in self._waiting:
            self._waiting[stage] |= bits
            return
        self._waiting[stage] = bits
        for order, heap in self._queues:
            heappush(heap, (order(stage), stage))

    def next(self) -> tuple[Stage, int]:
        """Takes the next stage and its pools off the agenda."""
        self._turn += 1
        _, heap = self._queues[self._turn % len(self._queues)]
        while True:
            _, stage = heappop(heap)
            if stage in self._waiting:
                return stage, self._waiting.pop(stage)

    def reorder(self, *orders: Order) -> None:
        """Takes up other orders."""
        self._queues: list[tuple[Order, list[tuple[int, Stage]]]] = [
            (order, [(order(stage), stage) for stage in self._waiting]) for order in orders
        ]
        for _, heap in self._queues:
            heapify(heap)
