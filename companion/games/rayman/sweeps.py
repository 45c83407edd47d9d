"""Remembers where projectiles flew in the last step, so that a screen can show what is already gone."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.event import Event
from companion.games.rayman import events as e
from companion.games.rayman.commands import Place
from companion.games.rayman.state import State, Sweep


def sweep(before: State, after: State, event: Event) -> State:
    """Returns the state after an event with its sweeps: the first event of a step begins anew."""
    kept = () if before.is_settled else before.sweeps
    if isinstance(event, (e.ProjectileMoved, e.ProjectileRemoved)):
        kept = _longer(before, kept, event)
    return after if kept == after.sweeps else replace(after, sweeps=kept)


def _longer(
    state: State, sweeps: tuple[Sweep, ...], event: e.ProjectileMoved | e.ProjectileRemoved
) -> tuple[Sweep, ...]:
    projectile = next((each for each in state.projectiles if each.id == event.id), None)
    if projectile is None:
        return sweeps
    known = next((each for each in sweeps if each.id == event.id), Sweep(event.id, (projectile.at,)))
    if isinstance(event, e.ProjectileMoved):
        known = replace(known, path=known.path + _between(projectile.at, event.at))
    return (*(each for each in sweeps if each.id != event.id), known)


def _between(start: Place, end: Place) -> tuple[Place, ...]:
    """Lists the places after the start, column by column."""
    columns = range(start[0] - 1, end[0] - 1, -1) if end[0] < start[0] else range(start[0] + 1, end[0] + 1)
    return tuple((column, end[1]) for column in columns)
