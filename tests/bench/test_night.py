"""What a durable step, a resumed night and a headless night cost."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.content.library import Content
from companion.games import registry
from companion.night import storage
from companion.night.night import Night
from tests.example.boats import put_boat
from tests.example.game import GAME
from tests.night.command import LAUNCH, NEW, ROOT, environment, put

pytestmark = pytest.mark.bench

STEPS = 10_000


@pytest.fixture(autouse=True)
def _lighthouse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")


def begin(path: Path) -> Night:
    return Night.create(GAME, {"players": ["Ana", "Bo"]}, path=path, content=Content((), {}))


def test_submit_costs_at_most_twice_a_bare_commit(tmp_path: Path) -> None:
    bare = storage.connect(tmp_path / "bare.db")
    bare.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, body BLOB, checksum BLOB)")
    night = begin(tmp_path / "a.night")
    body = bytes(300)

    def commit(step: int) -> None:
        bare.execute("INSERT INTO entry (body, checksum) VALUES (?, ?)", (body, body[:32]))

    def submit(step: int) -> None:
        night.submit(put_boat("Ana", step % 12))

    rounds = [(per_call(commit), per_call(submit)) for _ in range(9)]
    bare_ms, submit_ms = (statistics.median(column) * 1000 for column in zip(*rounds, strict=True))
    ratio = statistics.median(submitted / committed for committed, submitted in rounds)
    print(f"\nbare commit {bare_ms:.3f} ms   submit {submit_ms:.3f} ms   ratio {ratio:.2f} (at most 2)")
    night.close()
    bare.close()
    assert ratio <= 2


def per_call(call: Callable[[int], None], times: int = 200) -> float:
    start = time.perf_counter()
    for step in range(times):
        call(step)
    return (time.perf_counter() - start) / times


def test_a_night_of_ten_thousand_steps_resumes_in_a_second(tmp_path: Path) -> None:
    path = tmp_path / "a.night"
    with begin(path) as night:
        for start in range(0, STEPS, 500):
            night.submit_all([put_boat("Ana", step % 12) for step in range(start, start + 500)])
        state = night.state
    started = time.perf_counter()
    night = Night.open(path)
    took_s = time.perf_counter() - started
    assert (night.revision, night.state) == (STEPS, state)
    night.close()
    print(f"\n{STEPS} steps resumed in {took_s:.3f} s (under 1), file {path.stat().st_size / 1e6:.1f} MB")
    assert took_s < 1


def test_a_headless_night_stays_small(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*LAUNCH, "play", "--journal", str(tmp_path / "a.night")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
        cwd=ROOT,
    )
    for request in (NEW, *(put(step % 12) for step in range(3000))):
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
    status = Path(f"/proc/{process.pid}/status").read_text()
    process.communicate()
    peak_mb = int(status.split("VmHWM:")[1].split()[0]) / 1024
    print(f"\npeak memory of a night of 3000 steps: {peak_mb:.1f} MB (under 60)")
    assert peak_mb < 60
