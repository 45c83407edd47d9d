"""Folds events into the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.core.corrections import RecordCorrected, correction_line, fold_correction
from companion.core.deck import Pile, put, without
from companion.core.event import Event
from companion.games.platformer import board, events as ev
from companion.games.platformer.corrections import CORRECTIONS
from companion.games.platformer.log import line_of
from companion.games.platformer.state import BY_HAND, Foe, Level, State
from companion.games.platformer.turn.position import Symbol


def evolve(state: State, event: Event) -> State:
    """Folds one event, and writes the line that tells of it."""
    line = correction_line(CORRECTIONS, state, event) or line_of(state, event)
    after = _FOLDS[type(event)](state, event)
    return replace(after, log=(*after.log, line)) if line is not None else after


def with_player(state: State, name: str, **changes: Any) -> State:
    """Returns the state with one player changed."""
    return replace(
        state,
        players=tuple(
            replace(player, **changes) if player.name == name else player for player in state.players
        ),
    )


def _answered(state: State, event: ev.Answered) -> State:
    if not event.is_task:
        return replace(state, log=())
    done = int(state.tasks[:1] == (BY_HAND,))
    return replace(state, log=(), tasks=state.tasks[1:], by_hand=state.by_hand[done:])


def _hand_asked(state: State, event: ev.HandAsked) -> State:
    return replace(state, tasks=(BY_HAND, *state.tasks), by_hand=(event.text, *state.by_hand))


def _step_began(state: State, event: ev.StepBegan) -> State:
    was_off = not state.active.at if event.step == "actions" else state.was_off
    return replace(state, step=event.step, tasks=(*state.tasks, *event.tasks), steps_left=0, was_off=was_off)


def _asked(state: State, event: ev.Asked) -> State:
    return replace(state, tasks=(*event.tasks, *state.tasks))


def _drawn(state: State, event: ev.Drawn) -> State:
    card = event.card
    match event.deck:
        case "tiles" | "boss_tiles":
            return _with_level(replace(state, tiles=put(state.tiles, card, -1)), tile=card)
        case "enemies":
            return _with_level(replace(state, enemies=put(state.enemies, card, -1)), enemy=card)
        case "items":
            return replace(state, items=put(state.items, card, -1), shop=(*state.shop, f"items/{card}"))
        case "potions":
            after = replace(state, shop=(*state.shop, f"potions/{card}"))
            if card in state.potions:
                return replace(after, potions=put(state.potions, card, -1))
            return replace(after, drunk=without(state.drunk, card))
        case "artifacts":
            return replace(state, artifacts={**state.artifacts, card: ""})
        case "events":
            return replace(state, events=put(state.events, card, -1), event=card)
        case "enemy_die":
            return replace(state, boss_die=card)
        case "boss_cards":
            pile = put(state.boss_deck, card, -1)
            return replace(state, boss_deck=pile, boss_drawn=(*state.boss_drawn, card))
        case "boss_cells":
            foe = Foe(state.boss, card, is_boss=True)
            return replace(state, foes={**state.foes, state.boss: foe})
        case "boss_order":
            others = tuple(one for one in state.boss_drawn if one != card)
            return replace(state, boss_drawn=(card, *others))
    return state


def _with_level(state: State, tile: str = "", enemy: str = "") -> State:
    level = state.levels[state.revealed]
    changed = Level((*level.tiles, tile) if tile else level.tiles, enemy or level.enemy)
    return replace(
        state, levels=(*state.levels[: state.revealed], changed, *state.levels[state.revealed + 1 :])
    )


def _revealed(state: State, event: ev.LevelRevealed) -> State:
    level = state.levels[event.level]
    foes = {name: Foe(level.enemy, at) for name, at in event.foes.items()}
    opened = replace(state, revealed=event.level + 1, foes={**state.foes, **foes})
    return replace(
        opened,
        coins=(*state.coins, *board.spots(opened, event.level, "coins")),
        gems=(*state.gems, *board.spots(opened, event.level, "gems")),
    )


def _removed(state: State, event: ev.LevelsRemoved) -> State:
    def stays(space: str) -> bool:
        return board.level_at(space) >= event.below

    return replace(
        state,
        lowest=event.below,
        foes={name: foe for name, foe in state.foes.items() if stays(foe.at)},
        coins=tuple(filter(stays, state.coins)),
        gems=tuple(filter(stays, state.gems)),
    )


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(
        state, turn=event.seat, round=event.round, dice={}, rolled=(), enemy_die="", extra={}, steps_left=0,
        event="", boss_die="", boss_drawn=(), was_reshuffled=False,
    )  # fmt: skip


def _refreshed(state: State, event: ev.Refreshed) -> State:
    return with_player(state, state.active.name, used=())


def _rolled(state: State, event: ev.DiceRolled) -> State:
    dice: dict[Symbol, int] = {}
    for face in event.faces:
        dice[face] = dice.get(face, 0) + 1
    return replace(state, dice=dice, rolled=event.faces, enemy_die=event.enemy)


def _paid(state: State, event: ev.Paid) -> State:
    player = state.active
    after = with_player(
        state, player.name, gems=player.gems - event.gems, special=None if event.special else player.special
    )
    return replace(after, dice=_less(state.dice, event.dice), extra=_less(state.extra, event.extra))


def _less(counts: dict[Symbol, int], spent: dict[Symbol, int]) -> dict[Symbol, int]:
    left = {symbol: count - spent.get(symbol, 0) for symbol, count in counts.items()}
    return {symbol: count for symbol, count in left.items() if count}


def _moved(state: State, event: ev.FigureMoved) -> State:
    if event.figure in state.foes:
        foe = replace(state.foes[event.figure], at=event.to)
        return replace(state, foes={**state.foes, event.figure: foe})
    if event.how == "summon":
        kind = state.box.bosses[state.boss].summons
        return replace(state, foes={**state.foes, event.figure: Foe(kind, event.to)})
    return with_player(state, event.figure, at=event.to, returns_above=False)


def _steps_paid(state: State, event: ev.StepsPaid) -> State:
    return replace(state, steps_left=event.count)


def _wounded(state: State, event: ev.HeroWounded) -> State:
    return with_player(state, event.player, health=state.find_player(event.player).health - event.count)


def _fainted(state: State, event: ev.HeroFainted) -> State:
    player = state.find_player(event.player)
    after = with_player(
        state, event.player, at="", returns_above=event.returns_above, special=None, has_token=False,
        health=board.max_health(state, player),
    )  # fmt: skip
    return replace(after, steps_left=0) if player == state.active else after


def _gained(state: State, event: ev.Gained) -> State:
    player = state.find_player(event.player)
    full = board.max_health(state, player)
    after = with_player(
        state,
        event.player,
        coins=max(0, player.coins + event.coins),
        gems=max(0, player.gems + event.gems),
        health=max(player.health, min(full, player.health + event.hearts)),
    )
    extra = dict(state.extra)
    for symbol, count in event.symbols.items():
        extra[symbol] = extra.get(symbol, 0) + count
    return replace(after, extra=extra)


def _tokens(state: State, event: ev.TokensTaken) -> State:
    player = state.find_player(event.player)
    gem, coin = event.space in state.gems, event.space in state.coins
    after = with_player(state, event.player, gems=player.gems + gem, coins=player.coins + coin)
    return replace(
        after,
        gems=tuple(space for space in state.gems if space != event.space),
        coins=tuple(space for space in state.coins if space != event.space),
    )


def _defeated(state: State, event: ev.EnemyDefeated) -> State:
    foe = state.foes[event.enemy]
    facts = board.enemy_facts(state, foe)
    player = state.find_player(event.player)
    after = with_player(
        state,
        event.player,
        coins=player.coins + facts.coins,
        gems=player.gems + facts.gems,
        defeated=player.defeated + 1,
    )
    left = {name: one for name, one in state.foes.items() if name != event.enemy}
    surplus = event.wounds - facts.health if foe.is_boss else state.surplus
    return replace(after, foes=left, surplus=surplus)


def _bought(state: State, event: ev.CardBought) -> State:
    player = state.active
    after = with_player(
        state, player.name, coins=player.coins - event.price, cards=(*player.cards, event.card)
    )
    return replace(after, shop=tuple(card for card in state.shop if card != event.card))


def _card_used(state: State, event: ev.CardUsed) -> State:
    player = state.active
    if not event.card.startswith("potions/"):
        return with_player(state, player.name, used=(*player.used, event.card))
    after = with_player(state, player.name, cards=without(player.cards, event.card))
    return replace(after, drunk=(*state.drunk, event.card.removeprefix("potions/")))


def _artifact(state: State, event: ev.ArtifactTaken) -> State:
    card = f"artifacts/{event.card}"
    players = tuple(
        replace(
            player,
            cards=(
                *(one for one in player.cards if one != card),
                *((card,) if player.name == event.player else ()),
            ),
            used=tuple(one for one in player.used if one != card),
        )
        for player in state.players
    )
    return replace(state, players=players, artifacts={**state.artifacts, event.card: event.player})


def _special(state: State, event: ev.SpecialSet) -> State:
    return with_player(state, event.player, special=event.symbol)


def _boss_token(state: State, event: ev.BossTokenTaken) -> State:
    return with_player(state, event.player, has_token=event.has_token)


def _boss_played(state: State, event: ev.BossPlayed) -> State:
    left = tuple(card for card in state.boss_drawn if card != event.card)
    return replace(state, boss_drawn=left, boss_discards=put(state.boss_discards, event.card))


def _shuffled(state: State, event: ev.BossDeckShuffled) -> State:
    pile: Pile = dict(state.boss_deck)
    for card, count in state.boss_discards.items():
        pile = put(pile, card, count)
    return replace(state, boss_deck=pile, boss_discards={}, was_reshuffled=True)


def _ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, step="over", tasks=(), by_hand=(), winner=event.winner, ending=event.ending)


def _corrected(state: State, event: RecordCorrected) -> State:
    return replace(fold_correction(CORRECTIONS, state, event), log=())


_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ev.Answered: _answered, ev.StepBegan: _step_began, ev.Asked: _asked,
    ev.HandAsked: _hand_asked, ev.Drawn: _drawn,
    ev.LevelRevealed: _revealed, ev.LevelsRemoved: _removed, ev.TurnBegan: _turn_began,
    ev.Refreshed: _refreshed, ev.DiceRolled: _rolled, ev.Paid: _paid, ev.FigureMoved: _moved,
    ev.StepsPaid: _steps_paid, ev.HeroWounded: _wounded, ev.HeroFainted: _fainted, ev.Gained: _gained,
    ev.TokensTaken: _tokens, ev.EnemyDefeated: _defeated, ev.CardBought: _bought, ev.CardUsed: _card_used,
    ev.ArtifactTaken: _artifact, ev.SpecialSet: _special, ev.BossTokenTaken: _boss_token,
    ev.BossPlayed: _boss_played, ev.BossDeckShuffled: _shuffled, ev.GameEnded: _ended,
    RecordCorrected: _corrected,
}  # fmt: skip
