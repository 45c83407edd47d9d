"""Camera and game: where the pawns should stand, and what a moved pawn could mean."""

from __future__ import annotations

from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.grimm import content as fx
from companion.games.grimm.explore import running_walk, ways_to
from companion.games.grimm.spells import legal_casts
from companion.games.grimm.state import State
from companion.ports.sight import Scene, SceneChange


def expected_scene(state: State) -> Scene:
    """Says where each character's pawn stands."""
    return Scene({hero.character: hero.at for hero in state.heroes if hero.character and hero.at})


def interpret(state: State, change: SceneChange) -> tuple[Way, ...]:
    """Lists what a moved pawn could mean: the running move, or two players who changed places by a spell."""
    owner = next((hero for hero in state.heroes if hero.character == change.figure), None)
    if owner is None or change.after not in state.graph.spaces:
        return ()
    walk = running_walk(state)
    if walk is not None and walk.pawn == owner.name and not change.others:
        try:
            return ways_to(state, change.after)
        except Refusal:
            return ()
    for other in state.heroes:
        is_there = other.at == change.after and change.others.get(other.character) == owner.at
        if other is not owner and is_there:
            return _swaps(state, {owner.name, other.name})
    return ()


def _swaps(state: State, names: set[str]) -> tuple[Way, ...]:
    return tuple(
        Way((cast,), say("grimm.way.swap", player=cast.player, other=cast.target or ""))
        for cast in legal_casts(state)
        if isinstance(state.spells[cast.spell].effect, fx.Swap) and {cast.player, cast.target} == names
    )
