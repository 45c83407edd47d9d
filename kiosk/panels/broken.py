"""What is shown instead of a panel that failed: the error, and the way back; the night goes on."""

from __future__ import annotations

from kiosk.panels.panel import Panel
from kiosk.widgets.boxes import Column, Gap, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text


class BrokenPanel(Panel):
    """Says in plain words that something failed, with the error in small print."""

    def build(self) -> None:
        """Shows the error and the way back."""
        look = self.look
        body = Column(
            look,
            Gap(look),
            Row(
                look,
                Icon(look, "warning", side=40, colour="hit", size_hint_x=None, width=look.px(56)),
                Text(look, self.say("broken.title"), step="large", bold=True),
                size_hint_y=None,
                height=look.roomy(60),
            ),
            Text(look, self.say("broken.detail"), step="lead", colour="quiet", grows=True),
            Text(look, str(self.memo.get("error", ""))[:300], step="small", colour="faint", grows=True),
            Gap(look),
        )
        home = PushButton(
            look, self.say("home.title"), lambda: self.kiosk.open_root("home"), icon="menu", size_hint_y=1
        )
        back = PushButton(
            look, self.say("back"), self.kiosk.back, icon="back", style="primary", step="lead", size_hint_y=1
        )
        self.frame(self.say("broken.header"), body, footer=Row(look, home, back))
