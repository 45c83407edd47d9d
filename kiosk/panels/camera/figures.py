"""The figures: what they carry, and one press that learns how each looks in this room's light."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.core.message import Message
from companion.ports.camera import Sketch
from companion.ports.watch import WatchReport, WatchRequest
from kiosk.look.theme import shape_of
from kiosk.panels.camera.picture import PicturePanel
from kiosk.presenters.camera.figures import FiguresPresenter, TaughtLine
from kiosk.presenters.camera.seen import CameraLine, CameraPresenter
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.camera.swatch import Swatch
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text


class FiguresPanel(PicturePanel):
    """Put each figure on its space, press once, and see what was learned."""

    part = "figures"
    picture_share = 1.3

    def prepare(self) -> None:
        """Begins with the table's figures; a drawn hand puts them on their spaces."""
        camera = self.kiosk.camera
        assert camera.eye is not None
        self.memo.setdefault("lessons", ())
        self.memo.setdefault("notes", ())
        self.presenter = FiguresPresenter(camera, camera.eye.table)
        self.seen = CameraPresenter(camera)
        if camera.is_drawn:
            camera.put_all(self.presenter.places)

    def left(self) -> None:
        """Lets a drawn hand put the figures back."""
        super().left()
        if self.kiosk.camera.is_drawn:
            self.kiosk.camera.put_back()

    def make_footer(self) -> Widget:
        """Makes the one button."""
        text = self.tell("again" if self.memo["lessons"] else "learn")
        self.learn = PushButton(self.look, text, self._learn, icon="palette", style="primary", size_hint_y=1)
        return Row(self.look, self.learn)

    def refresh(self) -> None:
        """Shows each figure with its place, or with what was learned of it."""
        look, presenter, lessons = self.look, self.presenter, self.memo["lessons"]
        kinds = [(kind, self.tell(f"marks.{kind}")) for kind in ("tags", "rings")]
        said = self.words(presenter.verdict(lessons)) if lessons else self.tell("put")
        if not presenter.places:
            said = self.tell("nobody")
            self.learn.disabled = True
        parts: list[Widget] = [
            self.trouble,
            Text(look, said, step="lead", bold=True, grows=True),
            *map(self._row, presenter.learned(lessons) if lessons else presenter.waiting()),
            *(self.line(CameraLine("warning", "accent", note)) for note in self.memo["notes"]),
            self.choices(kinds, presenter.marks, self._carry),
        ]
        if lessons and presenter.is_spread:
            parts.insert(-1, Text(look, self.tell("put_back"), step="text", colour="quiet", grows=True))
        self.side.fill(*parts)

    def _row(self, line: TaughtLine) -> Widget:
        look = self.look
        text = Text(look, self.words(line.text), step="text", bold=True, grows=True)
        words = Column(look, text, grows=True, pos_hint={"center_y": 0.5})
        seat = self.seen.seats().get(line.figure)
        shape = shape_of(seat) if seat is not None else "figure"
        tone = f"seat-{seat}" if seat is not None else "quiet"
        parts: list[Widget] = [Icon(look, shape, side=22, colour=tone, size_hint_x=None, width=look.px(30))]
        if self.presenter.marks == "rings":
            parts.append(Swatch(look, line.swatch))
        parts.append(words)
        if self.memo["lessons"]:
            parts.append(
                Icon(look, line.icon, side=22, colour=line.tone, size_hint_x=None, width=look.px(28))
            )
        row = Row(look, *parts, size_hint_y=None)
        words.bind(height=lambda _, height: setattr(row, "height", max(height, look.px(40))))
        row.height = max(words.height, look.px(40))
        return row

    def draw(self) -> None:
        """Outlines the space of each figure, with its name."""
        sketch = self.kiosk.camera.sketch()
        if sketch is None:
            self.live.explain(None, {}, {}, {})
            return
        places = self.presenter.places
        targets = Sketch(
            spaces={space: sketch.spaces[space] for space in places.values() if space in sketch.spaces},
            figures={
                figure: _middle(sketch.spaces[space])
                for figure, space in places.items()
                if space in sketch.spaces
            },
        )
        self.live.explain(targets, self.seen.seats(), self.seen.names(self.words), places)

    # What is touched.

    def _carry(self, marks: str) -> None:
        camera = self.kiosk.camera
        if marks == self.presenter.marks or camera.eye is None:
            return
        self.memo.update(lessons=(), notes=())
        camera.use_table(self.presenter.with_marks(marks), camera.eye.board, self._carried)

    def _carried(self, notes: tuple[Message, ...]) -> None:
        if self.kiosk.panel is not self:
            return
        if notes:
            self.refuse(notes)
        self.rebuild()

    def _learn(self) -> None:
        self.learn.disabled = True
        self.kiosk.toast(self.shared("wait"))
        self.kiosk.camera.ask(WatchRequest(teach=self.presenter.places), self._learned)

    def _learned(self, report: WatchReport) -> None:
        camera = self.kiosk.camera
        if self.kiosk.panel is not self:
            return
        self.learn.disabled = False
        if report.taught is None or camera.eye is None:
            self.refuse(report.notes)
            return
        self.memo.update(lessons=report.lessons, notes=self.presenter.notes(report.notes))
        self.rebuild()
        if report.taught != camera.eye.table:
            camera.use_table(report.taught, camera.eye.board, self._carried)


def _middle(polygon: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    count = len(polygon)
    return sum(x for x, _ in polygon) / count, sum(y for _, y in polygon) / count
