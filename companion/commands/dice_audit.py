"""`companion dice audit`: do the dice of these nights look fair, source by source?"""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import Language
from companion.commands.nights import NightFile
from companion.commands.spoken import json_line
from companion.core.message import Message, literal, say
from companion.i18n import words
from companion.night.fairness import FEWEST_A_FACE, KNOWN_SOURCES, Fairness, all_falls, fairness_of
from companion.night.night import Night

BAR_WIDTH = 40


@click.command()
@click.argument("nights", type=NightFile(), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each source instead.")
def audit(nights: tuple[Path, ...], as_json: bool) -> None:
    """Show how often each face fell in NIGHTS, by what rolled it, and whether that looks fair.

    Example: companion dice audit 2026-11-14-1930-rayman
    """
    results = sorted(fairness_of(all_falls(map(Night.read, nights))), key=lambda result: result.source)
    if as_json:
        for result in results:
            click.echo(json_line(result))
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


def _verdict(result: Fairness) -> Message:
    if result.verdict == "few":
        needed = round(FEWEST_A_FACE * result.rolls / max(min(result.expected.values()), 1e-9))
        return say("hardware.audit.few", count=result.rolls, needed=needed)
    return say(f"hardware.audit.{result.verdict}", evidence=f"{result.evidence:.3g}")


def _print(message: Message) -> None:
    click.echo(words(message, Language.chosen))
