"""All that can follow in a turn, and whether it can still come to a legal end (RAY-REST-9)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.commands import EndTurn, Move
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.steps import steps, steps_alone
from companion.games.rayman.rules.table import Table

ANY_TOKEN = tuple((1 << 8 * one) + (1 << 8 * other) for one in range(7) for other in range(one, 7))
"""Every pair of icons."""
Label = tuple[int, int]
"""A position and the pool at hand there."""


def explore(
    table: Table, first: int, pool: int, draws: tuple[int, ...] = ()
) -> Iterator[tuple[Label, Label, pos.Step]]:
    """Yields a label and all that steps lead to, once, each with the label before it and the step.

    `draws`: what the token of a defeated enemy may bring, where that is not known.
    """
    seen = {(first, pool)}
    work = [(first, pool)]
    yield (first, pool), (first, pool), (0, 0, first, 0, (EndTurn, (), ()))
    for before in work:
        s, pool = before
        found = steps(table, s)
        table.patience.spend(1 + len(found))
        for step in found:
            if not pos.is_payable(pool, step):
                continue
            after, pools = step[2], [pool + step[1]]
            if draws and table.worlds[after >> pos.WORLD].dead != table.worlds[s >> pos.WORLD].dead:
                pools = [pools[0] + token for token in draws if not (pools[0] + token) & pos.HIGH]
            for left in pools:
                if (after, left) not in seen:
                    seen.add((after, left))
                    work.append((after, left))
                    yield (after, left), before, step


def can_end(table: Table, s: int, pool: int) -> bool:
    """Tells whether any legal end is left; only a figure on a projectile or the Boss can be without one."""
    first = table.put(s, table.world(s)._replace(drawn=len(table.tokens)))  # what is to be drawn is not known
    labels = explore(table, first, pool, ANY_TOKEN if table.turn.may_draw else ())
    return any(ends(table, after) for (after, _), _, _ in labels)


def could_have_ended(table: Table, s: int, pool: int, token: int) -> bool:
    """Tells whether a legal end would be left had the token just drawn brought something else."""
    return any(can_end(table, s, pool - token + other) for other in ANY_TOKEN if pos.covers(pool, token))


def keeps_an_end(table: Table, s: int, pool: int, step: pos.Step, held: int = 0) -> bool:
    """Tells whether a legal end is left after a step, be it by tokens held or one that the step draws."""
    after, left, worlds = step[2], pool + step[1], table.worlds
    if any(can_end(table, after, left + more) for more in {0, held}):
        return True
    has_drawn = table.turn.may_draw and worlds[after >> pos.WORLD].dead != worlds[s >> pos.WORLD].dead
    return has_drawn and could_have_ended(table, after, left, 0)


def can_move(table: Table, s: int, pool: int) -> bool:
    """Tells whether a Movement can be made, with a legal end after it (RAY-MOVE-7)."""
    return bool(pool & 255) and any(
        step[4][0] is Move and pos.is_payable(pool, step) and keeps_an_end(table, s, pool, step)
        for step in steps_alone(table, s)
    )
