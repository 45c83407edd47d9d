"""How long `companion doctor` takes, beside a bare Python on the same machine."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

import pytest


def _best_of(runs: int, code: str) -> float:
    times = []
    for _ in range(runs):
        begun = perf_counter()
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        times.append(perf_counter() - begun)
    return min(times)


@pytest.mark.bench
def test_the_doctor_starts_in_less_than_a_second() -> None:
    bare = _best_of(5, "pass")
    doctor = _best_of(5, "from companion.cli import main; main(['doctor'])")
    print(f"\n{'bare Python':<20}{bare * 1000:8.0f} ms\n{'companion doctor':<20}{doctor * 1000:8.0f} ms")
    print(f"{'ratio':<20}{doctor / bare:8.1f}")
    assert doctor < 1
    assert doctor < 25 * bare
