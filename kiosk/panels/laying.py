"""Laying the spaces: four taps on the live picture, corners that can be dragged, and the board's size."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.message import say
from companion.ports.table import Point
from kiosk.panels.panel import Panel
from kiosk.presenters.laying import LayingPresenter
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.live_picture import LivePicture
from kiosk.widgets.text import Text

FRAME_S = 0.12


class LayingPanel(Panel):
    """A tired person manages it: tap the four corners of the spaces, look, keep."""

    def build(self) -> None:
        """Shows the picture, the next corner to tap, and the size."""
        look, sight = self.look, self.kiosk.sight
        if sight.eye is None:
            nothing = Text(look, self.say("camera.none"), step="lead", colour="quiet", align="center")
            self.frame(self._say("title"), nothing)
            return
        self.presenter = LayingPresenter(sight.eye.table, self.memo)
        self._held = -1
        self.live = LivePicture(look, self._tapped, self._dragged)
        self.side = Scroll(look, spacing=8, padding=(0, 0, 10, 0))
        self._fill()
        box = BoxLayout(orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10))
        share = {} if look.is_portrait else {"size_hint_x": 1.7}
        box.add_widget(Surface(look, self.live, padding=4, **share))
        box.add_widget(self.side)
        self.keep = PushButton(
            look, self._say("keep"), self._keep, icon="save", style="primary", size_hint_y=1
        )
        again = PushButton(look, self._say("again"), self._again, icon="undo", size_hint_y=1)
        self.frame(self._say("title"), box, footer=Row(look, again, self.keep))
        self._show()

    def _say(self, key: str, **params: Any) -> str:
        return self.words(say(f"kiosk_more.laying.{key}", **params))

    def shown(self) -> None:
        """Starts the live picture."""
        self._clock = Clock.schedule_interval(self._tick, FRAME_S)

    def left(self) -> None:
        """Stops the live picture."""
        self._clock.cancel()

    def night_changed(self) -> None:
        """Stays as it is: a table is laid whatever the night does."""

    def _tick(self, _: float) -> None:
        if self.kiosk.sight.eye is None:
            return
        picture = self.kiosk.sight.picture()
        if picture is not None:
            self.live.show(picture)
            self.live.corners(self.presenter.taps, self.presenter.outlines())

    def _fill(self) -> None:
        look = self.look
        self.said = Text(look, "", step="lead", bold=True, grows=True)
        hint = Text(look, self._say("hint"), step="small", colour="quiet", grows=True)
        self.side.fill(self.said, *(self._size(side) for side in (0, 1)), self._marks(), hint)

    def _size(self, side: int) -> Widget:
        look = self.look
        key = "across" if side == 0 else "down"
        text = self._say(key, mm=round(self.presenter.size_mm[side]))
        label = Text(look, text, step="text", grows=True)
        buttons = [
            PushButton(look, f"{by:+d}", lambda by=by: self._resize(side, by), size_hint_y=1)
            for by in (-50, -5, 5, 50)
        ]
        for button in buttons:
            button.padding = [0, 0]
        row = Row(look, *buttons, spacing=4, size_hint_y=None, height=look.touch)
        return Surface(look, label, row, grows=True, padding=8, spacing=4)

    def _marks(self) -> Widget:
        look = self.look
        label = Text(look, self._say("marks"), step="text", grows=True)
        buttons = [
            PushButton(
                look,
                self._say(f"marks.{marks}"),
                lambda marks=marks: self._carry(marks),
                style="chosen" if marks == self.presenter.marks else "plain",
                size_hint_y=1,
            )
            for marks in ("tags", "rings")
        ]
        row = Row(look, *buttons, spacing=4, size_hint_y=None, height=look.roomy(50, 0.7))
        return Surface(look, label, row, grows=True, padding=8, spacing=4)

    def _carry(self, marks: str) -> None:
        self.memo["marks"] = marks
        self._fill()
        self._show()

    def _resize(self, side: int, by: int) -> None:
        self.presenter.resize(side, by)
        self._fill()
        self._show()

    def _show(self) -> None:
        corner = self.presenter.next_corner
        self.said.text = self._say(f"tap.{corner}") if corner else self._say("look")
        self.keep.disabled = corner is not None

    def _tapped(self, at: Point) -> None:
        self._held = self.presenter.tap(at)
        self._show()

    def _dragged(self, at: Point) -> None:
        if self._held >= 0:
            self.presenter.drag(self._held, at)

    def _again(self) -> None:
        self.presenter.clear()
        self._show()

    def _keep(self) -> None:
        sketch = self.kiosk.sight.sketch()
        table = self.presenter.table(sketch) if sketch is not None else None
        if table is None:
            self.kiosk.toast(self._say("no_anchors"), "refusal")
            return
        self.kiosk.sight.save_table(table)
        self.kiosk.sight.close()
        self.kiosk.open_eye()
        said = self._say("kept")
        self.kiosk.back()
        self.kiosk.toast(said, "gain")
