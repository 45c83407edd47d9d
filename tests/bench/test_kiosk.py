"""The kiosk's speed at 800×480 with software rendering: start, frames while things move, memory, rest.

A frame is judged by the work of all its threads, which on a quiet machine is no less than its time on the
clock, and which other processes on the same cores cannot spoil; the clock's times are printed beside it.

Each number comes from a process of its own, because a window exists once a process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.bench

PROBE = Path(__file__).with_name("kiosk_probe.py")


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    from kiosk.virtual import virtual_display

    with virtual_display():
        environment = {
            **os.environ,
            "COMPANION_SILENT": "1",
            "COMPANION_DATA": str(tmp_path_factory.mktemp("data")),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        done = subprocess.run(
            [sys.executable, str(PROBE)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    numbers = json.loads(done.stdout.strip().splitlines()[-1])
    print()
    for name, value in numbers.items():
        print(f"  {name:<34} {value}")
    return numbers


def test_first_usable_frame(measured: dict[str, Any]) -> None:
    assert measured["start_to_first_frame_s"] < 6.0


def test_frames_while_figures_move(measured: dict[str, Any]) -> None:
    assert measured["figure_moves_work_p95_ms"] <= 16.0


def test_frames_while_a_projectile_flies(measured: dict[str, Any]) -> None:
    assert measured["projectile_flies_work_p95_ms"] <= 16.0


def test_memory(measured: dict[str, Any]) -> None:
    assert measured["memory_mb"] < 200


def test_rest(measured: dict[str, Any]) -> None:
    assert measured["idle_cpu_percent"] < 5.0
