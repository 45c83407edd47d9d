"""The night: the one door through which a game's state changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_bytes
from typing import Any, Generic

import msgspec
from msgspec import Raw, Struct, structs

from companion import __version__
from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.chance import dice_asked, draw
from companion.core.command import Command, RollDice
from companion.core.decoding import DECODING_ERRORS
from companion.core.dice import FaceId
from companion.core.errors import Ambiguous, Illegal, Invalid, Stale
from companion.core.event import Event
from companion.core.message import Message, literal, say
from companion.games.protocol import Game, S
from companion.games.registry import find_game
from companion.night.forms import read_json, read_value
from companion.night.history import History
from companion.night.journal import Journal
from companion.night.pledge import Promise, Seeds, chooser
from companion.night.record import FORMAT, Header, Move, Row, Seating, Step, decode_content, encode_content
from companion.night.refusals import Misfit, NotAgreed
from companion.night.states import States
from companion.ports.clock import Clock


class Entry(Struct, frozen=True):
    """A step as a screen lists it; `is_active` tells whether it counts for the present state."""

    number: int
    label: Message
    time: datetime
    source: str
    is_active: bool
    is_barrier: bool


def now() -> datetime:
    """Tells the machine's time."""
    return datetime.now(UTC)


def _named(path: Path, problem: Message) -> Message:
    return say("core.field", field=str(path), problem=problem)


class Night(Generic[S]):
    """One night of one game. Every change is decided, put on the disk, and only then taken over."""

    def __init__(
        self,
        game: Game[S],
        header: Header,
        journal: Journal | None,
        clock: Clock,
        as_far_as_it_goes: bool = False,
        seeds: Seeds | None = None,
    ) -> None:
        self.game = game
        self.header = header
        self.journal = journal
        self.content: Content = decode_content(header, game.content_kinds)
        self._clock = clock
        self._seeds = seeds
        self._promise = Promise(header.pledge)
        self._history = History()
        start: S = read_json(bytes(header.start), game.state_type, "header.start")
        self._states = States(game, start, self._history)
        self.state: S = start
        if journal:
            self._replay(journal.take_rows(), as_far_as_it_goes)
            if journal.is_writable and not self.is_over:
                self._pledge()

    @classmethod
    def create(
        cls,
        game: Game[S],
        setup: Json,
        *,
        path: Path | None = None,
        clock: Clock = now,
        content: Content | None = None,
        seeds: Seeds | None = None,
        seating: Seating | None = None,
    ) -> Night[S]:
        """Begins a night, in memory or in a new file; `packs` in the set-up names the content packs.

        With `seeds` its dice are pledged.
        """
        setup = dict(setup)
        packs: list[str] = read_value(setup.pop("packs", []), list[str], "setup.packs")
        if content is None:
            from companion.content.loader import load_content

            content = load_content(game, packs)
        header = Header(
            format=FORMAT,
            game=game.manifest.id,
            created=clock(),
            companion=__version__,
            setup=setup,
            packs=content.packs,
            content=encode_content(content),
            start=Raw(msgspec.json.encode(game.new_state(setup, content))),
            pledge=seeds.begin() if seeds else None,
            seating=seating,
        )
        return cls(game, header, Journal.create(path, header) if path else None, clock, seeds=seeds)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        clock: Clock = now,
        as_far_as_it_goes: bool = False,
        seeds: Seeds | None = None,
    ) -> Night[Any]:
        """Resumes the night in a file; `notice` says what was lost, or why nothing can be written.

        Events that the game can no longer follow are refused as a Misfit, or left behind `as_far_as_it_goes`:
        the night goes back to the last step that it can, and keeps the others as undone ones.
        With `seeds` the dice of a night that was not pledged on this machine are pledged from here on.
        """
        return cls._over(Journal.open(path), clock, as_far_as_it_goes, seeds)

    @classmethod
    def read(cls, path: Path) -> Night[Any]:
        """Opens a night only to look at it, even while another process plays it."""
        return cls._over(Journal.read(path), now)

    @classmethod
    def _over(
        cls, journal: Journal, clock: Clock, as_far_as_it_goes: bool = False, seeds: Seeds | None = None
    ) -> Night[Any]:
        try:
            game = find_game(journal.header.game)
            return Night(game, journal.header, journal, clock, as_far_as_it_goes, seeds)
        except BaseException as error:
            journal.close()
            if isinstance(error, Misfit):
                raise Misfit(_named(journal.path, error.message), error.last) from error.__cause__
            if type(error) is Invalid:  # the journal's own refusals name the file
                raise Invalid(_named(journal.path, error.message)) from None
            raise

    def _replay(self, rows: Sequence[Row], as_far_as_it_goes: bool) -> None:
        try:
            self.follow(rows)
        except Misfit as misfit:
            if not as_far_as_it_goes:
                raise
            self._move("jump", misfit.last, agreed=True, source="recovery")
            if self.journal:
                self.journal.notice = say("night.left_behind", why=misfit.message)

    @classmethod
    def copy_of(cls, header: Header, rows: Sequence[Row]) -> Night[Any]:
        """Makes a night in memory that looks on at one that another process plays."""
        night = Night(find_game(header.game), header, None, now)
        night.follow(rows)
        return night

    def follow(self, rows: Sequence[Row]) -> None:
        """Takes in what another process has recorded since; never used on a night that is played here.

        Refuses with Invalid or Misfit what does not fit.
        """
        for row in rows:
            if not self._history.has_position(row.base):
                raise Invalid(say("night.strange_base", number=self.revision + 1, base=row.base))
            self._history.add(row)
            self._promise.add(row)
        self.state = self._states.at(self._history.position)

    @property
    def revision(self) -> int:
        """Counts every row of the journal, undos included: it only ever grows."""
        return self._history.revision

    @property
    def position(self) -> int:
        """Returns the number of the step that the present state comes after; 0 is the start."""
        return self._history.position

    @property
    def notice(self) -> Message | None:
        """Says what the table should know about how the night was opened."""
        return self.journal.notice if self.journal else None

    @property
    def is_over(self) -> bool:
        """Tells whether the game has ended."""
        return self.game.outcome(self.state) is not None

    @property
    def can_redo(self) -> bool:
        """Tells whether something undone can be taken again."""
        return self._history.next() is not None

    @property
    def can_undo(self) -> bool:
        """Tells whether there is a step to take back."""
        return self._history.previous() is not None

    def read_command(self, command: Json) -> Command:
        """Reads a command's JSON form, also an older version's; refuses with Invalid naming the field."""
        with suppress(LookupError, AttributeError, TypeError):  # of no version: the reader says what is wrong
            command = self.game.upgrade(command)
        read: Command = read_value(command, self.game.command_type, "command")
        return read

    def submit(
        self, command: Command | Json, *, source: str = "touch", revision: int | None = None
    ) -> tuple[Event, ...]:
        """Carries out a command: on return it is on the disk; a refusal changes nothing."""
        return self.submit_all((command,), source=source, revision=revision)

    @property
    def promise(self) -> bytes | None:
        """The hash that the seed of the next roll must have; None where the dice are not pledged."""
        return self._promise.hash if self._seeds is not None else None

    def roll(self, *, source: str = "screen") -> tuple[Event, ...]:
        """Rolls the dice that the game waits for, from the seed that was pledged for them."""
        request = dice_asked(self.game.chance(self.state))
        if request is None:
            raise Illegal(say("night.no_dice_asked"))
        seed = self.next_seed
        events = self._submit((draw(request, chooser(seed or token_bytes(32))),), source, seed)
        self._pledge()
        return events

    @property
    def last_faces(self) -> tuple[FaceId, ...]:
        """Returns what the dice showed that were rolled last."""
        for row in reversed(self._history.rows):
            if isinstance(row, Step) and isinstance(rolled := self.command_of(row), RollDice):
                return rolled.faces
        return ()

    @property
    def next_seed(self) -> bytes | None:
        """What the next roll will fall by; for nobody's eyes before."""
        pledge = self._promise.pledge
        if self._seeds is None or pledge is None:
            return None
        return self._seeds.seed(pledge, self._promise.told + 1)

    def _pledge(self) -> None:
        """Begins a chain of seeds where this machine has none for the next roll."""
        if self._seeds is not None and self.next_seed is None:
            pledged = self._seeds.begin()
            self._record(Move(self.position, self._clock(), "pledge", "jump", False, pledged))

    def submit_all(
        self, commands: Sequence[Command | Json], *, source: str = "touch", revision: int | None = None
    ) -> tuple[Event, ...]:
        """Carries out commands one after the other in one transaction: all of them, or none."""
        self._check_revision(revision)
        return self._submit(commands, source)

    def _submit(
        self, commands: Sequence[Command | Json], source: str, seed: bytes | None = None
    ) -> tuple[Event, ...]:
        state, base = self.state, self._history.position
        steps: list[Step] = []
        states: list[S] = []
        happened: list[Event] = []
        for given in commands:
            command = given if isinstance(given, Command) else self.read_command(given)
            events = self._decide(state, command)
            label = self.game.describe(state, command, events)
            steps.append(
                Step(
                    base=base,
                    time=self._clock(),
                    source=source,
                    command=Raw(msgspec.json.encode(command)),
                    events=Raw(msgspec.json.encode(events)),
                    label=Raw(msgspec.json.encode(label)),
                    is_barrier=command.is_barrier,
                    seed=seed.hex() if seed else "",
                )
            )
            # Folded before it is written: a fold that fails must not leave a row that nobody can read again.
            state = self._states.fold(state, events)
            states.append(state)
            happened += events
            base = self.revision + len(steps)
        if steps:
            self._write(steps)
            for step, reached in zip(steps, states, strict=True):
                self._history.add(step)
                self._promise.add(step)
                self._states.keep(self._history.position, reached)
            self.state = state
        return tuple(happened)

    def _decide(self, state: S, command: Command) -> tuple[Event, ...]:
        """Lets the game decide; what leaves a choice open that several legal steps answer is ambiguous."""
        try:
            return self.game.decide(state, command)
        except Illegal as refusal:
            given = {field: value for field, value in structs.asdict(command).items() if value is not None}
            if len(given) == len(command.__struct_fields__):
                raise
            fitting = [
                legal
                for legal in self.game.offers(state)
                if type(legal) is type(command) and given.items() <= structs.asdict(legal).items()
            ]
            if len(fitting) < 2:
                raise
            details = tuple(literal(self.game.format(step)) for step in fitting)
            raise Ambiguous(refusal.message, clauses=refusal.clauses, details=details) from None

    def undo(self, *, agreed: bool = False, source: str = "touch", revision: int | None = None) -> None:
        """Takes the last step back; what had become known only once the table has agreed."""
        self._check_revision(revision)
        target = self._history.previous()
        if target is None:
            raise Illegal(say("night.nothing_to_undo"))
        self._move("undo", target, agreed, source)

    def redo(self, *, source: str = "touch", revision: int | None = None) -> None:
        """Takes the step again that was undone last."""
        self._check_revision(revision)
        target = self._history.next()
        if target is None:
            raise Illegal(say("night.nothing_to_redo"))
        self._move("redo", target, False, source)

    def jump(
        self, number: int, *, agreed: bool = False, source: str = "touch", revision: int | None = None
    ) -> None:
        """Goes to the state after any entry, undone ones included; 0 is the start."""
        self._check_revision(revision)
        self._move("jump", self._find_position(number), agreed, source)

    def barriers_left(self, number: int) -> tuple[Entry, ...]:
        """Lists the steps that going to an entry would take back although something became known in them."""
        return tuple(
            self._entry(step, is_active=True)
            for step in self._history.barriers_left(self._find_position(number))
        )

    def _move(self, verb: Any, target: int, agreed: bool, source: str) -> None:
        barriers = self._history.barriers_left(target)
        if barriers and not agreed:
            labels = tuple(self._entry(step, is_active=True).label for step in barriers)
            raise NotAgreed(say("night.needs_agreement", steps=labels), details=labels)
        state = self._states.at(target)
        move = Move(target, self._clock(), source, verb, bool(barriers))
        self._record(move)
        self.state = state

    def _record(self, move: Move) -> None:
        self._write([move])
        self._history.add(move)
        self._promise.add(move)

    def entries(self) -> tuple[Entry, ...]:
        """Lists every step in the order in which it was submitted, undone ones too."""
        active = set(self._history.back(self._history.position))
        return tuple(
            self._entry(number, is_active=number in active)
            for number, row in enumerate(self._history.rows, 1)
            if isinstance(row, Step)
        )

    def rows(self) -> tuple[Row, ...]:
        """Lists everything that was recorded, moves included; row n is entry n."""
        return tuple(self._history.rows)

    def state_at(self, number: int) -> S:
        """Returns the state as it was after an entry; 0 is the start."""
        return self._states.at(self._find_position(number))

    def events_of(self, number: int) -> tuple[Event, ...]:
        """Returns what happened in a step."""
        return self._states.events_of(number)

    def command_of(self, row: Step) -> Command:
        """Reads the command of a recorded step, also one that an older version wrote."""
        return self.read_command(msgspec.json.decode(row.command))

    def states(self) -> Iterator[S]:
        """Walks the states that led to the present one, from the start on."""
        return self._states.along(self._history.position)

    def close(self) -> None:
        """Gives the journal back."""
        if self.journal:
            self.journal.close()

    def __enter__(self) -> Night[S]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_revision(self, revision: int | None) -> None:
        if revision is not None and revision != self.revision:
            raise Stale(say("night.stale", revision=revision, current=self.revision))

    def _find_position(self, number: int) -> int:
        try:
            return self._history.position_after(number)
        except KeyError:
            raise Invalid(say("night.no_entry", number=number, last=self.revision)) from None

    def _entry(self, number: int, *, is_active: bool) -> Entry:
        step = self._history.step(number)
        try:
            label = msgspec.json.decode(step.label, type=Message)
        except DECODING_ERRORS:
            label = say("night.strange_label")
        return Entry(number, label, step.time, step.source, is_active, step.is_barrier)

    def _write(self, rows: Sequence[Row]) -> None:
        if self.journal:
            self.journal.append(rows)
