"""`companion play`: a whole game by JSON lines (play/1)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec
from msgspec import Struct

from companion.cli import Language
from companion.commands.spoken import json_line, reason, spoken
from companion.core.blocks import Json
from companion.core.chance import DrawRequest
from companion.core.dice import DiceRequest
from companion.core.errors import Invalid, Refusal
from companion.core.message import say
from companion.core.system import why_refused
from companion.games.registry import find_game
from companion.i18n import words
from companion.night.forms import read_json, refuse_field
from companion.night.night import Night, now
from companion.ports.clock import Clock
from companion.ports.files import DOCUMENT_BYTES


class Request(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """One line of input; `do` says what is asked for."""


class New(Request, frozen=True):
    """Begin a night."""

    game: str
    setup: Json = {}


class Resume(Request, frozen=True):
    """Open the night in the journal."""


class Legal(Request, frozen=True):
    """List what can be submitted now."""


class Submit(Request, frozen=True):
    """Carry out a command; with `revision`, only if nothing has happened since."""

    command: Json
    revision: int | None = None
    source: str = "play"


class Undo(Request, frozen=True):
    """Take the last step back; asking for it counts as the table's agreement unless it says otherwise."""

    agreed: bool = True
    revision: int | None = None
    source: str = "play"


class Redo(Request, frozen=True):
    """Take again what was undone."""

    revision: int | None = None
    source: str = "play"


class Jump(Request, frozen=True):
    """Go to the state after an entry."""

    to: int
    agreed: bool = True
    revision: int | None = None
    source: str = "play"


class State(Request, frozen=True):
    """Show the state as data."""


class View(Request, frozen=True):
    """Show the state as a screen would, in words; with `viewer`, also what only that player may see."""

    viewer: str | None = None


class Chance(Request, frozen=True):
    """Say which dice, card or tile is waited for."""


class Layout(Request, frozen=True):
    """Say how to lay out the real table now."""


class Outcome(Request, frozen=True):
    """Say how the game ended, or stands."""


class History(Request, frozen=True):
    """List every step."""


AnyRequest = (
    New | Resume | Legal | Submit | Undo | Redo | Jump | State | View | Chance | Layout | Outcome | History
)


class Session:
    """Answers requests over one night at a time; a refused request leaves everything as it was."""

    def __init__(self, journal: Path | None = None, clock: Clock = now) -> None:
        self._path = journal
        self._clock = clock
        self._night: Night[Any] | None = None

    def answer(self, line: bytes) -> Json:
        """Answers one line, whatever it holds."""
        try:
            request: AnyRequest = read_json(line, AnyRequest, "request")
            return {"ok": True, **self._carry_out(request)}
        except Refusal as refusal:
            return _refused(refusal)
        except OSError as error:
            problem = why_refused(error)
            return _refused(Invalid(say("core.field", field=str(error.filename or "-"), problem=problem)))
        except Exception as error:  # the one place where a defect in a game must not end the night
            detail = f"{type(error).__name__}: {error}"
            return _refused(Invalid(say("night.internal", detail=detail)))

    def close(self) -> None:
        """Gives the journal back."""
        if self._night:
            self._night.close()
            self._night = None

    def _carry_out(self, request: AnyRequest) -> Json:
        match request:
            case New(game, setup):
                return self._begin(game, setup)
            case Resume():
                return self._resume()
        night = self._find_night()
        match request:
            case Legal():
                commands = night.game.offers(night.state)
                return {"revision": night.revision, "commands": msgspec.to_builtins(list(commands))}
            case Submit(command, revision, source):
                events = night.submit(command, source=source, revision=revision)
                return {"revision": night.revision, "events": msgspec.to_builtins(events)}
            case Undo(agreed, revision, source):
                night.undo(agreed=agreed, source=source, revision=revision)
            case Redo(revision, source):
                night.redo(source=source, revision=revision)
            case Jump(to, agreed, revision, source):
                night.jump(to, agreed=agreed, source=source, revision=revision)
            case State():
                state = msgspec.to_builtins(night.state)
                return {"revision": night.revision, "over": night.is_over, "state": state}
            case View(viewer):
                return {"revision": night.revision, "view": _shown(night, viewer)}
            case Chance():
                return {"waits_for": _awaited(night)}
            case Layout():
                return {"layout": spoken(night.game.layout(night.state), Language.chosen)}
            case Outcome():
                return _ended(night)
            case History():
                return {"revision": night.revision, "entries": spoken(night.entries(), Language.chosen)}
        return {"revision": night.revision}

    def _find_night(self) -> Night[Any]:
        if self._night is None:
            raise Invalid(say("night.none_open"))
        return self._night

    def _begin(self, game_id: str, setup: Json) -> Json:
        game = find_game(game_id)
        if self._path and self._night:
            raise Invalid(say("night.exists", file=str(self._path)))
        self._night = Night.create(game, setup, path=self._path, clock=self._clock)
        return {"revision": self._night.revision}

    def _resume(self) -> Json:
        if self._path is None:
            raise Invalid(say("night.no_journal"))
        if self._night is None:
            self._night = Night.open(self._path, clock=self._clock)
        answer: Json = {"revision": self._night.revision, "game": self._night.game.manifest.id}
        if self._night.notice:
            answer["notice"] = spoken(self._night.notice, Language.chosen)
        return answer


def _shown(night: Night[Any], viewer: str | None) -> Json:
    view = night.game.view(night.state, viewer)
    known = [one.id for one in view.players]
    if viewer is not None and viewer not in known:
        problem = say("core.read.one_of", got=repr(viewer), known=", ".join(known))
        raise refuse_field("request.viewer", problem)
    shown: Json = spoken(view, Language.chosen)
    return shown


def _awaited(night: Night[Any]) -> Json | None:
    """Writes what is waited for: the faces of each die in order, or the cards or tiles that may come."""
    match next(iter(night.game.chance(night.state)), None):
        case DiceRequest(dice):
            return {"kind": "dice", "dice": [list(die.ids) for die in dice]}
        case DrawRequest(deck, outcomes, what=what):
            return {"kind": what, "from": deck, "outcomes": [face.id for face in outcomes]}
    return None


def _ended(night: Night[Any]) -> Json:
    """Writes how the game ended; while it goes on, how the players stand as far as the game says."""
    outcome = night.game.outcome(night.state)
    if outcome is None:
        ranking = night.game.report([night.state]).ranking
        headline = night.game.view(night.state).prompt.headline
    else:
        ranking, headline = outcome.ranking, outcome.because
    return {
        "over": outcome is not None,
        "ranking": [{"player": rank.player, "place": rank.place, "score": rank.score} for rank in ranking],
        "say": words(headline, Language.chosen),
    }


def _refused(refusal: Refusal) -> Json:
    return {
        "ok": False,
        "error": str(refusal.kind),
        "message": reason(refusal, Language.chosen),
        "clauses": list(refusal.clauses),
    }


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yields requests; of a line that is longer than any request only the beginning, which is refused."""
    while line := stream.readline(DOCUMENT_BYTES):
        is_whole = line.endswith(b"\n")
        yield line
        while not is_whole and (rest := stream.readline(DOCUMENT_BYTES)):
            is_whole = rest.endswith(b"\n")


@click.command()
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File that keeps the night; without it the night lives in memory.",
)
def play(journal: Path | None) -> None:
    """Play a game by JSON lines: one request a line in, one answer a line out (play/1).

    An answer `ok` to a submit means that the step is on the disk.

    \b
    Requests: new, resume, legal, chance, submit, undo, redo, jump, state, view, layout, outcome, history.
    Example:
      echo '{"do": "new", "game": "rayman", "setup": {"players": ["Ana", "Bo"]}}' |
        companion play --journal tonight.night
      echo '{"do": "resume"}' | companion play --journal tonight.night
    """
    session = Session(journal)
    out = sys.stdout.buffer
    try:
        for line in _lines(sys.stdin.buffer):
            out.write(json_line(session.answer(line)).encode() + b"\n")
            out.flush()
    finally:
        session.close()
