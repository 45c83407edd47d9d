"""One contract for every game: what a night, a screen and a referee rely on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.core.blocks import Question, View
from companion.core.errors import Invalid, Refusal
from companion.core.message import Message
from companion.games.registry import GAMES
from companion.i18n import LANGUAGES, words
from tests.contract.games import SETUPS, Table, all_game_ids, content_of, game_of

CASES = [(game_id, number) for game_id in all_game_ids() for number in range(len(SETUPS.get(game_id, [])))]
LONG_ENOUGH = 30_000


def table(game_id: str, number: int, seed: int = 1) -> Table:
    return Table(game_id, SETUPS[game_id][number], seed)


def test_every_registered_game_is_under_contract() -> None:
    assert GAMES
    assert set(GAMES) <= set(SETUPS)


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_what_is_legal_is_accepted_and_nothing_else(game_id: str, number: int) -> None:
    played = table(game_id, number)
    offered: dict[str, Any] = {}
    refused = 0
    for _ in range(150):
        legal = played.offers()
        if not legal:
            break
        for command in played.random.sample(legal, min(8, len(legal))):
            played.game.decide(played.state, command)
        listed = {msgspec.json.encode(command) for command in legal}
        elsewhere = sorted(offered.keys() - {form.decode() for form in listed})
        for form in played.random.sample(elsewhere, min(8, len(elsewhere))):
            with pytest.raises(Refusal) as refusal:
                played.game.decide(played.state, offered[form])
            assert set(refusal.value.clauses) <= set(played.game.clauses)
            refused += 1
        offered.update({msgspec.json.encode(command).decode(): command for command in legal})
        played.take(played.random.choice(legal))
    assert refused, "the sample found nothing to refuse"


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_deciding_and_evolving_change_no_input(game_id: str, number: int) -> None:
    played = table(game_id, number)
    for _ in range(60):
        legal = played.offers()
        if not legal:
            break
        command = played.random.choice(legal)
        before = msgspec.json.encode(played.state)
        state = played.state
        events = played.game.decide(state, command)
        for event in events:
            form = msgspec.json.encode(event)
            played.game.evolve(state, event)
            assert msgspec.json.encode(event) == form
        assert msgspec.json.encode(played.state) == before
        played.take(command)


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_states_commands_and_events_survive_json_and_text(game_id: str, number: int) -> None:
    played = table(game_id, number)
    played.play(120)
    game = played.game
    for state in played.states[::10]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.state_type) == state
    for command, events in played.steps:
        assert msgspec.json.decode(msgspec.json.encode(command), type=game.command_type) == command
        assert game.parse(game.format(command)) == command
        for event in events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=game.event_type) == event


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_random_play_ends_without_a_problem(game_id: str, number: int) -> None:
    played = table(game_id, number, seed=7)
    for _ in range(LONG_ENOUGH):
        legal = played.offers()
        outcome = played.game.outcome(played.state)
        assert bool(legal) == (outcome is None), "legal commands and the outcome disagree"
        if outcome:
            break
        assert played.game.problems(played.state) == ()
        played.take(played.random.choice(legal))
    assert outcome is not None, "the game does not end"
    assert outcome.ranking or not outcome.winners, "whoever wins is ranked; a lost team is not"


@pytest.mark.parametrize("choose", [0, -1], ids=["always the first", "always the last"])
@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_any_way_of_choosing_ends_the_game(game_id: str, number: int, choose: int) -> None:
    played = table(game_id, number)
    for _ in range(LONG_ENOUGH):
        legal = played.offers()
        if not legal:
            break
        played.take(legal[choose])
    assert played.game.outcome(played.state) is not None


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_replay_of_the_events_equals_live_play(game_id: str, number: int) -> None:
    played = table(game_id, number)
    played.play(200)
    state = played.start
    for number_of_step, (_, events) in enumerate(played.steps):
        for event in events:
            state = played.game.evolve(state, event)
        assert state == played.states[number_of_step + 1]


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_every_view_says_what_to_do_and_offers_what_is_legal(game_id: str, number: int) -> None:
    played = table(game_id, number)
    played.play(80)
    for state in played.states[::9]:
        view = played.game.view(state)
        assert isinstance(view, View)
        read = msgspec.json.decode(msgspec.json.encode(view), type=View)
        assert msgspec.json.decode(msgspec.json.encode(read), type=View) == read
        assert view.is_over == (played.game.outcome(state) is not None)
        assert view.phase in {phase.id for phase in played.game.flow.phases}
        if not view.is_over:
            assert view.choices or view.dice
        for choice in view.choices:
            if not choice.asks and choice.group != "table":
                command = msgspec.convert(choice.command, played.game.command_type)
                played.game.decide(state, command)
        for said in messages_in(view):
            for language in LANGUAGES:
                text = words(said, language)
                assert text not in ("", said.key), f"no words in {language} for {said.key}"


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_every_correction_takes_what_it_proposes_and_is_told_by_itself(game_id: str, number: int) -> None:
    played = table(game_id, number)
    played.play(80)
    game = played.game
    taken = 0
    for state in played.states[1::20]:
        for choice in game.view(state).choices:
            if choice.group != "table" or any(one.kind == "text" for one in choice.asks):
                continue
            answers = {one.id: _proposed(one) for one in choice.asks}
            after = state
            try:
                events = game.decide(state, msgspec.convert(choice.filled(answers), game.command_type))
            except Invalid:
                assert choice.command["value"] is None, f"{choice.command} is what the record says"
                continue
            for event in events:
                after = game.evolve(after, event)
            told = game.view(after).log
            assert told or game_id not in GAMES, choice.command
            assert not told or told[0].text.key.startswith("core.correct."), (
                "what went before is not told again"
            )
            taken += 1
    assert taken


@pytest.mark.parametrize(("game_id", "number"), CASES)
def test_the_table_may_put_a_figure_where_it_stands_all_the_same(game_id: str, number: int) -> None:
    played = table(game_id, number)
    played.play(80)
    game, put = played.game, 0
    for state in played.states[1::16]:
        board, figures = game.view(state).board, game.expected_scene(state).figures
        if board is None or game.outcome(state) is not None:
            continue
        for figure in figures:
            for space in [one.id for one in board.spaces if one.id not in figures.values()][:8]:
                command = game.put(state, figure, space)
                if command is None:
                    continue
                try:
                    events = game.decide(state, command)
                except Invalid:
                    continue  # no table could mean that space
                after = state
                for event in events:
                    after = game.evolve(after, event)
                put += game.expected_scene(after).figures.get(figure) == space
    assert put or game_id not in GAMES


def _proposed(question: Question) -> Any:
    if question.default is None and question.options:
        return question.options[0].value
    return question.default


@pytest.mark.parametrize("game_id", all_game_ids())
def test_bad_setups_are_refused_as_refusals(game_id: str) -> None:
    game, content = game_of(game_id), content_of(game_id)
    for setup in ({}, {"players": []}, {"players": 3}, {"nonsense": True}, {"players": [{"name": 1}] * 12}):
        with pytest.raises(Refusal):
            game.new_state(setup, content)


def messages_in(value: Any) -> list[Message]:
    """Collects every message of a view, however deep."""
    if isinstance(value, Message):
        nested = [m for param in value.params.values() for m in messages_in(param)]
        return [value, *nested]
    if isinstance(value, msgspec.Struct):
        return [m for name in value.__struct_fields__ for m in messages_in(getattr(value, name))]
    if isinstance(value, (list, tuple)):
        return [m for item in value for m in messages_in(item)]
    if isinstance(value, dict):
        return [m for item in value.values() for m in messages_in(item)]
    return []
