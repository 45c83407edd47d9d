"""A plain search of a Platformer turn in dispute that shares no code with the game, only the texts.

"model" is rules/platformer-turn.md, "form" is formats-platformer.md; each rule stands beside the words that
it follows. Slow and simple on purpose: every action is tried in every state.
"""

from collections.abc import Callable

from tests.yardsticks import platformer_questions as questions
from tests.yardsticks.platformer_table import cell_or_none
from tests.yardsticks.platformer_turn import End, Turn

QUESTIONS: dict[str, Callable[[dict], dict]] = {
    "gems": questions.gems,
    "enemies": questions.enemies,
    "gravity": questions.gravity,
}


def reach(dispute: dict) -> dict:
    """The reach/1 object that answers the dispute or the question."""
    if "ask" in dispute:
        return QUESTIONS[dispute["ask"]](dispute)
    turn = Turn(dispute)
    places = {end.heroes[turn.table.active] for end in turn.ends()}
    return {
        "format": "reach/1",
        # form: "spaces is sorted by column, then row, no repeats"
        "spaces": [list(place) for place in sorted(place for place in places if place is not None)],
        # form: "fainted says whether the turn can end with the hero off the map."
        "fainted": None in places,
    }


def is_legal(dispute: dict) -> bool:
    """Whether the turn of the dispute can end as its claim says."""
    turn = Turn(dispute)
    return any(fits(turn, end, dispute["claim"]) for end in turn.ends())


def fits(turn: Turn, end: End, claim: dict) -> bool:
    """form: "at must match ...; defeated, players and enemies ... must match where given"."""
    table = turn.table
    heroes = dict(zip([name for name, _ in table.heroes], end.heroes, strict=True))
    enemies = dict(zip([name for name, _ in table.enemies], end.enemies, strict=True))
    defeated = {table.enemies[number][0] for number in end.defeated}
    return (
        ("at" not in claim or end.heroes[table.active] == cell_or_none(claim["at"]))
        and ("defeated" not in claim or defeated == set(claim["defeated"]))
        and all(heroes[name] == cell_or_none(at) for name, at in claim.get("players", {}).items())
        and all(enemies[name] == cell_or_none(at) for name, at in claim.get("enemies", {}).items())
    )
