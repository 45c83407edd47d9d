"""What happens in a game."""

from __future__ import annotations

from typing import Literal

from companion.core.corrections import RecordCorrected
from companion.core.event import Event
from companion.games.pickle_rick.state import AnyAsk, Lying
from companion.games.pickle_rick.turn.cards import SideName

How = Literal["step", "wall", "card", "solo", "placed"]


class StepTaken(Event, frozen=True):
    """Somebody did something: what is told of the last step begins anew."""


class Asked(Event, frozen=True):
    """A question came up."""

    ask: AnyAsk


class Answered(Event, frozen=True):
    """The question on top is settled."""


class TurnBegan(Event, frozen=True):
    """A side's turn begins."""

    side: SideName
    round: int


class DiceRolled(Event, frozen=True):
    """The four dice fell."""

    faces: tuple[str, ...]


class DiceRerolled(Event, frozen=True):
    """Some dice fell again."""

    dice: tuple[str, ...]
    faces: tuple[str, ...]


class SpendingBegan(Event, frozen=True):
    """The dice are kept as they lie."""


class SymbolsSpent(Event, frozen=True):
    """Symbols were paid."""

    symbols: dict[str, int]


class JokersGained(Event, frozen=True):
    """A card brought Jokers."""

    count: int


class RickMoved(Event, frozen=True):
    """Rick went to a tile."""

    to: str
    is_pushed: bool = False


class RickStayed(Event, frozen=True):
    """A vent had none behind it."""


class TileLaid(Event, frozen=True):
    """A tile came up and was laid."""

    place: str
    lying: Lying
    is_drawn: bool


class TileTurned(Event, frozen=True):
    """A card turned a tile."""

    place: str
    quarters: int


class TilesDiscarded(Event, frozen=True):
    """Tiles off the stack were discarded unseen."""

    count: int


class GuardPlaced(Event, frozen=True):
    """A Guard of the reserve came to the map."""

    figure: str
    at: str


class FigureMoved(Event, frozen=True):
    """A Russian figure went to a tile."""

    figure: str
    to: str
    how: How


class FigureShot(Event, frozen=True):
    """A Russian figure shot at Rick."""

    figure: str
    damage: int = 1
    is_paid: bool = True


class FigureHit(Event, frozen=True):
    """Rick hit an enemy: a Guard goes to the reserve, Jaguar loses health."""

    figure: str
    damage: int


class JaguarCame(Event, frozen=True):
    """Jaguar came to the map."""

    at: str


class JaguarLeft(Event, frozen=True):
    """Jaguar is out for good."""

    why: Literal["killed", "talked"]


class RickHealed(Event, frozen=True):
    """Rick's health rose."""

    by: int


class JaguarHealed(Event, frozen=True):
    """Jaguar's health rose."""

    by: int


class CardDrawn(Event, frozen=True):
    """A side drew a card."""

    side: SideName
    card: str


class CardPlayed(Event, frozen=True):
    """A side played a card."""

    side: SideName
    card: str


class CardDropped(Event, frozen=True):
    """A card came off a side's deck to the discard pile."""

    side: SideName
    card: str


class BribeAnswered(Event, frozen=True):
    """Rick took the bribe or not."""

    accepts: bool


class GameEnded(Event, frozen=True):
    """The game is over."""

    winner: SideName | None
    why: str


PickleRickEvent = (
    StepTaken | Asked | Answered | TurnBegan | DiceRolled | DiceRerolled | SpendingBegan | SymbolsSpent
    | JokersGained | RickMoved | RickStayed | TileLaid | TileTurned | TilesDiscarded | GuardPlaced
    | FigureMoved | FigureShot | FigureHit | JaguarCame | JaguarLeft | RickHealed | JaguarHealed | CardDrawn
    | CardPlayed | CardDropped | BribeAnswered | GameEnded | RecordCorrected
)  # fmt: skip
