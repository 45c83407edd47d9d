"""Set-up: characters, hands, the first player, the first chest."""

from __future__ import annotations

import pytest

from companion.core.errors import Invalid
from companion.games.grimm import GAME
from companion.i18n import LANGUAGES, words
from tests.rules.grimm.table import CONTENT, SHIPPED, Table, player


def messages(refusal: Invalid) -> str:
    return " ".join(words(part, "en") for part in (refusal.message, *refusal.details))


@pytest.mark.clause("GRM-SETUP-1")
@pytest.mark.parametrize("count", [0, 1, 7])
def test_two_to_six_play(count: int) -> None:
    with pytest.raises(Invalid) as refusal:
        GAME.new_state({"players": [f"P{i}" for i in range(count)]}, CONTENT)
    assert "2 to 6" in messages(refusal.value)
    for fine in (2, 6):
        assert len(GAME.new_state({"players": [f"P{i}" for i in range(fine)]}, CONTENT).heroes) == fine


@pytest.mark.clause("GRM-SETUP-2")
def test_characters_are_drawn_and_not_shared() -> None:
    table = Table.started(players=["Ana", "Bo"])
    assert len(table.legal()) == 6
    table.do("drawn characters wolf")
    assert "drawn characters wolf" not in table.legal()
    assert table.refused("drawn characters wolf").kind == "invalid"
    table.do("drawn characters queen")
    assert [hero.character for hero in table.state.heroes] == ["wolf", "queen"]
    with pytest.raises(Invalid, match="setup"):
        Table.started(players=[{"name": n, "character": "wolf"} for n in ("Ana", "Bo")])


@pytest.mark.clause("GRM-SETUP-3")
def test_pawns_start_on_their_colour_and_spare_equipment_is_put_away() -> None:
    table = Table.started(
        players=[{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "queen"}]
    )
    assert table.hero("Ana").at == "blue"
    assert table.hero("Bo").at == "black"
    keys = {said.key for said in GAME.layout(table.state)}
    assert {"grimm.layout.equipment", "grimm.layout.pawn"} <= keys


@pytest.mark.clause("GRM-SETUP-4")
def test_two_spells_each() -> None:
    table = Table.started(
        players=[{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "queen"}]
    )
    table.do("drawn spells trip", "drawn spells silence", "drawn spells trip", "drawn spells trip")
    assert table.hero("Ana").hand == ("trip", "silence")
    assert table.hero("Bo").hand == ("trip", "trip")
    assert sum(table.state.deck.values()) == 21
    assert "trip" not in table.state.deck
    assert table.asks() == "RollForStart Ana"


@pytest.mark.clause("GRM-SETUP-5")
def test_the_highest_begins_and_ties_roll_again() -> None:
    table = Table.started(players=["Ana", "Bo", "Cleo"], hands="secret")
    table.do("drawn characters wolf", "drawn characters queen", "drawn characters piper")
    table.do("roll 4", "roll 6", "roll 6")
    assert table.asks() == "RollForStart Bo"
    table.do("roll 2", "roll 5", "drawn chests 1")
    assert table.asks() == "Prepare Cleo"
    assert table.state.first == 2


@pytest.mark.clause("GRM-SETUP-5")
def test_play_goes_clockwise() -> None:
    table = Table(player("Ana", "wolf", "red"), player("Bo", "queen", "red"), player("Cleo", "piper", "red"))
    table.do("roll 1", "move blue")
    assert table.asks() == "Prepare Bo"
    table.do("roll 1", "move blue", "roll 1", "move blue")
    assert table.asks() == "Prepare Ana"
    assert table.state.round == 2


@pytest.mark.clause("GRM-SETUP-6")
def test_the_first_player_places_the_chest() -> None:
    table = Table.started(players=["Ana", "Bo"], hands="secret")
    table.do("drawn characters wolf", "drawn characters queen", "roll 1", "roll 2")
    assert table.asks() == "PlaceChest Bo"
    table.do("drawn chests 3")
    assert table.state.chest == "chest3"
    assert table.asks() == "Prepare Bo"


def test_every_defect_is_listed_with_its_field() -> None:
    with pytest.raises(Invalid) as refusal:
        GAME.new_state({"players": ["Ana", "Ana", ""], "board": "moon"}, CONTENT)
    said = messages(refusal.value)
    assert "“Ana” is there twice" in said
    assert "no name" in said
    assert "“moon”" in said
    with pytest.raises(Invalid) as refusal:
        GAME.new_state({"players": ["Ana", "Bo"], "options": {"rerol": 1}, "hands": "open"}, CONTENT)
    assert "options.rerol" in messages(refusal.value)
    assert "hands" in messages(refusal.value)


def test_the_sample_board_is_as_large_as_promised() -> None:
    board = next(iter(SHIPPED.of_kind("boards").values()))
    kinds = [space.kind for space in board.spaces.values()]  # type: ignore[attr-defined]
    assert kinds.count("chest") == 12
    assert kinds.count("teleporter") == 4
    assert kinds.count("start") == 6
    assert GAME.editor.problems("boards", board) == ()
    assert sum(spell.copies for spell in SHIPPED.of_kind("spells").values()) == 25  # type: ignore[attr-defined]
    assert SHIPPED.is_sample


def test_every_question_is_answerable_and_said_in_both_languages() -> None:
    asked = GAME.questions(SHIPPED, {})
    assert "options.hood_text" not in {question.id for question in asked}
    asked = GAME.questions(SHIPPED, {"options": {"hood_power": "text"}})
    assert "options.hood_text" in {question.id for question in asked}
    options = {q.id.removeprefix("options."): q.default for q in asked if q.id.startswith("options.")}
    GAME.new_state({"players": ["Ana", "Bo"], "board": "small", "options": options}, CONTENT)
    for question in asked:
        for said in (question.label, *(option.label for option in question.options)):
            for language in LANGUAGES:
                assert words(said, language) != said.key
        assert set(question.clauses) <= set(GAME.clauses)


def test_the_wizard_draws_characters_or_lets_them_be_chosen() -> None:
    first = {question.id: question for question in GAME.questions(SHIPPED, {})}
    assert first["characters"].default == "random"
    assert first["players"].options == ()
    chosen = {question.id: question for question in GAME.questions(SHIPPED, {"characters": "chosen"})}
    assert len(chosen["players"].options) == 6
    assert all("character" in player for player in chosen["players"].default)
    both = [{"name": "Ana", "character": "wolf"}, {"name": "Bo", "character": "queen"}]
    state = GAME.new_state({"players": both, "characters": "random"}, CONTENT)
    assert [hero.character for hero in state.heroes] == ["", ""]
