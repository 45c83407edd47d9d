"""A long press on anything: what lies under the finger is explained, and nothing is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.core.message import say
from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.button import HELD, PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text

if TYPE_CHECKING:
    from kiosk.app import Kiosk

HOLD_S = 0.6
STILL_PX = 12


class Holding:
    """Waits while a finger rests on the screen, and says what it rests on."""

    def __init__(self, kiosk: Kiosk) -> None:
        self._kiosk = kiosk
        self._event: Any = None
        self._touch: MotionEvent | None = None

    def down(self, touch: MotionEvent) -> None:
        """Begins to wait."""
        self.stop()
        panel = self._kiosk.panel
        if not touch.is_mouse_scrolling and panel is not None and panel.explains:
            self._touch = touch
            self._event = Clock.schedule_once(lambda _: self._look_once_more(), HOLD_S)

    def stop(self) -> None:
        """Waits no longer: the finger has gone."""
        if self._event is not None:
            self._event.cancel()
        self._event, self._touch = None, None

    def _look_once_more(self) -> None:
        """Lets a frame pass: after a slow one, a finger that has long gone is only about to be told."""
        self._event = Clock.schedule_once(lambda _: self._held(), 0)

    def _held(self) -> None:
        touch, self._touch, self._event = self._touch, None, None
        if touch is None:
            return
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > self._kiosk.look.px(STILL_PX):
            return
        explained = self._under(touch.x, touch.y)
        if explained is not None:
            touch.ud[HELD] = True
            self._show(explained)

    def _under(self, x: float, y: float) -> Explained | None:
        """Says what is at a point of the screen, in the topmost layer that is there."""
        kiosk, panel = self._kiosk, self._kiosk.panel
        assert panel is not None
        explain = Explainer(panel.game, panel.view, kiosk.words)
        card = kiosk.moments.card
        if card is not None and card.collide_point(x, y):
            return explain.moment(card.screen)
        if kiosk.sheet is None:
            found = panel.explain(explain, x, y)
            if found is not None:
                return found
        return self._of_widgets(explain, kiosk.sheet or panel, x, y)

    def _of_widgets(self, explain: Explainer, root: Widget, x: float, y: float) -> Explained | None:
        """Says what the widget at a point is; a button in something that is explained, by that, too."""
        inside = [widget for widget in root.walk(restrict=True) if _is_at(widget, x, y)]
        button = next((each for each in reversed(inside) if isinstance(each, PushButton)), None)
        about = next((each.explained for each in reversed(inside) if hasattr(each, "explained")), None)
        explained: Explained | None = about(explain) if about is not None else None
        label, *told = _words_on(button) or [""]
        icon = button.icon.name if button is not None and button.icon is not None else ""
        if explained is not None:
            if not label or label == explained.title:
                return explained
            return Explained(label, (explained.title, *explained.lines), explained.rules, icon)
        if button is not None:
            return explain.button(label, icon, tuple(told))
        panel = self._kiosk.panel
        if panel is None or self._kiosk.sheet is not None:
            return None
        named = say(f"rules.help.panel.{self._kiosk.stack[-1][0]}")
        return Explained(panel.heading, (self._kiosk.words(named),))

    def _show(self, explained: Explained) -> None:
        kiosk, look = self._kiosk, self._kiosk.look
        said = (explained.title, *explained.lines, *explained.rules)
        if kiosk.sheet is not None:
            # There is one sheet at most, and what was begun in it stays.
            kiosk.toast(" · ".join(filter(None, said[:2])))
        else:
            kiosk.moments.dismiss()
            rows: list[Widget] = []
            if explained.icon:
                rows.append(
                    Icon(look, explained.icon, side=48, colour="accent", size_hint_y=None, height=look.px(56))
                )
            rows += [Text(look, line, step="lead", bold=True, grows=True) for line in explained.lines]
            rows += [Text(look, rule, step="text", grows=True) for rule in explained.rules]
            kiosk.open_sheet(explained.title, *rows)
        kiosk.sound.voice.announce(said, kiosk.words.language)


def _words_on(button: PushButton | None) -> list[str]:
    """Lists the words that stand on a button, its name first."""
    walked = button.walk(restrict=True) if button is not None else ()
    return [widget.text for widget in walked if isinstance(widget, Text) and widget.text]


def _is_at(widget: Widget, x: float, y: float) -> bool:
    """Tells whether a widget is seen at a point: there, and in sight of the list that it stands in."""
    parent = widget.parent
    if parent is None or not widget.collide_point(*parent.to_widget(x, y)):
        return False
    while isinstance(parent, Widget) and not isinstance(parent, ScrollView):
        parent = parent.parent if parent.parent is not parent else None
    return not isinstance(parent, ScrollView) or parent.collide_point(*parent.parent.to_widget(x, y))
