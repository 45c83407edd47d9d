"""The board: how the camera finds it again in every picture, by tags around it or by its own print."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from companion.ports.table import Point
from companion.ports.watch import WatchReport, WatchRequest
from kiosk.panels.camera.aim import AimPanel
from kiosk.presenters.camera.board import BoardPresenter
from kiosk.widgets.camera.corner_diagram import CornerDiagram
from kiosk.widgets.text import Text

STEPS = (-50, -5, 5, 50)


class BoardPanel(AimPanel):
    """Four taps with a magnifier, the size, and the board is known from then on."""

    part = "board"

    def prepare(self) -> None:
        """Begins with what the table has."""
        eye = self.kiosk.camera.eye
        assert eye is not None
        self.presenter = BoardPresenter(eye.table, self.memo)

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
        health = self.kiosk.camera.health()
        seen = health.anchors_seen if health is not None else ()
        return self.tell("tags.seen", names=", ".join(seen)) if seen else self.tell("tags.none")

    def draw(self) -> None:
        """Draws the corners, or the tags that are seen."""
        if self.presenter.kind == "print":
            taps = self.presenter.taps
            self.aim.mark([taps], is_closed=True, chosen=len(taps) - 1 if len(taps) < 4 else None)
            return
        sketch = self.kiosk.camera.sketch()
        self.aim.mark([], list(sketch.anchors.values()) if sketch is not None else ())

    # What is touched.

    def press(self, at: Point) -> Point | None:
        """Takes hold of a corner, or taps the next one."""
        if self.presenter.kind != "print":
            return None
        held = self.presenter.press(at, self.reach, self.aim.aspect)
        self.draw()
        return held

    def drag(self, to: Point) -> None:
        """Moves the corner that is held."""
        self.presenter.drag(to)
        self.draw()

    def release(self) -> None:
        """Lets go, and asks for the next corner."""
        self.presenter.release(self.aim.aspect)
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

    def save(self) -> None:
        """Has the camera learn the board's print first, where it has no tags."""
        camera = self.kiosk.camera
        if self.presenter.kind == "tags":
            camera.use_table(self.presenter.table(), b"", self.kept)
            return
        camera.ask(WatchRequest(corners=self.presenter.corners()), self._learned)

    def _learned(self, report: WatchReport) -> None:
        if report.notes or not report.board:
            self.kept(report.notes)
            return
        self.kiosk.camera.use_table(self.presenter.table(), report.board, self.kept)
