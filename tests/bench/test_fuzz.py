"""A million mutated documents over every reader of outside bytes: none may end in a traceback."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.fuzz.readers import readers_in
from tests.fuzz.run import defects_of, fuzz

INPUTS = 1_000_000


@pytest.mark.bench
def test_a_million_mutated_documents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    in_memory = Path("/dev/shm") if Path("/dev/shm").is_dir() else tmp_path
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        tallies = fuzz(readers_in(Path(folder)), 7, lambda total: total < INPUTS)
    print(f"\n{'reader':<16}{'inputs':>10}{'refused':>10}{'CPU s':>10}{'slowest ms':>12}{'defects':>9}")
    for name, tally in tallies.items():
        refused = f"{100 * tally.refused / max(1, tally.inputs):.0f} %"
        slowest = f"{1000 * tally.slowest_s:.0f}"
        print(
            f"{name:<16}{tally.inputs:>10}{refused:>10}{tally.spent_s:>10.1f}{slowest:>12}{len(tally.defects):>9}"
        )
    assert defects_of(tallies) == []
