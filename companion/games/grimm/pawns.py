"""Plain changes of one player: fields, and where a pawn stands."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.grimm.state import AnyAsk, State, Walk


def with_hero(state: State, name: str, **changes: Any) -> State:
    """Returns the state with one player changed."""
    heroes = tuple(replace(hero, **changes) if hero.name == name else hero for hero in state.heroes)
    return replace(state, heroes=heroes)


def put_pawn(state: State, name: str, space: str, walked: tuple[str, ...] = ()) -> State:
    """Puts a pawn on a space; a running walk of it goes on from there."""
    last = len(state.agenda) - 1

    def moved(index: int, ask: AnyAsk) -> AnyAsk:
        if not isinstance(ask, Walk) or ask.pawn != name:
            return ask
        if walked and index == last:
            at_gate = state.graph.kind(space) == "teleporter"
            return replace(ask, steps=ask.steps - len(walked), trail=ask.trail + walked, is_at_gate=at_gate)
        return replace(ask, trail=(space,), is_at_gate=False)

    agenda = tuple(moved(index, ask) for index, ask in enumerate(state.agenda))
    return with_hero(replace(state, agenda=agenda), name, at=space)
