"""What a game does unless it says otherwise: read off its view, or politely refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.content.library import Content
from companion.core.blocks import Board, Json, View
from companion.core.chance import ChanceRequest
from companion.core.command import Command, RollDice
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.message import Message, literal, say
from companion.core.report import Report
from companion.core.verdict import Verdict, Way
from companion.ports.sight import Scene, SceneChange

if TYPE_CHECKING:
    from companion.games.protocol import Game


def chance(game: Game[Any], state: Any) -> tuple[ChanceRequest, ...]:
    """Waits for nothing."""
    return ()


def problems(game: Game[Any], state: Any) -> tuple[Message, ...]:
    """Knows no invariant."""
    return ()


def round_of(game: Game[Any], state: Any) -> int:
    """Takes the round that the view shows."""
    return game.view(state).round or 1


def leader(game: Game[Any], state: Any) -> str | None:
    """Names the winner once there is one."""
    outcome = game.outcome(state)
    return outcome.winners[0] if outcome and outcome.winners else None


def describe(game: Game[Any], state: Any, command: Command, events: Sequence[Event]) -> Message:
    """Labels a step by the words of the choice that it was, after the player whose turn it was."""
    view = game.view(state)
    done = _done(view, command) or literal(game.format(command))
    player = next((each.name for each in view.players if each.id == view.prompt.player), "")
    return say("core.described.by", player=player, done=done) if player else done


_SAID: dict[str, Callable[[Message], Message]] = {
    "secret": lambda _: say("core.described.secret"),
    "chance": lambda drawn: say("core.described.drawn", card=drawn),
}


def _done(view: View, command: Command) -> Message | None:
    if isinstance(command, RollDice) and view.dice is not None:
        named = [{face.id: face.named for face in die.faces} for die in view.dice.dice]
        faces = zip(named, command.faces, strict=False)
        return say(
            "core.described.rolled", faces=tuple(names[face] for names, face in faces if face in names)
        )
    form = msgspec.to_builtins(command)
    for choice in view.choices:
        if all(form.get(name) == value for name, value in choice.command.items()):
            return _SAID[choice.group](choice.label) if choice.group in _SAID else choice.label
    return None


def layout(game: Game[Any], state: Any) -> tuple[Message, ...]:
    """Tells where each piece of the view goes."""
    board = game.view(state).board
    if board is None:
        return ()
    names = {space.id: space.name or space.label or literal(space.id) for space in board.spaces}
    return tuple(
        say("core.layout.put", piece=piece.label, space=names.get(piece.space, literal(piece.space)))
        for piece in board.pieces
    )


def mat(game: Game[Any], state: Any) -> Board | None:
    """Takes the board of the view: one that never grows."""
    return game.view(state).board


def tiles(game: Game[Any], content: Content) -> Mapping[str, Board]:
    """Has no tiles to cut out."""
    return {}


def expected_scene(game: Game[Any], state: Any) -> Scene:
    """Expects the players' pieces where the view has them."""
    board = game.view(state).board
    pieces = board.pieces if board is not None else ()
    return Scene({piece.id: piece.space for piece in pieces if piece.seat is not None})


def interpret(game: Game[Any], state: Any, change: SceneChange) -> tuple[Way, ...]:
    """Takes the move of one figure for that figure's doing."""
    if len(change.moved) != 1:
        return ()
    figure, (_, after) = next(iter(change.moved.items()))
    return () if after is None else game.ways_to(state, figure, after)


def reachable(game: Game[Any], state: Any, figure: str) -> tuple[str, ...]:
    """Lists the spaces that a choice names for the figure."""
    return tuple(dict.fromkeys(space for space, _ in _choices(game, state, figure)))


def costly(game: Game[Any], state: Any, figure: str) -> tuple[str, ...]:
    """Knows of no space that costs anything."""
    return ()


def put(game: Game[Any], state: Any, figure: str, space: str) -> Command | None:
    """Knows of no correction of places."""
    return None


def ways_to(game: Game[Any], state: Any, figure: str, space: str) -> tuple[Way, ...]:
    """Takes each choice that names the space for one way."""
    ways = tuple(way for named, way in _choices(game, state, figure) if named == space)
    if not ways:
        raise Illegal(say("core.no_way", space=space))
    return ways


def _choices(game: Game[Any], state: Any, figure: str) -> list[tuple[str, Way]]:
    view = game.view(state)
    pieces = view.board.pieces if view.board is not None else ()
    here = tuple(piece.space for piece in pieces if piece.id == figure)
    return [
        (choice.space, Way((choice.command,), choice.label, (*here, choice.space)))
        for choice in view.choices
        if choice.space is not None and choice.piece in (None, figure)
        if choice.group in ("main", "step") and not choice.asks
    ]


def dispute(game: Game[Any], state: Any, figure: str, space: str) -> Json:
    """Refuses: this game settles no disputes."""
    raise Illegal(say("core.no_judge", game=game.manifest.title))


def judge(game: Game[Any], document: Json, content: Content) -> Verdict:
    """Refuses: this game settles no disputes."""
    raise Invalid(say("core.no_judge", game=game.manifest.title))


def reach(game: Game[Any], document: Json, content: Content) -> Json:
    """Refuses: this game settles no disputes."""
    raise Invalid(say("core.no_judge", game=game.manifest.title))


def report(game: Game[Any], history: Iterable[Any]) -> Report:
    """Tells how the players stand at the end."""
    last = None
    for state in history:
        last = state
    outcome = game.outcome(last) if last is not None else None
    return Report(ranking=outcome.ranking if outcome else ())


DEFAULTS: dict[str, Callable[..., Any]] = {
    default.__name__: default
    for default in (
        chance,
        problems,
        round_of,
        leader,
        describe,
        layout,
        mat,
        tiles,
        expected_scene,
        interpret,
        reachable,
        costly,
        ways_to,
        put,
        dispute,
        judge,
        reach,
        report,
    )
}
"""The defaults by the field of `Game` that they fill."""
