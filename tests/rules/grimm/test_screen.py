"""What the companion adds: lit ends, ways, the camera, reports, text, the editor."""

from __future__ import annotations

import msgspec
import pytest

from companion.content.loader import load_content
from companion.content.writer import new_pack, save_entity
from companion.core.errors import Ambiguous, Illegal, Invalid
from companion.core.message import Message
from companion.games.grimm import GAME
from companion.games.grimm.content import Board, Spell
from companion.i18n import LANGUAGES, words
from companion.ports.sight import SceneChange
from tests.rules.grimm.table import CONTENT, SHIPPED, SMALL, Table, player

BO = player("Bo", "queen", "chest2")


def brute_ends(table: Table) -> set[str]:
    """Finds the ends of a plain walk by trying every path of the roll's length."""
    assert table.state.rolled is not None
    beside: dict[str, set[str]] = {}
    for a, b in SMALL.paths:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    gates = {"gate1": "gate2", "gate2": "gate1"}
    ends: set[str] = set()

    def walk(here: str, used: frozenset[tuple[str, str]], left: int) -> None:
        onward = [n for n in beside[here] if n != "portal" and (n, here) not in used] if left else []
        if not onward:
            ends.add(here)
        for near in onward:
            if near in gates:
                ends.add(gates[near])
            else:
                walk(near, used | {(here, near)}, left - 1)

    walk(table.state.rolled.at, frozenset(), table.state.rolled.total)
    return ends


@pytest.mark.parametrize("start", ["red", "blue", "dead", "purple", "chest3"])
@pytest.mark.parametrize("roll", [1, 3, 6])
def test_every_end_of_a_roll_is_lit_and_no_other(start: str, roll: int) -> None:
    table = Table(player("Ana", "wolf", start), BO).do(f"roll {roll}")
    board = GAME.view(table.state).board
    assert board is not None
    lit = GAME.reachable(table.state, "wolf")
    assert set(lit) == brute_ends(table)
    for space in board.spaces:
        if space.id in lit:
            for way in GAME.ways_to(table.state, "wolf", space.id):
                state = table.state
                for command in way.commands:
                    for event in GAME.decide(state, command):
                        state = GAME.evolve(state, event)
                assert state.hero("Ana").at == space.id
                assert way.path[-1] == space.id
        else:
            with pytest.raises(Illegal) as refusal:
                GAME.ways_to(table.state, "wolf", space.id)
            assert set(refusal.value.clauses) <= set(GAME.clauses)


def test_a_spell_that_moves_the_mover_lights_only_its_own_ends() -> None:
    heroes = (player("Ana", "wolf", "drop"), player("Bo", "queen", "chest2", "fear-of-tales"))
    table = Table(*heroes).do("roll 5", "cast Bo fear-of-tales Ana")
    assert set(GAME.reachable(table.state, "wolf")) == {"dead", "black", "blue"}
    assert GAME.reachable(table.state, "queen") == ()
    table.do("move again chest1 dead")
    assert table.asks() == "Walk Ana"
    assert GAME.reachable(table.state, "wolf") == ("red",)


def test_ways_say_what_happens_and_stop_at_a_chest() -> None:
    table = Table(player("Ana", "wolf", "drop"), BO, chest="chest1").do("roll 3")
    (way,) = GAME.ways_to(table.state, "wolf", "dead")
    assert "takes the chest" in words(way.summary, "en")
    assert [GAME.format(command) for command in way.commands] == ["move again chest1"]
    with pytest.raises(Illegal):
        GAME.ways_to(Table(player("Ana", "wolf", "red"), BO).state, "wolf", "blue")
    with pytest.raises(Invalid):
        GAME.ways_to(table.state, "wolf", "moon")


def test_the_camera_sees_pawns_and_proposes_moves_and_swaps() -> None:
    heroes = (player("Ana", "wolf", "red", "swap-places"), player("Bo", "queen", "green"))
    table = Table(*heroes)
    assert GAME.expected_scene(table.state).figures == {"wolf": "red", "queen": "green"}
    swap = SceneChange({"wolf": ("red", "green"), "queen": ("green", "red")})
    (way,) = GAME.interpret(table.state, swap)
    assert [GAME.format(command) for command in way.commands] == ["cast Ana swap-places Bo"]
    table.do("roll 2")
    (way,) = GAME.interpret(table.state, SceneChange({"wolf": ("red", "drop")}))
    assert GAME.format(way.commands[0]) == "move draw drop"
    assert GAME.interpret(table.state, SceneChange({"wolf": ("red", "dead")})) == ()
    assert GAME.interpret(table.state, SceneChange({"queen": ("green", "blue")})) == ()


def test_hints_remind_of_chest_draw_powers_and_spells() -> None:
    wolf = player("Ana", "wolf", "red", "trip trip trip", equipment=2, modifier=-3)
    table = Table(wolf, player("Bo", "queen", "green", equipment=3), chest="chest1")
    keys = {hint.key for hint in GAME.view(table.state).hints}
    assert {"chest", "full_hand", "modifier", "power", "spells_left", "portal"} == {
        key.removeprefix("grimm.hint.") for key in keys
    }


def test_a_shared_screen_offers_casting_without_naming_cards() -> None:
    table = Table(player("Ana", "wolf", "red", "trip"), player("Bo", "queen", "green", "silence"))
    offered = [choice for choice in GAME.view(table.state).choices if choice.command["command"] == "Cast"]
    assert {choice.player for choice in offered} == {"Ana", "Bo"}
    aimed = next(choice for choice in offered if choice.player == "Bo")
    filled = {**aimed.command, "spell": "silence", "target": "Ana"}
    GAME.decide(table.state, msgspec.convert(filled, GAME.command_type))


def test_text_is_read_back_shortened_and_refused() -> None:
    assert GAME.format(GAME.parse("mov a b")) == "move a b"
    assert GAME.format(GAME.parse("cast 'Anna Lou' trip Bo")) == "cast 'Anna Lou' trip Bo"
    with pytest.raises(Ambiguous):
        GAME.parse("d")
    for wrong in (
        "",
        "fly",
        "cast Ana",
        "take Ana",
        "'",
    ):
        with pytest.raises(Invalid):
            GAME.parse(wrong)
    for line in (
        'correct hand \'["trip","?"]\' Ana',
        "correct chest chest1",
        "correct presence false Ana",
        "stay",
        "confirm",
    ):
        assert GAME.format(GAME.parse(line)) == line


def test_the_report_counts_turns_spells_and_chests() -> None:
    table = Table(player("Ana", "wolf", "again", "trip"), BO, chest="chest1")
    lines = ("cast Ana trip Bo", "roll 1", "move chest1", "drawn chests 3", "roll 5")
    history = [table.state, *(table.do(line).state for line in lines)]
    report = GAME.report(history)
    assert dict(report.tallies[0].rows)["Ana"] == (0, 1, 1, 0)
    assert dict(report.tallies[0].rows)["Bo"] == (1, 0, 0, 0)
    assert report.charts[0].series[0].values == (1.0,)


def test_problems_name_what_cannot_be() -> None:
    table = Table(player("Ana", "wolf", "moon", "trip trip trip trip", equipment=4), BO, chest="sun")
    said = " ".join(words(problem, "en") for problem in GAME.problems(table.state))
    for part in ("moon", "sun", "more than three", "impossible"):
        assert part in said


def test_a_board_is_drawn_by_touch_and_played_on(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = GAME.editor
    board = editor.blank("boards")
    assert editor.problems("boards", board)
    board = editor.answer("boards", board, "label.en", "Ours")
    tools = [option.value for option in editor.tools("boards")]
    starts = [tool for tool in tools if tool.startswith("start-")]
    placed = [*starts, "chest", "chest", "teleporter-red", "teleporter-red", "draw", "blank"]
    for column, tool in enumerate(placed):
        board = editor.touch("boards", board, tool, f"cell-{column}-0")
    for column in range(len(placed)):
        board = editor.touch("boards", board, "path", f"x{column}y0")
    board = editor.touch("boards", board, "path", "portal")
    assert isinstance(board, Board)
    assert editor.problems("boards", board) == ()
    assert len(board.paths) == len(placed)
    drawn = editor.board("boards", board)
    assert drawn is not None
    assert len(drawn.spaces) == 19 * 19
    content = msgspec.structs.replace(CONTENT, entities={**CONTENT.entities, "boards": {"ours": board}})
    state = GAME.new_state({"players": ["Ana", "Bo"]}, content)
    assert state.graph.spaces["x6y0"].mark == "1"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    folder = tmp_path / "packs" / "ours"  # type: ignore[operator]
    new_pack(GAME, folder)
    save_entity(folder, "boards", "ours", board)
    assert load_content(GAME, ("ours",)).find("boards", "ours") == board


def test_touches_change_join_and_erase() -> None:
    editor = GAME.editor
    board = editor.touch("boards", SMALL, "erase", "dead")
    assert isinstance(board, Board)
    assert "dead" not in board.spaces
    assert not any("dead" in path for path in board.paths)
    joined = editor.touch("boards", editor.touch("boards", SMALL, "path", "end3"), "path", "dead")
    assert ("end3", "dead") in joined.paths  # type: ignore[attr-defined]
    apart = editor.touch("boards", editor.touch("boards", SMALL, "path", "chest1"), "path", "dead")
    assert len(apart.paths) == len(SMALL.paths) - 1  # type: ignore[attr-defined]
    changed = editor.touch("boards", SMALL, "draw", "dead")
    assert changed.spaces["dead"].kind == "draw"  # type: ignore[attr-defined]
    for tool, space in (("fly", "dead"), ("draw", "moon"), ("draw", "cell-a-b")):
        with pytest.raises(Invalid):
            editor.touch("boards", SMALL, tool, space)


@pytest.mark.parametrize("kind", ["boards", "characters", "spells"])
def test_entities_are_entered_by_questions(kind: str) -> None:
    editor = GAME.editor
    entity = editor.blank(kind)
    for question in editor.questions(kind, entity):
        assert editor.answer(kind, entity, question.id, question.default) == entity
    with pytest.raises(Invalid):
        editor.answer(kind, entity, "nonsense", 1)
    assert editor.problems(kind, entity)


def test_a_spell_changes_its_effect_and_amount() -> None:
    editor = GAME.editor
    spell = editor.answer("spells", editor.blank("spells"), "effect", "slow")
    spell = editor.answer("spells", spell, "effect.by", 2)
    assert isinstance(spell, Spell)
    assert spell.effect.by == 2  # type: ignore[union-attr]
    with pytest.raises(Invalid):
        editor.answer("spells", spell, "effect.by", 99)
    with pytest.raises(Invalid):
        editor.answer("spells", spell, "copies", "many")


def test_shipped_content_has_words_in_both_languages() -> None:
    for kind in SHIPPED.entities.values():
        for entity in kind.values():
            assert set(entity.label) == set(LANGUAGES)
    editor = GAME.editor
    said: list[Message] = [option.label for kind in ("boards", "spells") for option in editor.tools(kind)]
    said += [option.label for option in editor.kinds()]
    for kind in ("boards", "characters", "spells"):
        for question in editor.questions(kind, editor.blank(kind)):
            said += [question.label, *(option.label for option in question.options)]
    for message in said:
        for language in LANGUAGES:
            assert words(message, language) != message.key


def told(table: Table, space: str, figure: str = "wolf") -> str:
    """Says the way to a space in English."""
    return words(GAME.ways_to(table.state, figure, space)[0].summary, "en")


@pytest.mark.clause("GRM-SPACE-3")
def test_ends_that_cost_a_card_are_marked_and_named() -> None:
    table = Table(player("Ana", "wolf", "red", "trip"), BO).do("roll 2")
    assert GAME.costly(table.state, "wolf") == ("drop",)
    assert "discards a card" in told(table, "drop")
    bare = Table(player("Ana", "wolf", "red"), BO).do("roll 2")
    assert GAME.costly(bare.state, "wolf") == ()
    assert "discards" not in told(bare, "drop"), "an empty hand loses nothing"
    piper = Table(player("Ana", "piper", "red", "trip", equipment=2), BO).do("roll 1")
    assert GAME.costly(piper.state, "piper") == ()
    assert "discards" not in told(piper, "drop", "piper")
    assert GAME.costly(table.state, "queen") == (), "only the pawn that moves"


def test_a_pawn_that_a_spell_moves_meets_nothing() -> None:
    heroes = (player("Ana", "wolf", "blue", "trip"), player("Bo", "queen", "chest2", "fear-of-tales"))
    table = Table(*heroes).do("roll 1", "cast Bo fear-of-tales Ana", "pass")
    assert GAME.costly(table.state, "wolf") == ()
    assert "discards" not in told(table, "drop")
    acting = Table(*heroes, displace_effects=True).do("roll 1", "cast Bo fear-of-tales Ana", "pass")
    assert GAME.costly(acting.state, "wolf") == ("drop",)


@pytest.mark.clause("GRM-GATE-2")
def test_ways_name_what_a_teleporter_and_a_full_hand_take() -> None:
    table = Table(player("Ana", "wolf", "red"), BO).do("roll 3")
    assert "through a teleporter, a step of the roll is lost" in told(table, "gate2")
    exact = Table(player("Ana", "wolf", "red"), BO).do("roll 2")
    assert told(exact, "gate2").endswith("through a teleporter")
    full = Table(player("Ana", "wolf", "red", "trip trip trip"), BO, deck="trip").do("roll 1")
    assert "discards a card to draw one" in told(full, "draw")
    assert GAME.costly(full.state, "wolf") == ()


def test_a_way_over_a_chest_goes_on_behind_its_card() -> None:
    table = Table(player("Ana", "wolf", "drop"), BO, chest="chest1").do("roll 3")
    assert GAME.ways_to(table.state, "wolf", "dead")[0].goes_on
    there = Table(player("Ana", "wolf", "drop"), BO, chest="chest1").do("roll 2")
    assert not GAME.ways_to(there.state, "wolf", "chest1")[0].goes_on
    table.do("move again chest1").chest_card("3")
    (rest,) = GAME.ways_to(table.state, "wolf", "dead")
    assert [GAME.format(command) for command in rest.commands] == ["move dead"]
