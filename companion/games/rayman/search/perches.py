"""Where figures come to stand whose support has left when a turn is over (RAY-PUSH-13)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.places import Push, Pushed, Spaces, Table, is_perch

Figures = tuple[Pushed, ...]


def settled(turn: Turn, figures: Figures, projectiles: Spaces, own: Space) -> Iterator[Figures]:
    """Lists how the other figures may stand once those without support have fallen, the lowest first."""
    columns = turn.board.columns
    places = [(figure.p % columns, figure.level) for figure in figures]
    for index in sorted(range(len(figures)), key=lambda number: figures[number].level):
        taken = frozenset((*places[:index], *places[index + 1 :], (own[0] % columns, own[1])))
        table = Table(turn.board, taken, projectiles, turn.boss, perches=True)
        figure = figures[index]
        if turn.board.is_floor(*places[index]) or is_perch(table, figure.p, figure.level):
            continue
        hazards = {*turn.board.enemies, turn.boss} if turn.boss else set(turn.board.enemies)
        for fallen, left in Push(turn, table, frozenset(hazards)).fall(figure):
            after = (*figures[:index], fallen, *figures[index + 1 :])
            yield from settled(turn, after, left, own)
        return
    yield figures
