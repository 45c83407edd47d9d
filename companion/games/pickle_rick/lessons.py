"""What a newcomer is told first: the rule of each phase, and what each icon means."""

from __future__ import annotations

PHASES = {
    "setup": "PKR-SETUP-3",
    "roll": "PKR-DICE-1",
    "reroll": "PKR-DICE-4",
    "spend": "PKR-DICE-5",
    "over": "PKR-GOAL-1",
}
"""The clause that says what a phase is about."""

LEGEND = {
    "heart": ("PKR-END-2",),
    "deck": ("PKR-DRAW-1",),
    "guard": ("PKR-HARM-1",),
    "jaguar": ("PKR-NEW-3",),
    "card": ("PKR-CARD-1",),
    "people": ("PKR-NEW-1",),
    "rick": ("PKR-GOAL-1",),
    "any": ("PKR-DICE-5",),
    "weapon": ("PKR-RUS-5",),
    "move": ("PKR-MOVE-1",),
    "wall": ("PKR-MAP-4",),
    "vent": ("PKR-MOVE-5",),
    "sight": ("PKR-SIGHT-1",),
    "settings": ("PKR-DICE-1",),
    "tile": ("PKR-MAP-2",),
}
"""The clauses that say what an icon means."""
