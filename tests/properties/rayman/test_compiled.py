"""The rules compiled by mypyc: the same answers as the plain search, and the source is left as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
COMPARE = """
from companion.games.rayman.judge import judge, reach
from companion.games.rayman.judging import labels
from companion.games.rayman.rules import steps
from tests.yardsticks import rayman as yardstick
from tests.yardsticks.rayman_disputes import dispute, with_claim

assert steps.__file__.endswith(".so") and labels.__file__.endswith(".so"), (steps, labels)
for seed in range(300):
    document = dispute(seed)
    assert [list(at) for at in reach(document)] == yardstick.reach(document, 200_000), seed
for seed in range(100):
    document = with_claim(dispute(seed), seed)
    assert judge(document).is_legal == yardstick.is_legal(document), seed
print("equal")
"""


@pytest.mark.slow
def test_compiled_rules_give_the_answers_of_the_plain_search(tmp_path: Path) -> None:
    for name in ("companion", "tests", "scripts", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    compile_rules = [sys.executable, str(tmp_path / "scripts/compile")]
    done = subprocess.run(compile_rules, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    compare = [sys.executable, "-c", COMPARE]
    compared = subprocess.run(compare, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compared.stdout == "equal\n", compared.stderr
    subprocess.run([*compile_rules, "--clear"], check=True)
    assert not list(tmp_path.rglob("*.so"))


def test_a_folder_without_the_project_is_named(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts/compile"), "--of", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"compile: {tmp_path}: expected a folder that holds the project\n"
