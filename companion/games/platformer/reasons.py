"""Why a command is refused, with the clause that says so."""

from __future__ import annotations

from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.log import figure_name
from companion.games.platformer.state import State
from companion.games.platformer.turn.means import most_effects
from companion.games.platformer.turn.pool import unpack
from companion.games.platformer.turn.position import SWORD

Reason = tuple[Message, tuple[str, ...]]


def why_not(state: State, command: Command) -> Reason:
    """Names what stands against a command."""
    if state.step == "over":
        return say("platformer.no.over"), ()
    if state.by_hand:
        return say("platformer.no.by_hand"), ("PLT-HAND-1",)
    if isinstance(command, cmd.Confirm):
        return say("platformer.no.confirm"), ("PLT-HAND-1",)
    if state.tasks or state.step != "actions":
        return say("platformer.no.waits"), ("PLT-TURN-3",)
    if isinstance(command, cmd.Generate):
        if state.active.at:
            return say("platformer.no.on_map", player=state.active.name), ("PLT-ACT-1",)
        return say("platformer.no.start", space=command.to), ("PLT-ACT-1",)
    if not state.active.at:
        return say("platformer.no.off_map", player=state.active.name), ("PLT-ACT-1",)
    match command:
        case cmd.Attack(enemy):
            return _why_no_attack(state, enemy)
        case cmd.Move() | cmd.Step() | cmd.Hop():
            return say("platformer.no.step", space=command.to), ("PLT-STEP-1", "PLT-MAP-7")
        case cmd.MoveEnemy():
            return say("platformer.no.monster", space=command.to), ("PLT-ACT-6",)
        case cmd.Buy():
            return say("platformer.no.buy"), ("PLT-ACT-8",)
        case cmd.UseCard(card) if card in state.active.cards and board.card_of(state, card).is_passive:
            return say("platformer.no.passive"), ("PLT-ACT-11",)
        case cmd.UseCard():
            return say("platformer.no.card"), ("PLT-ACT-9",)
        case cmd.CallGravity():
            return say("platformer.no.fall"), ("PLT-GRAV-6",)
    return say("platformer.no.pay"), ("PLT-TURN-5",)


def _why_no_attack(state: State, enemy: str) -> Reason:
    foe = state.foes.get(enemy)
    if foe is None:
        return say("platformer.no.enemy", enemy=enemy), ("PLT-ACT-4",)
    here, there = (board.cell_of(state, space) for space in (state.active.at, foe.at))
    if there not in board.tower_of(state).neighbours[here]:
        return say("platformer.no.not_beside", enemy=figure_name(state, enemy)), ("PLT-ACT-4", "PLT-MAP-7")
    most = most_effects(unpack(board.pool_of(state)), (SWORD,), 0, state.options)
    lacking = board.enemy_facts(state, foe).health - most
    if lacking > 0:
        return say("platformer.no.weak", enemy=figure_name(state, enemy), count=lacking), ("PLT-ACT-4",)
    return say("platformer.no.pay"), ("PLT-TURN-5",)
