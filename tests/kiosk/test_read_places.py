"""Cards and dice that the camera read beside the board become answers, without a touch on the screen."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.message import literal
from companion.i18n import Translator
from companion.night.night import Night
from companion.ports.camera import EyeHealth
from companion.ports.places import BACK, DRAWN
from companion.ports.reading import Reading, SeenCard, SeenDie
from companion.ports.sight import SeenFigure, Sighting
from kiosk.camera.camera import Camera
from kiosk.night.session import Session
from kiosk.preferences import Preferences
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.presenters.table.read import ReadPlaces
from kiosk.presenters.table.screen import Action
from tests.contract.games import content_of, game_of
from vision.beside import places_beside


class Table:
    """A table whose camera reads what the test lays down."""

    def __init__(self, game: str, setup: dict[str, Any]) -> None:
        self.session = Session(Night.create(game_of(game), setup, content=content_of(game)))
        self.camera = Camera(lambda act: act(), lambda: None)
        self.later: list[tuple[Any, float]] = []
        desk = Desk(
            camera=self.camera, preferences=Preferences(), later=lambda act, s: self.later.append((act, s))
        )
        self.presenter = TablePresenter(self.session, Translator("en"), desk=desk)
        self.session.listeners.append(self.presenter.night_changed)
        self.cards: dict[str, SeenCard] = {}
        self.throws = 0
        self.dice: tuple[SeenDie, ...] = ()
        self.see()

    def see(self, **cards: tuple[str, ...]) -> None:
        for name, among in cards.items():
            place = name.replace("_", "/")[1:]
            before = self.cards.get(place, SeenCard())
            self.cards[place] = SeenCard(among, 0.9, before.laid + (among != before.among))
        self.camera.reading = Reading(cards=dict(self.cards), dice=self.dice, throws=self.throws)
        self.presenter.look_around()

    def throw(self, *values: tuple[tuple[int, ...], bool]) -> None:
        self.dice = tuple(SeenDie(among, certain, 0.8) for among, certain in values)
        self.throws += 1
        self.see()

    @property
    def said(self) -> str:
        return self.presenter.screen().headline


@pytest.fixture
def rayman() -> Table:
    return Table("rayman", {"players": ["Ana", "Bo"]})


def hands(table: Table) -> list[list[str]]:
    return [
        [str(option.value) for option in choice.asks[0].options]
        for choice in table.session.view().choices
        if choice.group == "secret" and choice.asks
    ]


def test_the_hand_decides_between_cards_that_look_alike(rayman: Table) -> None:
    mine, theirs = hands(rayman)
    rayman.see(_1_1=(mine[0], theirs[3]), _1_2=(mine[1],), _2_1=(theirs[0],), _2_2=(theirs[1],))
    assert rayman.presenter.offer is not None
    assert rayman.presenter.offer.confirmed_by == "hand"
    rayman.see(_1_1=(mine[0], mine[3]))
    assert rayman.presenter.offer.confirmed_by == "touch"
    rayman.see(_1_1=(theirs[3], mine[0]))
    assert rayman.presenter.offer.confirmed_by == "touch"


def test_backs_are_ready_and_open_cards_are_read_for_all_at_once(
    rayman: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Camera, "is_watching", True)
    rayman.camera.places = places_beside((480.0, 300.0), 2, 2, draws=False)
    (one, *_), (other, *_) = hands(rayman)
    mine, theirs = hands(rayman)
    rayman.see(_1_1=(BACK,), _1_2=(BACK,))
    assert rayman.presenter.offer is None
    assert rayman.said == "Lay your cards: I am watching"
    assert rayman.presenter.screen().detail == "Ready: Ana"
    rayman.see(_2_1=(BACK,), _2_2=(BACK,))
    assert rayman.said == "All ready: turn the cards over"
    assert rayman.presenter.screen().detail == "Ready: Ana, Bo"
    rayman.see(_1_1=(one,), _1_2=(mine[1],))
    assert rayman.presenter.offer is None  # Bo's cards still lie face down
    assert rayman.presenter.screen().detail == "Ready: Bo"
    rayman.see(_2_1=(other,), _2_2=(theirs[1],))
    assert rayman.presenter.offer is not None
    assert "Ana" in rayman.said
    assert "Bo" in rayman.said
    assert rayman.said.startswith("Cards: ")
    assert "dice button" in rayman.presenter.screen().detail.lower()
    assert rayman.presenter.confirm_seen()  # the dice button
    assert rayman.session.view().phase == "turns"
    assert rayman.session.night.position == 3  # both choices and the turning over


def test_hidden_things_are_not_confirmed_by_waiting(rayman: Table) -> None:
    mine, theirs = hands(rayman)
    rayman.see(_1_1=(mine[0],), _1_2=(mine[1],), _2_1=(theirs[0],), _2_2=(theirs[1],))
    assert rayman.presenter.offer is not None
    for act, _ in rayman.later:
        act()
    assert rayman.session.night.position == 0


def test_an_unsure_card_is_asked_about_and_one_touch_settles_it(rayman: Table) -> None:
    mine, theirs = hands(rayman)
    rayman.see(_1_1=(mine[0], mine[2]), _1_2=(mine[1],), _2_1=(theirs[0],), _2_2=(theirs[1],))
    assert not rayman.presenter.confirm_seen()
    other = next(action for action in rayman.presenter.screen_actions() if action.kind == "way")
    rayman.presenter.act(other)
    assert rayman.session.view().phase == "turns"
    played = {card.id for card in rayman.session.view().cards if card.owner == "Ana"}
    assert mine[2] in played or any(mine[2] in str(event) for event in rayman.session.night.events)


def test_cards_of_the_last_round_answer_nothing(rayman: Table) -> None:
    mine, theirs = hands(rayman)
    fresh = Table("rayman", {"players": ["Ana", "Bo"]})
    fresh.cards = {
        "1/1": SeenCard((mine[0],), laid=1), "1/2": SeenCard((mine[1],), laid=1),
        "2/1": SeenCard((theirs[0],), laid=1), "2/2": SeenCard((theirs[1],), laid=1),
    }  # fmt: skip
    fresh.presenter.witness.places = ReadPlaces()  # they lay there before the question came up
    fresh.see()
    assert fresh.presenter.offer is None
    fresh.see(_1_1=(BACK,))
    fresh.see(_1_1=(mine[0],))
    assert fresh.presenter.offer is None  # Bo has not laid new ones


def test_a_card_that_nobody_holds_is_not_taken(rayman: Table) -> None:
    mine, theirs = hands(rayman)
    rayman.see(_1_1=("no-such-card",), _1_2=(mine[1],), _2_1=(theirs[0],), _2_2=(theirs[1],))
    assert rayman.presenter.offer is None


def test_a_taken_back_card_takes_the_offer_back(rayman: Table) -> None:
    mine, theirs = hands(rayman)
    rayman.see(_1_1=(mine[0],), _1_2=(mine[1],), _2_1=(theirs[0],), _2_2=(theirs[1],))
    rayman.see(_1_1=())
    assert rayman.presenter.offer is None


@pytest.fixture
def rolling() -> Table:
    table = Table("lighthouse", {"players": ["Ana", "Bo"]})
    assert table.session.view().dice is not None
    return table


def test_a_throw_is_offered_and_the_button_takes_it_as_it_fell(rolling: Table) -> None:
    count = len(rolling.session.view().dice.dice)  # type: ignore[union-attr]
    rolling.throw(*[((4, 5), True)] * count)
    assert "Rolled: 4" in rolling.said
    assert rolling.presenter.confirm_seen()
    assert rolling.session.night.position == 1


def test_dice_that_lay_there_before_are_no_throw(rolling: Table) -> None:
    rolling.see()
    assert rolling.presenter.offer is None


def test_an_unsure_die_is_corrected_by_one_touch(rolling: Table) -> None:
    rolling.throw(((4, 5, 6, 3, 2, 1), False))
    assert not rolling.presenter.confirm_seen()
    actions = [action for action in rolling.presenter.screen_actions() if action.kind == "way"]
    assert [action.label for action in actions][:2] == ["5", "6"]
    rolling.presenter.act(Action("way", "5", number=1))
    assert rolling.session.night.position == 1


def test_a_drawn_card_is_offered() -> None:
    table = Table("grimm", {"players": ["Ana", "Bo"]})
    card = next(choice for choice in table.session.view().choices if choice.group == "chance").command["card"]
    table.see(**{f"_{DRAWN}": (card,)})
    assert table.presenter.offer is not None
    assert table.presenter.confirm_seen()
    assert table.session.night.position == 1


def test_a_camera_that_begins_anew_takes_no_old_dice_for_a_throw(rolling: Table) -> None:
    die = (SeenDie((4,), True, 0.9),)
    rolling.camera.reading = Reading(dice=die, throws=1, reader=2)
    rolling.presenter.look_around()
    assert rolling.presenter.offer is None


def test_what_everybody_has_to_choose_needs_no_touch() -> None:
    table = Table("rayman", {"players": ["Ana", "Bo"]})
    session = table.session
    for _ in range(400):
        if hands(table) or not any(choice.group == "secret" for choice in session.view().choices):
            legal = session.game.legal_commands(session.state)
            ends = [one for one in legal if type(one).__name__ in ("EndTurn", "Stay", "ChooseCards")]
            outcomes = [choice.command for choice in session.view().choices if choice.group == "chance"]
            session.submit((ends or legal or outcomes)[0])
    assert not hands(table)
    before = session.night.position
    table.see()
    assert table.presenter.offer is not None
    assert table.presenter.confirm_seen()
    assert session.night.position >= before + 2


class SeenTable(Table):
    """A table whose camera sees figures, too."""

    def __init__(self) -> None:
        super().__init__("rayman", {"players": ["Ana", "Bo"]})
        self.camera.session = self.session
        good = EyeHealth("good", literal(""))
        eye: Any = SimpleNamespace(health=lambda: good, latest_jpeg=lambda: None)
        self.camera.eye = eye
        mine, theirs = hands(self)
        self.see(_1_1=(mine[6],), _1_2=(mine[7],), _2_1=(theirs[0],), _2_2=(theirs[1],))
        assert self.presenter.confirm_seen()

    def stand(self, **elsewhere: str) -> None:
        expected = self.session.game.expected_scene(self.session.state).figures
        figures = {**expected, **elsewhere}
        seen = {figure: SeenFigure(space, 0, 0, 0.99) for figure, space in figures.items()}
        self.camera._saw(Sighting(registered=True, figures=seen))
        self.presenter.look_around()

    def within_reach(self, *others: str) -> str:
        board = self.session.lit_view().board
        assert board is not None
        here = self.session.game.expected_scene(self.session.state).figures
        game, state, figure = self.session.game, self.session.state, self.session.figure
        return next(
            space
            for space in board.lit
            if space not in (*here.values(), *others) and not game.ways_to(state, figure, space)[0].goes_on
        )


def test_the_next_figure_moving_confirms_the_one_before() -> None:
    table = SeenTable()
    first, start = table.session.figure, table.session.night.position
    space = table.within_reach()
    table.stand(**{first: space})
    assert table.presenter.offer is not None
    assert table.session.night.position == start
    other = next(
        name for name in table.session.game.expected_scene(table.session.state).figures if name != first
    )
    after = table.session.foresee(
        (
            *table.presenter.offer.way.commands,
            *([table.presenter.offer.then.command] if table.presenter.offer.then else []),
        )
    )
    assert after.board is not None
    assert [piece.id for piece in after.board.pieces if piece.is_active] == [other]
    table.stand(**{first: space, other: "2/1"})
    assert table.session.night.position > start
    assert table.session.game.expected_scene(table.session.state).figures[first] == space
    assert table.session.figure == other


def test_a_figure_that_leaves_again_or_one_out_of_turn_confirms_nothing() -> None:
    table = SeenTable()
    first, start = table.session.figure, table.session.night.position
    figures = table.session.game.expected_scene(table.session.state).figures
    other = next(name for name in figures if name != first)
    table.stand(**{first: table.within_reach()})
    assert table.presenter.offer is not None
    table.stand(**{other: "2/1"})  # the offered one was taken back
    assert table.session.night.position == start


def test_a_figure_that_goes_on_is_offered_where_it_stands_now() -> None:
    table = SeenTable()
    first, start = table.session.figure, table.session.night.position
    space = table.within_reach()
    further = table.within_reach(space)
    table.stand(**{first: space})
    assert table.presenter.offer is not None
    table.stand(**{first: further})
    assert table.presenter.offer is not None
    assert table.presenter.offer.space == further
    table.stand()
    assert table.presenter.offer is None
    assert table.session.night.position == start
    table.stand(**{first: further})
    assert table.presenter.confirm_seen()
    assert table.session.game.expected_scene(table.session.state).figures[first] == further


def test_a_figure_that_nobody_has_put_back_after_undo_waits_for_a_touch() -> None:
    table = SeenTable()
    first, space = table.session.figure, table.within_reach()
    table.stand(**{first: space})
    assert table.presenter.offer is not None
    assert table.presenter.offer.confirmed_by != "touch"
    assert table.presenter.confirm_seen()
    while table.session.game.expected_scene(table.session.state).figures[first] == space:
        table.session.undo()
    start = table.session.night.position
    table.stand(**{first: space})
    assert table.presenter.offer is not None
    assert table.presenter.offer.confirmed_by == "touch"
    assert not table.presenter.confirm_seen()
    assert table.session.night.position == start


def test_symbols_are_offered_by_their_names() -> None:
    table = Table("pickle_rick", {"players": ["Ana", "Bo"]})
    session = table.session
    for _ in range(60):
        if session.view().dice is not None:
            break
        legal = session.game.legal_commands(session.state)
        if legal:
            session.submit(legal[0])
        else:
            session.draw_all(lambda count: 0)
    request = session.view().dice
    assert request is not None
    table.see()
    faces = [die.ids[index % 6] for index, die in enumerate(request.dice)]
    before = session.night.position
    table.dice = tuple(SeenDie((face,), True, 0.9) for face in faces)
    table.throws += 1
    table.see()
    assert "Rolled: " in table.said
    assert "symbol" not in table.said
    assert table.presenter.confirm_seen()
    assert session.night.position == before + 1


def test_the_button_ends_no_turn_while_the_mover_is_not_seen_where_it_stands() -> None:
    table = SeenTable()
    figures = dict(table.session.game.expected_scene(table.session.state).figures)
    start = table.session.night.position
    mover = table.session.figure
    hidden = {name: SeenFigure(space, 0, 0, 0.99) for name, space in figures.items() if name != mover}
    table.camera._saw(Sighting(registered=True, figures=hidden, unseen=(mover,)))
    table.presenter.look_around()
    assert not table.presenter.confirm_seen()
    assert table.session.night.position == start
    table.stand()
    assert table.presenter.confirm_seen()
    assert table.session.night.position > start
