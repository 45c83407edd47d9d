"""The phases of a round as pills; the one that is now stands out."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from kiosk.look.theme import Look
from kiosk.presenters.table.screen import PhaseChip
from kiosk.widgets.paint import Plate
from kiosk.widgets.text import Text


class Stepper(BoxLayout):
    """Shows where in the round the night is."""

    def __init__(self, look: Look, **options: Any) -> None:
        super().__init__(orientation="horizontal", spacing=look.px(6), **options)
        self.look = look
        self._shown: tuple[PhaseChip, ...] = ()

    def show(self, phases: tuple[PhaseChip, ...]) -> None:
        """Shows the phases; with too little room only the present one keeps its words."""
        if phases == self._shown:
            return
        self._shown = phases
        self.clear_widgets()
        for phase in phases:
            is_now = phase.state == "now"
            pill = BoxLayout(
                padding=[self.look.px(8), self.look.px(3)],
                size_hint_x=1.0 + 0.11 * len(phase.label) + (0.9 if is_now else 0.0),
            )
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
            self.add_widget(pill)
