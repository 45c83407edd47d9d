"""What a change that the camera saw could mean."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.rayman import commands as c
from companion.games.rayman.decide import play
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.naming import space_text
from companion.games.rayman.scene import expected_scene, hero_player
from companion.games.rayman.state import State
from companion.games.rayman.ways import ways_to
from companion.ports.sight import SceneChange


def interpret(state: State, change: SceneChange) -> tuple[Way, ...]:
    """Lists the ways in which a figure, and whoever it pushed, could have come to where they are seen."""
    for hero, (_, after) in change.moved.items():
        player = hero_player(state, hero)
        if player is None or after is None:
            continue
        if state.agenda and state.agenda[0].kind != "turn":
            found = _placements(state, player, after)
        elif state.turn is None or state.turn.player != player:
            continue
        else:
            found = _moves(state, hero, after, change)
        if found:
            return found
    return ()


def _moves(state: State, hero: str, space: str, change: SceneChange) -> tuple[Way, ...]:
    """Prefers ways that leave the other figures where they are seen."""
    try:
        found = ways_to(state, space)
    except Illegal:
        return ()
    return tuple(way for way in found if _agrees(state, way, change)) or found


def _placements(state: State, player: str, space: str) -> tuple[Way, ...]:
    """Takes a figure put on an offered space for that choice."""
    return tuple(
        Way((command,), say("rayman.ways.plain", space=space), (space,))
        for command in legal_commands(state)
        if isinstance(command, c.PlaceFigure)
        and command.player == player
        and space_text(state, command.to) == space
    )


def _agrees(state: State, way: Way, change: SceneChange) -> bool:
    """Tells whether the other figures would stand where they are seen."""
    figures = expected_scene(play(state, *way.commands)).figures
    return all(figures.get(figure) == after for figure, (_, after) in change.moved.items())
