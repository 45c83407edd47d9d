"""The tournament as a record of functions, so that a night keeps it like any game: journal, undo, verify."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.club.tournament import commands as asked, events as happened
from companion.club.tournament.standings import standings
from companion.club.tournament.state import Entrant, Method, Placed, Round, Sitting, Tournament
from companion.content.library import Content
from companion.core import blocks
from companion.core.command import Command
from companion.core.decoding import DECODING_ERRORS, explain
from companion.core.errors import Illegal, Invalid
from companion.core.event import Event
from companion.core.flow import Flow, Phase, TurnOrder
from companion.core.message import Message, say
from companion.core.outcome import Outcome, Rank
from companion.games.protocol import Game, Manifest

LONGEST_NAME = 40


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament is begun with."""

    event: str
    title: str
    game: str
    players: tuple[str, ...] = ()
    rounds: int = 4
    method: Method = "random"
    table_size: int = 4
    smallest: int = 2
    largest: int = 6
    points: tuple[int, ...] = ()


def new_state(setup: blocks.Json, content: Content) -> Tournament:
    """Checks what a tournament is begun with."""
    import msgspec

    try:
        asked_for = msgspec.convert(setup, Setup)
    except DECODING_ERRORS as error:
        raise Invalid(explain(error, Setup, "tournament")) from None
    if not 1 <= asked_for.smallest <= asked_for.table_size <= asked_for.largest:
        raise Invalid(
            say("club.bad_size", size=asked_for.table_size, least=asked_for.smallest, most=asked_for.largest)
        )
    if asked_for.rounds < 1:
        raise Invalid(say("club.bad_rounds", rounds=asked_for.rounds))
    state = Tournament(
        asked_for.event,
        asked_for.title,
        asked_for.game,
        asked_for.rounds,
        asked_for.method,
        asked_for.table_size,
        asked_for.smallest,
        asked_for.largest,
        asked_for.points,
    )
    for name in asked_for.players:
        for event in decide(state, asked.AddPlayer(name)):
            state = evolve(state, event)
    return state


def decide(state: Tournament, command: Command) -> tuple[Event, ...]:
    """Returns what a command makes happen, or refuses."""
    if state.is_over and not isinstance(command, asked.CorrectResult):
        raise Illegal(say("club.over"))
    match command:
        case asked.AddPlayer(name):
            return (happened.PlayerAdded(_new_name(state, name), len(state.rounds) + 1),)
        case asked.DropPlayer(name):
            if name not in state.playing:
                raise Illegal(say("club.no_player", name=name))
            return (happened.PlayerDropped(name),)
        case asked.SeatRound(tables, byes):
            _check_seats(state, tables, byes)
            return (happened.RoundSeated(tables, byes),)
        case asked.RecordResult(number, table, places, night):
            sitting = _find_table(state, number, table)
            _check_places(sitting, places)
            is_old = sitting.is_corrected or (sitting.places, sitting.night) == (places, night)
            return () if is_old else (happened.ResultRecorded(number, table, places, night),)
        case asked.CorrectResult(number, table, places):
            _check_places(_find_table(state, number, table), places)
            return (happened.ResultCorrected(number, table, places),)
        case asked.EndTournament():
            return (happened.TournamentEnded(),)
    raise Invalid(say("club.unknown_command"))


def _new_name(state: Tournament, name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Illegal(say("club.bad_name", most=LONGEST_NAME))
    taken = [entrant.name for entrant in state.entrants if entrant.name.casefold() == name.casefold()]
    if taken and taken[0] in state.playing:
        raise Illegal(say("club.plays_already", name=name))
    return taken[0] if taken else name


def _check_seats(state: Tournament, tables: Sequence[Sequence[str]], byes: Sequence[str]) -> None:
    if state.rounds and not state.rounds[-1].is_over:
        missing = [number for number, table in enumerate(state.rounds[-1].tables, 1) if not table.places]
        raise Illegal(say("club.round_runs", round=len(state.rounds), tables=", ".join(map(str, missing))))
    seated = Counter(name for table in (*tables, byes) for name in table)
    wrong = sorted((seated - Counter(state.playing)) + (Counter(state.playing) - seated))
    if wrong:
        raise Illegal(say("club.seated_wrongly", names=", ".join(wrong)))
    if not tables:
        raise Illegal(say("club.too_few", players=len(state.playing), least=state.smallest))
    for table in tables:
        if not state.smallest <= len(table) <= state.largest:
            raise Illegal(say("club.bad_size", size=len(table), least=state.smallest, most=state.largest))


def _find_table(state: Tournament, number: int, table: int) -> Sitting:
    if not 1 <= number <= len(state.rounds) or not 1 <= table <= len(state.rounds[number - 1].tables):
        raise Illegal(say("club.no_table", round=number, table=table))
    return state.rounds[number - 1].tables[table - 1]


def _check_places(sitting: Sitting, places: Sequence[Placed]) -> None:
    wrong = sorted({placed.player for placed in places} ^ set(sitting.players))
    if wrong or len(places) != len(sitting.players):
        raise Illegal(say("club.placed_wrongly", names=", ".join(wrong) or "?"))
    if not all(1 <= placed.place <= 99 for placed in places):
        raise Illegal(say("club.bad_place"))


def evolve(state: Tournament, event: Event) -> Tournament:
    """Folds one event into the state."""
    match event:
        case happened.PlayerAdded(name, since):
            if any(entrant.name == name for entrant in state.entrants):
                return _with_entrant(state, name, is_out=False)
            return replace(state, entrants=(*state.entrants, Entrant(name, since)))
        case happened.PlayerDropped(name):
            return _with_entrant(state, name, is_out=True)
        case happened.RoundSeated(tables, byes):
            return replace(state, rounds=(*state.rounds, Round(tuple(map(Sitting, tables)), byes)))
        case happened.ResultRecorded(number, table, places, night):
            return _with_result(state, number, table, places, night=night)
        case happened.ResultCorrected(number, table, places):
            return _with_result(state, number, table, places, is_corrected=True)
        case happened.TournamentEnded():
            return replace(state, is_over=True)
    return state


def _with_entrant(state: Tournament, name: str, *, is_out: bool) -> Tournament:
    entrants = (replace(each, is_out=is_out) if each.name == name else each for each in state.entrants)
    return replace(state, entrants=tuple(entrants))


def _with_result(
    state: Tournament, number: int, table: int, places: tuple[Placed, ...], **told: str | bool
) -> Tournament:
    rounds, one = list(state.rounds), state.rounds[number - 1]
    tables = list(one.tables)
    tables[table - 1] = replace(tables[table - 1], places=places, **told)
    rounds[number - 1] = replace(one, tables=tuple(tables))
    return replace(state, rounds=tuple(rounds))


def outcome(state: Tournament) -> Outcome | None:
    """Returns the final standings once the organiser has ended it."""
    if not state.is_over:
        return None
    lines = standings(state)
    ranking = tuple(Rank(line.name, line.place, line.points) for line in lines)
    return Outcome(tuple(line.name for line in lines[:1]), ranking, say("club.ended", title=state.title))


def leader(state: Tournament) -> str | None:
    """Returns who leads once anybody has points."""
    lines = standings(state)
    return lines[0].name if lines and lines[0].points else None


def view(state: Tournament, viewer: str | None = None) -> blocks.View:
    """Describes the tournament in a few words; the board shows the rest."""
    return blocks.View(
        title=say("club.tournament"),
        prompt=blocks.Prompt(say("club.round", number=len(state.rounds), rounds=state.planned_rounds)),
        phase="rounds",
        players=tuple(
            blocks.Player(entrant.name, entrant.name, say("club.player"), seat % 6)
            for seat, entrant in enumerate(state.entrants)
        ),
        round=len(state.rounds),
        is_over=state.is_over,
    )


def describe(state: Tournament, command: Command, events: Sequence[Event]) -> Message:
    """Labels a step for the organiser's list."""
    match command:
        case asked.AddPlayer(name) | asked.DropPlayer(name):
            return say(f"club.did.{type(command).__name__}", name=name)
        case asked.RecordResult(number, table, places) | asked.CorrectResult(number, table, places):
            first = ", ".join(placed.player for placed in places if placed.place == 1)
            key = f"club.did.{type(command).__name__}"
            return say(key, round=number, table=table, first=first or "–")
        case asked.SeatRound(tables):
            return say("club.did.SeatRound", round=len(state.rounds) + 1, tables=len(tables))
    return say("club.did.EndTournament")


GAME = Game[Tournament](
    manifest=Manifest("tournament", say("club.tournament"), say("club.tournament"), 2, 400, ""),
    flow=Flow((Phase("rounds", say("club.tournament"), TurnOrder.TABLE),)),
    clauses={},
    state_type=Tournament,
    command_type=asked.TournamentCommand,
    event_type=happened.TournamentEvent,
    questions=lambda content, answers: (),
    new_state=new_state,
    legal_commands=lambda state: () if state.is_over else (asked.EndTournament(),),
    decide=decide,
    evolve=evolve,
    outcome=outcome,
    leader=leader,
    describe=describe,
    view=view,
)
