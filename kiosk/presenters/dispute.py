"""A dispute: which turn, which claim, and what the judge says about it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import Board, View
from companion.core.errors import Refusal
from companion.core.flow import TurnOrder
from companion.core.message import Message
from companion.core.verdict import Verdict
from companion.i18n import Translator
from companion.referee.photos import Photo, PhotoAlbum
from kiosk.presenters.table import space_words
from kiosk.session import Session

LOOK_BACK = 120
"""How many steps back turns are listed."""


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
    """The verdict in words, with the board it is about."""

    board: Board | None
    is_legal: bool | None
    title: str
    detail: str
    rules: tuple[str, ...]
    steps: tuple[str, ...]
    nearest: tuple[str, ...]
    can_accept: bool


class DisputePresenter:
    """Finds turns in the record and has them judged by the game."""

    def __init__(self, session: Session, words: Translator, memo: dict[str, Any]) -> None:
        self.session = session
        self.words = words
        self.memo = memo
        memo.setdefault("turn", None)
        memo.setdefault("space", None)
        self._turns: tuple[Turn, ...] | None = None

    def turns(self) -> tuple[Turn, ...]:
        """Lists the turns of the record, the newest first."""
        if self._turns is None:
            self._turns = tuple(self._find_turns())
        return self._turns

    def _find_turns(self) -> list[Turn]:
        night = self.session.night
        line = [0, *(entry.number for entry in night.entries() if entry.is_active)]
        taking = {
            phase.id
            for phase in self.session.game.flow.phases
            if phase.order in (TurnOrder.BY_INITIATIVE, TurnOrder.CLOCKWISE)
        }
        found: list[Turn] = []
        for number in islice(reversed(line), LOOK_BACK):
            turn = self._turn_at(number, taking, is_running=number == line[-1])
            if turn is None:
                continue
            last = found[-1] if found else None
            if last is not None and (last.round, last.player) == (turn.round, turn.player):
                found[-1] = replace(last, start=number)
            else:
                found.append(turn)
        return found

    def _turn_at(self, number: int, taking: set[str], *, is_running: bool) -> Turn | None:
        view = self.session.game.view(self.session.night.state_at(number), is_lit=False)
        player = next((p for p in view.players if p.id == view.prompt.player), None)
        if player is None or view.board is None or view.is_over or view.phase not in taking:
            return None
        return Turn(number, number, view.round or 0, player.id, player.name, player.seat, is_running)

    @property
    def turn(self) -> Turn | None:
        """The turn in dispute: the chosen one, else the newest."""
        turns = self.turns()
        chosen = self.memo["turn"]
        return next((turn for turn in turns if turn.start == chosen), turns[0] if turns else None)

    def choose_turn(self, start: int) -> None:
        """Disputes another turn."""
        self.memo["turn"], self.memo["space"] = start, None

    def claim(self, space: str) -> None:
        """Claims that the figure ended on a space."""
        self.memo["space"] = space

    def photos(self) -> tuple[Photo, ...]:
        """Lists the photos before and after the turn, where a camera took them."""
        turn, journal = self.turn, self.session.night.journal
        if turn is None or journal is None:
            return ()
        album = PhotoAlbum.beside(journal.path)
        found = (album.photo_at(turn.start + 1, "before"), album.photo_at(turn.end, "after"))
        return tuple(photo for photo in found if photo is not None)

    def screen(self) -> DisputeScreen | None:
        """Has the claim judged; None where there is no turn to dispute."""
        turn = self.turn
        if turn is None:
            return None
        state = self.session.night.state_at(turn.start)
        view = self.session.game.view(state, is_lit=False)
        space = self.memo["space"]
        if space is None:
            return DisputeScreen(view.board, None, "", "", (), (), (), can_accept=False)
        try:
            verdict = self.session.game.judge(self.session.game.dispute(state, space))
        except Refusal as refusal:
            rules = self._rules(refusal.clauses)
            said = self.words(refusal.message)
            return DisputeScreen(view.board, False, said, "", rules, (), (), can_accept=False)
        return self._judged(view, space, verdict, turn)

    def _judged(self, view: View, space: str, verdict: Verdict, turn: Turn) -> DisputeScreen:
        nearest = tuple(place_id(place) for place in verdict.nearest)
        board = view.board
        if board is not None:
            lit = (space,) if verdict.is_legal else nearest
            board = replace(board, path=verdict.path, lit=lit, focus=verdict.path or (space, *nearest))
        because: Message | None = verdict.because
        return DisputeScreen(
            board=board,
            is_legal=verdict.is_legal,
            title=space_words(view.board, space, self.words),
            detail=self.words(because) if because else "",
            rules=self._rules(verdict.clauses),
            steps=tuple(self.words(step) for step in verdict.steps),
            nearest=nearest,
            can_accept=verdict.is_legal and turn.is_running,
        )

    def _rules(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        known = self.session.game.clauses
        said = []
        for clause in clauses:
            if clause in known:
                pages = known[clause].pages
                page = pages.get(self.words.language) or next(iter(pages.values()), None)
                source = clause if page is None else f"{clause} · p. {page}"
                said.append(f"{self.words(known[clause].as_message())}\n{source}")
        return tuple(said)


def place_id(place: Any) -> str:
    """Writes a place of a verdict as a space of the board."""
    return "/".join(str(part) for part in place) if isinstance(place, list | tuple) else str(place)
