"""The values whose icons are lost are entered once with the box, and the set-up does not ask again."""

from __future__ import annotations

from msgspec.structs import replace

from companion.content.library import Content
from companion.games.platformer.content import ICONS, Icons
from companion.games.platformer.editor import PlatformerEditor
from companion.games.platformer.game import GAME

from .games import sample


def boxed(icons: Icons) -> Content:
    content = sample()
    return replace(content, entities={**content.entities, "icons": {"mine": icons}})


def asked(content: Content) -> set[str]:
    return {question.id.removeprefix("options.") for question in GAME.questions(content, {})}


def test_icons_kept_with_the_box_are_not_asked_again() -> None:
    assert set(ICONS) <= asked(sample())
    assert not set(ICONS) & asked(boxed(Icons({"en": "Mine"})))


def test_icons_kept_with_the_box_are_played_by() -> None:
    icons = Icons({"en": "Mine"}, no_boost="coin", portal_cost="none", second_bonus="gem", wild_symbol="boot")
    state = GAME.new_state({"players": ["Ana", "Bo"]}, boxed(icons))
    assert (state.options.no_boost, state.options.portal_cost) == ("coin", None)
    assert state.options.wild_symbol == "boot"
    assert (state.players[1].gems, state.players[1].coins) == (1, 0)
    own = GAME.new_state({"players": ["Ana", "Bo"], "options": {"no_boost": "star"}}, boxed(icons))
    assert own.options.no_boost == "star"


def test_icons_are_entered_by_five_choices_and_a_wild_one() -> None:
    editor = PlatformerEditor()
    icons = editor.blank("icons")
    questions = {question.id: question for question in editor.questions("icons", icons)}
    assert set(ICONS) <= set(questions)
    for name in ICONS:
        for option in questions[name].options:
            assert getattr(editor.answer("icons", icons, name, option.value), name) == option.value
