"""The phases of a round as pills, or the pages of a set-up as tabs; the present one stands out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk.look.theme import Look
from kiosk.presenters.table.screen import PhaseChip
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Plate
from kiosk.widgets.text import Text


class Stepper(BoxLayout):
    """Shows where in a round or a set-up it stands; with `on_choose` each part is a tab to touch."""

    def __init__(self, look: Look, on_choose: Callable[[int], None] | None = None, **options: Any) -> None:
        super().__init__(orientation="horizontal", spacing=look.px(6), **options)
        self.look = look
        self._on_choose = on_choose
        self._shown: tuple[PhaseChip, ...] = ()

    def show(self, phases: tuple[PhaseChip, ...]) -> None:
        """Shows the phases; on a tall screen with large text only the present tab keeps its words."""
        if phases == self._shown:
            return
        self._shown = phases
        self.clear_widgets()
        for number, phase in enumerate(phases):
            label = self._label(number, phase)
            pill = self._pill(phase) if self._on_choose is None else self._tab(number, phase, label)
            pill.size_hint_x = 1.0 + 0.11 * len(label) + (0.9 if phase.state == "now" else 0.0)
            self.add_widget(pill)

    def _label(self, number: int, phase: PhaseChip) -> str:
        """Returns a phase's name; a tab that has no room for it has a number."""
        is_narrow = self._on_choose is not None and self.look.is_portrait and self.look.is_large_text
        return str(number + 1) if is_narrow and phase.state != "now" else phase.label

    def _tab(self, number: int, phase: PhaseChip, label: str) -> Widget:
        assert self._on_choose is not None
        return PushButton(
            self.look,
            label,
            partial(self._on_choose, number),
            style="chosen" if phase.state == "now" else "plain",
            step="small",
            bold=phase.state == "now",
            size_hint_y=1,
        )

    def _pill(self, phase: PhaseChip) -> Widget:
        is_now = phase.state == "now"
        pill = BoxLayout(padding=[self.look.px(8), self.look.px(3)])
        Plate(
            pill,
            self.look,
            fill="accent" if is_now else "",
            line="" if is_now else "line",
            radius=self.look.px(14),
        )
        colour = "on_accent" if is_now else "quiet" if phase.state == "past" else "text"
        pill.add_widget(
            Text(
                self.look,
                phase.label,
                step="text" if is_now else "small",
                colour=colour,
                bold=is_now,
                align="center",
                lines=2 if self.look.is_large_text else 1,
            )
        )
        return pill
