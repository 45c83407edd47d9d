"""Folds the events of the round, the dangers and the table's corrections into the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core.corrections import RecordCorrected, fold_correction
from companion.core.event import Event
from companion.games.rayman import events as e
from companion.games.rayman.corrections import CORRECTIONS
from companion.games.rayman.state import (
    Draft,
    Pool,
    Projectile,
    Racer,
    State,
    Tournament,
    with_racer,
)

Fold = Callable[[State, Any], State]


def _racer(state: State, name: str, **changes: Any) -> State:
    return with_racer(state, replace(state.racer(name), **changes))


def _tasks_set(state: State, event: e.TasksSet) -> State:
    return replace(state, agenda=event.tasks, is_settled=True)


def _dealt(state: State, event: e.CardsDealt) -> State:
    deck = tuple(card for card in state.draft.deck if card != event.card)
    return replace(state, draft=Draft(deck, (*state.draft.offer, event.card)))


def _picked(state: State, event: e.CardPicked) -> State:
    offer = tuple(card for card in state.draft.offer if card != event.card)
    state = replace(state, draft=Draft(state.draft.deck, offer))
    return _racer(state, event.player, hand=(*state.racer(event.player).hand, event.card))


def _dropped(state: State, event: e.CardDropped) -> State:
    racer = state.racer(event.player)
    hand = tuple(card for card in racer.hand if card != event.card)
    discard = tuple(card for card in racer.discard if card != event.card)
    return _racer(state, event.player, hand=hand, discard=discard)


def _set_aside(state: State, event: e.CardSetAside) -> State:
    racer = state.racer(event.player)
    hand = tuple(card for card in racer.hand if card != event.card)
    return _racer(state, event.player, hand=hand, discard=(*racer.discard, event.card))


def _teensy_placed(state: State, event: e.TeensyPlaced) -> State:
    teensies = (*state.board.teensies, (event.colour, event.at))
    return replace(state, board=replace(state.board, teensies=teensies))


def _choice_made(state: State, event: e.ChoiceMade) -> State:
    return _racer(
        state,
        event.player,
        chosen=event.cards,
        initiative=event.initiative if event.cards else None,
        second=event.second,
        typed=event.actions,
        tie_rolls=(),
    )


def _revealed(state: State, event: e.CardsRevealed) -> State:
    racers = []
    for racer in state.racers:
        if racer.chosen is None:
            racers.append(replace(racer, played=(), initiative=None))
        else:
            hand = tuple(card for card in racer.hand if card not in racer.chosen)
            racers.append(replace(racer, played=racer.chosen, hand=hand, chosen=None))
    return replace(state, racers=tuple(racers))


def _hand_reset(state: State, event: e.HandReset) -> State:
    racer = state.racer(event.player)
    return _racer(state, event.player, hand=racer.hand + racer.discard, discard=())


def _launched(state: State, event: e.ProjectileLaunched) -> State:
    projectile = Projectile(state.launched + 1, event.at, event.end)
    return replace(state, projectiles=(*state.projectiles, projectile), launched=projectile.id)


def _projectile_moved(state: State, event: e.ProjectileMoved) -> State:
    moved = tuple(
        replace(projectile, at=event.at) if projectile.id == event.id else projectile
        for projectile in state.projectiles
    )
    return replace(state, projectiles=moved)


def _projectile_removed(state: State, event: e.ProjectileRemoved) -> State:
    return replace(
        state, projectiles=tuple(projectile for projectile in state.projectiles if projectile.id != event.id)
    )


def _attack_revealed(state: State, event: e.AttackRevealed) -> State:
    boss = state.boss
    assert boss is not None
    deck = boss.deck or tuple(boss.attacks)
    left = tuple(card for card in deck if card != event.attack)
    return replace(state, boss=replace(boss, deck=left, attack=event.attack))


def _boss(state: State, **changes: Any) -> State:
    assert state.boss is not None
    return replace(state, boss=replace(state.boss, **changes))


def _round_ended(state: State, event: e.RoundEnded) -> State:
    racers = tuple(
        replace(
            racer,
            discard=racer.discard + racer.played,
            played=(),
            chosen=None,
            is_slapped=False,
            defeated=(),
            was_bubbled=racer.bubble == "action",
            bubble="" if racer.bubble == "action" else racer.bubble,
            tie_rolls=(),
            typed=Pool(),
        )
        for racer in state.racers
    )
    return replace(state, racers=racers, effects=(), order=(), turn=None)


def _race_began(state: State, event: e.RaceBegan) -> State:
    racers = tuple(
        Racer(
            name=racer.name,
            hero=racer.hero,
            seat=racer.seat,
            hand=racer.hand + racer.discard + racer.played,
            legendary=racer.legendary,
            is_absent=racer.is_absent,
            is_waiting=not state.options.on_line_from_start,
        )
        for racer in state.racers
    )
    bag = {token_id: token.copies for token_id, token in state.tokens.items()}
    boss = state.boss
    if boss is not None:
        boss = replace(boss, at=(0, 0), deck=(), attack="", has_finished=False)
    assert state.tournament is not None
    return replace(
        state,
        racers=racers,
        bag=bag,
        spent={},
        boss=boss,
        race_board=event.board,
        board=event.board.board,
        projectiles=(),
        has_reached_second_tile=False,
        round=1,
        effects=(),
        order=(),
        turn=None,
        tournament=replace(state.tournament, race=event.race),
    )


def _race_scored(state: State, event: e.RaceScored) -> State:
    tournament = state.tournament
    assert tournament is not None
    points = {
        name: tournament.points.get(name, 0) + event.points.get(name, 0)
        for name in {**tournament.points, **event.points}
    }
    places = (*tournament.places, event.places)
    return replace(state, tournament=Tournament(tournament.boards, tournament.race, points, places))


FOLDS: dict[type[Event], Fold] = {
    e.TasksSet: _tasks_set,
    e.PhaseBegan: lambda state, event: replace(state, phase=event.phase),
    e.RoundBegan: lambda state, event: replace(state, round=event.round, die=0),
    e.RaceBegan: _race_began,
    e.DieRolled: lambda state, event: replace(state, die=event.number),
    e.TieRolled: lambda state, event: _racer(
        state, event.player, tie_rolls=(*state.racer(event.player).tie_rolls, event.number)
    ),
    e.DraftBegan: lambda state, event: replace(state, draft=Draft(event.deck)),
    e.CardsDealt: _dealt,
    e.LegendaryChosen: lambda state, event: _racer(state, event.player, legendary=event.legendary),
    e.OfferClosed: lambda state, event: replace(state, draft=Draft(state.draft.deck + state.draft.offer)),
    e.WentWithout: lambda state, event: state,
    e.CardPicked: _picked,
    e.CardDropped: _dropped,
    e.CardSetAside: _set_aside,
    e.TeensyPlaced: _teensy_placed,
    e.ChoiceMade: _choice_made,
    e.CardsRevealed: _revealed,
    e.OrderSet: lambda state, event: replace(state, order=event.order),
    e.HandReset: _hand_reset,
    e.SecondTileReached: lambda state, event: replace(state, has_reached_second_tile=True),
    e.ProjectileLaunched: _launched,
    e.ProjectileMoved: _projectile_moved,
    e.ProjectileRemoved: _projectile_removed,
    e.EffectBegan: lambda state, event: replace(state, effects=state.effects + event.effects),
    e.EffectApplied: lambda state, event: state,
    e.AttackRevealed: _attack_revealed,
    e.BossMoved: lambda state, event: _boss(state, at=event.to),
    e.BossFinished: lambda state, event: _boss(state, has_finished=True),
    e.BonusDeclined: lambda state, event: state,
    e.RoundEnded: _round_ended,
    e.RaceScored: _race_scored,
    e.GameEnded: lambda state, event: replace(state, outcome=event.outcome, phase="over", turn=None),
    RecordCorrected: lambda state, event: fold_correction(CORRECTIONS, state, event),
}
