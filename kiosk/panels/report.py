"""After the game, or in the middle of it: podium, the race as a chart, what was counted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.errors import Refusal
from companion.core.message import say
from companion.phones.qr import evening_address
from companion.ports.folders import data_folder, make_private_folder
from kiosk.look.theme import shape_of
from kiosk.machine.stick import Stick, carry, sticks
from kiosk.panels.panel import Panel
from kiosk.presenters.rules import Explained
from kiosk.report.contents import NightReport, Standing, night_report, with_evening
from kiosk.report.evening import Evening, remember, time_tally, whole_evening
from kiosk.report.page import moment_line, save_html
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.chart import LineChart
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.qr import QrCode
from kiosk.widgets.tally import TallyTable
from kiosk.widgets.text import Text

STEPS_A_FRAME = 3
"""How many steps of a night are gone through in a frame."""


class ReportPanel(Panel):
    """The podium first, then charts and tables, then the way to keep them."""

    def build(self) -> None:
        """Shows the report."""
        assert self.kiosk.session is not None
        look = self.look
        report = night_report(self.kiosk.session, self.kiosk.words)
        body = Scroll(look, spacing=14, padding=(0, 2, 8, 8))
        if report.standings:
            body.column.add_widget(self._podium(report))
        if report.because is not None:
            body.column.add_widget(
                Text(look, self.words(report.because), step="lead", align="center", grows=True)
            )
        if report.scores is not None:
            body.column.add_widget(TallyTable(look, report.scores, report.seats, self.words))
        for chart in report.charts:
            box = Surface(look, size_hint_y=None, height=look.px(260))
            box.add_widget(Text(look, self.words(chart.title), step="lead", bold=True, grows=True))
            box.add_widget(LineChart(look, chart))
            body.column.add_widget(box)
        for tally in report.tallies:
            body.column.add_widget(TallyTable(look, tally, report.seats, self.words))
        self._remembered = Column(look, grows=True, spacing=10)
        body.column.add_widget(self._remembered)
        self._begin_to_remember()
        if not (report.standings or report.charts or report.tallies):
            body.column.add_widget(Text(look, self.say("report.empty"), step="lead", grows=True))
        save = PushButton(
            look, self.say("report.save"), lambda: self._save(report), icon="save", step="lead", size_hint_y=1
        )
        home = PushButton(
            look,
            self.say("home.title"),
            lambda: self.kiosk.open_root("home"),
            icon="table",
            step="lead",
            style="primary" if report.standings else "plain",
            size_hint_y=1,
        )
        stick = PushButton(
            look,
            self.words(say("evening.stick.carry")),
            lambda: self._carry(report),
            icon="save",
            step="lead",
            size_hint_y=1,
        )
        buttons = [save, stick, home]
        if self.kiosk.phones.reception.reach.addresses:
            phone = self.words(say("evening.phone.carry"))
            buttons.insert(
                2,
                PushButton(look, phone, lambda: self._give(report), icon="phone", step="lead", size_hint_y=1),
            )
        self.frame(self.say("report.title"), body, footer=Row(look, *buttons))

    # What is remembered comes bit by bit: a long night takes longer than a frame.

    def left(self) -> None:
        """Remembers no more."""
        self._remembering.cancel()

    def _begin_to_remember(self) -> None:
        assert self.kiosk.session is not None
        walk = remember(self.kiosk.session)

        def go_on(_: float) -> bool:
            for _count in range(STEPS_A_FRAME):
                evening = next(walk)
                if evening is not None:
                    self._show_evening(evening)
                    return False
            return True

        self._remembering = Clock.schedule_interval(go_on, 0)

    def _show_evening(self, evening: Evening) -> None:
        look = self.look
        self._remembered.clear_widgets()
        if evening.moments:
            title = Text(look, self.words(say("evening.best")), step="lead", bold=True, grows=True)
            lines = [
                Text(look, moment_line(moment, self.kiosk.words), step="text", grows=True)
                for moment in evening.moments
            ]
            self._remembered.add_widget(Surface(look, title, *lines, grows=True, spacing=6))
        time = time_tally(evening, self._names())
        if time is not None:
            assert self.kiosk.session is not None
            seats = {player.name: player.seat for player in self.kiosk.session.view().players}
            self._remembered.add_widget(TallyTable(look, time, seats, self.words))

    def _names(self) -> dict[str, str]:
        assert self.kiosk.session is not None
        return {player.id: player.name for player in self.kiosk.session.view().players}

    def _podium(self, report: NightReport) -> Widget:
        look = self.look
        columns = 2 if look.is_portrait or look.is_large_text else min(4, len(report.standings))
        grid = GridLayout(cols=columns, spacing=look.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for standing in report.standings:
            grid.add_widget(self._standing(standing))
        return grid

    def _standing(self, standing: Standing) -> Widget:
        look = self.look
        is_first = standing.place == 1
        card = Column(
            look, padding=10, spacing=2, size_hint_y=None, height=look.roomy(128 if standing.note else 92)
        )
        note = (self.words(standing.note),) if standing.note else ()
        card.explained = lambda _: Explained(f"{standing.place}. {standing.name}", note)
        seat = f"seat-{standing.seat}"
        Plate(
            card, look, fill="raised" if is_first else "surface", line="accent" if is_first else "", line_px=2
        )
        head = BoxLayout(size_hint_y=1.3)
        head.add_widget(
            Text(
                look,
                str(standing.place),
                step="huge" if is_first else "large",
                bold=True,
                colour="accent" if is_first else "quiet",
                lines=1,
            )
        )
        head.add_widget(Icon(look, shape_of(standing.seat), side=36 if is_first else 28, colour=seat))
        card.add_widget(head)
        card.add_widget(Text(look, standing.name, step="title", bold=True, lines=1, size_hint_y=0.8))
        if standing.note:
            card.add_widget(
                Text(look, self.words(standing.note), step="small", colour="quiet", size_hint_y=0.9)
            )
        return card

    def _save(self, report: NightReport) -> None:
        files = self._written(report)
        if files:
            self.kiosk.toast(self.say("report.saved", folder=str(files[0].parent)), "gain")

    def _written(self, report: NightReport) -> tuple[Path, ...]:
        """Writes the page and the PDF with all that is remembered; none where the disk did not take them."""
        # Only who saves waits for the PDF's library.
        from kiosk.report.paper import save_pdf

        session = self.kiosk.session
        assert session is not None
        whole = with_evening(report, whole_evening(session), self._names())
        stem = session.path.stem if session.path is not None else "night"
        folder = data_folder() / "reports"
        try:
            make_private_folder(folder)
            folder.chmod(0o700)
            return (
                save_html(whole, self.kiosk.words, folder / f"{stem}.html"),
                save_pdf(whole, self.kiosk.words, folder / f"{stem}.pdf"),
            )
        except OSError as error:
            self.not_saved(error)
            return ()

    def _give(self, report: NightReport) -> None:
        """Shows the code by which a phone fetches the evening on paper."""
        reception = self.kiosk.phones.reception
        reach, files = reception.reach, self._written(report)
        if files and reach.addresses:
            token = reception.give(files[-1].read_bytes())
            link = evening_address(reach.addresses[0], reach.port, token)
            self.kiosk.open_sheet(self.words(say("evening.phone.scan")), body=QrCode(link), share=1.0)

    def _carry(self, report: NightReport) -> None:
        """Writes the evening onto a stick; asks which where several are plugged in."""
        found = sticks()
        if not found:
            self.kiosk.toast(self.words(say("evening.stick.none")), "refusal")
        elif len(found) == 1:
            self._carry_on(report, found[0])
        else:
            rows = [
                PushButton(self.look, stick.name, partial(self._carry_on, report, stick), icon="save")
                for stick in found
            ]
            self.kiosk.open_sheet(self.words(say("evening.stick.which")), *rows)

    def _carry_on(self, report: NightReport, stick: Stick) -> None:
        self.kiosk.close_sheet()
        files = self._written(report)
        if not files:
            return
        try:
            folder = carry(files, stick)
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        said = say("evening.stick.done", stick=stick.name, folder=str(folder))
        self.kiosk.toast(self.words(said), "gain")
