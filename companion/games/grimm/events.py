"""What happened in a race; folding these in order gives the state."""

from __future__ import annotations

from typing import Union

from companion.core.corrections import RecordCorrected
from companion.core.event import Event
from companion.games.grimm.state import AnyAsk


class StepTaken(Event, frozen=True):
    """Somebody did something: what follows is its doing."""


class Asked(Event, frozen=True):
    """Something must be answered before anything else goes on."""

    ask: AnyAsk


class Answered(Event, frozen=True):
    """What was asked last is settled."""


class CharacterDealt(Event, frozen=True):
    """A player drew a character and put the pawn on its start."""

    player: str
    character: str
    at: str


class StartRolled(Event, frozen=True):
    """A player rolled for the first turn."""

    player: str
    value: int


class StartTied(Event, frozen=True):
    """Several players rolled highest and roll again."""

    players: tuple[str, ...]


class FirstPlayerFound(Event, frozen=True):
    """The highest roll begins."""

    player: str


class ChestPlaced(Event, frozen=True):
    """A chest card named the space of the chest."""

    card: str
    space: str


class ChestTaken(Event, frozen=True):
    """A player picked the chest up and got a piece of equipment."""

    player: str


class TurnBegan(Event, frozen=True):
    """A player's turn began; a tilted character is straightened."""

    player: str
    round: int


class TurnEnded(Event, frozen=True):
    """A player's turn ended."""

    player: str


class DrawChosen(Event, frozen=True):
    """A player draws before rolling."""

    player: str


class MoveRolled(Event, frozen=True):
    """The movement dice fell; `total` is what counts, the parts say why."""

    player: str
    faces: tuple[int, ...]
    total: int
    equipment: int = 0
    wolf: int = 0
    spells: int = 0


class PawnMoved(Event, frozen=True):
    """A pawn walked along spaces."""

    player: str
    path: tuple[str, ...]


class PawnTeleported(Event, frozen=True):
    """A pawn went through a teleporter."""

    player: str
    to: str


class RerollGranted(Event, frozen=True):
    """A space lets the player roll and move again."""

    player: str


class CardDrawn(Event, frozen=True):
    """A spell went from the draw pile to a hand."""

    player: str
    card: str


class CardDropped(Event, frozen=True):
    """A spell went from a hand to the discards."""

    player: str
    card: str


class CardTaken(Event, frozen=True):
    """A card went from one hand to another."""

    player: str
    victim: str
    card: str


class DeckReshuffled(Event, frozen=True):
    """The discards became the draw pile."""


class SpellCast(Event, frozen=True):
    """A spell was cast; what it does waits for counter-spells."""

    player: str
    spell: str
    target: str | None


class SpellCountered(Event, frozen=True):
    """A spell was cancelled."""

    player: str
    spell: str


class SpellResolved(Event, frozen=True):
    """A spell took effect."""

    player: str
    spell: str


class EquipmentDestroyed(Event, frozen=True):
    """A piece of equipment went back to its owner's supply."""

    player: str


class RollModified(Event, frozen=True):
    """A spell changes a player's next movement roll."""

    player: str
    by: int


class PlacesSwapped(Event, frozen=True):
    """Two pawns changed places."""

    player: str
    other: str


class PlayerSilenced(Event, frozen=True):
    """A player casts nothing for so many turns."""

    player: str
    turns: int


class PortalEntered(Event, frozen=True):
    """A player left the land of tales: the race is won."""

    player: str


class LimitReached(Event, frozen=True):
    """The last round that the table wants to play is over."""


GrimmEvent = Union[
    StepTaken, Asked, Answered, CharacterDealt, StartRolled, StartTied, FirstPlayerFound, ChestPlaced,
    ChestTaken, TurnBegan, TurnEnded, DrawChosen, MoveRolled, PawnMoved, PawnTeleported, RerollGranted,
    CardDrawn, CardDropped, CardTaken, DeckReshuffled, SpellCast, SpellCountered, SpellResolved,
    EquipmentDestroyed, RollModified, PlacesSwapped, PlayerSilenced, PortalEntered, LimitReached,
    RecordCorrected,
]  # fmt: skip
