"""A small board and a table to play on it by lines of text."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.content.library import Content, PackRef
from companion.content.loader import load_content
from companion.core.errors import Refusal
from companion.core.event import Event
from companion.core.verdict import Verdict
from companion.games.grimm import GAME
from companion.games.grimm.content import Board, BoardSpace
from companion.games.grimm.graph import graph_of
from companion.games.grimm.options import Options
from companion.games.grimm.state import Finish, Hero, Prepare, State, TakePower

SHIPPED = load_content(GAME)

#  dead - chest1 - again - drop - draw - red - blue - green - yellow - purple - black - (red)
#                                         |     |               |
#                                      portal  gate1          plain - gate2 - chest2
#                                         |     |
#                                      yellow  chest3 - end3
SPACES = {
    "portal": BoardSpace(9, 9, "portal"),
    **{colour: BoardSpace(i, 3, "start", colour) for i, colour in enumerate(("red", "blue", "green"))},
    **{colour: BoardSpace(i, 4, "start", colour) for i, colour in enumerate(("yellow", "purple", "black"))},
    "draw": BoardSpace(0, 2, "draw"),
    "drop": BoardSpace(0, 1, "discard"),
    "again": BoardSpace(0, 0, "reroll"),
    "chest1": BoardSpace(1, 0, "chest", "1"),
    "dead": BoardSpace(2, 0),
    "gate1": BoardSpace(5, 1, "teleporter", "red"),
    "chest3": BoardSpace(6, 1, "chest", "3"),
    "end3": BoardSpace(7, 1),
    "plain": BoardSpace(5, 5),
    "gate2": BoardSpace(6, 5, "teleporter", "red"),
    "chest2": BoardSpace(7, 5, "chest", "2"),
}
PATHS = (
    ("red", "draw"), ("draw", "drop"), ("drop", "again"), ("again", "chest1"), ("chest1", "dead"),
    ("red", "blue"), ("blue", "green"), ("green", "yellow"), ("yellow", "purple"), ("purple", "black"),
    ("black", "red"), ("red", "portal"), ("yellow", "portal"),
    ("blue", "gate1"), ("gate1", "chest3"), ("chest3", "end3"),
    ("yellow", "plain"), ("plain", "gate2"), ("gate2", "chest2"),
)  # fmt: skip
SMALL = Board({"en": "Small", "fr": "Petit"}, 10, 10, SPACES, PATHS)
CONTENT = Content((PackRef("test", "1", "", True),), {**SHIPPED.entities, "boards": {"small": SMALL}})


def player(name: str, character: str, at: str, hand: str = "", equipment: int = 0, **more: Any) -> Hero:
    """A player by name, character and place, with a hand of spells."""
    return Hero(name, character, at, equipment, tuple(hand.split()), **more)


def judge(document: dict[str, Any]) -> Verdict:
    return GAME.judge(document, SHIPPED)


def reach(document: dict[str, Any]) -> tuple[str, ...]:
    return tuple(GAME.reach(document, SHIPPED)["spaces"])


class Table:
    """A running game; the first player is about to roll."""

    def __init__(self, *heroes: Hero, chest: str = "", deck: str = "", board: Board = SMALL, **options: Any):
        spells = dict(CONTENT.of_kind("spells"))
        pile = {card: deck.split().count(card) for card in deck.split()}
        self.state = State(
            graph_of("small", board), spells, dict(CONTENT.of_kind("characters")), Options(**options),  # type: ignore[arg-type]
            heroes, (Finish(heroes[0].name), Prepare(heroes[0].name)),
            active=0, round=1, deck=pile, chest=chest,
        )  # fmt: skip
        self.events: list[Event] = []

    @classmethod
    def started(cls, **setup: Any) -> Table:
        """A table at the very beginning of a set-up."""
        table = cls(player("nobody", "wolf", "red"))
        table.state = GAME.new_state(setup, CONTENT)
        return table

    def do(self, *lines: str) -> Table:
        """Plays commands by their text."""
        for line in lines:
            self.events = list(GAME.decide(self.state, GAME.parse(line)))
            for event in self.events:
                self.state = GAME.evolve(self.state, event)
        return self

    def refused(self, line: str) -> Refusal:
        """Returns the refusal that a command meets; fails where there is none."""
        try:
            GAME.decide(self.state, GAME.parse(line))
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{line} was accepted")

    def legal(self) -> list[str]:
        return [GAME.format(command) for command in GAME.offers(self.state)]

    def chest_card(self, number: str) -> Table:
        """Turns a chest card over."""
        return self.do(f"drawn chests {number}")

    def leaves(self, name: str) -> Table:
        """Lets a player go away from the table."""
        return self.do(f"correct presence false {name}")

    def returns(self, name: str) -> Table:
        """Lets a player come back."""
        return self.do(f"correct presence true {name}")

    def put(self, name: str, space: str) -> Table:
        """Corrects where a pawn stands."""
        return self.do(f"correct place {space} {name}")

    def hero(self, name: str) -> Hero:
        return self.state.hero(name)

    def asks(self) -> str:
        """Names what is asked now, with whom."""
        now = self.state.now
        return f"{type(now).__name__} {now.player}" if now else "over"

    def with_queen_asked(self) -> Table:
        """Asks the first player for the Queen's power, as at the start of a turn."""
        self.state = replace(self.state, agenda=(*self.state.agenda, TakePower(self.state.heroes[0].name)))
        return self
