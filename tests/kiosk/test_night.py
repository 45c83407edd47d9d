"""A whole Rayman night by touch: set up, choose cards in secret, play, undo, dispute, report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.presenters.cards import CardsPresenter
from tests.kiosk.fixtures import played, quick_session, rayman_at
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]


def begin(start: Start, **preferences: Any) -> Hands:
    """Sets a night up by touch, with the wizard's defaults."""
    hands = start(**preferences)
    hands.tap("New night")
    for _ in range(8):
        if any(button.label and button.label.text == "Begin" for button in hands.buttons()):
            break
        hands.tap("Next")
    hands.tap("Begin")
    assert hands.kiosk.stack[-1][0] == "table"
    return hands


def seated(start: Start) -> Hands:
    """Begins a night at the table at once."""
    from companion.games.registry import find_game
    from companion.night.night import Night
    from kiosk.night.session import Session
    from kiosk.show.demo import demo_setup

    setup = demo_setup("rayman")
    setup["players"] = setup["players"][:2]
    return start("table", session=Session(Night.create(find_game("rayman"), setup)))


def choose_cards(hands: Hands) -> None:
    """Lets everybody choose in secret: a name and two cards each."""
    from kiosk.widgets.table.card import CardTile

    hands.tap("Choose cards")
    session = hands.kiosk.session
    for player in CardsPresenter(session).waiting():
        name = next(each.name for each in session.view().players if each.id == player)
        hands.tap(name)
        tiles = [button for button in hands.buttons() if isinstance(button, CardTile)]
        if not tiles:
            hands.tap("Bubble")
            continue
        best = sorted(tiles, key=lambda tile: -sum("move" in str(w) for w in _icons(tile)))
        first, second = (tiles.index(tile) for tile in best[:2])
        hands.press(tiles[first])
        hands.press([button for button in hands.buttons() if isinstance(button, CardTile)][second])


def _icons(tile: Any) -> list[str]:
    from kiosk.widgets.paint import Icon

    return [widget.name for widget in tile.walk(restrict=True) if isinstance(widget, Icon)]


def primary(hands: Hands) -> Any:
    return next(button for button in hands.buttons() if button.style == "primary")


def go_far(hands: Hands) -> bool:
    """Sends the figure as far forward as the lit spaces allow; False where it can go nowhere."""
    view = hands.kiosk.session.lit_view()
    if view.prompt.player is None or not view.pool or not view.board or not view.board.lit:
        return False
    here = next(piece.space for piece in view.board.pieces if piece.is_active)

    def ahead(space: str) -> int:
        return (int(space.split("/")[0]) - int(here.split("/")[0])) % 44

    far = max((space for space in view.board.lit if ahead(space) <= 22), key=ahead, default=here)
    if far == here:
        return False
    revision = hands.kiosk.session.night.revision
    hands.touch_space(far)
    if hands.kiosk.sheet is not None:
        hands.press(next(button for button in hands.buttons() if button.label is not None))
    if any(button.label and button.label.text == "Do it" for button in hands.buttons()):
        hands.tap("Do it")
    return bool(hands.kiosk.session.night.revision > revision)


def play_step(hands: Hands) -> None:
    """Does what the screen asks for: cards, a far end for the figure, else the large button."""
    view = hands.kiosk.session.view()
    if any(choice.group == "secret" for choice in view.choices):
        choose_cards(hands)
    elif not go_far(hands):
        if hands.kiosk.sheet is not None:
            hands.kiosk.close_sheet()
        choices = [choice for choice in view.choices if choice.group == "main" and choice.space]
        if len(choices) >= 3:
            hands.touch_space(choices[0].space)
        else:
            hands.press(primary(hands))
    hands.frames(1)


def play_until(hands: Hands, is_there: Callable[[Any], bool], most: int = 60) -> None:
    for _ in range(most):
        if is_there(hands.kiosk.session.view()):
            return
        play_step(hands)
    raise AssertionError(f"not reached; the screen says {hands.words()}")


def test_a_night_is_set_up_and_a_round_is_played_by_touch(start: Start) -> None:
    hands = begin(start)
    session = hands.kiosk.session
    assert session.night.journal.path.exists()
    play_until(hands, lambda view: (view.round or 0) >= 2)
    assert len(session.night.entries()) > 5
    moved = {piece.space for piece in session.view().board.pieces if piece.seat is not None}
    assert any(not space.startswith("0/") for space in moved)


def test_who_chooses_first_stays_hidden_until_all_are_ready(start: Start) -> None:
    hands = seated(start)
    play_until(hands, lambda view: any(choice.group == "secret" for choice in view.choices))
    session = hands.kiosk.session
    hands.tap("Choose cards")
    first, *_ = CardsPresenter(session).waiting()
    name = next(each.name for each in session.view().players if each.id == first)
    hands.tap(name)
    from kiosk.widgets.table.card import CardTile

    hands.press(next(button for button in hands.buttons() if isinstance(button, CardTile)))
    hands.press([button for button in hands.buttons() if isinstance(button, CardTile)][1])
    assert not any(isinstance(button, CardTile) for button in hands.buttons()), "the hand is hidden again"
    assert hands.says("Ready")


def test_undo_over_a_barrier_asks_the_table_and_lists_what_to_put_back(start: Start) -> None:
    hands = seated(start)
    session = hands.kiosk.session
    play_until(hands, lambda view: view.phase == "turns" and bool(view.pool))
    assert go_far(hands)
    session_entries = [entry for entry in session.night.entries() if entry.is_active]
    barrier = max(entry.number for entry in session_entries if entry.is_barrier)
    while session.night.position > barrier:
        hands.tap("Undo")
        if hands.kiosk.sheet is not None:
            assert hands.says("Put back on the table")
            hands.tap("Done")
    hands.tap("Undo")
    assert hands.says("Take back what is known?")
    assert session.night.position == barrier, "nothing happens before the table agrees"
    hands.tap("The table agrees")
    assert session.night.position < barrier


def test_a_dispute_is_judged_with_its_rule_and_accepted(start: Start) -> None:
    hands = seated(start)
    session = hands.kiosk.session
    play_until(hands, lambda view: view.phase == "turns" and bool(view.pool))
    board = session.lit_view().board
    unlit = next(space.id for space in board.spaces if space.id not in board.lit)
    hands.tap_icon("menu")
    hands.tap("Dispute")
    hands.touch_space(unlit)
    assert hands.says(f"cannot end on {unlit}")
    assert hands.says("RAY-")
    hands.touch_space(board.lit[-1])
    assert hands.says(f"can end on {board.lit[-1]}")
    before = session.night.revision
    hands.tap("Accept")
    assert hands.kiosk.stack[-1][0] == "table"
    if hands.kiosk.sheet is not None:
        hands.press(next(button for button in hands.buttons() if button.label is not None))
    if session.night.revision == before:
        hands.tap("Do it")
    assert session.night.revision > before


@pytest.mark.parametrize("draws", ["Draw", "Pick"])
def test_a_figure_goes_on_to_where_it_was_bound_after_a_token_is_drawn(start: Start, draws: str) -> None:
    from companion.core.command import RevealCard
    from tests.rules.rayman.table import turn

    table = turn({"enemies": [[6, 1]]}, at=(5, 1), move=3, slap=1)
    session = rayman_at(table.state)
    hands = start("table", session=session)
    hands.touch_space("8/1")
    while hands.kiosk.sheet is not None:
        hands.press(next(b for b in hands.buttons() if b.label and "defeat the enemy on 6/1" in b.label.text))
    hands.tap("Do it")
    assert hands.says("Then on to 8/1"), "a token has to be drawn first"
    if draws == "Draw":
        hands.press(primary(hands))
    else:
        hands.kiosk.open("chance")
        hands.frames(3)
        hands.press(hands.buttons()[1])
    hands.until(lambda: not hands.kiosk.thinker.is_busy)
    assert isinstance(session.night.read_command(last_command(session)), RevealCard)
    if hands.kiosk.sheet is not None:
        hands.press(next(button for button in hands.buttons() if button.label is not None))
    assert hands.says("To 8/1")
    hands.tap("Do it")
    assert session.state.racer("Ana").at == (8, 1)


def last_command(session: Any) -> Any:
    import msgspec

    return msgspec.json.decode(session.night.rows()[-1].command)


def test_history_jumps_to_any_entry(start: Start) -> None:
    hands = seated(start)
    session = hands.kiosk.session
    play_until(hands, lambda view: (view.round or 0) >= 2)
    hands.kiosk.open("history")
    hands.frames(3)
    target = session.night.entries()[0]
    words = hands.kiosk.words(target.label)
    rows = hands.kiosk.panel.steps.column.children
    assert len(rows) < len(session.night.entries()), "rows are made as they come into sight"
    hands.scroll_to(lambda: len(rows) == len(session.night.entries()))
    assert rows[0].label.text == words
    hands.press(rows[0])
    hands.tap("The table agrees")
    assert session.night.position == target.number
    assert session.night.can_redo


def test_any_turn_of_the_night_can_be_disputed(start: Start) -> None:
    session = played(quick_session(), lambda session: (session.view().round or 0) > 8)
    hands = start("dispute", session=session)
    newest = hands.kiosk.panel.presenter.turn
    assert newest.round >= 8
    hands.press(next(b for b in hands.buttons() if b.label and b.label.text.startswith("Round")))
    assert not hands.says("ROUND 1"), "old rounds are looked up only when somebody scrolls there"
    hands.scroll_to(lambda: "ROUND 1" in hands.words())
    first = [b for b in hands.buttons() if b.label and b.label.text in ("Ana", "Bo", "Cleo", "Dan")][-1]
    name = first.label.text
    hands.press(first)
    turn = hands.kiosk.panel.presenter.turn
    assert (turn.round, turn.name) == (1, name)
    before = session.night.state_at(turn.start)
    at = next(piece.space for piece in session.game.view(before).board.pieces if piece.is_active)
    hands.touch_space(at)
    assert hands.says(f"{name} can end on {at}") or hands.says(f"{name} cannot end on {at}")
    assert not hands.says("Accept"), "what is long past is judged, not played again"


@pytest.mark.slow
def test_a_whole_night_to_the_podium_by_touch(start: Start, tmp_path: Path) -> None:
    hands = begin(start)
    session = hands.kiosk.session
    play_until(hands, lambda view: view.is_over, most=2500)
    hands.tap("Results")
    assert hands.kiosk.stack[-1][0] == "report"
    ranking = session.game.outcome(session.state).ranking
    assert any(ranking[0].player in words for words in hands.words())
    hands.tap("Save")
    saved = list((tmp_path / "data" / "reports").iterdir())
    assert {path.suffix for path in saved} == {".pdf", ".html"}
    assert all(path.stat().st_size > 1000 for path in saved)
