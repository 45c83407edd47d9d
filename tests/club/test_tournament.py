"""Tournaments: seats, points, standings, late arrivals, drop-outs, byes, corrections: as written down."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.club.tournament.commands import (
    AddPlayer,
    CorrectResult,
    DropPlayer,
    EndTournament,
    RecordResult,
    SeatRound,
)
from companion.club.tournament.game import GAME
from companion.club.tournament.points import points_of
from companion.club.tournament.seating import propose, table_sizes
from companion.club.tournament.standings import meetings, standings
from companion.club.tournament.state import Placed, Tournament
from companion.content.library import Content
from companion.core.errors import Refusal
from companion.games.registry import GAMES, find_game
from companion.night.night import Night
from companion.night.verify import verify

NAMES = [f"P{number:02}" for number in range(1, 41)]


def begin(players: int = 8, path: Path | None = None, **setup: Any) -> Night[Tournament]:
    form = {"event": "e1", "title": "Cup", "game": "rayman", "players": NAMES[:players], **setup}
    return Night.create(GAME, form, path=path, content=Content((), {}))


def places(*names: str) -> tuple[Placed, ...]:
    return tuple(Placed(name, place) for place, name in enumerate(names, 1))


def play_round(night: Night[Tournament], tables: int = 20, seed: int = 1) -> None:
    random = Random(seed)
    seats = propose(night.state, tables, random)
    night.submit(SeatRound(seats.tables, seats.byes))
    for number, table in enumerate(seats.tables, 1):
        order = random.sample(table, len(table))
        night.submit(RecordResult(len(night.state.rounds), number, places(*order)))


@pytest.mark.parametrize(
    ("players", "size", "tables", "sizes"),
    [
        (8, 4, 8, (4, 4)),
        (9, 4, 8, (5, 4)),
        (10, 4, 8, (4, 3, 3)),
        (32, 4, 8, (4,) * 8),
        (33, 4, 8, (5, 4, 4, 4, 4, 4, 4, 4)),
        (40, 4, 8, (5,) * 8),
        (60, 4, 8, (6,) * 8),
        (7, 2, 8, (3, 2, 2)),
        (1, 4, 8, ()),
    ],
)
def test_tables_are_as_even_as_possible_and_nobody_sits_out_needlessly(
    players: int, size: int, tables: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(players, size, 2, 6, tables) == sizes


def test_duels_of_an_odd_number_leave_one_out() -> None:
    assert table_sizes(7, 2, 2, 2, 8) == (2, 2, 2)


@pytest.mark.parametrize("method", ["random", "swiss", "round_robin"])
@pytest.mark.parametrize(("players", "size"), [(16, 4), (24, 3), (12, 6), (10, 2), (13, 4)])
def test_everybody_sits_once_a_round_and_meetings_repeat_only_when_they_must(
    method: str, players: int, size: int
) -> None:
    night = begin(players, method=method, table_size=size)
    for number in range(3):
        play_round(night, seed=number)
    met = meetings(night.state)
    # Where more sit at a table than there are tables, somebody must meet again.
    most = {(12, 6): 3, (13, 4): 2}.get((players, size), 1)
    assert max(met.values()) <= most


@pytest.mark.parametrize("players", [4, 6, 8, 10, 16])
def test_a_round_robin_of_duels_lets_everybody_meet_everybody_once(players: int) -> None:
    night = begin(players, method="round_robin", table_size=2, largest=2)
    for number in range(players - 1):
        play_round(night, seed=number)
    met = meetings(night.state)
    assert {frozenset(pair): 1 for pair in combinations(NAMES[:players], 2)} == met


def test_byes_go_round() -> None:
    night = begin(5, table_size=2, largest=2)
    for number in range(5):
        play_round(night, seed=number)
    assert sorted(name for each in night.state.rounds for name in each.byes) == NAMES[:5]


def test_a_swiss_seats_equals_together() -> None:
    night = begin(16, method="swiss", table_size=4)
    night.submit(SeatRound(tuple(tuple(NAMES[at : at + 4]) for at in (0, 4, 8, 12))))
    for table in range(4):
        night.submit(RecordResult(1, table + 1, places(*NAMES[4 * table : 4 * table + 4])))
    seats = propose(night.state, 8, Random(1))
    winners = {"P01", "P05", "P09", "P13"}
    assert winners in [set(table) for table in seats.tables]


def test_points_are_the_games_own_where_its_record_has_some() -> None:
    assert find_game("rayman").manifest.points == (5, 3, 2, 1)
    assert points_of(places("A", "B", "C", "D", "E"), (5, 3, 2, 1)) == {
        "A": 5,
        "B": 3,
        "C": 2,
        "D": 1,
        "E": 0,
    }
    assert [find_game(game).manifest.points for game in GAMES if game not in ("rayman", "lighthouse")] == [
        ()
    ] * 3


def test_general_points_are_fair_to_every_size_of_table() -> None:
    assert list(points_of(places("A", "B"), ()).values()) == [12, 0]
    assert list(points_of(places("A", "B", "C"), ()).values()) == [12, 6, 0]
    assert list(points_of(places("A", "B", "C", "D"), ()).values()) == [12, 8, 4, 0]
    level = (Placed("A", 1), Placed("B", 1), Placed("C", 3))
    assert points_of(level, ()) == {"A": 9, "B": 9, "C": 0}
    nobody_won = (Placed("A", 2), Placed("B", 3))
    assert points_of(nobody_won, ()) == {"A": 12, "B": 0}


def by_name(state: Tournament) -> dict[str, Any]:
    return {line.name: line for line in standings(state)}


def test_ties_are_broken_as_written_down() -> None:
    night = begin(4, table_size=2, largest=2)
    a, b, c, d = NAMES[:4]
    night.submit(SeatRound(((a, b), (c, d))))
    night.submit(RecordResult(1, 1, places(a, b)))
    night.submit(RecordResult(1, 2, places(c, d)))
    assert [line.decided_by for line in standings(night.state)] == ["", "lot", "", "lot"]
    night.submit(SeatRound(((a, c), (b, d))))
    night.submit(RecordResult(2, 1, (Placed(a, 1), Placed(c, 1))))
    night.submit(RecordResult(2, 2, (Placed(b, 1), Placed(d, 1))))
    night.submit(SeatRound(((a, d), (b, c))))
    night.submit(RecordResult(3, 1, places(d, a)))
    night.submit(RecordResult(3, 2, places(b, c)))
    lines = standings(night.state)
    assert [line.points for line in lines] == [18, 18, 18, 18]
    assert {line.decided_by for line in lines[1:]} <= {"opposition", "direct", "lot", "wins"}
    wins = [line.wins for line in lines]
    assert wins == sorted(wins, reverse=True)


def test_direct_meetings_decide_among_those_still_level() -> None:
    night = begin(2, table_size=2, largest=2)
    a, b = NAMES[:2]
    for order in ((a, b), (b, a), (b, a), (a, b), (b, a)):
        night.submit(SeatRound(((a, b),)))
        night.submit(RecordResult(len(night.state.rounds), 1, places(*order)))
    assert [line.name for line in standings(night.state)] == [b, a]


def test_late_arrivals_and_drop_outs() -> None:
    night = begin(5, table_size=3)
    play_round(night)
    night.submit(AddPlayer("Zoe"))
    night.submit(DropPlayer("P02"))
    play_round(night, seed=2)
    second = {name for table in night.state.rounds[1].tables for name in table.players}
    assert second == {"P01", "P03", "P04", "P05", "Zoe"}
    lines = by_name(night.state)
    assert lines["P02"].is_out
    assert lines["P02"].rounds == 1
    assert lines["Zoe"].rounds == 1
    night.submit(AddPlayer("p02"))
    assert not by_name(night.state)["P02"].is_out


def test_the_organisers_word_stands_and_everything_is_on_record(tmp_path: Path) -> None:
    path = tmp_path / "t.night"
    night = begin(4, path=path)
    a, b, c, d = NAMES[:4]
    night.submit(SeatRound(((a, b, c, d),)))
    night.submit(RecordResult(1, 1, places(a, b, c, d), "11"), source="table-1")
    night.submit(CorrectResult(1, 1, places(b, a, c, d)), source="organiser")
    assert GAME.decide(night.state, RecordResult(1, 1, places(a, b, c, d), "11")) == ()
    assert standings(night.state)[0].name == b
    assert [entry.source for entry in night.entries()][-2:] == ["table-1", "organiser"]
    night.undo()
    assert standings(night.state)[0].name == a
    night.redo()
    night.close()
    again = Night.read(path)
    assert standings(again.state)[0].name == b
    assert not [difference for difference in verify(again) if difference]


@pytest.mark.parametrize(
    "wrong",
    [
        AddPlayer(""),
        AddPlayer("P01"),
        AddPlayer("x" * 41),
        AddPlayer("a\x07b"),
        DropPlayer("nobody"),
        SeatRound((("P01", "P02"),)),
        SeatRound((("P01",), ("P02", "P03", "P04"))),
        SeatRound((("P01", "P02"), ("P03", "P03"))),
        RecordResult(1, 1, places("P01")),
        RecordResult(9, 1, places("P01", "P02", "P03", "P04")),
        CorrectResult(1, 0, ()),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(wrong: Any) -> None:
    night = begin(4)
    with pytest.raises(Refusal) as refused:
        night.submit(wrong)
    assert refused.value.message.key.startswith("club.")
    assert night.revision == 0


def test_a_round_is_drawn_only_when_the_last_has_ended_and_nothing_after_the_end() -> None:
    night = begin(4)
    seats = propose(night.state, 4, Random(1))
    night.submit(SeatRound(seats.tables))
    with pytest.raises(Refusal):
        night.submit(SeatRound(seats.tables))
    night.submit(EndTournament())
    assert night.is_over
    with pytest.raises(Refusal):
        night.submit(AddPlayer("Zoe"))
