"""A dispute: which turn, which claim, and what the judge says about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import Board, View
from companion.core.errors import Refusal
from companion.core.flow import TurnOrder
from companion.core.verdict import Verdict
from companion.i18n import Translator
from companion.night.reasons import Judged, judge_claim, mover_of
from companion.referee.photos import Photo, PhotoAlbum
from kiosk.night.session import Session
from kiosk.presenters.table.dice import mover_on
from kiosk.presenters.words import rule_lines, space_words

A_PAGE = 32
"""How many steps of the record are looked through at a time."""


class Turn(Struct, frozen=True):
    """A turn that can be disputed: the entry before its first step, and whose it is."""

    start: int
    end: int
    round: int
    player: str
    name: str
    seat: int
    is_running: bool


class DisputeScreen(Struct, frozen=True):
    """The verdict in words, with the board it is about; `is_legal` is None before there is one."""

    board: Board | None
    is_legal: bool | None = None
    claimed: str = ""
    detail: str = ""
    rules: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    nearest: tuple[tuple[str, str], ...] = ()
    """Spaces by id and as the table calls them."""
    accepts: tuple[str, str] | None = None
    """The space that the table can take over with one touch."""


class DisputePresenter:
    """Finds turns in the record and has them judged by the game."""

    def __init__(self, session: Session, words: Translator, memo: dict[str, Any]) -> None:
        self.session = session
        self.words = words
        self.memo = memo
        for name in ("turn", "space", "judged", "figure"):
            memo.setdefault(name, None)
        self._found: list[Turn] = []
        self._looking = self._look_back()
        self._newest: Turn | None = next(self._turns(), None)

    # Which turn.

    def rounds(self) -> Iterator[tuple[Turn, ...]]:
        """Yields the turns of the whole night, the newest round first; looks back only as far as asked."""
        for _, turns in groupby(self._turns(), key=lambda turn: turn.round):
            yield tuple(turns)

    def _turns(self) -> Iterator[Turn]:
        """Yields the turns from the newest on; what was found once is not looked up again."""
        for number in count():
            if number == len(self._found):
                older = next(self._looking, None)
                if older is None:
                    return
                self._found.append(older)
            yield self._found[number]

    def _look_back(self) -> Iterator[Turn]:
        night = self.session.night
        line = [0, *(entry.number for entry in night.entries() if entry.is_active)]
        taking = {
            phase.id
            for phase in self.session.game.flow.phases
            if phase.order in (TurnOrder.BY_INITIATIVE, TurnOrder.CLOCKWISE)
        }
        last: Turn | None = None
        for end in range(len(line), 0, -A_PAGE):
            # A page is looked through forwards, so that each of its steps is folded once.
            page = [self._turn_at(number, taking) for number in line[max(0, end - A_PAGE) : end]]
            for turn in reversed([turn for turn in page if turn is not None]):
                if last is None:
                    last = replace(turn, is_running=turn.end == line[-1])
                elif (last.round, last.player) == (turn.round, turn.player):
                    last = replace(last, start=turn.start)
                else:
                    yield last
                    last = turn
        if last is not None:
            yield last

    def _turn_at(self, number: int, taking: set[str]) -> Turn | None:
        game, state = self.session.game, self.session.night.state_at(number)
        view = game.view(state)
        player = next((p for p in view.players if p.id == view.prompt.player), None)
        if player is None or view.board is None or view.is_over or view.phase not in taking:
            return None
        try:
            game.dispute(state, mover_of(view), view.board.spaces[0].id)
        except Refusal:
            return None
        return Turn(number, number, view.round or 0, player.id, player.name, player.seat, is_running=False)

    @property
    def turn(self) -> Turn | None:
        """The turn in dispute: the chosen one, else the newest."""
        chosen: Turn | None = self.memo["turn"]
        return chosen or self._newest

    def choose_turn(self, turn: Turn) -> None:
        """Disputes another turn."""
        self.memo.update(turn=turn, space=None, figure=None)

    def photos(self) -> tuple[Photo, ...]:
        """Lists the photos before and after the turn, where a camera took them."""
        turn, journal = self.turn, self.session.night.journal
        if turn is None or journal is None:
            return ()
        album = PhotoAlbum.beside(journal.path)
        found = (album.photo_at(turn.start + 1, "before"), album.photo_at(turn.end, "after"))
        return tuple(photo for photo in found if photo is not None)

    # The claim and its judge.

    def claim(self, space: str) -> None:
        """Claims that the figure ended on a space; a touch on another one that moves means that one."""
        view = self._view()
        mover = mover_on(view.board, space, self.figure) if view is not None and view.board else None
        if mover is not None:
            self.memo.update(figure=mover, space=None)
        else:
            self.memo["space"] = space

    @property
    def figure(self) -> str:
        """The figure in dispute."""
        view = self._view()
        return mover_of(view, self.memo["figure"] or "") if view is not None else ""

    @property
    def name(self) -> str:
        """Names who is in dispute: the player, or another figure than the player's own."""
        view, turn = self._view(), self.turn
        pieces = view.board.pieces if view is not None and view.board is not None else ()
        other = next((one for one in pieces if one.id == self.figure and not one.is_active), None)
        if other is not None:
            return self.words(other.label)
        return turn.name if turn is not None else ""

    def _view(self) -> View | None:
        """Shows the turn in dispute as it began."""
        turn = self.turn
        return self.session.game.view(self.session.night.state_at(turn.start)) if turn is not None else None

    def question(self) -> Callable[[], Judged] | None:
        """Returns what to ask the judge, which can take a while; None where there is nothing to ask."""
        turn, space = self.turn, self.memo["space"]
        if turn is None or space is None or self._verdict() is not None:
            return None
        night, state = self.session.night, self.session.night.state_at(turn.start)
        return partial(judge_claim, night.game, night.content, state, self.figure, space)

    def judged(self, verdict: Judged) -> None:
        """Takes the answer about the present claim in."""
        assert self.turn is not None
        self.memo["judged"] = (self.turn.start, self.memo["space"], self.figure, verdict)

    def _verdict(self) -> Judged | None:
        if self.turn is None or self.memo["judged"] is None:
            return None
        start, space, figure, verdict = self.memo["judged"]
        is_asked = (start, space, figure) == (self.turn.start, self.memo["space"], self.figure)
        return verdict if is_asked else None

    def screen(self) -> DisputeScreen | None:
        """Describes the claim as far as it is known; None where there is no turn to dispute."""
        turn, space, verdict = self.turn, self.memo["space"], self._verdict()
        if turn is None:
            return None
        view = self._view()
        assert view is not None
        if space is None:
            return DisputeScreen(view.board)
        claimed = space_words(view.board, space, self.words)
        if verdict is None:
            board = replace(view.board, lit=(space,), focus=(space,)) if view.board else None
            return DisputeScreen(board, claimed=claimed)
        if isinstance(verdict, Refusal):
            rules = rule_lines(verdict.clauses, self.session.game.clauses, self.words)
            return DisputeScreen(view.board, False, claimed, self.words(verdict.message), rules)
        return self._judged(view, space, verdict, turn)

    def _judged(self, view: View, space: str, verdict: Verdict, turn: Turn) -> DisputeScreen:
        ends = verdict.nearest_spaces
        named = tuple((end, space_words(view.board, end, self.words)) for end in ends)
        claimed = space_words(view.board, space, self.words)
        board = view.board
        if board is not None:
            lit = (space,) if verdict.is_legal else ends
            board = replace(board, path=verdict.path, lit=lit, focus=verdict.path or (space, *ends))
        accepted = (space, claimed) if verdict.is_legal else named[0] if named else None
        return DisputeScreen(
            board=board,
            is_legal=verdict.is_legal,
            claimed=claimed,
            detail=self.words(verdict.because) if verdict.because else "",
            rules=rule_lines(verdict.clauses, self.session.game.clauses, self.words),
            steps=tuple(self.words(step) for step in verdict.steps),
            nearest=named,
            accepts=accepted if turn.is_running else None,
        )
