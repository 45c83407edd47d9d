"""Something that was found, with an icon before it and what to do about it below."""

from __future__ import annotations

from kiosk.look.theme import Look
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text


class SaidLine(Row):
    """As high as its words need."""

    def __init__(self, look: Look, icon: str, colour: str, text: str, do: str = "") -> None:
        said = Text(look, text, step="text", bold=True, grows=True)
        words = Column(look, said, grows=True, spacing=2, pos_hint={"center_y": 0.5})
        if do:
            words.add_widget(Text(look, do, step="small", colour="quiet", grows=True))
        mark = Icon(look, icon, side=22, colour=colour, size_hint_x=None, width=look.px(28))
        super().__init__(look, mark, words, size_hint_y=None)
        words.bind(height=lambda _, height: setattr(self, "height", max(height, look.px(30))))
        self.height = max(words.height, look.px(30))
