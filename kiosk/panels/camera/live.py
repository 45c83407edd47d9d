"""Camera: what it sees, live, with spaces and figures on top; whether it sees well, and what differs."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.ports.table import Point
from companion.referee import Proposal
from kiosk.camera.hands import HandsDo, next_by_hand
from kiosk.panels.panel import Panel
from kiosk.presenters.camera.seen import CameraLine, CameraPresenter, read_line
from kiosk.presenters.table.referee import SeenMoves
from kiosk.show.demo import demo_session
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.camera.live_picture import LivePicture
from kiosk.widgets.paint import Icon
from kiosk.widgets.said_line import SaidLine
from kiosk.widgets.text import Text

FRAME_S = 0.12
SOURCES = ("auto", "0", "pi", "simulated", "simulated-bare", "")


class CameraPanel(Panel):
    """The live picture beside its health, the differences, and what could have happened."""

    def build(self) -> None:
        """Shows the picture, or how to get one."""
        look = self.look
        self.memo.setdefault("is_explained", True)
        self.presenter = CameraPresenter(self.kiosk.camera)
        self._said: object = None
        self._moves = SeenMoves(self.kiosk.camera, self.kiosk.referee, self._fill_side)
        self.live = LivePicture(look, self._touched)
        self.side = Scroll(look, spacing=8, padding=(0, 0, 10, 0))
        box = BoxLayout(orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10))
        share: dict[str, Any] = {"size_hint_x": 1.7} if not look.is_portrait else {}
        is_on = self.kiosk.camera.eye is not None
        box.add_widget(Surface(look, self.live, padding=4, **share) if is_on else self._nothing(**share))
        box.add_widget(self.side)
        self._fill_side()
        self.frame(self.say("camera.title"), box, footer=self._footer())

    def _say(self, key: str, **params: Any) -> str:
        return self.words(say(f"kiosk_camera.camera.{key}", **params))

    def _nothing(self, **options: Any) -> Widget:
        look = self.look
        failure = self.kiosk.camera.failure
        key = "camera.none" if self.kiosk.session else "camera.hint"
        said = self.words(failure) if failure else self.say(key)
        parts: list[Widget] = [
            Icon(look, "camera", side=56, colour="faint"),
            Text(look, said, step="lead", colour="quiet", align="center"),
        ]
        if self.kiosk.session is None:
            demo = self.words(say("kiosk_camera.camera.demo"))
            parts.append(PushButton(look, demo, self._try_demo, icon="play", style="primary"))
        elif failure is not None and self.kiosk.camera.shelf.file.exists():
            forget = self.words(say("kiosk_camera.setup.forget"))
            parts.append(PushButton(look, forget, self._forget, icon="trash", style="primary"))
        return Surface(look, *parts, padding=20, **options)

    def _forget(self) -> None:
        """Throws a table away that cannot be read, so that another can be set up."""
        self.kiosk.camera.shelf.forget()
        self.kiosk.open_eye()
        self.rebuild()

    def _try_demo(self) -> None:
        """Begins a demo night, so that there are figures to look for."""
        self.kiosk.camera.is_wanted = True
        self.kiosk.use(demo_session())
        self.rebuild()

    def _footer(self) -> Widget:
        look = self.look
        chosen = self.kiosk.preferences.camera_source
        source = self._say(f"source.{chosen or 'off'}") if chosen in SOURCES else chosen.split("/")[-1]
        is_on = self.kiosk.camera.eye is not None
        entries = [
            (source, "camera", self._choose_source, True),
            (self._say("check"), "check", lambda: self.kiosk.open("check"), is_on),
            (self._say("set_up"), "target", lambda: self.kiosk.open("camera_setup"), is_on),
        ]
        row = Row(look)
        for text, icon, acts, is_enabled in entries:
            button = PushButton(look, text, acts, icon=icon, icon_colour="camera", size_hint_y=1)
            button.disabled = not is_enabled
            row.add_widget(button)
        return row

    # Life.

    def shown(self) -> None:
        """Starts the camera that the table chose, and the live picture."""
        self._clock = Clock.schedule_interval(self._tick, FRAME_S)
        camera = self.kiosk.camera
        camera.is_wanted = True
        if camera.eye is None:
            self.kiosk.open_eye()
            if camera.eye is not None or camera.failure is not None:
                self.rebuild()
        self._tick(0.0)

    def left(self) -> None:
        """Stops the live picture; the camera goes on watching."""
        if getattr(self, "_clock", None) is not None:
            self._clock.cancel()

    def night_changed(self) -> None:
        """Compares anew."""
        session = self.kiosk.session
        if session is not None:
            self._moves.night_changed(session.game.expected_scene(session.state).figures)
        self._fill_side()

    def sighted(self) -> None:
        """Compares anew."""
        self._fill_side()

    def _tick(self, _: float) -> None:
        camera = self.kiosk.camera
        picture = camera.picture()
        if picture is not None:
            self.live.show(picture)
            if self.memo["is_explained"]:
                names = self.presenter.names(self.words)
                self.live.explain(camera.sketch(), self.presenter.seats(), names, self.presenter.seen())
            else:
                self.live.explain(None, {}, {}, {})
        self._fill_side()

    # The side.

    def _fill_side(self) -> None:
        self._moves.look()
        look, presenter, camera = self.look, self.presenter, self.kiosk.camera
        proposal = self._moves.proposal
        lines = presenter.lines(proposal, is_asking=self._moves.is_asking)
        hands = self._hands()
        read = (camera.reading, hands.kind if hands is not None else "")
        said = (lines, proposal, dict(camera.moved), self.memo["is_explained"], camera.eye is None, read)
        if said == self._said:
            return
        self._said = said
        parts: list[Widget] = [self._line(line) for line in lines if line.colour != "quiet"]
        if camera.reading is not None:
            parts.insert(1, self._line(read_line(camera.reading)))
        if hands is not None:
            text = self.words(say(f"kiosk_places.hands.{hands.kind}"))
            parts.insert(1, PushButton(look, text, self._use_hands, icon="cards", icon_colour="accent"))
        if proposal is not None and proposal.ways:
            parts += [self._way_button(proposal, way) for way in proposal.ways[:4]]
        elif proposal is not None and proposal.because is not None:
            parts.append(self._line(CameraLine("dispute", "hit", proposal.because)))
            space = proposal.space
            parts.append(
                PushButton(
                    look,
                    self.say("dispute.title"),
                    lambda: self.kiosk.open("dispute", turn=None, space=space),
                    icon="dispute",
                    icon_colour="accent",
                )
            )
        parts += [self._line(line) for line in lines if line.colour == "quiet"]
        if camera.moved:
            parts.append(PushButton(look, self._say("put_back"), camera.put_back, icon="undo"))
        if camera.eye is None:
            parts.append(Text(look, self._say("hint"), step="text", colour="quiet", grows=True))
        else:
            key = "plain" if self.memo["is_explained"] else "explained"
            parts.append(PushButton(look, self._say(key), self._toggle, icon="eye", icon_colour="camera"))
        if presenter.is_drawn:
            parts.append(Text(look, self._say("drawn"), step="small", colour="quiet", grows=True))
        self.side.fill(*parts)

    def _line(self, line: CameraLine) -> Widget:
        do = self.words(line.do) if line.do is not None else ""
        return SaidLine(self.look, line.icon, line.colour, self.words(line.text), do)

    def _way_button(self, proposal: Proposal, way: Way) -> Widget:
        return PushButton(
            self.look,
            self.words(way.summary),
            lambda: self._take(proposal, way),
            icon="check",
            style="primary" if way is proposal.ways[0] else "plain",
            height=self.look.roomy(64),
        )

    def _take(self, proposal: Proposal, way: Way) -> None:
        """Carries a seen turn out; where it stops for something, the table is where to go on."""
        assert self.kiosk.session is not None
        try:
            self.kiosk.session.submit(*way.commands, source="camera")
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        if way.goes_on:
            self.kiosk.open_root("table", bound_for=proposal.space)

    def _hands(self) -> HandsDo | None:
        """Returns what hands at a drawn table could lay or throw now."""
        camera, session = self.kiosk.camera, self.kiosk.session
        if not self.presenter.is_drawn or camera.places is None or session is None:
            return None
        return next_by_hand(session.view(), camera.places, camera.laid, secrets.randbelow)

    def _use_hands(self) -> None:
        """Lays or throws; it is read as a real table's would be, and offered on the table."""
        hands = self._hands()
        if hands is not None:
            self.kiosk.camera.lay(hands.laid)
            self._said = None
            self._fill_side()

    def _toggle(self) -> None:
        self.memo["is_explained"] = not self.memo["is_explained"]
        self._fill_side()

    def _touched(self, at: Point) -> None:
        said = self.presenter.touch(self.kiosk.camera.sketch(), at)
        if said is not None:
            self.kiosk.toast(self.words(said))

    # Sheets.

    def _choose_source(self) -> None:
        look = self.look

        def choose(source: str) -> None:
            self.kiosk.close_sheet()
            self.kiosk.preferences.camera_source = source
            self.kiosk.save_preferences()
            self.kiosk.open_eye()
            self.rebuild()

        chosen = self.kiosk.preferences.camera_source
        buttons = [
            PushButton(
                look,
                self._say(f"source.{source or 'off'}"),
                partial(choose, source),
                style="chosen" if source == chosen else "plain",
                icon="check" if source == chosen else "camera",
                align="left",
            )
            for source in SOURCES
        ]
        self.kiosk.open_sheet(self._say("source"), *buttons)
