"""What is disputed is the figure that somebody means, not just any that could move."""

from __future__ import annotations

from companion.core.blocks import Piece
from companion.core.message import literal
from companion.i18n import Translator
from companion.night.reasons import mover_of
from kiosk.presenters.dispute import DisputePresenter
from tests.kiosk.fixtures import fixture_session, lap_board, table_view

PIECES = (
    Piece("slime", "7/1", "enemy", literal("Slime 1"), can_move=True),
    Piece("globox", "5/1", "figure", literal("Globox"), seat=1, is_active=True, can_move=True),
    Piece("rayman", "7/2", "figure", literal("Rayman"), seat=0),
)


def test_the_one_whose_turn_it_is_comes_before_enemies_that_it_can_move() -> None:
    view = table_view(board=lap_board(pieces=PIECES))
    assert mover_of(view) == "globox"
    assert mover_of(view, "slime") == "slime"
    assert mover_of(view, "rayman") == "globox", "it cannot move now"


def test_a_dispute_is_about_the_figure_that_is_touched() -> None:
    session = fixture_session(table_view(board=lap_board(pieces=PIECES)))
    presenter = DisputePresenter(session, Translator("en"), {})
    assert presenter.figure == "globox"
    presenter.claim("9/1")
    assert presenter.memo["space"] == "9/1"
    presenter.claim("7/1")
    assert (presenter.figure, presenter.name, presenter.memo["space"]) == ("slime", "Slime 1", None)
