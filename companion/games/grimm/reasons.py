"""Why a move does not end on a space: the rule that decides, found by leaving one rule out at a time."""

from __future__ import annotations

from companion.core.message import Message, say
from companion.games.grimm.graph import Graph, distances, ways_of
from companion.games.grimm.log import space_name
from companion.games.grimm.moves import is_piper
from companion.games.grimm.state import EQUIPMENT_TO_WIN, State

Reason = tuple[Message, tuple[str, ...]]


def why_unreachable(state: State, pawn: str, steps: int, space: str) -> Reason:
    """Says why no way of a move ends on a space."""
    hero, ways = state.hero(pawn), ways_of(state.graph)
    named = space_name(state, space)
    can_enter = hero.equipment >= EQUIPMENT_TO_WIN
    if space == ways.portal and not can_enter:
        return say("grimm.no.portal_closed", player=pawn), ("GRM-PORTAL-1",)
    if steps == 0:
        return say("grimm.no.zero", player=pawn, space=space_name(state, hero.at)), ("GRM-MOVE-7",)
    if space == ways.portal and state.options.portal_exact:
        return say("grimm.no.portal_exact"), ("GRM-PORTAL-2",)
    if not is_piper(state, pawn):
        if space in ways.gates and space in walked(state.graph, hero.at, steps, can_enter):
            leads = space_name(state, ways.gates[space])
            return say("grimm.no.gate_leads_on", space=named, exit=leads), ("GRM-GATE-1",)
        if _lies_behind_gate(state, hero.at, steps, space, can_enter):
            return say("grimm.no.gate_ends", space=named), ("GRM-GATE-1", "GRM-GATE-2")
    away = distances(state.graph, hero.at).get(space)
    if away is not None and away > steps:
        said = say("grimm.no.too_far_away", space=named, away=away, steps=steps)
        return said, ("GRM-MOVE-2",)
    if space in walked(state.graph, hero.at, steps, can_enter, turns_back=True):
        return say("grimm.no.only_by_turning", space=named, steps=steps), ("GRM-MOVE-3",)
    return say("grimm.no.unreachable", space=named, steps=steps), ("GRM-MOVE-2", "GRM-MOVE-3")


def _lies_behind_gate(state: State, start: str, steps: int, space: str, can_enter: bool) -> bool:
    """Tells whether only a move that goes on at a teleporter comes to a space."""
    if space in walked(state.graph, start, steps, can_enter, passes_gates=True):
        return True
    is_far = distances(state.graph, start).get(space, steps + 1) > steps
    counts = range(1, steps) if is_far else ()
    return any(space in walked(state.graph, start, count, can_enter, passes_gates=True) for count in counts)


def walked(
    graph: Graph,
    start: str,
    steps: int,
    can_enter: bool,
    *,
    passes_gates: bool = False,
    turns_back: bool = False,
) -> set[str]:
    """Lists where so many steps end if teleporters let a pawn pass, or if it may turn back."""
    ways = ways_of(graph)
    reached = {(start, "")}
    for _ in range(steps):
        onward = set()
        for here, last in reached:
            is_stopped = here in ways.gates and here != start and not passes_gates and not turns_back
            if here == ways.portal or is_stopped:
                continue
            for near in ways.beside[here]:
                if (near == last and not turns_back) or (near == ways.portal and not can_enter):
                    continue
                onward.add((near, here))
                if passes_gates and near in ways.gates:
                    onward.add((ways.gates[near], near))
        reached = onward
    return {space for space, _ in reached}


def why_other_path(state: State, pawn: str, path: tuple[str, ...], ends: list[tuple[str, ...]]) -> Reason:
    """Says where a claimed path leaves every possible one, and by which rule."""
    ways = ways_of(state.graph)
    shared = max(_shared(path, other) for other in ends)
    trail = (state.hero(pawn).at, *path)
    here = trail[shared]
    if shared == len(path):
        return say("grimm.no.path_too_short", space=space_name(state, here)), ("GRM-MOVE-2",)
    wrong = path[shared]
    params = {"here": space_name(state, here), "space": space_name(state, wrong)}
    if here in ways.gates and shared and not is_piper(state, pawn):
        leads = space_name(state, ways.gates[here])
        return say("grimm.no.gate_leads_on", space=params["here"], exit=leads), ("GRM-GATE-1",)
    if wrong not in ways.beside[here]:
        return say("grimm.no.not_beside", **params), ("GRM-MOVE-2",)
    if wrong in trail[:shared]:
        return say("grimm.no.turn_back", space=params["space"]), ("GRM-MOVE-3",)
    if wrong == ways.portal:
        return say("grimm.no.portal_closed", player=pawn), ("GRM-PORTAL-1",)
    return say("grimm.no.path_too_far", space=params["here"]), ("GRM-MOVE-2",)


def _shared(path: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Counts the spaces that two paths begin with alike."""
    pairs = zip(path, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(path), len(other)))
