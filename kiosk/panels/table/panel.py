"""The table: whose turn, what now, the board, what is left to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout

from companion.core.blocks import Choice
from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.night.refusals import NotAgreed
from companion.ports.sight import SceneChange
from companion.referee import Comparison, Proposal, propose
from kiosk.machine.sound import Cue
from kiosk.night.chance import draw, roll
from kiosk.panels.table.frame import TableFrame
from kiosk.presenters.camera.seen import verdict_of
from kiosk.presenters.table.presenter import Found, find_ways
from kiosk.presenters.table.screen import Action, TableScreen, Touch
from kiosk.widgets.button import PushButton
from kiosk.widgets.form import ask
from kiosk.widgets.table.travel import ask_agreement, show_put_back
from kiosk.widgets.text import Text

CUES: dict[str, Cue] = {"hit": "hit", "gain": "gain", "refusal": "refused"}
"""What a notice of a tone sounds like."""
HELP_AFTER_S = 0.9
"""How long the table sees that something is asked before the screen answers it alone."""


class TablePanel(TableFrame):
    """The main screen; it updates in place, so that pieces glide instead of jumping."""

    # Tour.

    def arranged(self) -> None:
        """Shows the night as soon as everything is in place."""
        self._spoken = self.memo.get("spoken", "")
        self._is_helping = False
        self._proposed: SceneChange | None = None
        self._seen: tuple[Any, Any, Comparison] | None = None
        self.show()

    def shown(self) -> None:
        """Takes up what a dispute decided: an accepted end, or the table overruling."""
        claim = self.memo.pop("claim", None)
        if claim is not None:
            self.touch_space(claim)
        self._go_on()
        if self.memo.pop("corrects", False):
            self._choose_choice(self.say("table.correct"), self.presenter.in_group("table"))

    def night_changed(self) -> None:
        """Takes a change of the night in without building anew."""
        self._seen = None
        self.presenter.refresh()
        self._go_on()
        self.show()

    def _go_on(self) -> None:
        """Takes a way up again that chance had interrupted."""
        onward = self.presenter.onward()
        if onward:
            self.touch_space(onward)

    def lit(self) -> None:
        """Lights up what is within reach, and leaves the rest of the screen as it is."""
        self._show_board(self.presenter.screen())

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

    def _status(self, screen: TableScreen) -> tuple[str, ...]:
        """Says the two things that matter most now, so that they can be read."""
        parts = []
        if self.kiosk.dice_box.lost:
            parts.append(self.words(say("kiosk.dice.away", device=self.kiosk.dice_box.lost)))
        comparison = self.kiosk.camera.comparison()
        if comparison is not None:
            parts.append(self.words(verdict_of(comparison)))
        if screen.roll_source:
            parts.append(screen.roll_source)
        if screen.is_sample:
            parts.append(self.say("sample"))
        return tuple(parts[: 1 if self.kiosk.dice_box.lost else 2])

    def _help_alone(self) -> None:
        """Does by itself what the table lets it: rolls, draws, and the camera's proposal."""
        preferences, view = self.kiosk.preferences, self.presenter.view
        is_waiting = (view.dice is not None and preferences.rolls_alone) or (
            view.dice is None and preferences.draws_alone and bool(self.presenter.in_group("chance"))
        )
        if is_waiting and not self._is_helping:
            self._is_helping = True
            Clock.schedule_once(self._take_chance, HELP_AFTER_S)
        if preferences.camera_proposes:
            self._ask_referee()

    def _ask_referee(self) -> None:
        """Asks beside the screen which turn the seen change could be; once for each change."""
        seen = self.kiosk.camera.seen()
        if seen is None and self.kiosk.referee.is_busy:
            self.kiosk.referee.cancel()
            self._seen = None
        if seen is None or seen == self._seen or self.presenter.proposal is not None:
            return
        self._seen = seen
        self.kiosk.referee.ask(partial(propose, *seen), partial(self._proposes, seen[1]))

    def _proposes(self, state: Any, proposal: Proposal | None) -> None:
        is_free = self.presenter.proposal is None and not self.presenter.wondered
        if self.presenter.session.state is state and is_free:
            self._take_up(proposal)
        else:
            self._seen = None

    def _take_up(self, proposal: Proposal | None) -> None:
        """Offers what the camera saw: one way to confirm, several to choose from, or why it cannot be."""
        if proposal is None or proposal.change == self._proposed:
            return
        self._proposed = proposal.change
        if proposal.kind in ("one", "several"):
            self.presenter.propose(proposal.ways, proposal.change.after)
            self.show()
        elif proposal.kind == "dispute":
            self.kiosk.toast(self.words(proposal.because or proposal.say), "hit")

    def _take_chance(self, _: float) -> None:
        self._is_helping = False
        if self.kiosk.panel is not self:
            return
        if self.presenter.view.dice is not None:
            self.roll()
        elif self.presenter.in_group("chance"):
            self.presenter.submit(draw(self.presenter.in_group("chance")).command, source="screen")

    def _announce(self, screen: TableScreen) -> None:
        if screen.headline == self._spoken or screen.is_thinking:
            return
        self._spoken = self.memo["spoken"] = screen.headline
        tone = screen.notice.tone if screen.notice else ""
        self.kiosk.sound.cue("won" if screen.is_over else CUES.get(tone, "turn"))
        self.kiosk.sound.speak(screen.headline, self.kiosk.words.language)

    # Doing.

    def touch_space(self, space: str) -> None:
        """Takes a touch on the board; what the rules take long for is worked out beside the screen."""
        self.kiosk.thinker.cancel()
        touch = self.presenter.touch_space(space)
        if touch.kind != "wonders":
            self._took(touch)
            return
        session = self.presenter.session
        state = session.state

        def found(found: Found) -> None:
            if session.state is state:
                self._took(self.presenter.found(space, found))

        self.kiosk.thinker.ask(partial(find_ways, session.game, state, space), found, self._slow)
        self.show()

    def _slow(self) -> None:
        self.presenter.is_slow = True
        self.show()

    def _drop_question(self) -> None:
        """Wants no answer any more: the table has gone on to something else."""
        self.kiosk.thinker.cancel()
        if self.presenter.wondered:
            self.presenter.drop()

    def _took(self, touch: Touch) -> None:
        if touch.kind == "refused":
            self.kiosk.sound.cue("refused")
        elif touch.kind == "choose_choice":
            self._choose_choice(self.say("table.which"), touch.choices)
        elif touch.kind == "asks":
            self._ask(touch.choices[0])
            return
        if touch.kind != "done":
            self.show()

    def _other_way(self) -> None:
        """Turns to the other way at once, or lists them where there are more than two."""
        presenter = self.presenter
        if len(presenter.ways) == 2:
            presenter.other_way()
            return

        def take(way: Way) -> None:
            self.kiosk.close_sheet()
            presenter.other_way(way)
            self.show()

        buttons = [
            self._choice_button(
                self.words(way.summary), "steps", partial(take, way), way is presenter.proposal
            )
            for way in presenter.ways
        ]
        self.kiosk.open_sheet(self.say("table.which_way"), *buttons)

    def _choose_choice(self, title: str, choices: tuple[Choice, ...]) -> None:
        def take(choice: Choice) -> None:
            self.kiosk.close_sheet()
            self._took(self.presenter.choose(choice))
            self.show()

        buttons = [
            self._choice_button(self.words(choice.label), choice.icon or "next", partial(take, choice))
            for choice in choices
        ]
        self.kiosk.open_sheet(title, *buttons)

    def _choice_button(
        self, text: str, icon: str, acts: Callable[[], Any], is_chosen: bool = False
    ) -> PushButton:
        look = self.look
        return PushButton(
            look,
            text,
            acts,
            icon=icon,
            icon_colour="accent",
            height=look.roomy(56),
            bold=is_chosen,
            align="left",
            style="chosen" if is_chosen else "plain",
        )

    def _ask(self, choice: Choice) -> None:
        def answered(answers: dict[str, object]) -> None:
            self.presenter.answer(choice, answers)
            refusal = self.presenter.refusal
            if refusal is None:
                self.kiosk.close_sheet()
            else:
                self.presenter.drop()
                self.kiosk.sound.cue("refused")
                self.kiosk.toast(self.words(refusal.message), "refusal")
            self.show()

        ask(self.kiosk, self.words(choice.label), choice.asks, answered)

    def act(self, action: Action) -> None:
        """Does what a large button says."""
        presenter = self.presenter
        if presenter.wondered:
            self._drop_question()
            if action.kind == "more":
                self.show()
                return
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
            case "other_way":
                self._other_way()
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
        self._drop_question()
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

    def drop(self) -> None:
        """Takes a proposal, a question or a refusal off the screen."""
        self.kiosk.thinker.cancel()
        self.presenter.drop()
        self.show()

    def show_rule(self, clauses: tuple[str, ...]) -> None:
        """Says the rules behind a refusal."""
        lines = self.presenter.clause_lines(clauses)
        texts = [Text(self.look, line, step="text", grows=True) for line in lines]
        self.kiosk.open_sheet(self.say("rule"), *texts)

    def show_menu(self) -> None:
        """Opens the ways to the other panels."""
        self._drop_question()
        look = self.look

        entries: list[tuple[str, str, Callable[[], Any]]] = [
            (self.say(f"{name}.title"), icon, partial(self.kiosk.open, name))
            for name, icon in (
                ("history", "history"),
                ("dispute", "dispute"),
                ("report", "chart"),
                ("camera", "camera"),
                ("settings", "settings"),
            )
        ]
        corrections = self.presenter.in_group("table")
        if corrections:
            title = self.say("table.correct")
            entries.append((title, "pen", partial(self._choose_choice, title, corrections)))
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
