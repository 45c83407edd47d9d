"""Whether the dice of a night look fair, by what rolled them."""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log
from typing import Any

from msgspec import Struct

from companion.core.command import RollDice
from companion.core.dice import D6, FaceId
from companion.night.night import Night
from companion.night.record import Step, plain_source

Faces = tuple[FaceId, ...]
"""A die by what its sides are called."""

FEWEST_A_FACE = 5
"""A chi-square test says nothing below five expected falls for each face."""

KNOWN_SOURCES = ("screen", "touch", "typed", "button", "box", "key", "demo", "play", "phone")
"""What can have rolled, apart from devices with names of their own."""


class Fairness(Struct, frozen=True, kw_only=True):
    """How often each face of one kind of die fell from one source, and how odd that is."""

    source: str
    counts: dict[str, int]
    expected: dict[str, float]
    chi_square: float
    freedom: int
    p: float | None
    """How often a fair die strays at least as far; None where there are too few rolls to tell."""

    @property
    def rolls(self) -> int:
        """Returns how many dice fell."""
        return sum(self.counts.values())


def fairness(source: str, die: Faces, falls: Counter[FaceId]) -> Fairness:
    """Compares falls with what a fair die would show; a symbol printed twice is expected twice as often."""
    rolls = sum(falls[face] for face in set(die))
    expected = {face: rolls * die.count(face) / len(die) for face in dict.fromkeys(die)}
    chi = sum((falls[face] - wanted) ** 2 / wanted for face, wanted in expected.items()) if rolls else 0.0
    freedom = len(expected) - 1
    is_enough = freedom > 0 and min(expected.values()) >= FEWEST_A_FACE
    return Fairness(
        source=source,
        counts={str(face): falls[face] for face in expected},
        expected={str(face): round(wanted, 2) for face, wanted in expected.items()},
        chi_square=round(chi, 3),
        freedom=freedom,
        p=round(chi_square_tail(chi, freedom), 4) if is_enough else None,
    )


def chi_square_tail(chi: float, freedom: int) -> float:
    """Returns the probability that chance alone gives at least this chi-square."""
    shape, at = freedom / 2, chi / 2
    if at <= 0:
        return 1.0
    scale = exp(-at + shape * log(at) - lgamma(shape))
    if at < shape + 1:
        term = total = 1 / shape
        for n in range(1, 1000):
            term *= at / (shape + n)
            total += term
            if term < total * 1e-12:
                break
        return max(0.0, 1 - total * scale)
    # Lentz's continued fraction converges quickly where the series does not.
    b = at + 1 - shape
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 1000):
        a = -n * (n - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return min(1.0, fraction * scale)


def falls_of(night: Night[Any]) -> dict[tuple[str, Faces], Counter[FaceId]]:
    """Collects every die of a night, undone rolls too: they fell."""
    found: dict[tuple[str, Faces], Counter[FaceId]] = {}
    for row in night.rows():
        if not isinstance(row, Step) or b"RollDice" not in bytes(row.command):
            continue
        command = night.command_of(row)
        if not isinstance(command, RollDice):
            continue
        request = night.game.view(night.state_at(row.base)).dice
        dice = request.dice if request else (D6,) * len(command.faces)
        for face, die in zip(command.faces, dice, strict=False):
            if face in die.ids:
                found.setdefault((plain_source(row.source), die.ids), Counter())[face] += 1
    return found
