"""Moments on the screen: a card for what has just happened, gone after two seconds or at a touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.presenters.moments import MomentScreen
from tests.kiosk.fixtures import played, playing, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
GAMES = ("rayman", "grimm", "pickle_rick", "platformer")


def moments_of(game: str, words: Any, most: int = 250) -> list[MomentScreen]:
    """Plays a while and returns the longest card of each kind."""
    from kiosk.presenters.moments import moment_screen

    session = quick_session(game)
    found: dict[str, MomentScreen] = {}
    for _, _ in zip(range(most), playing(session), strict=False):
        for each in session.news:
            card = moment_screen(each, session.view(), words)
            known = found.get(card.kind)
            if known is None or sum(map(len, card.sentences)) > sum(map(len, known.sentences)):
                found[card.kind] = card
    return list(found.values())


def words_below_repeat(card: Any) -> list[str]:
    """Lists the words that the button to hear a card again lies on."""
    from kiosk.widgets.text import Text

    button = card._repeat
    found = []
    for text in (each for each in card.walk(restrict=True) if isinstance(each, Text)):
        x, y, width, height = text.drawn_box
        if x + width > button.x and x < button.right and y + height > button.y and y < button.top:
            found.append(text.text)
    return found


def about_to_roll() -> Any:
    return played(quick_session("grimm"), lambda session: session.view().dice is not None)


def test_a_card_shows_what_happened_and_goes_at_a_touch(start: Start) -> None:
    session = about_to_roll()
    hands = start("table", session=session, moments="long")
    hands.tap("Roll")
    hands.until(lambda: hands.kiosk.moments.card)
    card = hands.kiosk.moments.card
    assert card.screen.kind == "roll"
    assert card.width == hands.kiosk.panels.width
    bar = hands.kiosk.panel.bar
    assert card.y >= bar.y + bar.height, "the next button stays in reach"
    headline = session.view().prompt.headline
    hands.kiosk.moments.next()
    while hands.kiosk.moments.card is not None:
        hands.kiosk.moments.next()
    assert session.view().prompt.headline == headline


def test_a_touch_on_the_card_does_nothing_below_it(start: Start) -> None:
    from kiosk.pilot.hands import Finger

    hands = start("table", session=about_to_roll(), moments="long")
    hands.tap("Roll")
    hands.until(lambda: hands.kiosk.moments.card)
    before = hands.kiosk.session.night.revision
    card = hands.kiosk.moments.card
    finger = Finger(*card.center)
    finger.down()
    hands.frames(1)
    finger.up()
    hands.frames(2)
    assert hands.kiosk.moments.card is not card
    assert hands.kiosk.session.night.revision == before


def test_no_card_where_the_table_wants_none(start: Start) -> None:
    hands = start("table", session=about_to_roll(), moments="off")
    hands.tap("Roll")
    hands.frames(3)
    assert hands.kiosk.moments.card is None


def test_a_line_shows_how_long_a_card_stays(start: Start) -> None:
    hands = start("table", session=about_to_roll(), moments="long", has_motion=True)
    hands.tap("Roll")
    card = hands.until(lambda: hands.kiosk.moments.card)
    hands.until(lambda: 0.1 < card.left < 0.9)
    assert 0 < card._edge.size[0] < card.width


def test_taking_back_announces_nothing(start: Start) -> None:
    session = about_to_roll()
    hands = start("table", session=session, moments="long")
    hands.tap("Roll")
    hands.until(lambda: hands.kiosk.moments.card)
    hands.kiosk.moments.dismiss()
    session.undo(agreed=True)
    hands.frames(3)
    assert hands.kiosk.moments.card is None
    assert session.news == ()


def test_a_die_shows_its_face_at_120_pixels_and_tumbles(start: Start) -> None:
    from kiosk.widgets.moment.die import TUMBLES_S, TumblingDie

    hands = start("table", session=about_to_roll(), moments="long", has_motion=True)
    hands.tap("Roll")
    hands.until(lambda: hands.kiosk.moments.card)
    die = next(
        widget for widget in hands.kiosk.moments.walk(restrict=True) if isinstance(widget, TumblingDie)
    )
    assert die.size == [120, 120]
    assert TUMBLES_S == 0.6
    angles = set()
    hands.until(lambda: angles.add(round(die._turn.angle)) or die.fallen == 1.0)
    assert len(angles) > 3, "it turned before it lay still"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_of_a_card_is_cut_off(start: Start, language: str) -> None:
    from kiosk.show.faults import text_faults

    hands = start("table", session=quick_session(), language=language, moments="long")
    for game in GAMES:
        for card in moments_of(game, hands.kiosk.words, 120):
            hands.kiosk.moments.can_repeat = True
            hands.kiosk.moments.show([card], 600)
            hands.frames(4)
            assert text_faults(hands.kiosk.moments) == [], (game, card.kind)
            assert not words_below_repeat(hands.kiosk.moments.card), (game, card.kind)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_its_moments(game: str) -> None:
    from companion.i18n import Translator

    kinds = {card.kind for card in moments_of(game, Translator("en"), 400)}
    expected = {
        "rayman": {"reveal", "gift", "freed"},
        "grimm": {"roll", "reveal", "spell"},
        "pickle_rick": {"roll", "reveal", "hit"},
        "platformer": {"roll", "hit", "reveal"},
    }[game]
    assert kinds >= expected


def test_the_last_move_leaves_a_trace_until_the_next() -> None:
    session = quick_session("grimm")
    seen = 0
    for _, _ in zip(range(80), playing(session), strict=False):
        board = session.view().board
        for trail in board.trails:
            piece = next(each for each in board.pieces if each.id == trail.piece)
            assert trail.path[-1] == piece.space
            seen += 1
    assert seen
