"""A table enters its own box: tiles by touch, the rest by questions, defects shown as they are."""

from typing import Any

import msgspec
import pytest

from companion.content.library import Entity
from companion.content.loader import SHIPPED
from companion.content.pack import read_pack
from companion.core.effect import ByHand
from companion.core.errors import Invalid
from companion.games.protocol import Editor
from companion.games.rayman.editor import EDITOR, VERBS
from companion.games.rayman.effects import DamageLevel, FewerIcons, MoveFigures
from companion.games.rayman.entities import CONTENT_KINDS, TILE_COLUMNS, Tile
from companion.i18n import words

SAMPLE = read_pack(SHIPPED / "rayman-sample", CONTENT_KINDS).entities
EVERYTHING = [(kind, name) for kind, entities in SAMPLE.items() for name in entities]


def answered(kind: str, entity: Entity, **fields: Any) -> Any:
    for field, value in fields.items():
        entity = EDITOR.answer(kind, entity, field.replace("__", "."), value)
    return entity


def keys(kind: str, entity: Entity) -> list[str]:
    return [problem.key.rpartition(".")[2] for problem in EDITOR.problems(kind, entity)]


def test_it_is_an_editor() -> None:
    editor: Editor = EDITOR
    assert {option.value for option in editor.kinds()} == set(CONTENT_KINDS)


def test_touches_place_and_take_away() -> None:
    tile: Any = EDITOR.blank("tiles")
    for tool, space in [
        ("platform", "3/2"),
        ("platform", "4/2"),
        ("thick", "8/1"),
        ("wall", "12/1"),
        ("obstacle", "7/1"),
        ("enemy", "5/1"),
        ("teensy", "9/1"),
    ]:
        tile = EDITOR.touch("tiles", tile, tool, space)
    assert tile.platforms == {"2": "3-4"}
    assert tile.thick == {"1": "8"}
    assert tile.walls == ((12, 1),)
    assert tile.obstacles == "7"
    assert tile.enemies == ((5, 1),)
    assert tile.teensies == ((9, 1),)
    board = EDITOR.board("tiles", tile)
    assert board is not None
    assert len(board.spaces) == 3 * TILE_COLUMNS
    assert {mark.icon for mark in board.marks} == {"ground", "platform", "thick", "wall", "caption"}
    tile = EDITOR.touch("tiles", tile, "platform", "3/2")
    assert tile.platforms == {"2": "4"}
    tile = EDITOR.touch("tiles", tile, "erase", "5/1")
    assert tile.enemies == ()


@pytest.mark.clause("RAY-BOARD-7")
@pytest.mark.parametrize(
    ("tool", "space"),
    [("obstacle", "3/2"), ("platform", "3/1"), ("thick", "3/3"), ("enemy", "22/1"), ("x", "1/1")],
)
def test_tools_refuse_where_they_have_no_business(tool: str, space: str) -> None:
    with pytest.raises(Invalid):
        EDITOR.touch("tiles", EDITOR.blank("tiles"), tool, space)


def test_a_tile_shows_its_problems_as_they_come() -> None:
    tile = EDITOR.blank("tiles")
    assert keys("tiles", tile) == ["no_name"]
    tile = answered("tiles", tile, label__en="Ours")
    for tool, space in [("teensy", "4/1"), ("teensy", "6/1"), ("obstacle", "4/1")]:
        tile = EDITOR.touch("tiles", tile, tool, space)
    for level in (1, 2, 3):
        tile = EDITOR.touch("tiles", tile, "wall", f"9/{level}")
    assert keys("tiles", tile) == ["closed", "teensy_obstacle"]
    outside = msgspec.structs.replace(tile, obstacles="30")
    assert "outside" in keys("tiles", outside)


def test_a_card_is_entered_by_numbers() -> None:
    card = EDITOR.blank("cards")
    assert keys("cards", card) == ["no_name", "no_hero", "no_icons"]
    card = answered("cards", card, label__fr="Carte", hero="rayman", initiative=12, move=3, slap=1)
    assert card.icons == {"move": 3, "slap": 1}
    assert keys("cards", card) == []
    with pytest.raises(Invalid):
        EDITOR.answer("cards", card, "move", -1)
    with pytest.raises(Invalid):
        EDITOR.answer("cards", card, "swim", 1)


def test_a_boss_and_its_attacks_are_entered_by_questions() -> None:
    boss = answered("bosses", EDITOR.blank("bosses"), label__en="Big", easy=5, hard=3)
    assert keys("bosses", boss) == ["speeds", "three_attacks"]
    boss = answered(
        "bosses",
        boss,
        easy=2,
        hard=6,
        attacks__0="a",
        attacks__1="b",
        attacks__2="c",
        passive__0="fewer_icons",
    )
    assert keys("bosses", boss) == []
    assert boss.passive == (FewerIcons("move"),)
    attack = answered("attacks", EDITOR.blank("attacks"), label__en="Roar", effects__0="damage_level")
    attack = answered(
        "attacks", attack, effects__0__level=3, effects__1="move_figures", effects__1__columns=-2
    )
    assert attack.effects == (DamageLevel(3), MoveFigures(-2))
    attack = answered("attacks", attack, effects__1__level=2)
    assert attack.effects[1] == MoveFigures(-2, 2)
    attack = answered("attacks", attack, effects__1__level=0, effects__0="none", when="this_round")
    assert attack.effects == (MoveFigures(-2),)
    assert attack.when == "this_round"
    with pytest.raises(Invalid):
        EDITOR.answer("attacks", attack, "effects.0", "explode_the_table")


@pytest.mark.clause("RAY-TABLE-5")
def test_what_has_no_machine_form_is_entered_as_text() -> None:
    card = answered(
        "projectiles", EDITOR.blank("projectiles"), label__en="Cake", entries__2__label__en="Sing!"
    )
    card = answered("projectiles", card, entries__2__effects__0="by_hand")
    card = answered("projectiles", card, entries__2__effects__0__text__en="Sing a song.")
    assert card.entries[2].effects == (ByHand({"en": "Sing a song.", "fr": ""}),)
    assert keys("projectiles", card) == ["no_words"] * 5


def test_a_board_names_tiles_and_places() -> None:
    board = answered(
        "boards", EDITOR.blank("boards"), label__en="Mix", tiles__0="a", tiles__1="b", teensies__blue="9/1"
    )
    assert board.teensies == {"blue": (9, 1)}
    board = answered("boards", board, teensies__red="9/1")
    assert keys("boards", board) == ["teensy_twice"]
    assert answered("boards", board, teensies__red="").teensies == {"blue": (9, 1)}
    with pytest.raises(Invalid):
        EDITOR.answer("boards", board, "teensies.red", "here")
    with pytest.raises(Invalid):
        EDITOR.answer("boards", board, "teensies.red", "50/1")


@pytest.mark.parametrize(("kind", "name"), EVERYTHING)
def test_the_whole_sample_goes_through_the_editor(kind: str, name: str) -> None:
    entity = SAMPLE[kind][name]
    assert EDITOR.problems(kind, entity) == ()
    again = EDITOR.blank(kind) if kind != "tiles" else entity
    for _ in range(3):  # an effect's fields are asked once its verb is known
        for question in EDITOR.questions(kind, entity):
            if question.id in {one.id for one in EDITOR.questions(kind, again)}:
                again = EDITOR.answer(kind, again, question.id, question.default)
    if kind not in ("heroes", "projectiles"):
        assert again == entity


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_speaks_both_languages(language: str) -> None:
    seen = []
    attack: Any = EDITOR.blank("attacks")
    entities = [(kind, entity) for kind, found in SAMPLE.items() for entity in found.values()]
    entities += [("attacks", EDITOR.answer("attacks", attack, "effects.0", verb)) for verb in VERBS]
    for kind, entity in entities:
        for question in EDITOR.questions(kind, entity):
            seen += [question.label, *(option.label for option in question.options)]
    seen += [option.label for option in EDITOR.tools("tiles")]
    seen += [text for option in EDITOR.kinds() for text in (option.label, option.help) if text]
    assert not [words(text, language) for text in seen if "rayman_setup." in words(text, language)]


def test_only_tiles_are_touched() -> None:
    card = EDITOR.blank("cards")
    assert EDITOR.board("cards", card) is None
    assert EDITOR.tools("cards") == ()
    with pytest.raises(Invalid):
        EDITOR.touch("cards", card, "enemy", "1/1")
    with pytest.raises(Invalid):
        EDITOR.blank("spaceships")
    assert isinstance(EDITOR.blank("tiles"), Tile)
