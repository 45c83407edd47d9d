"""What a change that the camera saw could mean."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.rayman import commands as c
from companion.games.rayman.decide import decide
from companion.games.rayman.evolve import evolve
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.notes import space_text
from companion.games.rayman.scene import expected_scene, hero_player
from companion.games.rayman.state import State
from companion.games.rayman.ways import ways_to
from companion.ports.sight import SceneChange


def interpret(state: State, change: SceneChange) -> tuple[Way, ...]:
    """Lists the ways in which the active figure could have come to where it is seen."""
    player = hero_player(state, change.figure)
    if player is None:
        return ()
    if state.agenda and state.agenda[0].kind != "turn":
        return _placements(state, player, change.after)
    if state.turn is None or state.turn.player != player:
        return ()
    try:
        found = ways_to(state, change.after)
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
    now = state
    for command in way.commands:
        for event in decide(now, command):
            now = evolve(now, event)
    figures = expected_scene(now).figures
    return all(figures.get(figure) == space for figure, space in change.others.items())
