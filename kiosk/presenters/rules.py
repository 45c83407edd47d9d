"""The rules to look things up in: chapters, a search, a legend of icons, and what a thing on the table is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.blocks import Badge, Board, Card, Counter, Player, Question, TableDie, View
from companion.core.clause import Clause
from companion.core.message import Message, say
from companion.games.protocol import Game
from companion.i18n import Translator
from kiosk.presenters.moments import MomentScreen
from kiosk.presenters.table.screen import Action
from kiosk.presenters.words import rule_lines, space_name

UNNAMED = ("platform", "thick", "wall", "obstacle", "ladder", "dice", "portal", "teleporter", "generator")
"""Icons that boards print without a label; their names are the rules catalogue's."""


class Explained(Struct, frozen=True):
    """What something is: its name, what is to be known of it now, and the rules with their pages."""

    title: str
    lines: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    icon: str = ""


def chapters(clauses: Mapping[str, Clause]) -> dict[str, tuple[str, ...]]:
    """Groups the rules by the middle word of their number, in the order of the book."""
    found: dict[str, list[str]] = {}
    for clause in clauses:
        found.setdefault(chapter_of(clause), []).append(clause)
    return {chapter: tuple(numbers) for chapter, numbers in found.items()}


def chapter_of(clause: str) -> str:
    """Returns the chapter that a rule's number names."""
    parts = clause.split("-")
    return parts[1].lower() if len(parts) > 2 else parts[0].lower()


def chapter_name(chapter: str, words: Translator) -> str:
    """Names a chapter in the reader's language; one that nobody named, by its own word."""
    named = words(say(f"rules.chapter.{chapter}"))
    return chapter.capitalize() if named.endswith(f"chapter.{chapter}") else named


def search(clauses: Mapping[str, Clause], text: str, words: Translator) -> tuple[str, ...]:
    """Finds the rules that hold every word of a text, whatever its accents, in words, number or chapter."""
    wanted = _plain(text).split()

    def is_found(number: str, clause: Clause) -> bool:
        chapter = chapter_name(chapter_of(number), words)
        held = _plain(f"{number} {words(clause.as_message())} {chapter}")
        return all(word in held for word in wanted)

    return tuple(number for number, clause in clauses.items() if is_found(number, clause))


def _plain(text: str) -> str:
    """Writes a text without capitals and accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def legend(game: Game[Any], view: View | None, words: Translator) -> tuple[Explained, ...]:
    """Lists the icons that a game explains, with their names as the table shows them."""
    names = dict(_named_icons(view)) if view is not None else {}
    return tuple(
        Explained(
            words(names[icon]) if icon in names else icon_name(icon, words),
            rules=rule_lines(clauses, game.clauses, words),
            icon=icon,
        )
        for icon, clauses in game.legend.items()
    )


def icon_name(icon: str, words: Translator) -> str:
    """Names an icon that nothing on the table names."""
    named = words(say(f"rules.icon.{icon}"))
    return icon.replace("_", " ").capitalize() if named.endswith(f"icon.{icon}") else named


def _named_icons(view: View) -> Iterator[tuple[str, Message]]:
    badges: list[Badge] = [badge for player in view.players for badge in player.badges]
    badges += [badge for card in view.cards for badge in card.icons]
    for badge in badges:
        yield badge.icon, badge.label
    for die in view.table_dice:
        yield die.face.icon, die.face.named
    for counter in view.pool:
        yield counter.icon, counter.label


# What lies under a finger.


class Explainer:
    """Says what anything on the table is, from the view alone."""

    def __init__(self, game: Game[Any] | None, view: View | None, words: Translator) -> None:
        self._game = game
        self._view = view
        self._words = words

    def space(self, space_id: str) -> Explained:
        """Says what is printed on a space and what stands there."""
        board, words = self._view.board if self._view is not None else None, self._words
        assert board is not None
        space = next(each for each in board.spaces if each.id == space_id)
        here = [piece for piece in board.pieces if piece.space == space_id]
        icons = [space.icon, *(piece.icon for piece in here), *_printed_on(board, space_id)]
        lines = [words(piece.label) for piece in here]
        lines += [icon_name(icon, words) for icon in _printed_on(board, space_id)]
        if space.label is not None and space.name is not None:
            lines.append(words(space.label))
        if space_id in board.lit:
            lines.append(words(say("rules.space.lit")))
        name = words(space_name(board, space_id))
        title = name[:1].upper() + name[1:]
        return Explained(title, tuple(filter(None, lines)), self._rules(icons), space.icon)

    def player(self, player: Player) -> Explained:
        """Says what a player holds."""
        words = self._words
        lines = [words(player.role)]
        for badge in player.badges:
            name = words(badge.label)
            lines.append(f"{badge.count} × {name}" if badge.count > 1 and not _has_digit(name) else name)
        return Explained(player.name, tuple(lines), self._rules([badge.icon for badge in player.badges]))

    def counter(self, counter: Counter) -> Explained:
        """Says what a number counts."""
        most = "" if counter.maximum is None else f" / {counter.maximum}"
        title = self._words(counter.label)
        return Explained(title, (f"{counter.value}{most}",), self._rules([counter.icon]), counter.icon)

    def card(self, card: Card) -> Explained:
        """Says what is printed on a card."""
        words = self._words
        icons = [f"{badge.count} × {words(badge.label)}" for badge in card.icons]
        lines = (*icons, *(words(line) for line in card.lines))
        return Explained(
            words(card.title), lines, self._rules([badge.icon for badge in card.icons] or ["card"])
        )

    def die(self, die: TableDie) -> Explained:
        """Says what a die shows."""
        return Explained(self._words(die.face.named), (), self._rules([die.face.icon]), die.face.icon)

    def action(self, action: Action) -> Explained:
        """Says by which rule a button may be pressed."""
        clauses = action.choice.clauses if action.choice is not None else ()
        rules = self._said(clauses) or self._rules([action.icon])
        helps = () if rules else self._help("button", action.icon)
        return Explained(action.label, helps, rules, action.icon)

    def button(self, label: str, icon: str, told: tuple[str, ...] = ()) -> Explained:
        """Says what a button does that no rule is about, with what else stands on it."""
        helps = self._help("button", icon)
        if label:
            return Explained(label, (*told, *helps), self._rules([icon]), icon)
        title = helps[0] if helps else icon_name(icon, self._words)
        return Explained(title, (), self._rules([icon]), icon)

    def question(self, question: Question, clauses: Mapping[str, Clause]) -> Explained:
        """Says what a question means, with the rules behind it."""
        words = self._words
        lines = (words(question.help),) if question.help else ()
        return Explained(words(question.label), lines, rule_lines(question.clauses, clauses, words))

    def setting(self, field: str, label: str) -> Explained:
        """Says what a setting changes."""
        return Explained(label, self._help("setting", field))

    def moment(self, screen: MomentScreen) -> Explained:
        """Says what has just happened, with the rules of what is drawn for it."""
        icons = [screen.icon, *(face.icon for face in screen.faces)]
        icons += [badge.icon for hand in screen.hands for card in hand.cards for badge in card.icons]
        return Explained(screen.headline, screen.sentences[1:], self._rules(icons), screen.icon)

    def _help(self, family: str, name: str) -> tuple[str, ...]:
        """Says in a sentence what something of the screen is for; nothing where no sentence is known."""
        key = f"rules.help.{family}.{name}"
        said = self._words(say(key)) if name else key
        return () if said.endswith(key.removeprefix("rules.")) else (said,)

    def _said(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        return rule_lines(clauses, self._game.clauses, self._words) if self._game is not None else ()

    def phase(self) -> Explained:
        """Says what the present phase is about."""
        assert self._game is not None
        assert self._view is not None
        phases = [phase for phase in self._game.flow.phases if phase.id == self._view.phase]
        if not phases:
            return Explained(self._words(self._view.title))
        rules = rule_lines((phases[0].clause,), self._game.clauses, self._words)
        return Explained(self._words(phases[0].label), (), rules)

    def _rules(self, icons: Sequence[str]) -> tuple[str, ...]:
        if self._game is None:
            return ()
        numbers = [clause for icon in icons for clause in self._game.legend.get(icon, ())]
        return self._said(tuple(dict.fromkeys(numbers)))


def _has_digit(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def _printed_on(board: Board, space_id: str) -> list[str]:
    """Lists what is printed on a space or at its sides without being a piece."""
    space = next(each for each in board.spaces if each.id == space_id)
    x, y = space.x + space.w / 2, space.y + space.h / 2
    marks = [
        mark.icon
        for mark in board.marks
        if mark.icon in UNNAMED
        and abs(mark.x + mark.w / 2 - x) <= (mark.w + space.w) / 2
        and abs(mark.y + mark.h / 2 - y) <= (mark.h + space.h) / 2
    ]
    edges = [edge.icon for edge in board.edges if edge.space == space_id]
    return list(dict.fromkeys((*marks, *edges)))


def taught_phase(game: Game[Any], view: View, understood: Sequence[str]) -> str:
    """Returns the clause that a newcomer is to be told now, or nothing."""
    phase = next((phase for phase in game.flow.phases if phase.id == view.phase), None)
    if phase is None or not phase.clause or phase.clause in understood or phase.clause not in game.clauses:
        return ""
    return phase.clause
