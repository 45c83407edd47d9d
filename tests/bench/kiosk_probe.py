"""Runs one kiosk as it really runs and prints what it costs, as one line of JSON."""

from __future__ import annotations

import time

BEGAN = time.perf_counter()

import json  # noqa: E402
import sys  # noqa: E402
from collections import deque  # noqa: E402
from collections.abc import Callable  # noqa: E402
from pathlib import Path  # noqa: E402
from random import Random  # noqa: E402
from statistics import median  # noqa: E402
from threading import Thread  # noqa: E402
from typing import Any  # noqa: E402

from msgspec.structs import replace  # noqa: E402

from kiosk.machine.window import prepare  # noqa: E402

prepare(800, 480)

from kivy.base import EventLoop, runTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.input.provider import MotionEventProvider  # noqa: E402

from companion.core.blocks import Badge, Card, Flight  # noqa: E402
from companion.core.dice import Face  # noqa: E402
from companion.core.message import literal  # noqa: E402
from kiosk.app import Kiosk  # noqa: E402
from kiosk.pilot.hands import Finger, Hands  # noqa: E402
from kiosk.pilot.pilot import Pilot  # noqa: E402
from kiosk.preferences import Preferences  # noqa: E402
from kiosk.presenters.moments import Hand, MomentScreen  # noqa: E402
from kiosk.show.demo import demo_session  # noqa: E402
from tests.kiosk.fixtures import fixture_session, table_view  # noqa: E402

IDLE_S = 6.0
TIDY_S = 12.0
"""After so long without a touch the kiosk has given back what it does not need."""
NIGHT_STEPS = 40
TOUCHES = 24
YARDSTICK_MS, YARDSTICKS = 4.0, 120
FLIGHT = Flight("gone", "projectile", literal("Missile"), ("13/2", "12/2", "11/2", "10/2", "9/2"), "danger")


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


class Frames:
    """Times each frame from the end of the wait for it to its picture on the display, the wait left out.

    Its work is the processor time of the screen's thread, which draws as well; the search for spaces within
    reach runs in another process.
    """

    def __init__(self) -> None:
        self.clock: list[float] = []
        self.work: list[float] = []
        self.shown = 0.0
        self._began = (0.0, 0.0)
        self._sleep, self._flip = Clock.usleep, Window.flip
        Clock.usleep, Window.flip = self._wait, self._show

    def turn(self) -> None:
        """Goes once round the loop, as the kiosk does: wait, change, draw, look for input."""
        self._begin()
        EventLoop.idle()
        Window.mainloop()

    def run(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.turn()

    def _begin(self) -> None:
        self._began = (time.perf_counter(), time.thread_time())

    def _wait(self, microseconds: float) -> None:
        self._sleep(microseconds)
        self._begin()

    def _show(self) -> None:
        self._flip()
        self.shown = time.perf_counter()
        began, worked = self._began
        self.clock.append((self.shown - began) * 1000)
        self.work.append((time.thread_time() - worked) * 1000)

    def taken(self, name: str) -> dict[str, float]:
        """Returns the numbers of the frames so far, and begins to count anew."""
        clock, work = self.clock, self.work
        self.clock, self.work = [], []
        return {
            f"{name}_frames": len(clock),
            f"{name}_median_ms": round(median(clock), 2),
            f"{name}_p95_ms": round(p95(clock), 2),
            f"{name}_longest_ms": round(max(clock), 1),
            f"{name}_work_p95_ms": round(p95(work), 2),
        }


class Touches(MotionEventProvider):
    """Touches when another thread says so, and is heard when the loop next looks."""

    def __init__(self) -> None:
        super().__init__("finger", "")
        self.events: deque[tuple[str, Any]] = deque()
        EventLoop.add_input_provider(self)

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        while self.events:
            dispatch_fn(*self.events.popleft())


def machine_noise_ms() -> float:
    """Tells how much longer than its own work a piece of work as long as a frame takes here, in 1 of 20."""
    extra = []
    for _ in range(YARDSTICKS):
        time.sleep(0.012)
        began, worked = time.perf_counter(), time.thread_time()
        while (time.thread_time() - worked) * 1000 < YARDSTICK_MS:
            pass
        extra.append((time.perf_counter() - began) * 1000 - YARDSTICK_MS)
    return p95(extra)


def moved(view: Any, piece_id: str, space: str) -> Any:
    pieces = tuple(
        replace(piece, space=space) if piece.id == piece_id else piece for piece in view.board.pieces
    )
    return replace(view, board=replace(view.board, pieces=pieces, flights=()))


def flown(view: Any) -> Any:
    return replace(view, board=replace(view.board, flights=(FLIGHT,)))


def rolled(view: Any, number: int) -> MomentScreen:
    return MomentScreen(
        "roll",
        "chance",
        f"Bo rolls {number}.",
        (),
        ("Put a Missile on 43/3.", "Move Rayman to 5/2."),
        who=view.players[1],
        faces=(Face(number),),
    )


def turned(view: Any) -> MomentScreen:
    icons = tuple(Badge(icon, literal(icon), 2) for icon in ("move", "jump", "slap"))
    hands = tuple(
        Hand(player, tuple(Card(f"{player.id}{n}", literal("A"), icons=icons, value=9 + n) for n in (1, 2)))
        for player in view.players
    )
    order = tuple(player.id for player in reversed(view.players))
    return MomentScreen(
        "reveal", "chance", "Revealed.", ("Order: Dan, Cleo, Bo, Ana.",), (), hands=hands, order=order
    )


def change(kiosk: Kiosk, view: Any) -> None:
    """Comes to another state inside the next frame, as a touch does."""

    def go(_: float) -> None:
        kiosk.session.night.show(view)
        kiosk._night_changed()

    Clock.schedule_once(go, 0)


def touch_to_frame_ms(kiosk: Kiosk, frames: Frames) -> list[float]:
    """Touches a button of the resting kiosk at any moment, until the frame that shows it pressed."""
    finger, random = Touches(), Random(7)
    button = kiosk.panel.undo_button
    button.acts = lambda: None
    took = []
    for _ in range(TOUCHES):
        rest(kiosk, frames, 0.3)
        touch = Finger(*button.to_window(*button.center))
        when: list[float] = []

        def touch_later(touch: Any = touch, when: list[float] = when) -> None:
            time.sleep(0.05 + random.random() * 0.1)
            when.append(time.perf_counter())
            finger.events.append(("begin", touch))

        thread = Thread(target=touch_later)
        thread.start()
        while not button.is_pressed:
            frames.turn()
        thread.join()
        took.append((frames.shown - when[0]) * 1000)
        finger.events.append(("end", touch))
        while button.is_pressed:
            frames.turn()
    return took


def rest(kiosk: Kiosk, frames: Frames, seconds: float) -> None:
    """Lets the kiosk come to rest, as it does when nobody touches it."""
    kiosk._last_activity = time.monotonic() - 3
    kiosk._rest(0.0)
    frames.run(seconds)


def memory_mb(process: str = "self", what: str = "VmRSS") -> int:
    for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
        if line.startswith(f"{what}:"):
            return int(line.split()[1]) // 1024
    return 0


def children_mb() -> int:
    text = Path("/proc/self/task").glob("*/children")
    return sum(memory_mb(child) for file in text for child in file.read_text("ascii").split())


def main() -> None:
    kiosk = Kiosk(
        preferences=Preferences(language="en", has_far_view=False),
        session=fixture_session(table_view()),
        first_panel="table",
    )
    kiosk._run_prepare()
    runTouchApp(embedded=True)
    EventLoop.idle()
    EventLoop.idle()
    numbers: dict[str, Any] = {
        "start_to_first_frame_s": round(time.perf_counter() - BEGAN, 2),
        "start_work_s": round(time.process_time(), 2),
    }
    frames = Frames()
    frames.run(0.8)
    noise = [machine_noise_ms()]
    view = kiosk.session.game.shown
    frames.taken("start")
    for space in ("6/1", "7/2", "9/2", "5/1", "4/1", "6/2"):
        change(kiosk, moved(view, "globox", space))
        frames.run(0.6)
    numbers |= frames.taken("figure_moves")
    for space in ("5/3", "13/3", "3/3"):
        change(kiosk, moved(view, "missile", space))
        frames.run(0.6)
        change(kiosk, flown(view))
        frames.run(1.0)
    numbers |= frames.taken("projectile_flies")
    for number in range(1, 7):
        card = rolled(view, number)
        Clock.schedule_once(lambda _, card=card: kiosk.moments.show([card], 1.0), 0)
        frames.run(1.2)
    numbers |= frames.taken("die_tumbles")
    for _ in range(3):
        Clock.schedule_once(lambda _: kiosk.moments.show([turned(view)], 1.8), 0)
        frames.run(2.0)
    numbers |= frames.taken("cards_turn")
    noise.append(machine_noise_ms())
    touches = touch_to_frame_ms(kiosk, frames)
    numbers["touch_to_frame_median_ms"] = round(median(touches), 1)
    numbers["touch_to_frame_p95_ms"] = round(p95(touches), 1)
    numbers["touch_to_frame_longest_ms"] = round(max(touches), 1)
    rest(kiosk, frames, 0.5)
    numbers["memory_mb"] = memory_mb()
    before = time.process_time()
    rest(kiosk, frames, IDLE_S)
    numbers["idle_cpu_percent"] = round((time.process_time() - before) / IDLE_S * 100, 2)

    kiosk.use(demo_session())
    kiosk.open_root("table")
    frames.run(1.0)
    frames.taken("opening")
    playing = Pilot(Hands(kiosk, is_stepping=False)).play()
    for _ in range(NIGHT_STEPS):
        Clock.schedule_once(lambda _: next(playing, None), 0)
        frames.run(0.6)
    numbers |= frames.taken("night")
    noise.append(machine_noise_ms())
    rest(kiosk, frames, TIDY_S)
    numbers["memory_night_mb"] = memory_mb()
    numbers["memory_rules_mb"] = rules = children_mb()
    kiosk.open("camera")
    frames.run(5.0)
    numbers |= frames.taken("camera")
    rest(kiosk, frames, TIDY_S)
    numbers["memory_camera_mb"] = memory_mb()
    numbers["memory_camera_process_mb"] = children_mb() - rules
    numbers["memory_highest_mb"] = memory_mb(what="VmHWM")
    numbers["machine_noise_ms"] = round(max(noise), 2)
    kiosk.dispatch("on_stop")
    sys.stdout.write(json.dumps(numbers) + "\n")


if __name__ == "__main__":
    main()
