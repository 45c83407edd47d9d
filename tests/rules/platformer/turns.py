"""Small disputes for tests, and the worked examples of the form."""

from __future__ import annotations

from typing import Any

from companion.games.platformer.dispute.answers import reach
from companion.games.platformer.dispute.judge import judge

WORKED: dict[str, Any] = {
    "format": "dispute/1",
    "game": "platformer",
    "options": {
        "trap_on_walk": False,
        "no_boost": "star",
        "portal_cost": "boot",
        "generate_with_special": False,
    },
    "board": {
        "columns": 5,
        "rows": 4,
        "levels": [1],
        "boss_level": False,
        "walls": [[1, 1]],
        "platforms": [[3, 2], [4, 2], [5, 3]],
        "ladders": [[3, 1]],
        "coins": [[4, 2]],
        "gems": [[2, 1]],
        "traps": [[2, 2]],
        "shops": [],
        "portals": [],
    },
    "players": {
        "sweety": {"at": [3, 1], "health": 2, "max_health": 4, "gems": 0, "coins": 1, "special": None},
        "etern": {"at": [1, 1], "health": 4, "max_health": 4, "special": "boot", "lets_go": False},
    },
    "enemies": {
        "wolf": {"at": [4, 1], "health": 3, "damage": 2, "loot": {"coins": 2, "gems": 0}},
        "ent": {"at": [4, 2], "health": 2, "damage": 1},
    },
    "turn": {"player": "sweety", "symbols": {"boot": 1, "sword": 2, "monster": 1, "coin": 1}, "extra": {}},
    "claim": {"at": [3, 2], "defeated": []},
}

ROW = {"columns": 4, "rows": 1}


def turn(board: dict[str, Any], me: dict[str, Any], symbols: dict[str, int], **more: Any) -> dict[str, Any]:
    """Writes a dispute about one hero's turn; `others`, `enemies`, `extra` and `options` may be given."""
    return {
        "format": "dispute/1",
        "game": "platformer",
        "board": board,
        "players": {"me": {"health": 3, **me}, **more.get("others", {})},
        "enemies": more.get("enemies", {}),
        "turn": {"player": "me", "symbols": symbols, "extra": more.get("extra", {})},
        "options": more.get("options", {}),
    }


def ask(**fields: Any) -> dict[str, Any]:
    """Answers a small question."""
    return reach({"format": "dispute/1", "game": "platformer", **fields})


def ends(*args: Any, **more: Any) -> set[tuple[int, int] | None]:
    """Lists where a turn can end, None being off the map."""
    answer = reach(turn(*args, **more))
    return set(answer["spaces"]) | ({None} if answer["fainted"] else set())


def is_legal(dispute: dict[str, Any], **claim: Any) -> bool:
    """Tells whether a turn can end as claimed."""
    return judge({**dispute, "claim": claim}).is_legal


def enemy(column: int, row: int, health: int = 9, damage: int = 0, **more: Any) -> dict[str, Any]:
    """Writes an enemy."""
    return {"at": [column, row], "health": health, "damage": damage, **more}
