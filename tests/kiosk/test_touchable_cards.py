"""Cards that lie open are touched: a choice that names its card is taken, a used one lies sideways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.blocks import Card, Choice, Prompt
from companion.core.message import literal
from companion.i18n.translator import Translator
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.widgets.button import PushButton
from kiosk.widgets.table.card import CardTile
from tests.kiosk.fixtures import fixture_session, quick_session, table_view
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]

CARDS = (
    Card("lamp", literal("Lamp"), "bo", zone="play", lines=(literal("Brings light."),)),
    Card("rope", literal("Rope"), "bo", zone="play", is_used=True, lines=(literal("One step up."),)),
    Card("boots", literal("Boots"), "ana", zone="play"),
    Card("sail", literal("Sail"), zone="shop", value=3),
    Card("oar", literal("Oar"), zone="shop", value=9),
    Card("back", literal("Hidden"), "bo", zone="hand", is_face_up=False),
    Card("storm", literal("Storm")),
)


def use(card: str, how: str = "Use", **changes: Any) -> Choice:
    return Choice(literal(f"{how} {card}"), {"command": how, "card": card}, "card", card=card, **changes)


def presenter(*choices: Choice) -> TablePresenter:
    return TablePresenter(fixture_session(table_view(cards=CARDS, choices=choices)), Translator("en"))


def submitted(table: TablePresenter) -> list[Any]:
    return table.session.night.submitted  # type: ignore[attr-defined, no-any-return]


def shown(table: TablePresenter) -> list[str]:
    return [card.id for card in table.screen().cards]


def test_the_own_open_cards_are_shown_and_a_shop_while_something_can_be_bought() -> None:
    assert shown(presenter()) == ["lamp", "rope"]
    assert shown(presenter(use("sail", "Buy"))) == ["sail", "lamp", "rope", "oar"]
    assert presenter(use("lamp")).screen().usable_cards == {"lamp"}


def test_nobody_s_turn_shows_only_what_can_be_chosen() -> None:
    view = table_view(cards=CARDS, prompt=Prompt(literal("Anybody?")), choices=(use("boots"),))
    assert shown(TablePresenter(fixture_session(view), Translator("en"))) == ["boots"]


def test_a_choice_is_taken_by_touching_its_card() -> None:
    table = presenter(use("lamp"), use("sail", "Buy"))
    table.touch_card("sail")
    assert submitted(table) == [{"command": "Buy", "card": "sail"}]


def test_several_choices_of_one_card_are_asked_for() -> None:
    table = presenter(use("lamp"), use("lamp", "Sell"))
    reply = table.touch_card("lamp")
    assert (reply.kind, len(reply.choices)) == ("choose", 2)
    assert submitted(table) == []


def test_a_card_that_nothing_can_be_done_with_says_what_it_is() -> None:
    reply = presenter().touch_card("rope")
    assert (reply.kind, reply.title, reply.lines) == ("rules", "Rope", ("One step up.",))


def test_what_is_chosen_in_secret_is_not_touched_on_the_table() -> None:
    table = presenter(use("boots", group="secret"))
    assert shown(table) == ["lamp", "rope"]
    assert table.touch_card("boots").kind == "rules"


def test_cards_lie_on_the_screen_and_are_touched(start: Start) -> None:
    session = fixture_session(table_view(cards=CARDS, choices=(use("sail", "Buy"),)))
    hands = start("table", session=session)
    shelf = hands.kiosk.panel.shelf
    sail, lamp, rope, oar = reversed(shelf.children)
    assert [button.icon.name for button in (sail, lamp, rope, oar)] == ["card", "card", "card_used", "card"]
    assert min(sail.size) >= hands.kiosk.look.touch * 0.9
    assert hands.kiosk.panel.board.y >= shelf.top
    hands.press(rope)
    assert hands.kiosk.sheet is not None
    hands.kiosk.close_sheet()
    hands.press(sail)
    assert session.night.submitted == [{"command": "Buy", "card": "sail"}]


def test_cards_without_room_are_listed(start: Start) -> None:
    cards = tuple(Card(f"c{n}", literal(f"Card {n}"), "bo", zone="play") for n in range(6))
    session = fixture_session(table_view(cards=cards, choices=tuple(use(card.id) for card in cards)))
    hands = start("table", session=session)
    assert len(hands.kiosk.panel.shelf.children) == 4
    hands.tap("+3")
    hands.tap("Card 5")
    assert hands.kiosk.sheet is None
    assert session.night.submitted == [{"command": "Use", "card": "c5"}]


def test_a_card_of_a_secret_hand_is_played_by_its_touch(start: Start) -> None:
    secrets = (
        use("lamp", "Play", group="secret", player="bo"),
        use("boots", "Play", group="secret", player="ana"),
        Choice(literal("Pass"), {"command": "Pass"}, "next", player="bo", group="secret"),
    )
    another = Card("lamp 2", literal("Lamp"), "bo", zone="play", lines=(literal("Brings light."),))
    session = fixture_session(table_view(cards=(*CARDS, another), choices=secrets))
    hands = start("cards", session=session)
    hands.tap("Bo")
    tiles = [widget for widget in hands.kiosk.panel.walk(restrict=True) if isinstance(widget, CardTile)]
    assert [tile.disabled for tile in tiles] == [False, True, True, False], "lamp, rope, back, another lamp"
    assert not [one for one in hands.buttons() if one.label and one.label.text == "Play lamp"]
    assert [one for one in hands.buttons() if one.label and one.label.text == "Pass"]
    hands.press(tiles[-1])
    assert session.night.submitted == [{"command": "Play", "card": "lamp"}], "the one that is like it"


def test_a_table_without_cards_gives_them_no_room(start: Start) -> None:
    hands = start("table", session=quick_session("rayman"))
    assert hands.kiosk.panel.shelf.height == 0
    assert not [one for one in hands.kiosk.panel.shelf.children if isinstance(one, PushButton)]
