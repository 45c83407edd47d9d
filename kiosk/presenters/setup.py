"""The set-up as pages of questions: answers so far, what is still asked, and whether it can begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from math import ceil
from typing import Any

from msgspec.structs import replace

from companion.content.library import Content
from companion.core.blocks import Board, Json, Option, Question
from companion.core.errors import Invalid, Refusal
from companion.core.message import Message
from companion.games.protocol import Game
from companion.games.registry import GAMES, find_game
from kiosk.presenters.content import own_content, own_packs
from kiosk.widgets.board.geometry import Cropper

PAGES = ("game", "mode", "players", "board", "options", "layout")


def nested(answers: Json) -> Json:
    """Puts dotted answers such as `options.teensies` or `players.0.legendary` where they belong."""
    whole: Json = deepcopy({name: value for name, value in answers.items() if "." not in name})
    for name, value in answers.items():
        *path, last = name.split(".")
        if not path:
            continue
        inside: Any = whole
        for step in path:
            if isinstance(inside, list):
                inside = inside[int(step)] if int(step) < len(inside) else {}
            else:
                inside = inside.setdefault(step, {})
        if isinstance(inside, dict):
            inside[last] = value
    return whole


def available_games() -> list[Game[Any]]:
    """Lists the games that can be loaded."""
    games = []
    for game_id in GAMES:
        try:
            games.append(find_game(game_id))
        except (ImportError, AttributeError):
            continue
    return games


class SetupPresenter:
    """Holds the answers of a set-up and asks the game what comes next. Knows no rule itself."""

    def __init__(
        self, memo: Json, names: Sequence[str] = (), guest: Callable[[int], str] = "P{}".format
    ) -> None:
        self.memo = memo
        self.names = names
        """The names that were used before, the newest first."""
        self.guest = guest
        """What a player is called by number until somebody types a name."""
        memo.setdefault("game", next((game.manifest.id for game in available_games()), ""))
        memo.setdefault("answers", {})
        memo.setdefault("page", "game")
        self._content: Content | None = None

    @property
    def game(self) -> Game[Any] | None:
        """The chosen game."""
        return find_game(self.memo["game"]) if self.memo["game"] else None

    @property
    def answers(self) -> Json:
        """What was answered by hand; defaults are left to the game."""
        answers: Json = self.memo["answers"]
        return answers

    def choose_game(self, game_id: str) -> None:
        """Takes a game and forgets the answers for another."""
        if game_id != self.memo["game"]:
            self.memo["game"] = game_id
            self.memo["answers"] = {}
            self._content = None

    @property
    def content(self) -> Content:
        """The game's content, loaded once."""
        assert self.game is not None
        if self._content is None:
            self._content = own_content(self.game)
        return self._content

    def questions(self, page: str | None = None) -> tuple[Question, ...]:
        """Lists the questions of a page, or all, as they follow from the answers so far."""
        if self.game is None:
            return ()
        asked = self.game.questions(self.content, nested(self.answers))
        if any(question.kind == "players" and question.id not in self.answers for question in asked):
            seats = {each.id: self.seats(each) for each in asked if each.kind == "players"}
            asked = self.game.questions(self.content, nested({**seats, **self.answers}))
        return tuple(question for question in asked if page is None or question.page == page)

    def pages(self) -> tuple[str, ...]:
        """Lists the pages that have something to ask, the game first and the layout last."""
        asked = {question.page for question in self.questions()}
        return tuple(page for page in PAGES if page in ("game", "layout") or page in asked)

    def value_of(self, question: Question) -> Any:
        """Returns the answer so far, or the default; nobody is invented."""
        if question.kind == "players" and question.id not in self.answers:
            return self.seats(question)
        return self.answers.get(question.id, question.default)

    def seats(self, question: Question) -> list[Any]:
        """Returns as many players as the game usually has: those of the last night, else numbered ones."""
        players: list[Json] = []
        for usual in question.default or [{}] * (question.minimum or 1):
            role = usual if isinstance(usual, dict) else {}
            players.append({**role, "name": self.next_name(players)})
        return players if question.options else [player["name"] for player in players]

    def next_name(self, players: Sequence[Json]) -> str:
        """Returns a name for one player more: one used before that nobody here has, else a number."""
        taken = {player["name"] for player in players}
        names = (*self.names, *(self.guest(number) for number in range(1, len(taken) + 2)))
        return next(name for name in names if name not in taken)

    def is_guest(self, name: str) -> bool:
        """Tells whether a name only stands in for one that nobody has typed yet."""
        return any(name == self.guest(number) for number in range(1, 13))

    def answer(self, question_id: str, value: Any) -> None:
        """Takes an answer; earlier ones about its parts, or no longer among what is offered, are dropped."""
        for name in [name for name in self.answers if name.startswith(f"{question_id}.")]:
            del self.answers[name]
        self.answers[question_id] = value
        for question in self.questions():
            offered = [option.value for option in question.options]
            is_choice = question.kind == "choice" and question.id in self.answers
            if is_choice and question.id != question_id and self.answers[question.id] not in offered:
                del self.answers[question.id]

    def setup(self) -> Json:
        """Returns the set-up as it stands: answers to what is still asked, and default players."""
        questions = self.questions()
        asked = {question.id for question in questions}
        answers = {name: value for name, value in self.answers.items() if name in asked}
        for question in questions:
            if question.kind == "players" and question.id not in answers:
                answers[question.id] = self.seats(question)
        return nested(answers)

    def packs(self) -> list[str]:
        """Names the packs that the night will use."""
        assert self.game is not None
        return own_packs(self.game)

    def problems(self) -> tuple[Message, ...]:
        """Lists what keeps the night from beginning."""
        if self.game is None:
            return ()
        try:
            self.game.new_state(self.setup(), self.content)
        except Invalid as refusal:
            return refusal.details or (refusal.message,)
        except Refusal as refusal:
            return (refusal.message,)
        return ()

    def layout(self) -> tuple[tuple[Message, ...], Board | None]:
        """Says how to lay the real table out, with the board as it is at the start."""
        assert self.game is not None
        state = self.game.new_state(self.setup(), self.content)
        return self.game.layout(state), self.game.view(state).board


def strips(board: Board, count: int) -> tuple[Board, ...]:
    """Cuts a long board into parts of one length, to be laid below each other in a picture."""
    board = Cropper()(board)
    length = ceil(board.width / count)
    found = []
    for first in range(0, ceil(board.width), length):
        spaces = tuple(
            replace(space, x=space.x - first) for space in board.spaces if first <= space.x < first + length
        )
        marks = tuple(
            replace(mark, x=mark.x - first) for mark in board.marks if first <= mark.x + 0.5 < first + length
        )
        here = {space.id for space in spaces}
        pieces = tuple(piece for piece in board.pieces if piece.space in here)
        found.append(Board(length, board.height, spaces, marks, pieces))
    return tuple(found)


def role_key(question: Question) -> str:
    """Names the field of a player that the question's options fill, read from its default."""
    for player in question.default or ():
        if isinstance(player, dict):
            for name in player:
                if name != "name":
                    return str(name)
    return "hero"


def free_option(question: Question, players: list[Json], key: str) -> Option | None:
    """Returns the first option that nobody has taken."""
    taken = {player.get(key) for player in players}
    return next((option for option in question.options if option.value not in taken), None)
