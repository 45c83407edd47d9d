"""What flew and is gone: it is seen to fly, and then it is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.core.blocks import Flight
from companion.core.message import literal
from tests.kiosk.fixtures import fixture_session, hit_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]

FLIGHT = Flight("missile", "projectile", literal("Missile"), ("13/2", "12/2", "11/2", "10/2"), "danger")


def hit(session: Any, hands: Hands) -> None:
    """Lets a missile that flew from 13/2 have hit somebody on 10/2."""
    view = hit_view()
    pieces = tuple(piece for piece in view.board.pieces if piece.id != FLIGHT.id)
    session.night.show(
        msgspec.structs.replace(
            view, board=msgspec.structs.replace(view.board, pieces=pieces, flights=(FLIGHT,))
        )
    )
    hands.kiosk._night_changed()


def test_a_missile_that_hit_flies_its_way_and_fades(start: Start) -> None:
    session = fixture_session()
    hands = start("table", session=session, has_motion=True)
    flights = hands.kiosk.panel.board.flights
    assert flights.ghosts == []
    hit(session, hands)
    (ghost,) = flights.ghosts
    first = ghost.x
    hands.until(lambda: first - ghost.x > 1.5)
    assert ghost.alpha == 1.0
    hands.until(lambda: 0.0 < ghost.alpha < 1.0)
    assert abs(first - ghost.x - 3) < 0.01, "it fades where it hit"
    hands.until(lambda: flights.ghosts == [])


def test_without_motion_only_the_trail_is_drawn(start: Start) -> None:
    session = fixture_session()
    hands = start("table", session=session, has_motion=False)
    board = hands.kiosk.panel.board
    hands.until(lambda: board.board.lit)
    before = len(board._overlay.below.children)
    hit(session, hands)
    assert board.flights.ghosts == []
    hands.until(lambda: board.board.lit)
    assert len(board._overlay.below.children) > before


def test_what_still_stands_glides_by_itself(start: Start) -> None:
    session = fixture_session()
    hands = start("table", session=session, has_motion=True)
    view = hit_view()
    flight = msgspec.structs.replace(FLIGHT, id=view.board.pieces[0].id)
    session.night.show(
        msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, flights=(flight,)))
    )
    hands.kiosk._night_changed()
    assert hands.kiosk.panel.board.flights.ghosts == []


def test_a_figure_glides_on_when_a_notice_takes_room_from_the_board(start: Start) -> None:
    session = fixture_session()
    hands = start("table", session=session, has_motion=True)
    board = hands.kiosk.panel.board
    height, sprite = board.height, board._crowd._sprites["globox"]
    first = sprite.x
    view = hit_view()
    pieces = tuple(
        msgspec.structs.replace(piece, space="8/1") if piece.id == "globox" else piece
        for piece in view.board.pieces
    )
    session.night.show(
        msgspec.structs.replace(view, board=msgspec.structs.replace(view.board, pieces=pieces))
    )
    hands.kiosk._night_changed()
    hands.until(lambda: board.height < height)
    hands.until(lambda: first < board._crowd._sprites["globox"].x < first + 2.9)
    hands.until(lambda: board._crowd._sprites["globox"].x == first + 3)
