"""The Boss's turn: which card it plays by its own rule, and what the card does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.effect import ByHand
from companion.games.platformer import board, events as ev
from companion.games.platformer.content import TILE_COLUMNS, BossEffect, Curse, Hit, Range, Summon
from companion.games.platformer.state import State
from companion.games.platformer.turn.position import SYMBOLS

if TYPE_CHECKING:
    from companion.games.platformer.play import Play


def play_boss(play: Play) -> None:
    """Does the next thing of the Boss's turn; ends it when nothing is left to do."""
    if play.state.box.bosses[play.state.boss].picks_by == "enemy_die":
        _medusa(play)
    else:
        _ikee(play)


def _medusa(play: Play) -> None:
    """Turns cards until one shows the Enemy die's face (PLT-BOSS-6)."""
    state = play.state
    if not state.boss_die:
        play.emit(ev.Asked(("enemy_die",)))
    elif state.boss_drawn:
        card = state.boss_drawn[0]
        play.emit(ev.BossPlayed(card))
        if state.box.boss_cards[card].shows == state.boss_die:
            _carry_out(play, card)
            _end(play)
    elif state.boss_deck:
        play.emit(ev.Asked(("boss_cards",)))
    elif state.boss_discards and not state.was_reshuffled:
        play.emit(ev.BossDeckShuffled())
    else:
        _end(play)


def _ikee(play: Play) -> None:
    """Plays of two cards the one whose symbol was rolled more often; of equal ones both (PLT-BOSS-7)."""
    state = play.state
    if state.boss_die == "played":
        _end(play)
        return
    if len(state.boss_drawn) < 2:
        if state.boss_deck:
            play.emit(ev.Asked(("boss_cards",)))
            return
        if state.boss_discards and not state.was_reshuffled:
            play.emit(ev.BossDeckShuffled())
            return
    counts = {card: _count(state, card) for card in state.boss_drawn}
    if len(counts) == 2 and len(set(counts.values())) == 1 and not state.boss_die:
        play.emit(ev.Drawn("enemy_die", "both"), ev.Asked(("boss_order",)))
        return
    best = max(counts.values(), default=0)
    played = [card for card in state.boss_drawn if counts[card] == best]
    for card in state.boss_drawn:
        play.emit(ev.BossPlayed(card))
        if card in played and play.state.step != "over":
            _carry_out(play, card)
    if play.state.step != "over":
        play.emit(ev.Drawn("enemy_die", "played"))


def _count(state: State, card: str) -> int:
    """Counts a card's symbol among the dice as they were rolled (PLT-BOSS-7B)."""
    shows = state.box.boss_cards[card].shows
    if shows == "wild":
        wild = state.options.wild_symbol
        return state.rolled.count(wild) if wild else max(state.rolled.count(one) for one in SYMBOLS)
    return [str(face) for face in state.rolled].count(shows)


def _end(play: Play) -> None:
    if play.state.step != "over":
        play.pass_turn()


def _carry_out(play: Play, card: str) -> None:
    """Carries a card's effects out in order; what cannot be done is skipped (PLT-BOSS-8)."""
    for effect in play.state.box.boss_cards[card].effects:
        if play.state.step == "over" or play.state.boss not in play.state.foes:
            return
        _apply(play, effect)


def _apply(play: Play, effect: BossEffect) -> None:
    state = play.state
    match effect:
        case Hit(reach, wounds):
            for name in heroes_in(state, reach):
                health = play.state.find_player(name).health
                if play.state.step != "over":
                    play.wound(name, min(health, wounds), (state.boss,))
        case Curse(reach):
            for name in heroes_in(state, reach):
                if play.state.step != "over":
                    play.curse(name)
        case Summon(count):
            _summon(play, count)
        case ByHand(text):
            play.emit(ev.HandAsked(text))


def heroes_in(state: State, reach: Range) -> list[str]:
    """Lists the heroes of the Boss level in a range of the Boss; walls do not matter (PLT-BOSS-8B)."""
    column, row = board.place_of(state.foes[state.boss].at)
    found = []
    for player in state.players:
        if not board.is_above(state, player.at):
            continue
        x, y = board.place_of(player.at)
        away = abs(x - column), abs(y - row)
        is_hit = {
            "row": y == row,
            "beside": sum(away) == 1,
            "around": max(away) == 1,
            "tile": (x - 1) // TILE_COLUMNS == (column - 1) // TILE_COLUMNS,
            "anywhere": True,
        }[reach]
        if is_hit:
            found.append(player.name)
    return found


def _summon(play: Play, count: int) -> None:
    """Brings allies onto free generators of the Boss level (PLT-BOSS-10)."""
    state = play.state
    kind = state.box.bosses[state.boss].summons
    if kind not in state.box.enemies:
        return
    taken = {foe.at for foe in state.foes.values()} | {player.at for player in state.players}
    free = [at for at in board.spots(state, board.boss_level(state), "generators") if at not in taken]
    for name, at in zip(state.free_names(kind), free[:count], strict=False):
        play.emit(ev.FigureMoved(name, at, "summon"))
