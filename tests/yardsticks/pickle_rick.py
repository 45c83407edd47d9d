"""A plain search of a Pickle Rick turn in dispute that shares no code with the game, only the texts.

"model" is rules/pickle-rick-turn.md, "form" is formats-pickle-rick.md; each rule stands beside the words that
it follows. Slow and simple on purpose: every way of spending every symbol is tried. The options
`zero_health_ends`, `walled_in_loses` and `solo_ties` "are accepted" (form): they change no answer.
"""

from tests.yardsticks import pickle_rick_solo as solo
from tests.yardsticks.pickle_rick_side_rick import ricks_ends
from tests.yardsticks.pickle_rick_side_russians import russians_ends
from tests.yardsticks.pickle_rick_table import read_enemies, read_rick, read_tiles, sees


def reach(dispute: dict) -> dict:
    """The reach/1 object that answers the dispute."""
    turn = dispute["turn"]
    if turn.get("solo"):
        return solo.reach(dispute)
    enemies = read_enemies(dispute)
    rick, _ = read_rick(dispute)
    # form: "sees: the ids of the enemies who see Rick before the turn, sorted."
    seers = sorted(name for name, at in enemies.items() if sees(read_tiles(dispute), at, rick))
    if turn["side"] == "rick":
        spaces = ricks_ends(dispute)
        # model, Dice: "Rick 4 minus the enemies who see him, each Guard and Jaguar one, at least 0"
        rerolls = max(0, 4 - len(seers))
    else:
        spaces = {place for place, _ in russians_ends(dispute)}
        # model, Dice: "the Russians the number of Guards on the map, at most 4 (C3-4)"
        rerolls = min(4, len([name for name in enemies if name != "jaguar"]))
    return {
        "format": "reach/1",
        "spaces": [list(space) for space in sorted(spaces)],
        "sees": seers,
        "rerolls": rerolls,
    }


def is_legal(dispute: dict) -> bool:
    """Whether the turn of the dispute can end as its claim says."""
    claim, turn = dispute["claim"], dispute["turn"]
    if turn.get("solo"):
        return solo.is_legal(dispute)
    if turn["side"] == "rick":
        return tuple(claim["at"]) in ricks_ends(dispute)
    # form: "at (Rick, or figure); Russians also health, Rick's at the end, exact where given."
    return any(
        ("at" not in claim or place == tuple(claim["at"]))
        and ("health" not in claim or health == claim["health"])
        for place, health in russians_ends(dispute)
    )
