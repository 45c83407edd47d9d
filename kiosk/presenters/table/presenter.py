"""The table without a screen: what it shows of a night, and what touches on it become."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.blocks import Choice, View
from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.protocol import Game
from companion.i18n import Translator
from kiosk.night.session import Session
from kiosk.presenters.table.screen import Action, Notice, PhaseChip, TableScreen, Touch
from kiosk.presenters.words import space_words

MOST_PHASES = 4
MOST_STEPS = 3
"""How many steps have room as buttons of their own."""


Found = tuple[Way, ...] | Refusal
"""What the rules answer about a space: ways to get there, or why there is none."""


def find_ways(game: Game[Any], state: Any, space: str) -> Found:
    """Asks the rules for the ways to a space, which can take them a while."""
    try:
        return game.ways_to(state, space)
    except Refusal as refusal:
        return refusal


class TablePresenter:
    """Turns a night into the table's screen, and touches into commands. Holds no rules."""

    def __init__(
        self,
        session: Session,
        say_in: Translator,
        memo: dict[str, Any] | None = None,
        *,
        shows_reminders: bool = True,
    ) -> None:
        self.session = session
        self.memo = {} if memo is None else memo
        self.words = say_in
        self.shows_reminders = shows_reminders
        self.proposal: Way | None = None
        self.proposed_space = ""
        self.ways: tuple[Way, ...] = ()
        """Every way to the proposed space, the plainest first."""
        self.refusal: Refusal | None = None
        self.wondered = ""
        """The space that the rules are asked about."""
        self.is_slow = False
        """Whether that takes so long that the table should hear of it."""

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

    def refresh(self) -> None:
        """Forgets what was proposed: the night has changed."""
        self.proposal = None
        self.proposed_space = ""
        self.wondered, self.is_slow = "", False

    # The screen.

    def screen(self) -> TableScreen:
        """Describes the whole screen as it is now."""
        view = self.view
        prompt = view.prompt
        headline, detail = self.words(prompt.headline), self.words(prompt.detail) if prompt.detail else ""
        board = view.board
        if self.proposal is not None:
            headline, detail = self.words(self.proposal.summary), self.words(say("kiosk.table.confirm_hint"))
            if board is not None:
                board = replace(board, path=self.proposal.path, lit=(self.proposed_space,))
        elif self.wondered and board is not None:
            if self.is_slow:
                space = space_words(board, self.wondered, self.words)
                headline, detail = self.words(say("kiosk.table.thinking", space=space)), ""
            board = replace(board, lit=(self.wondered,))
        elif self.bound_for:
            detail = self.words(
                say("kiosk.table.onward", space=space_words(board, self.bound_for, self.words))
            )
        elif board is not None and not board.lit:
            touchable = (choice.space for choice in self.in_group("main") if choice.space is not None)
            board = replace(board, lit=tuple(dict.fromkeys(touchable)))
        seats = {player.id: player.seat for player in view.players}
        return TableScreen(
            title=self._title(view),
            phases=self._phases(view),
            players=view.players,
            board=board,
            pool=view.pool,
            headline=headline,
            detail=detail,
            headline_seat=seats.get(prompt.player) if prompt.player else None,
            actions=self._actions(view),
            notice=self._notice(view),
            hints=tuple(self.words(hint) for hint in view.hints) if self.shows_reminders else (),
            is_sample=view.is_sample,
            is_over=view.is_over,
            can_undo=self.session.night.can_undo,
            roll_source=self._roll_source(),
            is_thinking=bool(self.wondered),
        )

    def _title(self, view: View) -> str:
        if view.round is not None:
            return self.words(say("kiosk.table.round", number=view.round))
        return self.words(view.title)

    def _phases(self, view: View) -> tuple[PhaseChip, ...]:
        """Lists up to four phases around the present one, so that their names stay readable from afar."""
        every = self.session.game.flow.phases
        phases = tuple(phase for phase in every if not phase.is_once or phase.id == view.phase)
        ids = [phase.id for phase in phases]
        if len(phases) > MOST_PHASES and view.phase in ids:
            first = max(0, min(ids.index(view.phase) - 1, len(phases) - MOST_PHASES))
            phases = phases[first : first + MOST_PHASES]
            ids = [phase.id for phase in phases]
        here = ids.index(view.phase) if view.phase in ids else len(ids)
        return tuple(
            PhaseChip(
                self.words(phase.label),
                "now" if number == here else "past" if number < here else "next",
            )
            for number, phase in enumerate(phases)
        )

    def _roll_source(self) -> str:
        source = self.session.roll_source
        if not source:
            return ""
        if source in ("screen", "typed"):
            return self.words(say(f"kiosk.roll_source.{source}"))
        return self.words(say("kiosk.roll_source.device", name=source))

    def _notice(self, view: View) -> Notice | None:
        if self.refusal is not None:
            return Notice(
                "refusal",
                self.words(self.refusal.message),
                tuple(self.words(detail) for detail in self.refusal.details),
                self.refusal.clauses,
            )
        loud = [line for line in view.log if line.tone in ("hit", "instruction", "gain")]
        if loud:
            order = {"hit": 0, "instruction": 1, "gain": 2}
            first = min(loud, key=lambda line: order[line.tone])
            rest = tuple(self.words(line.text) for line in loud if line is not first)
            return Notice(first.tone, self.words(first.text), rest)
        if view.log:
            return Notice("info", self.words(view.log[-1].text))
        return None

    # The buttons.

    def _actions(self, view: View) -> tuple[Action, ...]:
        if self.proposal is not None:
            return (
                Action("choice", self.words(say("kiosk.table.confirm")), "check", is_primary=True),
                *self._other_ways(),
                Action("more", self.words(say("kiosk.cancel")), "close"),
            )
        if self.wondered and self.is_slow:
            return (Action("more", self.words(say("kiosk.cancel")), "close"),)
        if view.is_over:
            return (Action("results", self.words(say("kiosk.table.results")), "trophy", is_primary=True),)
        actions: list[Action] = []
        if view.dice is not None:
            label = self.words(say("kiosk.dice.roll", count=view.dice.count))
            actions.append(Action("roll", label, "dice", is_primary=True))
            actions.append(Action("type_roll", self.words(say("kiosk.dice.type")), "pen"))
        secrets = self.in_group("secret")
        if secrets:
            is_asked = not actions and not self.in_group("main") and not self.in_group("step")
            actions.append(
                Action(
                    "secret",
                    self.words(say("kiosk.cards.choose" if is_asked else "kiosk.cards.optional")),
                    "cards",
                    is_primary=is_asked,
                )
            )
        if self.in_group("chance") and view.dice is None:
            actions.append(
                Action("draw", self.words(say("kiosk.chance.draw")), "deck", is_primary=not actions)
            )
            actions.append(Action("pick_draw", self.words(say("kiosk.chance.pick")), "hidden"))
        mains = sorted(self._buttons(), key=lambda choice: not choice.is_primary)
        for choice in mains:
            actions.append(
                Action(
                    "choice",
                    self.words(choice.label),
                    choice.icon,
                    is_primary=not any(action.is_primary for action in actions),
                    choice=choice,
                )
            )
        actions[1:1] = self._steps(is_all=not actions)
        return tuple(sorted(actions, key=lambda action: not action.is_primary))

    def _steps(self, *, is_all: bool) -> list[Action]:
        """Puts the steps behind one button; a few that are all there is to do are buttons themselves."""
        steps = self.in_group("step")
        if not steps:
            return []
        if is_all and len(steps) <= MOST_STEPS:
            return [
                Action("choice", self.words(step.label), step.icon, len(steps) == 1, choice=step)
                for step in steps
            ]
        return [Action("steps", self.words(say("kiosk.table.steps")), "steps", is_primary=is_all)]

    def _other_ways(self) -> tuple[Action, ...]:
        if len(self.ways) < 2 or self.proposal is None:
            return ()
        number = self.ways.index(self.proposal) + 1
        label = say("kiosk.table.other_way", number=number, count=len(self.ways))
        return (Action("other_way", self.words(label), "steps"),)

    def _buttons(self) -> tuple[Choice, ...]:
        """Lists the main choices; where several are spaces to touch, the board itself is the button."""
        mains = self.in_group("main")
        placed = [choice for choice in mains if choice.space is not None]
        return mains if len(placed) < 3 else tuple(choice for choice in mains if choice.space is None)

    def in_group(self, group: str) -> tuple[Choice, ...]:
        """Lists the choices of a group."""
        return tuple(choice for choice in self.view.choices if choice.group == group)

    # What a touch does.

    def touch_space(self, space: str) -> Touch:
        """Takes a touch on the board: a choice that names the space, else the rules wonder about the way."""
        self.refusal = None
        self.bound_for = ""
        self.wondered, self.is_slow = "", False
        if self.proposal is not None and space == self.proposed_space:
            self.confirm()
            return Touch("done" if self.refusal is None else "refused")
        here = tuple(choice for choice in self.view.choices if choice.space == space)
        if len(here) == 1:
            return self.choose(here[0])
        if here:
            return Touch("choose_choice", choices=here)
        self.proposal, self.proposed_space = None, ""
        self.wondered = space
        return Touch("wonders")

    def found(self, space: str, found: Found) -> Touch:
        """Takes in what the rules say about a space that was touched."""
        self.wondered, self.is_slow = "", False
        if isinstance(found, Refusal):
            self.refusal = found
            return Touch("refused")
        self.propose(found, space)
        return Touch("proposed")

    def propose(self, ways: tuple[Way, ...], space: str) -> None:
        """Shows the plainest way as a dotted line, to be confirmed, changed for another or dropped."""
        self.ways, self.proposal, self.proposed_space = ways, ways[0], space

    def other_way(self, way: Way | None = None) -> None:
        """Shows another of the ways: the one that was chosen, or the next."""
        assert self.proposal is not None
        index = (self.ways.index(self.proposal) + 1) % len(self.ways)
        self.proposal = way or self.ways[index]

    def confirm(self) -> None:
        """Carries the proposed way out, as far as it goes before chance has to speak."""
        if self.proposal is not None:
            self.bound_for = self.proposed_space if self.proposal.goes_on else ""
            if not self.submit(*self.proposal.commands):
                self.bound_for = ""

    def onward(self) -> str:
        """Returns where to go on to now that chance has spoken, once; nothing while it has not."""
        if not self.bound_for or self.view.dice is not None or self.in_group("chance"):
            return ""
        space, self.bound_for = self.bound_for, ""
        return space if self.view.pool else ""

    def drop(self) -> None:
        """Takes the proposal, the refusal and the question off the screen."""
        self.proposal, self.proposed_space, self.refusal, self.bound_for = None, "", None, ""
        self.wondered, self.is_slow = "", False

    def choose(self, choice: Choice) -> Touch:
        """Submits a choice, or says that it asks something first."""
        if choice.asks:
            return Touch("asks", choices=(choice,))
        self.submit(choice.command)
        return Touch("done" if self.refusal is None else "refused")

    def answer(self, choice: Choice, answers: dict[str, Any]) -> None:
        """Submits a choice with its questions answered."""
        self.submit({**choice.command, **answers})

    def submit(self, *commands: Any, source: str = "touch") -> bool:
        """Submits commands; keeps a refusal for the screen instead of raising it."""
        self.refusal = None
        proposed = self.proposal, self.proposed_space
        # Before the listeners hear of it: one of them may already ask the next question.
        self.refresh()
        try:
            self.session.submit(*commands, source=source)
        except Refusal as refusal:
            self.refusal = refusal
            self.proposal, self.proposed_space = proposed
            return False
        return True

    def clause_lines(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """Says rules by number, in the reader's words."""
        known = self.session.game.clauses
        return tuple(
            f"{clause} · {self.words(known[clause].as_message())}" for clause in clauses if clause in known
        )
