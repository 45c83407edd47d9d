"""What the wider protocol promises of every game: chance, plain set-ups, figures, the mat, text."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from companion.commands.play import Session
from companion.core.chance import MOST_LISTED, draw, is_outcome, outcomes_of
from companion.core.command import ChanceCommand
from companion.core.command_text import verbs_of
from companion.core.errors import Refusal
from companion.games.registry import GAMES
from tests.contract.games import SETUPS, Table, all_game_ids, content_of, game_of

PLAIN: dict[str, Any] = {"players": ["Ana", "Bo"], "options": {"round_limit": 30}}
LONG_ENOUGH = 30_000


def states_of(game_id: str, steps: int = 120, seed: int = 3) -> list[Any]:
    played = Table(game_id, SETUPS[game_id][0], seed)
    played.play(steps)
    return played.states[::5]


@pytest.mark.parametrize("game_id", sorted(GAMES))
@pytest.mark.parametrize("choose", ["first", "last", "any"])
def test_a_plain_setup_plays_to_its_end_whatever_is_chosen(game_id: str, choose: str) -> None:
    played = Table(game_id, PLAIN, seed=11)
    for _ in range(LONG_ENOUGH):
        offers = played.offers()
        if not offers:
            break
        picked = {"first": offers[0], "last": offers[-1], "any": played.random.choice(offers)}
        played.take(picked[choose])
    assert played.game.outcome(played.state) is not None


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_without_a_limit_of_rounds_the_option_is_off(game_id: str) -> None:
    game, content = game_of(game_id), content_of(game_id)
    plain = game.new_state({"players": ["Ana", "Bo"]}, content)
    assert game.new_state({"players": ["Ana", "Bo"], "options": {"round_limit": None}}, content) == plain
    with pytest.raises(Refusal):
        game.new_state({"players": ["Ana", "Bo"], "options": {"round_limit": 0}}, content)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_one_name_alone_is_the_solo_game_where_there_is_one(game_id: str) -> None:
    game, content = game_of(game_id), content_of(game_id)
    if game.manifest.min_players == 1:
        assert len(game.view(game.new_state({"players": ["Ana"]}, content)).players) >= 1
    else:
        with pytest.raises(Refusal):
            game.new_state({"players": ["Ana"]}, content)


@pytest.mark.parametrize("game_id", all_game_ids())
def test_chance_is_asked_for_and_never_chosen(game_id: str) -> None:
    game = game_of(game_id)
    played = Table(game_id, SETUPS[game_id][0], seed=5)
    asked = 0
    for _ in range(150):
        assert not any(isinstance(command, ChanceCommand) for command in game.legal_commands(played.state))
        requests = game.chance(played.state)
        for request in requests:
            outcomes = outcomes_of(request)
            assert 0 < len(outcomes) <= MOST_LISTED
            assert len(set(outcomes)) == len(outcomes)
            drawn = draw(request, played.random.randrange)
            assert is_outcome(requests, drawn)
            for outcome in (*played.random.sample(outcomes, min(3, len(outcomes))), drawn):
                game.decide(played.state, outcome)
            asked += 1
        view = game.view(played.state)
        assert view.dice is None or view.dice in requests
        offers = played.offers()
        if not offers:
            break
        played.take(played.random.choice(offers))
    assert asked


@pytest.mark.parametrize("game_id", all_game_ids())
def test_every_space_in_reach_has_a_way(game_id: str) -> None:
    game = game_of(game_id)
    moved = 0
    for state in states_of(game_id, 200):
        board = game.view(state).board
        assert board is not None
        for piece in [piece for piece in board.pieces if piece.can_move][:2]:
            reachable = set(game.reachable(state, piece.id))
            assert reachable <= {space.id for space in board.spaces}
            for space in sorted(reachable)[:4]:
                ways = game.ways_to(state, piece.id, space)
                assert ways
                for way in ways:
                    assert way.path[:1] in ((), (piece.space,)), (piece, space, way)
                    assert way.path[-1:] in ((), (space,)), (piece, space, way)
                moved += 1
    assert moved


@pytest.mark.parametrize("game_id", all_game_ids())
def test_the_mat_has_every_space_where_something_lies(game_id: str) -> None:
    game = game_of(game_id)
    for state in states_of(game_id):
        mat, board, scene = game.mat(state), game.view(state).board, game.expected_scene(state)
        assert mat is not None
        assert board is not None
        places = {space.id for space in mat.spaces}
        assert len(places) == len(mat.spaces)
        lies = {piece.space for piece in board.pieces}
        assert lies & {space.id for space in board.spaces} <= places
        assert set(scene.figures.values()) <= places
        alike = [figure for group in scene.alike.values() for figure in group]
        assert len(set(alike)) == len(alike), "a figure is in one group at most"
        assert not places & set(alike), "a group names figures, not spaces"
        movable = {piece.id for piece in board.pieces if piece.can_move}
        assert movable <= scene.figures.keys(), "the camera sees whatever can be moved"


@pytest.mark.parametrize("game_id", all_game_ids())
def test_no_space_of_the_view_lies_outside_the_mat_and_none_of_the_mat_moves(game_id: str) -> None:
    game = game_of(game_id)
    for seed in range(4):
        places: dict[str, tuple[float, float]] = {}
        for state in states_of(game_id, 300, seed):
            mat, board = game.mat(state), game.view(state).board
            assert mat is not None
            assert board is not None
            drawn = {space.id: (space.x, space.y) for space in mat.spaces}
            assert {space.id for space in board.spaces} <= drawn.keys()
            assert all(drawn.get(name, place) == place for name, place in places.items())
            places |= drawn


@pytest.mark.parametrize("game_id", all_game_ids())
def test_a_printed_mat_has_all_its_spaces_on_the_paper(game_id: str) -> None:
    mat = game_of(game_id).mat(states_of(game_id, 0)[0])
    assert mat is not None
    assert all(0 <= space.x <= space.x + space.w <= mat.width for space in mat.spaces)
    assert all(0 <= space.y <= space.y + space.h <= mat.height for space in mat.spaces)


@pytest.mark.parametrize("game_id", all_game_ids())
def test_what_a_choice_names_is_there_to_be_touched(game_id: str) -> None:
    game = game_of(game_id)
    for state in states_of(game_id):
        for viewer in (None, game.view(state).players[0].id):
            view = game.view(state, viewer)
            board = view.board
            assert board is not None
            spaces = {space.id for space in board.spaces}
            there = {
                "space": spaces,
                "piece": {piece.id for piece in board.pieces},
                "card": {card.id for card in view.cards},
                "die": {die.id for die in view.table_dice},
                "edge": {f"{space}:{side}" for space in spaces for side in "NESW"},
            }
            for choice in view.choices:
                for kind, known in there.items():
                    named = getattr(choice, kind)
                    assert named is None or named in known, (kind, named)


@pytest.mark.parametrize("game_id", all_game_ids())
def test_every_command_has_a_verb_of_its_own(game_id: str) -> None:
    form = game_of(game_id).command_type
    assert len(verbs_of(form)) == len(get_args(form))


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_play_tells_chance_layout_and_outcome(game_id: str) -> None:
    session = Session()

    def ask(**request: Any) -> dict[str, Any]:
        answer = session.answer(msgspec.json.encode(request))
        assert answer["ok"], answer
        return answer

    ask(do="new", game=game_id, setup=PLAIN)
    assert ask(do="layout")["layout"]
    kinds = set()
    for step in range(60):
        waits = ask(do="chance")["waits_for"]
        kinds.add(waits["kind"] if waits else None)
        commands = ask(do="legal")["commands"]
        assert commands
        ask(do="submit", command=commands[step % len(commands)])
        standing = ask(do="outcome")
        if standing["over"]:
            break
    assert kinds & {"dice", "card", "tile"}
    player = ask(do="view")["view"]["players"][0]["id"]
    assert ask(do="view", viewer=player)["view"]["prompt"]
    assert {"player", "place", "score"} <= set(standing["ranking"][0]) if standing["ranking"] else True
