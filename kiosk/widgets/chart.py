"""A line for each player, round by round, ending in the player's shape."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.uix.widget import Widget

from companion.core.report import Chart
from kiosk.look.theme import Look, shape_of
from kiosk.report.chart import chart_points, round_marks, scale_marks
from kiosk.widgets.letters import letters_texture
from kiosk.widgets.paint import icon_texture


class LineChart(Widget):
    """Draws a chart into whatever room it has."""

    def __init__(self, look: Look, chart: Chart, **options: Any) -> None:
        super().__init__(**options)
        self.look = look
        self.chart = chart
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self._group.clear()
        look = self.look
        if not any(series.values for series in self.chart.series) or self.width < 60 or self.height < 60:
            return
        left, right = self.x + look.px(38), self.x + self.width - look.px(18)
        bottom, top = self.y + look.px(26), self.y + self.height - look.px(12)

        for up, mark in scale_marks(self.chart, top - bottom):
            y = bottom + up
            self._group.add(Color(*look.colour("line")))
            self._group.add(Rectangle(pos=(left, y), size=(right - left, max(1, look.px(1)))))
            self._write(str(mark), left - look.px(8), y, is_right=True)
        for across, number in round_marks(self.chart, right - left):
            self._write(str(number), left + across, bottom - look.px(14))
        for seat, _player, places in chart_points(self.chart, right - left, top - bottom):
            points = [coordinate for x, y in places for coordinate in (left + x, bottom + y)]
            self._group.add(Color(*look.colour(f"seat-{seat}")))
            if len(places) > 1:
                self._group.add(Line(points=points, width=look.px(1.8), joint="round", cap="round"))
            if places:
                self._end(seat, points[-2], points[-1])

    def _end(self, seat: int, x: float, y: float) -> None:
        side = round(self.look.px(16))
        for extra, colour in ((4, "outline"), (0, f"seat-{seat}")):
            texture = icon_texture(shape_of(seat), side + extra)
            self._group.add(Color(*self.look.colour(colour)))
            box = side + extra
            self._group.add(Rectangle(texture=texture, pos=(x - box / 2, y - box / 2), size=(box, box)))

    def _write(self, text: str, x: float, y: float, *, is_right: bool = False) -> None:
        texture = letters_texture(text, round(self.look.font_px("caps")))
        left = x - texture.width if is_right else x - texture.width / 2
        self._group.add(Color(*self.look.colour("quiet")))
        self._group.add(Rectangle(texture=texture, pos=(left, y - texture.height / 2), size=texture.size))
