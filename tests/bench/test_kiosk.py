"""The kiosk at 800×480 with software rendering: start, frames while things move, touches, memory, rest.

One process is one kiosk, run as it really runs: at most 60 frames a second, with the wait for the next one
left out. A frame is timed by the clock, from the end of that wait until its picture is on the display, with
everything in it: a change of the night and what it rebuilds, layout, drawing, the copy to the X server.
Only frames that draw something are counted.

Other processes on the same cores lengthen a frame that is not at fault. So the kiosk and its display run
ahead of them where the system permits it, and the probe also measures the machine: how much longer than its
own work a piece of work as long as a frame takes, in one of twenty, between pauses as between frames. A busy
machine is measured again, up to three times, the quietest run counts, and the clock's limit is widened by
what the machine itself added in that run, which is nothing on a quiet one. The processor's own work on a
frame has the same limit, and is never widened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.bench

PROBE = Path(__file__).with_name("kiosk_probe.py")
FRAME_MS = 16.0
TOUCH_MS = 50.0
MEMORY_MB = 200
QUIET_MS = 1.0
"""How much noise a quiet machine has."""
MOST_RUNS = 3


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    runs: list[dict[str, Any]] = []
    while len(runs) < MOST_RUNS and not (runs and runs[-1]["machine_noise_ms"] <= QUIET_MS):
        runs.append(_run(tmp_path_factory.mktemp("data")))
    numbers = min(runs, key=lambda run: run["machine_noise_ms"])
    print(f"\n  the quietest of {len(runs)} runs")
    for name, value in numbers.items():
        print(f"  {name:<34} {value}")
    return numbers


@contextmanager
def ahead_of_others() -> Iterator[None]:
    """Lets this process and what it starts go first, where it may."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    except PermissionError:
        yield
        return
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def _run(data: Path) -> dict[str, Any]:
    from kiosk.machine.display import virtual_display

    with ahead_of_others(), virtual_display():
        environment = {
            **os.environ,
            "COMPANION_SILENT": "1",
            "COMPANION_DATA": str(data),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        done = subprocess.run(
            [sys.executable, str(PROBE)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
    numbers: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return numbers


def test_first_usable_frame(measured: dict[str, Any]) -> None:
    """The work of it, which is all of the time where no neighbour is busy."""
    assert measured["start_work_s"] < 1.5
    assert measured["start_to_first_frame_s"] < 6.0


@pytest.mark.parametrize("motion", ["figure_moves", "projectile_flies", "night", "die_tumbles", "cards_turn"])
def test_frames_while_things_move(measured: dict[str, Any], motion: str) -> None:
    """`night` is a real one: forty commands of a demo game, with the search for reachable spaces beside."""
    assert measured[f"{motion}_work_p95_ms"] <= FRAME_MS
    assert measured[f"{motion}_p95_ms"] <= FRAME_MS + measured["machine_noise_ms"]


def test_a_touch_is_seen_at_once(measured: dict[str, Any]) -> None:
    """From the touch, at any moment of the resting loop, to the frame that shows the button pressed."""
    assert measured["touch_to_frame_p95_ms"] <= TOUCH_MS + 2 * measured["machine_noise_ms"]


@pytest.mark.parametrize("moment", ["memory_mb", "memory_night_mb", "memory_camera_mb"])
def test_memory(measured: dict[str, Any], moment: str) -> None:
    """Resident memory of the kiosk at rest: on the table, after a played night, with the camera open."""
    assert measured[moment] < MEMORY_MB


def test_memory_with_the_process_of_the_rules(measured: dict[str, Any]) -> None:
    """The kiosk after a played night together with the process that the rules are asked in."""
    assert measured["memory_night_mb"] + measured["memory_rules_mb"] < MEMORY_MB


def test_memory_at_its_highest(measured: dict[str, Any]) -> None:
    """The most that was resident at any moment, with everything above in one process."""
    assert measured["memory_highest_mb"] < 1.2 * MEMORY_MB


def test_rest(measured: dict[str, Any]) -> None:
    assert measured["idle_cpu_percent"] < 2.0
