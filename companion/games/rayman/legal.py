"""What can be submitted now, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.command import Command
from companion.games.rayman import commands as c
from companion.games.rayman.draft import owned, teensy_places
from companion.games.rayman.forms import LEGENDARY
from companion.games.rayman.pushes import bonus_places, float_places, places_for
from companion.games.rayman.round import can_bubble, choosers, must_bubble
from companion.games.rayman.state import Racer, State, Task
from companion.games.rayman.turn.acts import turn_commands

Offers = Callable[[State, Task], list[Command]]


def legal_commands(state: State) -> Sequence[Command]:
    """Lists what can be chosen now; nothing while chance is waited for and when the game is over."""
    if state.outcome is not None or not state.agenda:
        return ()
    task = state.agenda[0]
    return OFFERS[task.kind](state, task) if task.kind in OFFERS else ()


def _choices(state: State, task: Task) -> list[Command]:
    return [command for racer in choosers(state) for command in choices_of(state, racer)]


def choices_of(state: State, racer: Racer) -> list[Command]:
    """Lists a player's secret choices, the farthest cards first (RAY-CARD-2, BUBBLE-1, 7)."""
    bubble: list[Command] = [c.ChooseBubble(racer.name)]
    if must_bubble(racer):
        return bubble
    found: list[Command] = []
    if state.is_typed:
        found += [
            c.TypeCards(racer.name, 50, 20, move=5, slap=2, jump=1),
            c.TypeCards(racer.name, 35, 35, move=4, slap=1, glide=1, heart=1),
            c.TypeCards(racer.name, 10, 60, move=3, slap=3, jump=2, crouch=1),
        ]
    else:
        cards = state.cards
        worth = {
            card: (2 * cards[card].move + 3 * cards[card].slap + cards[card].jump, cards[card].initiative)
            for card in racer.hand
        }
        ordered = sorted(racer.hand, key=worth.__getitem__, reverse=True)
        pairs = [(left, right) for right in ordered for left in ordered if left != right]
        pairs.sort(key=lambda pair: ordered.index(pair[0]) > ordered.index(pair[1]))
        found += [c.ChooseCards(racer.name, left, right) for left, right in pairs]
    return found + bubble if can_bubble(state, racer) else found


def _put(state: State, task: Task) -> list[Command]:
    return [c.PlaceFigure(task.player, to) for to in places_for(state, task)]


def _bonus(state: State, task: Task) -> list[Command]:
    def is_harmful(to: c.Place) -> bool:
        return state.board.is_enemy(*to) or state.board.is_obstacle(*to)

    places = sorted(bonus_places(state, task.player), key=is_harmful)
    return [*(c.PlaceFigure(task.player, to) for to in places), c.Stay(task.player)]


def _discards(state: State, task: Task) -> list[Command]:
    return [c.DiscardToken(task.player, token) for token in dict.fromkeys(state.racer(task.player).tokens)]


def _legends(state: State, task: Task) -> list[Command]:
    done = [other.player for other in state.agenda if other.kind == "legend"]
    held = {racer.legendary for racer in state.racers if racer.name not in done}
    own = state.racer(task.player).legendary
    ordered = sorted(LEGENDARY, key=lambda legendary: legendary != own)
    return [c.ChooseLegendary(task.player, legend) for legend in ordered if legend not in held]


def _go_on(state: State, task: Task) -> list[Command]:
    return [c.Continue()]


OFFERS: dict[str, Offers] = {
    "turn": turn_commands,
    "choosing": _choices,
    "reveal": lambda state, task: [c.Reveal()],
    "pick": lambda state, task: [c.PickCard(task.player, card) for card in state.draft.offer],
    "drop": lambda state, task: [c.DropCard(task.player, card) for card in owned(state, task.player)],
    "legend": _legends,
    "teensy": lambda state, task: [c.PlaceTeensy(task.player, task.word, at) for at in teensy_places(state)],
    "retreat": _put,
    "beside": _put,
    "aside": _put,
    "float": lambda state, task: [c.PlaceFigure(task.player, to) for to in float_places(state, task.player)],
    "bonus_move": _bonus,
    "discard_token": _discards,
    "trade": lambda state, task: [c.AcceptTrade(task.player), c.DeclineTrade(task.player)],
    "projectile": _go_on,
    "projectiles_by_hand": _go_on,
    "card": _go_on,
    "boss": _go_on,
    "boss_effect": _go_on,
    "effect": _go_on,
    "next_race": _go_on,
}
