"""The worked examples of the form, and every defect of a document named by its field."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.commands import judge as commands
from companion.commands.spoken import reason
from companion.core.errors import Invalid
from companion.games.pickle_rick.dispute.judge import judge, reach

RICK: dict[str, Any] = {
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

SOLO: dict[str, Any] = {
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


def test_the_worked_example_of_ricks_turn() -> None:
    assert reach(RICK) == {
        "spaces": [[0, 0], [0, 1], [1, 1], [1, 2], [2, 1]],
        "sees": ["g1"],
        "rerolls": 3,
    }
    verdict = judge(RICK)
    assert verdict.is_legal
    assert verdict.spent == {"move": 1, "tool": 1}
    assert [step.key.rpartition(".")[2] for step in verdict.steps] == ["vent_fails", "plays", "parkour"]


def test_the_worked_example_of_the_solo_game() -> None:
    assert reach(SOLO) == {
        "figures": {
            "g1": [{"at": [1, 1], "damage": 0}],
            "g2": [{"at": [0, 0], "damage": 1}],
            "jaguar": [{"at": [1, 0], "damage": 0}, {"at": [1, 1], "damage": 0}],
        },
        "order": ["g2", "g1", "jaguar"],
        "damage": [1, 1],
    }
    assert judge({**SOLO, "claim": {"figures": {"g2": [0, 0], "jaguar": [1, 1]}, "health": 4}}).is_legal
    refused = judge({**SOLO, "claim": {"figures": {"jaguar": [0, 0]}}})
    assert refused.nearest == ([1, 0], [1, 1])
    assert not judge({**SOLO, "claim": {"health": 3}}).is_legal


DEFECTS: list[tuple[str, Any, str]] = [
    ("board.tiles.0,1.vent", "NE", "board.tiles.0,1.vent"),
    ("board.tiles.0,1.walls", "NN", "board.tiles.0,1.walls"),
    ("board.tiles.0,1.walls", "X", "board.tiles.0,1.walls"),
    ("board.tiles.0,1.face", "open", "board.tiles.0,1.face"),
    ("board.tiles.0,1.colour", "red", "board.tiles.0,1.colour"),
    ("board.tiles.0,2.walls", "", "board.tiles.0,2.walls"),
    ("board.tiles.north", {"face": "up"}, "board.tiles.north"),
    ("board.tiles.01,2", {"face": "up"}, "board.tiles.01,2"),
    ("board.rooftop", [0, 2], "board.rooftop"),
    ("board.stack", -1, "board.stack"),
    ("players.rick.at", [0, 2], "players.rick.at"),
    ("players.rick.at", [5, 5], "players.rick.at"),
    ("players.rick.health", 11, "players.rick.health"),
    ("players.jaguar.at", [0, 2], "players.jaguar.at"),
    ("players.guards.0.at", [0, 2], "players.guards.0.at"),
    ("players.guards.0.id", "g2", "players.guards.1.id"),
    ("players.guards.0.id", "jaguar", "players.guards.0.id"),
    ("players.guards", [{"id": f"g{n}", "at": [0, 0]} for n in range(11)], "players.guards"),
    ("turn.side", "morty", "turn.side"),
    ("turn.symbols.move", -1, "turn.symbols.move"),
    ("turn.symbols.any", 1, "turn.symbols.any"),
    ("turn.figure", "g1", "turn.figure"),
    ("turn.solo", True, "turn.solo"),
    ("turn.cards.0", "a_card_of_ours", "turn.cards.0.cost"),
    ("turn.cards.0", "parkour", "turn.cards.0.cost"),
    ("turn.cards.0", "verrouillage", "turn.cards.0.id"),
    ("turn.cards.0", {"id": "lance_lames", "cost": {"weapon": 0}}, "turn.cards.0"),
    ("turn.cards.0", {"id": "lance_lames", "cost": {}}, "turn.cards.0.cost"),
    ("turn.cards.0", {"id": "jetpack", "cost": {"tool": 1}}, "turn.cards.0.spaces"),
    ("turn.cards.0", {"id": "parkour", "cost": {"tool": 1}, "spaces": 2}, "turn.cards.0.spaces"),
    ("turn.cards.0", {"id": "parkour", "cost": {"tool": 1}, "accepted": True}, "turn.cards.0.accepted"),
    ("turn.tiles.0.walls", "EE", "turn.tiles.0.walls"),
    ("turn.tiles.0.guards", -1, "turn.tiles.0.guards"),
    ("options.forced_spending", "never", "options.forced_spending"),
    ("options.luck", True, "options.luck"),
    ("claim.at", [1], "claim.at"),
    ("claim.health", 8, "claim.health"),
    ("claim.figures", {}, "claim.figures"),
]


@pytest.mark.parametrize(("field", "value", "named"), DEFECTS)
def test_a_defect_is_named_by_its_field(field: str, value: Any, named: str) -> None:
    document = copy.deepcopy(RICK)
    *path, last = _split(field)
    part: Any = document
    for key in path:
        part = part[int(key)] if isinstance(part, list) else part[key]
    if isinstance(part, list):
        part[int(last)] = value
    else:
        part[last] = value
    with pytest.raises(Invalid) as refused:
        judge(document)
    line = reason(refused.value, "en")
    assert named in line
    assert "\n" not in line


def _split(field: str) -> list[str]:
    return field.split(".")


@pytest.mark.parametrize("field", ["claim", "board", "players", "turn"])
def test_a_missing_part_is_named(field: str) -> None:
    document = {key: value for key, value in RICK.items() if key != field}
    with pytest.raises(Invalid) as refused:
        judge(document)
    assert field in reason(refused.value, "en")


@pytest.mark.parametrize(
    ("turn", "field"),
    [
        ({"side": "russians"}, "turn.figure"),
        ({"side": "russians", "figure": "jaguar"}, "turn.figure"),
        ({"side": "russians", "figure": "g1", "tiles": []}, "turn.tiles"),
        ({"side": "russians", "figure": "g1", "cards": ["solenya"]}, "turn.cards.0.id"),
        (
            {
                "side": "russians",
                "figure": "g1",
                "cards": [{"id": "est_ce_que_c_est_fait", "cost": {"tool": 5}}],
            },
            "turn.cards.0.cost",
        ),
        ({"side": "russians", "solo": True, "symbols": {}}, "turn.symbols"),
    ],
)
def test_a_turn_of_the_russians_is_checked_too(turn: dict[str, Any], field: str) -> None:
    document = {key: value for key, value in RICK.items() if key != "claim"} | {"turn": turn}
    with pytest.raises(Invalid) as refused:
        reach(document)
    assert field in reason(refused.value, "en")


def test_the_commands_answer_the_worked_examples(tmp_path: Path) -> None:
    files = [tmp_path / "rick.json", tmp_path / "solo.json"]
    for file, document in zip(files, (RICK, SOLO), strict=True):
        file.write_text(json.dumps(document))
    runner = CliRunner()
    answered = runner.invoke(commands.reach, [str(file) for file in files])
    assert [json.loads(line) for line in answered.stdout.splitlines()] == [
        {"format": "reach/1", **reach(RICK)},
        {"format": "reach/1", **reach(SOLO)},
    ]
    judged = runner.invoke(commands.judge, [str(files[0])])
    assert json.loads(judged.stdout)["verdict"] == "legal"
