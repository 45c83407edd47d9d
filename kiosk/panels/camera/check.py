"""Light and check: whether everything is ready, live, with what to do about each thing that is not."""

from __future__ import annotations

from kivy.uix.widget import Widget

from kiosk.panels.camera.picture import PicturePanel
from kiosk.presenters.camera.seen import CameraPresenter
from kiosk.presenters.camera.steps import light_lines, meters, own_eyes, table_lines
from kiosk.widgets.boxes import Column, Row, Surface
from kiosk.widgets.camera.meter import Meter
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text


class CheckPanel(PicturePanel):
    """One verdict that is read from afar, and the reasons below it."""

    part = "check"
    picture_share = 1.0

    def prepare(self) -> None:
        """Begins with nothing said."""
        self._said: object = None
        self.presenter = CameraPresenter(self.kiosk.camera)

    def refresh(self) -> None:
        """Fills the column where something has changed."""
        look, camera = self.look, self.kiosk.camera
        light, table = light_lines(camera), table_lines(camera)
        health = camera.health()
        levels = meters(health.light) if health is not None and health.light is not None else ()
        if (light, table, levels) == self._said:
            return
        self._said = (light, table, levels)
        wanting = sum(line.colour != "done" for line in (*light, *table))
        parts: list[Widget] = [self.trouble, self._verdict(wanting)]
        for title, lines in (("table", table), ("light", light)):
            parts.append(Text(look, self.tell(title), step="caps", colour="quiet", bold=True, grows=True))
            for index, line in enumerate(lines):
                row = self.line(line)
                if title == "light" and index < len(levels):
                    row = Column(look, row, Meter(look, levels[index], good_from=0.4), spacing=4, grows=True)
                parts.append(row)
        lying = own_eyes(camera)
        if lying:
            caption = self.tell("eyes")
            parts.append(Text(look, caption, step="caps", colour="quiet", bold=True, grows=True))
            parts += [
                Text(look, self.tell("lies", piece=piece, spaces=spaces), step="text", grows=True)
                for piece, spaces in lying
            ]
        self.side.fill(*parts)

    def _verdict(self, wanting: int) -> Widget:
        look = self.look
        text = self.tell("wanting", count=wanting) if wanting else self.tell("ready")
        icon = "warning" if wanting else "check"
        tone = "accent" if wanting else "done"
        mark = Icon(look, icon, side=34, colour=tone, size_hint_x=None, width=look.px(44))
        words = Text(look, text, step="title", bold=True)
        row = Row(look, mark, words, size_hint_y=None, height=look.roomy(48))
        return Surface(look, row, grows=True, padding=8, line=tone)

    def draw(self) -> None:
        """Draws spaces and figures, and looks again."""
        camera, presenter = self.kiosk.camera, self.presenter
        self.live.explain(camera.sketch(), presenter.seats(), presenter.names(self.words), presenter.seen())
        self.refresh()
