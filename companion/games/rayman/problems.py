"""What must hold in every state; each broken invariant in words."""

from __future__ import annotations

from collections import Counter

from companion.core.message import Message, say
from companion.games.rayman.naming import space_text
from companion.games.rayman.running import is_carried
from companion.games.rayman.state import TOKEN_LIMIT, Racer, State

UNRESTED = ("turn", "retreat", "beside", "aside", "token", "close", "float")
"""While one of these is at hand, figures may be on their way."""

PROJECTILE_TOKENS = 4
"""How many tokens of each projectile the box holds; three are on their way at most, a table may add one."""


def problems(state: State) -> tuple[Message, ...]:
    """Lists every broken invariant of a state."""
    found: list[Message] = []
    for racer in state.racers:
        _check_racer(state, racer, found)
    _check_spaces(state, found)
    _check_cards(state, found)
    _check_tokens(state, found)
    if state.launched > state.round and state.tournament is None:
        found.append(say("rayman.problem.projectiles"))
    if len(state.projectiles) > PROJECTILE_TOKENS and state.options.projectile_speed >= 8:
        found.append(say("rayman.problem.projectiles"))
    if state.outcome is None and not state.agenda:
        found.append(say("rayman.problem.agenda"))
    return tuple(found)


def _check_racer(state: State, racer: Racer, found: list[Message]) -> None:
    limit = TOKEN_LIMIT + (1 if state.turn is not None and state.turn.player == racer.name else 0)
    if len(racer.tokens) > limit:
        found.append(say("rayman.problem.tokens", player=racer.name))
    if racer.at[0] < 0 or not 1 <= racer.at[1] <= 3:
        found.append(say("rayman.problem.place", player=racer.name))
    if len(set(racer.freed)) != len(racer.freed):
        found.append(say("rayman.problem.teensies", player=racer.name))
    if racer.has_finished and len(racer.freed) < 3:
        found.append(say("rayman.problem.finished", player=racer.name))


def _is_at_rest(state: State) -> bool:
    if state.turn is not None:
        return False
    return not any(task.kind in UNRESTED for task in state.agenda[:1]) and not any(
        task.kind in ("retreat", "beside", "aside") for task in state.agenda
    )


def _check_spaces(state: State, found: list[Message]) -> None:
    if not _is_at_rest(state) or state.outcome is not None:
        return
    racing = [racer for racer in state.racers if not racer.has_finished]
    spaces = Counter(state.space(racer.at) for racer in racing)
    for space, count in spaces.items():
        if count > 1 and space[0] != 0:
            found.append(say("rayman.problem.shared", space=space_text(state, space)))
    for racer in racing:
        # In a team a Bubble floats anywhere, and a figure slapped out of one stays there until its turn.
        at = racer.at
        if state.board.is_obstacle(*at) and state.kind != "coop":
            found.append(say("rayman.problem.obstacle", player=racer.name))
        is_hovering = state.kind == "coop" or is_carried(state, racer.name, at)
        if not state.board.is_floor(*at) and not is_hovering:
            found.append(say("rayman.problem.hovering", player=racer.name))
        if (
            state.projectile_at(at) is not None
            and not racer.bubble
            and at[0] % state.board.columns
            and not (state.options.crouch_dodges_moving_projectile and state.board.is_low(*at))
        ):
            found.append(say("rayman.problem.on_projectile", player=racer.name))


def _check_cards(state: State, found: list[Message]) -> None:
    sizes = set()
    for racer in state.racers:
        cards = racer.hand + racer.discard + racer.played
        if len(set(cards)) != len(cards):
            found.append(say("rayman.problem.cards", player=racer.name))
        if not state.is_typed:
            own = [card for card in cards if state.cards[card].hero == racer.hero]
            if state.tournament is None and len(own) != 8:
                found.append(say("rayman.problem.cards", player=racer.name))
        sizes.add(len(cards))
    if state.phase != "setup" and max(sizes, default=0) > 10:
        found.append(say("rayman.problem.hand_size"))


def _check_tokens(state: State, found: list[Message]) -> None:
    counted = dict(state.bag)
    elsewhere = [token for racer in state.racers for token in racer.tokens]
    elsewhere += [] if state.turn is None else state.turn.used
    for token in elsewhere:
        counted[token] = counted.get(token, 0) + 1
    for token, count in state.spent.items():
        counted[token] = counted.get(token, 0) + count
    if any(counted.get(token_id, 0) != token.copies for token_id, token in state.tokens.items()):
        found.append(say("rayman.problem.supply"))
