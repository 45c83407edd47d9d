"""Buttons: they answer in the same frame, and work by touch, mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk.look.theme import Look, Step
from kiosk.widgets.letters import letters_width
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

Style = Literal["primary", "plain", "quiet", "danger", "chosen", "camera"]

STYLES: dict[Style, tuple[str, str, str, str]] = {
    "primary": ("accent", "", "on_accent", "accent_pressed"),
    "plain": ("raised", "", "text", "pressed"),
    "quiet": ("", "line", "text", "pressed"),
    "danger": ("hit_surface", "hit", "text", "pressed"),
    "chosen": ("accent_dim", "accent", "text", "pressed"),
    "camera": ("raised", "camera", "text", "pressed"),
}
"""Fill, outline, words, and the fill while pressed."""


HELD = "held"
"""Marks a touch that rested so long that it asked what lies under it: it does nothing else."""


class Touchable(Widget):
    """Anything that is pressed: shows it at once, acts on release inside."""

    on_click: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.is_pressed = False
        self.is_focused = False
        self.acts: Callable[[], Any] | None = None
        self._deaf_until_s = 0.0

    def deafen(self, seconds: float) -> None:
        """Hears no touch and no key for a while."""
        self._deaf_until_s = Clock.get_time() + seconds

    @property
    def is_deaf(self) -> bool:
        """Tells whether it is too new to be touched."""
        return bool(Clock.get_time() < self._deaf_until_s)

    def show_state(self) -> None:
        """Redraws for pressed, focused or enabled."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Takes a touch inside and shows it."""
        if (
            self.disabled
            or self.acts is None
            or touch.is_mouse_scrolling
            or not self.collide_point(*touch.pos)
        ):
            return False
        if self.is_deaf:
            return True
        touch.grab(self)
        self.is_pressed = True
        Touchable.on_click()
        self.show_state()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Keeps the touch that began here."""
        return touch.grab_current is self

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Acts where the touch ends inside."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.is_pressed = False
        self.show_state()
        if self.collide_point(*touch.pos) and HELD not in touch.ud:
            self.press()
        return True

    def press(self) -> None:
        """Does what the button is for, as a touch or the Enter key would."""
        if self.acts is not None and not self.disabled and not self.is_deaf:
            self.acts()

    def focus(self, is_focused: bool) -> None:
        """Marks it for the keyboard."""
        self.is_focused = is_focused
        self.show_state()


class PushButton(Touchable, BoxLayout):
    """An icon, words, or both on a rounded plate."""

    def __init__(
        self,
        look: Look,
        text: str = "",
        acts: Callable[[], Any] | None = None,
        *,
        icon: str = "",
        style: Style = "plain",
        step: Step = "text",
        bold: bool = True,
        icon_side: float = 22,
        icon_colour: str = "",
        align: Literal["left", "center"] = "center",
        note: str = "",
        note_colour: str = "quiet",
        note_step: Step = "small",
        **options: Any,
    ) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", max(look.touch, look.roomy(50)))
        if icon and not text:
            options.setdefault("size_hint_x", None)
            options.setdefault("width", max(look.touch, look.px(50)))
        super().__init__(
            orientation="horizontal",
            spacing=look.px(8),
            padding=[look.px(12 if text else 4), look.px(5)],
            **options,
        )
        self.look = look
        self.acts = acts
        self.style: Style = style
        self.plate = Plate(self, look)
        self.icon: Icon | None = None
        self._icon_room = look.px(icon_side + 4) + look.px(8)
        self.label: Text | None = None
        if icon:
            fixed: dict[str, Any] = {"size_hint_x": None, "width": look.px(icon_side + 4)} if text else {}
            ink = icon_colour or STYLES[style][2]
            self.icon = Icon(look, icon, side=icon_side, colour=ink, **fixed)
            self.add_widget(self.icon)
        if text:
            self.label = Text(
                look,
                text,
                step=step,
                bold=bold,
                colour=STYLES[style][2],
                align=align,
            )
            if note:
                self.label.align, self.label.valign = "left", "bottom"
                column = BoxLayout(orientation="vertical", spacing=look.px(1))
                column.add_widget(self.label)
                self.note = Text(look, note, step=note_step, colour=note_colour, valign="top")
                column.add_widget(self.note)
                self.add_widget(column)
            else:
                self.add_widget(self.label)
            if self.icon and not note and align == "center":
                # The icon stands beside the words, and both in the middle.
                self.label.align = "left"
                self.bind(width=self._centre)
                self.label.bind(text=self._centre)
                self._centre()
        self.bind(disabled=lambda *_: self.show_state())
        self.show_state()

    def _centre(self, *_: Any) -> None:
        """Puts icon and words into the middle; an icon gives way to a word that has no room beside it."""
        assert self.icon is not None
        assert self.label is not None
        _, top, right, bottom = self.padding
        font_px = self.look.font_px(self.label.step)
        words, longest = (
            max((letters_width(each, font_px, self.label.bold) for each in parts), default=0.0)
            for parts in ([self.label.text], self.label.text.split())
        )
        has_icon = longest <= self.width - 2 * right - self._icon_room
        self.icon.width, self.icon.opacity = (self._icon_room - self.look.px(8), 1) if has_icon else (0, 0)
        self.spacing = self.look.px(8) if has_icon else 0
        room = self.width - 2 * right - (self._icon_room if has_icon else 0) - words - 1
        self.padding = [right + max(0.0, room / 2), top, right, bottom]

    def restyle(self, style: Style) -> None:
        """Shows it in another style."""
        self.style = style
        for part in (self.label, self.icon):
            if part:
                part.recolour(STYLES[style][2])
        self.show_state()

    def show_state(self) -> None:
        """Redraws for pressed, focused or enabled."""
        fill, line, _, pressed = STYLES[self.style]
        if self.is_focused:
            line = "text"
        self.plate.paint(pressed if self.is_pressed else fill, line)
        self.opacity = 0.38 if self.disabled else 1.0
