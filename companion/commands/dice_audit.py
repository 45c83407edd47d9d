"""`companion dice audit`: do the dice of these nights look fair, source by source?"""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from companion.cli import Language
from companion.commands.nights import NightFile
from companion.core.command import RollDice
from companion.core.dice import D6, Die, Face
from companion.core.message import Message, literal, say
from companion.i18n import words
from companion.night.night import Night
from companion.night.record import Step

FEWEST_A_FACE = 5
"""A chi-square test says nothing below five expected falls for each face."""

BAR_WIDTH = 40
KNOWN_SOURCES = ("screen", "touch", "typed", "button", "box", "key", "demo", "play")


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


def fairness(source: str, die: Die, falls: Counter[Face]) -> Fairness:
    """Compares falls with what a fair die would show; a symbol printed twice is expected twice as often."""
    rolls = sum(falls[face] for face in set(die.faces))
    expected = {face: rolls * die.faces.count(face) / len(die.faces) for face in dict.fromkeys(die.faces)}
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


def falls_of(path: Path) -> dict[tuple[str, Die], Counter[Face]]:
    """Collects every die of a night, undone rolls too: they fell."""
    night = Night.read(path)
    found: dict[tuple[str, Die], Counter[Face]] = {}
    for row in night.rows():
        if not isinstance(row, Step) or b"RollDice" not in bytes(row.command):
            continue
        command = night.read_command(msgspec.json.decode(row.command))
        if not isinstance(command, RollDice):
            continue
        request = night.game.view(night.state_at(row.base), is_lit=False).dice
        die = request.die if request else D6
        if set(command.faces) <= set(die.faces):
            found.setdefault((row.source, die), Counter()).update(command.faces)
    return found


@click.command()
@click.argument("nights", type=NightFile(), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each source instead.")
def audit(nights: tuple[Path, ...], as_json: bool) -> None:
    """Show how often each face fell in NIGHTS, by what rolled it, and whether that looks fair.

    Example: companion dice audit 2026-11-14-1930-rayman
    """
    totals: dict[tuple[str, Die], Counter[Face]] = {}
    for path in nights:
        for kind, falls in falls_of(path).items():
            totals.setdefault(kind, Counter()).update(falls)
    results = [fairness(source, die, falls) for (source, die), falls in sorted(totals.items(), key=str)]
    if as_json:
        for result in results:
            click.echo(msgspec.json.encode(result).decode())
        return
    if not results:
        _print(say("hardware.audit.none"))
        return
    _print(say("hardware.audit.title", rolls=sum(result.rolls for result in results), nights=len(nights)))
    for result in results:
        _show(result)


def _show(result: Fairness) -> None:
    click.echo()
    known = result.source in KNOWN_SOURCES
    source = say(f"hardware.source.{result.source}") if known else literal(result.source)
    _print(say("hardware.audit.source", source=source, count=result.rolls, faces=len(result.counts)))
    widest = max(*result.counts.values(), *result.expected.values(), 1)
    name_width = max(len(face) for face in result.counts)
    for face, count in result.counts.items():
        bar = "█" * round(count / widest * BAR_WIDTH)
        mark = round(result.expected[face] / widest * BAR_WIDTH)
        drawn = bar.ljust(BAR_WIDTH + 1)
        click.echo(f"  {face:>{name_width}}  {drawn[:mark]}|{drawn[mark + 1 :]} {count}")
    _print(say("hardware.audit.expected"))
    _print(_verdict(result))
    if result.p is not None:
        chi = f"{result.chi_square:.2f}"
        _print(say("hardware.audit.chi", chi=chi, freedom=result.freedom, p=f"{result.p:.3f}"))


def _verdict(result: Fairness) -> Message:
    if result.p is None:
        needed = round(FEWEST_A_FACE * result.rolls / max(min(result.expected.values()), 1e-9))
        return say("hardware.audit.few", count=result.rolls, needed=needed)
    percent = round(result.p * 100)
    if result.p >= 0.05:
        return say("hardware.audit.fair", percent=percent)
    if result.p >= 0.01:
        return say("hardware.audit.odd", percent=percent)
    return say("hardware.audit.unfair")


def _print(message: Message) -> None:
    click.echo(words(message, Language.chosen))
