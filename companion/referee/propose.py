"""Proposes: a figure was seen to move, so which turn could that be? A person confirms, or disputes."""

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
    say: Message
    ways: tuple[Way, ...] = ()
    because: Message | None = None
    clauses: tuple[str, ...] = ()
    dispute: Json | None = None
    """The running turn as a dispute/1 document, where the game can write one."""


def propose(game: Game[S], state: S, comparison: Comparison) -> Proposal | None:
    """Asks the rules what the seen change could be; None where nothing certainly moved."""
    moved = comparison.moved
    if not moved:
        return None
    before = game.expected_scene(state).figures
    refused: list[tuple[SceneChange, Refusal]] = []
    changes = [
        SceneChange(
            figure,
            before.get(figure),
            after,
            {other: space for other, space in moved.items() if other != figure},
        )
        for figure, after in moved.items()
    ]
    for change in changes:
        try:
            ways = game.interpret(state, change)
        except Refusal as why:
            refused.append((change, why))
            continue
        if ways:
            return _offer(change, tuple(ways))
    if refused:
        return _dispute(game, state, *refused[0])
    return _dispute(game, state, changes[0], None)


def _offer(change: SceneChange, ways: tuple[Way, ...]) -> Proposal:
    figure = literal(change.figure)
    if len(ways) == 1:
        text = say("referee.propose.one", figure=figure, after=change.after, way=ways[0].summary)
        return Proposal("one", change, text, ways)
    text = say("referee.propose.several", figure=figure, after=change.after, count=len(ways))
    return Proposal("several", change, text, ways)


def _dispute(game: Game[Any], state: Any, change: SceneChange, refusal: Refusal | None) -> Proposal:
    if refusal is None:
        try:
            game.ways_to(state, change.after)
        except Refusal as why:
            refusal = why
    document = None
    try:
        document = game.dispute(state, change.after)
    except Refusal as why:
        refusal = refusal or why
    because = refusal.message if refusal is not None else say("referee.propose.no_way")
    return Proposal(
        "dispute",
        change,
        say("referee.propose.dispute", figure=literal(change.figure), after=change.after, because=because),
        because=because,
        clauses=refusal.clauses if refusal is not None else (),
        dispute=document,
    )
