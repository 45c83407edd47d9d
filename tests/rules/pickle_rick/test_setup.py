"""Before the first turn: the corridor, the figures, the cards, and set-ups that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.games.pickle_rick import state as st
from companion.games.pickle_rick.game import GAME
from tests.rules.pickle_rick.table import CONTENT, start


def specials(state: st.State) -> dict[str, str]:
    return {
        state.tiles[lies.tile].special: place for place, lies in state.lying.items() if lies.tile
    }  # fmt: skip


@pytest.mark.clause("PKR-SETUP-1")
@pytest.mark.clause("PKR-MAP-6")
@pytest.mark.parametrize(
    ("players", "form", "places", "hidden"),
    [
        (("Ana", "Bo"), {}, ("0,0", "0,3", "3,3", "3,6"), {"0,1", "0,2", "1,3", "2,3", "3,4", "3,5"}),
        (("Ana", "Bo"), {"corridor": "left"}, ("0,0", "0,3", "-3,3", "-3,6"), {"-1,3", "-2,3", "-3,4"}),
        (("Ana",), {}, ("0,0", "0,4", "4,4", "4,8"), {"0,3", "3,4", "4,5", "4,7"}),
        (("Ana",), {"mode": "solo_hard"}, ("0,0", "0,5", "5,5", "5,10"), {"0,4", "4,5", "5,6", "5,9"}),
    ],
)
def test_the_corridor(players: tuple[str, ...], form: dict[str, Any], places: Any, hidden: set[str]) -> None:
    state = start(*players, **form)
    there = specials(state)
    assert tuple(there[name] for name in ("bathroom", "guard_post_a", "guard_post_b", "rooftop")) == places
    assert hidden <= {place for place, lies in state.lying.items() if not lies.tile}
    assert state.rooftop == places[-1]


@pytest.mark.clause("PKR-SETUP-2")
@pytest.mark.parametrize(("players", "mode", "hidden", "stack"), [
    (2, None, 6, 18), (1, None, 9, 15), (1, "solo", 9, 15), (1, "solo_hard", 12, 12),
])  # fmt: skip
def test_hidden_tiles_and_the_stack(players: int, mode: str | None, hidden: int, stack: int) -> None:
    state = start(*("Ana", "Bo")[:players], **({"mode": mode} if mode else {}))
    assert sum(not lies.tile for lies in state.lying.values()) == hidden
    assert state.stack == stack
    assert GAME.problems(state) == ()


@pytest.mark.clause("PKR-SETUP-3")
def test_figures_at_the_start() -> None:
    state = start()
    assert state.rick_at == "0,0"
    assert (state.rick_health, state.jaguar_health, state.jaguar, state.reserve) == (10, 10, "waiting", 6)
    assert [guard.at for guard in state.guards] == ["0,3", "0,3", "3,3", "3,3"]


@pytest.mark.clause("PKR-SETUP-4")
def test_five_cards_each_and_alone_only_rick() -> None:
    known = GAME.new_state({"players": ["Ana", "Bo"]}, CONTENT)
    assert sum(isinstance(ask, st.DrawCard) for ask in known.agenda) == 10
    assert {request.deck for request in GAME.chance(known)} == {"rick"}  # type: ignore[union-attr]
    secret = start()
    assert all(len(deck.hand) == 5 and deck.left == 20 for deck in secret.decks.values())
    alone = start("Ana")
    assert len(alone.decks["rick"].hand) == 5
    assert alone.decks["russians"].left == 0


@pytest.mark.clause("PKR-SETUP-5")
def test_rick_rolls_first() -> None:
    assert start().now == st.Roll("rick")


@pytest.mark.parametrize(
    ("form", "named"),
    [
        ({"players": []}, "players"),
        ({"players": ["Ana", "Bo", "Cleo"]}, "players"),
        ({"players": ["Ana", "Ana"]}, "Ana"),
        ({"players": ["Ana", " "]}, "name"),
        ({"players": [{"name": "Ana", "side": "russians"}]}, "players"),
        ({"players": [{"name": "Ana", "side": "rick"}, {"name": "Bo", "side": "rick"}]}, "players"),
        ({"players": ["Ana"], "mode": "two"}, "mode"),
        ({"players": ["Ana", "Bo"], "mode": "solo"}, "mode"),
        ({"players": ["Ana", "Bo"], "corridor": "up"}, "corridor"),
        ({"players": ["Ana", "Bo"], "options": {"solo_ties": "mine"}}, "solo_ties"),
        ({"players": ["Ana", "Bo"], "options": {"luck": 1}}, "luck"),
    ],
)
def test_a_bad_set_up_is_refused_by_its_field(form: dict[str, Any], named: str) -> None:
    with pytest.raises(Invalid) as refused:
        GAME.new_state(form, CONTENT)
    assert named in reason(refused.value, "en")


def test_sides_are_chosen_by_name() -> None:
    state = start(players=[{"name": "Ana", "side": "russians"}, "Bo"])
    assert state.players == {"rick": "Bo", "russians": "Ana"}


def test_the_sample_pack_is_a_whole_box() -> None:
    state = start()
    plain = [tile for tile in state.tiles.values() if not tile.special]
    assert len(plain) == 24
    assert sum(bool(tile.vent) for tile in plain) == 16
    for side in ("rick", "russians"):
        assert sum(card.copies for card in state.cards.values() if card.side == side) == 25
    assert state.is_sample
