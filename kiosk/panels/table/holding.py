"""A long press on anything of the table: what lies under the finger is explained, and nothing is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from kiosk.presenters.rules import Explained, Explainer
from kiosk.widgets.button import HELD
from kiosk.widgets.paint import Icon
from kiosk.widgets.table.pool import PoolItem
from kiosk.widgets.table.track import PlayerCard
from kiosk.widgets.text import Text

if TYPE_CHECKING:
    from kiosk.panels.table.frame import TableFrame

HOLD_S = 0.6
STILL_PX = 12


class Holding:
    """Waits while a finger rests on the table, and says what it rests on."""

    def __init__(self, panel: TableFrame) -> None:
        self._panel = panel
        self._event: Any = None
        self._touch: MotionEvent | None = None

    def down(self, touch: MotionEvent) -> None:
        """Begins to wait."""
        self.stop()
        if not touch.is_mouse_scrolling:
            self._touch = touch
            self._event = Clock.schedule_once(lambda _: self._held(), HOLD_S)

    def stop(self) -> None:
        """Waits no longer: the finger has gone."""
        if self._event is not None:
            self._event.cancel()
        self._event, self._touch = None, None

    def _held(self) -> None:
        touch, self._touch, self._event = self._touch, None, None
        panel = self._panel
        if touch is None or panel.kiosk.sheet is not None or panel.far is not None:
            return
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > panel.look.px(STILL_PX):
            return
        explained = self._under(touch.x, touch.y)
        if explained is None:
            return
        touch.ud[HELD] = True
        self._show(explained)

    def _under(self, x: float, y: float) -> Explained | None:
        """Says what is at a point of the screen."""
        panel = self._panel
        session = panel.presenter.session
        explain = Explainer(session.game, session.view(), panel.kiosk.words)
        board = panel.board
        if board.opacity and board.collide_point(x, y):
            space = board.space_under(x, y)
            return explain.space(space) if space is not None else None
        found: tuple[tuple[type[Widget], Callable[[Any], Explained]], ...] = (
            (PlayerCard, lambda card: explain.player(card.player)),
            (PoolItem, lambda item: explain.counter(item.counter)),
        )
        for kind, say in found:
            for widget in panel.chrome.walk(restrict=True):
                if isinstance(widget, kind) and widget.collide_point(*widget.to_widget(x, y)):
                    return say(widget)
        return self._on_a_button(explain, x, y)

    def _on_a_button(self, explain: Explainer, x: float, y: float) -> Explained | None:
        panel = self._panel
        view = panel.presenter.session.view()
        for action, button in panel.bar.shown_actions():
            if button.collide_point(x, y):
                return explain.action(action)
        for card_id, button in panel.shelf.shown_cards():
            if button.collide_point(x, y):
                return explain.card(next(card for card in view.cards if card.id == card_id))
        for die_id, button in panel.tray.shown_dice():
            if button.collide_point(x, y):
                return explain.die(next(die for die in view.table_dice if die.id == die_id))
        return explain.phase() if panel.stepper.collide_point(x, y) else None

    def _show(self, explained: Explained) -> None:
        panel, look = self._panel, self._panel.look
        rows: list[Widget] = []
        if explained.icon:
            rows.append(
                Icon(look, explained.icon, side=48, colour="accent", size_hint_y=None, height=look.px(56))
            )
        rows += [Text(look, line, step="lead", bold=True, grows=True) for line in explained.lines]
        rows += [Text(look, rule, step="text", grows=True) for rule in explained.rules]
        panel.kiosk.open_sheet(explained.title, *rows)
        panel.kiosk.sound.voice.announce(
            (explained.title, *explained.lines, *explained.rules), panel.kiosk.words.language
        )
