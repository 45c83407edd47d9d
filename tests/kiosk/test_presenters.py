"""Screen models without a screen: what the table shows and what touches become."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest

from companion.core.blocks import Board, Choice, LogLine, Piece, Question, Space
from companion.core.dice import D6, DiceRequest
from companion.core.errors import Illegal
from companion.core.message import literal
from companion.i18n import Translator
from kiosk.night.files import newest_first
from kiosk.night.session import pieces_to_move
from kiosk.preferences import Preferences
from kiosk.presenters.cards import CardsPresenter, filled, picks
from kiosk.presenters.home import last_night
from kiosk.presenters.setup import SetupPresenter, available_games, nested
from kiosk.presenters.table.desk import Desk
from kiosk.presenters.table.presenter import TablePresenter
from kiosk.presenters.words import space_words
from kiosk.show.demo import demo_session
from tests.kiosk.fixtures import fixture_session, hit_view, played, quick_session, table_view

ROOM = Path(__file__).parents[2] / "kiosk"
KIVY_FREE = [
    *(file for room in ("presenters", "look", "report") for file in sorted((ROOM / room).rglob("*.py"))),
    *(ROOM / name for name in ("night/session.py", "night/files.py", "night/chance.py", "show/demo.py")),
    *(ROOM / name for name in ("machine/sound.py", "preferences.py", "widgets/board/geometry.py")),
]


def presenter(**changes: object) -> TablePresenter:
    return TablePresenter(fixture_session(table_view(**changes)), Translator("en"))


def choice(label: str, group: str = "main", **more: object) -> Choice:
    return Choice(literal(label), {"command": label}, group=group, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("file", KIVY_FREE, ids=lambda file: file.name)
def test_presenters_know_no_kivy(file: Path) -> None:
    names = {
        name
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert not [name for name in names if name.startswith(("kivy", "kiosk.panels", "kiosk.app"))]


def test_the_screen_says_round_phase_and_whose_turn() -> None:
    screen = presenter().screen()
    assert screen.title == "Round 3"
    assert [(phase.label, phase.state) for phase in screen.phases][2] == ("Turns", "now")
    assert screen.headline_seat == 1
    assert [action.label for action in screen.actions] == ["End turn", "Steps"]
    assert screen.actions[0].is_primary


def test_words_follow_the_language() -> None:
    words = Translator("fr")
    screen = TablePresenter(fixture_session(), words).screen()
    assert screen.title == "Round 3"
    assert screen.actions[0].label == "Finir le tour"


def test_dice_come_before_everything_else() -> None:
    request = DiceRequest((D6,), literal("the level"))
    actions = presenter(dice=request, choices=(choice("RollDice", "chance"),)).screen().actions
    assert [action.kind for action in actions] == ["roll", "type_roll"]


def test_a_deck_can_be_drawn_or_told() -> None:
    actions = presenter(choices=(choice("a", "chance"), choice("b", "chance"))).screen().actions
    assert [action.kind for action in actions] == ["draw", "pick_draw"]


def test_secret_choices_are_the_large_button_only_when_nothing_else_is_open() -> None:
    only = presenter(choices=(choice("pick", "secret", player="ana"),)).screen().actions
    assert [(action.kind, action.is_primary) for action in only] == [("secret", True)]
    mixed = presenter(choices=(choice("pick", "secret", player="ana"), choice("go"))).screen().actions
    assert [(action.kind, action.is_primary) for action in mixed] == [("choice", True), ("secret", False)]


def test_a_few_steps_that_are_all_there_is_are_buttons_themselves() -> None:
    few = presenter(choices=tuple(choice(f"drop {n}", "step") for n in (1, 2))).screen().actions
    assert [(action.kind, action.label) for action in few] == [("choice", "drop 1"), ("choice", "drop 2")]
    many = presenter(choices=tuple(choice(f"drop {n}", "step") for n in range(5))).screen().actions
    assert [(action.kind, action.is_primary) for action in many] == [("steps", True)]


def test_many_places_to_choose_from_are_lit_on_the_board_instead_of_listed() -> None:
    places = tuple(choice(f"to {n}", space=f"{n}/1") for n in (1, 2, 3))
    board = msgspec.structs.replace(table_view().board, lit=())
    table = presenter(choices=(*places, choice("stay", is_primary=True)), board=board)
    screen = table.screen()
    assert [(action.label, action.is_primary) for action in screen.actions] == [
        ("Go to one of 3 spaces…", True),
        ("stay", False),
    ]
    assert [choice.space for choice in table.act(screen.actions[0]).choices] == ["1/1", "2/1", "3/1"]
    assert screen.board is not None
    assert screen.board.lit == ("1/1", "2/1", "3/1")


@pytest.mark.parametrize(("label", "said"), [("To 9/2", "To 9/2"), ("Jump", "Jump: 9/2")])
def test_a_space_that_a_choice_names_already_is_not_said_twice(label: str, said: str) -> None:
    table = presenter(choices=(choice(label, space="9/2"),))
    table.touch_space("9/2")
    assert table.screen().headline == said


def test_a_touch_proposes_confirms_or_refuses() -> None:
    table = presenter()
    table.touch_space("9/2")
    assert table.screen().headline.startswith("Globox jumps")
    table.touch_space("9/2")
    assert table.offer is None, "the second touch did it"
    table.touch_space("9/3")
    notice = table.screen().notice
    assert notice is not None
    assert notice.tone == "refusal"
    assert [action.kind for action in notice.actions] == ["why", "close"]
    table.drop()
    assert table.screen().notice is None


def test_a_refused_command_stays_on_the_screen_with_its_reason() -> None:
    table = presenter()

    def refuse(commands: object, source: str = "") -> None:
        raise Illegal(literal("not now"))

    table.session.night.submit_all = refuse  # type: ignore[assignment,method-assign]
    assert not table.submit({"command": "EndTurn"})
    assert table.screen().notice is not None


def test_a_hit_is_the_title_and_instructions_follow() -> None:
    notice = TablePresenter(fixture_session(hit_view()), Translator("en")).screen().notice
    assert notice is not None
    assert notice.tone == "hit"
    assert "hits Barbara" in notice.title
    assert notice.lines[0] == "Take the Missile off the board."


def test_calm_news_is_quiet_and_reminders_can_be_switched_off() -> None:
    view = table_view(log=(LogLine(literal("Ana ended the turn.")),))
    session = fixture_session(view)
    assert TablePresenter(session, Translator("en")).screen().notice.tone == "info"  # type: ignore[union-attr]
    quiet = Desk(preferences=Preferences(shows_reminders=False))
    assert not TablePresenter(session, Translator("en"), desk=quiet).screen().hints


def test_after_an_undo_only_what_stands_elsewhere_is_put_back() -> None:
    spaces = (Space("a", 0, 0), Space("b", 1, 0))

    def board(**at: str) -> Board:
        return Board(2, 1, spaces, pieces=tuple(Piece(i, s, "figure", literal(i)) for i, s in at.items()))

    moved = pieces_to_move(board(x="a", y="a", gone="b"), board(x="b", y="a", came="a"))
    said = {piece.piece.texts[""]: (piece.before, piece.after) for piece in moved}
    assert set(said) == {"x", "gone", "came"}
    assert said["gone"][1] is None
    assert said["came"][0] is None


def test_two_cards_of_one_hand_are_picked_in_order() -> None:
    options = Question("left", literal("left"), "choice").options
    ask = tuple(Question(name, literal(name), "choice", options=options) for name in ("left", "right"))
    both = choice("ChooseCards", "secret", asks=ask)
    assert picks(both) == ()
    assert filled(both, ["c2", "c1"]) == {"command": "ChooseCards", "left": "c2", "right": "c1"}
    assert picks(choice("Bubble", "secret")) is None
    assert picks(choice("Type", "secret", asks=(Question("n", literal("n"), "number"),))) is None


def test_who_has_chosen_is_ready() -> None:
    view = table_view(choices=(choice("pick", "secret", player="cleo"),))
    cards = CardsPresenter(fixture_session(view))
    assert cards.waiting() == ("cleo",)


def test_dotted_answers_go_where_they_belong() -> None:
    answers = {"mode": "x", "options.a": 1, "players": [{"name": "A"}], "players.0.hero": "h"}
    assert nested(answers) == {"mode": "x", "options": {"a": 1}, "players": [{"name": "A", "hero": "h"}]}


@pytest.mark.parametrize("game", [game.manifest.id for game in available_games()])
def test_every_game_can_be_set_up_from_its_questions_alone(game: str) -> None:
    setup = SetupPresenter({})
    setup.choose_game(game)
    assert setup.pages()[0] == "game"
    assert setup.pages()[-1] == "layout"
    assert setup.problems() == ()
    steps, board = setup.layout()
    assert steps
    assert board is not None


@pytest.mark.parametrize(
    ("language", "start", "portal", "blank"),
    [
        ("en", "the red start", "the portal", "space 10, top left"),
        ("fr", "le départ rouge", "le portail", "la case 10, en haut à gauche"),
    ],
)
def test_spaces_are_called_as_the_table_calls_them_in_its_language(
    language: str, start: str, portal: str, blank: str
) -> None:
    board = quick_session("grimm").view().board
    assert space_words(board, "red", Translator(language)) == start
    assert space_words(board, "portal", Translator(language)) == portal
    assert space_words(board, "a1", Translator(language)) == blank


def test_the_home_screen_knows_how_far_the_night_in_play_has_come(tmp_path: Path) -> None:
    session = demo_session(path=tmp_path / "tonight.night")
    other = demo_session(path=tmp_path / "other.night")
    assert last_night(tmp_path).round == 1
    played(session, lambda session: session.view().round == 2)
    card = last_night(tmp_path)
    assert (card.path, card.round) == (session.path, 2)
    assert newest_first(tmp_path)[0] == session.path, "and it is the one to go on with after a power cut"
    session.close()
    other.close()
