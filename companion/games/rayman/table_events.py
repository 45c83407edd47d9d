"""What happened at the table: rounds, cards, set-up, ends, corrections."""

from __future__ import annotations

from companion.core.event import Event
from companion.core.outcome import Outcome
from companion.games.rayman.commands import Place
from companion.games.rayman.state import Pool, RaceBoard, Task


class TasksSet(Event, frozen=True):
    """The step was complete and this is what comes next."""

    tasks: tuple[Task, ...]


class PhaseBegan(Event, frozen=True):
    """A phase of the round began."""

    phase: str


class RoundBegan(Event, frozen=True):
    """A new round began."""

    round: int


class RaceBegan(Event, frozen=True):
    """A race of a tournament began on its board."""

    race: int
    board: RaceBoard


class DieRolled(Event, frozen=True):
    """The round's die fell."""

    number: int


class TieRolled(Event, frozen=True):
    """A player rolled for a tied initiative."""

    player: str
    number: int


class DraftBegan(Event, frozen=True):
    """The Additional cards that nobody holds were shuffled."""

    deck: tuple[str, ...]


class CardsDealt(Event, frozen=True):
    """Additional cards were laid open, `card` the newest."""

    card: str


class OfferClosed(Event, frozen=True):
    """What nobody picked went back to the deck."""


class WentWithout(Event, frozen=True):
    """No Additional card was left for a player."""

    player: str


class CardPicked(Event, frozen=True):
    """A player took an Additional card."""

    player: str
    card: str


class CardDropped(Event, frozen=True):
    """A player put a card out of the game."""

    player: str
    card: str


class LegendaryChosen(Event, frozen=True):
    """A player took a Legendary card."""

    player: str
    legendary: str


class CardSetAside(Event, frozen=True):
    """A card left the hand at random."""

    player: str
    card: str


class TeensyPlaced(Event, frozen=True):
    """A Teensy Prisoner came onto the board."""

    colour: str
    at: Place


class ChoiceMade(Event, frozen=True):
    """A player chose in secret: two cards, or none for a Bubble."""

    player: str
    cards: tuple[str, ...]
    initiative: int = 0
    second: int = 0
    actions: Pool = Pool()


class CardsRevealed(Event, frozen=True):
    """All choices became known."""


class BubbleTaken(Event, frozen=True):
    """A player spent the round in a Bubble and took the discards back."""

    player: str


class OrderSet(Event, frozen=True):
    """The order of turns was settled."""

    order: tuple[str, ...]


class HandReset(Event, frozen=True):
    """A player took all cards back."""

    player: str


class BonusDeclined(Event, frozen=True):
    """A player did not take the last-place move."""

    player: str


class RoundEnded(Event, frozen=True):
    """Cards were discarded and marks cleared."""


class RaceScored(Event, frozen=True):
    """A race of a tournament ended."""

    places: dict[str, int]
    points: dict[str, int]


class GameEnded(Event, frozen=True):
    """The night is decided."""

    outcome: Outcome
