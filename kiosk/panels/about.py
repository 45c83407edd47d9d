"""About: what this is, which version, what is installed, under which licence."""

from __future__ import annotations

import platform

from companion import __version__
from companion.core.message import say
from companion.night.folders import nights_folder
from kiosk.panels.panel import Panel
from kiosk.presenters.setup import available_games
from kiosk.widgets.boxes import Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text


class AboutPanel(Panel):
    """A few honest lines."""

    def build(self) -> None:
        """Shows the lines."""
        look = self.look
        games = ", ".join(self.words(game.manifest.title) for game in available_games())
        lines = [
            self.say("about.what"),
            self.say("about.version", version=__version__, python=platform.python_version()),
            self.say("about.games", games=games),
            self.say("about.samples"),
            self.say("about.nights", folder=str(nights_folder())),
            self.say("about.licence"),
        ]
        box = Surface(look, grows=True, spacing=14, padding=18)
        box.add_widget(Text(look, self.say("home.name"), step="large", bold=True, grows=True))
        for line in lines:
            box.add_widget(Text(look, line, step="text", grows=True))
        rules = PushButton(
            look, self.words(say("rules.title")), lambda: self.kiosk.open("rules"), icon="help"
        )
        self.frame(self.say("about.title"), Scroll(look, rules, box))
