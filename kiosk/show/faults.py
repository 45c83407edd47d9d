"""Looks a screen over: words that do not fit their box, words that lie over other words."""

from __future__ import annotations

from itertools import combinations

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kiosk.app import Kiosk
from kiosk.panels.broken import BrokenPanel
from kiosk.widgets.button import PushButton
from kiosk.widgets.text import Text

Box = tuple[float, float, float, float]
SLACK_PX = 2.0


def faults_of(kiosk: Kiosk, name: str) -> list[str]:
    """Lists what is wrong with the screen that is up: its words, its buttons, or that it failed."""
    top = kiosk.sheet or kiosk.panels
    failed = ["the panel failed"] if isinstance(kiosk.panel, BrokenPanel) and name != "broken" else []
    return [*failed, *text_faults(top), *text_faults(kiosk.moments), *touch_faults(top)]


def text_faults(root: Widget) -> list[str]:
    """Lists every text of a screen that is cut off, stands out of the screen, or overlaps another."""
    texts = [(text, _drawn(text)) for text in _visible_texts(root)]
    faults = [f"cut off: {text.text!r}" for text, _ in texts if text.is_clipped]
    for text, (x, y, w, h) in texts:
        is_outside = x < root.x - SLACK_PX or x + w > root.x + root.width + SLACK_PX
        is_outside = is_outside or y < root.y - SLACK_PX or y + h > root.y + root.height + SLACK_PX
        if is_outside and not _scrolls(text):
            faults.append(f"off the screen: {text.text!r}")
    for (one, box), (other, other_box) in combinations(texts, 2):
        if _overlap(box, other_box) and _viewport(one) is _viewport(other):
            faults.append(f"overlap: {one.text!r} and {other.text!r}")
    return faults


def touch_faults(root: Widget) -> list[str]:
    """Lists every button that is smaller than a fingertip needs."""
    faults = []
    for widget in root.walk(restrict=True):
        if not isinstance(widget, PushButton) or widget.acts is None or widget.opacity == 0:
            continue
        least = min(widget.width, widget.height)
        if least < widget.look.touch - SLACK_PX:
            name = " ".join(text.text for text in _visible_texts(widget))
            name = name or (widget.icon.name if widget.icon else "")
            faults.append(f"too small to touch: {name!r}, {least:.0f} px")
    return faults


def _visible_texts(root: Widget) -> list[Text]:
    found: list[Text] = []

    def look(widget: Widget) -> None:
        if widget.opacity == 0 or widget.width <= 0 or widget.height <= 0:
            return
        if isinstance(widget, Text) and widget.text:
            found.append(widget)
        for child in widget.children:
            look(child)

    look(root)
    return found


def _drawn(text: Text) -> Box:
    x, y, w, h = text.drawn_box
    left, bottom = text.to_window(x, y)
    return left, bottom, w, h


def _viewport(widget: Widget) -> Widget | None:
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            return parent
        parent = parent.parent if isinstance(parent, Widget) else None
    return None


def _scrolls(widget: Widget) -> bool:
    return _viewport(widget) is not None


def _overlap(one: Box, other: Box) -> bool:
    x1, y1, w1, h1 = one
    x2, y2, w2, h2 = other
    wide = min(x1 + w1, x2 + w2) - max(x1, x2)
    high = min(y1 + h1, y2 + h2) - max(y1, y2)
    return wide > SLACK_PX and high > SLACK_PX + 0.15 * min(h1, h2)
