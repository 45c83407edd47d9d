"""The night on the screen: one open night, what just happened to it, and who wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.announcements import Announcement, announcements_of
from companion.core.blocks import Board, Json, LogLine, Moment, Trail, View
from companion.core.chance import draw, draw_asked
from companion.core.command import Command
from companion.core.event import Event
from companion.core.message import Message, literal, say
from companion.core.outcome import Outcome
from companion.games.protocol import Game
from companion.games.registry import find_game
from companion.night.folders import new_night_path
from companion.night.night import Night, now
from companion.night.pledge import kept_seeds
from companion.night.reasons import mover_of
from companion.night.record import Seating
from kiosk.night.secrets import SecretStep, hidden_steps
from kiosk.night.trails import trails_after


class PutBack(Struct, frozen=True):
    """A piece that the table has to move after the record went elsewhere."""

    piece: Message
    before: Message | None
    after: Message | None
    icon: str = ""
    seat: int | None = None
    tone: str = ""


class Session:
    """Wraps the night in play; every change goes through it, and tells its listeners."""

    def __init__(self, night: Night[Any]) -> None:
        self.night = night
        self.listeners: list[Callable[[], None]] = []
        self.roll_source = ""
        """Where the last roll came from: `screen`, `typed`, or a device's name."""
        self.seed = b""
        """What the last roll fell by, where it was pledged."""
        self._described: Any = Session
        self._views: dict[str | None, View] = {}
        self._lit: tuple[str, ...] | None = None
        self._costly: tuple[str, ...] = ()
        self._told: tuple[Any, tuple[LogLine, ...]] = (Session, ())
        """The state that the last commands led to, and what happened on the whole way there."""
        self._hidden: tuple[SecretStep, ...] | None = None
        self._figure = ""
        self._trails: tuple[Trail, ...] = ()
        self.news: tuple[Announcement, ...] = ()
        """What is to be announced of the last change; nothing where the record only went back or forth."""
        self.hands_lie_open = False
        """Whether the table laid all hands open when it chose last, so that it need not say so again."""
        self.told: tuple[Message, ...] = ()
        """What is said of the last change: every announcement in full, else what the screen tells of it."""

    @classmethod
    def begin(
        cls, game_id: str, setup: Json, path: Path | None = None, seating: Seating | None = None
    ) -> Session:
        """Begins a night in the user's folder, or in a given file."""
        game = find_game(game_id)
        path = path or new_night_path(game_id, now())
        return cls(Night.create(game, setup, path=path, seeds=kept_seeds(), seating=seating))

    @classmethod
    def resume(cls, path: Path, up_to: int | None = None) -> Session:
        """Opens a night from its file; `up_to` an entry where the game cannot go on from its end."""
        if up_to is None:
            return cls(Night.open(path, seeds=kept_seeds()))
        night = Night.open(path, as_far_as_it_goes=True, seeds=kept_seeds())
        if night.position != up_to:
            night.jump(up_to, agreed=True, source="recovery")
        return cls(night)

    @property
    def path(self) -> Path | None:
        """The night's file, where it has one."""
        return self.night.journal.path if self.night.journal is not None else None

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.night.game

    @property
    def state(self) -> Any:
        """The present state."""
        return self.night.state

    def view(self, viewer: str | None = None) -> View:
        """Describes the present state at once, and only once; lit as soon as that is known."""
        self._catch_up()
        if viewer not in self._views:
            self._keep(viewer, self.game.view(self.state, viewer))
        return self._views[viewer]

    def _keep(self, viewer: str | None, view: View) -> None:
        """Keeps a description of the present state, with what is known besides the rules."""
        reached, log = self._told
        whole = replace(view, log=log) if reached is self.state else view
        self._views[viewer] = _lit(_traced(whole, self._trails), self._lit or (), self._costly)

    def mat(self) -> Board | None:
        """Draws every space that the table may come to: what a camera is taught."""
        return self.game.mat(self.state)

    def lit_view(self) -> View:
        """Describes the present state with the spaces within reach, however long they take."""
        if not self.is_lit:
            self.light(self.state, self.figure, self.game.reachable(self.state, self.figure))
        return self.view()

    @property
    def is_lit(self) -> bool:
        """Tells whether it is known which spaces are within reach."""
        self._catch_up()
        return self._lit is not None

    @property
    def figure(self) -> str:
        """The piece that a touched space is meant for: the chosen one, else the one whose turn it is."""
        return mover_of(self.view(), self._figure)

    def choose_figure(self, piece: str) -> None:
        """Means another piece by the spaces that are touched next."""
        if piece != self.figure:
            self._figure, self._lit, self._costly = piece, None, ()
            self._views = {viewer: _lit(view, ()) for viewer, view in self._views.items()}

    def light(self, state: Any, figure: str, lit: tuple[str, ...]) -> bool:
        """Takes in what is within reach; False where the night or the table has gone on from that."""
        self._catch_up()
        if state is not self.state or figure != self.figure:
            return False
        self._lit = lit
        self._views = {viewer: _lit(view, lit, self._costly) for viewer, view in self._views.items()}
        return True

    def mark_costly(self, state: Any, figure: str, costly: tuple[str, ...]) -> bool:
        """Takes in which of the lit spaces cost something; False where the night has gone on from that."""
        self._catch_up()
        if state is not self.state or figure != self.figure or not costly:
            return False
        self._costly = costly
        self._views = {viewer: _lit(view, self._lit or (), costly) for viewer, view in self._views.items()}
        return True

    def _catch_up(self) -> None:
        """Forgets what was described of a state gone by."""
        if self._described is not self.state:
            self._described, self._views = self.state, {}
            self._lit, self._costly, self._hidden, self._figure = None, (), None, ""

    def submit(self, *commands: Command | Json, source: str = "touch") -> None:
        """Carries commands out, all or none; a refusal changes nothing and is passed on."""
        self._carry_out(lambda: self.night.submit_all(commands, source=source), len(commands))

    def roll(self, *, source: str) -> None:
        """Rolls the dice that the game asks for; a refusal changes nothing and is passed on."""
        self._carry_out(lambda: self.night.roll(source=source), 1, source, self.night.next_seed or b"")

    def draw_all(self, choose: Callable[[int], int], most: int = 60) -> None:
        """Draws what is waited for off piles, until somebody has to choose, roll, or draw for other eyes."""
        is_open = self._draws_openly()

        def draw_on() -> None:
            for count in range(most):
                request = draw_asked(self.game.chance(self.state))
                is_other = count > 0 and (
                    self._draws_openly() != is_open or self.game.legal_commands(self.state)
                )
                if request is None or is_other:
                    return
                self.night.submit(draw(request, choose), source="screen")

        self._carry_out(draw_on)

    def _draws_openly(self) -> bool:
        return any(choice.group == "chance" for choice in self.game.view(self.state).choices)

    def _carry_out(
        self,
        acts: Callable[[], Any],
        count: int | None = None,
        roll_source: str | None = None,
        seed: bytes = b"",
    ) -> None:
        """Changes the night by so many steps, else by all it records, and tells what became of it."""
        before, state, shown = self.night.revision, self.state, self.view()
        acts()
        self.seed = seed
        if roll_source is not None:
            self.roll_source = roll_source.partition("#")[0]
        count = self.night.revision - before if count is None else count
        if count > 1:
            steps = range(before + 1, before + count + 1)
            views = _views_on(self.game, state, (self.night.events_of(number) for number in steps))
        else:
            views = [self.game.view(self.state)]
        self._told = (self.state, _told_by(views))
        self._catch_up()
        self._trails = trails_after(self._trails, (shown, *views))
        self._keep(None, views[-1])
        self.news = announcements_of(self.view().log)
        outcome = self.game.outcome(self.state)
        if outcome is not None and self.game.outcome(state) is None:
            self.news = _with_the_end(self.news, outcome)
        self.told = _sentences(self.news, self.view().log)
        self._tell()

    def foresee(self, commands: Sequence[Command | Json]) -> View:
        """Describes the state that commands would lead to, and all that happens on the way.

        Nothing is recorded; a refusal is passed on.
        """
        state, happened = self.state, []
        for given in commands:
            command = given if isinstance(given, Command) else self.night.read_command(given)
            happened.append(self.game.decide(state, command))
            for event in happened[-1]:
                state = self.game.evolve(state, event)
        told = _told_by(_views_on(self.game, self.state, happened))
        return replace(self.game.view(state), log=told)

    @property
    def hidden_steps(self) -> tuple[SecretStep, ...]:
        """The secret choices that can still be changed, because nobody has seen them yet."""
        self._catch_up()
        if self._hidden is None:
            self._hidden = hidden_steps(self)
        return self._hidden

    def retake(self, number: int, commands: Sequence[Json]) -> None:
        """Goes back to an entry and carries other commands out from there."""
        self.night.jump(number)
        self.night.submit_all(commands)
        self.news, self.told = (), ()
        self._tell()

    def undo(self, *, agreed: bool = False) -> tuple[PutBack, ...]:
        """Takes the last step back and lists what to move on the table."""
        before = self.view().board
        self.night.undo(agreed=agreed)
        return self._moved_from(before)

    def redo(self) -> tuple[PutBack, ...]:
        """Takes a step again and lists what to move on the table."""
        before = self.view().board
        self.night.redo()
        return self._moved_from(before)

    def jump(self, number: int, *, agreed: bool = False) -> tuple[PutBack, ...]:
        """Goes to any entry and lists what to move on the table."""
        before = self.view().board
        self.night.jump(number, agreed=agreed)
        return self._moved_from(before)

    def _moved_from(self, before: Board | None) -> tuple[PutBack, ...]:
        self.news, self.told, self._trails = (), (), ()
        self._tell()
        return pieces_to_move(before, self.view().board)

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener()

    def close(self) -> None:
        """Gives the night's file back."""
        self.listeners.clear()
        self.night.close()


def _views_on(game: Game[Any], state: Any, steps: Iterable[Sequence[Event]]) -> list[View]:
    """Describes the state after each step of a way."""
    views = []
    for events in steps:
        for event in events:
            state = game.evolve(state, event)
        views.append(game.view(state))
    return views


def _told_by(views: Iterable[View]) -> tuple[LogLine, ...]:
    """Gathers what each step of a way tells; where a piece only passed is left out, as it is moved once."""
    lines = [line for view in views for line in view.log]
    last = {line.moves: number for number, line in enumerate(lines)}
    return tuple(line for number, line in enumerate(lines) if not line.moves or last[line.moves] == number)


def _sentences(news: tuple[Announcement, ...], log: tuple[LogLine, ...]) -> tuple[Message, ...]:
    """Lists what is said: what is announced, else what matters; and the last line, such as a new turn."""
    announced = [sentence for each in news for sentence in each.sentences]
    said = announced or [line.text for line in log if line.tone != "info"]
    return (*said, *(line.text for line in log[-1:] if line.text not in said))


def _with_the_end(news: tuple[Announcement, ...], outcome: Outcome) -> tuple[Announcement, ...]:
    """Announces the end last, with who came where if somebody won."""
    won = next((each for each in news if each.moment.kind == "win"), None)
    first = next(iter(outcome.winners), "")
    end = won or Announcement(Moment("win", first), outcome.because)
    places = sorted({rank.place for rank in outcome.ranking})
    standings = tuple(
        say(
            "evening.place",
            place=place,
            players=", ".join(rank.player for rank in outcome.ranking if rank.place == place),
        )
        for place in places
        if outcome.winners
    )
    return (*(each for each in news if each is not won), replace(end, details=(*end.details, *standings)))


def _traced(view: View, trails: tuple[Trail, ...]) -> View:
    if view.board is None or not trails:
        return view
    return replace(view, board=replace(view.board, trails=trails))


def _lit(view: View, lit: tuple[str, ...], costly: tuple[str, ...] = ()) -> View:
    if view.board is None or (view.board.lit, view.board.costly) == (lit, costly):
        return view
    return replace(view, board=replace(view.board, lit=lit, costly=costly))


def place_name(board: Board, space_id: str) -> Message:
    """Says a space as the table calls it."""
    for space in board.spaces:
        if space.id == space_id:
            return space.name or space.label or literal(space_id)
    return literal(space_id)


def pieces_to_move(before: Board | None, after: Board | None) -> tuple[PutBack, ...]:
    """Compares two boards and lists the pieces that stand elsewhere, came or went."""
    if before is None or after is None:
        return ()
    old = {piece.id: piece for piece in before.pieces}
    new = {piece.id: piece for piece in after.pieces}
    moved = []
    for piece_id in dict.fromkeys([*new, *old]):
        was, is_now = old.get(piece_id), new.get(piece_id)
        if was and is_now and was.space == is_now.space:
            continue
        piece = is_now or was
        assert piece is not None
        moved.append(
            PutBack(
                piece.label,
                place_name(before, was.space) if was else None,
                place_name(after, is_now.space) if is_now else None,
                piece.icon,
                piece.seat,
                piece.tone,
            )
        )
    return tuple(moved)
