"""Nights whose checksums hold but whose events the game cannot follow: never in the way."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.core.errors import Invalid
from companion.core.message import Message
from companion.i18n import words
from companion.night.exchange import export_lines, import_lines
from companion.night.listing import summarize
from companion.night.night import Night
from companion.night.refusals import Misfit
from companion.night.verify import verify
from tests.example.game import GAME, State

Begin = Callable[..., Night[State]]


def lines_with(night: Path, number: int, **changes: Any) -> list[bytes]:
    """Exports a night by hand: one entry changed, and no checksums."""
    lines = [json.loads(line) for line in export_lines(night)]
    for line in lines:
        del line["checksum"]
    lines[number]["entry"].update(changes)
    return [json.dumps(line).encode() for line in lines]


@pytest.fixture
def played(begin: Begin, tmp_path: Path) -> Path:
    path = tmp_path / "played.night"
    with begin(path) as night:
        for _ in range(3):
            night.submit(next(iter(GAME.offers(night.state))))
    return path


def stumble(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Lets the game stumble over the events of one entry, as after an update that changed a rule."""
    calls = 0
    real = GAME.evolve

    def evolve(state: State, event: Any) -> State:
        nonlocal calls
        calls += 1
        if calls == number:
            raise KeyError("Zed")
        return real(state, event)

    monkeypatch.setattr(GAME, "evolve", evolve)


def fail(error: Exception) -> Callable[..., Any]:
    def raises(*args: Any, **named: Any) -> Any:
        raise error

    return raises


def test_events_that_do_not_fit_are_refused_by_their_entry(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stumble(monkeypatch, 2)
    with pytest.raises(Misfit) as refused:
        Night.open(played)
    assert refused.value.last == 1
    said = words(refused.value.message, "en")
    assert str(played) in said
    assert "entry 2" in said
    assert "does not fit this game" in said


def test_such_a_night_goes_on_before_the_entry_and_keeps_the_rest(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Night.read(played).state_at(1)
    with monkeypatch.context() as update:
        stumble(update, 2)
        with Night.open(played, as_far_as_it_goes=True) as night:
            assert (night.position, night.revision) == (1, 4)
            assert night.state == before
            assert night.notice is not None
            assert "undone" in words(night.notice, "en")
    # The step is there for a version that understands it.
    with Night.open(played) as night:
        assert (night.position, night.notice) == (1, None)
        assert [entry.is_active for entry in night.entries()] == [True, False, False]
        night.jump(3, agreed=True)


def test_an_import_that_does_not_fit_leaves_nothing_behind(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_with(played, 2, source="hand")
    stumble(monkeypatch, 2)
    (tmp_path / ".new.night.1.bak").write_bytes(b"of another night")
    with pytest.raises(Invalid):
        import_lines(lines, tmp_path / "new.night", "lines")
    left = [file for file in tmp_path.iterdir() if "new.night" in file.name]
    assert [file.read_bytes() for file in left] == [b"of another night"]


def test_one_night_that_does_not_fit_hides_no_other(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as update:
        update.setattr(GAME, "view", fail(AssertionError()))
        shown = summarize(played)
    assert shown.problem is not None
    assert words(shown.problem, "en") == f"{played}: it does not fit this game"
    assert words(shown.problem, "fr") == f"{played} : cela ne correspond pas à ce jeu"
    assert summarize(played).problem is None


def test_verify_says_what_the_game_stumbles_over(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night.read(played)
    monkeypatch.setattr(GAME, "decide", fail(IndexError("list index out of range")))
    differences = [difference for difference in verify(night) if difference]
    assert len(differences) == 3
    assert words(differences[0], "en") == "Entry 1 would be refused today: it does not fit this game"


def test_a_night_of_too_many_entries_is_not_decided_again(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.night.verify.MOST_ENTRIES", 2)
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "verify", str(played)])
    assert ended.value.code == 2
    said = f"{played}: 3 entries; at most 2 are decided again, many more than an evening has."
    assert capsys.readouterr() == ("", f"companion: {said}\n")


def test_a_label_that_is_no_message_is_shown_as_none(played: Path, tmp_path: Path) -> None:
    strange = [
        1,
        {"key": "night.in_use", "params": {"x": 1}},
        {"key": "/etc/passwd.x"},
        {"key": "night{}x", "params": {"a": 1}},
    ]
    for number, label in enumerate(strange):
        lines = lines_with(played, 1, label=label)
        with import_lines(lines, tmp_path / f"{number}.night", "lines") as night:
            entry = night.entries()[0]
            assert isinstance(entry.label, Message)
            assert words(entry.label, "en")


@pytest.mark.parametrize(
    ("created", "zone"), [("9999-12-31T23:59:59Z", "CET-1"), ("0001-01-01T00:00:00Z", "EST5")]
)
def test_dates_at_the_ends_of_time(
    created: str,
    zone: str,
    played: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = [json.loads(line) for line in lines_with(played, 1)]
    lines[0]["header"]["created"] = created
    folder = tmp_path / "nights"
    import_lines([msgspec.json.encode(line) for line in lines], folder / "a.night", "lines").close()
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", zone)
        time.tzset()
        with pytest.raises(SystemExit) as left:
            main(["nights", "--folder", str(folder)])
    time.tzset()
    assert left.value.code == 0
    assert created[3:10] in capsys.readouterr().out
