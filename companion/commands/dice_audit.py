"""`companion dice audit`: do the dice of these nights look fair, source by source?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
import msgspec

from companion.cli import Language
from companion.commands.nights import NightFile
from companion.core.dice import FaceId
from companion.core.message import Message, literal, say
from companion.i18n import words
from companion.night.fairness import FEWEST_A_FACE, KNOWN_SOURCES, Faces, Fairness, fairness, falls_of
from companion.night.night import Night

BAR_WIDTH = 40


@click.command()
@click.argument("nights", type=NightFile(), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each source instead.")
def audit(nights: tuple[Path, ...], as_json: bool) -> None:
    """Show how often each face fell in NIGHTS, by what rolled it, and whether that looks fair.

    Example: companion dice audit 2026-11-14-1930-rayman
    """
    totals: dict[tuple[str, Faces], Counter[FaceId]] = {}
    for path in nights:
        with Night.read(path) as night:
            for kind, falls in falls_of(night).items():
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
