"""Random games of every kind end, break no invariant, and come only to ends that `reach` lists."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.deck import UNKNOWN
from companion.games.pickle_rick.game import GAME
from companion.games.pickle_rick.state import State
from companion.i18n import words
from tests.properties.pickle_rick.games import CONTENT, choose, play

TWO: list[dict[str, Any]] = [
    {"players": ["Ana", "Bo"], "hands": hands, "corridor": corridor, "options": {"forced_spending": forced}}
    for hands, corridor, forced in product(("known", "secret"), ("right", "left"), ("book", "jokers", "off"))
]
SOLO: list[dict[str, Any]] = [
    {"players": ["Ana"], "mode": mode, "options": {"solo_ties": ties, "zero_health_ends": zero}}
    for mode, ties, zero in product(("solo", "solo_hard"), ("player", "random", "worst"), ("turn", "now"))
]


@pytest.mark.parametrize("setup", [*TWO[::3], *SOLO[::3]])
def test_games_end_and_turns_come_only_to_ends_in_reach(setup: dict[str, Any]) -> None:
    for seed in range(2):
        options = {**setup["options"], "round_limit": 25}
        state = play({**setup, "options": options}, seed, judges=True)
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@pytest.mark.slow
@pytest.mark.parametrize("setups", [TWO, SOLO], ids=["two", "solo"])
def test_a_thousand_games_of_each_kind(setups: list[dict[str, Any]]) -> None:
    for seed in range(1000):
        state = play(setups[seed % len(setups)], seed, judges=seed % 5 == 0)
        assert GAME.outcome(state) is not None


def say_all(value: Any) -> list[str]:
    """Finds every message inside a record and says it in both languages."""
    if isinstance(value, msgspec.Struct) and type(value).__name__ == "Message":
        return [words(value, language) for language in ("en", "fr")]  # type: ignore[arg-type]
    if isinstance(value, msgspec.Struct):
        return [said for name in value.__struct_fields__ for said in say_all(getattr(value, name))]
    if isinstance(value, dict):
        return [said for one in value.values() for said in say_all(one)]
    if isinstance(value, list | tuple):
        return [said for one in value for said in say_all(one)]
    return []


@pytest.mark.parametrize("setup", [TWO[0], TWO[3], SOLO[0], SOLO[8]])
def test_whatever_is_shown_has_words_and_gives_no_hand_away(setup: dict[str, Any]) -> None:
    random = Random(7)
    state = GAME.new_state(setup, CONTENT)
    for _ in range(150):
        if GAME.outcome(state) is not None:
            break
        said = [*say_all(GAME.layout(state)), *say_all(GAME.chance(state))]
        for viewer in (None, *state.players.values()):
            shown = GAME.view(state, viewer)
            said += say_all(shown)
            owners = {card.owner for card in shown.cards if card.zone == "hand"}
            assert owners <= {viewer}
        command = choose(state, random)
        events = GAME.decide(state, command)
        said += say_all(GAME.describe(state, command, events))
        assert GAME.parse(GAME.format(command)) == command
        for event in events:
            state = GAME.evolve(state, event)
        assert not [text for text in said if text.startswith("pickle_rick")]
    assert UNKNOWN in state.decks["rick"].hand or setup.get("hands") != "secret"


@pytest.mark.parametrize("seed", range(6))
def test_every_lit_space_can_be_come_to(seed: int) -> None:
    random = Random(seed)
    state = GAME.new_state(TWO[0], CONTENT)
    lit = 0
    for _ in range(200):
        if GAME.outcome(state) is not None:
            break
        for figure in ("rick", *(one.id for one in state.figures)):
            for space in GAME.reachable(state, figure):
                (way,) = GAME.ways_to(state, figure, space)
                after = state
                for command in way.commands:
                    for event in GAME.decide(after, command):
                        after = GAME.evolve(after, event)
                lit += 1
                at = after.rick_at if figure == "rick" else after.figure(figure).at
                assert way.goes_on or at in (space, tuple(map(int, space.split(",")))) or after.is_over
        for event in GAME.decide(state, choose(state, random)):
            state = GAME.evolve(state, event)
    assert lit
