"""Printed mats: their tags lay the places beside a drawn board, however they lie."""

import numpy as np
import pytest

from companion.commands.sheets import sample_boards
from companion.core.errors import Invalid
from companion.games.registry import GAMES, find_game
from companion.ports.places import DRAWN
from companion.ports.table import Table
from tests.vision.conftest import shot_of
from vision.dictionary import find_dictionary, tag_cells
from vision.layout import figure_tags
from vision.mats import COMMON_TAG, FIRST_TAG, TAG_MM, TRAY, find_mats, mats
from vision.render.beside import lay_flat
from vision.render.draw import draw


def with_mats(table: Table, laid: dict[int, tuple[tuple[float, float], float]], size_mm: float = TAG_MM):  # type: ignore[no-untyped-def]
    """Draws a board with tags of mats beside it: middle and turn of each."""
    around = tuple((x + dx, y + dx) for (x, y), _ in laid.values() for dx in (-40.0, 40.0))
    picture, truth = draw(shot_of(table, {}, width=1600, height=1000, around=around))
    for tag, (at, turn) in laid.items():
        cells = np.pad(tag_cells(find_dictionary(table.dictionary), tag) > 0, 1, constant_values=True)
        sheet = np.repeat(np.kron(cells, np.ones((12, 12)))[:, :, None] * 235, 3, 2).astype(np.uint8)
        half = size_mm / 2 * len(cells) / (len(cells) - 2)
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        way = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        lay_flat(picture, truth.camera, sheet, square @ way + at, np.ones(3, np.float32))
    return picture


def test_places_are_found_where_the_mats_lie(table: Table) -> None:
    width, height = table.board_mm
    laid = {
        COMMON_TAG: ((width + 60.0, 40.0), 0.0),
        FIRST_TAG: ((40.0, height + 50.0), 0.7),
        FIRST_TAG + 1: ((width - 40.0, height + 60.0), np.pi),
    }
    found = find_mats(table, with_mats(table, laid))
    assert set(found.cards) == {DRAWN, *(f"{seat}/{number}" for seat in (1, 2) for number in (1, 2, 3))}
    seen = {**found.cards, TRAY: found.tray}
    for tag, (at, turn) in laid.items():
        way = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
        for name, outline in mats()[tag].items():
            assert np.abs(np.array(seen[name]) - (np.array(outline) @ way + at)).max() < 6.0


def test_a_mat_of_another_size_or_none_is_refused(table: Table) -> None:
    at = {FIRST_TAG: ((table.board_mm[0] + 60.0, 60.0), 0.0)}
    with pytest.raises(Invalid):
        find_mats(table, with_mats(table, at, 1.4 * TAG_MM))
    with pytest.raises(Invalid):
        find_mats(table, with_mats(table, {}))
    with pytest.raises(Invalid):
        find_mats(table, np.zeros((400, 600, 3), np.uint8))


@pytest.mark.parametrize("game", GAMES)
def test_no_figure_wears_the_tag_of_a_mat(game: str) -> None:
    names = list(dict.fromkeys(name for _, _, figures in sample_boards(game).values() for name in figures))
    assert mats().keys().isdisjoint(mark.tag for mark in figure_tags(names).values())
    assert len(mats()) > find_game(game).manifest.max_players
