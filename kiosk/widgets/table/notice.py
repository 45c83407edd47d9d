"""The band below the board: a refusal or a hit in red, an instruction in amber, reminders in quiet words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from kiosk.look.theme import Look
from kiosk.presenters.table.screen import Action, Notice
from kiosk.presenters.words import in_a_row
from kiosk.widgets.button import PushButton
from kiosk.widgets.letters import letters_width
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

TONES = {
    "refusal": ("hit_surface", "hit", "cross"),
    "hit": ("hit_surface", "hit", "warning"),
    "instruction": ("accent_dim", "accent", "table"),
    "gain": ("surface", "done", "check"),
    "lesson": ("surface", "camera", "help"),
}
"""Fill, outline and icon of each loud tone."""


REMINDING = ("instruction", "hit", "gain")
"""The tones that leave room for reminders: what is to be done is done, the next thing is thought about."""
STACKED_FROM = 3
"""From so many buttons on they stand below the words, which keep their size."""
MOST_LINES = 3
"""The most lines that reminders take."""


class NoticeBar(BoxLayout):
    """One line when it is calm, a coloured band when something happened."""

    def __init__(
        self,
        look: Look,
        on_action: Callable[[Action], None],
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        super().__init__(orientation="horizontal", **options)
        self.look = look
        self._on_action = on_action
        self._shown: tuple[Any, ...] = (object(),)
        self.is_loud = False

    def show(self, notice: Notice | None, hints: tuple[str, ...], status: tuple[str, ...]) -> None:
        """Shows a notice, else the reminders and the status."""
        shown = (notice, hints, status)
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        self.is_loud = notice is not None and notice.tone in TONES
        if notice is not None and self.is_loud:
            self._loud(notice, hints if notice.tone in REMINDING else ())
        else:
            self._calm(notice, hints, status)

    def _calm(self, notice: Notice | None, hints: tuple[str, ...], status: tuple[str, ...]) -> None:
        look = self.look
        standing = " · ".join(status)
        said = " · ".join(hints) if hints else notice.title if notice else ""
        width = self.width if self.width > look.px(200) else 0.6 * look.width
        lines = ceil(1.1 * self._share(said) / (0.7 * width)) if len(hints) > 1 else 1
        self.height = look.roomy(24) + (min(lines, MOST_LINES) - 1) * look.roomy(15)
        row = BoxLayout(spacing=look.px(8), padding=[look.px(4), 0])
        if standing:
            row.add_widget(
                Text(look, standing, step="small", colour="camera", size_hint_x=self._share(standing))
            )
        if said:
            share = self._share(said)
            row.add_widget(Text(look, said, step="small", colour="quiet", align="right", size_hint_x=share))
        self.add_widget(row)

    def _share(self, words: str) -> float:
        """Returns the room that words need, so that neither of two is written smaller than the other."""
        return letters_width(words, self.look.font_px("small")) + self.look.px(6)

    def _room_of(self, notice: Notice) -> float:
        """Returns how wide the words of a notice may be."""
        look = self.look
        width = self.width if self.width > look.px(200) else 0.6 * look.width
        beside = notice.actions if len(notice.actions) < STACKED_FROM else ()
        return float(max(look.px(120), width - look.px(56) - sum(self._width(each) for each in beside)))

    def _titles_of(self, notice: Notice) -> int:
        """Tells how many lines the title needs to keep its size."""
        wide = letters_width(notice.title, self.look.font_px("text"), is_bold=True)
        return max(1, min(MOST_LINES, ceil(1.05 * wide / self._room_of(notice))))

    def _lines_of(self, notice: Notice, more: str) -> int:
        """Tells how many lines the instructions need, so that they are not written small."""
        if not more:
            return 0
        look = self.look
        room = self._room_of(notice)
        wide = letters_width(more, look.font_px("small"))
        return max(1, min(MOST_LINES if look.is_large_text else 2, ceil(1.05 * wide / room)))

    def _loud(self, notice: Notice, hints: tuple[str, ...]) -> None:
        look = self.look
        fill, line, icon = TONES[notice.tone]
        more = in_a_row((*notice.lines, *hints))
        if len(notice.actions) >= STACKED_FROM and look.is_large_text and not look.is_portrait:
            more = ""  # the board needs the room, and a button tells why
        is_stacked = len(notice.actions) >= STACKED_FROM
        lines = self._lines_of(notice, more)
        titles = self._titles_of(notice)
        first_px, room_for = (30, 1) if is_stacked else (50, 2)
        words_px = look.roomy(first_px) + max(0, titles - room_for) * look.roomy(22) + lines * look.roomy(17)
        self.height = max(words_px, look.touch + look.px(8))
        told = BoxLayout(spacing=look.px(8))
        told.add_widget(Icon(look, icon, side=22, colour=line, size_hint_x=None, width=look.px(26)))
        words = BoxLayout(orientation="vertical")
        words.add_widget(Text(look, notice.title, step="text", bold=True, size_hint_y=titles))
        if more:
            words.add_widget(Text(look, more, step="small", size_hint_y=0.8 * lines))
        told.add_widget(words)
        band = BoxLayout(
            orientation="vertical" if is_stacked else "horizontal",
            spacing=look.px(8),
            padding=[look.px(10), look.px(4)],
        )
        Plate(band, look, fill=fill, line=line)
        band.add_widget(told)
        buttons = band
        if is_stacked:
            buttons = BoxLayout(spacing=look.px(8), size_hint_y=None, height=look.touch)
            self.height = words_px + look.touch
            band.add_widget(buttons)
        for action in notice.actions:
            buttons.add_widget(
                PushButton(
                    look,
                    action.label,
                    partial(self._on_action, action),
                    icon="" if action.label else action.icon,
                    step="small",
                    size_hint_x=self._width(action) if is_stacked else None,
                    width=self._width(action) - band.spacing,
                    height=look.touch if is_stacked else self.height - look.px(8),
                )
            )
        self.add_widget(band)

    def _width(self, action: Action) -> float:
        look = self.look
        words = letters_width(action.label, look.font_px("small"), is_bold=True) + look.px(26)
        return max(look.touch, words if action.label else 0.0) + look.px(8)
