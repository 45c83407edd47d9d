"""The game around the turn: set-up, the eight steps, the shop, levels, artifacts, the solo game."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.core.announcements import announcements_of
from companion.core.chance import dice_asked, draw
from companion.core.command import RevealCard, RollDice
from companion.core.errors import Illegal, Invalid
from companion.games.platformer import board, commands as cmd, events as ev
from companion.games.platformer.evolve import with_player
from companion.games.platformer.game import GAME
from companion.games.platformer.log import line_of
from companion.games.platformer.outcome import solo_score
from companion.games.platformer.state import Foe
from companion.games.platformer.turn.position import Symbol
from companion.i18n import Translator, words

from .games import acting, at_the_top, dealt, offers, play, sample, take, with_foe

CALM = ("boot", "boot", "sword", "coin", "star")


@pytest.mark.clause("PLT-SETUP-1")
@pytest.mark.clause("PLT-SETUP-6")
def test_heroes_begin_off_the_map_with_their_bonus() -> None:
    state = dealt(players=["Ana", "Bo", "Cleo", "Dan"])
    assert [(one.at, one.special, one.coins, one.gems) for one in state.players] == [
        ("", None, 0, 0), ("", None, 1, 0), ("", None, 0, 1), ("", None, 1, 1),
    ]  # fmt: skip
    with pytest.raises(Invalid):
        GAME.new_state({"players": []}, sample())
    with pytest.raises(Invalid):
        GAME.new_state({"players": ["Ana", "Ana"]}, sample())


@pytest.mark.clause("PLT-SETUP-2")
@pytest.mark.clause("PLT-SETUP-3")
@pytest.mark.clause("PLT-SETUP-4")
@pytest.mark.clause("PLT-SETUP-5")
@pytest.mark.clause("PLT-MAP-2")
@pytest.mark.clause("PLT-LEVEL-2")
def test_the_first_level_is_laid_out() -> None:
    state = dealt(dungeon="void")
    assert (len(state.levels), state.revealed) == (4, 1)
    assert len(dealt(options={"larger_map": True}).levels) == 5
    assert {state.box.tiles[name].set for name in state.levels[0].tiles} == {"void"}
    assert state.box.enemies[state.levels[0].enemy].tier == "I"
    assert len(state.shop) == 6
    assert {foe.at for foe in state.foes.values()} == set(board.spots(state, 0, "generators"))
    assert state.gems == board.spots(state, 0, "gems")
    assert state.coins == board.spots(state, 0, "coins")


@pytest.mark.clause("PLT-TURN-3")
def test_five_action_dice_and_the_enemy_die() -> None:
    state = dealt()
    asked = dice_asked(GAME.chance(state))
    assert asked is not None
    assert len(asked.dice) == 6
    rolled = take(state, RollDice((*CALM, "left")))
    assert rolled.dice == {"boot": 2, "sword": 1, "coin": 1, "star": 1}
    assert rolled.step == "actions"
    with pytest.raises(Illegal):
        take(state, cmd.EndTurn())


@pytest.mark.clause("PLT-TURN-1")
@pytest.mark.clause("PLT-TURN-2")
@pytest.mark.clause("PLT-TURN-8")
def test_a_hero_two_levels_up_has_the_lowest_level_removed() -> None:
    state = at_the_top()
    state = acting(state, "1/1", {})
    tower = board.tower_of(state)
    floor = next(cell for cell in tower.cells if tower.has_floor[cell] and 64 <= cell < 96)
    state = with_player(state, "Bo", at=board.space_of(state, floor), used=("ability",))
    after = take(state, cmd.EndTurn())
    assert after.turn == 1
    assert after.lowest == 1
    assert after.find_player("Ana").at == ""
    assert after.find_player("Bo").used == ()


@pytest.mark.clause("PLT-TURN-6")
@pytest.mark.clause("PLT-TURN-6B")
def test_the_special_die_takes_what_is_left() -> None:
    state = acting(dealt(), "1/1", {"boot": 1, "coin": 2}, special="star")
    settings = {(one.special, one.paid) for one in offers(state, cmd.EndTurn)}
    assert ("boot", "boot") in settings
    assert ("sword", "coin*2") in settings
    assert ("sword", "boot") not in settings
    assert take(state, cmd.EndTurn()).find_player("Ana").special == "star"
    after = take(state, cmd.EndTurn("sword", "coin*2")).find_player("Ana")
    assert after.special == "sword"


@pytest.mark.clause("PLT-ACT-5")
@pytest.mark.clause("PLT-ACT-7")
def test_coins_and_stars() -> None:
    state = acting(dealt(), "1/1", {"coin": 1, "star": 1}, gems=1)
    assert take(state, cmd.TakeCoins("coin")).active.coins == 1
    assert take(state, cmd.TakeCoins("coin+gem")).active.coins == 2
    assert take(state, cmd.UseStar("star")).active.coins == 2  # the sample's Alys


@pytest.mark.clause("PLT-ACT-8")
def test_buying_on_a_shop_cell() -> None:
    state = next(one for one in map(dealt, range(1, 40)) if board.spots(one, 0, "shops"))
    (shop, *_) = board.spots(state, 0, "shops")
    rich = acting(state, shop, {}, coins=9)
    card = rich.shop[0]
    after = take(rich, cmd.Buy(card))
    assert card in after.active.cards
    assert after.tasks == (card.partition("/")[0],)
    assert not offers(acting(state, shop, {}, coins=0), cmd.Buy)


@pytest.mark.clause("PLT-ACT-9")
def test_a_potion_under_its_deck_comes_up_after_all_the_others() -> None:
    game = next(one for one in map(dealt, range(1, 40)) if board.spots(one, 0, "shops"))
    first, second = [card for card in game.shop if card.startswith("potions/") and "haste" not in card][:2]
    state = acting(game, board.spots(game, 0, "shops")[0], {}, cards=("potions/haste",), coins=20)
    if "haste" in state.potions:
        state = replace(state, potions={name: 1 for name in state.potions if name != "haste"})
    state = take(take(state, cmd.UseCard("potions/haste")), cmd.Buy(first))
    assert "haste" not in {face.id for face in GAME.chance(state)[0].outcomes}
    last = replace(state, potions={})
    assert [face.id for face in GAME.chance(last)[0].outcomes] == ["haste"]
    state = take(last, RevealCard("potions", "haste"))
    assert "potions/haste" in state.shop
    assert not state.drunk
    assert not GAME.chance(take(state, cmd.Buy(second)))  # nothing is left to draw


@pytest.mark.clause("PLT-ACT-9")
def test_items_turn_and_potions_go_under_their_deck() -> None:
    state = acting(dealt(), "1/1", {}, cards=("items/speed-boots", "potions/haste"))
    used = take(state, cmd.UseCard("items/speed-boots"))
    assert used.extra == {"boot": 1}
    assert cmd.UseCard("items/speed-boots") not in offers(used, cmd.UseCard)
    drunk = take(used, cmd.UseCard("potions/haste"))
    assert drunk.extra == {"boot": 3}
    assert drunk.active.cards == ("items/speed-boots",)
    assert drunk.drunk == ("haste",)


@pytest.mark.clause("PLT-LEVEL-1")
def test_the_top_row_reveals_the_next_level_and_the_turn_goes_on() -> None:
    state = acting(dealt(), "1/4", {"coin": 2})
    asked = take(state, cmd.TakeCoins("coin"))
    assert asked.tasks == ("tiles", "tiles", "enemies")
    assert at_the_top().revealed == 4


@pytest.mark.clause("PLT-ART-1")
def test_artifacts_change_hands_by_themselves() -> None:
    state = acting(dealt(options={"artifacts": True}), "1/1", {"coin": 1})
    state = replace(state, artifacts={"chalice": ""})
    rich = with_player(state, "Ana", coins=3)
    taken = take(rich, cmd.TakeCoins("coin"))
    assert taken.artifacts == {"chalice": "Ana"}
    richer = with_player(taken, "Bo", coins=9)
    stolen = take(replace(richer, dice={"coin": 1}), cmd.TakeCoins("coin"))
    assert stolen.artifacts == {"chalice": "Bo"}
    assert stolen.find_player("Ana").cards == ()


@pytest.mark.clause("PLT-SOLO-1")
@pytest.mark.clause("PLT-SOLO-2")
def test_alone_events_and_fainting_end_the_game() -> None:
    state = dealt(players=["Ana"])
    assert sum(state.events.values()) == 11
    last = replace(acting(state, "1/1", {}), events={})
    lost = GAME.outcome(take(last, cmd.EndTurn()))
    assert lost is not None
    assert lost.winners == ()
    wolf = with_foe(acting(state, "1/1", {"boot": 1}, health=1), "2/1", "golem")
    step = next(one for one in offers(wolf, cmd.Move) if one.to != "2/1")
    assert take(wolf, step).ending == "fainted"


@pytest.mark.clause("PLT-SOLO-3")
@pytest.mark.clause("PLT-SOLO-3B")
def test_the_solo_score() -> None:
    state = acting(at_the_top(players=["Ana"]), "1/13", {"sword": 5}, gems=9, coins=4)
    tower = board.tower_of(state)
    beside = board.space_of(state, tower.neighbours[board.cell_of(state, "1/13")][0])
    state = with_foe(state, beside, "medusa", "medusa", is_boss=True)
    blow = max(offers(state, cmd.Attack), key=lambda one: len(one.paid))
    won = take(state, blow)
    assert won.winner == "Ana"
    left = sum(won.events.values())
    assert solo_score(won) == 3 * left + 2 * 1 + 2 * won.surplus + won.active.gems + 4 // 3


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"players": ["Ana"]},
        {"players": ["Ana", "Bo", "Cleo"], "boss": "ikee"},
        {"boss": "ikee", "dungeon": "void", "options": {"larger_map": True, "artifacts": True}},
    ],
)
def test_whole_games_end_well(setup: dict[str, object]) -> None:
    options = {**setup.get("options", {}), "round_limit": 6}  # type: ignore[dict-item]
    for seed in range(2):
        assert play(seed, climbs=bool(seed), **{**setup, "options": options}).step == "over"


def test_each_enemy_that_moves_has_a_card_of_its_own() -> None:
    state = dealt()
    log = [line_of(state, ev.FigureMoved(name, foe.at, "die")) for name, foe in state.foes.items()]
    told = announcements_of(line for line in log if line)
    assert len(told) == len(state.foes) > 1
    assert [one.headline.params["start"] for one in told] == [foe.at for foe in state.foes.values()]


@pytest.mark.clause("PLT-ART-1")
def test_an_artifact_that_changes_hands_says_from_whom() -> None:
    card = next(iter(dealt().box.artifacts))
    state = replace(dealt(), artifacts={card: "Bo"})
    line = line_of(state, ev.ArtifactTaken(card, "Ana"))
    assert line is not None
    assert (line.text.params["player"], line.text.params["other"]) == ("Ana", "Bo")


def test_what_an_effect_brings_is_told() -> None:
    line = line_of(dealt(), ev.Gained("Ana", coins=2, gems=-1, symbols={"boot": 2}))
    assert line is not None
    told = Translator("en")(line.text)
    assert told == "Ana gains: 2 coins, minus one gem, boot, boot"


@pytest.mark.clause("PLT-TURN-5B")
def test_a_special_die_that_is_used_is_blank() -> None:
    state = acting(dealt(), "1/1", {}, special="coin")
    used = [one for one in offers(state, cmd.TakeCoins) if "special" in one.paid]
    assert used
    after = take(state, used[0])
    assert (after.active.coins, after.active.special) == (1, None)


@pytest.mark.clause("PLT-ACT-4")
@pytest.mark.parametrize(
    ("dice", "special", "health", "paid"),
    [
        ({"sword": 1, "boot": 3}, None, 2, {"boot*2+sword"}),
        ({"sword": 2, "coin": 2}, None, 3, {"sword*2+coin*2"}),
        ({"boot": 4}, "sword", 2, {"boot*2+special", "boot*4", "boot*4+special"}),
        ({"sword": 3}, None, 1, {"sword", "sword*3"}),
        ({"sword": 1, "boot": 1}, None, 2, set()),
    ],
)
def test_an_attack_is_offered_with_as_many_wounds_as_the_enemy_has_health(
    dice: dict[Symbol, int], special: Symbol | None, health: int, paid: set[str]
) -> None:
    state = acting(dealt(), "1/1", dice, special=special)
    kind = next(name for name, card in state.box.enemies.items() if card.health == health)
    offered = [attack.paid for attack in offers(with_foe(state, "2/1", kind), cmd.Attack)]
    assert {frozenset(each.split("+")) for each in offered} == {frozenset(each.split("+")) for each in paid}


@pytest.mark.clause("PLT-ACT-4C")
def test_who_defeats_an_enemy_has_its_loot_at_once() -> None:
    state = with_foe(acting(dealt(), "1/1", {"sword": 5}), "2/1")
    loot = state.box.enemies["slime"]
    after = take(state, offers(state, cmd.Attack)[0])
    assert "slime-99" not in after.foes
    hero = state.box.heroes[state.active.hero]
    assert (after.active.coins, after.active.gems) == (loot.coins + hero.loot_coins, loot.gems)


@pytest.mark.clause("PLT-ACT-10")
def test_an_ability_is_used_once_a_turn() -> None:
    state = next(
        one
        for one in (acting(dealt(seed), "1/1", {}) for seed in range(1, 40))
        if one.box.heroes[one.active.hero].ability is not None
    )
    assert cmd.UseCard("ability") in offers(state, cmd.UseCard)
    used = take(state, cmd.UseCard("ability"))
    assert cmd.UseCard("ability") not in offers(used, cmd.UseCard)


@pytest.mark.clause("PLT-GRAV-7")
def test_tokens_do_not_fall() -> None:
    state = replace(acting(dealt(), "1/3", {}), coins=("8/3",), gems=("7/3",))
    after = take(state, cmd.CallGravity())
    assert after.active.at != "1/3"
    assert (after.coins, after.gems) == (("8/3",), ("7/3",))


@pytest.mark.clause("PLT-ENEMY-5")
def test_an_attack_can_blank_the_special_die() -> None:
    state = dealt()
    kind = next(name for name, card in state.box.enemies.items() if card.blanks_special)
    for foe, left in ((kind, None), ("slime", "boot")):
        here = with_foe(replace(with_player(state, "Ana", at="1/1", special="boot"), foes={}), "2/1", foe)
        here = with_player(here, "Ana", health=9)
        assert take(here, RollDice((*CALM, "attack"))).find_player("Ana").special == left


@pytest.mark.clause("PLT-GRAV-6")
def test_gravity_is_offered_only_where_something_falls() -> None:
    resting = acting(dealt(), "1/1", {})
    assert offers(resting, cmd.CallGravity) == []
    floor = board.tower_of(resting).has_floor
    free = next(cell for cell in range(16, 32) if not floor[cell])
    assert len(offers(with_foe(resting, board.space_of(resting, free)), cmd.CallGravity)) == 1


@pytest.mark.clause("PLT-GRAV-2")
def test_letting_go_of_a_ladder_is_offered_only_to_who_falls_then() -> None:
    found = set()
    for seed in range(1, 30):
        state = dealt(seed)
        tower = board.tower_of(state)
        for column, row in tower.ladders:
            here = with_foe(acting(state, board.space_id(column, row), {}), "8/4", "slime")
            is_free = not tower.has_floor[board.cell_of(here, here.active.at)]
            assert {end.lets_go for end in offers(here, cmd.EndTurn)} == (
                {False, True} if is_free else {False}
            )
            assert any(one.lets_go for one in offers(here, cmd.CallGravity)) == is_free
            found.add(is_free)
    assert found == {False, True}


@pytest.mark.parametrize("seed", range(6))
def test_who_never_ends_the_turn_runs_out_of_things_to_do(seed: int) -> None:
    rng = Random(seed)
    dice: dict[Symbol, int] = {"boot": 2, "sword": 1, "coin": 1, "monster": 1, "star": 1}
    state = with_foe(acting(dealt(seed + 1), "1/1", dice, gems=6), "8/3")
    for _ in range(300):
        requests = GAME.chance(state)
        more = [one for one in GAME.legal_commands(state) if not isinstance(one, cmd.EndTurn)]
        if requests:
            state = take(state, draw(requests[0], rng.randrange))
        elif more:
            state = take(state, rng.choice(more))
        else:
            break
    else:
        raise AssertionError("the turn does not end")
    assert offers(state, cmd.EndTurn)


@pytest.mark.clause("PLT-SETUP-7")
@pytest.mark.clause("PLT-SETUP-7B")
def test_who_is_named_begins_and_the_bonuses_follow_the_order() -> None:
    names = ["Ana", "Bo", "Cy"]
    plain = dealt(players=names)
    assert [player.name for player in plain.players] == names
    state = dealt(players=names, first="Bo")
    assert [player.name for player in state.players] == ["Bo", "Cy", "Ana"]
    assert state.active.name == "Bo"
    assert [(player.coins, player.gems) for player in state.players] == [(0, 0), (1, 0), (0, 1)]
    asked = {one.id: one for one in GAME.questions(sample(), {"players": names})}["first"]
    assert [option.value for option in asked.options] == names
    said = [words(line, "en") for line in GAME.layout(state)]
    assert said[-1] == "Bo begins."
    assert "Cy receives as a start bonus: one coin." in said
    with pytest.raises(Invalid) as refused:
        dealt(players=names, first="Dan")
    assert "first: nobody is called Dan" in words(refused.value.details[0], "en")


@pytest.mark.clause("PLT-SETUP-1B")
def test_heroes_are_entered_or_the_first_free_ones() -> None:
    players = [{"name": "Ana"}, {"name": "Bo", "hero": "alys"}]
    assert [player.hero for player in dealt(players=players).players] == ["angelo", "alys"]


@pytest.mark.clause("PLT-ACT-11")
@pytest.mark.clause("PLT-ACT-11B")
def test_a_passive_item_acts_by_itself() -> None:
    state = with_player(dealt(), "Ana", at="1/1", cards=("items/purse", "items/dagger"))
    state = replace(state, foes={})
    after = take(state, RollDice((*CALM, "left")))
    assert (after.active.name, after.step, after.active.coins) == ("Ana", "actions", 1)
    assert [use.card for use in offers(after, cmd.UseCard) if use.card != "ability"] == ["items/dagger"]
    with pytest.raises(Illegal) as refused:
        take(after, cmd.UseCard("items/purse"))
    assert refused.value.clauses == ("PLT-ACT-11",)
    card = next(one for one in GAME.view(after).cards if one.id == "items/purse#Ana")
    assert card.lines[0].key == "platformer.passive"
    assert not card.is_used


@pytest.mark.clause("PLT-BOSS-11")
@pytest.mark.clause("PLT-BOSS-11B")
def test_chance_names_the_cell_where_the_boss_appears() -> None:
    rng = Random(1)
    state = at_the_top()
    bare = replace(state, foes={}, tasks=("boss_cells",))
    level = board.boss_level(bare)
    starts = board.spots(bare, level, "boss_starts")
    offered = GAME.chance(bare)[0]
    assert [face.id for face in offered.outcomes] == list(starts)
    assert GAME.legal_commands(bare) == []
    assert take(bare, draw(offered, rng.randrange)).foes[bare.boss].at in starts
    full = replace(bare, foes={f"slime-{number}": Foe("slime", at) for number, at in enumerate(starts)})
    elsewhere = [str(face.id) for face in GAME.chance(full)[0].outcomes]
    assert elsewhere
    assert not set(elsewhere) & set(starts)
    assert {board.level_at(at) for at in elsewhere} == {level}
