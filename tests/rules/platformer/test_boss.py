"""The Boss's turn: Medusa's and Ikee's cards, ranges, tokens and summons; play against the judge."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.command import Command, RevealCard
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.boss import heroes_in
from companion.games.platformer.decide import wounds_by
from companion.games.platformer.dispute.answers import reach
from companion.games.platformer.dispute.judge import judge
from companion.games.platformer.evolve import with_player
from companion.games.platformer.state import State
from companion.games.platformer.ways import dispute_of

from .games import acting, at_the_top, offers, play, take, with_foe


def fight(boss: str = "medusa", hero: str = "1/13", foe: str = "4/13", **setup: object) -> State:
    state = acting(at_the_top(boss=boss, **setup), hero, {})
    return with_foe(
        replace(state, rolled=("boot", "boot", "sword", "coin", "star")), foe, boss, boss, is_boss=True
    )


@pytest.mark.clause("PLT-BOSS-6")
def test_medusa_turns_cards_until_one_shows_the_die() -> None:
    state = take(fight(), cmd.EndTurn())
    assert state.tasks == ("enemy_die",)
    state = take(state, RevealCard("enemy_die", "attack"))
    assert state.tasks == ("boss_cards",)
    state = take(state, RevealCard("boss_cards", "medusa-2"))  # shows left: on to the next one
    assert state.tasks == ("boss_cards",)
    health = state.find_player("Ana").health
    state = take(state, RevealCard("boss_cards", "medusa-1"))
    assert state.turn == 1
    assert state.find_player("Ana").health == health - 2
    assert set(state.boss_discards) == {"medusa-1", "medusa-2"}


@pytest.mark.clause("PLT-BOSS-6")
def test_medusa_shuffles_once_then_passes() -> None:
    bare = replace(fight(), boss_deck={"medusa-2": 1})
    state = take(take(bare, cmd.EndTurn()), RevealCard("enemy_die", "attack"))
    state = take(state, RevealCard("boss_cards", "medusa-2"))
    assert state.tasks == ("boss_cards",)
    assert take(state, RevealCard("boss_cards", "medusa-2")).turn == 1


@pytest.mark.clause("PLT-BOSS-7")
@pytest.mark.clause("PLT-BOSS-7B")
def test_ikee_follows_the_dice() -> None:
    state = take(fight("ikee"), cmd.EndTurn())
    state = take(state, RevealCard("boss_cards", "ikee-1"))  # boot: rolled twice
    health = state.find_player("Ana").health
    more = take(state, RevealCard("boss_cards", "ikee-2"))  # sword: rolled once
    assert more.find_player("Ana").health == health - 1
    assert more.turn == 1
    tied = take(state, RevealCard("boss_cards", "ikee-6"))  # wild: as often as boots
    assert tied.tasks == ("boss_order",)
    both = take(tied, RevealCard("boss_order", "ikee-6"))
    assert both.find_player("Ana").health == health - 3
    assert any(foe.kind == "guard" for foe in both.foes.values())


@pytest.mark.clause("PLT-BOSS-8")
@pytest.mark.clause("PLT-BOSS-8B")
def test_ranges_ignore_walls_and_stay_on_the_boss_level() -> None:
    state = with_player(fight(hero="3/14"), "Bo", at="4/12")
    assert heroes_in(state, "row") == []
    assert heroes_in(state, "beside") == []
    assert heroes_in(state, "around") == ["Ana"]
    assert heroes_in(state, "tile") == ["Ana"]
    assert heroes_in(state, "anywhere") == ["Ana"]


@pytest.mark.clause("PLT-BOSS-9")
def test_a_second_boss_token_is_a_wound() -> None:
    state = with_player(take(fight("ikee"), cmd.EndTurn()), "Ana", has_token=True)
    state = replace(state, rolled=("coin",) * 5)
    health = state.find_player("Ana").health
    for card in ("ikee-3", "ikee-1"):
        state = take(state, RevealCard("boss_cards", card))
    assert state.find_player("Ana").health == health - 1


@pytest.mark.clause("PLT-BOSS-10")
def test_summons_need_a_free_generator() -> None:
    state = fight()
    for number, at in enumerate(board.spots(state, 3, "generators")):
        state = with_foe(state, at, name=f"slime-{50 + number}")
    state = take(take(state, cmd.EndTurn()), RevealCard("enemy_die", "left"))
    after = take(state, RevealCard("boss_cards", "medusa-2"))
    assert not any(foe.kind == "snake" for foe in after.foes.values())


PLAIN = (cmd.Generate, cmd.Move, cmd.Step, cmd.Hop, cmd.Attack, cmd.MoveEnemy, cmd.CallGravity, cmd.TakeCoins)


class Turns:
    """Watches a game: what reach said as the actions began, and where the hero ended."""

    def __init__(self) -> None:
        self.answer: dict[str, Any] | None = None
        self.ends: list[bool] = []

    def __call__(self, before: State, command: Command, after: State) -> None:
        if before.step != "actions" and after.step == "actions" and not after.tasks:
            self.answer = None
            if after.revealed == 1 and len(after.foes) < 4:
                document = dispute_of(after, after.active.hero, "1/1")
                self.answer = reach(document)
        elif isinstance(command, cmd.EndTurn) and self.answer is not None:
            at = after.find_player(before.active.name).at
            place = board.place_of(at) if at else None
            self.ends.append(self.answer["fainted"] if place is None else place in self.answer["spaces"])
        elif not isinstance(command, (*PLAIN, cmd.EndTurn)) or after.revealed > 1:
            self.answer = None


def test_what_is_played_is_in_reach() -> None:
    turns = Turns()
    for seed in range(4):
        play(seed, climbs=False, watch=turns, options={"round_limit": 4})
    assert len(turns.ends) > 5
    assert all(turns.ends)


@pytest.mark.clause("PLT-BOSS-3")
def test_a_hero_that_faints_above_the_seal_returns_there_in_the_same_turn() -> None:
    dispute = {
        "format": "dispute/1",
        "game": "platformer",
        "board": {"columns": 5, "rows": 4, "levels": [1, 2, 3], "boss_level": True},
        "players": {"angelo": {"at": [4, 2], "health": 1, "gems": 3}},
        "enemies": {"ent": {"at": [4, 3], "health": 5, "damage": 2}},
        "turn": {"player": "angelo", "symbols": {"star": 1, "boot": 1}},
        "claim": {"at": [1, 3]},
    }
    assert judge(dispute).is_legal
    assert (1, 3) in reach(dispute)["spaces"]


@pytest.mark.clause("PLT-ACT-4")
def test_a_boss_may_be_hit_with_any_number_of_wounds_from_its_health_on() -> None:
    state = replace(fight(foe="2/13"), dice={"sword": 5})
    state = with_player(state, state.active.name, gems=6)
    assert board.boss_health(state) == 8
    paid = [attack.paid for attack in offers(state, cmd.Attack)]
    assert {(one, wounds_by(one)) for one in paid if "sword*5" in one} == {
        (f"sword*5+gem*{gems}", 5 + gems) for gems in (3, 4, 5)
    }
