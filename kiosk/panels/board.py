"""The board: how the camera finds it again in every picture, by tags around it or by its own print."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.core.message import Message
from companion.ports.camera import Picture
from companion.ports.table import Point
from companion.ports.watch import WatchReport, WatchRequest
from kiosk.panels.picture_panel import PicturePanel
from kiosk.presenters.board import BoardPresenter
from kiosk.widgets.aim_picture import AimPicture
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.corner_diagram import CornerDiagram
from kiosk.widgets.live_picture import LivePicture
from kiosk.widgets.text import Text

REACH_PX = 26
STEPS = (-50, -5, 5, 50)


class BoardPanel(PicturePanel):
    """Four taps with a magnifier, the size, and the board is known from then on."""

    part = "board"

    def prepare(self) -> None:
        """Begins with what the table has."""
        eye = self.kiosk.sight.eye
        assert eye is not None
        self.presenter = BoardPresenter(eye.table, self.memo)

    def make_live(self) -> LivePicture:
        """Makes a picture to aim at."""
        self.aim = AimPicture(self.look, self._press, self._drag, self._release)
        return self.aim

    def make_footer(self) -> Widget:
        """Makes undo, zoom and keep."""
        look = self.look
        self.undo_button = PushButton(look, self.shared("undo"), self.undo, icon="undo", size_hint_y=1)
        zoom = PushButton(look, icon="zoom", acts=self.aim.zoom_in, size_hint_y=1, width=look.px(64))
        self.keep = PushButton(
            look, self.shared("keep"), self._keep, icon="save", style="primary", size_hint_y=1
        )
        return Row(look, self.undo_button, zoom, self.keep)

    def refresh(self) -> None:
        """Says what to tap next, and shows the size."""
        look, presenter = self.look, self.presenter
        is_print = presenter.kind == "print"
        kinds = [(kind, self.tell(f"kind.{kind}")) for kind in ("print", "tags")]
        parts: list[Widget] = [self.trouble, self.choices(kinds, presenter.kind, self._choose)]
        if is_print:
            said = self.words(presenter.say_next())
            parts.append(Text(look, said, step="lead", bold=True, grows=True))
            if not presenter.is_complete:
                parts.append(CornerDiagram(look, len(presenter.taps)))
        else:
            parts.append(Text(look, self._seen(), step="lead", bold=True, grows=True))
        for side, key in enumerate(("mm.across", "mm.down")):
            text = self.shared(key, mm=round(presenter.size_mm[side]))
            parts.append(self.stepper(text, STEPS, partial(self._resize, side)))
        hint = self.tell(f"hint.{presenter.kind}")
        parts.append(Text(look, hint, step="small", colour="quiet", grows=True))
        self.side.fill(*parts)
        self.undo_button.disabled = not (is_print and presenter.taps)
        self.keep.disabled = not presenter.is_complete

    def _seen(self) -> str:
        health = self.kiosk.sight.health()
        seen = health.anchors_seen if health is not None else ()
        return self.tell("tags.seen", names=", ".join(seen)) if seen else self.tell("tags.none")

    def picture(self) -> Picture | None:
        """Returns a whole picture: a corner is hit to the pixel."""
        eye = self.kiosk.sight.eye
        return eye.whole_picture() if eye is not None else None

    def draw(self) -> None:
        """Draws the corners, or the tags that are seen."""
        if self.presenter.kind == "print":
            taps = self.presenter.taps
            self.aim.mark([taps], is_closed=True, chosen=len(taps) - 1 if len(taps) < 4 else None)
            return
        sketch = self.kiosk.sight.sketch()
        self.aim.mark([], list(sketch.anchors.values()) if sketch is not None else ())

    # What is touched.

    @property
    def _aspect(self) -> float:
        return self.aim.aspect

    def _press(self, at: Point) -> Point | None:
        if self.presenter.kind != "print":
            return None
        held = self.presenter.press(at, self.aim.reach(self.look.px(REACH_PX)), self._aspect)
        self.draw()
        return held

    def _drag(self, to: Point) -> None:
        self.presenter.drag(to)
        self.draw()

    def _release(self) -> None:
        self.presenter.release(self._aspect)
        self.refresh()

    def undo(self) -> None:
        """Takes the last corner back."""
        self.presenter.undo()
        self.refresh()
        self.draw()

    def _choose(self, kind: str) -> None:
        self.presenter.kind = "tags" if kind == "tags" else "print"
        self.refresh()

    def _resize(self, side: int, by: int) -> None:
        self.presenter.resize(side, by)
        self.refresh()

    def _keep(self) -> None:
        sight = self.kiosk.sight
        self.keep.disabled = True
        self.kiosk.toast(self.shared("wait"))
        if self.presenter.kind == "tags":
            sight.use_table(self.presenter.table(), b"", self._answered)
            return
        sight.ask(WatchRequest(corners=self.presenter.corners()), self._learned)

    def _learned(self, report: WatchReport) -> None:
        if report.notes or not report.board:
            self._answered(report.notes)
            return
        self.kiosk.sight.use_table(self.presenter.table(), report.board, self._answered)

    def _answered(self, notes: tuple[Message, ...]) -> None:
        if self.kiosk.panel is not self:
            return
        self.keep.disabled = False
        if notes:
            self.refuse(notes)
            return
        self.kiosk.toast(self.tell("kept"), "gain")
        self.kiosk.back()
