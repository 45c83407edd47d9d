"""A table to prove clauses at: any board, any place, any pool, played through the game's own commands."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from companion.content.library import Content
from companion.content.loader import SHIPPED
from companion.content.pack import read_pack
from companion.core.command import Command, RevealCard, RollDice
from companion.core.errors import Illegal
from companion.core.event import Event
from companion.games.rayman import commands as c
from companion.games.rayman.entities import CONTENT_KINDS
from companion.games.rayman.state import Pool, Racer, State
from companion.games.registry import find_game
from companion.i18n import words
from tests.rules.rayman import fix

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
HEROES = ("rayman", "globox", "barbara", "minimus", "murfy", "guest")
FAR = {"blue": [40, 1], "red": [41, 1], "green": [42, 1], "yellow": [43, 1]}
"""Prisoners out of everybody's way."""

_PACK = read_pack(SHIPPED / "rayman-sample", CONTENT_KINDS)
CONTENT = Content((_PACK.ref,), _PACK.entities)


class Table:
    """A running game whose cards are typed, so that a test says which actions a player has."""

    def __init__(
        self,
        board: dict[str, Any] | None = None,
        players: int = 2,
        legends: dict[str, str] | None = None,
        content: Content = CONTENT,
        **setup: Any,
    ) -> None:
        self.game = find_game("rayman")
        drawn = {"columns": 44, **(board or {})}
        places = drawn.pop("teensies", FAR)
        seats = [
            {"name": name, "hero": hero, "legendary": (legends or {}).get(name)}
            for name, hero in zip(NAMES[:players], HEROES, strict=False)
        ]
        raw = {"players": seats, "board": drawn, "teensies": places, "cards": "typed", **setup}
        if raw.get("tournament"):
            del raw["board"], raw["teensies"]
        self.state: State = self.game.new_state(raw, content)
        self.events: list[Event] = []
        self.allowed: set[str] = set()

    # Doing

    def do(self, *commands: Command) -> Table:
        """Carries commands out, one after the other."""
        for command in commands:
            self.events = list(self.game.decide(self.state, command))
            for event in self.events:
                self.state = self.game.evolve(self.state, event)
            found = {words(problem, "en") for problem in self.game.problems(self.state)}
            if command.is_correction:  # a table may put up what the rules would not
                self.allowed = found
            assert found <= self.allowed, (command, found)
        return self

    def refuse(self, command: Command) -> tuple[str, ...]:
        """Submits something against the rules and returns the clauses that forbid it."""
        with pytest.raises(Illegal) as caught:
            self.game.decide(self.state, command)
        assert command not in self.legal()
        return caught.value.clauses

    def legal(self) -> list[Command]:
        """Lists what can be done now."""
        return list(self.game.offers(self.state))

    def roll(self, number: int) -> Table:
        """Lets the die fall."""
        return self.do(RollDice((number,)))

    def put(self, name: str, at: tuple[int, int] | None = None, **facts: Any) -> Table:
        """Sets a figure up by the table's corrections: place, heart, tokens, freed, marks."""
        if at is not None:
            self.do(fix.place(name, *at))
        for fact, value in facts.items():
            match fact:
                case "heart":
                    self.do(fix.heart(name, value))
                case "tokens":
                    self.do(fix.tokens(name, tuple(value)))
                case "freed":
                    self.do(fix.teensies(name, tuple(value)))
                case _:
                    mark: Any = fact
                    self.do(fix.mark(name, mark, value))
        return self

    def begin(self, **pools: dict[str, int]) -> Table:
        """Types everybody's cards, the first named with the highest initiative, and reveals."""
        for index, (name, actions) in enumerate(pools.items()):
            self.do(c.TypeCards(name, 90 - 5 * index, 10, **actions))
        while self.state.phase == "choose" and self.state.agenda[0].kind == "choosing":
            name = next(racer.name for racer in self.state.racers if racer.chosen is None)
            self.do(c.TypeCards(name, 20 - self.state.racer(name).seat, 10))
        return self.do(c.Reveal())

    # The active player's steps

    @property
    def me(self) -> str:
        """Returns the active player."""
        assert self.state.turn is not None, self.state.agenda[:2]
        return self.state.turn.player

    def move(
        self, times: int = 1, enemy: c.Meeting | None = None, projectile: c.Cover | None = None
    ) -> Table:
        """Moves so many columns; what is met is met in each of them."""
        by: Literal[1, -1] = 1 if times > 0 else -1
        for _ in range(abs(times)):
            self.do(c.Move(self.me, by, enemy, projectile))
        return self

    def jump(self, enemy: c.Meeting | None = None, projectile: c.Cover | None = None) -> Table:
        return self.do(c.Jump(self.me, enemy, projectile))

    def glide(self) -> Table:
        return self.do(c.StartGlide(self.me))

    def fall(self, enemy: c.Meeting | None = None) -> Table:
        return self.do(c.Fall(self.me, enemy))

    def end(self) -> Table:
        return self.do(c.EndTurn(self.me))

    def slap(self, figure: str, push: Literal[1, 0, -1]) -> Table:
        return self.do(c.SlapFigure(self.me, figure, push))

    def place(self, to: tuple[int, int]) -> Table:
        """Puts the figure that has to be put somewhere."""
        return self.do(c.PlaceFigure(self.state.agenda[0].player, to))

    def token(self, token: str = "move-move") -> Table:
        """Lets a Bonus token be drawn."""
        return self.do(RevealCard("bonus", token))

    def end_turns(self) -> Table:
        """Ends every turn that is left in the round."""
        while self.state.agenda and self.state.agenda[0].kind in ("turn", "float"):
            if self.state.agenda[0].kind == "float":
                self.do(self.legal()[0])
            else:
                self.end()
        return self

    def end_round(self) -> Table:
        """Plays on to the next round's beginning: no bonus is taken, what flies and moves does."""
        now = self.state.round
        while self.state.round == now and self.state.outcome is None:
            task = self.state.agenda[0].kind
            if task == "turn":
                self.end()
            elif task == "bonus_move":
                self.do(c.Stay(self.state.agenda[0].player))
            else:
                self.do(self.legal()[0])
        return self

    # Looking

    def at(self, name: str) -> tuple[int, int]:
        return self.state.racer(name).at

    def racer(self, name: str) -> Racer:
        return self.state.racer(name)

    @property
    def pool(self) -> Pool:
        assert self.state.turn is not None
        return self.state.turn.pool

    @property
    def waits(self) -> str:
        """Names what the game waits for."""
        return self.state.agenda[0].kind if self.state.agenda else ""

    def places(self) -> set[tuple[int, int]]:
        """Lists where the figure that has to be put somewhere may go."""
        return {command.to for command in self.legal() if isinstance(command, c.PlaceFigure)}

    def projectiles(self) -> list[tuple[int, int]]:
        return [projectile.at for projectile in self.state.projectiles]

    def happened(self, kind: type[Event]) -> list[Any]:
        """Lists the events of a kind that the last command led to."""
        return [event for event in self.events if isinstance(event, kind)]


def turn(board: dict[str, Any] | None = None, at: tuple[int, int] = (5, 1), **pool: int) -> Table:
    """Begins Ana's turn from a place with a pool; Bo waits at the start."""
    return Table(board).put("Ana", at).begin(Ana=pool)
