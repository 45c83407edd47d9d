"""The state of a race: the table, the running turn, and an agenda of what is still to be answered."""

from __future__ import annotations

from typing import Literal, Union

from msgspec import Struct

from companion.core.blocks import LogLine
from companion.core.deck import UNKNOWN
from companion.core.message import Message, label, literal, say
from companion.games.grimm.content import Character, PowerName, Spell
from companion.games.grimm.graph import Graph, ways_of
from companion.games.grimm.options import Options

HAND_LIMIT = 3
EQUIPMENT_TO_WIN = 3


class Hero(Struct, frozen=True):
    """A player: pawn, equipment, hand, and what spells have done to them."""

    name: str
    character: str = ""
    at: str = ""
    equipment: int = 0
    hand: tuple[str, ...] = ()
    is_spent: bool = False
    """Whether the spell of this table round is cast: the character card lies tilted (GRM-TURN-5)."""
    silenced: int = 0
    """How many ends (or starts) of own turns still pass in silence."""
    modifier: int = 0
    """What spells add to the next movement roll."""
    is_absent: bool = False

    @property
    def is_told(self) -> bool:
        """Tells whether any card of the hand is known here."""
        return any(card != UNKNOWN for card in self.hand)


class Cast(Struct, frozen=True):
    """A spell that waits for its effect; no target means that it has none, or everybody else."""

    caster: str
    spell: str
    target: str | None = None


class Ask(Struct, frozen=True, tag_field="ask", tag=True):
    """Base of what the agenda holds; the last one is asked first."""

    player: str


class DealCharacter(Ask, frozen=True):
    """Which character does the player draw?"""


class RollForStart(Ask, frozen=True):
    """How high does the player roll for the first turn? The others of `rolling` follow."""

    rolling: tuple[str, ...]
    rolled: tuple[int, ...] = ()
    ties: int = 0


class PlaceChest(Ask, frozen=True):
    """Which chest card does the player turn over?"""


class TakePower(Ask, frozen=True):
    """Does the Queen take a card, and which? Out of the hand that she has looked at, if any."""

    looked_at: str = ""


class Prepare(Ask, frozen=True):
    """Draw, cast or roll?"""

    can_draw: bool = True


class Walk(Ask, frozen=True):
    """Which way does the pawn go? `pawn` belongs to another player when a spell moves it."""

    pawn: str
    steps: int
    trail: tuple[str, ...]
    is_at_gate: bool = False
    """Whether a Piper with the power stands at a teleporter and may take it."""


class Finish(Ask, frozen=True):
    """Does anybody still cast, or does the turn end?"""


class DrawCard(Ask, frozen=True):
    """Which spell does the player draw? A full hand discards first."""


class DropCard(Ask, frozen=True):
    """Which card does the player discard?"""


class TakeCard(Ask, frozen=True):
    """Which card comes out of the victim's hand at random?"""

    victim: str


class Receive(Ask, frozen=True):
    """The player takes this card of the victim's hand once there is room for it."""

    victim: str
    card: str


class Respond(Ask, frozen=True):
    """Does anybody counter the last of these casts?"""

    casts: tuple[Cast, ...]


class CarryOut(Ask, frozen=True):
    """The table carries the effect out by hand, on these players if any."""

    spell: str
    targets: tuple[str, ...] = ()


AnyAsk = Union[
    DealCharacter, RollForStart, PlaceChest, TakePower, Prepare, Walk, Finish,
    DrawCard, DropCard, TakeCard, Receive, Respond, CarryOut,
]  # fmt: skip


class Rolled(Struct, frozen=True):
    """How things stood when the movement dice fell, for a dispute about what followed."""

    at: str
    total: int
    equipment: int
    chest: str
    chests: tuple[str, ...] = ()
    """Where the chest appeared since, in order."""
    held: tuple[int, ...] = ()
    """What every player held, by seat."""


class State(Struct, frozen=True):
    """Everything about a race; players sit clockwise in the order of `heroes`."""

    graph: Graph
    spells: dict[str, Spell]
    characters: dict[str, Character]
    options: Options
    heroes: tuple[Hero, ...]
    agenda: tuple[AnyAsk, ...] = ()
    is_sample: bool = False
    first: int = 0
    active: int = -1
    """Seat of the player whose turn it is; -1 before the first turn."""
    round: int = 0
    rolled: Rolled | None = None
    """The last movement roll of this turn; None before it."""
    rerolls: int = 0
    deck: dict[str, int] = {}
    discard: dict[str, int] = {}
    cast_cards: dict[str, int] = {}
    """How often each spell was cast since the discards were last shuffled: so many copies lie in them."""
    chest: str = ""
    """The space where the diamond lies, if any."""
    chest_card: str = ""
    """The chest card that lies face up beside the pile."""
    winner: str | None = None
    is_over: bool = False
    log: tuple[LogLine, ...] = ()

    def hero(self, name: str) -> Hero:
        """Returns the player of that name."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        raise KeyError(name)

    def seat(self, name: str) -> int:
        """Returns where a player sits, from 0."""
        for seat, hero in enumerate(self.heroes):
            if hero.name == name:
                return seat
        raise KeyError(name)

    @property
    def now(self) -> AnyAsk | None:
        """Returns what is asked at this moment."""
        return self.agenda[-1] if self.agenda else None

    @property
    def turn(self) -> Hero | None:
        """Returns the player whose turn it is."""
        return self.heroes[self.active] if self.active >= 0 else None

    def power_of(self, hero: Hero) -> PowerName | Literal[""]:
        """Returns the unique power that is active now (GRM-POWER-2, GRM-POWER-3, GRM-LEAVE-2)."""
        is_active = hero.equipment >= 2 and not hero.is_absent
        return self.printed_power(hero.character) if is_active else ""

    def printed_power(self, character: str) -> PowerName:
        """Returns a character's unique power, Red Riding Hood's as the table wants it (GRM-POWER-4)."""
        if character == HOOD and self.options.hood_power is not None:
            return self.options.hood_power
        return self.characters[character].power

    def others(self, name: str) -> tuple[Hero, ...]:
        """Lists the other players clockwise from a player."""
        seat = self.seat(name)
        return self.heroes[seat + 1 :] + self.heroes[:seat]

    def opponents(self, name: str) -> tuple[Hero, ...]:
        """Lists the other players who are at the table: only they can be chosen (GRM-LEAVE-2)."""
        return tuple(other for other in self.others(name) if not other.is_absent)

    def next_present(self, seat: int) -> int:
        """Returns the next seat clockwise whose player is at the table, this one included."""
        count = len(self.heroes)
        return next(s % count for s in range(seat, seat + count) if not self.heroes[s % count].is_absent)

    def may_cast(self, hero: Hero) -> bool:
        """Tells whether a player still has a spell this table round (GRM-TURN-5)."""
        return bool(hero.hand) and not (hero.is_spent or hero.silenced or hero.is_absent)

    def spell_name(self, spell: str) -> Message:
        """Names a spell in the reader's language."""
        return label(self.spells[spell].label) if spell in self.spells else literal(spell)

    def card_name(self, card: str) -> Message:
        """Names a card, also one that nobody told."""
        return say("grimm.card.unknown") if card == UNKNOWN else self.spell_name(card)

    def are_all_cast(self, spell: str) -> bool:
        """Tells whether every copy of a spell was cast since the last shuffle (GRM-HAND-4)."""
        return self.cast_cards.get(spell, 0) >= self.spells[spell].copies

    def chest_numbers(self) -> dict[str, str]:
        """Returns the chest spaces by the card that names them."""
        return ways_of(self.graph).chests


HOOD = "red-riding-hood"
