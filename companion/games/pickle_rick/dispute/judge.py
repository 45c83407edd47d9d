"""Settles disputes: where a turn can end, and whether a claimed end is one of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from companion.core.blocks import Json
from companion.core.message import Message, say
from companion.core.verdict import Verdict, nearest_to
from companion.games.pickle_rick.dispute import reasons, told
from companion.games.pickle_rick.dispute.form import Dispute, bad, read
from companion.games.pickle_rick.turn import rick_turn, russian_turn
from companion.games.pickle_rick.turn.sight import rick_rerolls, russian_rerolls, sees
from companion.games.pickle_rick.turn.solo import SoloAct, solo_turn
from companion.games.pickle_rick.turn.tiles import Place


def reach(raw: Json) -> Json:
    """Lists every place where the turn can end, who sees Rick before it, and the rerolls."""
    dispute = read(raw)
    if dispute.is_solo:
        return _solo_form(solo_acts(dispute))
    seers = sorted(one.id for one in dispute.enemies if sees(dispute.tiles, one.at, dispute.rick))
    is_rick = dispute.side == "rick"
    if is_rick:
        spaces = set(rick_ends(dispute).ends)
    else:
        spaces = {at for at, _ in russian_plans(dispute)}
    return {
        "spaces": [list(place) for place in sorted(spaces)],
        "sees": seers,
        "rerolls": rick_rerolls(len(seers)) if is_rick else russian_rerolls(len(dispute.guards)),
    }


def judge(raw: Json) -> Verdict:
    """Decides whether the claimed end is possible: with one way to it, or the reason and the nearest ends."""
    dispute = read(raw)
    if dispute.claim is None:
        raise bad("claim", say("core.read.missing"))
    if dispute.is_solo:
        return _judge_solo(dispute)
    return _judge_rick(dispute) if dispute.side == "rick" else _judge_russians(dispute)


def rick_table(dispute: Dispute) -> rick_turn.RickTurn:
    """Sets the table for Rick's turn."""
    return rick_turn.RickTurn(
        rick_turn.Table(
            dispute.tiles, dispute.stack, dispute.faces, dispute.cards, dispute.rooftop,
            rule=dispute.rules.forced_spending,
        )
    )  # fmt: skip


def rick_start(dispute: Dispute) -> rick_turn.Position:
    """Returns the position in which Rick's turn begins."""
    return rick_turn.Position(rick_turn.Spot(dispute.rick), (1 << len(dispute.cards)) - 1)


def rick_ends(dispute: Dispute) -> rick_turn.Ends:
    """Finds every end of Rick's turn, refuses a turn with more ways than can be searched."""
    try:
        return rick_turn.explore(rick_table(dispute), rick_start(dispute), dispute.pool, is_shortest=False)
    except rick_turn.TooManyWays:
        raise bad("turn", say("pickle_rick_judge.too_many")) from None


def _shortest_way(dispute: Dispute, at: Place, known: rick_turn.Label) -> rick_turn.Label:
    """Returns the way of fewest steps to a place; the known one where finding it takes too long."""
    turn, start = rick_table(dispute), rick_start(dispute)
    try:
        found = rick_turn.explore(turn, start, dispute.pool, wanted=at, most_labels=rick_turn.LONG_SEARCH)
    except rick_turn.TooManyWays:
        return known
    return found.ends.get(at, known)


def russian_table(dispute: Dispute) -> russian_turn.Table:
    """Sets the table for the Russians' turn."""
    return russian_turn.Table(
        dispute.tiles, dispute.rick, dispute.enemies, dispute.cards, rule=dispute.rules.forced_spending
    )


def russian_plans(
    dispute: Dispute, shots_at: Place | None = None
) -> Iterable[tuple[Place, russian_turn.Plan]]:
    """Finds the ends of one figure in the Russians' turn, or all shots that one end allows."""
    try:
        yield from russian_turn.plans(russian_table(dispute), dispute.figure, dispute.pool, shots_at)
    except rick_turn.TooManyWays:
        raise bad("turn.cards", say("pickle_rick_judge.too_many")) from None


def solo_acts(dispute: Dispute) -> tuple[SoloAct, ...]:
    """Works out the Russians' turn of the solo game."""
    return solo_turn(dispute.tiles, dispute.rick, dispute.guards, dispute.jaguar)


def _solo_form(acts: tuple[SoloAct, ...]) -> Json:
    damages = [[end.damage for end in act.ends] for act in acts]
    return {
        "figures": {act.id: [{"at": list(end.at), "damage": end.damage} for end in act.ends] for act in acts},
        "order": [act.id for act in acts],
        "damage": [sum(map(min, damages)), sum(map(max, damages))],
    }


def _judge_rick(dispute: Dispute) -> Verdict:
    at = dispute.claim.at if dispute.claim else None
    assert isinstance(at, tuple)
    found = rick_ends(dispute)
    if at in found.ends:
        label = _shortest_way(dispute, at, found.ends[at])
        way = told.rick_way(dispute, label, at)
        return Verdict(True, way.clauses, way.steps, way.spent, way.path)
    because, clauses = reasons.why_rick(dispute, rick_table(dispute), rick_start(dispute), found, at)
    return _illegal(because, clauses, found.ends, at)


def _judge_russians(dispute: Dispute) -> Verdict:
    assert dispute.claim is not None
    at, health = dispute.claim.at, dispute.claim.health
    ends: set[Place] = set()
    healths: set[int] = set()
    for place, plan in russian_plans(dispute):
        ends.add(place)
        if at in (UNSET, place):
            known = [(place, plan)] if health is UNSET else russian_plans(dispute, shots_at=place)
            for _, one in known:
                left = max(0, dispute.health - one.weapons)
                healths.add(left)
                if health in (UNSET, left):
                    way = told.russian_way(dispute, one)
                    return Verdict(True, way.clauses, way.steps, way.spent, way.path)
    start = next(one.at for one in dispute.enemies if one.id == dispute.figure)
    at = at if isinstance(at, tuple) else start
    because, clauses = reasons.why_russians(dispute, russian_table(dispute), at, healths)
    return _illegal(because, clauses, ends, at)


def _judge_solo(dispute: Dispute) -> Verdict:
    assert dispute.claim is not None
    claimed = dispute.claim.figures or {}
    acts = solo_acts(dispute)
    healths = {dispute.health}
    for act in acts:
        ends = [end for end in act.ends if claimed.get(act.id, end.at) == end.at]
        if not ends:
            because, clauses = reasons.why_solo(act)
            return _illegal(because, clauses, [end.at for end in act.ends], claimed[act.id])
        healths = {left - end.damage for left in healths for end in ends}
    possible = {max(0, left) for left in healths}
    health = dispute.claim.health
    if isinstance(health, int) and health not in possible:
        return Verdict(False, ("PKR-SOLO-2",), because=reasons.say_healths(possible))
    way = told.solo_way(dispute, acts, claimed, health if isinstance(health, int) else None)
    return Verdict(True, way.clauses, way.steps, way.spent)


def _illegal(because: Message, clauses: tuple[str, ...], ends: Iterable[Place], at: Place) -> Verdict:
    """Answers no, with the ends nearest to the claimed place."""
    nearest = nearest_to(at, ends)
    return Verdict(
        False,
        clauses,
        because=because,
        nearest=tuple(list(place) for place in nearest),
        nearest_spaces=tuple(map(told.place_name, nearest)),
    )
