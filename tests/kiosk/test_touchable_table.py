"""Dice are picked and spent by touch, another figure is meant by touching it, so are edges in editors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.blocks import (
    Badge,
    Board,
    Choice,
    Counter,
    LogLine,
    Option,
    Piece,
    Player,
    Question,
    Space,
    TableDie,
    Tile,
    Track,
)
from companion.core.dice import Face
from companion.core.message import literal
from companion.i18n.translator import Translator
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.widgets.board.geometry import Cropper, edge_at, first_viewport, lies_on_tile, looks_alike
from tests.kiosk.fixtures import fixture_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]

DICE = (
    TableDie("0", Face("move", "move", literal("Move"))),
    TableDie("1", Face("joker", "", literal("Joker"))),
    TableDie("2", Face("tool", "", literal("Tool")), is_spent=True),
)


def reroll(most: int = 2) -> Choice:
    options = tuple(Option(int(die.id), die.face.named) for die in DICE)
    asked = Question("dice", literal("Which?"), "dice", options=options, minimum=1, maximum=most)
    return Choice(literal("Roll again"), {"command": "Reroll"}, "dice", asks=(asked,))


def spend() -> Choice:
    return Choice(literal("Pay Joker"), {"command": "Pay", "die": 1}, die="1")


def presenter(**changes: Any) -> TablePresenter:
    return TablePresenter(fixture_session(table_view(**changes)), Translator("en"))


def submitted(table: TablePresenter) -> list[Any]:
    return table.session.night.submitted  # type: ignore[attr-defined, no-any-return]


def grid(*pieces: Piece, tiles: tuple[Tile, ...] = ()) -> Board:
    spaces = tuple(Space(f"{x},{y}", x, y + 2) for y in range(3) for x in range(3))
    return Board(3, 7, spaces, pieces=pieces, tiles=tiles)


def test_dice_are_picked_and_put_back_and_answer_the_question() -> None:
    table = presenter(table_dice=DICE, choices=(reroll(),))
    assert table.touch_die("0").kind == "shown"
    table.touch_die("1")
    assert table.screen().picked_dice == {"0", "1"}
    table.touch_die("0")
    assert table.screen().picked_dice == {"1"}
    assert table.choose(reroll()).kind == "shown"
    assert submitted(table) == [{"command": "Reroll", "dice": [1]}]


def test_without_dice_picked_or_with_too_many_the_question_is_asked() -> None:
    table = presenter(table_dice=DICE, choices=(reroll(most=1),))
    assert table.choose(reroll(most=1)).kind == "ask"
    table.touch_die("0")
    table.touch_die("1")
    assert table.choose(reroll(most=1)).kind == "ask"
    assert submitted(table) == []


def test_a_die_that_a_choice_names_is_spent_by_its_touch() -> None:
    table = presenter(table_dice=DICE, choices=(spend(),))
    table.touch_die("1")
    assert submitted(table) == [spend().command]
    table.touch_die("0")
    assert table.screen().picked_dice == frozenset(), "nothing is asked about dice"


def test_touching_another_piece_that_can_move_means_that_one() -> None:
    guards = [Piece(f"g{n}", f"{n},0", "guard", literal(f"Guard {n}"), can_move=True) for n in range(2)]
    table = presenter(board=grid(*guards, Piece("rick", "2,2", "rick", literal("Rick"))))
    assert table.session.figure == "g0"
    table.touch_space("1,0")
    assert table.session.figure == "g1"
    assert not table.refused_space
    table.touch_space("2,2")
    assert table.session.figure == "g1", "who cannot move is not chosen"
    assert table.refused_space == "2,2", "the rules were asked whether the guard goes there"


def test_a_touched_space_is_meant_for_the_figure_whose_turn_it_is() -> None:
    foe = Piece("foe", "0,0", "enemy", literal("Foe"), can_move=True)
    hero = Piece("hero", "1,1", "figure", literal("Hero"), 0, is_active=True, can_move=True)
    table = presenter(board=grid(foe, hero), choices=())
    assert table.session.figure == "hero", "whatever else it may move"


def test_counters_beside_many_dice_can_be_read(start: Start) -> None:
    from kiosk.show.faults import text_faults
    from kiosk.widgets.text import Text

    dice = tuple(TableDie(str(number), DICE[0].face) for number in range(6))
    pool = tuple(Counter("move", literal(str(number)), 10 + number) for number in range(5))
    hands = start("table", session=fixture_session(table_view(table_dice=dice, pool=pool)), camera_source="")
    hands.frames(3)
    assert {counter.text for counter in hands.widgets() if isinstance(counter, Text)} >= {"10", "14"}
    assert text_faults(hands.root()) == []


def test_numbers_of_nobody_stand_beside_the_pool() -> None:
    table = presenter(pool=(), tracks=(Track("stack", literal("Tiles"), 13, icon="deck"),))
    assert [(counter.icon, counter.value) for counter in table.screen().pool] == [("deck", 13)]


def test_the_nearest_side_of_a_space_is_touched() -> None:
    board = grid()
    assert edge_at(board, 1.5, 2.1) == "1,0:N"
    assert edge_at(board, 1.95, 2.5) == "1,0:E"
    assert edge_at(board, 1.5, 2.9) == "1,0:S"
    assert edge_at(board, 1.05, 2.5) == "1,0:W"
    assert edge_at(board, 9.0, 9.0) is None


def test_tiles_are_cropped_with_their_spaces_and_a_turned_tile_is_drawn_anew() -> None:
    crop = Cropper()
    tile = Tile("t", 1, 2)
    first = crop(grid(tiles=(tile,)))
    assert (first.height, first.spaces[0].y, first.tiles[0].y) == (3, 0, 0)
    assert lies_on_tile(first, first.spaces[1])
    assert not lies_on_tile(first, first.spaces[0])
    assert looks_alike(first, crop(grid(tiles=(tile,))))
    assert not looks_alike(first, crop(grid(tiles=(Tile("t", 1, 2, turned=90),))))


def test_rows_and_columns_in_sight_are_told() -> None:
    viewport = first_viewport(grid(), 60, 40, least_unit=30)
    assert viewport.columns_in_sight() == (0.0, 2.0)
    first, last = viewport.looking_at(1.5, 6.5).rows_in_sight()
    assert round(last - first, 3) == round(40 / 30, 3)
    assert last == 7


def test_dice_lie_on_the_table_and_are_touched(start: Start) -> None:
    session = fixture_session(table_view(table_dice=DICE, choices=(reroll(), spend())))
    hands = start("table", session=session)
    tray = hands.kiosk.panel.tray
    assert len(tray.children) == len(DICE)
    move, joker, tool = reversed(tray.children)
    assert tool.disabled
    assert min(move.size) >= hands.kiosk.look.touch * 0.9
    hands.press(move)
    assert hands.kiosk.panel.presenter.picked_dice == ["0"]
    hands.press(next(reversed(hands.kiosk.panel.tray.children)))
    assert hands.kiosk.panel.presenter.picked_dice == []
    assert joker.parent is None or joker.parent is tray
    hands.press(hands.kiosk.panel.tray.children[1])
    assert session.night.submitted == [spend().command]


def test_the_small_map_of_a_tower_lies_beside_it(start: Start) -> None:
    spaces = tuple(Space(f"{x},{y}", x, y) for y in range(16) for x in range(8))
    pieces = (Piece("ana", "0,15", "figure", literal("Ana"), 0, is_active=True),)
    focus = ("0,9", "7,15")
    hands = start(
        "table", session=fixture_session(table_view(board=Board(8, 16, spaces, pieces=pieces, focus=focus)))
    )
    panel = hands.kiosk.panel
    assert panel.corner_map.opacity == 1
    assert panel.corner_map.right <= panel.board.x + panel.board.viewport.left


def test_the_zoom_button_lies_beside_the_board(start: Start) -> None:
    spaces = tuple(Space(f"{x},{y}", x, y) for y in range(4) for x in range(8))
    panel = start("table", session=fixture_session(table_view(board=Board(8, 4, spaces)))).kiosk.panel
    assert panel.distance.y >= panel.board.top


def test_a_lap_has_its_strip_and_no_zoom_button(start: Start) -> None:
    assert start("table", session=fixture_session()).kiosk.panel.distance.parent is None


@pytest.mark.parametrize("count", [2, 4])
def test_roles_and_badges_are_read_at_the_largest_text(start: Start, count: int) -> None:
    from kiosk.widgets.table.track import PlayerTrack
    from kiosk.widgets.text import Text

    badges = (Badge("card", literal("Cards"), 2), Badge("heart", literal("Hearts"), 3))
    players = tuple(
        Player(f"p{seat}", name, literal("The Pied Piper of Hamelin"), seat, "waiting", badges=badges)
        for seat, name in enumerate(("Ana", "Bo", "Cleo", "Dan")[:count])
    )
    hands = start("table", session=fixture_session(table_view(players=players)), text_size=3)
    track = next(each for each in hands.kiosk.panel.walk(restrict=True) if isinstance(each, PlayerTrack))
    texts = [each for each in track.walk(restrict=True) if isinstance(each, Text) and each.text]
    assert {"The Pied Piper of Hamelin", "2", "3"} <= {each.text for each in texts}
    for text in texts:
        assert text.font_px >= 12, (text.text, text.font_px)


def test_the_small_map_never_lies_on_a_way(start: Start) -> None:
    spaces = tuple(Space(f"{x},{y}", x, y) for y in range(9) for x in range(30))
    piece = Piece("rick", "15,4", "rick", literal("Rick"), 0, is_active=True)
    board = Board(30, 9, spaces, pieces=(piece,), lit=("15,5",), path=tuple(space.id for space in spaces))
    hands = start("table", session=fixture_session(table_view(board=board)))
    hands.until(lambda: hands.kiosk.session.is_lit)
    hands.frames(3)
    assert not hands.kiosk.panel.corner_map.opacity


def test_an_icon_gives_way_to_a_word_that_has_no_room_beside_it(start: Start) -> None:
    from kiosk.widgets.button import PushButton

    look = start("table", session=fixture_session()).kiosk.look
    wide, narrow = (
        PushButton(look, "Enregistrer", icon="save", size_hint_x=None, width=width) for width in (200, 112)
    )
    assert wide.icon.opacity == 1
    assert (narrow.icon.opacity, narrow.icon.width) == (0, 0)
    narrow.width = 200
    assert narrow.icon.opacity == 1


@pytest.mark.parametrize("is_crowded", [False, True])
def test_the_small_map_never_lies_on_what_can_be_touched(start: Start, is_crowded: bool) -> None:
    spaces = tuple(Space(f"{x},{y}", x, y) for y in range(9) for x in range(30))
    piece = Piece("rick", "15,4", "rick", literal("Rick"), 0, is_active=True)
    lit = tuple(space.id for space in spaces) if is_crowded else ("15,5",)
    board = Board(30, 9, spaces, pieces=(piece,), lit=lit)
    hands = start("table", session=fixture_session(table_view(board=board)))
    hands.until(lambda: hands.kiosk.session.is_lit)
    hands.frames(3)
    assert bool(hands.kiosk.panel.corner_map.opacity) != is_crowded


def test_reminders_are_read_beside_what_happened(start: Start) -> None:
    view = table_view(
        hints=(literal("Gravity: Ana falls"), literal("2 swords: 3 wounds")),
        log=(LogLine(literal("Move Ana to 3/1"), "instruction"),),
    )
    hands = start("table", session=fixture_session(view))
    notice = hands.kiosk.panel.notice
    words = " ".join(each.text for each in notice.walk() if hasattr(each, "text"))
    assert "Gravity: Ana falls" in words
    assert "2 swords: 3 wounds" in words


def test_a_board_of_which_a_part_is_in_sight_has_a_small_map(start: Start) -> None:
    spaces = tuple(Space(f"{x},{y}", x, y) for y in range(9) for x in range(12))
    tiles = tuple(Tile(space.id, space.x, space.y) for space in spaces[:20])
    piece = Piece("rick", "11,8", "rick", literal("Rick"), 0, is_active=True)
    board = Board(12, 9, spaces, pieces=(piece,), tiles=tiles)
    hands = start("table", session=fixture_session(table_view(board=board)))
    panel = hands.kiosk.panel
    assert panel.board.is_close
    assert panel.corner_map.opacity == 1
    before = panel.board.viewport
    hands.touch(panel.corner_map.x + 6, panel.corner_map.top - 6)
    assert panel.board.viewport.left > before.left
    assert panel.board.viewport.top > before.top
