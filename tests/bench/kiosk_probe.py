"""Runs one kiosk and prints what it costs, as one line of JSON."""

from __future__ import annotations

import time

BEGAN = time.perf_counter()

import json  # noqa: E402
import resource  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

from msgspec.structs import replace  # noqa: E402

from kiosk.window import prepare  # noqa: E402

prepare(800, 480)

from kivy.base import EventLoop, runTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402

from kiosk.app import Kiosk  # noqa: E402
from kiosk.preferences import Preferences  # noqa: E402
from tests.kiosk.fixtures import fixture_session, table_view  # noqa: E402

IDLE_S = 6.0


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


Frames = list[tuple[float, float]]


def timed_frames(kiosk: Kiosk, seconds: float) -> Frames:
    """Times each frame without the wait for the next one: on the clock, and as work of all its threads."""
    Clock._max_fps = 0
    took = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began, worked = time.perf_counter(), time.process_time()
        EventLoop.idle()
        took.append(((time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000))
    return took


def moved(view: Any, piece_id: str, space: str) -> Any:
    pieces = tuple(
        replace(piece, space=space) if piece.id == piece_id else piece for piece in view.board.pieces
    )
    return replace(view, board=replace(view.board, pieces=pieces))


def animated(kiosk: Kiosk, piece: str, stops: list[str]) -> Frames:
    took: Frames = []
    session: Any = kiosk.session
    for stop in stops:
        session.night.show(moved(session.game.shown, piece, stop))
        kiosk.panel.night_changed()
        took += timed_frames(kiosk, 0.43)
    return took


def memory_mb() -> float:
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    session = fixture_session(table_view())
    kiosk = Kiosk(preferences=Preferences(language="en"), session=session, first_panel="table")
    kiosk._run_prepare()
    runTouchApp(embedded=True)
    EventLoop.idle()
    EventLoop.idle()
    numbers: dict[str, Any] = {"start_to_first_frame_s": round(time.perf_counter() - BEGAN, 2)}
    timed_frames(kiosk, 0.5)
    figures = animated(kiosk, "globox", ["6/1", "7/2", "9/2", "5/1", "4/1", "6/2"])
    missiles = animated(kiosk, "missile", ["5/3", "13/3", "3/3", "13/3"])
    for name, frames in (("figure_moves", figures), ("projectile_flies", missiles)):
        numbers[f"{name}_p95_ms"] = round(p95([clock for clock, _ in frames]), 2)
        numbers[f"{name}_work_p95_ms"] = round(p95([work for _, work in frames]), 2)
    numbers["frames_a_second"] = round(len(figures) / (6 * 0.43))
    numbers["memory_mb"] = round(memory_mb())
    kiosk._last_activity = 0.0
    kiosk._rest(0.0)
    end = time.perf_counter() + IDLE_S
    before = time.process_time()
    while time.perf_counter() < end:
        EventLoop.idle()
    numbers["idle_cpu_percent"] = round((time.process_time() - before) / IDLE_S * 100, 2)
    sys.stdout.write(json.dumps(numbers) + "\n")


main()
