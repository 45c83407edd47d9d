"""Mutated documents never end in a traceback, whichever reader they are given to."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import run
from tests.fuzz.mutate import STRANGE, mutated
from tests.fuzz.readers import Reader, readers_in
from tests.fuzz.run import defects_of, fuzz

MINUTES = 10


@pytest.fixture
def readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Reader, ...]]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))  # put back at the end
    in_memory = Path("/dev/shm") if Path("/dev/shm").is_dir() else tmp_path
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        yield readers_in(Path(folder))


def test_sound_documents_are_taken(readers: tuple[Reader, ...]) -> None:
    for reader in readers:
        for seed in reader.seeds:
            reader.read(seed)


def test_a_few_mutated_documents(readers: tuple[Reader, ...]) -> None:
    tallies = fuzz(readers, 1, lambda total: total < 1500)
    assert defects_of(tallies) == []
    assert all(tally.inputs for tally in tallies.values())
    assert any(tally.refused < tally.inputs for tally in tallies.values()), "some changes are harmless"


@pytest.mark.slow
def test_mutated_documents_for_ten_minutes(readers: tuple[Reader, ...]) -> None:
    end = time.monotonic() + 60 * MINUTES
    tallies = fuzz(readers, time.time_ns(), lambda total: time.monotonic() < end)
    assert defects_of(tallies) == []


def test_what_is_strange_is_never_changed_itself() -> None:
    chance = Random(1)
    before = repr(STRANGE)
    for _ in range(5_000):
        mutated(b'{"a": [1, {"b": []}], "c": {"d": {"e": [1, 2, {}]}}}', chance)
    assert repr(STRANGE) == before


def test_a_reader_that_never_ends_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(raw: bytes) -> None:
        while True:
            pass

    monkeypatch.setattr(run, "LONGEST_S", 0.05)
    tallies = fuzz((Reader("endless", endless, (b"a",), 1),), 1, lambda total: total < 1)
    assert any("Endless" in defect for defect in defects_of(tallies))
