"""What a seat, a TV and a guest may do: the one table that the server, the reception and the docs read."""

from __future__ import annotations

from typing import Literal

Role = Literal["seat", "tv", "guest"]
"""A player's own phone, the screen that everybody sees, and somebody who watches."""

Right = Literal["public", "rules", "hand", "choose", "chance", "ask"]

ROLES: tuple[Role, ...] = ("seat", "tv", "guest")

RIGHTS: dict[Right, tuple[Role, ...]] = {
    "public": ("seat", "tv", "guest"),
    "rules": ("seat", "tv", "guest"),
    "hand": ("seat",),
    "choose": ("seat",),
    "chance": ("seat",),
    "ask": ("seat",),
}
"""Who has each right; a role that is not named has it not."""

MEANINGS: dict[Right, str] = {
    "public": "sees the board, the order, what just happened and the standings",
    "rules": "reads the rules of the game",
    "hand": "sees the cards and the secret choices of its own player",
    "choose": "chooses for its own player: cards, spells, tokens, moves",
    "chance": "rolls and draws when its player is asked to, or when anybody may",
    "ask": "asks where its player's figure can go, and why not",
}

BEGIN, END = "<!-- rights: made by scripts/rights -->", "<!-- end of rights -->"


def may(role: Role | None, right: Right) -> bool:
    """Tells whether a role has a right; whoever has no role yet has none."""
    return role in RIGHTS[right]


def rights_table() -> str:
    """Writes the table of rights for the docs."""
    lines = ["| may | seat | TV | guest |", "|---|---|---|---|"]
    for right, roles in RIGHTS.items():
        marks = " | ".join("yes" if role in roles else "–" for role in ROLES)
        lines.append(f"| {MEANINGS[right]} | {marks} |")
    return "\n".join(lines)
