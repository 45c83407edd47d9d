from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.core.errors import Refusal
from companion.games.rayman import GAME
from companion.i18n import words
from tests.properties.rayman.games import CONTENT, SETUPS, any_setup, play, play_night, survives_json
from tests.rules.rayman import asking


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize(("seed", "eager"), [(1, 0.9), (2, 0.3)])
def test_a_random_game_ends_with_every_invariant_kept(name: str, seed: int, eager: float) -> None:
    state, taken = play(SETUPS[name], seed, eager=eager)
    outcome = GAME.outcome(state)
    assert taken > 5
    assert outcome is not None
    is_lost = state.is_team and not outcome.winners
    expected = set() if is_lost else {racer.name for racer in state.racers}
    assert {rank.player for rank in outcome.ranking} == expected
    assert survives_json(state)


@pytest.mark.parametrize("seed", range(24))
def test_a_game_by_any_house_rules_ends_with_every_invariant_kept(seed: int) -> None:
    play(any_setup(seed), seed, eager=(0.0, 0.5, 0.9)[seed % 3])


@pytest.mark.parametrize("seed", range(100, 116))
def test_a_game_goes_on_whatever_the_table_corrects_and_whoever_comes_and_goes(seed: int) -> None:
    play(any_setup(seed), seed, eager=(0.0, 0.5, 0.9)[seed % 3], meddling=0.1)


@pytest.mark.parametrize("seed", range(200, 206))
def test_going_back_and_forth_in_a_night_changes_nothing(seed: int) -> None:
    play_night(any_setup(seed), seed)


@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize(
    "name", ["rookie", "legend", "coop rookie", "solo rookie", "tournament", "six players"]
)
def test_taking_the_same_line_again_and_again_ends_the_game(name: str, pick: int) -> None:
    state = GAME.new_state(SETUPS[name], CONTENT)
    taken = 0
    while legal := GAME.offers(state):
        for event in GAME.decide(state, legal[pick]):
            state = GAME.evolve(state, event)
        taken += 1
        assert taken < 40_000
    assert GAME.outcome(state) is not None


@pytest.mark.parametrize("name", ["rookie", "legend", "coop with everything", "typed cards", "tournament"])
def test_every_command_survives_text_and_json(name: str) -> None:
    random = Random(7)
    state = GAME.new_state(SETUPS[name], CONTENT)
    decoder = msgspec.json.Decoder(GAME.command_type)
    kinds = set()
    for _ in range(250):
        legal = GAME.offers(state)
        if not legal:
            break
        for command in random.sample(list(legal), min(5, len(legal))):
            kinds.add(type(command))
            assert GAME.parse(GAME.format(command)) == command
            assert decoder.decode(msgspec.json.encode(command)) == command
        command = random.choice(list(legal))
        events = GAME.decide(state, command)
        forms = msgspec.json.encode(events)
        assert msgspec.json.decode(forms, type=tuple[GAME.event_type, ...]) == events
        for event in events:
            state = GAME.evolve(state, event)
    assert len(kinds) > 4


@pytest.mark.parametrize("name", ["rookie", "legend", "coop rookie", "six players", "tournament"])
def test_every_step_is_said_in_both_languages(name: str) -> None:
    random = Random(3)
    state = GAME.new_state(SETUPS[name], CONTENT)
    for number in range(120):
        legal = GAME.offers(state)
        if not legal:
            break
        if number % 40 == 0:
            view = GAME.view(state, state.racers[0].name)
            said = [view.prompt.headline, *view.hints, *(choice.label for choice in view.choices)]
        else:
            said = []
        command = random.choice(list(legal))
        events = GAME.decide(state, command)
        said.append(GAME.describe(state, command, events))
        for event in events:
            state = GAME.evolve(state, event)
        said += [line.text for line in state.log]
        for message in said:
            for language in ("en", "fr"):
                text = words(message, language)
                assert text
                assert "rayman." not in text
                assert "{" not in text


@pytest.mark.parametrize("name", ["hero", "coop rookie"])
def test_ways_lead_where_they_say(name: str) -> None:
    """Every way to a lit space ends there, unless a token has to be drawn on it first."""
    random = Random(5)
    state = GAME.new_state(SETUPS[name], CONTENT)
    ways = 0
    for number in range(160):
        legal = GAME.offers(state)
        if not legal:
            break
        if state.turn is not None and number % 8 == 0 and state.agenda[0].kind == "turn":
            player = state.turn.player
            lit = asking.reachable(state)
            for space in random.sample(lit, min(2, len(lit))):
                try:
                    found = asking.ways_to(state, space)
                except Refusal:
                    pytest.fail(f"{space} is lit but there is no way to it")
                for way in found:
                    after = state
                    for command in way.commands:
                        for event in GAME.decide(after, command):
                            after = GAME.evolve(after, event)
                    if after.turn is None or after.turn.player != player:
                        hero = after.racer(player).hero
                        assert GAME.expected_scene(after).figures[hero] == space
                        ways += 1
        for event in GAME.decide(state, random.choice(list(legal)[: max(1, len(legal) // 2)])):
            state = GAME.evolve(state, event)
    assert ways > 3
