"""How a table enters its own box."""

from __future__ import annotations

import pytest

from companion.content.library import Content
from companion.core.errors import Invalid
from companion.games.pickle_rick.content import Card, Tile
from companion.games.pickle_rick.editor import PickleRickEditor
from companion.games.pickle_rick.game import GAME
from tests.rules.pickle_rick.table import CONTENT

EDITOR = PickleRickEditor()


@pytest.mark.clause("PKR-MAP-2")
def test_a_tile_takes_a_handful_of_touches() -> None:
    tile = EDITOR.blank("tiles")
    for tool, side in (("wall", "N"), ("wall", "W"), ("vent", "E")):
        tile = EDITOR.touch("tiles", tile, tool, f"tile:{side}")
    tile = EDITOR.answer("tiles", tile, "letter", "R")
    tile = EDITOR.answer("tiles", tile, "guards", 2)
    tile = EDITOR.answer("tiles", tile, "label.en", "Kitchen")
    assert isinstance(tile, Tile)
    assert (tile.walls, tile.vent, tile.letter, tile.guards) == ("NW", "E", "R", 2)
    assert EDITOR.problems("tiles", tile) == ()
    board = EDITOR.board("tiles", tile)
    assert board is not None
    assert {(edge.side, edge.icon) for edge in board.edges} == {("N", "wall"), ("W", "wall"), ("E", "vent")}


def test_a_second_touch_takes_it_away_and_there_is_one_vent_at_most() -> None:
    tile = EDITOR.blank("tiles")
    tile = EDITOR.touch("tiles", tile, "vent", "tile:N")
    tile = EDITOR.touch("tiles", tile, "vent", "tile:S")
    assert isinstance(tile, Tile)
    assert tile.vent == "S"
    tile = EDITOR.touch("tiles", EDITOR.touch("tiles", tile, "wall", "tile:N"), "wall", "tile:N")
    assert isinstance(tile, Tile)
    assert tile.walls == ""


@pytest.mark.clause("PKR-MAP-6")
def test_special_tiles_have_no_walls_and_the_letter_s() -> None:
    tile = EDITOR.answer("tiles", EDITOR.blank("tiles"), "label.en", "Roof")
    tile = EDITOR.answer("tiles", tile, "special", "rooftop")
    assert EDITOR.problems("tiles", tile)
    tile = EDITOR.answer("tiles", tile, "letter", "S")
    assert EDITOR.problems("tiles", tile) == ()
    assert EDITOR.problems("tiles", EDITOR.touch("tiles", tile, "vent", "tile:N"))


def test_a_card_is_entered_by_questions() -> None:
    card = EDITOR.blank("cards")
    for field, value in (
        ("side", "russians"), ("copies", 3), ("cost.any", 0), ("cost.tool", 2), ("effect", "suppress"),
        ("amount", 2), ("label.fr", "Feu"),
    ):  # fmt: skip
        assert field in {question.id for question in EDITOR.questions("cards", card)}
        card = EDITOR.answer("cards", card, field, value)
    assert isinstance(card, Card)
    assert card.in_play("feu").cost.tool == 2
    assert EDITOR.problems("cards", card) == ()
    assert EDITOR.problems("cards", EDITOR.answer("cards", card, "cost.tool", 0))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Invalid):
        EDITOR.blank("boards")
    with pytest.raises(Invalid):
        EDITOR.answer("tiles", EDITOR.blank("tiles"), "guards", 11)
    with pytest.raises(Invalid):
        EDITOR.touch("tiles", EDITOR.blank("tiles"), "door", "tile:N")


def test_a_box_that_lacks_tiles_is_refused_by_name() -> None:
    tiles = {name: tile for name, tile in CONTENT.of_kind("tiles").items() if name != "rooftop"}
    short = Content(CONTENT.packs, {**CONTENT.entities, "tiles": tiles})
    with pytest.raises(Invalid) as refused:
        GAME.new_state({"players": ["Ana", "Bo"]}, short)
    assert [detail.key for detail in refused.value.details] == ["pickle_rick.bad.special"]
