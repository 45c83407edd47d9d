"""What a Pickle Rick box holds: building tiles, cards of both sides by their effects, characters."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Union

from msgspec import Meta, Struct, field

from companion.content.library import Entity
from companion.core.effect import ByHand, Effect
from companion.core.message import Message, say
from companion.games.pickle_rick.dispute.form import jokers_of
from companion.games.pickle_rick.turn import cards
from companion.games.pickle_rick.turn.cards import Card as KernelCard, SideName
from companion.games.pickle_rick.turn.symbols import Cost
from companion.games.pickle_rick.turn.tiles import SIDE, Tile as Face

Letter = Literal["R", "B", "G", "S"]
Special = Literal["", "bathroom", "guard_post_a", "guard_post_b", "rooftop"]
SPECIALS: tuple[Special, ...] = ("bathroom", "guard_post_a", "guard_post_b", "rooftop")
PLAIN_TILES = 24


class Tile(Entity, frozen=True):
    """A building tile as it is seen with its white arrow pointing up."""

    walls: Annotated[str, Meta(pattern="^N?E?S?W?$")] = ""
    vent: Literal["", "N", "E", "S", "W"] = ""
    letter: Letter = "G"
    guards: Annotated[int, Meta(ge=0, le=4)] = 0
    special: Special = ""

    @property
    def face(self) -> Face:
        """Returns its walls and vent in the words of the rules."""
        return Face(sum(SIDE[letter] for letter in self.walls), SIDE.get(self.vent, 0))

    def words(self) -> Message:
        """Says how the tile looks: letter, vent, walls, Guards."""
        parts = [say(f"pickle_rick.letter.{self.letter}")]
        if self.vent:
            parts.append(say("pickle_rick.tile.vent", side=say(f"pickle_rick.side_of.{self.vent}")))
        else:
            parts.append(say("pickle_rick.tile.no_vent"))
        if self.walls:
            sides = tuple(say(f"pickle_rick.side_of.{side}") for side in self.walls)
            parts.append(say("pickle_rick.tile.walls", sides=sides))
        if self.guards:
            parts.append(say("pickle_rick.tile.guards", count=self.guards))
        return say("pickle_rick.tile.face", parts=tuple(parts))


class CardCost(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The symbols printed in a card's corner."""

    move: Annotated[int, Meta(ge=0, le=4)] = 0
    draw: Annotated[int, Meta(ge=0, le=4)] = 0
    tool: Annotated[int, Meta(ge=0, le=4)] = 0
    weapon: Annotated[int, Meta(ge=0, le=4)] = 0
    any: Annotated[int, Meta(ge=0, le=4)] = 0


Amount = Annotated[int, Meta(ge=1, le=10)]


class CardEffect(Effect, frozen=True):
    """Base of the effects; `id` is what a dispute calls a card that does this."""

    id: ClassVar[str] = ""


class Screws(CardEffect, frozen=True):
    """Damage to one enemy on Rick's tile."""

    id: ClassVar[str] = cards.CANON
    damage: Amount = 2


class Blades(CardEffect, frozen=True):
    """Damage to each of one or two enemies at range 0-1."""

    id: ClassVar[str] = cards.BLADES
    damage: Amount = 2


class Laser(CardEffect, frozen=True):
    """Damage to every enemy one to six tiles away in one direction."""

    id: ClassVar[str] = cards.LASER
    damage: Amount = 3


class Parkour(CardEffect, frozen=True):
    """Through the vent to whatever lies there."""

    id: ClassVar[str] = cards.PARKOUR


class Jetpack(CardEffect, frozen=True):
    """Several moves in a row without symbols."""

    id: ClassVar[str] = cards.JETPACK
    spaces: Amount = 3


class Solenya(CardEffect, frozen=True):
    """Two Jokers."""

    id: ClassVar[str] = cards.SOLENYA


class HealRick(CardEffect, frozen=True, tag="heal_rick"):
    """Heals Rick."""

    id: ClassVar[str] = cards.HEALING
    by: Amount = 3


class OneSpace(CardEffect, frozen=True, tag="one_space"):
    """One move of Rick, or one step of one Russian figure."""

    id: ClassVar[str] = cards.ONE_SPACE


class Personal(CardEffect, frozen=True):
    """Jaguar enters, and a card is drawn."""

    id: ClassVar[str] = cards.NOTHING_PERSONAL


class Powder(CardEffect, frozen=True):
    """Heals Jaguar, and a card is drawn."""

    id: ClassVar[str] = cards.POWDER
    by: Amount = 3


class Lockdown(CardEffect, frozen=True):
    """Turns one face-up tile."""

    id: ClassVar[str] = cards.LOCKDOWN


class Suppress(CardEffect, frozen=True):
    """The Russians move Rick."""

    id: ClassVar[str] = cards.SUPPRESSION
    spaces: Amount = 1


class Bribe(CardEffect, frozen=True):
    """Rick gives up cards of his deck, or the Russians get a Joker."""

    id: ClassVar[str] = cards.BRIBE
    cards: Amount = 2


class Discard(CardEffect, frozen=True, tag="discard_tiles"):
    """Tiles off the top of the stack are discarded, one a Tool."""

    id: ClassVar[str] = cards.IS_IT_DONE


class Deploy(CardEffect, frozen=True):
    """Guards of the reserve come to one Guard Post."""

    guards: Amount = 1


AnyEffect = Union[
    Screws, Blades, Laser, Parkour, Jetpack, Solenya, HealRick, OneSpace, Personal, Powder, Lockdown,
    Suppress, Bribe, Discard, Deploy, ByHand,
]  # fmt: skip
VERBS: dict[SideName, tuple[type[CardEffect], ...]] = {
    "rick": (Screws, Blades, Laser, Parkour, Jetpack, Solenya, HealRick, OneSpace),
    "russians": (Personal, Powder, Lockdown, Suppress, Bribe, Discard, OneSpace, Deploy),
}
AMOUNTS = ("damage", "spaces", "by", "cards", "guards")
"""What an effect may say a number of; each has at most one."""


class Card(Entity, frozen=True):
    """A card of one side: cost, effect, and how many the deck holds."""

    side: SideName
    cost: CardCost
    effect: AnyEffect
    copies: Annotated[int, Meta(ge=0, le=25)] = 1

    def in_play(self, name: str) -> KernelCard:
        """Returns the card in the words of the rules; one that moves nobody keeps its own name."""
        known = getattr(self.effect, "id", "") or name
        cost = self.cost
        spaces = self.effect.spaces if isinstance(self.effect, Jetpack) else 0
        paid = Cost(cost.move, cost.draw, cost.tool, cost.weapon, cost.any)
        return KernelCard(known, paid, spaces, 0 if isinstance(self.effect, Bribe) else jokers_of(known))

    def words(self) -> Message:
        """Says what the card does."""
        if isinstance(self.effect, ByHand):
            return Message(texts=self.effect.text)
        return say(f"pickle_rick.effect.{verb_of(self.effect)}", count=amount_of(self.effect) or 0)


def verb_of(effect: Effect | type[Effect]) -> str:
    """Returns the verb by which a pack names an effect."""
    kind = effect if isinstance(effect, type) else type(effect)
    return str(kind.__struct_config__.tag)


def amount_of(effect: Effect) -> int | None:
    """Returns the number that an effect says, if any."""
    return next((getattr(effect, name) for name in AMOUNTS if hasattr(effect, name)), None)


class Character(Entity, frozen=True):
    """One of the three large cards: Rick, Jaguar, the Guards."""

    text: dict[str, str] = field(default_factory=dict)


CONTENT_KINDS: dict[str, type[Entity]] = {"tiles": Tile, "cards": Card, "characters": Character}
