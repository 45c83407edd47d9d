"""Camera and game: where the pawns should stand, and what a moved pawn could mean."""

from __future__ import annotations

from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.grimm import content as fx
from companion.games.grimm.explore import ways_to
from companion.games.grimm.spells import legal_casts
from companion.games.grimm.state import State
from companion.ports.sight import Scene, SceneChange


def expected_scene(state: State) -> Scene:
    """Says where each character's pawn stands."""
    return Scene({hero.character: hero.at for hero in state.heroes if hero.character and hero.at})


def interpret(state: State, change: SceneChange) -> tuple[Way, ...]:
    """Lists what moved pawns could mean: the running move, or two players who changed places by a spell."""
    moved = {
        hero.name: change.moved[hero.character] for hero in state.heroes if hero.character in change.moved
    }
    match list(moved.values()):
        case [(_, str(after))]:
            try:
                return ways_to(state, state.hero(next(iter(moved))).character, after)
            except Refusal:
                return ()
        case [(here, there), (other_here, other_there)] if (here, there) == (other_there, other_here):
            return _swaps(state, set(moved))
    return ()


def _swaps(state: State, names: set[str]) -> tuple[Way, ...]:
    return tuple(
        Way((cast,), say("grimm.way.swap", player=cast.player, other=cast.target or ""))
        for cast in legal_casts(state)
        if isinstance(state.spells[cast.spell].effect, fx.Swap) and {cast.player, cast.target} == names
    )
