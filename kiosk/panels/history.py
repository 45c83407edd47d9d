"""History: every step with its time; go back, go on, or jump anywhere; then put the table right."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kivy.uix.widget import Widget

from companion.core.errors import Refusal
from companion.night.night import Entry
from companion.night.refusals import NotAgreed
from companion.ports.clock import local_time
from kiosk.night.session import PutBack, Session
from kiosk.panels.panel import Panel
from kiosk.widgets.boxes import LazyScroll, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.table.travel import ask_agreement, show_put_back
from kiosk.widgets.text import Text

A_PAGE = 8
"""How many steps are listed at a time, as somebody scrolls."""


class HistoryPanel(Panel):
    """The newest step first; the present one is marked, undone ones are faded."""

    def build(self) -> None:
        """Lists the steps."""
        assert self.kiosk.session is not None
        look, night = self.look, self.kiosk.session.night
        entries = night.entries()
        rows: Iterator[Widget] = (self._row(entry, night.position) for entry in reversed(entries))
        if not entries:
            rows = iter([Text(look, self.say("history.empty"), step="lead", colour="quiet", grows=True)])
        undo = PushButton(look, self.say("undo"), self.undo, icon="undo", step="lead", size_hint_y=1)
        redo = PushButton(look, self.say("redo"), self._redo, icon="redo", step="lead", size_hint_y=1)
        undo.disabled, redo.disabled = not night.can_undo, not night.can_redo
        self.steps = LazyScroll(look, rows, a_page=A_PAGE, spacing=6)
        self.frame(self.say("history.title"), self.steps, footer=Row(look, undo, redo))

    def _row(self, entry: Entry, position: int) -> Widget:
        look = self.look
        is_here = entry.number == position
        button = PushButton(
            look,
            self.words(entry.label),
            lambda: self._jump(entry.number),
            icon="play"
            if is_here
            else "lock"
            if entry.is_barrier
            else "check"
            if entry.is_active
            else "undo",
            icon_side=18,
            icon_colour="accent" if is_here else "quiet" if entry.is_active else "faint",
            style="chosen" if is_here else "plain",
            bold=is_here,
            align="left",
            height=look.roomy(52),
        )
        button.add_widget(
            Text(
                look,
                f"{local_time(entry.time):%H:%M:%S}",
                step="small",
                colour="quiet",
                align="right",
                lines=1,
                size_hint_x=None,
                width=look.roomy(66),
            )
        )
        if not entry.is_active and button.label is not None:
            button.label.recolour("faint")
        return button

    def undo(self) -> None:
        """Takes the last step back."""
        self._go(lambda agreed: self._session().undo(agreed=agreed))

    def _redo(self) -> None:
        self._go(lambda agreed: self._session().redo())

    def _jump(self, number: int) -> None:
        self._go(lambda agreed: self._session().jump(number, agreed=agreed))

    def _session(self) -> Session:
        assert self.kiosk.session is not None
        return self.kiosk.session

    def _go(self, travel: Callable[[bool], tuple[PutBack, ...]], *, agreed: bool = False) -> None:
        try:
            moved = travel(agreed)
        except NotAgreed as barrier:
            ask_agreement(self, barrier, lambda: self._go(travel, agreed=True))
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
        else:
            show_put_back(self, moved)
