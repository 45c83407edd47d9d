"""The kiosk by itself: plays a demo night before your eyes, or for pictures where nobody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from kivy.clock import Clock

from companion.core.blocks import View
from kiosk.app import Kiosk
from kiosk.night.session import Session
from kiosk.pilot.hands import Hands
from kiosk.pilot.pilot import Pilot
from kiosk.presenters.cards import CardsPresenter
from kiosk.report.contents import night_report
from kiosk.report.page import save_html
from kiosk.show.demo import SHOWN, demo_session, demo_setup
from kiosk.show.photographer import Photographer

SETTLE_S = 0.75
"""How long a picture waits for pieces to come to rest."""

CAMERA_S = 5.0
"""How long the camera's process takes to start, draw and see."""

PICTURE_ROUNDS = 10
"""After so many rounds everything worth a picture has happened."""

Step = tuple[str, float]
"""The name of a picture to take, or none, and how long to wait before it."""


class Tour:
    """Walks the kiosk through a script, a step at a time, in the kiosk's own loop."""

    def __init__(
        self, kiosk: Kiosk, script: Iterator[Step], photographer: Photographer | None = None
    ) -> None:
        self.kiosk = kiosk
        self._script = script
        self._photographer = photographer
        self._picture = ""
        self.on_end: Callable[[], None] = kiosk.stop
        # Kivy's clock holds methods weakly: the kiosk keeps its showing.
        kiosk.showing = self

    def start(self, delay_s: float = 0.5) -> None:
        """Begins once the window is there."""
        Clock.schedule_once(self._next, delay_s)

    def _next(self, _: float) -> None:
        if self._picture and self._photographer is not None:
            self._photographer.take(self._picture)
        try:
            self._picture, wait_s = next(self._script)
        except StopIteration:
            self.on_end()
            return
        Clock.schedule_once(self._next, wait_s)


def watch(kiosk: Kiosk, pace_s: float = 1.1) -> Iterator[Step]:
    """Plays the night at a pace that a person can follow."""
    # The demo shows the real camera pipeline, on a drawn table where there is no camera.
    kiosk.camera.is_wanted = True
    kiosk.open_eye()
    kiosk.open_root("table")
    yield "", pace_s
    for _ in Pilot(Hands(kiosk, is_stepping=False)).play_on():
        yield "", pace_s
    kiosk.open_root("report")
    yield "", pace_s


def picture_book(kiosk: Kiosk, out: Path) -> Iterator[Step]:
    """Plays a whole demo night, with a picture of everything worth seeing and the report at the end."""
    for old in out.glob("[0-9][0-9]-*.png"):
        old.unlink()
    kiosk.open_root("home")
    yield "home", SETTLE_S
    pilot = Pilot(Hands(kiosk, is_stepping=False))
    for _ in pilot.set_up():
        page = kiosk.stack[-1][1]["page"]
        yield f"setup-{page}", SETTLE_S
        if page == "layout":
            break  # the night of the pictures is another one, which is kept beside them
    setup = demo_setup(SHOWN, is_lively=True)
    setup = {**setup, "options": {**setup.get("options", {}), "round_limit": PICTURE_ROUNDS}}
    session = demo_session(setup=setup, path=_fresh(out / "demo.night"))
    kiosk.use(session)
    kiosk.open_root("table")
    yield "table", SETTLE_S
    yield from _play_with_pictures(kiosk, session)
    kiosk.open("history")
    yield "history", SETTLE_S
    kiosk.back()
    kiosk.open("report")
    yield "report", SETTLE_S
    for panel in ("settings", "content", "camera", "club", "about"):
        kiosk.open_root("home")
        kiosk.open(panel)
        yield panel, CAMERA_S if panel == "camera" else SETTLE_S
    from kiosk.report.paper import save_pdf

    report = night_report(session, kiosk.words)
    save_html(report, kiosk.words, out / "report.html")
    save_pdf(report, kiosk.words, out / "report.pdf")


def _fresh(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(f"*{path.name}*"):
        if old.is_file():
            old.unlink()
    return path


def _play_with_pictures(kiosk: Kiosk, session: Session) -> Iterator[Step]:
    wanted: dict[str, Callable[[View], bool]] = {
        "cards": lambda view: any(choice.group == "secret" for choice in view.choices),
        "turn": lambda view: bool(view.pool and view.board and view.board.lit and (view.round or 0) >= 2),
        "dice": lambda view: view.dice is not None,
        "hit": lambda view: any(line.tone == "hit" for line in view.log),
        "gain": lambda view: any(line.tone == "gain" for line in view.log),
        "flight": lambda view: bool(view.board and view.board.flights),
    }
    for _ in Pilot(Hands(kiosk, is_stepping=False)).play_on():
        yield "", 0.0
        view = session.view()
        for name in [name for name, is_there in wanted.items() if is_there(view)]:
            del wanted[name]
            kiosk.open_root("table")
            yield f"table-{name}", SETTLE_S
            if name == "cards":
                yield from _hand(kiosk, session)
            if name == "turn":
                yield from _turn(kiosk, view)
    kiosk.open_root("table")
    yield "table-over", SETTLE_S


def _hand(kiosk: Kiosk, session: Session) -> Iterator[Step]:
    kiosk.open("cards")
    yield "cards", SETTLE_S
    kiosk.back()
    waiting = CardsPresenter(session).waiting()
    if waiting:
        kiosk.open("cards", player=waiting[0], picked=[])
        yield "cards-hand", SETTLE_S
        kiosk.open_root("table")


def _turn(kiosk: Kiosk, view: View) -> Iterator[Step]:
    assert view.board is not None
    panel = kiosk.panel
    assert panel is not None
    panel.touch_space(view.board.lit[-1])
    yield "table-way", SETTLE_S
    kiosk.close_sheet()
    named = {choice.space for choice in view.choices}
    unlit = next(space.id for space in view.board.spaces if space.id not in {*view.board.lit, *named})
    panel.touch_space(unlit)
    yield "table-refusal", SETTLE_S
    kiosk.open("dispute", turn=None, space=view.board.lit[0])
    yield "dispute-legal", SETTLE_S
    kiosk.replace("dispute", turn=None, space=unlit)
    yield "dispute-illegal", SETTLE_S
    kiosk.open_root("table")
