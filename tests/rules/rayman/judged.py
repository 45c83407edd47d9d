"""Short disputes for the rule tests of the judge."""

from __future__ import annotations

from typing import Any

from companion.games.rayman.judge import judge, reach


def dispute(
    at: list[int],
    actions: dict[str, int],
    *,
    board: dict[str, Any] | None = None,
    drawn: list[list[str]] | None = None,
    others: dict[str, dict[str, Any]] | None = None,
    claim: dict[str, Any] | None = None,
    player: dict[str, Any] | None = None,
    **rest: Any,
) -> dict[str, Any]:
    """A dispute of one turn of rayman's."""
    document: dict[str, Any] = {
        "format": "dispute/1",
        "game": "rayman",
        "board": {"columns": 44, **(board or {})},
        "players": {"rayman": {"at": at, **(player or {})}, **(others or {})},
        "turn": {"player": "rayman", "actions": actions, "drawn": drawn or []},
        **rest,
    }
    if claim is not None:
        document["claim"] = claim
    return document


def ends(at: list[int], actions: dict[str, int], **rest: Any) -> set[tuple[int, int]]:
    """Where that turn can end."""
    return {(p, level) for p, level in reach(dispute(at, actions, **rest))}


def is_legal(at: list[int], actions: dict[str, int], claim: dict[str, Any], **rest: Any) -> bool:
    """Whether the judge lets that turn end as claimed."""
    return judge(dispute(at, actions, claim=claim, **rest)).is_legal
