"""The table from two metres: the board, whose turn it is and what is left, nothing smaller than 3 mm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout

from companion.core.blocks import Counter, Player
from companion.core.message import Message
from kiosk.look.theme import CAP_SHARE, FAR_CAP_MM, Look, Step, shape_of
from kiosk.presenters.rules import Explained, Explainer
from kiosk.presenters.table.screen import TableScreen
from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.board.pieces import colour_of
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.paint import Icon, Plate
from kiosk.widgets.text import Text

NAME_STEP: Step = "large"
STATE_PX = 20
STATES_PX, VALUE_PX, DIGIT_PX = 124, 38, 18
"""The room below a name, of the number that the order follows, and of a digit."""
MOST_COUNTERS = 6
MOST_IN_COLUMN = 4
"""How many players have room below each other; more stand in rows above the board."""
ROW_PX = 84


class FarPlayer(BoxLayout):
    """A player: the name large, below it the number that the order follows and the states as icons."""

    def __init__(self, look: Look, player: Player) -> None:
        super().__init__(spacing=look.px(6), padding=[look.px(8), look.px(2)])
        self.explained: Callable[[Explainer], Explained] = lambda explain: explain.player(player)
        is_now = player.status == "now"
        is_gone = player.status in ("done", "out")
        seat = f"seat-{player.seat}"
        Plate(self, look, fill="raised" if is_now else "surface", line=seat if is_now else "", line_px=3)
        shape = Icon(look, shape_of(player.seat), side=34, colour="faint" if is_gone else seat)
        shape.size_hint_x, shape.width = None, look.px(36)
        name = Text(
            look,
            player.name,
            step=NAME_STEP,
            bold=True,
            colour="quiet" if is_gone else "text",
            lines=1,
            least_px=look.mm(FAR_CAP_MM / CAP_SHARE),
        )
        below = BoxLayout(spacing=look.px(2), size_hint_y=0.8)
        if player.value is not None:
            value = Text(look, str(player.value), step="title", bold=True, colour=seat, lines=1)
            value.size_hint_x, value.width = None, look.px(VALUE_PX)
            below.add_widget(value)
        for icon, tone, count in _states(player):
            mark = Icon(look, icon, side=STATE_PX, colour=colour_of(tone), size_hint_x=None)
            mark.width = look.px(STATE_PX + 2)
            below.add_widget(mark)
            if count > 1:
                number = Text(look, str(count), step="title", bold=True, colour="quiet", lines=1)
                number.size_hint_x, number.width = None, look.px(DIGIT_PX * len(str(count)))
                below.add_widget(number)
        below.add_widget(BoxLayout())
        words = BoxLayout(orientation="vertical")
        words.add_widget(name)
        words.add_widget(below)
        self.add_widget(shape)
        self.add_widget(words)


def _states(player: Player) -> list[tuple[str, str, int]]:
    """Sums up a player's badges that look alike; as many as have room."""
    counts: dict[tuple[str, str], int] = {}
    for badge in player.badges:
        key = (badge.icon, badge.tone)
        counts[key] = counts.get(key, 0) + badge.count
    room = STATES_PX - (VALUE_PX if player.value is not None else 0)
    found = []
    for (icon, tone), count in counts.items():
        room -= STATE_PX + 4 + (DIGIT_PX * len(str(count)) if count > 1 else 0)
        if room < 0:
            break
        found.append((icon, tone, count))
    return found


class FarCounter(BoxLayout):
    """Something that is left to use."""

    def __init__(self, look: Look, counter: Counter) -> None:
        super().__init__(spacing=look.px(2), padding=[look.px(6), look.px(2)])
        self.explained: Callable[[Explainer], Explained] = lambda explain: explain.counter(counter)
        Plate(self, look, fill="raised")
        self.add_widget(Icon(look, counter.icon, side=28, colour="accent"))
        self.add_widget(Text(look, str(counter.value), step=NAME_STEP, bold=True, align="right", lines=1))


class FarScreen(FloatLayout):
    """Lies over all but the bar; a touch on a space counts at once, any touch brings the rest back."""

    def __init__(
        self,
        look: Look,
        words: Callable[[Message], str],
        on_space: Callable[[str], None],
        *,
        players: int,
        **options: Any,
    ) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.look = look
        with self.canvas.before:
            Color(*look.colour("background"))
            self._ground = Rectangle()
        self.board = BoardCanvas(look, on_space, words)
        self._is_stacked = look.is_portrait or players > MOST_IN_COLUMN
        if self._is_stacked:
            columns = 2 if look.is_portrait else 3
            height = -(-players // columns) * look.px(ROW_PX)
            self._players: Layout = GridLayout(
                cols=columns, spacing=look.px(6), size_hint_y=None, height=height
            )
        else:
            self._players = Column(look, spacing=6, size_hint_x=None, width=look.px(186))
        self._pool: Layout = Row(look, spacing=6, size_hint_y=None)
        if look.is_portrait:
            self._box: BoxLayout = Column(look, self._players, self.board, self._pool, padding=8)
        elif self._is_stacked:
            self._pool = GridLayout(cols=2, spacing=look.px(6), size_hint_x=None)
            self._box = Column(look, self._players, Row(look, self.board, self._pool), padding=8)
        else:
            self._pool = Column(look, spacing=6, size_hint_x=None)
            self._box = Row(look, self._players, self.board, self._pool, padding=8)
        self._box.size_hint = (None, None)
        self.add_widget(self._box)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def show(self, screen: TableScreen) -> None:
        """Shows a table as it is."""
        look = self.look
        self._players.clear_widgets()
        for player in screen.players:
            self._players.add_widget(FarPlayer(look, player))
        if not self._is_stacked and len(screen.players) < MOST_IN_COLUMN:
            self._players.add_widget(BoxLayout(size_hint_y=MOST_IN_COLUMN - len(screen.players)))
        self._pool.clear_widgets()
        left = [counter for counter in screen.pool if counter.value > 0][:MOST_COUNTERS]
        for counter in left:
            self._pool.add_widget(FarCounter(look, counter))
        if look.is_portrait:
            self._pool.height = look.px(56) if left else 0
        elif self._is_stacked:
            self._pool.width = look.px(174) if left else 0
        else:
            self._pool.width = look.px(84) if left else 0
            self._pool.add_widget(BoxLayout(size_hint_y=max(0.01, MOST_COUNTERS - len(left))))
        self.board.opacity = 0 if screen.board is None else 1
        if screen.board is not None:
            self.board.show(screen.board, holds_still=screen.is_thinking)

    def _lay(self, *_: Any) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        self._box.pos, self._box.size = self.pos, self.size

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Keeps a touch from what lies below."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))
