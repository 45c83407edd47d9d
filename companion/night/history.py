"""The tree of steps: where the night stands, what undo and redo lead to, what a move would take back."""

from __future__ import annotations

from collections.abc import Iterator

from companion.night.record import Row, Step


class History:
    """Every row so far; rows are numbered from 1, and position 0 is the start of the night."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.position = 0
        """The step whose state is the present one."""
        self._next: dict[int, int] = {}
        self._depth: dict[int, int] = {0: 0}

    @property
    def revision(self) -> int:
        """Counts the rows, so that it only ever grows."""
        return len(self.rows)

    def add(self, row: Row) -> None:
        """Appends a row and moves to where it leads."""
        self.rows.append(row)
        if isinstance(row, Step):
            number = len(self.rows)
            self._depth[number] = self._depth[row.base] + 1
            self._next[row.base] = number
            self.position = number
        else:
            self.position = row.base
            if row.verb == "jump":
                for step in self.back(row.base):
                    self._next[self.step(step).base] = step

    def step(self, number: int) -> Step:
        """Returns the step of a number; a row that only moved is none and raises KeyError."""
        row = self.rows[number - 1] if 0 < number <= len(self.rows) else None
        if not isinstance(row, Step):
            raise KeyError(number)
        return row

    def has_position(self, number: int) -> bool:
        """Tells whether a night can stand on that entry: the start or any step."""
        return number in self._depth

    def position_after(self, number: int) -> int:
        """Returns where the night stood after any row; raises KeyError for one that there is not."""
        if number in self._depth:
            return number
        if not 0 < number <= len(self.rows):
            raise KeyError(number)
        return self.rows[number - 1].base

    def depth(self, position: int) -> int:
        """Counts the steps from the start to a position."""
        return self._depth[position]

    def back(self, position: int) -> Iterator[int]:
        """Walks the steps from a position back to the start."""
        while position:
            yield position
            position = self.step(position).base

    def line(self, position: int) -> list[int]:
        """Lists the steps that lead from the start to a position."""
        return list(self.back(position))[::-1]

    def previous(self) -> int | None:
        """Returns where undo leads, or None at the start."""
        return self.step(self.position).base if self.position else None

    def next(self) -> int | None:
        """Returns where redo leads: to the step last taken from here."""
        return self._next.get(self.position)

    def barriers_left(self, target: int) -> list[int]:
        """Lists the barrier steps that a move from here to a position would take back."""
        kept = set(self.back(target))
        return [step for step in self.back(self.position) if step not in kept and self.step(step).is_barrier]
