"""Why not? What the judge says about a figure and a space of the running turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from companion.content.library import Content
from companion.core.blocks import View
from companion.core.errors import Refusal
from companion.core.message import Message, say
from companion.core.verdict import Verdict, Way
from companion.games.protocol import Game

Judged = Verdict | Refusal
"""What a judge answers, or why the claim cannot be judged."""


def judge_claim(game: Game[Any], content: Content, state: Any, figure: str, space: str) -> Judged:
    """Asks the rules whether a figure's turn from a state on can end on a space."""
    try:
        return game.judge(game.dispute(state, figure, space), content)
    except Refusal as refusal:
        return refusal


class Reason(Struct, frozen=True):
    """Why a figure cannot end on a space, and how far on the way there it could come."""

    because: Message
    clauses: tuple[str, ...] = ()
    path: tuple[str, ...] = ()


def find_reason(game: Game[Any], content: Content, state: Any, figure: str, space: str) -> Reason:
    """Asks the judge why there is no way to a space, which can take a while."""
    judged = judge_claim(game, content, state, figure, space)
    if isinstance(judged, Refusal):
        # What no judge hears, such as a step that a spell allows, is refused by the rules of the step.
        try:
            game.ways_to(state, figure, space)
        except Refusal as refusal:
            judged = refusal
        return Reason(judged.message, judged.clauses)
    path: tuple[str, ...] = judged.path
    for end in judged.nearest_spaces[:1]:
        with suppress(Refusal):
            path = game.ways_to(state, figure, end)[0].path
    return Reason(judged.because or say("night.no_reason"), judged.clauses, path)


Found = Sequence[Way] | Reason | Refusal
"""Ways to a space, else the judge's reason, else a refusal that no rule is behind."""


def ways_or_reason(game: Game[Any], content: Content, state: Any, figure: str, space: str) -> Found:
    """Asks for the ways to a space, and where there is none, why."""
    try:
        return game.ways_to(state, figure, space)
    except Refusal as refusal:
        reason = find_reason(game, content, state, figure, space)
        return reason if reason.clauses else refusal


def mover_of(view: View, chosen: str = "") -> str:
    """Names the figure that is meant: the chosen one if it can move, else the one whose turn it is."""
    pieces = view.board.pieces if view.board is not None else ()
    movers = [piece for piece in pieces if piece.can_move]
    if any(piece.id == chosen for piece in movers):
        return chosen
    active = [piece for piece in movers or pieces if piece.is_active]
    return next((piece.id for piece in (*active, *movers)), "")
