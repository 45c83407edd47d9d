from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.night.command import LAUNCH, NEW, ROOT, environment, play, put


def start(data: Path, journal: Path, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*LAUNCH, "play", "--journal", str(journal)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(data),
        cwd=ROOT,
        **options,
    )


def kill_while_steps_pour_in(data: Path, journal: Path, first: dict[str, Any], chance: random.Random) -> int:
    """Kills `companion play` at a random moment and returns the last revision that it acknowledged."""
    process = start(data, journal)
    requests = b"".join(
        json.dumps(request).encode() + b"\n" for request in [first, *map(put, [1, 2, 3] * 150)]
    )
    process.stdin.write(requests)
    process.stdin.flush()
    acknowledged = [process.stdout.readline()]
    time.sleep(chance.uniform(0, 0.12))
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    acknowledged += rest.splitlines(keepends=True)
    complete = [json.loads(line) for line in acknowledged if line.endswith(b"\n")]
    assert all(answer["ok"] for answer in complete), complete
    return max(answer["revision"] for answer in complete)


def survive(data: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    journal = data / "nights/a.night"
    journal.parent.mkdir()
    first, moments = NEW, set()
    for _ in range(rounds):
        revision = kill_while_steps_pour_in(data, journal, first, chance)
        moments.add(revision)
        (resumed,) = play(data, {"do": "resume"}, journal=journal)
        assert resumed["ok"], resumed
        assert resumed["revision"] >= revision
        assert "notice" not in resumed
        first = {"do": "resume"}
    assert len(moments) > rounds // 2


def test_no_acknowledged_step_is_lost_when_killed(tmp_path: Path) -> None:
    survive(tmp_path, rounds=6, seed=1)


@pytest.mark.slow
def test_no_acknowledged_step_is_lost_when_killed_200_times(tmp_path: Path) -> None:
    survive(tmp_path, rounds=200, seed=2)


def test_a_second_process_is_told_and_listing_still_works(tmp_path: Path) -> None:
    from tests.night.command import run

    journal = tmp_path / "nights/a.night"
    journal.parent.mkdir()
    process = start(tmp_path, journal)
    try:
        process.stdin.write(json.dumps(NEW).encode() + b"\n" + json.dumps(put(4)).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        assert json.loads(process.stdout.readline())["ok"]
        (refused,) = play(tmp_path, {"do": "resume"}, journal=journal)
        assert refused["ok"] is False
        assert str(process.pid) in refused["message"]
        (night,) = json.loads(run(tmp_path, "nights", "--json").stdout)
        assert night["entries"] == 1
    finally:
        process.kill()
        process.communicate()


def test_a_file_size_limit_refuses_steps_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    journal = tmp_path / "a.night"
    limit = 200_000
    process = start(
        tmp_path, journal, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    )
    requests = [NEW, *map(put, [1, 2, 3] * 150), {"do": "state"}]
    out, err = process.communicate(b"".join(json.dumps(request).encode() + b"\n" for request in requests))
    assert (process.returncode, err) == (0, b"")
    answers = [json.loads(line) for line in out.splitlines()]
    refused = [answer for answer in answers if not answer["ok"]]
    assert refused
    assert {answer["error"] for answer in refused} == {"invalid"}
    assert "Nothing has changed" in refused[0]["message"]
    acknowledged = max(answer["revision"] for answer in answers if answer["ok"])
    assert answers[-1]["revision"] == acknowledged
    (resumed,) = play(tmp_path, {"do": "resume"}, journal=journal)
    assert resumed["revision"] == acknowledged
    assert "notice" not in resumed
