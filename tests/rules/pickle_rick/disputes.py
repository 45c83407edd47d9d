"""Short ways to write disputes for the tests."""

from __future__ import annotations

from typing import Any

from companion.games.pickle_rick.dispute.judge import judge, reach


def tile(walls: str = "", vent: str | None = None, letter: str = "G") -> dict[str, Any]:
    return {"face": "up", "walls": walls, "vent": vent, "letter": letter}


DOWN = {"face": "down"}
PLAIN = tile()


def rick(lying: dict[str, Any], at: list[int] | None = None, **turn: Any) -> dict[str, Any]:
    """Writes a turn of Rick's; symbols come as `move=1` and so on, `board` and `players` are merged."""
    return dispute(lying, {"side": "rick", **turn}, rick_at=at or [0, 0])


def russians(tiles: dict[str, Any], figure: str, guards: dict[str, list[int]], **turn: Any) -> dict[str, Any]:
    """Writes a turn of the Russians; `jaguar` may be among the guards."""
    return dispute(tiles, {"side": "russians", "figure": figure, **turn}, figures=guards)


def solo(tiles: dict[str, Any], figures: dict[str, list[int]], **more: Any) -> dict[str, Any]:
    return dispute(tiles, {"side": "russians", "solo": True, **more}, figures=figures)


def dispute(
    tiles: dict[str, Any],
    turn: dict[str, Any],
    rick_at: list[int] | None = None,
    figures: dict[str, list[int]] | None = None,
) -> dict[str, Any]:
    figures = dict(figures or {})
    at = turn.pop("rick_at", rick_at or [0, 0])
    board = {"tiles": tiles, **turn.pop("board", {})}
    options = turn.pop("options", {})
    claim = turn.pop("claim", None)
    health = turn.pop("health", 10)
    symbols = {kind: turn.pop(kind) for kind in ("move", "draw", "tool", "weapon", "joker") if kind in turn}
    if symbols:
        turn["symbols"] = symbols
    jaguar = {"at": figures.pop("jaguar", None)}
    document: dict[str, Any] = {
        "format": "dispute/1",
        "game": "pickle_rick",
        "options": options,
        "board": board,
        "players": {
            "rick": {"at": at, "health": health},
            "jaguar": jaguar,
            "guards": [{"id": name, "at": place} for name, place in figures.items()],
        },
        "turn": turn,
    }
    if claim is not None:
        document["claim"] = claim
    return document


def spaces(document: dict[str, Any]) -> list[tuple[int, int]]:
    return [(x, y) for x, y in reach(document)["spaces"]]


def is_legal(document: dict[str, Any], **claim: Any) -> bool:
    return judge({**document, "claim": claim}).is_legal
