"""The records that a search is made of: stances, worlds, steps, nodes and how they were come to."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.rayman.board import Space
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.places import Pushed, Spaces
from companion.games.rayman.search.pool import Piece

STAND, STAND_FRESH, AIR, AIR_TWICE, AIR_FRESH, DROP, GLIDE, HURDLE, FINISHED, HURT = range(10)
"""Stances; *fresh* is straight after a Jump from level 1 (Scrambler), *twice* with two Movements (Dasher)."""

STANDING = (STAND, STAND_FRESH)


class World(NamedTuple):
    """What has changed on the table since the turn began."""

    defeated: int = 0
    drawn: int = 0
    """How many tokens have come into the pool."""
    kept: int = 0
    """The enemies whose defeat drew these tokens, noted only by a search that forgets others."""
    freed: int = 0
    projectiles: Spaces = frozenset()
    boss_slapped: bool = False
    immune: bool = False
    figures: tuple[Pushed, ...] = ()


class Step(NamedTuple):
    """One step of a turn, as a command could ask for it.

    `kind` is one of move, jump, drift, glide, end_glide, fall, slap_enemy, free, slap_figure, heart, lum and
    convert; and, for where a figure is put, retreat (damage), displace (off a figure), step_off (obstacles).
    """

    kind: str
    to: Space = (0, 0)
    """Where the player's figure is after the step, or for a slap the space that is hit."""
    by: int = 0
    enemy: str = ""
    """slap, hit or dodge, where an enemy or the Boss was met."""
    cover: str = ""
    """crouch or hit, where a low ceiling or a projectile was met; empty in a run that is already paid."""
    target: str = ""
    """The Teensy's colour, or the figure's name; for convert: icon or token."""
    obstacle: bool = False
    cost: int = 0
    lands: Space | None = None
    """Where a slapped figure ends."""


class Node(NamedTuple):
    """A place and stance in a world."""

    world: int
    p: int
    level: int
    stance: int


class Source(NamedTuple):
    """How some pools, with so many Movements left, came to a node."""

    bits: int
    moves: int
    step: Step | None = None
    parent: Node | None = None
    moves_before: int = 0
    shift: int = 0


class Branch(NamedTuple):
    """One outcome of entering a space."""

    piece: Piece
    world: int
    is_gliding: bool
    enemy: str
    cover: str
    obstacle: bool


class Change(NamedTuple):
    """What a step changes in a world, figures aside."""

    defeated: int
    freed: int
    gone: Spaces
    boss_slapped: bool
    immune: bool


Edge = tuple[Post, Piece, Change | None, Step | None]
"""A step: where it leads, what it does to pools, and what it changes.

What a drawn token brings comes on top, since it depends on the tokens drawn before.
"""
Blow = tuple[int, Piece, Change, Step]
"""A Slap on an enemy: which one, what it does to pools, and what it changes."""


Shove = tuple[int, Piece, Step]
"""A Slap on a figure: the world that comes of it, and what it does to pools."""
