"""What the panels that set a camera up share: a live picture beside a column, and a way out without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.message import Message, say
from companion.ports.camera import Bearing, Picture
from companion.ports.table import Point
from kiosk.panels.panel import Panel
from kiosk.presenters.camera.seen import CameraLine
from kiosk.widgets.boxes import Row, Scroll, Surface
from kiosk.widgets.button import PushButton
from kiosk.widgets.camera.live_picture import LivePicture
from kiosk.widgets.paint import Icon
from kiosk.widgets.said_line import SaidLine
from kiosk.widgets.text import Text

FRAME_S = 0.12


class PicturePanel(Panel):
    """A live picture, what to do about it, and buttons below; `part` is its part of the catalogue."""

    part = ""
    picture_share = 1.7

    def build(self) -> None:
        """Shows picture and column, or says that there is no camera."""
        look = self.look
        self._clock: Any = getattr(self, "_clock", None)
        if self.kiosk.camera.eye is None:
            self.frame(self.tell("title"), self._without_camera())
            return
        self.trouble = Text(look, "", step="text", colour="hit", grows=True)
        self.live = self.make_live()
        self.side = Scroll(look, spacing=8, padding=(0, 0, 10, 0))
        self.prepare()
        box = BoxLayout(orientation="vertical" if look.is_portrait else "horizontal", spacing=look.px(10))
        share: dict[str, Any] = {} if look.is_portrait else {"size_hint_x": self.picture_share}
        box.add_widget(Surface(look, self.live, padding=4, **share))
        box.add_widget(self.side)
        self.frame(self.tell("title"), box, footer=self.make_footer())
        self.refresh()

    def make_live(self) -> LivePicture:
        """Makes the picture."""
        return LivePicture(self.look)

    def prepare(self) -> None:
        """Makes the presenter before anything is shown."""

    def make_footer(self) -> Widget | None:
        """Makes the buttons below."""
        return None

    def refresh(self) -> None:
        """Fills the column anew."""

    def picture(self) -> Picture | None:
        """Returns the newest picture to show."""
        return self.kiosk.camera.picture()

    def draw(self) -> None:
        """Draws on top of a new picture."""

    def _without_camera(self) -> Widget:
        look, failure = self.look, self.kiosk.camera.failure
        said = self.words(failure) if failure else self.words(say("kiosk_camera.camera.none"))
        button = PushButton(
            look, self.words(say("kiosk_camera.to_camera")), self._to_camera, icon="camera", style="primary"
        )
        return Surface(
            look,
            Icon(look, "camera", side=56, colour="faint"),
            Text(look, said, step="lead", colour="quiet", align="center"),
            button,
            padding=20,
        )

    def _to_camera(self) -> None:
        self.kiosk.open_root("camera")

    # Words.

    def tell(self, key: str, **params: Any) -> str:
        """Says one of this panel's own sentences."""
        return self.words(say(f"kiosk_camera.{self.part}.{key}", **params))

    def shared(self, key: str, **params: Any) -> str:
        """Says a sentence that several of these panels share."""
        return self.words(say(f"kiosk_camera.shared.{key}", **params))

    def refuse(self, notes: Sequence[Message]) -> None:
        """Says why something could not be done; the first notes are the ones that matter."""
        self.kiosk.toast(" ".join(self.words(note) for note in notes[:3]), "refusal")

    # Life.

    def shown(self) -> None:
        """Starts the live picture."""
        self._clock = Clock.schedule_interval(self._tick, FRAME_S)
        self._tick(0.0)

    def left(self) -> None:
        """Stops the live picture."""
        if self._clock is not None:
            self._clock.cancel()

    def night_changed(self) -> None:
        """Stays as it is: a camera is set up whatever the night does."""

    def _tick(self, _: float) -> None:
        camera = self.kiosk.camera
        health = camera.health()
        if camera.eye is None or health is None or not hasattr(self, "live"):
            return
        self.trouble.text = self.words(health.message) if health.status == "lost" else ""
        picture = self.picture()
        if picture is not None:
            self.live.show(picture)
        self.draw()

    @property
    def bearing(self) -> Bearing | None:
        """From where the camera looks at the board, while it finds it."""
        sketch = self.kiosk.camera.sketch()
        return sketch.bearing if sketch is not None else None

    # Parts.

    def choices(
        self,
        options: Sequence[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], None],
    ) -> Widget:
        """Lists options side by side, the chosen one standing out."""
        look = self.look
        buttons = [
            PushButton(
                look,
                text,
                partial(choose, value),
                style="chosen" if value == chosen else "plain",
                size_hint_y=1,
            )
            for value, text in options
        ]
        for button in buttons:
            button.padding = [look.px(4), look.px(4)]
        return Row(look, *buttons, spacing=4, size_hint_y=None, height=max(look.touch, look.roomy(50, 0.7)))

    def stepper(self, text: str, steps: Sequence[int], step: Callable[[int], None]) -> Widget:
        """Shows a number with buttons that change it."""
        look = self.look
        buttons = [
            PushButton(look, f"{by:+d}".replace("-", "−"), partial(step, by), size_hint_y=1) for by in steps
        ]
        for button in buttons:
            button.padding = [0, 0]
        row = Row(look, *buttons, spacing=4, size_hint_y=None, height=look.touch)
        label = Text(look, text, step="text", grows=True)
        return Surface(look, label, row, grows=True, padding=8, spacing=4)

    def line(self, line: CameraLine) -> Widget:
        """Shows something that was found, and what to do about it."""
        do = self.words(line.do) if line.do is not None else ""
        return SaidLine(self.look, line.icon, line.colour, self.words(line.text), do)


def flat(points: Any) -> list[Point]:
    """Returns rows of an array as points."""
    return [(float(x), float(y)) for x, y in points]
