"""Words that several panels need: what a question means, and how the table calls a space."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.blocks import Board, Question
from companion.core.clause import Clause
from companion.core.message import Message, literal
from companion.i18n import Translator


def question_help(question: Question, words: Translator, clauses: Mapping[str, Clause]) -> str:
    """Says what a question means, with the rule behind it; of several rules the first in words."""
    parts = [words(question.help)] if question.help else []
    numbers = ", ".join(question.clauses)
    if question.clauses and question.clauses[0] in clauses:
        parts.append(f"{words(clauses[question.clauses[0]].as_message())} ({numbers})")
    elif numbers:
        parts.append(numbers)
    return " · ".join(parts)


def space_words(board: Board | None, space: str, words: Translator) -> str:
    """Says a space as the table calls it."""
    message: Message = literal(space)
    for each in board.spaces if board else ():
        if each.id == space and each.label is not None:
            message = each.label
    return words(message)
