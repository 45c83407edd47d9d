"""A night by ear: all that can be done is a list, and one button goes through it or takes what was said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from companion.core.blocks import Choice, Question
from companion.core.errors import Refusal
from companion.core.message import say
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.presenters.words import space_name

MOST_NUMBERS = 40
"""How many numbers are offered one by one."""


class Entry(Struct, frozen=True):
    """One thing to do: how it is said, and what it does."""

    said: str
    take: Callable[[], Any]


class ByEar:
    """Lists what a table offers, entry by entry; a choice that asks something is a list of its answers."""

    def __init__(self, table: TablePresenter, speak: Callable[[str], None]) -> None:
        self.table = table
        self._speak = speak
        self._words = table.words
        self._asked: tuple[Choice, dict[str, Any], list[Any]] | None = None
        """The choice that is being filled, its answers so far, and what is picked of the present one."""
        self._at = -1
        self._seen: Any = None

    # The one button.

    @property
    def current(self) -> Entry | None:
        """The entry that was said last."""
        entries = self.entries()
        return entries[self._at] if 0 <= self._at < len(entries) else None

    @property
    def place(self) -> tuple[int, int]:
        """Which entry it is, of how many."""
        return self._at + 1, len(self.entries())

    def next(self) -> None:
        """Says the next entry; after the last one the first."""
        entries = self.entries()
        if entries:
            self._at = (self._at + 1) % len(entries)
            self._speak(entries[self._at].said)

    def take(self) -> None:
        """Does what was said last; says it first where nothing was."""
        entry = self.current
        if entry is None:
            self.next()
            return
        self._at = -1
        entry.take()
        refusal = self.table.refusal
        if refusal is not None:
            self.table.refusal = None
            self._speak(self._words(refusal.message))

    # What it lists.

    def entries(self) -> tuple[Entry, ...]:
        """Lists everything that can be done now, the likeliest first; taking back is the last."""
        state = self.table.session.state
        if state is not self._seen:
            self._seen, self._asked, self._at = state, None, -1
        found = self._answers() if self._asked is not None else self._offered()
        return tuple(found)

    def _offered(self) -> Iterator[Entry]:
        table, words = self.table, self._words
        if table.offer is not None:
            for action in table.screen_actions():
                if action.kind in ("confirm", "confirm_all", "cancel"):
                    yield Entry(action.label, partial(table.act, action))
            return
        view = table.view
        if view.dice is not None:
            yield Entry(words(say("kiosk.dice.roll", count=len(view.dice.dice))), table.take_chance)
        elif table.waits_for_draw:
            yield Entry(words(say("kiosk.chance.draw")), table.take_chance)
        mains = table.in_group("main")
        for choice in mains:
            yield self._entry(choice)
        for choice in table.in_group("secret"):
            yield self._entry(choice)
        named = {choice.space for choice in mains}
        for space in view.board.lit if view.board is not None and view.dice is None else ():
            if space not in named:
                said = words(say("kiosk.ear.go", space=space_name(view.board, space)))
                yield Entry(said, partial(table.touch_space, space))
        for choice in table.in_group("step"):
            yield self._entry(choice)
        if table.session.night.can_undo:
            yield Entry(words(say("kiosk.undo")), self._undo)

    def _entry(self, choice: Choice) -> Entry:
        said = self._words(choice.label)
        if choice.group == "secret" and choice.player and choice.player not in said:
            said = self._words(say("kiosk.ear.of", player=choice.player, what=said))
        act = partial(self._ask, choice) if choice.asks else partial(self.table.choose, choice)
        return Entry(said, act)

    def _undo(self) -> None:
        try:
            self.table.session.undo()
        except Refusal as refusal:
            self._speak(self._words(refusal.message))

    # Questions.

    def _ask(self, choice: Choice) -> None:
        self._asked = (self._as_seen(choice), {}, [])
        self._speak(self._words(choice.asks[0].label))

    def _as_seen(self, choice: Choice) -> Choice:
        """Returns a secret choice with all that its own player may choose from."""
        if choice.group != "secret" or choice.player is None:
            return choice
        mine = self.table.session.view(choice.player).choices
        return next(
            (each for each in mine if (each.command, each.player) == (choice.command, choice.player)), choice
        )

    def _answers(self) -> Iterator[Entry]:
        assert self._asked is not None
        choice, answers, picked = self._asked
        question = choice.asks[len(answers)]
        for value, said in self._values(question, answers):
            if value in picked:
                continue
            if question.kind in ("many", "dice"):
                yield Entry(said, partial(picked.append, value))
            else:
                yield Entry(said, partial(self._answer, value))
        if question.kind in ("many", "dice") and (picked or not question.minimum):
            yield Entry(self._words(say("kiosk.done")), partial(self._answer, list(picked)))
        yield Entry(self._words(say("kiosk.cancel")), self._drop)

    def _values(self, question: Question, answers: dict[str, Any]) -> Iterator[tuple[Any, str]]:
        words = self._words
        if question.kind in ("choice", "many", "dice"):
            taken = list(answers.values())
            for option in question.options:
                if option.value not in taken:
                    yield option.value, words(option.label)
        elif question.kind == "toggle":
            yield True, words(say("kiosk.on"))
            yield False, words(say("kiosk.off"))
        elif question.kind == "number":
            first = question.minimum or 0
            last = first + MOST_NUMBERS if question.maximum is None else question.maximum
            for number in range(first, min(last, first + MOST_NUMBERS) + 1):
                yield number, str(number)
        else:
            yield question.default, str(question.default or "")

    def _answer(self, value: Any) -> None:
        assert self._asked is not None
        choice, answers, _ = self._asked
        answers = {**answers, choice.asks[len(answers)].id: value}
        if len(answers) < len(choice.asks):
            self._asked = (choice, answers, [])
            self._speak(self._words(choice.asks[len(answers)].label))
            return
        self._drop()
        refusal = self.table.answer(choice, answers)
        if refusal is not None:
            self._speak(self._words(refusal.message))

    def _drop(self) -> None:
        self._asked, self._at = None, -1
