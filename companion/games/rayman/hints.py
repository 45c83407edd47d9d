"""Reminders: dangers ahead and what is easily forgotten."""

from __future__ import annotations

from companion.core.message import Message, say
from companion.games.rayman.naming import boss_said, projectile_said, space_text
from companion.games.rayman.ranking import from_rear
from companion.games.rayman.state import TEENSIES_NEEDED, Racer, State


def hints(state: State) -> tuple[Message, ...]:
    """Lists at most four reminders for the state."""
    if state.outcome is not None:
        return ()
    found: list[Message] = []
    if state.turn is not None:
        found += _turn_hints(state, state.racer(state.turn.player))
    elif state.phase == "choose":
        found += _choice_hints(state)
    if state.extra_slaps:
        found.append(say("rayman.hint.extra_slaps", count=state.extra_slaps))
    found += [
        say("rayman.hint.fewer", count=count, icon=say(f"rayman.icon.{icon}"))
        for icon, count in state.fewer().items()
    ]
    return tuple(found[:4])


def _turn_hints(state: State, racer: Racer) -> list[Message]:
    turn = state.turn
    assert turn is not None
    found: list[Message] = []
    p, level = racer.at
    for far in range(1, 5):
        space = (p + far, level)
        if state.board.is_enemy(*space) and state.space(space) not in (*turn.defeated, *turn.covered):
            found.append(say("rayman.hint.enemy", space=space_text(state, space)))
            break
    found += [
        say("rayman.hint.obstacle", space=space_text(state, (p + far, 1)))
        for far in (1, 2)
        if level == 1 and state.board.is_obstacle(p + far)
    ][:1]
    for projectile in state.projectiles:
        ahead = (projectile.at[0] - p) % state.board.columns
        if 0 <= ahead <= state.options.projectile_speed and projectile.at[1] == level:
            found.append(
                say(
                    "rayman.hint.projectile",
                    projectile=projectile_said(state),
                    space=space_text(state, projectile.at),
                )
            )
    missing = TEENSIES_NEEDED - len(racer.freed)
    if missing > 0 and state.board.columns - p % state.board.columns <= 12:
        found.append(say("rayman.hint.teensies", count=missing))
    if turn.pool.heart and not racer.has_heart:
        found.append(say("rayman.hint.heart"))
    if racer.tokens and not turn.pool.move:
        found.append(say("rayman.hint.tokens", count=len(racer.tokens)))
    return found


def _choice_hints(state: State) -> list[Message]:
    found: list[Message] = []
    found += [
        say("rayman.hint.must_bubble", player=racer.name)
        for racer in state.racers
        if len(racer.hand) < 2 and not racer.has_finished and not racer.is_absent and not state.is_team
    ]
    boss = state.boss
    if boss is not None and not boss.has_finished:
        left = state.board.columns - boss.at[0]
        rounds = -(-left // boss.speed)
        found.append(say("rayman.hint.boss", boss=boss_said(state), rounds=rounds))
    last = from_rear(state)[:1]
    if state.kind != "solo" and last and state.round > 1 and len(state.racers) > 1:
        found.append(say("rayman.hint.last", player=last[0].name))
    return found
