"""The table without a screen: what it shows of a night, and what touches on it become."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.core.blocks import Choice, View
from companion.core.chance import draw_asked
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.i18n import Translator
from companion.night.questions import Found, find_ways
from companion.night.reasons import Reason
from kiosk.night.chance import any_below
from kiosk.night.session import Session
from kiosk.presenters.rules import taught_phase
from kiosk.presenters.table.buttons import choices_at, in_group, with_room
from kiosk.presenters.table.cards import choices_naming
from kiosk.presenters.table.correcting import corrections, corrections_of
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.dice import dice_answer, mover_on, pick_die, picked_dice
from kiosk.presenters.table.disputed import ask_why, disputed_figure, disputed_space
from kiosk.presenters.table.offer import Offer, offer_of
from kiosk.presenters.table.screen import Action, Reply, TableScreen
from kiosk.presenters.table.shown import actions_of, screen_of
from kiosk.presenters.table.witness import Witness
from kiosk.presenters.words import space_name

HELP_AFTER_S = 0.9
"""How long the table sees that something is asked before the screen answers it alone."""


class TablePresenter:
    """Turns a night into the table's screen, and touches into commands. Holds no rules, knows no Kivy.

    A touch is answered by a `Reply`; what takes long, or comes from the camera, is told by `on_change`.
    """

    def __init__(
        self,
        session: Session,
        words: Translator,
        memo: dict[str, Any] | None = None,
        desk: Desk | None = None,
    ) -> None:
        self.session = session
        self.words = words
        self.memo = {} if memo is None else memo
        self.desk = desk or Desk()
        self.on_change = lambda: None
        self.offer: Offer | None = None
        self.refusal: Refusal | None = None
        self.refused_space = ""
        """The space that the refusal is about, if it is about one."""
        self.reason: Reason | None = None
        """What the judge says about the refused space."""
        self.wondered = ""
        """The space that the rules are asked about."""
        self.is_slow = False
        """Whether that takes so long that the table should hear of it."""
        self.witness = Witness(self)
        self.is_closed = False
        """Whether the table is out of sight, so that nothing is answered any more."""
        self._is_helping = False

    @property
    def bound_for(self) -> str:
        """Where the figure goes on to once chance has spoken; kept while another panel hears it."""
        return str(self.memo.get("bound_for", ""))

    @bound_for.setter
    def bound_for(self, space: str) -> None:
        self.memo["bound_for"] = space

    @property
    def view(self) -> View:
        """The present view."""
        return self.session.view()

    @property
    def proposal(self) -> Way | None:
        """The way that is offered for confirmation."""
        return self.offer.way if self.offer is not None else None

    def in_group(self, group: str) -> tuple[Choice, ...]:
        """Lists the choices of a group."""
        return in_group(self.view, group)

    def screen(self) -> TableScreen:
        """Describes the whole screen as it is now."""
        return screen_of(self)

    # The night goes on.

    def close(self) -> None:
        """Answers nothing any more: the table is out of sight."""
        self.is_closed = True

    def night_changed(self) -> None:
        """Takes a change of the night in, and takes a way up again that chance had interrupted."""
        self.witness.night_changed()
        self._forget()
        self.go_on()

    def go_on(self) -> None:
        """Goes on to where the figure was bound for, once chance has spoken."""
        if not self.bound_for or self.view.dice is not None or self.in_group("chance"):
            return
        space, self.bound_for = self.bound_for, ""
        if self.view.pool and not self.memo.pop("bound_by_camera", False):
            self._touch_end(space)  # what the camera sees is offered anew by itself

    @property
    def waits_for_draw(self) -> bool:
        """Tells whether the night waits for a card or tile off a pile, an open or a secret one."""
        return draw_asked(self.session.game.chance(self.session.state)) is not None

    def look_around(self) -> None:
        """Does by itself what the table lets it: rolls, draws, and offers what the camera saw."""
        preferences, view = self.desk.preferences, self.view
        is_waiting = (view.dice is not None and preferences.rolls_alone) or (
            view.dice is None and preferences.draws_alone and bool(self.in_group("chance"))
        )
        if is_waiting and not self._is_helping:
            self._is_helping = True
            self.desk.later(self._take_chance, HELP_AFTER_S)
        if preferences.camera_proposes:
            self.witness.look()

    def confirm_seen(self) -> bool:
        """Confirms what the camera saw where a hand may do so; tells whether there was anything."""
        return self.witness.confirm()

    def _take_chance(self) -> None:
        self._is_helping = False
        if not self.is_closed and (self.view.dice is not None or self.in_group("chance")):
            self.take_chance()

    def _forget(self) -> None:
        """Forgets what was offered or asked about a state gone by."""
        self.offer, self.wondered, self.is_slow = None, "", False
        self.refused_space, self.reason = "", None

    # What a touch does.

    def touch_space(self, space: str) -> Reply:
        """Takes a touch on the board: it shows what would happen, a second one on the same space does it."""
        self.desk.thinker.cancel()
        offer = self.offer
        self.drop()
        if offer is not None and space == offer.space:
            self.offer = offer
            return self.confirm()
        board = self.view.board
        mover = mover_on(board, space, self.session.figure) if board is not None else None
        if mover is not None:
            self.session.choose_figure(mover)
            return Reply()
        return self._touch_end(space)

    def _touch_end(self, space: str) -> Reply:
        """Shows what would happen where the figure meant now goes to a space, or asks the rules for it."""
        here = choices_at(self.view, space, is_lit=self.session.is_lit)
        if len(here) == 1 and not here[0].asks:
            way = Way((here[0].command,), self._here(here[0], space), (*self._from_here(), space))
            self.propose(space, (way,), way)
            return Reply()
        if here:
            return self._one_of(here)
        self.wondered = space
        state = self.session.state
        self.desk.thinker.ask(
            partial(find_ways, self.session.game, state, self.session.figure, space),
            partial(self._found, state, space),
            self._slow,
        )
        return Reply()

    def _here(self, choice: Choice, space: str) -> Message:
        """Says what a choice does on a space, which is named once."""
        named = space_name(self.view.board, space)
        if self.words(named) in self.words(choice.label):
            return choice.label
        return say("kiosk.table.here", what=choice.label, space=named)

    @property
    def picked_dice(self) -> list[str]:
        """The dice that were touched for what is asked about dice now."""
        return picked_dice(self.view, self.memo)

    def touch_die(self, die: str) -> Reply:
        """Takes a touch on a die: what it can be spent on, or whether it is among those asked for."""
        self.drop()
        named = tuple(choice for choice in self.view.choices if choice.die == die)
        if named:
            return self._one_of(named)
        pick_die(self.view, self.memo, die)
        return Reply()

    def touch_card(self, card: str) -> Reply:
        """Takes a touch on a card: what can be done with it, else what it says."""
        self.drop()
        named = choices_naming(self.view, card)
        if named:
            return self._one_of(named)
        found = next(shown for shown in self.view.cards if shown.id == card)
        return Reply("rules", self.words(found.title), lines=tuple(self.words(line) for line in found.lines))

    def _one_of(self, choices: tuple[Choice, ...]) -> Reply:
        """Does the one thing that was touched, or asks which of several is meant."""
        if len(choices) == 1:
            return self.choose(choices[0])
        return Reply("choose", self.words(say("kiosk.table.which")), choices)

    def _from_here(self) -> tuple[str, ...]:
        board = self.view.board
        return tuple(piece.space for piece in board.pieces if piece.is_active)[:1] if board else ()

    def _slow(self) -> None:
        self.is_slow = True
        self.on_change()

    def _found(self, state: Any, space: str, found: Found) -> None:
        """Takes in what the rules say about a space that was touched."""
        if self.session.state is not state:
            return
        self.wondered, self.is_slow = "", False
        if isinstance(found, Refusal):
            self.refusal, self.refused_space = found, space
        else:
            self.propose(space, found, found[0])
        self.on_change()

    def propose(self, space: str, ways: tuple[Way, ...], way: Way, *, is_seen: bool = False) -> None:
        """Shows a way for confirmation."""
        self.offer = offer_of(self, space, ways, way, is_seen=is_seen)
        self.witness.wait_for(self.offer)

    def show_way(self, way: Way) -> None:
        """Shows another of the ways."""
        if self.offer is not None:
            self.propose(self.offer.space, self.offer.ways, way, is_seen=self.offer.is_seen)

    def confirm(self, *, and_then: bool = False) -> Reply:
        """Carries the offered way out, as far as it goes before chance has to speak."""
        offer = self.offer
        if offer is not None:
            self.bound_for = offer.space if offer.way.goes_on else ""
            self.memo["bound_by_camera"] = offer.is_seen
            rest = (offer.then.command,) if and_then and offer.then is not None else ()
            source = "camera" if offer.is_seen else "touch"
            if not self.submit(*offer.way.commands, *rest, source=source):
                self.bound_for, self.offer = "", offer
        return Reply()

    def drop(self) -> None:
        """Takes the offer, the refusal and the question off the screen."""
        self.desk.thinker.cancel()
        if self.offer is not None and self.offer.is_seen:
            self.witness.decline()
        self._forget()
        self.refusal, self.bound_for = None, ""

    def act(self, action: Action) -> Reply:
        """Does what a button says."""
        if self.wondered:
            self.drop()
        match action.kind:
            case "choice" if action.choice is not None:
                return self.choose(action.choice)
            case "confirm" | "confirm_all":
                return self.confirm(and_then=action.kind == "confirm_all")
            case "roll" | "draw":
                self.take_chance()
            case "type_roll" | "pick_draw":
                return Reply("open", panel="chance")
            case "secret":
                return Reply("open", panel="cards")
            case "open_hands":
                return Reply("open", panel="cards", memo={"is_open": True})
            case "results":
                return Reply("open", panel="report")
            case "steps":
                return Reply("choose", action.label, self.in_group("step"))
            case "places":
                places = tuple(choice for choice in self.in_group("main") if choice.space is not None)
                return Reply("choose", action.label, places)
            case "way" if self.offer is not None:
                self.offer = replace(self.offer, way=self.offer.ways[action.number])
                return self.confirm()
            case "other_way":
                return self._other_way()
            case "more":
                hidden = with_room(self.screen_actions(), self.words)[1]
                return Reply("more", action.label, actions=hidden)
            case "why":
                return ask_why(self)
            case "dispute":
                space, figure = disputed_space(self), disputed_figure(self)
                return Reply("open", panel="dispute", space=space, figure=figure)
            case "correct":
                return self.correct(disputed_space(self))
            case "correct_of":
                return corrections_of(self, action)
            case "understood":
                self._understand()
            case "cancel" | "close":
                self.drop()
        return Reply()

    def screen_actions(self) -> tuple[Action, ...]:
        """Lists all actions of the present screen, also those without room."""
        return actions_of(self)

    def _other_way(self) -> Reply:
        """Turns to the other way at once, or lists them where there are more than two."""
        assert self.offer is not None
        ways, shown = self.offer.ways, self.offer.way
        if len(ways) > 2:
            return Reply("ways", self.words(say("kiosk.table.which_way")), ways=ways)
        self.show_way(ways[1 - ways.index(shown)])
        return Reply()

    def _understand(self) -> None:
        """Tells the rule of this phase no more."""
        preferences = self.desk.preferences
        clause = taught_phase(self.session.game, self.view, preferences.understood)
        preferences.understood = [*preferences.understood, clause]
        self.desk.keep()

    def correct(self, space: str = "") -> Reply:
        """Offers the table's corrections; first that the figure stands on the disputed space all the same."""
        return corrections(self, space)

    # Submitting.

    def choose(self, choice: Choice) -> Reply:
        """Submits a choice, or says that it asks something first."""
        picked = dice_answer(choice, self.picked_dice)
        if choice.asks and picked is None:
            return Reply("ask", self.words(choice.label), (choice,))
        self.submit(choice.filled(picked or {}))
        return Reply()

    def answer(self, choice: Choice, answers: dict[str, Any]) -> Refusal | None:
        """Submits a choice with its questions answered; returns why it cannot be."""
        is_done = self.submit(choice.filled(answers))
        refusal, self.refusal = self.refusal, None
        return None if is_done else refusal

    def take_chance(self) -> None:
        """Rolls the dice that the game asks for, or draws, on the screen."""
        if self.view.dice is not None:
            self._carry_out(lambda: self.session.roll(source="screen"))
        else:
            self._carry_out(lambda: self.session.draw_all(any_below))

    def submit(self, *commands: Any, source: str = "touch") -> bool:
        """Submits commands; keeps a refusal for the screen instead of raising it."""
        return self._carry_out(lambda: self.session.submit(*commands, source=source))

    def _carry_out(self, acts: Callable[[], None]) -> bool:
        self.refusal = None
        # Before the listeners hear of it: one of them may already ask the next question.
        self._forget()
        try:
            acts()
        except Refusal as refusal:
            self.refusal = refusal
            return False
        return True
