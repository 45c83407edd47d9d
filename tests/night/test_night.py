from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.core.command import RollDice
from companion.core.errors import Illegal, Invalid, Stale
from companion.games import registry
from companion.i18n import words
from companion.night import night as night_module
from companion.night.night import Night
from companion.night.record import Move
from companion.night.refusals import NotAgreed
from tests.example.boats import put_boat
from tests.example.game import GAME, Row


def test_a_step_changes_state_and_revision_and_is_labelled(begin) -> None:
    night = begin()
    events = night.submit(RollDice((4,)), source="button")
    assert [type(event).__name__ for event in events] == ["DiceRolled"]
    assert (night.state.rolled, night.revision) == (4, 1)
    (entry,) = night.entries()
    assert entry.number == 1
    assert words(entry.label, "en") == "Ana: rolled 4"
    assert (entry.source, entry.is_active, entry.is_barrier) == ("button", True, True)
    assert entry.time > night.header.created


def test_a_command_in_its_json_form_is_carried_out(begin) -> None:
    night = begin()
    night.submit({"command": "RollDice", "faces": [2]})
    assert night.state.rolled == 2


@pytest.mark.parametrize(
    ("command", "field"),
    [
        ({"command": "Fly"}, "command.command"),
        ({"command": "Row"}, "command.spaces"),
        ({"command": "Row", "spaces": "far"}, "command.spaces"),
        ({"command": "Row", "spaces": 1, "wings": 2}, "command.wings"),
        ({}, "command.command"),
    ],
)
def test_a_malformed_command_names_the_field(begin, command, field) -> None:
    night = begin()
    with pytest.raises(Invalid) as refused:
        night.submit(command)
    assert refused.value.message.params["field"] == field
    assert night.revision == 0


def test_a_refused_command_changes_nothing(begin) -> None:
    night = begin()
    before = night.state
    with pytest.raises(Illegal) as refused:
        night.submit(Row(3))
    assert refused.value.clauses == ("LH-TURN-1",)
    assert night.state is before
    assert night.entries() == ()


def test_several_commands_are_all_carried_out_or_none(begin) -> None:
    night = begin()
    with pytest.raises(Illegal):
        night.submit_all([RollDice((2,)), Row(5)])
    assert (night.revision, night.state.rolled) == (0, 0)
    night.submit_all([RollDice((2,)), Row(2)])
    assert (night.revision, night.state.at) == (2, (2, 0))
    night.undo()
    assert night.state.rolled == 2


def test_a_command_for_an_older_revision_is_stale(begin) -> None:
    night = begin()
    night.submit(put_boat("Ana", 3), revision=0)
    with pytest.raises(Stale):
        night.submit(put_boat("Ana", 4), revision=0)
    with pytest.raises(Stale):
        night.undo(revision=0)
    assert night.state.at == (3, 0)


def test_undo_appends_and_redo_goes_back(begin) -> None:
    night = begin()
    night.submit(put_boat("Ana", 3))
    night.submit(put_boat("Ana", 5))
    night.undo()
    assert (night.state.at, night.revision) == ((3, 0), 3)
    assert [entry.is_active for entry in night.entries()] == [True, False]
    night.redo()
    assert (night.state.at, night.revision) == ((5, 0), 4)
    assert all(entry.is_active for entry in night.entries())
    with pytest.raises(Illegal):
        night.redo()


def test_nothing_to_undo_at_the_start(begin) -> None:
    with pytest.raises(Illegal):
        begin().undo()


def test_undo_to_the_start_equals_the_start(begin) -> None:
    night = begin()
    start = night.state
    for at in range(1, 9):
        night.submit(put_boat("Bo", at))
    for _ in range(8):
        night.undo()
    assert night.state == start
    assert not night.can_undo


def test_a_die_that_fell_is_undone_only_with_agreement_which_is_recorded(begin) -> None:
    night = begin()
    night.submit(RollDice((4,)))
    with pytest.raises(NotAgreed) as refused:
        night.undo()
    assert refused.value.details == (night.entries()[0].label,)
    assert night.state.rolled == 4
    night.undo(agreed=True)
    last = night.rows()[-1]
    assert isinstance(last, Move)
    assert last.is_agreed
    assert night.state.rolled == 0
    night.redo()
    assert not night.rows()[-1].is_agreed


def test_a_jump_asks_for_agreement_for_every_barrier_it_leaves(begin) -> None:
    night = begin()
    night.submit(put_boat("Ana", 1))
    night.submit(RollDice((4,)))
    night.submit(Row(4))
    assert [entry.number for entry in night.barriers_left(1)] == [2]
    with pytest.raises(NotAgreed):
        night.jump(1)
    night.jump(1, agreed=True)
    assert night.state.at == (1, 0)
    assert night.barriers_left(3) == ()
    night.jump(3)
    assert night.state.at == (5, 0)


def test_a_branch_that_was_left_can_be_jumped_to(begin) -> None:
    night = begin()
    night.submit(put_boat("Ana", 1))
    night.submit(put_boat("Ana", 2))
    night.undo()
    night.submit(put_boat("Ana", 7))
    assert [entry.is_active for entry in night.entries()] == [True, False, True]
    night.jump(2)
    assert night.state.at == (2, 0)
    night.undo()
    night.redo()
    assert night.state.at == (2, 0)
    with pytest.raises(Invalid):
        night.jump(99)


def test_states_and_state_at_walk_the_history(begin) -> None:
    night = begin()
    for at in (1, 2, 3):
        night.submit(put_boat("Ana", at))
    night.undo()
    assert [state.at[0] for state in night.states()] == [0, 1, 2]
    assert night.state_at(3).at[0] == 3
    assert night.state_at(4).at[0] == 2
    assert night.state_at(0).at[0] == 0


def test_only_checkpoints_are_kept_and_every_state_is_found(begin) -> None:
    night = begin()
    seen = [night.state]
    for step in range(100):
        night.submit(put_boat("Ana", step % 12))
        seen.append(night.state)
    assert len(night._states.kept) < 10
    assert [night.state_at(number) for number in range(101)] == seen


def test_a_night_resumes_as_it_was(begin, tmp_path: Path) -> None:
    path = tmp_path / "a.night"
    with begin(path) as night:
        for at in range(1, 11):
            night.submit(put_boat("Ana", at))
        night.submit(RollDice((5,)), source="box:DICE")
        night.undo(agreed=True)
        night.undo()
        entries, rows, state = night.entries(), night.rows(), night.state
    with Night.open(path) as again:
        assert again.notice is None
        assert again.entries() == entries
        assert msgspec.json.encode(again.rows()) == msgspec.json.encode(rows)
        assert again.state == state
        assert again.revision == 13
        again.redo()
        assert again.state.at[0] == 10


def test_a_fold_that_fails_is_never_written(begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.night"
    with begin(path) as night:
        with monkeypatch.context() as broken:
            broken.setattr(GAME, "evolve", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                night.submit(put_boat("Ana", 1))
        night.submit(put_boat("Ana", 2))
    with Night.open(path) as again:
        assert (again.revision, again.state.at[0]) == (1, 2)


def test_the_night_keeps_its_own_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.content.library import Content, Entity, PackRef

    class Wind(Entity, frozen=True):
        force: int

    monkeypatch.setattr(GAME, "content_kinds", {"winds": Wind}, raising=False)
    content = Content((PackRef("sea", "1", "ab" * 32, True),), {"winds": {"gale": Wind({"en": "Gale"}, 9)}})
    path = tmp_path / "a.night"
    Night.create(GAME, {"players": ["Ana"]}, path=path, content=content).close()
    with Night.open(path) as night:
        assert night.content == content
        assert night.content.is_sample


def test_the_machine_clock_knows_its_zone() -> None:
    assert night_module.now().tzinfo is not None


def test_packs_in_the_setup_must_be_names(tmp_path: Path) -> None:
    with pytest.raises(Invalid) as refused:
        Night.create(GAME, {"players": ["Ana"], "packs": [3]})
    assert refused.value.message.params["field"] == "setup.packs[0]"


def test_a_night_of_a_game_that_is_not_there_is_refused_by_its_file(
    begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.night"
    begin(path).close()
    registry.find_game.cache_clear()
    monkeypatch.delitem(registry.GAMES, "lighthouse")
    with pytest.raises(Invalid) as refused:
        Night.read(path)
    registry.find_game.cache_clear()
    assert refused.value.message.params["field"] == str(path)
