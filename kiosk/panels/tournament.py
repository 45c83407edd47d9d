"""Tournament: who leads over the last weeks, from the nights on the disk."""

from __future__ import annotations

from kiosk.panels.panel import Panel
from kiosk.presenters.tournament import POINTS, tournament
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text


class TournamentPanel(Panel):
    """One line a player, best first."""

    def build(self) -> None:
        """Shows the table."""
        look = self.look
        lines = tournament()
        box = Surface(look, grows=True, spacing=8)
        if not lines:
            box.add_widget(Text(look, self.say("tournament.empty"), step="lead", grows=True))
        else:
            heads = ("", "tournament.points", "tournament.nights", "tournament.wins")
            head = Row(look, size_hint_y=None, height=look.roomy(30))
            for key in heads:
                said = self.say(key) if key else ""
                head.add_widget(
                    Text(
                        look,
                        said,
                        step="small",
                        colour="quiet",
                        align="right" if key else "left",
                        size_hint_x=1 if key else 2,
                    )
                )
            box.add_widget(head)
        for place, line in enumerate(lines, 1):
            row = Row(look, size_hint_y=None, height=look.roomy(40))
            row.add_widget(
                Text(look, f"{place}. {line.name}", step="lead", bold=place == 1, lines=1, size_hint_x=2)
            )
            for number in (line.points, line.nights, line.wins):
                row.add_widget(Text(look, str(number), step="lead", align="right", lines=1))
            box.add_widget(row)
        rule = self.say("tournament.rule", points=" – ".join(map(str, POINTS)))
        hint = Text(look, rule, step="small", colour="quiet", grows=True)
        new = PushButton(
            look,
            self.say("home.new"),
            lambda: self.kiosk.open("setup"),
            icon="plus",
            style="primary",
            step="lead",
            size_hint_y=1,
        )
        self.frame(self.say("tournament.title"), Scroll(look, box, hint), footer=Row(look, new))
