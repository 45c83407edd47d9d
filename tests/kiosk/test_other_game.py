"""The kiosk draws any game from its view alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.blocks import Board, Piece, Space
from companion.core.message import literal
from tests.kiosk.fixtures import fixture_session, played, quick_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


@pytest.mark.parametrize("is_airborne", [True, False])
@pytest.mark.parametrize("is_landmark", [True, False])
def test_a_piece_stands_and_is_mapped_as_its_game_says_whatever_its_name(
    start: Start, is_airborne: bool, is_landmark: bool
) -> None:
    from kivy.graphics import Rectangle

    piece = Piece(
        "z", "tall", "zeppelin", literal("Zeppelin"), is_airborne=is_airborne, is_landmark=is_landmark
    )
    board = Board(12, 3, (Space("tall", 0, 0, 1, 3),), pieces=(piece,))
    hands = start("table", session=fixture_session(table_view(board=board)))
    panel = hands.kiosk.panel
    assert (panel.board._crowd._sprites["z"].y == 1.5) == is_airborne
    stamps = [each for each in panel.minimap._dots.children if isinstance(each, Rectangle)]
    assert bool(stamps) == is_landmark


def test_a_set_up_by_drawing_shows_the_pawns_and_says_what_is_drawn(start: Start) -> None:
    session = played(
        quick_session("grimm"),
        lambda session: any(choice.group == "secret" for choice in session.view().choices),
    )
    hands = start("table", session=session)
    panel = hands.kiosk.panel
    board, view = panel.board, session.view().board
    assert len(view.pieces) >= 2
    for piece in view.pieces:
        assert board.collide_point(*board.where(piece.space)), "the pawn to be put down is in sight"
    drawer = session.view().prompt.player
    hands.kiosk.open("cards", player=drawer, picked=[])
    hands.frames(3)
    assert hands.says(f"{drawer} draws spell 1 of 2")


def test_status_and_reminder_share_a_line_by_what_they_say(start: Start) -> None:
    from kiosk.widgets.text import Text

    hands = start("table", session=fixture_session())
    hands.kiosk.panel.notice.show(
        None, ("Il y a un Cœur à prendre.",), ("Caméra : 1 ailleurs", "Contenu d’exemple")
    )
    hands.frames(3)
    written = [each for each in hands.kiosk.panel.notice.walk(restrict=True) if isinstance(each, Text)]
    assert len(written) == 2
    assert {each.font_px for each in written} == {hands.kiosk.look.font_px("small")}
