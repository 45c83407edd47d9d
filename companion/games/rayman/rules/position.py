"""A position in a turn as one whole number, a pool of actions as another, and what a step is.

A position holds the place, the stance, some flags and, on top, the number of its *world*: what the turn has
changed on the table so far (`table.World`). The pool is no part of it. A pool has eight bits for each icon,
the highest of which stays empty, so that one subtraction compares all icons at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

T = TypeVar("T")

# A place: four times the progress, plus the level
COLUMN: Final = 4
PLACE: Final = (1 << 13) - 1
# A stance
STAND: Final = 0 << 13
AIR: Final = 1 << 13
DROP: Final = 2 << 13
GLIDING: Final = 3 << 13
HURDLE: Final = 4 << 13
FINISHED: Final = 5 << 13
HURT: Final = 6 << 13
"""Hurt where the hit fell; the retreat is still to come."""
JUMPING: Final = 7 << 13
FALLING: Final = 8 << 13
STANCE: Final = 15 << 13
# Movements still possible in the air, and whether a Jump from level 1 has just been made (Scrambler)
ONE_AIR: Final = 1 << 17
AIRS: Final = 3 << 17
FRESH: Final = 1 << 19
# Flags
ODD: Final = 1 << 20
"""An icon that Drifter or Sneaker count waits for a second one."""
HELD_HEART: Final = 1 << 21
IMMUNE: Final = 1 << 22
BOSS_SLAPPED: Final = 1 << 23
USED: Final = 1 << 24
"""The Legendary ability is used up (`legendary_once`)."""
WORLD: Final = 25
"""From this bit on: the number of the world."""
BELOW_WORLD: Final = (1 << 25) - 1
POST: Final = (1 << 20) - 1 | 1 << 22
"""Place, way to stand and IMMUNE, without other flags and world."""
END: Final = PLACE | HELD_HEART
"""What an end of a turn tells."""
ON_FOOT: Final = ~((15 << 13) | (3 << 17) | (1 << 19))
"""Clears stance, Movements in the air and the row of Jumps."""

# A pool
MOVE: Final = 1 << 0
JUMP: Final = 1 << 8
SLAP: Final = 1 << 16
GLIDE: Final = 1 << 24
CROUCH: Final = 1 << 32
HEART: Final = 1 << 40
LUM: Final = 1 << 48
HIGH: Final = 0x80808080808080
ICONS: Final = ("move", "jump", "slap", "glide", "crouch", "heart", "lums")

# A Legendary card, nobody among the other figures
WEAVER: Final = 1
DRIFTER: Final = 2
SMASHER: Final = 3
DASHER: Final = 4
SNEAKER: Final = 5
SCRAMBLER: Final = 6
CARDS: Final = ("", "weaver", "drifter", "smasher", "dasher", "sneaker", "scrambler")
NOBODY: Final = 99

F_SLAPPED: Final = 1 << 23
"""Another figure is its place, HELD_HEART and IMMUNE as in a position, and this once it has been slapped."""

Deed = tuple[Any, ...]
"""The command that asks for a step, what it says after the player, and how what stands in the way is met."""
Step = tuple[int, int, int, int, Deed]
"""What a step needs, its change of the pool, the position after it, what must not be at hand, the deed."""
Figures = tuple[int, ...]


def covers(pool: int, least: int) -> bool:
    """Tells whether every count of a pool is at least that of another."""
    return ((pool | HIGH) - least) & HIGH == HIGH


def is_payable(pool: int, step: Step) -> bool:
    """Tells whether a pool allows a step."""
    return ((pool | HIGH) - step[0]) & HIGH == HIGH and not (step[3] and covers(pool, step[3]))


def count(pool: int, icon: int) -> int:
    """Returns how many of an icon a pool holds."""
    return pool // icon & 255


def packed(counts: dict[str, int]) -> int:
    """Packs counts by icon."""
    return sum(number << 8 * ICONS.index(icon) for icon, number in counts.items())


def unpacked(pool: int) -> dict[str, int]:
    """Lists the icons that a pool holds."""
    counts = {icon: pool >> 8 * index & 255 for index, icon in enumerate(ICONS)}
    return {icon: number for icon, number in counts.items() if number}


def bit_set(known: Iterable[T], chosen: Iterable[T] | None) -> int:
    """Returns which of the known ones are chosen as a bit set; -1, which is all of them, for None."""
    among = None if chosen is None else set(chosen)
    return -1 if among is None else sum(1 << number for number, one in enumerate(known) if one in among)
