"""A whole night of the Grimm tales by touch: the kiosk draws any game from its view alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.core.blocks import Board, Piece, Space
from companion.core.message import literal
from kiosk.presenters.cards import CardsPresenter
from tests.kiosk.fixtures import fixture_session, quick_session, table_view
from tests.kiosk.hands import Hands
from tests.kiosk.test_screen import touch_space

Start = Callable[..., Hands]


class Player:
    """Touches what the screen offers, a little at random so that no night goes round in circles."""

    def __init__(self, hands: Hands, seed: int = 1) -> None:
        self.hands = hands
        self.session: Any = hands.kiosk.session
        self._random = Random(seed)

    def step(self) -> None:
        """Does one thing: cards that are asked for, a lit space, else a large button."""
        hands, view = self.hands, self.session.view()
        if hands.kiosk.sheet is not None:
            self._answer()
        elif hands.kiosk.stack[-1][0] == "cards":
            self._cards()
        elif hands.kiosk.panel.presenter.proposal is None and self._touch_lit(view):
            return
        else:
            primary = [button for button in hands.buttons() if button.style == "primary"]
            large = [button for button in hands.buttons() if button.label and button.label.text != "Undo"]
            hands.press((primary or large)[0])

    def _touch_lit(self, view: Any) -> bool:
        spaces = [choice.space for choice in view.choices if choice.group == "main" and choice.space]
        board = self.session.lit_view().board
        spaces = spaces or list(board.lit if board is not None and view.pool else ())
        if not spaces or view.dice is not None:
            return False
        touch_space(self.hands, self._random.choice(spaces))
        return True

    def _cards(self) -> None:
        waiting = CardsPresenter(self.session).waiting()
        name = next(each.name for each in self.session.view().players if each.id == waiting[0])
        self.hands.tap(name)
        options = [button for button in self.hands.buttons() if button.label and button.label.text != "Hide"]
        if not options:
            assert self.hands.says("nothing that you could play now")
            self.hands.kiosk.open_root("table")
            self.hands.frames(3)
            return
        self.hands.press(self._random.choice(options))

    def _answer(self) -> None:
        primary = [button for button in self.hands.buttons() if button.style == "primary"]
        named = [button for button in self.hands.buttons() if button.label is not None]
        before = self.session.night.revision
        self.hands.press(primary[0] if primary else self._random.choice(named))
        if self.hands.kiosk.sheet is not None and self.session.night.revision == before:
            self.hands.kiosk.close_sheet()


def play(hands: Hands, is_there: Callable[[Any], bool], most: int) -> int:
    """Plays until something is so; returns how often the screen led nowhere."""
    player, idle, lost = Player(hands), 0, 0
    for _ in range(most):
        if is_there(hands.kiosk.session.view()):
            return lost
        before = hands.kiosk.session.night.revision
        player.step()
        idle = 0 if hands.kiosk.session.night.revision > before else idle + 1
        if idle > 12:
            hands.kiosk.open_root("table")
            hands.frames(3)
            idle, lost = 0, lost + 1
    raise AssertionError(f"not reached; the screen says {hands.words()}")


def test_rounds_of_another_game_are_played_by_touch(start: Start) -> None:
    hands = start("table", session=quick_session("grimm", options={"round_limit": 4}))
    lost = play(hands, lambda view: (view.round or 0) >= 2, most=200)
    assert lost == 0
    assert hands.kiosk.session.night.position > 8


@pytest.mark.slow
def test_a_whole_night_of_another_game_by_touch(start: Start) -> None:
    hands = start("table", session=quick_session("grimm", options={"round_limit": 12}))
    play(hands, lambda view: view.is_over, most=3000)
    hands.tap("Results")
    winner = hands.kiosk.session.game.outcome(hands.kiosk.session.state).ranking[0].player
    assert any(winner in words for words in hands.words())


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
    from kiosk.show.demo import play_on

    session = quick_session("grimm")
    for _ in play_on(session):
        if any(choice.group == "secret" for choice in session.view().choices):
            break
    hands = start("table", session=session)
    panel = hands.kiosk.panel
    board, view = panel.board, session.view().board
    assert len(view.pieces) >= 2
    for piece in view.pieces:
        assert board.collide_point(*board.where(piece.space)), "the pawn to be put down is in sight"
    drawer = session.view().prompt.player
    hands.kiosk.open("cards", player=drawer, picked=[])
    hands.frames(3)
    assert hands.says(f"{drawer} draws a spell")


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
