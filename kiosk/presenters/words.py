"""Words that several panels need: what a question means, and how the table calls a space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.core.blocks import Board, Question
from companion.core.clause import Clause
from companion.core.message import Message, literal
from companion.i18n import Translator
from kiosk.night.session import place_name


def in_a_row(sentences: Iterable[str]) -> str:
    """Writes sentences one after the other; a dot parts those that have no full stop of their own."""
    row = ""
    for sentence in filter(None, sentences):
        between = " " if row.endswith((".", "!", "?", "…")) else " · "
        row = f"{row}{between}{sentence}" if row else sentence
    return row


def question_help(question: Question, words: Translator, clauses: Mapping[str, Clause]) -> str:
    """Says what a question means, with the rule behind it; of several rules the first in words."""
    parts = [words(question.help)] if question.help else []
    numbers = ", ".join(question.clauses)
    if question.clauses and question.clauses[0] in clauses:
        parts.append(f"{words(clauses[question.clauses[0]].as_message())} ({numbers})")
    elif numbers:
        parts.append(numbers)
    return " · ".join(parts)


def clause_lines(clauses: Sequence[str], known: Mapping[str, Clause], words: Translator) -> tuple[str, ...]:
    """Says rules by number, in the reader's words."""
    return tuple(f"{clause} · {words(known[clause].as_message())}" for clause in clauses if clause in known)


def rule_lines(clauses: Sequence[str], known: Mapping[str, Clause], words: Translator) -> tuple[str, ...]:
    """Says rules in words, each with its number and its page in the rulebook of the reader's language."""
    lines = []
    for clause in clauses:
        if clause in known:
            pages = known[clause].pages
            page = pages.get(words.language) or next(iter(pages.values()), None)
            source = clause if page is None else f"{clause} · p.\u00a0{page}"
            lines.append(f"{words(known[clause].as_message())}\n{source}")
    return tuple(lines)


def space_name(board: Board | None, space: str) -> Message:
    """Names a space as the table calls it."""
    return place_name(board, space) if board is not None else literal(space)


def space_words(board: Board | None, space: str, words: Translator) -> str:
    """Says a space as the table calls it."""
    return words(space_name(board, space))
