"""The rooms keep apart, rules stay pure, and nothing of one machine is written down."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.registry import GAMES

ROOT = Path(__file__).parents[2]
PURE = ("companion/core", "companion/games")
IMPURE = {"random", "time", "sqlite3", "threading", "socket", "subprocess", "secrets", "datetime", "gc"}
RIM = {"kivy": "kiosk", "cv2": "vision", "gpiozero": "hardware", "serial": "hardware"}


def imported_by(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("room", PURE)
def test_rules_know_no_clock_chance_or_files(room: str) -> None:
    files = list((ROOT / room).rglob("*.py"))
    assert files
    assert [(f.name, imported_by(f) & IMPURE) for f in files if imported_by(f) & IMPURE] == []


@pytest.mark.parametrize(("library", "home"), RIM.items())
def test_each_rim_library_lives_in_one_room(library: str, home: str) -> None:
    rooms = ("companion", "hardware", "vision", "kiosk")
    users = {room for room in rooms for f in (ROOT / room).rglob("*.py") if library in imported_by(f)}
    assert users == {home}


def test_help_is_quick_and_imports_nothing_heavy() -> None:
    code = (
        "import sys; from companion.cli import companion;"
        "companion.main(['--help'], standalone_mode=False);"
        "heavy = {'kivy', 'cv2', 'numpy', 'gpiozero', 'serial', 'sqlite3', 'reportlab'};"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 0, run.stderr


def test_no_paths_of_one_machine_and_no_registry_hosts() -> None:
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True)
    told = re.compile(r"(?<![\w.])/(?:work|farm|root|home/\w+)/|pypi\.org|pythonhosted|deb\.debian\.org")
    found = []
    for name in tracked.stdout.split():
        file = ROOT / name
        if name == "tests/architecture/test_purity.py" or not file.is_file():
            continue
        try:
            text = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if told.search(text):
            found.append(name)
    assert tracked.stdout
    assert found == []


def test_no_kiosk_module_knows_a_game() -> None:
    names = "|".join(GAMES)
    files = [file for file in (ROOT / "kiosk").rglob("*.py") if re.search(names, file.read_text("utf-8"))]
    assert files == []
