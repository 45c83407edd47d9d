"""After the game, or in the middle of it: podium, the race as a chart, what was counted."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ports.folders import data_folder
from kiosk.look.theme import shape_of
from kiosk.panels.panel import Panel
from kiosk.report.contents import NightReport, Standing, night_report
from kiosk.report.page import save_html
from kiosk.widgets.boxes import Column, Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.chart import LineChart
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.tally import TallyTable
from kiosk.widgets.text import Text


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
        if report.tournament is not None:
            body.column.add_widget(TallyTable(look, report.tournament, report.seats, self.words))
        for chart in report.charts:
            box = Surface(look, size_hint_y=None, height=look.px(260))
            box.add_widget(Text(look, self.words(chart.title), step="lead", bold=True, grows=True))
            box.add_widget(LineChart(look, chart))
            body.column.add_widget(box)
        for tally in report.tallies:
            body.column.add_widget(TallyTable(look, tally, report.seats, self.words))
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
        self.frame(self.say("report.title"), body, footer=Row(look, save, home))

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
        # Only who saves waits for the PDF's library.
        from kiosk.report.paper import save_pdf

        assert self.kiosk.session is not None
        journal = self.kiosk.session.night.journal
        stem = journal.path.stem if journal else "night"
        folder = data_folder() / "reports"
        try:
            save_html(report, self.kiosk.words, folder / f"{stem}.html")
            save_pdf(report, self.kiosk.words, folder / f"{stem}.pdf")
        except OSError as error:
            self.not_saved(error)
            return
        self.kiosk.toast(self.say("report.saved", folder=str(folder)), "gain")
