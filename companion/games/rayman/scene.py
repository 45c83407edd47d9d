"""What the camera should see."""

from __future__ import annotations

from companion.games.rayman.naming import space_text
from companion.games.rayman.state import State
from companion.ports.sight import Scene


def expected_scene(state: State) -> Scene:
    """Says on which printed space each hero's figure stands."""
    return Scene({racer.hero: space_text(state, racer.at) for racer in state.racers})


def hero_player(state: State, hero: str) -> str | None:
    """Returns who plays a hero."""
    return next((racer.name for racer in state.racers if racer.hero == hero), None)
