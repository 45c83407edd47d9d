"""Verdicts on disputed moves: every way of the move is walked from the position that a document describes."""

from __future__ import annotations

import msgspec

from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.errors import Illegal
from companion.core.message import say
from companion.core.patience import Patience
from companion.core.verdict import NEAREST, Verdict
from companion.games.grimm.dispute import Dispute, DisputeClaim, bad, first_roll, position, read
from companion.games.grimm.events import ChestTaken
from companion.games.grimm.explore import MOST_BRANCHES, End, ends_of
from companion.games.grimm.graph import distances
from companion.games.grimm.log import space_name
from companion.games.grimm.reasons import Reason, why_other_path, why_unreachable
from companion.games.grimm.state import State
from companion.games.grimm.verdict import tell


def judge(raw: Json, content: Content) -> Verdict:
    """Decides whether the claimed move is possible, with one way to do it or the nearest ends."""
    dispute = read(raw)
    if dispute.claim is None:
        raise bad("claim", say("grimm.dispute.no_claim"))
    state = position(dispute, content)
    claim = dispute.claim
    if claim.at not in state.graph.spaces:
        raise bad("claim.at", say("grimm.dispute.no_space", space=claim.at))
    pawn = dispute.turn.player
    steps = _steps_of(state)
    patience = Patience(MOST_BRANCHES)
    ends = _ends(dispute, state, patience)
    there = [end for end in ends if end.space == claim.at]
    for end in there:
        if (claim.path is None or end.path == claim.path) and claim.equipment in (None, end.equipment):
            telling = tell(state, pawn, end, steps, first_roll(state, dispute.turn))
            way = (dispute.players[pawn].at, *end.path)
            spent = {"steps": telling.walked}
            return Verdict(True, tuple(telling.clauses), tuple(telling.lines), spent, way)
    because, clauses = _why_not(state, dispute, claim, ends, patience)
    ends = ends or _ends(dispute, state, patience, rolls=0)
    away = distances(state.graph, claim.at)
    others = {end.space for end in ends} - {claim.at}
    spaces = sorted(others, key=lambda space: (away.get(space, len(away)), space))
    near = tuple(spaces[:NEAREST])
    return Verdict(False, clauses, because=because, nearest=near, nearest_spaces=near)


def _why_not(
    state: State, dispute: Dispute, claim: DisputeClaim, ends: list[End], patience: Patience
) -> Reason:
    """Says what is wrong with a claim: where it ends, what it holds, which way it went."""
    pawn, turn = dispute.turn.player, dispute.turn
    named = space_name(state, claim.at)
    there = [end for end in ends if end.space == claim.at]
    by_path = [end for end in there if claim.path in (None, end.path)]
    if by_path:
        return _why_other_equipment(state, pawn, claim, by_path)
    if there and claim.path is not None:
        return why_other_path(state, pawn, claim.path, [end.path for end in ends])
    for made in range(len(turn.rerolls) - 1, -1, -1):
        if any(end.space == claim.at for end in _ends(dispute, state, patience, rolls=made)):
            said = say("grimm.no.roll_not_made", space=named, told=len(turn.rerolls), made=made)
            return said, ("GRM-SPACE-4",)
    if turn.rerolls and not ends:
        return say("grimm.no.no_roll_again", told=len(turn.rerolls)), ("GRM-SPACE-4",)
    return why_unreachable(state, pawn, _steps_of(state), claim.at)


def _why_other_equipment(state: State, pawn: str, claim: DisputeClaim, ends: list[End]) -> Reason:
    held = sorted({end.equipment for end in ends})
    said = say(
        "grimm.no.other_equipment",
        player=pawn,
        space=space_name(state, claim.at),
        held=", ".join(str(count) for count in held),
        claimed=claim.equipment or 0,
    )
    takers = {event.player for end in ends for event in end.events if isinstance(event, ChestTaken)}
    return said, ("GRM-EQUIP-1", *(("GRM-EQUIP-6",) if takers - {pawn} else ()))


def reach(raw: Json, content: Content) -> Json:
    """Lists every space where the move can end, sorted."""
    dispute = read(raw)
    ends = _ends(dispute, position(dispute, content), Patience(MOST_BRANCHES))
    return {"spaces": sorted({end.space for end in ends})}


def dispute_of(state: State, figure: str, space: str) -> Json:
    """Writes the running turn as a document that claims its pawn ended on a space."""
    hero, rolled = state.turn, state.rolled
    if hero is None or rolled is None or hero.character != figure:
        raise Illegal(say("grimm.no.not_rolled"), clauses=("GRM-TURN-3",))
    players = {
        other.name: {
            "at": other.at,
            "character": other.character,
            "power": state.printed_power(other.character),
            "equipment": rolled.held[seat] if rolled.held else other.equipment,
        }
        for seat, other in enumerate(state.heroes)
        if not other.is_absent or other is hero
    }
    players[hero.name] |= {"at": rolled.at, "equipment": rolled.equipment}
    spaces = {name: msgspec.to_builtins(printed) for name, printed in state.graph.spaces.items()}
    return {
        "format": "dispute/1",
        "game": "grimm",
        "options": msgspec.to_builtins(state.options),
        "board": {"spaces": spaces, "paths": [list(path) for path in state.graph.paths]},
        "players": players,
        "chest": rolled.chest or None,
        "turn": {"player": hero.name, "steps": rolled.total, "chests": list(rolled.chests)},
        "claim": {"at": space},
    }


def _steps_of(state: State) -> int:
    return state.rolled.total if state.rolled else 0


def _ends(dispute: Dispute, state: State, patience: Patience, rolls: int | None = None) -> list[End]:
    """Lists the ends of the move, with so many of the further rolls that were told (all of them)."""
    begun = msgspec.structs.replace(state, chest=dispute.chest or "")
    turn = dispute.turn
    tells_paths = dispute.claim is not None and dispute.claim.path is not None
    found = ends_of(
        begun,
        turn.player,
        turn.chests,
        turn.rerolls[:rolls],
        tells_paths=tells_paths,
        patience=patience,
    )
    return list(found)
