"""Tiles, edges, sight and range."""

from __future__ import annotations

import pytest

from companion.games.pickle_rick.dispute.judge import reach
from companion.games.pickle_rick.turn.sight import is_in_range, sees
from companion.games.pickle_rick.turn.tiles import (
    EAST,
    NORTH,
    SIDES,
    SOUTH,
    WEST,
    Tile,
    has_open_edge,
    is_walled_in,
    lay_by_arrow,
    lay_by_vent,
)
from tests.rules.pickle_rick.disputes import DOWN, PLAIN, rick, russians, spaces, tile


@pytest.mark.clause("PKR-MAP-1")
def test_north_is_one_row_on_and_the_map_has_no_border() -> None:
    lone = rick({"0,0": PLAIN}, move=1)
    assert spaces(lone) == [(-1, 0), (0, -1), (0, 1), (1, 0)]


@pytest.mark.clause("PKR-MAP-2")
def test_walls_and_vent_turn_alike() -> None:
    printed = Tile(NORTH | EAST, WEST)
    assert printed.turned(1) == Tile(EAST | SOUTH, NORTH)
    assert printed.turned(4) == printed
    assert printed.turned(-1) == printed.turned(3) == Tile(WEST | NORTH, SOUTH)


@pytest.mark.clause("PKR-MAP-3")
@pytest.mark.parametrize("towards", SIDES)
def test_the_arrow_points_the_way_of_the_move(towards: int) -> None:
    assert lay_by_arrow(Tile(NORTH), towards).walls == towards


@pytest.mark.clause("PKR-MAP-3")
def test_by_the_vent_it_lies_on_the_side_that_rick_comes_from() -> None:
    for vent in SIDES:
        assert lay_by_vent(Tile(0, vent), EAST).vent == WEST
    assert lay_by_vent(Tile(NORTH, EAST), NORTH) == Tile(EAST, SOUTH)


@pytest.mark.clause("PKR-MAP-4")
@pytest.mark.parametrize(
    ("here", "there"),
    [(Tile(EAST), Tile()), (Tile(), Tile(WEST)), (Tile(0, EAST), Tile()), (Tile(), Tile(0, WEST))],
)
def test_a_wall_or_a_vent_of_either_tile_closes_the_edge(here: Tile, there: Tile) -> None:
    tiles = {(0, 0): here, (1, 0): there}
    assert not has_open_edge(tiles, (0, 0), EAST)
    assert not has_open_edge(tiles, (1, 0), WEST)
    assert has_open_edge({(0, 0): Tile(), (1, 0): Tile()}, (0, 0), EAST)


@pytest.mark.clause("PKR-MAP-5")
def test_any_number_of_figures_share_a_tile_and_block_nobody() -> None:
    crowd = {f"g{n}": [1, 0] for n in range(1, 10)}
    turn = russians({"0,0": PLAIN, "1,0": PLAIN}, "g1", crowd, move=1)
    assert spaces(turn) == [(0, 0), (1, 0)]
    assert reach(turn)["sees"] == sorted(crowd)


@pytest.mark.clause("PKR-SIGHT-1")
def test_the_book_s_example_of_sight() -> None:
    """Jaguar and one Guard see Rick in line, one stands diagonally, one behind a wall: two rerolls."""
    tiles = {
        "0,0": PLAIN,
        "0,1": PLAIN,
        "0,2": tile(letter="B"),
        "1,1": tile(letter="R"),
        "1,0": tile("W", letter="G"),
        "-1,0": PLAIN,
    }
    figures = {"g1": [0, 2], "g2": [1, 1], "g3": [1, 0], "jaguar": [-1, 0]}
    turn = rick(tiles)
    turn["players"]["guards"] = [{"id": name, "at": figures[name]} for name in ("g1", "g2", "g3")]
    turn["players"]["jaguar"] = {"at": figures["jaguar"]}
    assert reach(turn)["sees"] == ["g1", "jaguar"]
    assert reach(turn)["rerolls"] == 2


@pytest.mark.clause("PKR-SIGHT-1")
def test_empty_spaces_face_down_tiles_and_vents_block_sight() -> None:
    assert sees({(0, 0): Tile(), (1, 0): Tile(), (2, 0): Tile()}, (2, 0), (0, 0))
    assert sees({(0, 0): Tile()}, (0, 0), (0, 0))
    assert not sees({(0, 0): Tile(), (2, 0): Tile()}, (2, 0), (0, 0))
    assert not sees({(0, 0): Tile(), (1, 0): None, (2, 0): Tile()}, (2, 0), (0, 0))
    assert not sees({(0, 0): Tile(), (1, 0): Tile(0, WEST)}, (1, 0), (0, 0))


@pytest.mark.clause("PKR-SIGHT-2")
def test_the_book_s_example_of_range() -> None:
    """Two at the post shoot; one stands diagonally, two stand behind walls."""
    tiles = {(0, 0): Tile(SOUTH), (0, 1): Tile(), (1, 1): Tile(), (0, -1): Tile(), (1, 0): Tile(WEST)}
    assert is_in_range(tiles, (0, 1), (0, 0))
    assert not is_in_range(tiles, (1, 1), (0, 0))
    assert not is_in_range(tiles, (0, -1), (0, 0))
    assert not is_in_range(tiles, (1, 0), (0, 0))
    assert is_in_range(tiles, (0, 0), (0, 0))


@pytest.mark.clause("PKR-DICE-2")
def test_rick_rerolls_four_minus_those_who_see_him() -> None:
    turn = rick({"0,0": PLAIN})
    for seers in range(6):
        turn["players"]["guards"] = [{"id": f"g{n}", "at": [0, 0]} for n in range(seers)]
        assert reach(turn)["rerolls"] == max(0, 4 - seers)


@pytest.mark.clause("PKR-DICE-3")
def test_the_russians_reroll_one_die_a_guard_up_to_four() -> None:
    for guards in range(7):
        figures = {f"g{n}": [0, 0] for n in range(guards)} | {"jaguar": [0, 0]}
        assert reach(russians({"0,0": PLAIN}, "jaguar", figures))["rerolls"] == min(4, guards)


@pytest.mark.clause("PKR-END-5")
def test_walled_in_means_four_closed_edges_and_no_vent() -> None:
    assert is_walled_in({(0, 0): Tile(NORTH | EAST | SOUTH), (-1, 0): Tile(EAST)}, (0, 0))
    assert not is_walled_in({(0, 0): Tile(NORTH | EAST | SOUTH), (-1, 0): None}, (0, 0))
    assert not is_walled_in({(0, 0): Tile(NORTH | EAST | SOUTH, WEST)}, (0, 0))


def test_a_face_down_neighbour_closes_nothing() -> None:
    assert spaces(rick({"0,0": tile("ESW"), "0,1": DOWN}, move=1)) == [(0, 1)]
