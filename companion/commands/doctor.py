"""`companion doctor`: examines this machine and says what to do."""

from __future__ import annotations

import sys

import click
from msgspec import Struct

from companion.cli import Language
from companion.commands.spoken import json_line
from companion.core.message import say
from companion.doctor import devices, health, software
from companion.doctor.machine import Examination, Finding, Machine
from companion.i18n import words

MARK_WIDTH = 7

EXAMINATIONS: tuple[Examination, ...] = (
    software.python,
    software.packages,
    devices.display,
    devices.touch,
    devices.gpio,
    devices.serial,
    devices.camera,
    devices.phones,
    health.disk,
    health.disk_health,
    health.clock,
    health.temperature,
    health.power,
    devices.permissions,
)


class Line(Struct, frozen=True):
    """One line of `--json`."""

    part: str
    ok: bool
    found: str
    todo: str = ""


class Report(Struct, frozen=True):
    """All of `--json`."""

    format: str
    ok: bool
    lines: list[Line]


def examine(machine: Machine, *, with_picture: bool = False) -> list[Finding]:
    """Examines every part; a part whose examination fails is itself a finding."""
    parts = EXAMINATIONS + ((devices.picture,) if with_picture else ())
    findings: list[Finding] = []
    for part in parts:
        try:
            findings += part(machine)
        except Exception as error:
            name = part.__name__
            findings.append(
                Finding(name, say("doctor.failed", problem=str(error)), say("doctor.failed.todo"))
            )
    return findings


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of words.")
@click.option("--camera", "with_picture", is_flag=True, help="Take a test picture too and measure its light.")
def doctor(as_json: bool, with_picture: bool) -> None:
    """Examine this machine: each line is ok, or says what to do. Exit 1 if there is something to do.

    Example: companion doctor --camera
    """
    lines = [
        Line(
            finding.part,
            finding.todo is None,
            words(finding.found, Language.chosen),
            words(finding.todo, Language.chosen) if finding.todo else "",
        )
        for finding in examine(Machine(), with_picture=with_picture)
    ]
    is_well = all(line.ok for line in lines)
    if as_json:
        click.echo(json_line(Report("doctor/1", is_well, lines)))
    else:
        for line in lines:
            mark = words(say("doctor.mark.ok" if line.ok else "doctor.mark.todo"), Language.chosen)
            click.secho(f"{mark:<{MARK_WIDTH}}", fg="green" if line.ok else "yellow", nl=False)
            click.echo(f"  {words(say(f'doctor.part.{line.part}'), Language.chosen):<16} {line.found}")
            if line.todo:
                click.echo(f"{'':{MARK_WIDTH + 19}}→ {line.todo}")
    sys.exit(0 if is_well else 1)
