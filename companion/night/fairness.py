"""Whether the dice of a night look fair, by what rolled them; right however often it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, lgamma, log
from typing import Any, Literal

from msgspec import Struct

from companion.core.command import RollDice
from companion.core.dice import D6, FaceId
from companion.night.night import Night
from companion.night.record import Step, plain_source

Faces = tuple[FaceId, ...]
"""A die by what its sides are called."""

FEWEST_A_FACE = 5
"""Below five expected falls for each face even a badly loaded die hardly shows."""

UNFAIR = 1000.0
"""Fair dice reach this evidence in at most one night of a thousand, read after every roll."""
ODD = 50.0
"""Fair dice reach this evidence in at most one night of fifty."""

LOADS = (6.0, 30.0, 150.0)
"""How close to a fair die the suspected ones are: a few, some and many rolls' worth of evenness."""

KNOWN_SOURCES = ("screen", "touch", "typed", "button", "box", "key", "demo", "play", "phone", "camera")
"""What can have rolled, apart from devices with names of their own."""


class Fairness(Struct, frozen=True, kw_only=True):
    """How often each face of one kind of die fell from one source, and how odd that is."""

    source: str
    counts: dict[str, int]
    expected: dict[str, float]
    evidence: float
    """How many times likelier loaded dice fall like this than fair ones. It is a sequential test: fair dice
    ever come to N in at most one night of N, however often somebody looks."""

    @property
    def rolls(self) -> int:
        """Returns how many dice fell."""
        return sum(self.counts.values())

    @property
    def verdict(self) -> Literal["few", "fair", "odd", "unfair"]:
        """Says in one word what the evidence comes to."""
        if self.evidence >= UNFAIR:
            return "unfair"
        if self.evidence >= ODD:
            return "odd"
        return "few" if min(self.expected.values()) < FEWEST_A_FACE else "fair"


def fairness(source: str, die: Faces, falls: Counter[FaceId], order: int = 0) -> Fairness:
    """Compares falls with what a fair die would show; a symbol printed twice is expected twice as often.

    `order` counts the kinds of dice that fell before this one in the same nights. Each one halves the
    evidence of the next, so that together they accuse fair dice no more often than one would.
    """
    rolls = sum(falls[face] for face in set(die))
    expected = {face: rolls * die.count(face) / len(die) for face in dict.fromkeys(die)}
    return Fairness(
        source=source,
        counts={str(face): falls[face] for face in expected},
        expected={str(face): round(wanted, 2) for face, wanted in expected.items()},
        evidence=float(f"{evidence_of(die, falls) / 2 ** (order + 1):.4g}"),
    )


def evidence_of(die: Faces, falls: Mapping[FaceId, int]) -> float:
    """Returns the likelihood of the falls under loaded dice over that under a fair one.

    The loaded dice are drawn from Dirichlet distributions around the fair one. The ratio is a martingale with
    mean 1 while the die is fair (a test martingale), so that by Ville's inequality it ever comes to N with a
    probability of 1/N at most.
    """
    shares = {face: die.count(face) / len(die) for face in die}
    if len(shares) < 2:
        return 1.0
    return sum(exp(min(_log_ratio(shares, falls, load), 700.0)) for load in LOADS) / len(LOADS)


def _log_ratio(shares: dict[FaceId, float], falls: Mapping[FaceId, int], load: float) -> float:
    counts = [(share, falls.get(face, 0)) for face, share in shares.items()]
    rolls = sum(count for _, count in counts)
    ratio = lgamma(load) - lgamma(load + rolls)
    for share, count in counts:
        ratio += lgamma(load * share + count) - lgamma(load * share) - count * log(share)
    return ratio


def fairness_of(falls: Mapping[tuple[str, Faces], Counter[FaceId]]) -> tuple[Fairness, ...]:
    """Judges every kind of die together, in the order in which they first fell."""
    return tuple(
        fairness(source, die, count, order) for order, ((source, die), count) in enumerate(falls.items())
    )


def all_falls(nights: Iterable[Night[Any]]) -> dict[tuple[str, Faces], Counter[FaceId]]:
    """Collects every die of several nights."""
    totals: dict[tuple[str, Faces], Counter[FaceId]] = {}
    for night in nights:
        for kind, falls in falls_of(night).items():
            totals.setdefault(kind, Counter()).update(falls)
    return totals


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
