"""A game put together for a test: any map, figures, symbols and cards, played by commands."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.content.loader import load_content
from companion.core.command import Command, RevealCard, RollDice
from companion.games.pickle_rick import state as st
from companion.games.pickle_rick.content import Tile
from companion.games.pickle_rick.game import GAME
from companion.games.pickle_rick.state import Guard, Lying, State

CONTENT = load_content(GAME)
NAMES = ("Ana", "Bo")


def start(*players: str, **setup: Any) -> State:
    """Returns the first state of a game; hands are not told unless the test says so."""
    form = {"players": list(players or NAMES), "hands": "secret", **setup}
    return GAME.new_state(form, CONTENT)


class Table:
    """A game in the spending phase of one side."""

    def __init__(
        self,
        tiles: dict[str, Tile | None],
        side: Any = "rick",
        *,
        rick: str = "0,0",
        guards: tuple[str, ...] = (),
        jaguar: str = "",
        solo: bool = False,
        **changes: Any,
    ) -> None:
        state = start(*(NAMES[:1] if solo else NAMES), options=changes.pop("options", {}))
        symbols = {
            kind: changes.pop(kind) for kind in ("move", "draw", "tool", "weapon", "joker") if kind in changes
        }
        hand = changes.pop("hand", None)
        named = {place: tile for place, tile in tiles.items() if tile is not None}
        self.state = replace(
            state,
            tiles={**state.tiles, **{f"at {place}": tile for place, tile in named.items()}},
            lying={place: Lying(f"at {place}" if tile is not None else "") for place, tile in tiles.items()},
            rooftop="9,9",
            rick_at=rick,
            guards=tuple(Guard(f"g{n}", at) for n, at in enumerate(guards, 1)),
            jaguar_at=jaguar,
            jaguar="on" if jaguar else "waiting",
            turn=side,
            agenda=(st.Spend(side),),
            dice=("tool",) * 4,
            pool=symbols,
        )
        if hand is not None:
            deck = replace(self.state.decks[side], hand=tuple(hand))
            self.state = replace(self.state, decks={**self.state.decks, side: deck})
        self.state = replace(self.state, **changes)

    def do(self, *commands: Command) -> State:
        """Submits commands."""
        for command in commands:
            for event in GAME.decide(self.state, command):
                self.state = GAME.evolve(self.state, event)
        return self.state

    def tile(self, name: str) -> State:
        """Lets a tile come up."""
        return self.do(RevealCard("tiles", name))

    def roll(self, *faces: str) -> State:
        """Lets dice fall."""
        return self.do(RollDice(faces))

    def legal(self, kind: type[Command]) -> list[Command]:
        """Lists what can be chosen now of one kind."""
        return [command for command in GAME.legal_commands(self.state) if isinstance(command, kind)]


def tile(walls: str = "", vent: Any = "", letter: Any = "G", guards: int = 0, special: Any = "") -> Tile:
    return Tile({"en": "test"}, walls, vent, letter, guards, special)


PLAIN = tile()
