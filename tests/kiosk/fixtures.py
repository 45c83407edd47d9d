"""A hand-made night that looks like the sketches: any view must be drawn, so this one needs no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.core.blocks import (
    Badge,
    Board,
    Choice,
    Counter,
    LogLine,
    Mark,
    Piece,
    Player,
    Prompt,
    Question,
    Space,
    View,
)
from companion.core.message import literal, say

COLUMNS, LEVELS = 44, 3


def lap_board(**changes: Any) -> Board:
    spaces = [
        Space(f"{column}/{level}", column, LEVELS - level)
        for column in range(COLUMNS)
        for level in range(1, LEVELS + 1)
    ]
    marks = [Mark("ground", column + 0.04, 2.94, 0.92, 0.07) for column in range(COLUMNS)]
    for column, level in (
        (4, 2),
        (5, 2),
        (6, 2),
        (9, 2),
        (10, 2),
        (13, 2),
        (14, 2),
        (5, 3),
        (6, 3),
        (11, 3),
        (12, 3),
    ):
        marks.append(Mark("platform", column + 0.05, LEVELS - level + 0.9, 0.9, 0.09))
    marks += [Mark("thick", column + 0.03, 2.02, 0.94, 0.2) for column in (8, 9)]
    marks.append(Mark("wall", 14.94, 2.02, 0.12, 0.95))
    marks.append(Mark("obstacle", 11.1, 2.25, 0.8, 0.8, tone="danger"))
    marks += [Mark("caption", column, 3.02, 1, 0.3, literal(str(column))) for column in range(COLUMNS)]
    pieces = (
        Piece("rayman", "7/2", "figure", literal("Rayman"), seat=0),
        Piece("globox", "5/1", "figure", literal("Globox"), seat=1, is_active=True),
        Piece("barbara", "10/2", "figure", literal("Barbara"), seat=2),
        Piece("minimus", "3/1", "figure", literal("Minimus"), seat=3),
        Piece("enemy-1", "7/1", "enemy", literal("Enemy"), tone="foe"),
        Piece("enemy-2", "12/3", "enemy", literal("Enemy"), tone="foe"),
        Piece(
            "missile",
            "13/3",
            "projectile",
            literal("Missile"),
            tone="danger",
            is_airborne=True,
            is_landmark=True,
        ),
        Piece("teensy-blue", "9/1", "teensy", literal("Blue Teensy"), tone="blue", is_landmark=True),
        Piece("teensy-red", "18/2", "teensy", literal("Red Teensy"), tone="red", is_landmark=True),
        Piece("teensy-green", "27/1", "teensy", literal("Green Teensy"), tone="green", is_landmark=True),
        Piece("teensy-yellow", "36/3", "teensy", literal("Yellow Teensy"), tone="yellow", is_landmark=True),
    )
    lit = ("4/1", "6/1", "7/1", "8/1", "4/2", "5/2", "6/2", "8/2", "9/2", "5/3", "6/3")
    board = Board(COLUMNS, 3.36, tuple(spaces), tuple(marks), pieces, lit, ("3/1", "15/1"))
    from msgspec.structs import replace

    return replace(board, **changes)


def table_view(**changes: Any) -> View:
    heart = Badge("heart", literal("Heart"), tone="red")
    freed = Badge("teensy", literal("Teensy"), tone="blue")
    view = View(
        title=literal("Rayman"),
        prompt=Prompt(
            literal("Bo: move Globox"),
            label2(
                "Touch where it went, or just move it: the camera sees.",
                "Touchez la case d’arrivée, ou déplacez la figurine : la caméra voit.",
            ),
            "bo",
        ),
        phase="turns",
        players=(
            Player("ana", "Ana", literal("Rayman"), 0, "done", 9, (heart, freed)),
            Player("bo", "Bo", literal("Globox"), 1, "now", 7, (heart,)),
            Player("cleo", "Cleo", literal("Barbara"), 2, "waiting", 6),
            Player("dan", "Dan", literal("Grand Minimus"), 3, "waiting", 2),
        ),
        round=3,
        is_sample=True,
        board=lap_board(),
        pool=tuple(
            Counter(icon, literal(icon), value)
            for icon, value in (
                ("move", 4),
                ("jump", 1),
                ("slap", 2),
                ("glide", 1),
                ("crouch", 0),
                ("heart", 0),
            )
        ),
        choices=(
            Choice(label2("End turn", "Finir le tour"), {"command": "EndTurn"}, "check", is_primary=True),
            Choice(label2("Jump", "Sauter"), {"command": "Jump"}, "jump", group="step"),
            Choice(
                label2("Put a figure elsewhere", "Mettre une figurine ailleurs"),
                {"command": "Put"},
                "pen",
                group="table",
                asks=(Question("at", literal("Column"), "number", default=3, minimum=0, maximum=43),),
            ),
        ),
        hints=(
            label2(
                "Next hit risk: Globox on level 1 this round.",
                "Prochain risque : Globox au niveau 1 ce tour-ci.",
            ),
        ),
    )
    from msgspec.structs import replace

    return replace(view, **changes)


def hit_view() -> View:
    return table_view(
        phase="end",
        log=(
            LogLine(
                label2(
                    "Missile from 13, level 2: hits Barbara on 10/2",
                    "Le Missile de 13, niveau 2, touche Barbara en 10/2",
                ),
                "hit",
            ),
            LogLine(
                label2("Take the Missile off the board.", "Retirez le Missile du plateau."), "instruction"
            ),
            LogLine(label2("Cleo: Heart lost, Barbara stays.", "Cleo : Cœur perdu, Barbara reste."), "hit"),
        ),
    )


def label2(en: str, fr: str) -> Any:
    from companion.core.message import label

    return label({"en": en, "fr": fr})


class FixtureGame:
    """Shows one view whatever happens; only what a screen asks of a game."""

    def __init__(self, view: View | None = None) -> None:
        from companion.core.flow import Flow, Phase, TurnOrder
        from companion.games.protocol import Manifest

        self.shown = view or table_view()
        self.manifest = Manifest("fixture", literal("Fixture"), literal("A picture of a game."), 1, 6, "none")
        self.clauses: dict[str, Any] = {}
        self.legend: dict[str, Any] = {}
        self.editor = None
        self.ways: tuple[Any, ...] = ()
        self.flow = Flow(
            (
                Phase("projectile", label2("Projectile", "Projectile"), TurnOrder.TABLE),
                Phase("reveal", label2("Reveal", "Révélation"), TurnOrder.TOGETHER),
                Phase("turns", label2("Turns", "Tours"), TurnOrder.BY_INITIATIVE),
                Phase("end", label2("Round end", "Fin de manche"), TurnOrder.TABLE),
            )
        )

    def expected_scene(self, state: Any) -> Any:
        from companion.ports.sight import Scene

        return Scene({})

    def view(self, state: Any, viewer: str | None = None) -> View:
        from msgspec.structs import replace

        board = self.shown.board
        return replace(self.shown, board=replace(board, lit=())) if board is not None else self.shown

    def put(self, state: Any, figure: str, space: str) -> Any:
        return None

    def outcome(self, state: Any) -> Any:
        return None

    def costly(self, state: Any, figure: str) -> tuple[str, ...]:
        return ()

    def decide(self, state: Any, command: Any) -> Any:
        from companion.core.errors import Illegal

        raise Illegal(label2("It stands still.", "Rien ne bouge."))

    def chance(self, state: Any) -> tuple[Any, ...]:
        return ()

    def mat(self, state: Any) -> Any:
        return self.shown.board

    def reachable(self, state: Any, figure: str) -> tuple[str, ...]:
        return self.shown.board.lit if self.shown.board is not None else ()

    def dispute(self, state: Any, figure: str, space: str) -> Any:
        return {"space": space}

    def ways_to(self, state: Any, figure: str, space: str) -> Any:
        from companion.core.errors import Illegal
        from companion.core.verdict import Way

        if space not in self.shown.board.lit:
            raise Illegal(
                label2(
                    "Globox cannot reach 9/3: level 3 needs two Jumps from the ground, the cards give one.",
                    "Globox ne peut pas atteindre 9/3 : le niveau 3 demande deux Sauts.",
                ),
                clauses=("RAY-JUMP-2",),
            )
        return self.ways or (
            Way(
                (),
                label2(f"Globox jumps, then moves to {space}", f"Globox saute, puis va en {space}"),
                ("5/1", "5/2", space),
            ),
        )


class FixtureNight:
    """A night that stands still."""

    promise: bytes | None = None
    next_seed: bytes | None = None

    def __init__(self, game: FixtureGame) -> None:
        self.game = game
        self.state: Any = None
        self.can_undo = True
        self.can_redo = False
        self.submitted: list[Any] = []
        self.journal = None
        self.content = None

    @property
    def revision(self) -> int:
        return len(self.submitted)

    def submit_all(self, commands: Any, source: str = "touch") -> None:
        self.submitted += commands

    def roll(self, source: str = "screen") -> None:
        self.submitted.append({"command": "RollDice"})

    def show(self, view: View) -> None:
        """Comes to another state, which looks like this."""
        self.game.shown, self.state = view, object()

    position = 0

    def entries(self) -> tuple[Any, ...]:
        return ()

    def rows(self) -> tuple[Any, ...]:
        return ()

    def read_command(self, command: Any) -> Any:
        from companion.core.command import Command

        return Command()

    def state_at(self, number: int) -> Any:
        return self.state

    def close(self) -> None:
        pass


def session_of(game: FixtureGame) -> Any:
    from kiosk.night.session import Session

    return Session(FixtureNight(game))  # type: ignore[arg-type]


def fixture_session(view: View | None = None) -> Any:
    return session_of(FixtureGame(view))


def rayman_at(state: Any) -> Any:
    """Begins a night of Rayman in a state that was made by hand."""
    return session_at("rayman", state)


def session_at(game_id: str, state: Any) -> Any:
    """Begins a night of two in a state that was made by hand."""
    from companion.games.registry import find_game
    from companion.night.night import Night
    from companion.night.states import States
    from kiosk.night.session import Session

    night = Night.create(find_game(game_id), {"players": ["Ana", "Bo"]})
    night.state = state
    night._states = States(night.game, state, night._history)
    return Session(night)


def quick_session(game_id: str = "rayman", **setup: Any) -> Any:
    """Begins a demo night in memory: a file would be written at every step."""
    from companion.games.registry import find_game
    from companion.night.night import Night
    from kiosk.night.session import Session
    from kiosk.show.demo import demo_setup

    chosen = {**demo_setup(game_id), **setup}
    asked = {name: value for name, value in chosen.items() if value is not None}
    return Session(Night.create(find_game(game_id), asked))


def playing(session: Any, seed: int = 7) -> Iterator[None]:
    """Plays a night by commands, where no screen is up, one at a time."""
    from companion.commands.demo import next_command

    chance = Random(seed)
    while not session.night.is_over:
        session.submit(next_command(session.game, session.state, chance), source="demo")
        yield


def played(session: Any, is_there: Callable[[Any], bool], seed: int = 7) -> Any:
    """Plays a night by commands until it has come to what a test is about, or is over."""
    commands = playing(session, seed)
    while not is_there(session) and next(commands, session) is None:
        pass
    return session


__all__ = [
    "FixtureGame",
    "FixtureNight",
    "fixture_session",
    "hit_view",
    "lap_board",
    "played",
    "playing",
    "quick_session",
    "say",
    "table_view",
]
