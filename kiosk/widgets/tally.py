"""A table of counts: one row a player with the player's shape, one column a thing counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.message import Message
from companion.core.report import Tally
from kiosk.look.theme import Look, shape_of
from kiosk.widgets.boxes import Row, Surface
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text


class TallyTable(Surface):
    """Draws a tally; the seats of the players give the rows their shapes."""

    def __init__(
        self, look: Look, tally: Tally, seats: Mapping[str, int], words: Callable[[Message], str]
    ) -> None:
        super().__init__(look, grows=True, spacing=2)
        self._share = 1.2 + 0.1 * len(tally.columns)
        self.add_widget(Text(look, words(tally.title), step="lead", bold=True, grows=True))
        self.add_widget(self._head(tally, words))
        for number, (name, counts) in enumerate(tally.rows):
            self.add_widget(self._line(name, counts, seats.get(name), is_even=number % 2 == 0))

    def _head(self, tally: Tally, words: Callable[[Message], str]) -> Widget:
        head = Row(self.look, spacing=6, padding=(8, 0), size_hint_y=None, height=self.look.roomy(42))
        head.add_widget(Widget(size_hint_x=self._share))
        for column in tally.columns:
            said = Text(
                self.look, words(column), step="small", colour="quiet", align="right", valign="bottom"
            )
            head.add_widget(said)
        return head

    def _line(self, name: str, counts: tuple[int, ...], seat: int | None, *, is_even: bool) -> Widget:
        look = self.look
        row = Row(look, spacing=6, padding=(8, 0), size_hint_y=None, height=look.roomy(34))
        Plate(row, look, fill="raised" if is_even else "", radius=look.px(6))
        who = BoxLayout(spacing=look.px(6), size_hint_x=self._share)
        if seat is not None:
            shape = Icon(
                look, shape_of(seat), side=18, colour=f"seat-{seat}", size_hint_x=None, width=look.px(22)
            )
            who.add_widget(shape)
        who.add_widget(Text(look, name, step="text", lines=1))
        row.add_widget(who)
        for count in counts:
            row.add_widget(Text(look, str(count), step="text", bold=True, align="right", lines=1))
        return row
