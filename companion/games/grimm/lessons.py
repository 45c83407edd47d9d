"""What a newcomer is told first: the rule of each phase, and what each icon means."""

from __future__ import annotations

PHASES = {
    "setup": "GRM-SETUP-2",
    "prepare": "GRM-TURN-1",
    "move": "GRM-MOVE-1",
    "finish": "GRM-TURN-6",
    "over": "GRM-GOAL-1",
}
"""The clause that says what a phase is about."""

LEGEND = {
    "deck": ("GRM-SETUP-4",),
    "trash": ("GRM-HAND-2",),
    "card": ("GRM-HAND-1",),
    "chest": ("GRM-EQUIP-1",),
    "portal": ("GRM-PORTAL-1",),
    "dice": ("GRM-SPACE-3",),
    "teleporter": ("GRM-GATE-1",),
    "move": ("GRM-MOVE-1",),
    "spell": ("GRM-TURN-5",),
    "rotate": ("GRM-TURN-5",),
    "start": ("GRM-SETUP-3",),
}
"""The clauses that say what an icon means."""
