"""How the table lies on the screen: header, track, board, pool and the sentence below."""

from __future__ import annotations

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.blocks import Board, Card
from kiosk.panels.panel import Panel
from kiosk.panels.table.tall import Squeeze
from kiosk.presenters.rules import Explained, Explainer
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.presenters.table.screen import Action, TableScreen
from kiosk.widgets.board.canvas import BoardCanvas
from kiosk.widgets.board.geometry import Box, Viewport, is_lap
from kiosk.widgets.board.minimap import MiniMap
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.cached import Cached, Seat
from kiosk.widgets.paint import Plate
from kiosk.widgets.table.dice_tray import DiceTray
from kiosk.widgets.table.far import FarScreen
from kiosk.widgets.table.notice import NoticeBar
from kiosk.widgets.table.pool import MOST_IN_COLUMN, PoolPanel
from kiosk.widgets.table.prompt_bar import PromptBar
from kiosk.widgets.table.shelf import CardShelf
from kiosk.widgets.table.stepper import Stepper
from kiosk.widgets.table.track import PlayerTrack
from kiosk.widgets.text import Text
from kiosk.widgets.toast import Spot

FAR_AFTER_S = 5.0
"""How long nobody touches the screen before it is made for eyes two metres away."""
MAP_W, MAP_H = 132, 96
"""The most room that a small map in the corner takes."""
MAP_SHARE = 0.4
"""The most that it takes of the board's width and height, unless it lies beside the board."""
LEAST_MAP_W = 48
"""The narrowest that a small map is, and the margin that it fits into."""


class TableFrame(Panel):
    """The widgets of the main screen in their places, wide or tall; what they do is the table's."""

    def build(self) -> None:
        """Lays out header, track, board, pool and action bar."""
        assert self.kiosk.session is not None
        look = self.look
        self.presenter = TablePresenter(self.kiosk.session, self.kiosk.words, self.memo, self.kiosk.desk)
        self.track = PlayerTrack(look, self.words)
        self.pool = PoolPanel(look, self.words)
        self.board = BoardCanvas(look, self.touch_space, self.words)
        self.minimap = MiniMap(look, lambda x, y: self.board.look_at(x, y, is_moving=False))
        self.board.on_viewport = self._looked
        self.corner_map = MiniMap(
            look, lambda x, y: self.board.look_at(x, y, is_moving=False), size_hint=(None, None)
        )
        self.tray = DiceTray(look, self.words, self.touch_die)
        self.shelf = CardShelf(look, self.words, self.touch_card, self.list_cards)
        self.notice = NoticeBar(look, self.act)
        self.bar = PromptBar(look, self.act)
        column = BoxLayout(orientation="vertical", spacing=look.px(6))
        self._top, self._centre = self._header(), self._middle()
        column.add_widget(self._top)
        column.add_widget(self._centre)
        column.add_widget(self.bar)
        self.chrome = Cached(look)
        self.chrome.add_widget(column)
        self.chrome.leave_out(self.board)
        for layer in (self.chrome, self.board, self.minimap, self.corner_map):
            self.add_widget(layer)
        self.far: FarScreen | None = None
        """The table as it is read from afar, while nobody touches it."""
        self.squeeze = Squeeze(self)
        self.arranged()

    @property
    def top_height(self) -> float:
        """How high the round, its buttons and the phases are."""
        return float(self._top.height)

    def drop_phases(self) -> None:
        """Takes the strip of phases away, on a tall screen without room for it."""
        strip = self.stepper.parent
        if strip is not None and strip.parent is self._top:
            self._top.remove_widget(strip)
            self._top.height -= strip.height + self._top.spacing

    def drop_strip(self) -> None:
        """Takes the strip of a lap away until the table is shown anew."""
        self.map_seat.height = self.minimap.opacity = 0

    @property
    def heading(self) -> str:
        """The round that is played."""
        return str(self.title.text)

    def arranged(self) -> None:
        """Tells that the widgets are in place."""

    def touch_space(self, space: str) -> None:
        """Takes a touch on the board."""

    def touch_die(self, die: str) -> None:
        """Takes a touch on a die of the table."""

    def touch_card(self, card: str) -> None:
        """Takes a touch on a card that lies open."""

    def list_cards(self, cards: tuple[Card, ...]) -> None:
        """Lists the cards that have no room of their own."""

    def act(self, action: Action) -> None:
        """Does what a large button says."""

    def undo(self) -> None:
        """Takes the last step back."""

    def show_menu(self) -> None:
        """Opens the ways to the other panels."""

    def toast_spot(self) -> Spot:
        """Says where a short message hides nothing needed: over the lap's strip, above a loud notice."""
        notice, look = self.notice, self.look
        height = look.touch
        y = notice.top + look.px(2) if notice.is_loud else notice.y
        return notice.x, y, notice.width, height

    def moment_spot(self) -> Spot:
        """Leaves the bar with the next sentence and its buttons in reach."""
        above = self.bar.y + self.bar.height
        return self.x, above, self.width, self.y + self.height - above

    def rest(self, idle_s: float) -> None:
        """Shows only what is read from afar once nobody has touched the screen for a while."""
        if idle_s >= FAR_AFTER_S and self.far is None and self.kiosk.preferences.has_far_view:
            self.go_far()

    def go_far(self) -> None:
        """Leaves only the board, whose turn it is, what is left, and the sentence with its large button."""
        if self.kiosk.sheet is not None or self.size != self.kiosk.panels.size:
            return
        x, y, width, height = self.moment_spot()
        self.far = FarScreen(
            self.look,
            self.words,
            self.touch_space,
            players=len(self.presenter.view.players),
            pos=(x, y),
            size=(width, height),
        )
        self.add_widget(self.far)
        self.show()

    def come_near(self) -> None:
        """Brings everything back."""
        if self.far is not None:
            self.remove_widget(self.far)
            self.far = None
            for part in (self._top, self._centre):
                part.opacity = 1
            self.show()

    def hide_near(self) -> None:
        """Leaves out what the far view covers: neither drawn nor found by a finger."""
        for part in (self._top, self._centre, self.board, self.minimap, self.corner_map):
            part.opacity = 0

    def show(self) -> None:
        """Shows the night as it is now."""

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Comes near once the touch that was meant for something has been taken."""
        taken = bool(super().on_touch_up(touch))
        if touch.grab_current is None:
            self.come_near()
        return taken

    def explain(self, explain: Explainer, x: float, y: float) -> Explained | None:
        """Says what lies at a point of the table."""
        board = self.far.board if self.far is not None else self.board
        if board.opacity and board.collide_point(x, y):
            space = board.space_under(x, y)
            return explain.space(space) if space is not None else None
        view = self.presenter.view
        for action, button in self.bar.shown_actions():
            if button.collide_point(x, y):
                return explain.action(action)
        for card_id, button in self.shelf.shown_cards():
            if button.collide_point(x, y):
                return explain.card(next(card for card in view.cards if card.id == card_id))
        for die_id, button in self.tray.shown_dice():
            if button.collide_point(x, y):
                return explain.die(next(die for die in view.table_dice if die.id == die_id))
        return explain.phase() if self.stepper.collide_point(x, y) else None

    def _header(self) -> Widget:
        look = self.look
        header = Row(look, padding=(14, 6, 8, 6), size_hint_y=None, height=look.touch + look.px(14))
        Plate(header, look, fill="surface", radius=look.px(2))
        self.title = Text(look, "", step="title", bold=True, lines=2, size_hint_x=0.32)
        header.add_widget(self.title)
        self.stepper = Stepper(look, size_hint_y=None, height=look.roomy(32), pos_hint={"center_y": 0.5})
        self.undo_button = PushButton(
            look,
            "" if look.is_portrait or look.is_large_text else self.say("undo"),
            self.undo,
            icon="undo",
            height=look.touch,
            size_hint_x=None,
            width=look.px(50 if look.is_portrait or look.is_large_text else 104),
        )
        camera = PushButton(
            look,
            icon="camera",
            acts=lambda: self.kiosk.open("camera"),
            icon_colour="camera",
            height=look.touch,
        )
        menu = PushButton(look, icon="menu", acts=self.show_menu, height=look.touch)
        again = PushButton(look, icon="sound", acts=self.kiosk.sound.voice.repeat, height=look.touch)
        row = (self.undo_button, *((again,) if self.kiosk.sound.voice.can_speak else ()), camera, menu)
        self._buttons = Row(look, *row, spacing=6, size_hint_x=None)
        self._buttons.width = self.undo_button.width + (len(row) - 1) * look.px(56)
        self.distance = PushButton(look, icon="zoom", acts=self.board.change_distance, height=look.touch)
        if look.is_portrait:
            self.title.size_hint_x = 1
            header.add_widget(self._buttons)
            both = BoxLayout(orientation="vertical", size_hint_y=None, spacing=look.px(6))
            both.height = header.height + look.roomy(32) + look.px(6)
            both.add_widget(header)
            strip = BoxLayout(padding=[look.px(12), 0], size_hint_y=None, height=look.roomy(32))
            self.stepper.pos_hint = {}
            strip.add_widget(self.stepper)
            both.add_widget(strip)
            return both
        header.add_widget(self.stepper)
        header.add_widget(self._buttons)
        return header

    def _middle(self) -> Widget:
        look = self.look
        stage = BoxLayout(orientation="vertical", spacing=look.px(6))
        frame = BoxLayout(padding=look.px(5))
        Plate(frame, look, fill="surface")
        frame.add_widget(Seat(self.board))
        stage.add_widget(frame)
        self.map_seat = Seat(self.minimap, size_hint_y=None, height=look.px(30))
        stage.add_widget(self.map_seat)
        stage.add_widget(self.shelf)
        stage.add_widget(self.notice)
        if look.is_portrait:
            self.track.size_hint_y = None
            self.track.height = look.roomy(104)
            self.pool.size_hint_y = None
            self.pool.height = look.roomy(46)
            column = BoxLayout(orientation="vertical", spacing=look.px(8), padding=[look.px(10), 0])
            for widget in (self.track, stage, self.tray, self.pool):
                column.add_widget(widget)
            return column
        row = BoxLayout(spacing=look.px(8), padding=[look.px(10), 0])
        self.track.size_hint_x = None
        self.track.width = look.roomy(158, 0.6)
        self.side = BoxLayout(orientation="vertical", size_hint_x=None, width=look.roomy(82, 0.5))
        self.side.add_widget(self.tray)
        self.side.add_widget(self.pool)
        for widget in (self.track, stage, self.side):
            row.add_widget(widget)
        return row

    def _fit_pool(self, screen: TableScreen) -> None:
        """Gives the room of the pool and the dice to the board while there is nothing in it."""
        has_pool, has_dice = bool(screen.pool), bool(screen.dice)
        self.pool.opacity = 1 if has_pool else 0
        if self.look.is_portrait:
            self.pool.height = self.look.roomy(46) if has_pool else 0
        elif has_dice or len(screen.pool) > MOST_IN_COLUMN:
            self.side.width = self.look.roomy(118, 0.5)
        else:
            self.side.width = self.look.roomy(82, 0.5) if has_pool else 0

    def _offer_distance(self, shown: Board) -> None:
        """Offers to see all of a board that is too fine to be touched as a whole; a lap has its strip."""
        if not is_lap(shown) and self.distance.parent is None:
            self._buttons.add_widget(self.distance, index=len(self._buttons.children) - 1)
            self._buttons.width += self.look.px(56)

    def _free_corner(self, size: tuple[float, float]) -> tuple[float, float]:
        """Returns the corner of the board, y up from its foot, where something hides the least."""
        board, inset = self.board, self.look.px(4)
        right, top = board.width - size[0] - inset, board.height - size[1] - inset
        corners = ((inset, inset), (right, inset), (inset, top), (right, top))
        return min(corners, key=lambda corner: self._hidden((*corner, *size)))

    def _hidden(self, box: Box) -> tuple[int, int]:
        """Counts the spaces under a box on the board that are lit or on the way, and those with something."""
        viewport, shown = self.board.viewport, self.board.board
        if viewport is None or shown is None:
            return 0, 0
        under = set()
        for space in shown.spaces:
            left, top = viewport.to_window(space.x, space.y)
            w, h = space.w * viewport.unit_x, space.h * viewport.unit_y
            if _overlap(box, (left, viewport.window_h - top - h, w, h)):
                under.add(space.id)
        touched = {*shown.lit, *shown.path}
        return len(under & touched), len(under & {piece.space for piece in shown.pieces})

    def _looked(self, viewport: Viewport) -> None:
        self.minimap.follow(viewport)
        self.corner_map.follow(viewport)
        if self.board.is_at_rest:
            self._place_map()

    def _place_map(self) -> None:
        """Lays a small map into a corner of a board of which only a part is in sight.

        Beside a board that is narrower than its window it takes the free margin; it never covers
        what can be touched, and goes where it would be too small to be read.
        """
        board, shown = self.board, self.board.board
        is_needed = shown is not None and not is_lap(shown) and board.is_close and bool(board.opacity)
        self.corner_map.opacity = 1 if is_needed else 0
        if shown is None or not is_needed:
            self.corner_map.pos = (-2000, -2000)
            return
        margin = board.viewport.left - self.look.px(8) if board.viewport is not None else 0.0
        is_beside = margin >= self.look.px(LEAST_MAP_W)
        width = min(margin if is_beside else MAP_SHARE * board.width, self.look.px(MAP_W))
        height = min(board.height if is_beside else MAP_SHARE * board.height, self.look.px(MAP_H))
        unit = min(width / shown.width, height / shown.height)
        self.corner_map.size = (shown.width * unit, shown.height * unit)
        x, y = self._free_corner(self.corner_map.size)
        self.corner_map.pos = (board.x + x, board.y + y)
        is_small = self.corner_map.width < self.look.px(LEAST_MAP_W)
        if is_small or self._hidden((x, y, *self.corner_map.size))[0]:
            self.corner_map.opacity = 0
            self.corner_map.pos = (-2000, -2000)

    def _show_board(self, screen: TableScreen) -> None:
        if screen.board is None:
            self.board.opacity = 0
            return
        self.board.opacity = 1
        self.board.show(screen.board, holds_still=screen.is_thinking)
        has_map = is_lap(screen.board)
        self.map_seat.height = self.look.px(30) if has_map else 0
        self.minimap.opacity = 1 if has_map else 0
        self.minimap.show(screen.board)
        self.corner_map.show(screen.board)
        self._offer_distance(screen.board)
        self._place_map()


def _overlap(one: Box, other: Box) -> bool:
    """Tells whether two boxes lie over each other."""
    (x1, y1, w1, h1), (x2, y2, w2, h2) = one, other
    return x1 < x2 + w2 and x2 < x1 + w1 and y1 < y2 + h2 and y2 < y1 + h1
