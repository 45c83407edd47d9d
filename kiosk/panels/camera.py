"""Camera: what it sees, live, with spaces and figures on top; whether it sees well, and what differs."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ports.camera import Picture
from kiosk.panels.panel import Panel
from kiosk.theme import Look
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text

FRAME_S = 0.12
SOURCES = ("", "0", "pi", "simulated")


class LivePicture(Widget):
    """A camera's frame, as large as it fits."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._number = -1
        self._texture: Texture | None = None
        with self.canvas:
            self._color = Color(1, 1, 1, 0)
            self._rect = Rectangle()
        self.bind(pos=self._place, size=self._place)

    def show(self, picture: Picture) -> None:
        """Shows a frame unless it is the one already shown."""
        if picture.number == self._number:
            return
        self._number = picture.number
        size = (picture.width, picture.height)
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
            self._rect.texture = self._texture
            self._color.a = 1
            self._place()
        self._texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        self.canvas.ask_update()

    def _place(self, *_: object) -> None:
        if self._texture is None:
            return
        width, height = self._texture.size
        scale = min(self.width / width, self.height / height)
        w, h = width * scale, height * scale
        self._rect.size = (w, h)
        self._rect.pos = (self.x + (self.width - w) / 2, self.y + (self.height - h) / 2)


class CameraPanel(Panel):
    """The live picture on the left, its health and the differences on the right."""

    def build(self) -> None:
        """Shows the picture, or how to get one."""
        look = self.look
        self.memo.setdefault("is_explained", True)
        self._said: object = None
        self.live = LivePicture(look)
        self.side = Scroll(look, spacing=8)
        box = BoxLayout(orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10))
        if self.kiosk.sight.source and self.kiosk.sight.eye is not None:
            picture = Surface(look, self.live, padding=4, size_hint_x=1 if look.is_portrait else 1.7)
            box.add_widget(picture)
        else:
            box.add_widget(self._nothing())
        box.add_widget(self.side)
        self._fill_side()
        self.frame(self.say("camera.title"), box, footer=self._sources())

    def _nothing(self) -> Widget:
        look = self.look
        failure = self.kiosk.sight.failure
        said = self.words(failure) if failure else self.say("camera.none")
        return Surface(
            look,
            Icon(look, "camera", side=56, colour="faint"),
            Text(look, said, step="lead", colour="quiet", align="center"),
            size_hint_x=1 if look.is_portrait else 1.7,
            padding=20,
        )

    def _sources(self) -> Widget:
        look = self.look
        row = Row(look)
        for source in SOURCES:
            if source == "simulated" and self.kiosk.session is None:
                continue
            is_chosen = source == self.kiosk.preferences.camera_source
            row.add_widget(
                PushButton(
                    look,
                    self.say(f"camera.source.{source or 'off'}"),
                    lambda source=source: self._choose(source),
                    style="chosen" if is_chosen else "plain",
                    step="text",
                    size_hint_y=1,
                )
            )
        return row

    def _choose(self, source: str) -> None:
        self.kiosk.preferences.camera_source = source
        self.kiosk.save_preferences()
        self.kiosk.open_eye()
        self.rebuild()

    def shown(self) -> None:
        """Starts the camera that the table chose, and the live picture."""
        self._clock = Clock.schedule_interval(self._tick, FRAME_S)
        if self.kiosk.sight.eye is None and self.kiosk.preferences.camera_source:
            self.kiosk.open_eye()
            self.rebuild()

    def left(self) -> None:
        """Stops the live picture; the camera goes on watching."""
        if getattr(self, "_clock", None) is not None:
            self._clock.cancel()

    def night_changed(self) -> None:
        """Compares anew."""
        self._fill_side()

    def _tick(self, _: float) -> None:
        picture = self.kiosk.sight.picture(is_explained=self.memo["is_explained"])
        if picture is not None:
            self.live.show(picture)
        self._fill_side()

    def _fill_side(self) -> None:
        look, sight = self.look, self.kiosk.sight
        health, comparison = sight.health(), sight.comparison()
        if (health, comparison) == self._said:
            return
        self._said = (health, comparison)
        parts: list[Widget] = []
        if health is not None:
            colour = {"good": "done", "poor": "accent", "lost": "hit"}[health.status]
            parts.append(self._line("eye", colour, self.words(health.message)))
            if health.anchors_hidden:
                hidden = ", ".join(health.anchors_hidden)
                parts.append(self._line("warning", "hit", self.say("camera.anchors", names=hidden)))
        if comparison is not None and comparison.agree:
            parts.append(self._line("check", "done", self.say("camera.agrees")))
        for difference in comparison.differences if comparison else ():
            colour = "hit" if difference.is_contradiction else "quiet"
            parts.append(self._line("warning", colour, self.words(difference.say)))
        if sight.eye is not None:
            parts.append(
                PushButton(
                    look,
                    self.say("camera.plain") if self.memo["is_explained"] else self.say("camera.explained"),
                    self._toggle,
                    icon="eye",
                    icon_colour="camera",
                )
            )
            parts.append(
                PushButton(look, self.say("camera.keep"), self._keep, icon="target", icon_colour="camera")
            )
            parts.append(Text(look, self.say("camera.keep_hint"), step="small", colour="quiet", grows=True))
        else:
            parts.append(Text(look, self.say("camera.hint"), step="text", colour="quiet", grows=True))
        self.side.fill(*parts)

    def _line(self, icon: str, colour: str, text: str) -> Widget:
        look = self.look
        return Row(
            look,
            Icon(look, icon, side=22, colour=colour, size_hint_x=None, width=look.px(28)),
            Text(look, text, step="text"),
            size_hint_y=None,
            height=look.roomy(62),
        )

    def _toggle(self) -> None:
        self.memo["is_explained"] = not self.memo["is_explained"]
        self._said = None
        self._fill_side()

    def _keep(self) -> None:
        is_kept = self.kiosk.sight.save_table()
        self.kiosk.toast(self.say("camera.kept" if is_kept else "camera.not_kept"))
