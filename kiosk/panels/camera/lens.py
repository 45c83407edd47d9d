"""Measuring the lens: the printed sheet is moved about, views are counted, the result is judged in words."""

from __future__ import annotations

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.core.message import Message
from companion.ports.table import CameraModel
from companion.ports.watch import LensMeasured, LensViews, WatchReport, WatchRequest
from kiosk.panels.camera.picture import PicturePanel
from kiosk.presenters.camera.lens import can_measure, filled, judged, progress
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.camera.lens_picture import LensPicture
from kiosk.widgets.camera.live_picture import LivePicture
from kiosk.widgets.camera.meter import Meter
from kiosk.widgets.text import Text


class LensPanel(PicturePanel):
    """Collects by itself; somebody only moves the sheet, then presses once."""

    part = "lens"

    def prepare(self) -> None:
        """Begins to collect views, unless a result is there to look at."""
        self.memo.setdefault("measured", None)
        self._views: LensViews | None = None
        if self.measured is None and not self.memo.get("is_collecting"):
            self.memo["is_collecting"] = True
            self.kiosk.camera.ask(WatchRequest(lens="begin"), lambda report: None)

    @property
    def measured(self) -> LensMeasured | None:
        """The result, once there is one."""
        measured: LensMeasured | None = self.memo["measured"]
        return measured

    def left(self) -> None:
        """Stops collecting."""
        super().left()
        self.memo["is_collecting"] = False
        self.kiosk.camera.ask(WatchRequest(lens="end"), lambda report: None)

    def make_live(self) -> LivePicture:
        """Makes a picture that shows which parts are covered."""
        self.cover = LensPicture(self.look)
        return self.cover

    def make_footer(self) -> Widget:
        """Makes the way on and the way out."""
        look = self.look
        if self.measured is not None:
            again = PushButton(look, self.tell("again"), self._again, icon="replay", size_hint_y=1)
            keep = PushButton(
                look, self.tell("keep"), self._keep, icon="save", style="primary", size_hint_y=1
            )
            return Row(look, again, keep)
        skip = PushButton(look, self.tell("skip"), self._skip, icon="close", size_hint_y=1)
        self.measure = PushButton(
            look, self.tell("measure"), self._measure, icon="check", style="primary", size_hint_y=1
        )
        self.measure.disabled = True
        return Row(look, skip, self.measure)

    def refresh(self) -> None:
        """Shows what is counted, or the result."""
        look = self.look
        parts: list[Widget] = [self.trouble]
        if self.measured is not None:
            parts.append(self.line(judged(self.measured)))
        else:
            views = self._views or LensViews()
            said = self.words(views.hint) if views.hint is not None else self.shared("wait")
            parts.append(Text(look, said, step="lead", bold=True, grows=True))
            for text, share in progress(views):
                label = Text(look, self.words(text), step="text", grows=True)
                parts.append(Column(look, label, Meter(look, share), spacing=4, grows=True))
            key = "drawn" if self.kiosk.camera.is_drawn else "hint"
            parts.append(Text(look, self.tell(key), step="small", colour="quiet", grows=True))
        self.side.fill(*parts)

    def draw(self) -> None:
        """Shows the parts that are covered and where the sheet is."""
        eye = self.kiosk.camera.eye
        views = eye.lens_views() if eye is not None else None
        if self.measured is not None or views is None:
            self.cover.cover((), ())
            return
        self.cover.cover(filled(views), views.outline)
        if self._views is None or replace(views, outline=()) != replace(self._views, outline=()):
            self._views = views
            self.refresh()
        self.measure.disabled = not can_measure(views)

    # What is touched.

    def _measure(self) -> None:
        self.measure.disabled = True
        self.kiosk.toast(self.shared("wait"))
        self.kiosk.camera.ask(WatchRequest(lens="measure"), self._was_measured)

    def _was_measured(self, report: WatchReport) -> None:
        if self.kiosk.panel is not self:
            return
        if report.measured is None:
            self.refuse(report.notes)
            return
        self.memo["measured"] = report.measured
        self.rebuild()

    def _again(self) -> None:
        self.memo.update(measured=None, is_collecting=False)
        self.rebuild()

    def _keep(self) -> None:
        if self.measured is not None:
            self._use(self.measured.camera)

    def _skip(self) -> None:
        eye = self.kiosk.camera.eye
        if eye is None or eye.table.camera is None:
            self.kiosk.back()
            return
        self._use(None)

    def _use(self, lens: CameraModel | None) -> None:
        camera = self.kiosk.camera
        if camera.eye is None:
            return

        def answered(notes: tuple[Message, ...]) -> None:
            if self.kiosk.panel is not self:
                return
            if notes:
                self.refuse(notes)
                return
            self.kiosk.toast(self.tell("kept" if lens is not None else "dropped"), "gain")
            self.kiosk.back()

        camera.use_table(replace(camera.eye.table, camera=lens), camera.eye.board, answered)
