"""What a newcomer is told first: the rule of each phase, and what each icon means."""

from __future__ import annotations

PHASES = {
    "setup": "RAY-CARD-1",
    "dangers": "RAY-ROUND-1",
    "choose": "RAY-CARD-1",
    "turns": "RAY-INIT-1",
    "end": "RAY-ROUND-5",
    "over": "RAY-RANK-1",
}
"""The clause that says what a phase is about."""

LEGEND = {
    "move": ("RAY-MOVE-1",),
    "jump": ("RAY-JUMP-1",),
    "slap": ("RAY-SLAP-1",),
    "glide": ("RAY-GLIDE-1",),
    "crouch": ("RAY-CROUCH-1",),
    "heart": ("RAY-HEART-1",),
    "lums": ("RAY-LEGEND-1",),
    "bubble": ("RAY-BUBBLE-1",),
    "enemy": ("RAY-ENEMY-1",),
    "teensy": ("RAY-TEENSY-1",),
    "token": ("RAY-TOKEN-1",),
    "projectile": ("RAY-PROJ-1",),
    "boss": ("RAY-BOSS-1",),
    "platform": ("RAY-BOARD-4",),
    "thick": ("RAY-BOARD-5",),
    "wall": ("RAY-BOARD-6",),
    "obstacle": ("RAY-MOVE-5",),
    "place": ("RAY-ROUND-5",),
    "cards": ("RAY-CARD-1",),
    "chosen": ("RAY-CARD-1",),
    "finished": ("RAY-FINISH-1",),
    "immune": ("RAY-DAMAGE-1",),
    "slapped": ("RAY-ROUND-16",),
}
"""The clauses that say what an icon means."""
