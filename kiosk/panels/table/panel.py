"""The table: whose turn, what now, the board, what is left to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout

from companion.core.blocks import Card, Choice
from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.night.refusals import NotAgreed
from kiosk.machine.sound import Cue
from kiosk.panels.table.frame import TableFrame
from kiosk.presenters.table.screen import Action, Notice, Reply, TableScreen
from kiosk.widgets.button import PushButton
from kiosk.widgets.form import ask
from kiosk.widgets.table.travel import ask_agreement, show_put_back
from kiosk.widgets.text import Text

CUES: dict[str, Cue] = {"hit": "hit", "gain": "gain"}
"""What a notice of a tone sounds like where the next sentence comes with it."""
ALONE_S, CHOICE_S = 3.0, 5.0
"""How long a plain way is shown before it is done without another touch; longer where there are others."""
OTHERS = (
    ("history", "history"),
    ("dispute", "dispute"),
    ("report", "chart"),
    ("ear", "voice"),
    ("camera", "camera"),
    ("phones", "phone"),
    ("settings", "settings"),
)
"""The panels that the menu leads to, with their icons."""


class TablePanel(TableFrame):
    """The main screen; it updates in place, so that pieces glide instead of jumping."""

    # Showing.

    def arranged(self) -> None:
        """Shows the night as soon as everything is in place."""
        self._spoken = self.memo.get("spoken", "")
        self._told: Notice | None = None
        self._alone: tuple[object, Action] | None = None
        self._go_alone = Clock.create_trigger(lambda _: self._acts_alone(), ALONE_S)
        self.presenter.on_change = self.show
        self.show()

    def shown(self) -> None:
        """Takes up what a dispute decided: an accepted end, or the table overruling."""
        claim = self.memo.pop("claim", None)
        if claim is not None:
            self.touch_space(claim)
        self.presenter.go_on()
        corrected = self.memo.pop("corrects", None)
        if corrected is not None:
            self._follow(self.presenter.correct(corrected))

    def left(self) -> None:
        """Answers nothing any more."""
        self._go_alone.cancel()
        self.presenter.close()

    def night_changed(self) -> None:
        """Takes a change of the night in without building anew."""
        self.presenter.night_changed()
        self.show()

    def rest(self, idle_s: float) -> None:
        """Reminds gently of a long turn, besides showing what is read from afar."""
        super().rest(idle_s)
        view, minutes = self.presenter.view, self.kiosk.preferences.turn_minutes
        clock = self.kiosk.turn_clock
        clock.follow(view.prompt.player)
        if clock.overdue(minutes):
            name = next((each.name for each in view.players if each.id == view.prompt.player), "")
            said = self.words(say("evening.turn.long", player=name, minutes=minutes))
            self.kiosk.sound.cue("turn")
            self.kiosk.sound.voice.announce((said,), self.kiosk.words.language)
            self.kiosk.toast(said)

    def lit(self) -> None:
        """Lights up what is within reach, and leaves the rest of the screen as it is."""
        screen = self.presenter.screen()
        self._show_board(screen)
        if self.far is not None:
            self.hide_near()
            self.far.show(screen)

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
        self._fit_pool(screen)
        self._show_board(screen)
        self.tray.show(screen.dice, screen.picked_dice)
        self.shelf.show(screen.cards, screen.usable_cards)
        self.notice.show(screen.notice, screen.hints, screen.status)
        self.squeeze.fit(screen)
        if self.far is not None:
            self.hide_near()
            self.far.show(screen)
            large = tuple(action for action in screen.actions if action.is_primary)
            self.bar.show(screen.headline, "", screen.headline_seat, large)
        else:
            self.bar.show(screen.headline, screen.detail, screen.headline_seat, screen.actions)
        self._count_down(screen)
        self.undo_button.disabled = not screen.can_undo
        self._announce(screen)
        self.presenter.look_around()

    def _count_down(self, screen: TableScreen) -> None:
        """Lets the time run down after which something plain is done by itself; any other touch stops it."""
        alone = (self.presenter.session.state, screen.goes_alone) if screen.goes_alone is not None else None
        if alone == self._alone:
            return
        self._alone = alone
        self._go_alone.cancel()
        offer = self.presenter.offer
        self._go_alone.timeout = CHOICE_S if offer is not None and len(offer.ways) > 1 else ALONE_S
        self.bar.run_down(self._go_alone.timeout if alone is not None else 0.0)
        if alone is not None:
            self._go_alone()

    def _acts_alone(self) -> None:
        if self._alone is not None and self.kiosk.sheet is None:
            action = self._alone[1]
            self._alone = None
            self.act(action)

    def _announce(self, screen: TableScreen) -> None:
        """Sounds and says what is new: a refusal, a disagreement with the camera, the next sentence."""
        notice, self._told = self._told, screen.notice
        if screen.notice is not None and screen.notice != notice:
            if screen.notice.tone == "refusal":
                self.kiosk.sound.cue("refused")
                self.kiosk.sound.voice.announce((screen.notice.title,), self.kiosk.words.language)
            elif screen.notice.actions:
                self.kiosk.sound.cue("hit")
                self.kiosk.sound.voice.announce((screen.notice.title,), self.kiosk.words.language)
        if screen.headline == self._spoken or screen.is_thinking:
            return
        self._spoken = self.memo["spoken"] = screen.headline
        tone = screen.notice.tone if screen.notice else ""
        self.kiosk.sound.cue("won" if screen.is_over else CUES.get(tone, "turn"))
        self.kiosk.sound.voice.prompt(screen.headline, self.kiosk.words.language)

    def confirm_seen(self) -> bool:
        """Lets the dice button confirm what the camera saw; tells whether there was anything."""
        return self.presenter.confirm_seen()

    # Doing.

    def touch_space(self, space: str) -> None:
        """Takes a touch on the board; for another figure, what is in its reach is lit next."""
        self._follow(self.presenter.touch_space(space))
        self.kiosk.reach.ask(self.presenter.session)

    def touch_die(self, die: str) -> None:
        """Takes a touch on a die of the table."""
        self._follow(self.presenter.touch_die(die))

    def touch_card(self, card: str) -> None:
        """Takes a touch on a card that lies open."""
        self._follow(self.presenter.touch_card(card))

    def list_cards(self, cards: tuple[Card, ...]) -> None:
        """Lists the cards that have no room of their own."""

        def row(card: Card) -> PushButton:
            acts = partial(self._close_and, partial(self.touch_card, card.id))
            return self.shelf.card_button(card, acts, height=self.look.roomy(56))

        self._list(self.say("cards.optional"), [row(card) for card in cards])

    def act(self, action: Action) -> None:
        """Does what a button says."""
        if action.kind == "roll":
            self.kiosk.sound.cue("dice")
        self._follow(self.presenter.act(action))

    def _follow(self, reply: Reply) -> None:
        """Shows what a touch led to, with the sheet or the panel that it needs."""
        match reply.kind:
            case "open":
                memo: dict[str, Any] = dict(reply.memo)
                if reply.space:
                    memo = {"turn": None, "space": reply.space, "figure": reply.figure}
                self.kiosk.open(reply.panel, **memo)
                return
            case "ask":
                self._ask(reply.choices[0])
            case "choose":
                self._list(reply.title, [self._choice_row(choice) for choice in reply.choices])
            case "ways":
                self._list(reply.title, [self._way_row(way) for way in reply.ways])
            case "more":
                self._list(reply.title, [self._action_row(action) for action in reply.actions])
            case "rules":
                lines = [Text(self.look, line, step="text", grows=True) for line in reply.lines]
                self.kiosk.open_sheet(reply.title, *lines)
        self.show()

    def _list(self, title: str, rows: list[PushButton]) -> None:
        self.kiosk.open_sheet(title, *rows)

    def _choice_row(self, choice: Choice) -> PushButton:
        return self._row(
            self.words(choice.label),
            choice.icon or "next",
            lambda: self._follow(self.presenter.choose(choice)),
        )

    def _way_row(self, way: Way) -> PushButton:
        def take() -> None:
            self.presenter.show_way(way)
            self.show()

        return self._row(self.words(way.summary), "steps", take, way is self.presenter.proposal)

    def _action_row(self, action: Action) -> PushButton:
        return self._row(action.label, action.icon, lambda: self.act(action))

    def _row(self, text: str, icon: str, acts: Callable[[], Any], is_chosen: bool = False) -> PushButton:
        """Makes a line of a sheet, which goes before it does what it says."""
        look = self.look
        return PushButton(
            look,
            text,
            partial(self._close_and, acts),
            icon=icon,
            icon_colour="accent",
            height=look.roomy(56),
            bold=is_chosen,
            align="left",
            style="chosen" if is_chosen else "plain",
        )

    def _close_and(self, acts: Callable[[], Any]) -> None:
        self.kiosk.close_sheet()
        acts()

    def _ask(self, choice: Choice) -> None:
        def answered(answers: dict[str, object]) -> None:
            refusal = self.presenter.answer(choice, answers)
            if refusal is None:
                self.kiosk.close_sheet()
            else:
                self.kiosk.sound.cue("refused")
                self.kiosk.toast(self.words(refusal.message), "refusal")
            self.show()

        ask(self.kiosk, self.words(choice.label), choice.asks, answered)

    def undo(self) -> None:
        """Takes the last step back; asks the table first where something had become known."""
        self._undo(agreed=False)

    def _undo(self, *, agreed: bool) -> None:
        self.presenter.drop()
        try:
            moved = self.presenter.session.undo(agreed=agreed)
        except NotAgreed as barrier:
            ask_agreement(self, barrier, lambda: self._undo(agreed=True))
            return
        except Refusal as refusal:
            self.kiosk.toast(self.words(refusal.message), "refusal")
            return
        show_put_back(self, moved)

    def show_menu(self) -> None:
        """Opens the ways to the other panels."""
        if self.presenter.wondered:
            self.presenter.drop()
        look = self.look
        entries: list[tuple[str, str, Callable[[], Any]]] = [
            (self.say(f"{name}.title"), icon, partial(self.kiosk.open, name)) for name, icon in OTHERS
        ]
        entries.insert(2, (self.words(say("rules.title")), "help", partial(self.kiosk.open, "rules")))
        if self.presenter.in_group("table"):
            entries.append((self.say("table.correct"), "pen", lambda: self._follow(self.presenter.correct())))
        entries.append((self.say("home.title"), "table", partial(self.kiosk.open_root, "home")))
        grid = GridLayout(cols=2, spacing=look.px(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for text, icon, acts in entries:
            grid.add_widget(
                PushButton(
                    look,
                    text,
                    acts,
                    icon=icon,
                    icon_colour="accent",
                    icon_side=26,
                    step="lead",
                    align="left",
                    height=look.roomy(68, 0.3),
                )
            )
        self.kiosk.open_sheet(self.say("menu"), grid, share=0.8 if look.is_large_text else 0.62)
