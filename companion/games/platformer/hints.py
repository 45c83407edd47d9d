"""What the companion points out: what gravity would do, what gems are worth, what a step costs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.message import Message, say
from companion.games.platformer import board
from companion.games.platformer.log import figure_name
from companion.games.platformer.state import State
from companion.games.platformer.turn.gems import best_boost
from companion.games.platformer.turn.gravity import settle
from companion.games.platformer.turn.pool import unpack
from companion.games.platformer.turn.position import SWORD
from companion.games.platformer.turn.steps import attackers
from companion.games.platformer.turn.tower import OFF


def hints(state: State) -> tuple[Message, ...]:
    """Lists what is worth knowing before the next action."""
    if state.step != "actions" or state.tasks or not state.active.at:
        return ()
    return (*_falls(state), *_swords(state), *_dangers(state))


def _falls(state: State) -> Iterator[Message]:
    """Previews gravity: who falls where, which traps hurt."""
    others = [player.name for player in state.players if player != state.active]
    names = {"hero": [state.active.name], "other": others, "enemy": list(state.foes)}
    for fall in settle(board.table_of(state), board.position_of(state)).falls:
        figure = figure_name(state, names[fall.kind][fall.number])
        to = board.space_of(state, fall.end)
        if fall.has_fainted:
            yield say("platformer.hint.faints", figure=figure)
        elif fall.traps:
            yield say("platformer.hint.falls_hurt", figure=figure, to=to, count=len(fall.traps))
        else:
            yield say("platformer.hint.falls", figure=figure, to=to)


def _swords(state: State) -> Iterator[Message]:
    """Says the best use of gems on the swords there are, and what an attack beside still lacks."""
    counts = unpack(board.pool_of(state))
    swords = counts.dice[SWORD] + counts.special[SWORD]
    gems = 0 if state.options.no_boost == "sword" else counts.gems
    best = best_boost(swords, gems)
    most = best.total + counts.extra[SWORD]
    if swords and gems:
        spent = ", ".join(str(one) for one in best.spent)
        yield say(
            "platformer.hint.wounds",
            swords=say("platformer.count.sword", count=swords),
            gems=say("platformer.count.gem", count=gems),
            count=most,
            spent=spent,
            left=best.left,
        )
    near = board.tower_of(state).neighbours[board.cell_of(state, state.active.at)]
    for name, foe in state.foes.items():
        lacking = board.enemy_facts(state, foe).health - most
        if board.cell_of(state, foe.at) in near and lacking > 0 and most:
            yield say("platformer.hint.lacks", enemy=figure_name(state, name), count=lacking)


def _dangers(state: State) -> Iterator[Message]:
    """Says what leaving the side of enemies costs."""
    table, here = board.table_of(state), board.position_of(state)
    for index in attackers(table, here, OFF):
        name = list(state.foes)[index]
        damage = table.enemies[index].damage
        if damage:
            yield say("platformer.hint.leaving", enemy=figure_name(state, name), count=damage)
