"""What the README promises is there: its commands, its pictures, its links, its two commands."""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from pathlib import Path

import click
import pytest

from companion.cli import COMMANDS, companion
from companion.night.refusals import Damaged

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "page", ["README.md", "docs/build.md", "docs/vision.md", "docs/club.md", "hardware/firmware/README.md"]
)
def test_every_command_of_a_page_is_understood_though_its_files_are_not_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    lines = re.findall(r"^companion (\S+)([^#\n]*)|`companion ([a-z]+)([^`|]*)`", text, re.MULTILINE)
    assert lines
    for found in lines:
        name, rest = found[0] or found[2], found[1] or found[3]
        command = companion.get_command(None, name)  # type: ignore[arg-type]
        assert command, f"companion {name}"
        if not rest.strip() or "--help" in rest:
            continue  # only named, or asked about
        try:
            command.make_context(name, shlex.split(rest))
        except click.BadParameter as error:
            if error.param is None or not isinstance(error.param.type, click.Path):
                raise
        except Damaged:
            continue  # a night by its name


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_helps_with_an_example(name: str) -> None:
    command = companion.get_command(None, name)  # type: ignore[arg-type]
    assert command
    assert command.help
    assert f"companion {name}" in command.help


def test_links_and_pictures_are_there() -> None:
    targets = [t for t in re.findall(r"\]\(([^)]+)\)", README) if not t.startswith("http")]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_a_second_start_is_quick() -> None:
    subprocess.run([ROOT / "scripts/bootstrap"], check=True)
    start = time.perf_counter()
    subprocess.run([ROOT / "run", "--version"], check=True, capture_output=True)
    assert time.perf_counter() - start < 2


def test_ci_calls_the_readmes_test_command_only() -> None:
    assert "./test " in README
    commands = [line for line in (ROOT / ".ci/run").read_text().splitlines() if line and line[0] != "#"]
    assert commands[-1] == "exec ./test"
    assert all(line.startswith(("set ", "cd ", "exec ")) for line in commands)
