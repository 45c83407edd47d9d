"""Questions as touchable fields: choices, switches, numbers, words; players have a field of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout

from companion.core.blocks import Question
from companion.core.clause import Clause
from companion.core.message import say
from kiosk.presenters.rules import Explained, Explainer
from kiosk.presenters.words import question_help
from kiosk.widgets.boxes import Column, Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.place_picker import PlacePicker, is_placed
from kiosk.widgets.text import Text
from kiosk.widgets.typewriter import type_text

if TYPE_CHECKING:
    from kiosk.app import Kiosk

Changed = Callable[[str, Any], None]


def first_answer(question: Question) -> Any:
    """Returns what a question answers while nobody has touched it."""
    if question.default is not None:
        return question.default
    if question.kind == "choice" and question.options:
        return question.options[0].value
    return {
        "many": [],
        "dice": [],
        "toggle": False,
        "number": question.minimum or 0,
        "text": "",
        "players": [],
    }.get(question.kind)


DIGITS = ("12345", "67890")


class Field(Column):
    """One question with its answer; tells when the answer changes."""

    def __init__(
        self,
        kiosk: Kiosk,
        question: Question,
        value: Any,
        changed: Changed,
        clauses: Mapping[str, Clause] | None = None,
    ) -> None:
        super().__init__(kiosk.look, spacing=6, grows=True)
        self.kiosk = kiosk
        self.question = question
        self.value = value
        self._changed = changed
        self._clauses = clauses or {}
        self._build()

    def _build(self) -> None:
        look, question = self.look, self.question
        self.clear_widgets()
        if question.kind == "toggle":
            self._toggle()
        else:
            self.add_widget(Text(look, self.kiosk.words(question.label), step="lead", bold=True, grows=True))
            {
                "choice": self._choice,
                "many": self._many,
                "dice": self._many,
                "number": self._number,
                "text": self._text,
            }[question.kind]()
        about = question_help(question, self.kiosk.words, self._clauses)
        if about:
            self.add_widget(Text(look, about, step="small", colour="quiet", grows=True))

    def explained(self, explain: Explainer) -> Explained:
        """Says what the question means."""
        return explain.question(self.question, self._clauses)

    def _set(self, value: Any) -> None:
        self.value = value
        self._build()
        self._changed(self.question.id, value)

    def _toggle(self) -> None:
        is_on = bool(self.value)
        self.add_widget(
            PushButton(
                self.look,
                self.kiosk.words(self.question.label),
                lambda: self._set(not is_on),
                icon="check" if is_on else "close",
                icon_colour="done" if is_on else "faint",
                style="chosen" if is_on else "plain",
                step="text",
                bold=is_on,
            )
        )

    def _options(self, chosen: Callable[[Any, int], bool], press: Callable[[Any, bool], None]) -> None:
        """Shows the options; `chosen` is told how many with the same value stand before one."""
        look = self.look
        row: BoxLayout | None = None
        long = any(option.help is not None for option in self.question.options)
        a_row = 1 if long or look.is_large_text else 2
        for index, option in enumerate(self.question.options):
            if index % a_row == 0 or row is None:
                height = look.roomy(76 if long else 54)
                row = Row(look, size_hint_y=None, height=height)
                self.add_widget(row)
            alike = sum(one.value == option.value for one in self.question.options[:index])
            is_chosen = chosen(option.value, alike)
            row.add_widget(
                PushButton(
                    look,
                    self.kiosk.words(option.label),
                    partial(press, option.value, is_chosen),
                    icon=option.icon or ("check" if is_chosen else "shape-circle"),
                    icon_colour="accent" if option.icon or is_chosen else "line",
                    style="chosen" if is_chosen else "plain",
                    note=self.kiosk.words(option.help) if option.help else "",
                    align="left",
                    size_hint_y=1,
                )
            )

    def _choice(self) -> None:
        self._options(lambda value, _: bool(value == self.value), lambda value, _: self._set(value))

    def _many(self) -> None:
        def press(value: Any, is_chosen: bool) -> None:
            chosen = list(self.value)
            if is_chosen:
                chosen.remove(value)
            elif self.question.maximum is None or len(chosen) < self.question.maximum:
                chosen.append(value)
            self._set(chosen)

        self._options(lambda value, alike: list(self.value).count(value) > alike, press)

    def _number(self) -> None:
        look, question = self.look, self.question
        low = question.minimum if question.minimum is not None else 0
        high = question.maximum if question.maximum is not None else 999

        def set_within(number: int) -> None:
            self._set(max(low, min(high, number)))

        def step(by: int) -> Callable[[], None]:
            return lambda: set_within(int(self.value or 0) + by)

        def typed(text: str) -> None:
            if text.isascii() and text.isdigit():
                set_within(int(text))

        def open_digits() -> None:
            title = self.kiosk.words(question.label)
            type_text(self.kiosk, title, "", typed, placeholder=str(self.value), keys=DIGITS)

        row = Row(look, size_hint_y=None, height=look.roomy(54))
        row.add_widget(PushButton(look, icon="minus", acts=step(-1), size_hint_y=1, width=look.px(72)))
        row.add_widget(PushButton(look, str(self.value), open_digits, step="large", bold=True, size_hint_y=1))
        row.add_widget(PushButton(look, icon="plus", acts=step(1), size_hint_y=1, width=look.px(72)))
        self.add_widget(row)

    def _text(self) -> None:
        self.add_widget(
            PushButton(
                self.look,
                str(self.value or "…"),
                lambda: type_text(
                    self.kiosk, self.kiosk.words(self.question.label), str(self.value), self._set
                ),
                icon="pen",
                bold=False,
            )
        )


def ask(
    kiosk: Kiosk, title: str, questions: tuple[Question, ...], answered: Callable[[dict[str, Any]], None]
) -> None:
    """Asks questions in a sheet, and hands the answers on when the table says so.

    Places are asked after all else, each on the board in a sheet of its own.
    """
    board = kiosk.session.view().board if kiosk.session is not None else None
    placed = [question for question in questions if is_placed(question, board)]
    answers = {question.id: first_answer(question) for question in questions}

    def go_on() -> None:
        if not placed:
            answered(answers)
            return
        question = placed.pop(0)
        assert board is not None
        picker = PlacePicker(
            kiosk, question, board, answers[question.id], partial(answers.__setitem__, question.id)
        )
        _open(kiosk, kiosk.words(question.label), go_on, body=picker, share=1.0)

    fields = [
        Field(kiosk, question, answers[question.id], answers.__setitem__)
        for question in questions
        if question not in placed
    ]
    if fields:
        _open(kiosk, title, go_on, *fields)
    else:
        go_on()


def _open(kiosk: Kiosk, title: str, acts: Callable[[], None], *fields: Field, **options: Any) -> None:
    look = kiosk.look
    kiosk.open_sheet(
        title,
        *fields,
        footer=(
            PushButton(look, kiosk.words(say("kiosk.cancel")), kiosk.close_sheet, size_hint_y=1),
            PushButton(look, kiosk.words(say("kiosk.ok")), acts, style="primary", size_hint_y=1),
        ),
        **options,
    )
