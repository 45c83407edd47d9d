"""Proposes: figures were seen to move, so which turn could that be? A person confirms, or disputes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

import msgspec
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
    why: Refusal | None = None
    try:
        ways = game.interpret(state, change)
    except Refusal as refused:
        ways, why = (), refused
    ways = ways or _ways_of_the_next(game, state, change)
    if not ways:
        return _dispute(game, state, change, figure, space, why)
    said: dict[str, Any] = {"figure": literal(figure), "after": space}
    if len(ways) == 1:
        text = say("referee.propose.one", way=ways[0].summary, **said)
        return Proposal("one", change, figure, space, text, ways)
    return Proposal(
        "several", change, figure, space, say("referee.propose.several", count=len(ways), **said), ways
    )


def _ways_of_the_next(game: Game[S], state: S, change: SceneChange) -> tuple[Way, ...]:
    """Returns what the change could be once the running turn is over: the next figure has moved already."""
    view = game.view(state)
    pieces = view.board.pieces if view.board is not None else ()
    if any(piece.is_active and piece.id in change.moved for piece in pieces):
        return ()
    for choice in view.choices:
        if choice.group != "main" or choice.asks or choice.space is not None:
            continue
        with suppress(Refusal):
            command = msgspec.convert(choice.command, type=game.command_type)
            if command.is_barrier:
                continue
            after = state
            for event in game.decide(state, command):
                after = game.evolve(after, event)
            if game.chance(after):
                continue
            return tuple(
                Way((choice.command, *way.commands), way.summary, way.path, way.goes_on)
                for way in game.interpret(after, change)
            )
    return ()


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
