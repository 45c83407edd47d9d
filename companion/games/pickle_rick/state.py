"""The state of a game: the map, the figures, the decks, the running turn, what is still to be answered."""

from __future__ import annotations

from typing import Literal, Union

from msgspec import Struct

from companion.core.blocks import LogLine
from companion.core.deck import UNKNOWN, Pile
from companion.core.message import Message, say
from companion.games.pickle_rick.content import Card, Character, Tile
from companion.games.pickle_rick.dispute.form import FULL_HEALTH, MOST_GUARDS
from companion.games.pickle_rick.options import Options
from companion.games.pickle_rick.turn.cards import SideName
from companion.games.pickle_rick.turn.russians import JAGUAR, Figure
from companion.games.pickle_rick.turn.symbols import Pool
from companion.games.pickle_rick.turn.tiles import Place, Tile as RuleTile

SideLetter = Literal["N", "E", "S", "W"]


class Lying(Struct, frozen=True):
    """A tile on the map: its name and how far it is turned; without a name it lies face down."""

    tile: str = ""
    quarters: int = 0


class Guard(Struct, frozen=True):
    """A Guard on the map."""

    id: str
    at: str


class Used(Struct, frozen=True):
    """What a Russian figure has done this turn."""

    moves: int = 0
    shots: int = 0
    has_walked: bool = False
    has_crossed: bool = False


class Deck(Struct, frozen=True):
    """The cards of one side."""

    pile: Pile = {}
    hand: tuple[str, ...] = ()
    discard: Pile = {}

    @property
    def left(self) -> int:
        """Counts the cards still to be drawn."""
        return sum(self.pile.values())


class Ask(Struct, frozen=True, tag_field="ask", tag=True):
    """Base of what the agenda holds; the last one is asked first."""

    side: SideName


class DrawCard(Ask, frozen=True):
    """Which card does the side draw?"""


class DropTop(Ask, frozen=True):
    """Which card comes off the top of the side's deck to be discarded?"""


class Roll(Ask, frozen=True):
    """How do the four dice fall?"""


class ChooseReroll(Ask, frozen=True):
    """Which dice are rolled again?"""


class RollAgain(Ask, frozen=True):
    """How do these dice fall the second time?"""

    dice: tuple[str, ...]


class Spend(Ask, frozen=True):
    """What is spent next, or does the turn end?"""


class PayCard(Ask, frozen=True):
    """With which symbols is a card paid?"""

    card: str


class NewTile(Ask, frozen=True):
    """Which tile comes up, and how does Rick go on?"""

    to: str
    towards: SideLetter
    is_drawn: bool
    by_vent: bool = False
    is_parkour: bool = False


class Arrive(Ask, frozen=True):
    """Rick goes to this tile once its Guards stand there: nobody is asked."""

    to: str


class Redeploy(Ask, frozen=True):
    """Which Guards come from elsewhere to a new tile?"""

    to: str
    count: int


class Fly(Ask, frozen=True):
    """Where does Rick go without symbols? -1 is the one move of Parkour."""

    moves: int


class PushRick(Ask, frozen=True):
    """Where do the Russians move Rick?"""

    moves: int


class StepOne(Ask, frozen=True):
    """Which Russian figure takes one step by a card?"""


class TurnTile(Ask, frozen=True):
    """Which face-up tile is turned, and how far?"""


class AnswerOffer(Ask, frozen=True):
    """Does Rick take the bribe?"""

    cards: int


class Target(Ask, frozen=True):
    """Which enemies are hit?"""

    damage: int
    count: int = 1
    range: int = 0
    hit: tuple[str, ...] = ()


class AimLaser(Ask, frozen=True):
    """Which way is the laser fired?"""

    damage: int


class PlaceJaguar(Ask, frozen=True):
    """Where does Jaguar enter?"""


class DeployGuards(Ask, frozen=True):
    """At which Guard Post do Guards come?"""

    count: int


class CarryOut(Ask, frozen=True):
    """The table carries the text of a card out by hand."""

    card: str


class SoloAct(Ask, frozen=True):
    """Where does the first of these figures go? The others follow."""

    figures: tuple[str, ...]


AnyAsk = Union[
    DrawCard, DropTop, Roll, ChooseReroll, RollAgain, Spend, PayCard, NewTile, Arrive, Redeploy, Fly,
    PushRick, StepOne, TurnTile, AnswerOffer, Target, AimLaser, PlaceJaguar, DeployGuards, CarryOut, SoloAct,
]  # fmt: skip


class Begun(Struct, frozen=True):
    """How things stood when spending began, for a dispute about what followed."""

    lying: dict[str, Lying]
    stack: int
    rick_at: str
    rick_health: int
    guards: tuple[Guard, ...]
    jaguar_at: str
    jaguar_health: int
    pool: dict[str, int]
    hand: tuple[str, ...]
    faces: tuple[str, ...] = ()
    """The tiles that came up since, in order."""
    cards: tuple[str, ...] = ()
    """The cards that came to the hand, or were named as they were played, since."""
    has_taken_bribe: bool = False


class State(Struct, frozen=True):
    """Everything about a game."""

    options: Options
    players: dict[SideName, str]
    """The player of each side; solo the Russians have none."""
    tiles: dict[str, Tile]
    cards: dict[str, Card]
    characters: dict[str, Character]
    lying: dict[str, Lying]
    rooftop: str
    stack: int
    hidden: int
    """How many tiles lay face down between the special tiles."""
    corridor: Literal["left", "right"]
    is_secret: bool = False
    """Whether nobody tells the companion the cards in the hands."""
    is_sample: bool = False
    discarded: int = 0
    """Tiles that were discarded unseen."""
    rick_at: str = "0,0"
    rick_health: int = FULL_HEALTH
    guards: tuple[Guard, ...] = ()
    jaguar_at: str = ""
    jaguar_health: int = FULL_HEALTH
    jaguar: Literal["waiting", "on", "gone"] = "waiting"
    decks: dict[SideName, Deck] = {}
    agenda: tuple[AnyAsk, ...] = ()
    turn: SideName = "rick"
    round: int = 1
    dice: tuple[str, ...] = ()
    rerolled: tuple[str, ...] = ()
    pool: dict[str, int] = {}
    used: dict[str, Used] = {}
    begun: Begun | None = None
    winner: SideName | None = None
    ended_by: str = ""
    """Why the game is over; empty while it goes on."""
    log: tuple[LogLine, ...] = ()

    @property
    def now(self) -> AnyAsk | None:
        """Returns what is asked at this moment."""
        return self.agenda[-1] if self.agenda else None

    @property
    def is_solo(self) -> bool:
        """Tells whether nobody plays the Russians."""
        return "russians" not in self.players

    @property
    def is_over(self) -> bool:
        """Tells whether the game is over."""
        return bool(self.ended_by)

    @property
    def symbols(self) -> Pool:
        """Returns the symbols that can still be spent."""
        return Pool(**self.pool)

    @property
    def map(self) -> dict[Place, RuleTile | None]:
        """Returns the map in the words of the rules."""
        return map_of(self.tiles, self.lying)

    @property
    def rick(self) -> Place:
        """Returns where Rick stands."""
        return place_of(self.rick_at)

    @property
    def reserve(self) -> int:
        """Counts the Guards beside the map."""
        return MOST_GUARDS - len(self.guards)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Lists the Russian figures on the map with what they have done this turn, Jaguar last."""
        there = [(guard.id, guard.at) for guard in self.guards]
        if self.jaguar == "on":
            there.append((JAGUAR, self.jaguar_at))
        return tuple(self._figure(name, at) for name, at in there)

    def _figure(self, name: str, at: str) -> Figure:
        used = self.used.get(name, Used())
        return Figure(name, place_of(at), used.moves, used.shots, used.has_walked, used.has_crossed)

    def figure(self, name: str) -> Figure:
        """Returns a Russian figure on the map."""
        return next(figure for figure in self.figures if figure.id == name)

    def player(self, side: SideName) -> str:
        """Names who answers for a side: solo Rick's player does for both."""
        return self.players.get(side, self.players["rick"])

    def is_known(self, side: SideName) -> bool:
        """Tells whether the companion knows every card of a side's hand."""
        return UNKNOWN not in self.decks[side].hand

    def letters(self, letter: str) -> int:
        """Counts the face-up tiles of a letter that were turned or placed."""
        laid = (self.tiles[one.tile] for one in self.lying.values() if one.tile)
        return sum(tile.letter == letter and not tile.special for tile in laid)

    def unseen(self) -> tuple[str, ...]:
        """Lists the tiles that have not come up yet."""
        seen = {one.tile for one in self.lying.values()}
        return tuple(name for name, tile in self.tiles.items() if name not in seen and not tile.special)

    def figure_name(self, name: str) -> Message:
        """Names a Russian figure."""
        if name == JAGUAR:
            return say("pickle_rick.figure.jaguar")
        return say("pickle_rick.figure.guard", number=name.removeprefix("g"))

    def tile_name(self, place: str) -> Message:
        """Names a space by its tile, for the table."""
        lying = self.lying.get(place)
        if lying is None:
            return say("pickle_rick.place.empty", place=place)
        if not lying.tile:
            return say("pickle_rick.place.hidden", place=place)
        tile = self.tiles[lying.tile]
        if tile.special:
            return say(f"pickle_rick.special.{tile.special}")
        return say(f"pickle_rick.place.{tile.letter}", place=place)


def map_of(tiles: dict[str, Tile], lying: dict[str, Lying]) -> dict[Place, RuleTile | None]:
    """Returns a map in the words of the rules."""
    return {
        place_of(place): tiles[one.tile].face.turned(one.quarters) if one.tile else None
        for place, one in lying.items()
    }


def place_of(name: str) -> Place:
    """Reads a space's name."""
    x, _, y = name.partition(",")
    return int(x), int(y)
