"""What a Grimm box holds: the board as a graph, six characters, the spells by their effects."""

from __future__ import annotations

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct, field

from companion.content.library import Entity
from companion.core.effect import ByHand, Effect

SpaceKind = Literal["blank", "start", "draw", "discard", "reroll", "teleporter", "chest", "portal"]
Colour = Literal["red", "blue", "green", "yellow", "purple", "black"]
PowerName = Literal["none", "text", "piper", "rapunzel", "wolf", "dragon", "queen"]

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple", "black")
SPACE_KINDS: tuple[SpaceKind, ...] = (
    "blank", "start", "draw", "discard", "reroll", "teleporter", "chest", "portal",
)  # fmt: skip
POWERS: tuple[PowerName, ...] = ("none", "text", "piper", "rapunzel", "wolf", "dragon", "queen")
MASS_VERBS = ("discard", "slow", "silence", "destroy")
"""Effects that Rapunzel casts on everybody else (GRM-POWER-6)."""


class BoardSpace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A printed space: place, kind, and its mark: a start's or teleporter's colour, a chest's number."""

    x: float
    y: float
    kind: SpaceKind = "blank"
    mark: str = ""


class Board(Entity, frozen=True):
    """The four boards joined, as a graph: spaces by id, and the paths between them, open both ways."""

    width: Annotated[int, Meta(ge=1, le=60)]
    height: Annotated[int, Meta(ge=1, le=60)]
    spaces: dict[str, BoardSpace]
    paths: tuple[tuple[str, str], ...]
    pen: str = ""
    """The space that the editor draws the next path from."""


class Character(Entity, frozen=True):
    """One of the six: the colour of the pawn and its equipment, and the power of two pieces of equipment."""

    colour: Colour
    power: PowerName = "none"
    text: dict[str, str] = field(default_factory=dict)
    """What the power says, where the table carries it out by hand."""


class Discard(Effect, frozen=True):
    """The target discards a card of its choice."""


class Destroy(Effect, frozen=True):
    """A piece of the target's equipment goes back to its supply."""


class Displace(Effect, frozen=True):
    """The caster moves the target's pawn."""

    steps: Annotated[int, Meta(ge=1, le=12)] = 3


class Slow(Effect, frozen=True):
    """The target's next movement roll counts less; only before that roll."""

    by: Annotated[int, Meta(ge=1, le=6)] = 3


class Steal(Effect, frozen=True):
    """The caster takes a card at random from the target's hand."""


class Counter(Effect, frozen=True):
    """An opponent's spell is cancelled."""


class Boost(Effect, frozen=True):
    """The caster's next movement roll counts more; only before that roll, on the own turn."""

    by: Annotated[int, Meta(ge=1, le=6)] = 2


class Swap(Effect, frozen=True):
    """Caster and target change places."""


class Silence(Effect, frozen=True):
    """The target casts nothing for a while."""


SpellEffect = Union[Discard, Destroy, Displace, Slow, Steal, Counter, Boost, Swap, Silence, ByHand]


class Spell(Entity, frozen=True):
    """A kind of spell card: how many copies the deck holds and what it does."""

    copies: Annotated[int, Meta(ge=0, le=25)]
    effect: SpellEffect


CONTENT_KINDS: dict[str, type[Entity]] = {"boards": Board, "characters": Character, "spells": Spell}


def verb_of(effect: Effect) -> str:
    """Returns the effect's name as packs write it."""
    return str(type(effect).__struct_config__.tag)


def needs_target(effect: Effect) -> bool:
    """Tells whether a spell is cast on one opponent."""
    return not isinstance(effect, (Counter, Boost, ByHand))
