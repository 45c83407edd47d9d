"""What has no machine form is entered as a text, shown, carried out by the table and confirmed."""

from __future__ import annotations

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from companion.core.effect import ByHand
from companion.core.errors import Illegal
from companion.games.platformer import commands as cmd, content as fx
from companion.games.platformer.content import BossCard, EnemyCard, HeroCard, ShopCard
from companion.games.platformer.editor import PlatformerEditor
from companion.games.platformer.game import GAME
from companion.games.platformer.state import State

from .games import acting, dealt, take
from .test_boss import fight

TEXT = {"en": "Swap two heroes.", "fr": "Échangez deux héros."}


def holding(effect: fx.AnyGain) -> State:
    state = acting(dealt(), "1/1", {"boot": 1})
    items = {**state.box.items, "scroll": ShopCard({"en": "Scroll", "fr": "Parchemin"}, 1, effect)}
    state = replace(state, box=replace(state.box, items=items))
    players = (replace(state.players[0], cards=("items/scroll",)), *state.players[1:])
    return replace(state, players=players)


@pytest.mark.clause("PLT-HAND-1")
def test_a_text_is_shown_and_confirmed_before_the_game_goes_on() -> None:
    state = take(holding(ByHand(TEXT)), cmd.UseCard("items/scroll"))
    view = GAME.view(state)
    assert view.prompt.headline.texts == TEXT
    assert [choice.is_primary for choice in view.choices if choice.command == to_builtins(cmd.Confirm())] == [
        True
    ]
    assert GAME.legal_commands(state) == [cmd.Confirm()]
    with pytest.raises(Illegal) as refused:
        take(state, cmd.EndTurn())
    assert refused.value.message.key == "platformer.no.by_hand"
    after = take(state, cmd.Confirm())
    assert not after.by_hand
    assert after.dice == {"boot": 1}
    assert cmd.EndTurn() in GAME.legal_commands(after)
    with pytest.raises(Illegal):
        take(after, cmd.Confirm())


@pytest.mark.clause("PLT-HAND-1")
def test_a_text_of_the_boss_holds_the_next_turn_up() -> None:
    card = BossCard({"en": "Gaze", "fr": "Regard"}, "medusa", "attack", (ByHand(TEXT), fx.Hit("anywhere", 1)))
    state = fight()
    state = replace(state, box=replace(state.box, boss_cards={"gaze": card}), boss_deck={"gaze": 1})
    state = take(take(state, cmd.EndTurn()), cmd.RevealCard("enemy_die", "attack"))
    struck = take(state, cmd.RevealCard("boss_cards", "gaze"))
    assert struck.players[0].health == state.players[0].health - 1
    assert GAME.legal_commands(struck) == [cmd.Confirm()]
    assert GAME.chance(struck) == ()
    assert GAME.chance(take(struck, cmd.Confirm()))


def test_texts_are_entered_in_the_editor() -> None:
    editor = PlatformerEditor()
    hero = editor.blank("heroes")
    assert isinstance(hero, HeroCard)
    for field in ("star", "ability"):
        hero = editor.answer("heroes", hero, f"{field}.text.en", "Swap two heroes.")
        hero = editor.answer("heroes", hero, f"{field}.text.fr", "Échangez deux héros.")
    assert isinstance(hero, HeroCard)
    assert hero.star == hero.ability == ByHand(TEXT)
    assert {"star.text.en", "ability.text.fr"} <= {one.id for one in editor.questions("heroes", hero)}
    hero = editor.answer("heroes", editor.answer("heroes", hero, "star.text.en", ""), "star.text.fr", "")
    assert isinstance(hero, HeroCard)
    assert hero.star == fx.Gain()
    enemy = editor.answer("enemies", editor.blank("enemies"), "text.en", "It flies.")
    assert isinstance(enemy, EnemyCard)
    assert enemy.text == {"en": "It flies."}


def test_a_boss_card_has_several_effects_in_the_editor() -> None:
    editor = PlatformerEditor()
    card = editor.blank("boss_cards")
    for field, value in (
        ("effects.0.range", "row"),
        ("effects.1.verb", "summon"),
        ("effects.1.count", 2),
        ("effects.2.verb", "by_hand"),
        ("effects.2.text.en", "Turn a tile."),
        ("effects.3.verb", "curse"),
        ("effects.3.verb", "none"),
    ):
        assert field in {one.id for one in editor.questions("boss_cards", card)}
        card = editor.answer("boss_cards", card, field, value)
    assert isinstance(card, BossCard)
    assert card.effects == (fx.Hit("row", 1), fx.Summon(2), ByHand({"en": "Turn a tile."}))
