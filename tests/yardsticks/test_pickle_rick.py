"""The plain search answers the worked examples of the form, and small tables worked out by hand."""

from copy import deepcopy
from random import Random

import pytest

from tests.yardsticks.pickle_rick import is_legal, reach
from tests.yardsticks.pickle_rick_disputes import random_dispute, with_claim

WORKED_EXAMPLE: dict = {
    "format": "dispute/1",
    "game": "pickle_rick",
    "options": {"forced_spending": "book"},
    "board": {
        "rooftop": [3, 6],
        "stack": 17,
        "tiles": {
            "0,0": {"face": "up", "walls": "", "vent": None, "letter": "S"},
            "0,1": {"face": "up", "walls": "NW", "vent": "E", "letter": "B"},
            "0,2": {"face": "down"},
            "0,3": {"face": "up", "walls": "", "vent": None, "letter": "S"},
            "3,6": {"face": "up", "walls": "", "vent": None, "letter": "S"},
        },
    },
    "players": {
        "rick": {"at": [0, 1], "health": 8},
        "jaguar": {"at": None, "health": 10},
        "guards": [{"id": "g1", "at": [0, 0]}, {"id": "g2", "at": [0, 3]}],
    },
    "turn": {
        "side": "rick",
        "symbols": {"move": 1, "draw": 0, "tool": 1, "weapon": 2, "joker": 0},
        "cards": ["lance_lames", {"id": "parkour", "cost": {"tool": 1}}],
        "tiles": [{"walls": "E", "vent": None, "letter": "R", "guards": 1}],
    },
    "claim": {"at": [1, 1]},
}

SOLO_EXAMPLE: dict = {
    "format": "dispute/1",
    "game": "pickle_rick",
    "turn": {"side": "russians", "solo": True},
    "board": {
        "tiles": {
            "0,0": {"face": "up", "walls": "E"},
            "1,0": {"face": "up"},
            "2,0": {"face": "up"},
            "0,1": {"face": "up"},
            "1,1": {"face": "up"},
        }
    },
    "players": {
        "rick": {"at": [0, 0], "health": 5},
        "jaguar": {"at": [2, 0], "health": 10},
        "guards": [{"id": "g1", "at": [1, 0]}, {"id": "g2", "at": [0, 1]}],
    },
}


def up(walls: str = "", vent: str | None = None) -> dict:
    return {"face": "up", "walls": walls, "vent": vent}


DOWN = {"face": "down"}


def rick_at(at: tuple[int, int], board: dict, stack: int = 0, **turn: object) -> dict:
    """Rick's turn on a table without enemies and, unless told, without a stack."""
    return {
        "format": "dispute/1",
        "game": "pickle_rick",
        "board": {"stack": stack, "tiles": board},
        "players": {"rick": {"at": list(at)}, "guards": []},
        "turn": {"side": "rick", **turn},
    }


def russians(figure: str, figures: dict, rick: tuple[int, int], tiles: dict, **turn: object) -> dict:
    guards = [{"id": name, "at": list(at)} for name, at in figures.items() if name != "jaguar"]
    players: dict = {"rick": {"at": list(rick), "health": 5}, "guards": guards}
    if "jaguar" in figures:
        players["jaguar"] = {"at": list(figures["jaguar"])}
    return {
        "format": "dispute/1",
        "game": "pickle_rick",
        "board": {"tiles": tiles},
        "players": players,
        "turn": {"side": "russians", "figure": figure, **turn},
    }


def spaces(dispute: dict) -> list[tuple[int, int]]:
    return [tuple(space) for space in reach(dispute)["spaces"]]


def test_worked_example():
    assert reach(WORKED_EXAMPLE) == {
        "format": "reach/1",
        "spaces": [[0, 0], [0, 1], [1, 1], [1, 2], [2, 1]],
        "sees": ["g1"],
        "rerolls": 3,
    }
    assert is_legal(WORKED_EXAMPLE)
    assert not is_legal({**WORKED_EXAMPLE, "claim": {"at": [0, 2]}})


def test_solo_example():
    assert reach(SOLO_EXAMPLE) == {
        "format": "reach/1",
        "figures": {
            "g1": [{"at": [1, 1], "damage": 0}],
            "g2": [{"at": [0, 0], "damage": 1}],
            "jaguar": [{"at": [1, 0], "damage": 0}, {"at": [1, 1], "damage": 0}],
        },
        "order": ["g2", "g1", "jaguar"],
        "damage": [1, 1],
    }


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ({"figures": {"g1": [1, 1], "jaguar": [1, 0]}, "health": 4}, True),
        ({"figures": {"jaguar": [1, 1]}}, True),
        ({"health": 4}, True),
        ({"health": 5}, False),
        ({"figures": {"g1": [1, 0]}}, False),
        ({"figures": {"jaguar": [2, 0]}, "health": 4}, False),
    ],
)
def test_solo_claims(claim: dict, expected: bool):
    assert is_legal({**SOLO_EXAMPLE, "claim": claim}) is expected


CORRIDOR = {"0,0": up(), "0,1": up(), "0,2": up()}


def test_a_move_is_forced_unless_a_card_takes_it():
    assert spaces(rick_at((0, 0), CORRIDOR, symbols={"move": 1})) == [(0, 1)]
    assert spaces(rick_at((0, 0), CORRIDOR, symbols={"move": 2})) == [(0, 0), (0, 2)]
    with_card = rick_at((0, 0), CORRIDOR, symbols={"move": 1}, cards=["canon_a_vis"])
    assert spaces(with_card) == [(0, 0), (0, 1)]
    unforced = {**rick_at((0, 0), CORRIDOR, symbols={"move": 2}), "options": {"forced_spending": "off"}}
    assert spaces(unforced) == [(0, 0), (0, 1), (0, 2)]


@pytest.mark.parametrize("mode", ["book", "jokers", "off"])
def test_a_joker_may_be_a_move_or_not(mode: str):
    dispute = {**rick_at((0, 0), CORRIDOR, symbols={"joker": 1}), "options": {"forced_spending": mode}}
    assert spaces(dispute) == [(0, 0), (0, 1)]


def test_solenya_gives_two_jokers():
    assert spaces(rick_at((0, 0), CORRIDOR, symbols={"tool": 1}, cards=["solenya"])) == [
        (0, 0),
        (0, 1),
        (0, 2),
    ]


def test_the_rooftop_ends_the_turn():
    dispute = rick_at((0, 0), CORRIDOR, symbols={"move": 2, "draw": 1})
    dispute["board"]["rooftop"] = [0, 1]
    assert spaces(dispute) == [(0, 1)]


def test_a_wall_on_either_side_closes_an_edge():
    assert spaces(rick_at((0, 0), {"0,0": up("N"), "0,1": up()}, symbols={"move": 1})) == [(0, 0)]
    assert spaces(rick_at((0, 0), {"0,0": up(), "0,1": up("S")}, symbols={"move": 1})) == [(0, 0)]


def test_vents_lead_through_only_back_to_back_or_by_parkour():
    blind = {"0,0": up(vent="N"), "0,1": up(vent="N")}
    joined = {"0,0": up(vent="N"), "0,1": up(vent="S")}
    parkour = [{"id": "parkour", "cost": {"tool": 1}}]
    assert spaces(rick_at((0, 0), blind, symbols={"move": 1})) == [(0, 0)]
    assert spaces(rick_at((0, 0), joined, symbols={"move": 1})) == [(0, 1)]
    assert spaces(rick_at((0, 0), blind, symbols={"tool": 1}, cards=parkour)) == [(0, 0), (0, 1)]


def test_an_empty_space_needs_a_tile_in_the_stack():
    tiles = {"0,0": up("ESW")}
    assert spaces(rick_at((0, 0), tiles, symbols={"move": 1})) == [(0, 0)]
    assert spaces(rick_at((0, 0), tiles, stack=1, symbols={"move": 1})) == [(0, 1)]
    # The only tile has been drawn for [0, 1], whose wall lies N; from there only the way back is left.
    face = [{"walls": "N"}]
    assert spaces(rick_at((0, 0), tiles, stack=1, symbols={"move": 2}, tiles=face)) == [(0, 0)]


def test_a_vent_with_an_unknown_face_may_fail():
    tiles = {"0,0": up("ESW", "N"), "0,1": DOWN}
    assert spaces(rick_at((0, 0), tiles, symbols={"move": 1})) == [(0, 0), (0, 1)]


def test_a_tile_laid_by_the_vent_joins_the_vents():
    tiles = {"0,0": up("ESW", "N"), "0,1": DOWN}
    # The printed vent W comes to lie S, so the printed wall N lies W; E and N are open, but no stack is left.
    dispute = rick_at((0, 0), tiles, symbols={"move": 2}, tiles=[{"walls": "N", "vent": "W"}])
    assert spaces(dispute) == [(0, 0)]
    with_stack = rick_at((0, 0), tiles, stack=5, symbols={"move": 2}, tiles=[{"walls": "E", "vent": "N"}])
    # Vent N comes to lie S, wall E lies W: back, N and E.
    assert spaces(with_stack) == [(0, 0), (0, 2), (1, 1)]


def test_a_new_tile_does_not_stop_him_but_closes_behind_him():
    tiles = {"0,0": up(), "1,0": DOWN}
    # The arrow points E: the printed wall S lies W, behind him.
    dispute = rick_at((0, 0), tiles, symbols={"move": 2}, tiles=[{"walls": "S"}])
    assert spaces(dispute) == [(1, 0)]


def test_a_jetpack_stops_at_a_new_tile():
    tiles = {"0,0": up(), "0,1": up(), "0,2": DOWN, "0,3": up()}
    card = [{"id": "jetpack", "cost": {"tool": 1}, "spaces": 4}]
    dispute = rick_at((0, 0), tiles, symbols={"tool": 1}, cards=card, tiles=[{}])
    assert spaces(dispute) == [(0, 0), (0, 1), (0, 2)]


def test_a_guard_moves_once_and_others_may_take_the_moves():
    alone = russians("g1", {"g1": (0, 0)}, (0, 2), CORRIDOR, symbols={"move": 2})
    assert spaces(alone) == [(0, 1)]
    two = russians("g1", {"g1": (0, 0), "g2": (0, 2)}, (0, 2), CORRIDOR, symbols={"move": 1})
    assert spaces(two) == [(0, 0), (0, 1)]
    card = [{"id": "one_space", "cost": {"tool": 1}}]
    on_top = russians("g1", {"g1": (0, 0)}, (0, 2), CORRIDOR, symbols={"move": 1, "tool": 1}, cards=card)
    assert spaces(on_top) == [(0, 0), (0, 1), (0, 2)]


WALLED = {"0,0": up(), "0,1": up("N"), "0,2": up()}


def test_jaguar_through_a_wall_moves_in_no_other_way():
    assert spaces(russians("jaguar", {"jaguar": (0, 1)}, (0, 0), WALLED, symbols={"move": 2})) == [
        (0, 1),
        (0, 2),
    ]
    # A wall alone is no move that one Move can pay.
    assert spaces(russians("jaguar", {"jaguar": (0, 2)}, (0, 0), WALLED, symbols={"move": 1})) == [(0, 2)]
    card = [{"id": "one_space", "cost": {"tool": 1}}]
    dispute = russians(
        "jaguar", {"jaguar": (0, 0)}, (0, 0), WALLED, symbols={"move": 2, "tool": 1}, cards=card
    )
    assert spaces(dispute) == [(0, 0), (0, 1)]


def test_verrouillage_opens_a_wall_and_figures_stay():
    card = [{"id": "verrouillage", "cost": {"draw": 1}}]
    dispute = russians("g1", {"g1": (0, 2)}, (0, 0), WALLED, symbols={"move": 1, "draw": 1}, cards=card)
    assert spaces(dispute) == [(0, 1), (0, 2)]


@pytest.mark.parametrize(
    ("at", "health", "expected"),
    [((0, 1), 4, True), ((0, 1), 5, False), ((0, 2), 4, True), ((0, 2), 3, False), ((0, 0), 5, True)],
)
def test_shots_are_forced_and_counted(at: tuple[int, int], health: int, expected: bool):
    dispute = russians("g1", {"g1": (0, 1)}, (0, 2), CORRIDOR, symbols={"weapon": 2, "joker": 1})
    assert is_legal({**dispute, "claim": {"at": list(at), "health": health}}) is expected


def test_what_sees_rick():
    tiles = {
        "0,0": up(),
        "1,0": up(),
        "2,0": up("E"),
        "3,0": up(),
        "0,1": DOWN,
        "0,2": up(),
        "-1,0": up(vent="E"),
    }
    figures = {
        "far": (2, 0),
        "walled": (3, 0),
        "down": (0, 2),
        "vent": (-1, 0),
        "here": (0, 0),
        "jaguar": (1, 0),
    }
    answer = reach(russians("far", figures, (0, 0), tiles))
    assert answer["sees"] == ["far", "here", "jaguar"]
    assert answer["rerolls"] == 4


def test_solo_jaguar_waits_only_before_a_wall():
    # From [3, 0] waiting after one step would cost as much as two steps, but no wall is next there.
    dispute = deepcopy(SOLO_EXAMPLE)
    dispute["board"]["tiles"] = {"0,0": up("E"), "1,0": up(), "2,0": up(), "3,0": up(), "4,0": up()}
    dispute["players"]["guards"] = []
    for start, end in [(4, 2), (3, 1), (2, 1), (1, 0)]:
        dispute["players"]["jaguar"]["at"] = [start, 0]
        assert [found["at"] for found in reach(dispute)["figures"]["jaguar"]] == [[end, 0]]


def test_solo_figures_without_a_way_stay_and_come_last():
    dispute = deepcopy(SOLO_EXAMPLE)
    dispute["board"]["tiles"] = {"0,0": up(), "5,5": up(), "1,0": up()}
    dispute["players"]["jaguar"]["at"] = [5, 5]
    dispute["players"]["guards"] = [{"id": "g9", "at": [5, 5]}, {"id": "g1", "at": [1, 0]}]
    answer = reach(dispute)
    assert answer["order"] == ["g1", "g9", "jaguar"]
    assert answer["figures"]["jaguar"] == [{"at": [5, 5], "damage": 0}]


@pytest.mark.parametrize("seed", range(60))
def test_a_claim_of_a_place_is_legal_where_reach_lists_it(seed: int):
    rng = Random(seed)
    dispute = with_claim(rng, random_dispute(rng))
    dispute["claim"].pop("health", None)
    answer, claim = reach(dispute), dispute["claim"]
    if dispute["turn"].get("solo"):
        ends = {name: [end["at"] for end in found] for name, found in answer["figures"].items()}
        assert is_legal(dispute) is all(at in ends[name] for name, at in claim.get("figures", {}).items())
    else:
        assert is_legal(dispute) is (claim["at"] in answer["spaces"])
