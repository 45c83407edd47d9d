"""Runs the `companion` command as a process, with the example game and a data folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LAUNCH = [sys.executable, "-m", "tests.night.launch"]

PACK = """
id = "none"
game = "lighthouse"
version = "1"
label = {en = "Nothing", fr = "Rien"}
licence = "CC0-1.0"
source = "made up"
sample = true
"""

NEW = {"do": "new", "game": "lighthouse", "setup": {"players": ["Ana", "Bo"]}}


def environment(data: Path) -> dict[str, str]:
    """Makes a data folder with the example game's pack, and the environment that points to it."""
    folder = data / "packs/none"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.toml").write_text(PACK)
    # Python's own variables change how it ends: PYTHONUNBUFFERED hides what cannot be printed.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**inherited, "COMPANION_DATA": str(data), "COMPANION_LANGUAGE": "en", "PYTHONPATH": str(ROOT)}


def run(data: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LAUNCH, *args],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(data),
        cwd=ROOT,
        timeout=60,
    )


def put(at: int) -> dict[str, Any]:
    return {"do": "submit", "command": {"command": "Correct", "what": "place", "value": at, "player": "Ana"}}


def play(data: Path, *requests: Any, journal: Path | None = None) -> list[dict[str, Any]]:
    """Sends requests to `companion play` and returns its answers."""
    lines = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in requests)
    options = ["--journal", str(journal)] if journal else []
    done = run(data, "play", *options, stdin=lines)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]
