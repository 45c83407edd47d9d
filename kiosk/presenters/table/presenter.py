"""The table without a screen: what it shows of a night, and what touches on it become."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from companion.core.blocks import Choice, View
from companion.core.chance import draw_asked
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.i18n import Translator
from companion.night.questions import Found, find_ways
from companion.night.reasons import Reason, find_reason
from companion.referee import Proposal
from kiosk.night.chance import any_below
from kiosk.night.session import Session
from kiosk.presenters.rules import taught_phase
from kiosk.presenters.table.buttons import choices_at, in_group, with_room
from kiosk.presenters.table.cards import choices_naming
from kiosk.presenters.table.correcting import corrections, corrections_of
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.dice import dice_answer, mover_on, pick_die, picked_dice
from kiosk.presenters.table.offer import Offer
from kiosk.presenters.table.read import Answer, ReadPlaces
from kiosk.presenters.table.referee import SeenMoves
from kiosk.presenters.table.screen import Action, Reply, TableScreen
from kiosk.presenters.table.shown import actions_of, screen_of
from kiosk.presenters.words import clause_lines, space_name

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
        self.seen = SeenMoves(self.desk.camera, self.desk.referee, self._saw)
        self.beside = self.desk.camera.beside if self.desk.camera is not None else ReadPlaces()
        """What was read of cards and dice."""
        self._declined: Proposal | None = None
        self._answered: Answer | None = None
        """What was last offered of that, so that it is not offered again once it was declined."""
        self._is_helping = False
        self._is_closed = False

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

    def is_final(self, choice: Choice) -> bool:
        """Tells whether a choice makes something known that cannot be taken back without the table."""
        with suppress(Refusal):
            return bool(self.session.night.read_command(choice.command).is_barrier)
        return False

    # The night goes on.

    def close(self) -> None:
        """Answers nothing any more: the table is out of sight."""
        self._is_closed = True

    def night_changed(self) -> None:
        """Takes a change of the night in, and takes a way up again that chance had interrupted."""
        self.seen.night_changed()
        self._answered = None
        self._forget()
        self.go_on()

    def go_on(self) -> None:
        """Goes on to where the figure was bound for, once chance has spoken."""
        if not self.bound_for or self.view.dice is not None or self.in_group("chance"):
            return
        space, self.bound_for = self.bound_for, ""
        if self.view.pool and not self.memo.pop("bound_by_camera", False):
            self.touch_space(space)  # what the camera sees is offered anew by itself

    @property
    def waits_for_draw(self) -> bool:
        """Tells whether the night waits for a card or tile off a pile, an open or a secret one."""
        return draw_asked(self.session.game.chance(self.session.state)) is not None

    @property
    def goes_alone(self) -> Action | None:
        """Returns what is done without another touch, as nothing about it is open."""
        if not self.desk.preferences.goes_on_alone:
            return None
        offer = self.offer
        large = next((action for action in self.screen_actions() if action.is_primary), None)
        if offer is not None:
            return large if offer.way.commands and not offer.costs and not offer.is_seen else None
        is_reveal = large is not None and large.kind == "choice" and bool(self.session.hidden_steps)
        return large if is_reveal and self._is_all(large) else None

    def _is_all(self, action: Action | None) -> bool:
        """Tells whether there is nothing else to choose."""
        left = [choice for choice in self.view.choices if choice.group != "table"]
        return action is not None and [action.choice] == left and not left[0].asks

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
            self._go_on_with_next()
            self._look_beside()
            self.seen.look()

    # What the camera saw and read.

    def _look_beside(self) -> None:
        """Offers what was read of cards and dice; what does not lie there any more is not offered."""
        camera = self.desk.camera
        reading = camera.reading if camera is not None else None
        answer = self.beside.answer(self.session, reading)
        if answer == self._answered:
            return
        if self.offer is not None and self.offer.names:
            self.offer = None
        if answer is None:
            self._answered = None
        elif self.offer is None and not self.wondered:
            self._answered = answer
            confirmed_by: Literal["hand", "touch"] = "hand" if answer.is_certain else "touch"
            self.offer = Offer(
                "",
                answer.ways,
                answer.ways[0],
                is_seen=True,
                names=answer.names,
                lines=answer.lines,
                confirmed_by=confirmed_by,
            )
        if not self._is_closed:
            self.desk.later(self.on_change, 0.0)

    def confirm_seen(self) -> bool:
        """Confirms what the camera saw where a hand may do so; tells whether there was anything."""
        if self.offer is None:
            return self._end_by_button()
        if not self.offer.is_seen or self.offer.confirmed_by == "touch":
            return False
        self.confirm(and_then=True)
        return True

    def _end_by_button(self) -> bool:
        """Does the one main thing, such as ending a turn that the camera watches; never what is final."""
        camera = self.desk.camera
        is_watched = camera is not None and camera.is_watching and not self.wondered
        mains = [choice for choice in self.in_group("main") if not choice.asks and choice.space is None]
        if not is_watched or len(mains) != 1 or self.view.dice is not None or self.is_final(mains[0]):
            return False
        return self.submit(mains[0].command, source="camera")

    def _go_on_with_next(self) -> None:
        """Takes what was offered for right once the next figure moves and the offered one still stands."""
        offer, camera = self.offer, self.desk.camera
        seen = camera.seen() if camera is not None else None
        if offer is None or seen is None:
            return
        moved = seen[2].moved
        mine = self.seen.proposal.change.moved if self.seen.proposal is not None and not offer.names else {}
        stands = all(moved.get(figure) == after for figure, (_, after) in mine.items())
        if stands and any(figure not in mine for figure in moved):
            self.confirm_seen()

    def _wait_for(self, offer: Offer) -> None:
        """Takes a seen move for right after some seconds; chance and hidden things never."""
        waits_s = self.desk.preferences.camera_waits_s
        if offer.confirmed_by != "time" or not waits_s:
            return

        def waited() -> None:
            if self.offer is offer and not self._is_closed:
                self.confirm(and_then=True)

        self.desk.later(waited, waits_s)

    def _take_chance(self) -> None:
        self._is_helping = False
        if not self._is_closed and (self.view.dice is not None or self.in_group("chance")):
            self.take_chance()

    def _saw(self) -> None:
        """Offers what the camera saw, unless the table is busy with something else or has declined it."""
        proposal = self.seen.proposal
        is_free = self.offer is None and not self.wondered
        if proposal is not None and proposal.ways and is_free and proposal.change != self._declined_change:
            self._offer(proposal.space, proposal.ways, proposal.ways[0], is_seen=True)
        if not self._is_closed:
            self.on_change()

    @property
    def _declined_change(self) -> object:
        return self._declined.change if self._declined is not None else None

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
        here = choices_at(self.view, space, is_lit=self.session.is_lit)
        if len(here) == 1 and not here[0].asks:
            way = Way((here[0].command,), self._here(here[0], space), (*self._from_here(), space))
            self._offer(space, (way,), way)
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
            self._offer(space, found, found[0])
        self.on_change()

    def _offer(self, space: str, ways: tuple[Way, ...], way: Way, *, is_seen: bool = False) -> None:
        """Shows the way for confirmation, with the one thing that would be left to do after it."""
        then: Choice | None = None
        costs: tuple[Message, ...] = ()
        with suppress(Refusal):
            view = self.session.foresee(way.commands) if way.commands else self.view
            then = None if way.goes_on else self._only_choice(view)
            costs = tuple(line.text for line in view.log if line.tone == "hit") if way.commands else ()
        confirmed_by: Literal["touch", "hand", "time"] = "touch"
        if is_seen:
            confirmed_by = "time" if len(ways) == 1 and not self._settles(way) else "hand"
        self.offer = Offer(space, ways, way, is_seen, then, costs, confirmed_by=confirmed_by)
        self._wait_for(self.offer)

    def _settles(self, way: Way) -> bool:
        """Tells whether a way makes chance or something hidden known, or leads to it."""
        if way.goes_on:
            return True
        with suppress(Refusal):
            commands = [
                self.session.night.read_command(one) if isinstance(one, dict) else one for one in way.commands
            ]
            return any(command.is_barrier for command in commands)
        return True

    def _only_choice(self, view: View) -> Choice | None:
        """Returns what is left to do where that is one thing which settles nothing for good."""
        left = [choice for choice in view.choices if choice.group in ("main", "step", "chance")]
        is_plain = len(left) == 1 and left[0].is_primary and not left[0].asks and not left[0].space
        return left[0] if is_plain and view.dice is None and not self.is_final(left[0]) else None

    def show_way(self, way: Way) -> None:
        """Shows another of the ways."""
        if self.offer is not None:
            self._offer(self.offer.space, self.offer.ways, way, is_seen=self.offer.is_seen)

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
            self._declined = self.seen.proposal
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
                return self._ask_why()
            case "dispute":
                return Reply("open", panel="dispute", space=self._disputed_space())
            case "correct":
                return self.correct(self._disputed_space())
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

    def _disputed_space(self) -> str:
        wrong = self.seen.disagreement
        return self.refused_space or (wrong.space if wrong is not None else "")

    def _ask_why(self) -> Reply:
        """Asks the judge about the refused space; a refusal that is about none is explained by its rules."""
        space = self._disputed_space()
        if not space:
            clauses = self.refusal.clauses if self.refusal is not None else ()
            lines = clause_lines(clauses, self.session.game.clauses, self.words)
            return Reply("rules", self.words(say("kiosk.rule")), lines=lines)
        state = self.session.state

        def told(reason: Reason) -> None:
            if self.session.state is state:
                self.refused_space, self.reason = space, reason
                self.on_change()

        night = self.session.night
        asked = partial(find_reason, night.game, night.content, state, self.session.figure, space)
        self.desk.thinker.ask(asked, told)
        return Reply()

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
