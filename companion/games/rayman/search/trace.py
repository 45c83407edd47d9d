"""From a rest that a search has found back to the steps that lead there."""

from __future__ import annotations

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import ICONS, Turn
from companion.games.rayman.search.ends import Rest
from companion.games.rayman.search.records import Step
from companion.games.rayman.search.walk import Search

MOVES = ("move", "jump", "drift", "fall", "retreat", "displace", "step_off")
"""Steps that bring the player's figure somewhere."""


def trace(search: Search, rest: Rest) -> tuple[Step, ...]:
    """Returns the steps of one way to a rest, Lums that it needs traded first."""
    steps = steps_back(search, rest)
    if search.pools.is_once and search.legendary == "smasher":
        steps = _repriced(search.turn, steps)
    lums = _lums_used(search.turn, steps)
    return (*(Step("lum") for _ in range(lums)), *steps, *rest.steps)


def is_held(search: Search, rest: Rest) -> bool:
    """Tells whether any of a rest's pools has the Movements left that it asks for."""
    return any(
        source.bits & rest.bits and rest.fewest <= source.moves <= rest.most
        for source in search.sources[rest.node]
    )


def held_at(search: Search, rest: Rest) -> tuple[int, int]:
    """Returns the Movements and the pool, as a bit, that one way to a rest has left."""
    for source in search.sources[rest.node]:
        if source.bits & rest.bits and rest.fewest <= source.moves <= rest.most:
            return source.moves, 1 << (source.bits & rest.bits).bit_length() - 1
    raise LookupError(rest)


def steps_back(search: Search, rest: Rest) -> list[Step]:
    """Returns the player's steps of one way to a rest."""
    steps: list[Step] = []
    node = rest.node
    moves, bit = held_at(search, rest)
    while True:
        source = next(one for one in search.sources[node] if one.bits & bit and one.moves == moves)
        if source.parent is None or source.step is None:
            break
        steps.append(source.step)
        bit = bit >> source.shift if source.shift >= 0 else bit << -source.shift
        node, moves = source.parent, source.moves_before
    steps.reverse()
    return steps


def _repriced(turn: Turn, steps: list[Step]) -> list[Step]:
    """Prices a Smasher's Slaps where only the first one at a distance comes cheap (RAY-VARIANT-8)."""
    at, is_used = turn.player.at, False
    priced = []
    for step in steps:
        if step.kind in ("slap_enemy", "slap_figure", "free"):
            is_far = (at[0] % turn.board.columns, at[1]) != (step.to[0] % turn.board.columns, step.to[1])
            step = step._replace(cost=step.cost + 1) if is_far and is_used else step
            is_used = is_used or is_far
        elif step.kind in MOVES:
            at = step.to
        priced.append(step)
    return priced


def spent(turn: Turn, steps: tuple[Step, ...]) -> dict[str, int]:
    """Counts the actions that the steps take."""
    counts = dict.fromkeys(ICONS, 0)
    for step in steps:
        if step.kind == "move" or (step.kind == "drift" and not turn.options.drifter_free):
            counts["move"] += 1
        elif step.kind in ("jump", "glide", "heart"):
            counts[step.kind] += 1
        elif step.kind == "lum":
            counts["lums"] += 1
        elif step.kind == "convert" and step.target == "icon":
            counts["heart"] += 1
        if step.kind in ("slap_enemy", "slap_figure", "free"):
            counts["slap"] += step.cost
        if step.kind not in ("displace", "step_off", "retreat") and step.enemy == "slap":
            counts["slap"] += 1 + turn.enemy_extra_slaps
        counts["crouch"] += (step.cover == "crouch") + (step.enemy == "dodge")
    return {icon: count for icon, count in counts.items() if count}


def _lums_used(turn: Turn, steps: list[Step]) -> int:
    """Returns how many Lums have to be traded for the steps to be paid."""
    lum = {"weaver": "crouch", "drifter": "glide", "smasher": "slap", "dasher": "move", "sneaker": "heart"}
    icon = {**lum, "scrambler": "jump"}.get(turn.player.legendary or "")
    if icon is None or any(step.kind == "lum" for step in steps):
        return 0
    defeated = sum(step.enemy == "slap" or step.kind == "slap_enemy" for step in steps)
    tokens = [name for token in turn.drawn[:defeated] for name in token]
    have = turn.pool.get(icon, 0) + tokens.count(icon)
    if turn.player.legendary == "drifter":
        have_moves = turn.pool.get("move", 0) + tokens.count("move") + have // 2
        short = spent(turn, tuple(steps)).get("move", 0) - have_moves
        need = max(spent(turn, tuple(steps)).get(icon, 0) - have, 2 * short - have % 2 if short > 0 else 0)
    else:
        need = spent(turn, tuple(steps)).get(icon, 0) - have
    return max(0, min(need, turn.pool.get("lums", 0) + tokens.count("lums")))


def path(start: Space, steps: tuple[Step, ...]) -> tuple[Space, ...]:
    """Returns the places of the player's figure in order."""
    return (start, *(step.to for step in steps if step.kind in MOVES))


def is_sound(turn: Turn, steps: tuple[Step, ...]) -> bool:
    """Tells whether no step takes what is defeated or gone for still there, as a search that forgets may."""
    board = turn.board
    defeated: set[Space] = set()
    gone: set[Space] = set()
    is_uncovered = False
    """Whether the figure is where a projectile is gone, so that it is not crouched."""
    for step in steps:
        space = (step.to[0] % board.columns, step.to[1])
        if (step.enemy or step.kind == "slap_enemy") and space in defeated:
            return False
        if step.kind in MOVES:
            is_cover = board.is_low(*space) or (space in turn.projectiles and space not in gone)
            goes_on_crouched = step.kind == "move" and is_cover and not step.cover
            if (space in gone and step.cover) or (is_uncovered and goes_on_crouched):
                return False
            is_uncovered = space in gone
        if step.cover == "hit":
            gone.add(space)
        if step.kind == "slap_enemy" or step.enemy == "slap":
            defeated.add(space)
    return True
