"""Where figures are put when they may not stay: retreats, displacements, and what a push does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.rayman.board import LEVELS, Board, Space
from companion.games.rayman.dispute import Turn

Spaces = frozenset[Space]


def bit_of(space: Space) -> int:
    """Returns the bit of a column and level."""
    return 1 << (space[0] * 3 + space[1] - 1)


def spaces_of(bits: int) -> Iterator[Space]:
    """Lists the columns and levels of some bits."""
    while bits:
        index = bits.bit_length() - 1
        bits ^= 1 << index
        yield index // 3, index % 3 + 1


class Pushed(NamedTuple):
    """A figure other than the player's, as it stands at some moment of the turn."""

    p: int
    level: int
    heart: bool
    immune: bool
    slapped: bool
    has_three: bool = False
    """Whether it holds three Teensies, so that it finishes where it is pushed over the line."""


class Table(NamedTuple):
    """What else is on the board when a figure is put somewhere, by column and level."""

    board: Board
    taken: Spaces
    """Spaces of the other figures."""
    projectiles: Spaces
    boss: Space | None
    perches: bool = False
    """Whether a figure may rest right above another one without a floor (RAY-PUSH-12)."""


def is_open(table: Table, p: int, level: int) -> bool:
    """Tells whether a figure may be put there: a floor, no obstacle, and no figure outside column 0."""
    board = table.board
    column = p % board.columns
    return (
        board.is_floor(column, level)
        and not board.is_obstacle(column, level)
        and (column == 0 or (column, level) not in table.taken)
    )


def _is_restful(table: Table, p: int, level: int) -> bool:
    space = (p % table.board.columns, level)
    return is_open(table, p, level) and space not in table.projectiles and space != table.boss


def retreats(table: Table, p: int, level: int, columns: int, *, walls_stop: bool = False) -> list[Space]:
    """Lists where damage may send a figure hit at `p/level` (RAY-DAMAGE-1 to 5, 9)."""
    start = p
    while p > 0 and start - p < columns:
        if walls_stop and table.board.is_wall(p - 1, level):
            break
        p -= 1
    while True:
        found = [(p, at) for at in LEVELS if is_open(table, p, at)]
        if found:
            return found
        if p % table.board.columns == 0:
            return [(p, 1)]
        p -= 1


def is_perch(table: Table, p: int, level: int) -> bool:
    """Tells whether a figure right below, who stands firm, carries one there (RAY-PUSH-12)."""
    column = p % table.board.columns
    if not table.perches or not 1 < level <= 3 or (column, level - 1) not in table.taken:
        return False
    return table.board.is_floor(column, level - 1) or is_perch(table, p, level - 1)


def may_perch(table: Table, p: int, level: int) -> bool:
    """Tells whether a figure may come to rest there on another one's head."""
    space = (p % table.board.columns, level)
    is_free = not space[0] or space not in table.taken
    return is_perch(table, p, level) and is_free and space not in table.projectiles and space != table.boss


def displacements(table: Table, p: int, level: int) -> list[Space]:
    """Lists where a figure that would rest on another one goes instead (RAY-REST-2, 3)."""
    near = [(p, level + 1), (p, level - 1), (p - 1, level)]
    found = [(q, at) for q, at in near if q >= 0 and at in LEVELS and _is_restful(table, q, at)]
    if may_perch(table, p, level + 1):
        found = [(p, level + 1), *(place for place in found if place != (p, level + 1))]
    return found or _columns_back(table, p - 1)


def ways_off_obstacle(table: Table, p: int) -> list[Space]:
    """Lists where a figure stuck on an obstacle goes (RAY-REST-6, RAY-PUSH-7)."""
    return _columns_back(table, p)


def _columns_back(table: Table, p: int) -> list[Space]:
    for q in range(p, -1, -1):
        found = [(q, at) for at in LEVELS if _is_restful(table, q, at)]
        if found:
            return found
        if q % table.board.columns == 0:
            return [(q, 1)]
    return [(0, 1)]


class Push:
    """What can become of a figure that is slapped one column on or back (RAY-PUSH-1 to 15)."""

    def __init__(self, turn: Turn, table: Table, hazards: Spaces) -> None:
        self.options = turn.options
        self.table = table
        self.hazards = hazards
        """Spaces where an enemy or the Boss hurts who is pushed there."""

    def outcomes(self, figure: Pushed, by: int) -> list[tuple[Pushed, Spaces]]:
        """Lists how the figure may end and which projectiles are left; its owner chooses among them."""
        board, projectiles = self.table.board, self.table.projectiles
        figure = figure._replace(slapped=True)
        is_line = by > 0 and (figure.p + 1) % board.columns == 0
        is_gated = self.options.finish_gate == "blocked_at43" and not figure.has_three
        if figure.p + by < 0 or (is_line and is_gated):
            return [(figure, projectiles)]
        if board.is_wall(figure.p if by > 0 else figure.p - 1, figure.level):
            return [(end, projectiles) for end in self._against_wall(figure, by)]
        if is_line and figure.has_three:
            return [(figure._replace(p=figure.p + 1), projectiles)]
        return list(dict.fromkeys(self._arrive(figure._replace(p=figure.p + by), projectiles)))

    def fall(self, figure: Pushed) -> list[tuple[Pushed, Spaces]]:
        """Lists how a figure may end that falls from where it is, and which projectiles are left."""
        below = figure._replace(level=figure.level - 1)
        return list(dict.fromkeys(self._arrive(below, self.table.projectiles)))

    def _against_wall(self, figure: Pushed, by: int) -> list[Pushed]:
        if figure.immune:
            return [figure]
        if figure.heart:
            return [self._without_heart(figure)]
        if by > 0 or self.options.back_wall_no_heart == "damage_and_retreat2":
            return [end for end, _ in self._hurt(figure, self.table.projectiles)]
        if self.options.back_wall_no_heart == "damage_no_move":
            return [figure._replace(immune=True)]
        return [figure]

    def _without_heart(self, figure: Pushed) -> Pushed:
        return figure._replace(heart=False, immune=self.options.heart_gives_immunity)

    def _hurt(self, figure: Pushed, projectiles: Spaces) -> Iterator[tuple[Pushed, Spaces]]:
        found = retreats(
            self.table,
            figure.p,
            figure.level,
            self.options.damage_retreat,
            walls_stop=self.options.walls_stop_retreat,
        )
        for p, level in found:
            column = p % self.table.board.columns
            yield (
                figure._replace(p=p, level=level, immune=True),
                projectiles - {(column, level)},
            )

    def _hit(self, figure: Pushed) -> Pushed | None:
        """Returns the figure after a hit that it withstands, or None for damage."""
        if figure.immune:
            return figure
        return self._without_heart(figure) if figure.heart else None

    def _arrive(self, figure: Pushed, projectiles: Spaces) -> Iterator[tuple[Pushed, Spaces]]:
        board = self.table.board
        column = figure.p % board.columns
        while True:
            space = (column, figure.level)
            hits = (space in projectiles) + (space in self.hazards and space not in self.table.taken)
            projectiles = projectiles - {space}
            hits += board.is_obstacle(*space)
            for _ in range(hits):
                after = self._hit(figure)
                if after is None:
                    yield from self._hurt(figure, projectiles)
                    return
                figure = after
            if board.is_floor(*space):
                break
            figure = figure._replace(level=figure.level - 1)
        table = self.table._replace(projectiles=projectiles)
        if board.is_obstacle(*space):
            for p, level in ways_off_obstacle(table, figure.p):
                yield figure._replace(p=p, level=level), projectiles
        elif column != 0 and (space in table.taken or space == table.boss):
            for p, level in displacements(table, figure.p, figure.level):
                yield from self._settle(figure._replace(p=p, level=level), projectiles)
        else:
            yield figure, projectiles

    def _settle(self, figure: Pushed, projectiles: Spaces) -> Iterator[tuple[Pushed, Spaces]]:
        space = (figure.p % self.table.board.columns, figure.level)
        after = self._hit(figure) if space in self.hazards else figure
        if after is None:
            yield from self._hurt(figure, projectiles)
        else:
            yield after, projectiles
