"""What a newcomer is told first: the rule of each phase, and what each icon means."""

from __future__ import annotations

PHASES = {
    "setup": "PLT-SETUP-1",
    "event": "PLT-SOLO-1",
    "remove": "PLT-TURN-1",
    "refresh": "PLT-TURN-2",
    "roll": "PLT-TURN-3",
    "enemies": "PLT-ENEMY-1",
    "actions": "PLT-TURN-5",
    "gravity": "PLT-TURN-7",
    "end": "PLT-TURN-6",
    "boss": "PLT-TURN-8",
    "over": "PLT-BOSS-5",
}
"""The clause that says what a phase is about."""

LEGEND = {
    "boss": ("PLT-BOSS-5",),
    "heart": ("PLT-FAINT-1",),
    "gem": ("PLT-GEM-1",),
    "coin": ("PLT-ACT-5",),
    "enemy": ("PLT-ACT-4",),
    "generator": ("PLT-LEVEL-2",),
    "trap": ("PLT-GRAV-4",),
    "ladder": ("PLT-MAP-5",),
    "platform": ("PLT-MAP-3",),
    "wall": ("PLT-MAP-3",),
    "boot": ("PLT-ACT-2",),
    "sword": ("PLT-ACT-4",),
    "star": ("PLT-ACT-7",),
    "monster": ("PLT-ACT-6",),
    "shop": ("PLT-ACT-8",),
    "portal": ("PLT-ACT-3",),
    "figure": ("PLT-SETUP-1",),
    "special": ("PLT-TURN-6",),
}
"""The clauses that say what an icon means."""
