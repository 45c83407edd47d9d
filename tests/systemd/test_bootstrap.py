"""The environment is made anew where it no longer fits the machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PYTHON = """#!/bin/sh
echo "$@" >> "$CALLS"
[ "$1" != -V ] || echo Python 3.13.5
if [ "$*" = "-m venv .venv" ]; then mkdir -p .venv/bin .venv/lib/python3.13 && cp "$0" .venv/bin/python; fi
"""
"""A Python that notes what it is asked, and can do no more than make an environment."""


def test_an_environment_of_another_python_is_made_anew(tmp_path: Path) -> None:
    project, programs = tmp_path / "project", tmp_path / "bin"
    for folder in (project / "scripts", project / "companion/i18n/locale", project / ".venv/bin", programs):
        folder.mkdir(parents=True)
    for name in ("scripts/bootstrap", "scripts/missing-packages", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, project / name)
    (project / "scripts/debian-packages").touch()
    for python in (programs / "python3", project / ".venv/bin/python"):
        python.write_text(PYTHON)
        python.chmod(0o755)

    def calls() -> str:
        (tmp_path / "calls").write_text("")
        environment = {"PATH": f"{programs}:{os.environ['PATH']}", "CALLS": str(tmp_path / "calls")}
        subprocess.run([project / "scripts/bootstrap"], env=environment, check=True)
        return (tmp_path / "calls").read_text()

    assert "-m pip install" in calls(), "the first time"
    assert "pip" not in calls(), "nothing to do"
    (project / ".venv/lib/python3.13").rename(project / ".venv/lib/python3.11")
    assert "-m venv .venv" in calls()
    assert not (project / ".venv/lib/python3.11").exists()
