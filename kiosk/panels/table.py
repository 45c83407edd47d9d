"""The table: whose turn, what now, the board, what is left to do."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.blocks import Choice
from companion.core.errors import Refusal
from companion.night.refusals import NotAgreed
from companion.ports.sight import SceneChange
from companion.referee import Proposal
from kiosk.chance import draw, roll
from kiosk.panels.panel import Panel
from kiosk.presenters.camera import verdict_of
from kiosk.presenters.table import Action, TablePresenter, TableScreen, Touch
from kiosk.widgets.board import BoardCanvas
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.cached import Cached, Seat
from kiosk.widgets.form import ask
from kiosk.widgets.geometry import is_lap
from kiosk.widgets.minimap import MiniMap
from kiosk.widgets.notice import NoticeBar
from kiosk.widgets.paint import Plate
from kiosk.widgets.pool import PoolPanel
from kiosk.widgets.prompt_bar import PromptBar
from kiosk.widgets.stepper import Stepper
from kiosk.widgets.text import Text
from kiosk.widgets.track import PlayerTrack
from kiosk.widgets.travel import ask_agreement, show_put_back

HELP_AFTER_S = 0.9
"""How long the table sees that something is asked before the screen answers it alone."""


class TablePanel(Panel):
    """The main screen; it updates in place, so that pieces glide instead of jumping."""

    def build(self) -> None:
        """Lays out header, track, board, pool and action bar."""
        assert self.kiosk.session is not None
        look = self.look
        self.presenter = TablePresenter(
            self.kiosk.session, self.kiosk.words, shows_reminders=self.kiosk.preferences.shows_reminders
        )
        self._spoken = self.memo.get("spoken", "")
        self._is_helping = False
        self._proposed: SceneChange | None = None
        self.track = PlayerTrack(look, self.words)
        self.pool = PoolPanel(look, self.words)
        self.board = BoardCanvas(look, self.touch_space, self.words)
        self.minimap = MiniMap(look, lambda x, y: self.board.look_at(x, y, is_moving=False))
        self.board.on_camera = self.minimap.follow
        self.notice = NoticeBar(look, on_close=self._drop, on_rule=self._show_rule, why=self.say("why"))
        self.bar = PromptBar(look, self._act, self.say("more"))
        column = BoxLayout(orientation="vertical", spacing=look.px(6))
        column.add_widget(self._header())
        column.add_widget(self._middle())
        column.add_widget(self.bar)
        self.chrome = Cached(look)
        self.chrome.add_widget(column)
        self.distance = PushButton(
            look,
            icon="zoom",
            acts=self.board.change_distance,
            style="quiet",
            size_hint=(None, None),
            size=(look.touch, look.touch),
        )
        for layer in (self.chrome, self.board, self.minimap, self.distance):
            self.add_widget(layer)
        self.board.bind(pos=self._place_distance, size=self._place_distance)
        self.show()

    def _header(self) -> Widget:
        look = self.look
        header = Row(look, padding=(14, 6, 8, 6), size_hint_y=None, height=look.touch + look.px(14))
        Plate(header, look, fill="surface", radius=look.px(2))
        self.title = Text(look, "", step="title", bold=True, lines=1, size_hint_x=0.32)
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
        self._buttons = Row(look, self.undo_button, camera, menu, spacing=6, size_hint_x=None)
        self._buttons.width = self.undo_button.width + 2 * look.px(50) + 2 * look.px(6)
        if look.is_portrait:
            header.add_widget(Widget())
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
        stage.add_widget(self.notice)
        if look.is_portrait:
            self.track.size_hint_y = None
            self.track.height = look.roomy(104)
            self.pool.size_hint_y = None
            self.pool.height = look.roomy(46)
            column = BoxLayout(orientation="vertical", spacing=look.px(8), padding=[look.px(10), 0])
            for widget in (self.track, stage, self.pool):
                column.add_widget(widget)
            return column
        row = BoxLayout(spacing=look.px(8), padding=[look.px(10), 0])
        self.track.size_hint_x = None
        self.track.width = look.roomy(158, 0.6)
        self.pool.size_hint_x = None
        self.pool.width = look.roomy(82, 0.5)
        for widget in (self.track, stage, self.pool):
            row.add_widget(widget)
        return row

    # Showing.

    def shown(self) -> None:
        """Takes up what a dispute decided: an accepted end, or the table overruling."""
        claim = self.memo.pop("claim", None)
        if claim is not None:
            self.touch_space(claim)
        if self.memo.pop("corrects", False):
            self._choose_choice(self.say("table.correct"), self.presenter.in_group("table"))

    def night_changed(self) -> None:
        """Takes a change of the night in without building anew."""
        self.presenter.refresh()
        self.show()

    def sighted(self) -> None:
        """Says whether the camera agrees, and offers what it saw."""
        self.show()

    def show(self) -> None:
        """Shows the present screen model."""
        screen = self.presenter.screen()
        self.title.text = screen.title
        self.stepper.show(screen.phases)
        self.track.show(screen.players)
        self.pool.show(screen.pool)
        self._fit_pool(bool(screen.pool))
        self._show_board(screen)
        self.notice.show(screen.notice, screen.hints, self._status(screen))
        self.bar.show(screen.headline, screen.detail, screen.headline_seat, screen.actions)
        self.undo_button.disabled = not screen.can_undo
        self._announce(screen)
        self._help_alone()

    def _fit_pool(self, has_pool: bool) -> None:
        """Gives the pool's room to the board while there is nothing in it."""
        self.pool.opacity = 1 if has_pool else 0
        if self.look.is_portrait:
            self.pool.height = self.look.roomy(46) if has_pool else 0
        else:
            self.pool.width = self.look.roomy(82, 0.5) if has_pool else 0

    def _place_distance(self, *_: object) -> None:
        """Keeps the zoom button in the corner of a board that is too fine to be touched as a whole."""
        board = self.board
        is_needed = board.board is not None and not is_lap(board.board)
        inset = self.look.px(4) + self.distance.width
        right = board.x + board.width - inset if is_needed else -2 * inset
        self.distance.pos = (right, board.y + board.height - inset)

    def _show_board(self, screen: TableScreen) -> None:
        if screen.board is None:
            self.board.opacity = 0
            return
        self.board.opacity = 1
        self.board.show(screen.board)
        has_map = is_lap(screen.board)
        self._place_distance()
        self.map_seat.height = self.look.px(30) if has_map else 0
        self.minimap.opacity = 1 if has_map else 0
        self.minimap.show(screen.board)

    def _status(self, screen: TableScreen) -> tuple[str, ...]:
        parts = [self.say("sample")] if screen.is_sample else []
        comparison = self.kiosk.sight.comparison()
        if comparison is not None:
            parts.insert(0, self.words(verdict_of(comparison)))
        if self.kiosk.dice_box.trouble is not None:
            parts.insert(0, self.words(self.kiosk.dice_box.trouble))
        if screen.roll_source:
            parts.append(screen.roll_source)
        return tuple(parts)

    def _help_alone(self) -> None:
        """Does by itself what the table lets it: rolls, draws, and the camera's proposal."""
        preferences, view = self.kiosk.preferences, self.presenter.view
        is_waiting = (view.dice is not None and preferences.rolls_alone) or (
            view.dice is None and preferences.draws_alone and bool(self.presenter.in_group("chance"))
        )
        if is_waiting and not self._is_helping:
            self._is_helping = True
            Clock.schedule_once(self._take_chance, HELP_AFTER_S)
        if preferences.camera_proposes and self.presenter.proposal is None:
            self._take_up(self.kiosk.sight.proposal())

    def _take_up(self, proposal: Proposal | None) -> None:
        """Offers what the camera saw: one way to confirm, several to choose from, or why it cannot be."""
        if proposal is None or proposal.change == self._proposed:
            return
        self._proposed = proposal.change
        if proposal.kind == "one":
            self.presenter.propose(proposal.ways[0], proposal.change.after)
            self.show()
        elif proposal.kind == "several" and self.kiosk.sheet is None:
            self.presenter.proposed_space = proposal.change.after
            self._choose_way(Touch("choose_way", ways=proposal.ways))
        elif proposal.kind == "dispute":
            self.kiosk.toast(self.words(proposal.say), "hit")

    def _take_chance(self, _: float) -> None:
        self._is_helping = False
        if self.kiosk.panel is not self:
            return
        if self.presenter.view.dice is not None:
            self.roll()
        elif self.presenter.in_group("chance"):
            self.presenter.submit(draw(self.presenter.in_group("chance")).command, source="screen")

    def _announce(self, screen: TableScreen) -> None:
        if screen.headline == self._spoken:
            return
        self._spoken = self.memo["spoken"] = screen.headline
        tone = screen.notice.tone if screen.notice else ""
        cue = {"hit": "hit", "gain": "gain", "refusal": "refused"}.get(tone, "turn")
        self.kiosk.sound.cue("won" if screen.is_over else cue)
        self.kiosk.sound.speak(screen.headline, self.kiosk.words.language)

    # Doing.

    def touch_space(self, space: str) -> None:
        """Takes a touch on the board."""
        self._took(self.presenter.touch_space(space))

    def _took(self, touch: Touch) -> None:
        if touch.kind == "refused":
            self.kiosk.sound.cue("refused")
        elif touch.kind == "choose_way":
            self._choose_way(touch)
        elif touch.kind == "choose_choice":
            self._choose_choice(self.say("table.which"), touch.choices)
        elif touch.kind == "asks":
            self._ask(touch.choices[0])
            return
        if touch.kind != "done":
            self.show()

    def _choose_way(self, touch: Touch) -> None:
        space = self.presenter.proposed_space

        def take(index: int) -> None:
            self.kiosk.close_sheet()
            self.presenter.propose(touch.ways[index], space)
            self.show()

        buttons = [
            self._choice_button(self.words(way.summary), "steps", lambda index=index: take(index))
            for index, way in enumerate(touch.ways)
        ]
        self.kiosk.open_sheet(self.say("table.which_way"), *buttons)

    def _choose_choice(self, title: str, choices: tuple[Choice, ...]) -> None:
        def take(choice: Choice) -> None:
            self.kiosk.close_sheet()
            self._took(self.presenter.choose(choice))
            self.show()

        buttons = [
            self._choice_button(
                self.words(choice.label), choice.icon or "next", lambda choice=choice: take(choice)
            )
            for choice in choices
        ]
        self.kiosk.open_sheet(title, *buttons)

    def _choice_button(self, text: str, icon: str, acts: object) -> PushButton:
        look = self.look
        return PushButton(
            look, text, acts, icon=icon, icon_colour="accent", height=look.roomy(56), bold=False, align="left"
        )

    def _ask(self, choice: Choice) -> None:
        def answered(answers: dict[str, object]) -> None:
            self.presenter.answer(choice, answers)
            if self.presenter.refusal is None:
                self.kiosk.close_sheet()
            self.show()

        ask(self.kiosk, self.words(choice.label), choice.asks, answered)

    def _act(self, action: Action) -> None:
        presenter = self.presenter
        match action.kind:
            case "choice" if action.choice is not None:
                self._took(presenter.choose(action.choice))
            case "choice":
                presenter.confirm()
            case "roll":
                self.roll()
            case "type_roll" | "pick_draw":
                self.kiosk.open("chance")
                return
            case "draw":
                presenter.submit(draw(presenter.in_group("chance")).command, source="screen")
            case "secret":
                self.kiosk.open("cards")
                return
            case "steps":
                self._choose_choice(self.say("table.steps"), presenter.in_group("step"))
            case "results":
                self.kiosk.open("report")
                return
            case "more" if presenter.proposal is not None:
                presenter.drop()
            case "more":
                self._choose_choice(self.say("more"), presenter.in_group("main"))
        self.show()

    def roll(self) -> None:
        """Rolls the dice that the game asks for, on the screen."""
        request = self.presenter.view.dice
        if request is None or self.kiosk.session is None:
            return
        self.kiosk.sound.cue("dice")
        faces = roll(request)
        self.kiosk.session.roll_source = "screen"
        self.presenter.submit({"command": "RollDice", "faces": list(faces)}, source="screen")

    def undo(self) -> None:
        """Takes the last step back; asks the table first where something had become known."""
        self._undo(agreed=False)

    def _undo(self, *, agreed: bool) -> None:
        assert self.kiosk.session is not None
        self.presenter.drop()
        try:
            moved = self.kiosk.session.undo(agreed=agreed)
        except NotAgreed as barrier:
            ask_agreement(self, barrier, lambda: self._undo(agreed=True))
            return
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        show_put_back(self, moved)

    def _drop(self) -> None:
        self.presenter.drop()
        self.show()

    def _show_rule(self, clauses: tuple[str, ...]) -> None:
        lines = self.presenter.clause_lines(clauses)
        texts = [Text(self.look, line, step="text", grows=True) for line in lines]
        self.kiosk.open_sheet(self.say("rule"), *texts)

    def show_menu(self) -> None:
        """Opens the ways to the other panels."""
        look = self.look

        def go(name: str) -> object:
            return lambda: self.kiosk.open(name)

        entries = [
            ("history", "history"),
            ("dispute", "dispute"),
            ("report", "chart"),
            ("camera", "camera"),
            ("settings", "settings"),
        ]
        buttons = [
            PushButton(
                look, self.say(f"{name}.title"), go(name), icon=icon, icon_colour="accent", align="left"
            )
            for name, icon in entries
        ]
        corrections = self.presenter.in_group("table")
        if corrections:
            buttons.append(
                PushButton(
                    look,
                    self.say("table.correct"),
                    lambda: self._choose_choice(self.say("table.correct"), corrections),
                    icon="pen",
                    icon_colour="accent",
                    align="left",
                )
            )
        buttons.append(
            PushButton(
                look, self.say("home.title"), lambda: self.kiosk.open_root("home"), icon="table", align="left"
            )
        )
        self.kiosk.open_sheet(self.say("menu"), *buttons)
