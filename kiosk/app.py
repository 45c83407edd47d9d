"""The kiosk: a stack of panels, one sheet at most, and what every panel shares."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.base import ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.i18n import Translator
from companion.night.thought import worker
from companion.ports.service import Heartbeat, notify
from kiosk.camera.camera import Camera
from kiosk.guard import Guard
from kiosk.look.theme import Look
from kiosk.machine.club_line import ClubLine
from kiosk.machine.dice_box import DiceBox
from kiosk.machine.dimmer import Dimmer
from kiosk.machine.keyboard import Keyboard
from kiosk.machine.mailbox import Mailbox
from kiosk.machine.memory import Memory
from kiosk.machine.sound import Sound
from kiosk.night.reach import Reach
from kiosk.night.session import Session
from kiosk.night.thinker import Thinker
from kiosk.panels.broken import BrokenPanel
from kiosk.panels.holding import Holding
from kiosk.panels.panel import HasButton, Panel
from kiosk.phones.asking import ask_place
from kiosk.phones.phones import Phones
from kiosk.preferences import Preferences, PreferencesFile
from kiosk.presenters.moments import moment_screen
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.turn_clock import TurnClock
from kiosk.widgets.button import Touchable
from kiosk.widgets.moment.layer import MomentLayer
from kiosk.widgets.sheet import Sheet
from kiosk.widgets.stage import Stage
from kiosk.widgets.toast import Spot, Toast

log = logging.getLogger("kiosk")

PANELS: dict[str, str] = {
    "home": "kiosk.panels.home:HomePanel",
    "setup": "kiosk.panels.setup:SetupPanel",
    "table": "kiosk.panels.table.panel:TablePanel",
    "cards": "kiosk.panels.cards:CardsPanel",
    "chance": "kiosk.panels.chance:ChancePanel",
    "ear": "kiosk.panels.by_ear:ByEarPanel",
    "history": "kiosk.panels.history:HistoryPanel",
    "dispute": "kiosk.panels.dispute:DisputePanel",
    "report": "kiosk.panels.report:ReportPanel",
    "club": "kiosk.panels.club:ClubPanel",
    "settings": "kiosk.panels.settings:PreferencesPanel",
    "camera": "kiosk.panels.camera.live:CameraPanel",
    "camera_setup": "kiosk.panels.camera.steps:CameraSetupPanel",
    "board": "kiosk.panels.camera.board:BoardPanel",
    "spaces": "kiosk.panels.camera.spaces:SpacesPanel",
    "figures": "kiosk.panels.camera.figures:FiguresPanel",
    "lens": "kiosk.panels.camera.lens:LensPanel",
    "places": "kiosk.panels.camera.places:PlacesPanel",
    "check": "kiosk.panels.camera.check:CheckPanel",
    "content": "kiosk.panels.content:ContentPanel",
    "photos": "kiosk.panels.photos:PhotosPanel",
    "dice": "kiosk.panels.dice:DicePanel",
    "phones": "kiosk.panels.phones:PhonesPanel",
    "about": "kiosk.panels.about:AboutPanel",
    "rules": "kiosk.panels.rules:RulesPanel",
}
"""Panel names to where they are; each is imported when it is first opened."""

IDLE_FPS, BUSY_FPS = 25, 60
IDLE_AFTER_S = 2.0
"""How often the loop looks for input: seldom when nothing happens, still within 50 ms of a touch."""


class Kiosk(App):
    """The running kiosk. Panels reach everything shared through it."""

    def __init__(
        self,
        preferences_file: PreferencesFile | None = None,
        *,
        session: Session | None = None,
        first_panel: str = "home",
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__()
        self.title = "Companion"
        self.preferences_file = preferences_file or PreferencesFile()
        self.preferences = preferences or self.preferences_file.load()
        self.words = Translator(self.preferences.language)
        self.session: Session | None = None
        self.look = Look()
        self.stack: list[tuple[str, dict[str, Any]]] = []
        self.panel: Panel | None = None
        self.sheet: Sheet | None = None
        self._sheet_gone: Callable[[], None] | None = None
        self.mailbox = Mailbox()
        self.sound = Sound(self.preferences)
        self.reach = Reach(self.mailbox.post, self._lit)
        self.thinker = Thinker(self.mailbox.post, "thinking")
        self.referee = Thinker(self.mailbox.post, "referee")
        self.camera = Camera(self.mailbox.post, self._sighted)
        self.dice_box = DiceBox(self.mailbox.post, self._device_says, self._undo_asked, self._button_taken)
        self.phones = Phones(self.mailbox.post, self._phones_changed)
        self.desk = Desk(
            self.thinker,
            self.referee,
            self.camera,
            self.preferences,
            lambda act, after_s: Clock.schedule_once(lambda _: act(), after_s),
            lambda: self.dice_box.lost,
            keep=lambda: self.save_preferences(),
        )
        self.club = ClubLine(self.mailbox.post, self._club_changed)
        self.turn_clock = TurnClock()
        self._first_panel = first_panel
        self._first_session = session
        self._last_activity = self._last_touch = time.monotonic()
        self._memory = Memory()
        self._heart = Heartbeat()

    # Life.

    def build(self) -> Widget:
        """Makes the stage that panels stand on."""
        Window.clearcolor = self.preferences.look(1, 1).colour("background")
        Window.rotation = self.preferences.rotation
        self.holding = Holding(self)
        self.stage = Stage(self._touched, self.holding.down, self.holding.stop)
        self.panels = FloatLayout()
        self.sheets = FloatLayout()
        self.moments = MomentLayer(lambda: self.look, self.words, self._moment_spot, self.sound.voice.repeat)
        self.toasts = Toast(lambda: self.look)
        self.dimmer = Dimmer()
        # The dimmer is the last, so that it shades all; the toasts hear of every touch before the panels.
        for layer in (self.panels, self.sheets, self.moments, self.toasts, self.dimmer):
            self.stage.add_widget(layer)
        self.keyboard = Keyboard(self)
        Touchable.on_click = staticmethod(lambda: self.sound.cue("touch"))
        self._guard = Guard(self.show_broken)
        ExceptionManager.add_handler(self._guard)
        self._relook = Clock.create_trigger(self.relook, 0)
        Window.bind(size=lambda *_: self._relook(), rotation=lambda *_: self._relook())
        # Kivy itself turns the picture only where its size changes with it, which half a turn does not.
        Window.bind(on_rotate=lambda *_: Window.update_viewport())
        Clock.schedule_interval(self._rest, 1.0)
        return self.stage

    def on_start(self) -> None:
        """Opens the first panel in the first frame."""
        self._memory.begin()
        worker().begin()
        self.look = self.preferences.look(*self._size())
        self.dimmer.follow(self.preferences)
        try:
            if self._first_session is not None:
                self.use(self._first_session)
            self.open_root(self._first_panel)
        except Exception:  # whatever the night holds, the home screen comes up
            log.exception("the night could not be taken up")
            self.use(None)
            self.open_root("home")
        Clock.schedule_once(lambda _: notify("READY=1"), 0)
        Clock.schedule_once(lambda _: self.club.open(), 0)

    def on_stop(self) -> None:
        """Gives files and devices back."""
        if self.panel is not None:
            self.panel.left()
        if self.session is not None:
            self.session.close()
        self._stop_thinking()
        self.camera.close()
        self.dice_box.close()
        self.phones.close()
        self.club.close()
        self.keyboard.close()
        self.sound.close()
        self._memory.end()
        ExceptionManager.remove_handler(self._guard)

    def _stop_thinking(self) -> None:
        self.reach.cancel()
        self.thinker.cancel()
        self.referee.cancel()

    def _size(self) -> tuple[int, int]:
        width, height = Window.size
        return int(width), int(height)

    def come_near(self) -> None:
        """Takes a key as a touch: somebody is at the screen."""
        self._last_touch = time.monotonic()
        if self.panel is not None:
            self.panel.come_near()

    def _touched(self) -> None:
        self._last_touch = time.monotonic()
        self._activity()

    def _activity(self) -> None:
        self._last_activity = time.monotonic()
        Clock._max_fps = BUSY_FPS

    def _rest(self, _: float) -> None:
        # The loop that draws feeds systemd's watchdog, so that a screen that hangs is started again.
        self._heart.beat()
        self.sound.listen()
        self.dimmer.follow(self.preferences)
        self.camera.mind()
        self.phones.mind()
        self._ask_places()
        if self.camera.eye is not None and self.camera.has_grace_ended() and self.panel is not None:
            self.panel.sighted()
        if self.panel is not None:
            self.panel.rest(time.monotonic() - self._last_touch)
        self._memory.look(self._last_activity, self._last_touch)
        if time.monotonic() - self._last_activity > IDLE_AFTER_S:
            Clock._max_fps = IDLE_FPS

    # The night.

    def use(self, session: Session | None) -> None:
        """Takes a night up and lets the last one go."""
        self._stop_thinking()
        if self.session is not None and self.session is not session:
            self.session.close()
        self.session = session
        self.dice_box.session = session
        self.dice_box.refresh()
        if session is not None:
            session.listeners.append(self._night_changed)
            self.reach.ask(session)
        self.phones.use(session)
        self.open_eye()

    def resume(self, path: Path, up_to: int | None = None) -> None:
        """Goes on with a night: the one in play, or another from its file, after an entry of it."""
        if self.session is None or self.session.path != path:
            try:
                self.use(Session.resume(path, up_to))
            except Refusal as refusal:
                self.toast(self.words(refusal.message), "refusal")
                return
        self.open_root("table")
        assert self.session is not None
        if self.session.night.notice is not None:
            self.toast(self.words(self.session.night.notice), "hit")

    def open_eye(self) -> None:
        """Points the chosen camera at the night in play."""
        if self.session is None:
            self.camera.close()
        else:
            self.camera.open(self.preferences.camera_source, self.session)

    def _phones_changed(self) -> None:
        """Shows who came or went, and asks about whoever waits."""
        self._activity()
        if self.panel is not None:
            self.panel.phones_changed()
        self._ask_places()

    def _ask_places(self) -> None:
        """Asks the table about the phone that has waited longest, unless something else is asked already."""
        waiting = self.phones.reception.book.waiting()
        if waiting and self.sheet is None and self.panel is not None:
            ask_place(self.panel, waiting[0])

    def _device_says(self, message: Message, is_good: bool) -> None:
        self.toast(self.words(message), "gain" if is_good else "hit")

    def _button_taken(self, is_long: bool) -> bool:
        """Lets a panel with one button have the dice button's presses; tells whether it took this one."""
        if self.sheet is None and isinstance(self.panel, HasButton):
            self.panel.button(is_long=is_long)
            return True
        if self.sheet is None and not is_long and self.panel is not None:
            return self.panel.confirm_seen()
        return False

    def _undo_asked(self) -> None:
        """Undoes as the button on the table does, whichever panel is up."""
        if self.session is None:
            return
        if self.sheet is not None or not self.stack or self.stack[-1][0] != "table":
            self.open_root("table")
        if self.panel is not None and hasattr(self.panel, "undo"):
            self.panel.undo()

    def _sighted(self) -> None:
        self._activity()
        if self.panel is not None:
            self.panel.sighted()

    def _lit(self, session: Session) -> None:
        if session is self.session and self.panel is not None:
            self.phones.lit(session)
            self.panel.lit()

    def _night_changed(self) -> None:
        self._activity()
        self._stop_thinking()
        if self.session is not None:
            self.reach.ask(self.session)
        self.dice_box.refresh()
        self.camera.night_changed()
        self.phones.night_changed()
        self.club.nudge()
        self._announce()
        if self.panel is not None:
            self.panel.night_changed()

    def _club_changed(self) -> None:
        if self.panel is not None:
            self.panel.club_changed()

    def _announce(self) -> None:
        """Says what was just done, and lays out a card for each moment of it."""
        session, seconds = self.session, self.preferences.moment_s
        if session is None:
            return
        if session.told:
            self.sound.voice.announce(map(self.words, session.told), self.words.language)
        if not seconds:
            return
        view = session.view()
        self.moments.can_repeat = self.sound.voice.can_speak
        self.moments.show([moment_screen(each, view, self.words) for each in session.news], seconds)

    def _moment_spot(self) -> Spot:
        if self.panel is None or self.sheet is not None:
            return (*self.panels.pos, *self.panels.size)
        return self.panel.moment_spot()

    # Panels.

    def open(self, name: str, **memo: Any) -> None:
        """Puts a panel on the stack."""
        self.stack.append((name, memo))
        self._show_top()

    def open_root(self, name: str, **memo: Any) -> None:
        """Makes a panel the only one on the stack."""
        self.stack.clear()
        self.open(name, **memo)

    def replace(self, name: str, **memo: Any) -> None:
        """Opens a panel in the place of the present one."""
        if self.stack:
            self.stack.pop()
        self.open(name, **memo)

    def back(self) -> None:
        """Goes one step back: closes the sheet, an inner page, or the panel."""
        if self.sheet is not None:
            if self.sheet.can_close:
                self.close_sheet()
            return
        if self.panel is not None and self.panel.back_pressed():
            return
        if len(self.stack) > 1:
            self.stack.pop()
            self._show_top()
        elif not self.stack or self.stack[0][0] != "home":
            self.open_root("home")

    def _show_top(self) -> None:
        name, memo = self.stack[-1]
        self._show(lambda: self._make(name, memo))

    def _make(self, name: str, memo: dict[str, Any]) -> Panel:
        module, class_name = PANELS[name].split(":")
        panel: Panel = getattr(import_module(module), class_name)(self, memo)
        return panel

    def _show(self, make: Callable[[], Panel]) -> None:
        self.close_sheet()
        self.toasts.dismiss()
        self.thinker.cancel()
        self.referee.cancel()
        self._activity()
        if self.panel is not None:
            self.panel.left()
        try:
            panel = make()
        except Exception as error:
            log.exception("a panel failed")
            panel = BrokenPanel(self, {"error": f"{type(error).__name__}: {error}"})
        self.panels.clear_widgets()
        self.panels.add_widget(panel)
        self.panel = panel
        self._last_touch = time.monotonic()
        self.keyboard.forget()
        Clock.schedule_once(lambda _: self.moments.lay(), 0)
        panel.shown()

    def show_broken(self, error: Exception) -> None:
        """Shows an error in the place of the present panel."""
        self._show(lambda: BrokenPanel(self, {"error": f"{type(error).__name__}: {error}"}))

    # Sheets and short messages.

    def open_sheet(
        self, title: str, *children: Widget, on_gone: Callable[[], None] | None = None, **options: Any
    ) -> Sheet:
        """Shows a sheet; there is never more than one. `on_gone` is called when it goes, however it goes."""
        self.close_sheet()
        self.toasts.dismiss()
        self._sheet_gone = on_gone
        self.sheet = Sheet(self.look, title, *children, on_close=self.close_sheet, **options)
        self.sheets.add_widget(self.sheet)
        self.keyboard.forget()
        return self.sheet

    def close_sheet(self) -> None:
        """Takes the sheet away."""
        gone, self._sheet_gone = self._sheet_gone, None
        self.sheets.clear_widgets()
        self.sheet = None
        if gone is not None:
            gone()
        self.keyboard.forget()

    def toast(self, text: str, tone: str = "info") -> None:
        """Shows a short message that goes by itself: in the sheet if one is up, else at the panel's spot."""
        self._activity()
        if self.sheet is not None:
            self.sheet.tell(text, tone)
            return
        Clock.schedule_once(lambda _: self._show_toast(text, tone), 0)

    def _show_toast(self, text: str, tone: str) -> None:
        if self.panel is None:
            return
        if self.panel.size != self.panels.size:
            # It was opened just now, and is laid out before the next frame.
            Clock.schedule_once(lambda _: self._show_toast(text, tone), 0)
            return
        self.toasts.show(text, tone, self.panel.toast_spot())

    # The look.

    def relook(self, *_: Any) -> None:
        """Builds the screen anew for the present size, rotation and preferences."""
        look = self.preferences.look(*self._size())
        is_same = look == self.look and self.words.language == self.preferences.language
        if is_same:
            return
        self.look = look
        self.words.language = self.preferences.language
        Window.clearcolor = look.colour("background")
        if self.stack:
            self._show_top()

    def save_preferences(self) -> None:
        """Keeps the preferences and shows them at once."""
        try:
            self.preferences_file.save(self.preferences)
        except OSError as error:
            message = say("kiosk.not_kept", why=error.strerror or str(error))
            self.toast(self.words(message), "refusal")
        self.dimmer.follow(self.preferences)
        if Window.rotation != self.preferences.rotation:
            Window.rotation = self.preferences.rotation
        self.relook()
