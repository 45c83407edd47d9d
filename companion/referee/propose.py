"""Proposes: figures were seen to move, so which turn could that be? A person confirms, or disputes."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from companion.core.blocks import Json
from companion.core.errors import Refusal
from companion.core.message import Message, literal, say
from companion.core.verdict import Way
from companion.games.protocol import Game, S
from companion.ports.sight import SceneChange
from companion.referee.compare import Comparison


class Proposal(Struct, frozen=True):
    """What the referee makes of a change: one way to confirm, several to choose from, or a dispute."""

    kind: Literal["one", "several", "dispute"]
    change: SceneChange
    figure: str
    """The figure whose doing it is most likely."""
    space: str
    """Where that figure was seen."""
    say: Message
    ways: tuple[Way, ...] = ()
    because: Message | None = None
    clauses: tuple[str, ...] = ()
    dispute: Json | None = None
    """The running turn as a dispute/1 document, where the game can write one."""


def propose(game: Game[S], state: S, comparison: Comparison) -> Proposal | None:
    """Asks the rules what the seen change could be; None where nothing certainly moved."""
    before = game.expected_scene(state).figures
    change = SceneChange({figure: (before.get(figure), after) for figure, after in comparison.moved.items()})
    if not change.moved:
        return None
    figure = _mover(game, state, change)
    space = comparison.moved[figure]
    try:
        ways = game.interpret(state, change)
    except Refusal as why:
        return _dispute(game, state, change, figure, space, why)
    if not ways:
        return _dispute(game, state, change, figure, space, None)
    said: dict[str, Any] = {"figure": literal(figure), "after": space}
    if len(ways) == 1:
        text = say("referee.propose.one", way=ways[0].summary, **said)
        return Proposal("one", change, figure, space, text, ways)
    return Proposal(
        "several", change, figure, space, say("referee.propose.several", count=len(ways), **said), ways
    )


def _mover(game: Game[Any], state: Any, change: SceneChange) -> str:
    """Picks the figure that may move now, if it is among those that did."""
    board = game.view(state).board
    movers = {piece.id for piece in board.pieces if piece.can_move} if board is not None else set()
    return next((figure for figure in change.moved if figure in movers), next(iter(change.moved)))


def _dispute(
    game: Game[Any], state: Any, change: SceneChange, figure: str, space: str, refusal: Refusal | None
) -> Proposal:
    if refusal is None:
        try:
            game.ways_to(state, figure, space)
        except Refusal as why:
            refusal = why
    document = None
    try:
        document = game.dispute(state, figure, space)
    except Refusal as why:
        refusal = refusal or why
    because = refusal.message if refusal is not None else say("referee.propose.no_way")
    return Proposal(
        "dispute",
        change,
        figure,
        space,
        say("referee.propose.dispute", figure=literal(figure), after=space, because=because),
        because=because,
        clauses=refusal.clauses if refusal is not None else (),
        dispute=document,
    )
