"""Every clause of every game is proven by a test, and every test names a clause that exists."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from companion.core.clause import load_clauses

ROOT = Path(__file__).parents[2]
GAMES = sorted(file.parent.name for file in (ROOT / "companion/games").glob("*/clauses.toml"))


@cache
def marked() -> dict[str, frozenset[str]]:
    """Maps each clause id in a `pytest.mark.clause(...)` to the files that use it."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "clause"
            ):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found.setdefault(argument.value, set()).add(file.relative_to(ROOT).as_posix())
    return {clause: frozenset(files) for clause, files in found.items()}


def test_there_are_games_with_clauses() -> None:
    assert "rayman" in GAMES
    assert len(load_clauses("companion.games.rayman")) > 150


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: str) -> None:
    clauses = load_clauses(f"companion.games.{game}")
    assert not sorted(set(clauses) - set(marked())), "clauses without a test"


def test_every_marked_clause_exists() -> None:
    known: set[str] = set()
    for source in (ROOT / "companion/games").glob("*/clauses.toml"):
        known |= set(load_clauses(f"companion.games.{source.parent.name}"))
    prefixes = {clause.partition("-")[0] for clause in known}
    ours = {clause for clause in marked() if clause.partition("-")[0] in prefixes}
    assert ours, "no marked test found"
    assert not sorted(ours - known), "marked clauses that do not exist"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_complete(game: str) -> None:
    for clause_id, clause in load_clauses(f"companion.games.{game}").items():
        assert set(clause.text) == {"en", "fr"}, clause_id
        for text in clause.text.values():
            assert text.endswith("."), clause_id
            assert "\n" not in text, clause_id
            assert len(text) < 220, clause_id
            assert "'" not in text, clause_id


@pytest.mark.parametrize("game", GAMES)
def test_choices_of_the_project_are_marked_in_the_table(game: str) -> None:
    table = (ROOT / f"companion/games/{game}/CLAUSES.md").read_text("utf-8")
    for clause_id, clause in load_clauses(f"companion.games.{game}").items():
        (row,) = [line for line in table.splitlines() if line.startswith(f"| {clause_id} |")]
        assert ("this project's choice" in row) == clause.is_own_choice, clause_id


def test_the_tables_are_current() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts/clauses", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
