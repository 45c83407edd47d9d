"""Tells a way of a turn step by step, with what was spent and the clauses that it stands on."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from companion.core.message import Message, literal, say
from companion.games.pickle_rick.dispute.form import Dispute
from companion.games.pickle_rick.turn.cards import KNOWN_CARDS, Card
from companion.games.pickle_rick.turn.rick_turn import Go, Label, Play
from companion.games.pickle_rick.turn.russian_turn import Plan
from companion.games.pickle_rick.turn.russians import FigureStep
from companion.games.pickle_rick.turn.solo import SoloAct, SoloEnd
from companion.games.pickle_rick.turn.symbols import Pool
from companion.games.pickle_rick.turn.tiles import Place, neighbour


class Told(NamedTuple):
    """A way in words."""

    steps: tuple[Message, ...]
    spent: dict[str, int]
    clauses: tuple[str, ...]
    path: tuple[str, ...] = ()


def place_name(place: Place) -> str:
    """Writes a place as the map's spaces are called."""
    return f"{place[0]},{place[1]}"


def card_name(card: str) -> Message:
    """Names a card that the rulebook tells of; another by its id."""
    return say(f"pickle_rick.card.{card}") if card in KNOWN_CARDS else literal(card)


def rick_way(dispute: Dispute, end: Label, at: Place) -> Told:
    """Tells Rick's way to an end; the last step may bring up a face that nobody knows."""
    steps: list[Message] = []
    clauses: list[str] = []
    path = [place_name(dispute.rick)]
    spent = Pool()
    before = dispute.rick
    for label in end.way():
        assert label.step is not None
        assert label.before is not None
        act, to = label.step.act, label.here.spot.at
        used = label.before.pool.minus(label.pool)
        spent = spent.plus(used._replace(joker=used.joker + label.step.jokers))
        if isinstance(act, Play):
            steps.append(_played(dispute.cards[act.card]))
            clauses.append("PKR-CARD-1")
        elif isinstance(act, Go):
            to = at if label.here.is_unknown else to
            kind = _kind_of(act, to != before, label.here.is_unknown)
            params = {"start": place_name(before), "to": place_name(act.move.to)}
            steps.append(say(f"pickle_rick_judge.step.{kind}", **params))
            clauses.append(_CLAUSE_OF[kind])
            before = to
            path.append(place_name(to))
    draws = end.pool.draw if dispute.rules.forced_spending != "off" and not _is_cut_short(dispute, end) else 0
    if draws:
        steps.append(say("pickle_rick_judge.step.draws", count=draws))
        clauses.append("PKR-DRAW-1")
        spent = spent.plus(Pool(draw=draws))
    if not steps:
        steps.append(say("pickle_rick_judge.step.stays", place=place_name(at)))
    clauses.append("PKR-SPEND-1")
    return Told(tuple(steps), spent.by_name(), tuple(dict.fromkeys(clauses)), tuple(path))


def _is_cut_short(dispute: Dispute, end: Label) -> bool:
    return end.here.is_unknown or end.here.spot.at == dispute.rooftop


_CLAUSE_OF = {
    "go": "PKR-MOVE-2", "turn": "PKR-MOVE-3", "draw": "PKR-MOVE-4", "vent": "PKR-MOVE-5",
    "vent_new": "PKR-MOVE-5", "vent_fails": "PKR-MOVE-6", "parkour": "PKR-CARD-8", "unknown": "PKR-MOVE-7",
}  # fmt: skip


def _kind_of(act: Go, has_moved: bool, is_unknown: bool) -> str:
    move = act.move
    if move.is_parkour:
        return "parkour"
    if move.by_vent:
        if not has_moved:
            return "vent_fails"
        return "vent_new" if move.is_new else "vent"
    if not move.is_new:
        return "go"
    return "draw" if move.is_drawn else "turn"


def _played(card: Card) -> Message:
    return say("pickle_rick_judge.step.plays", card=card_name(card.id))


def russian_way(dispute: Dispute, plan: Plan) -> Told:
    """Tells a whole turn of the Russians, figure by figure, between the tiles that a card turns."""
    steps: list[Message] = []
    clauses: list[str] = ["PKR-CARD-1"] if plan.purse.played else []
    steps += [_played(dispute.cards[index]) for index in plan.purse.played]
    path: list[str] = []
    for phase in range(len(plan.turned) + 1):
        if phase:
            turned = plan.turned[phase - 1]
            steps.append(
                say("pickle_rick_judge.step.turns", place=place_name(turned.place), count=turned.quarters)
            )
            clauses.append("PKR-CARD-13")
        for figure, walk in plan.walks.items():
            for when, step in walk:
                if when == phase:
                    steps.append(_acted(dispute, figure, step))
                    clauses.append(_CLAUSE_OF_STEP[step.kind])
                    if figure == dispute.figure and step.kind != "shot":
                        path.append(place_name(step.after.at))
    gained = sum(dispute.cards[index].jokers for index in plan.purse.played)
    spent = dispute.pool._replace(joker=dispute.pool.joker + gained).minus(plan.left)
    if plan.left.draw and dispute.rules.forced_spending != "off":
        steps.append(say("pickle_rick_judge.step.draws", count=plan.left.draw))
        clauses.append("PKR-DRAW-1")
        spent = spent.plus(Pool(draw=plan.left.draw))
    start = next(one.at for one in dispute.enemies if one.id == dispute.figure)
    if not steps:
        steps.append(
            say("pickle_rick_judge.step.figure_stays", figure=dispute.figure, place=place_name(start))
        )
    clauses.append("PKR-SPEND-1")
    named = tuple(dict.fromkeys(clauses))
    return Told(tuple(steps), spent.by_name(), named, (place_name(start), *path))


_CLAUSE_OF_STEP = {"step": "PKR-RUS-1", "wall": "PKR-RUS-4", "bonus": "PKR-CARD-17", "shot": "PKR-RUS-5"}


def _acted(dispute: Dispute, figure: str, step: FigureStep) -> Message:
    if step.kind == "shot":
        return say("pickle_rick_judge.step.shot", figure=figure)
    return say(f"pickle_rick_judge.step.{step.kind}", figure=figure, to=place_name(step.after.at))


def solo_way(
    dispute: Dispute, acts: tuple[SoloAct, ...], claimed: Mapping[str, Place], health: int | None
) -> Told:
    """Tells the Russians' turn of the solo game as it is claimed."""
    choices = [[end for end in act.ends if claimed.get(act.id, end.at) == end.at] for act in acts]
    ends = next(
        found for found in product(*choices)
        if health is None or max(0, dispute.health - sum(end.damage for end in found)) == health
    )  # fmt: skip
    steps = tuple(solo_step(act.id, end) for act, end in zip(acts, ends, strict=True))
    return Told(steps, {}, ("PKR-SOLO-2", "PKR-SOLO-3", "PKR-SOLO-4"))


def solo_step(figure: str, end: SoloEnd) -> Message:
    """Tells what a figure does in the solo game."""
    key = "solo_shoots" if end.damage else "solo_goes"
    return say(f"pickle_rick_judge.step.{key}", figure=figure, to=place_name(end.at), count=end.damage)


def edge_name(place: Place, side: int) -> dict[str, str]:
    """Names the two places of an edge for a message."""
    return {"one": place_name(place), "other": place_name(neighbour(place, side))}
