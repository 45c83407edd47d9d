"""A copy of the night's file alone: complete up to the last backup, and it says what is missing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.cli import main
from companion.i18n import words
from companion.night import recovery, storage
from companion.night.journal import BACKUP_AFTER
from companion.night.listing import summarize
from companion.night.night import Night
from companion.night.refusals import Damaged, Unwritable
from tests.example.boats import put_boat
from tests.example.game import State

Begin = Callable[..., Night[State]]


def play(night: Night[State], steps: int) -> None:
    for step in range(steps):
        night.submit(put_boat("Ana", step % 12))


def verified(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    with pytest.raises(SystemExit) as left:
        main(["--language", "en", "verify", str(path)])
    return left.value.code, capsys.readouterr().out


def test_a_copy_of_the_file_alone_says_what_is_missing(
    begin: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "stick" / "copy.night"
    copy.parent.mkdir()
    with begin(tmp_path / "a.night") as night:
        play(night, BACKUP_AFTER + 5)
        shutil.copy(tmp_path / "a.night", copy)
    assert Night.read(copy).revision == BACKUP_AFTER, "complete up to the last backup"
    code, said = verified(copy, capsys)
    assert code == 1
    assert f"first {BACKUP_AFTER} entries" in said
    assert "-wal" in said
    assert summarize(copy).problem is not None


@pytest.mark.parametrize("log_bytes", [0, 32, 2000])
def test_a_log_that_was_cut_short_is_none(
    log_bytes: int, begin: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "stick" / "copy.night"
    copy.parent.mkdir()
    with begin(tmp_path / "a.night") as night:
        play(night, BACKUP_AFTER + 5)
        shutil.copy(tmp_path / "a.night", copy)
        log = storage.wal_of(tmp_path / "a.night").read_bytes()
    storage.wal_of(copy).write_bytes(log[:log_bytes])
    code, said = verified(copy, capsys)
    assert (code, f"first {BACKUP_AFTER} entries" in said) == (1, True), said


def test_what_an_export_lacks_is_said(
    begin: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, BACKUP_AFTER + 5)
        shutil.copy(tmp_path / "a.night", tmp_path / "copy.night")
    for name, lines, said in (("a", BACKUP_AFTER + 5, ""), ("copy", BACKUP_AFTER, "was copied while")):
        with pytest.raises(SystemExit) as left:
            main(["--language", "en", "export", str(tmp_path / f"{name}.night")])
        out, err = capsys.readouterr()
        assert (left.value.code, out.count("\n"), bool(err)) == (0, lines + 1, bool(said))
        assert said in err


def test_an_early_copy_is_not_called_fine(
    begin: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, 5)
        shutil.copy(tmp_path / "a.night", tmp_path / "copy.night")
    code, said = verified(tmp_path / "copy.night", capsys)
    assert code == 1
    assert "All 0" not in said


def test_a_copy_after_closing_is_complete(begin: Begin, tmp_path: Path) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, 7)
    shutil.copy(tmp_path / "a.night", tmp_path / "copy.night")
    copy = Night.read(tmp_path / "copy.night")
    assert (copy.revision, copy.notice) == (7, None)


def test_a_file_that_lost_its_rows_knows_how_many_there_were(begin: Begin, tmp_path: Path) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, 130)
    copy = tmp_path / "stick" / "a.night"
    copy.parent.mkdir()
    raw = bytearray((tmp_path / "a.night").read_bytes())
    with closing(sqlite3.connect(tmp_path / "a.night")) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()
    raw[(root - 1) * 4096 : root * 4096] = bytes(4096)
    copy.write_bytes(raw)
    damaged = Night.read(copy)
    assert damaged.notice is not None
    assert damaged.notice.key == "night.lost_entries"
    assert damaged.notice.params["last"] == 130


def test_nothing_is_never_called_everything(begin: Begin, tmp_path: Path) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, 40)
    for sidecar in tmp_path.glob(".a.night*"):
        sidecar.unlink()
    with closing(sqlite3.connect(tmp_path / "a.night")) as db, db:
        # As an earlier release wrote it, and without a single sound row.
        db.execute("DELETE FROM header WHERE number = 2")
        db.execute("UPDATE entry SET body = x'00'")
    notice = Night.read(tmp_path / "a.night").notice
    assert notice is not None
    assert "all 0" not in words(notice, "en")


def test_a_night_that_is_renamed_while_played_refuses_the_next_step(begin: Begin, tmp_path: Path) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, 3)
        (tmp_path / "a.night").rename(tmp_path / "b.night")
        with pytest.raises(Unwritable) as refused:
            play(night, 1)
        assert "renamed" in words(refused.value.message, "en")
        (tmp_path / "b.night").rename(tmp_path / "a.night")
        play(night, 1)
    assert Night.read(tmp_path / "a.night").revision == 4


def test_old_backups_make_room_on_a_full_disk(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest, *older = (recovery.backup_of(tmp_path / "a.night", number) for number in (1, 2, 3))
    insert = storage.insert

    def insert_on_a_full_disk(db: sqlite3.Connection, rows: list[tuple[int, bytes, bytes]]) -> None:
        if any(backup.exists() for backup in older):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        insert(db, rows)

    with begin(tmp_path / "a.night") as night:
        play(night, 4 * BACKUP_AFTER)
        assert all(backup.exists() for backup in (newest, *older))
        monkeypatch.setattr(storage, "insert", insert_on_a_full_disk)
        play(night, 1)
    assert newest.exists()
    assert Night.read(tmp_path / "a.night").revision == 4 * BACKUP_AFTER + 1


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="needs a disk of its own")
def test_a_disk_that_is_really_full(begin: Begin, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(disk)], check=True)
    try:
        with begin(disk / "a.night") as night:
            play(night, 4 * BACKUP_AFTER)
            backups = [recovery.backup_of(disk / "a.night", number) for number in (1, 2, 3)]
            assert all(backup.exists() for backup in backups)
            photo = os.open(disk / "photo", os.O_CREAT | os.O_WRONLY)
            with suppress(OSError):
                while os.write(photo, bytes(4096)):
                    pass
            os.close(photo)
            play(night, 8)
            reached = night.revision
        assert Night.read(disk / "a.night").revision == reached
        assert backups[0].exists()
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_table_whose_definition_is_no_text_is_damage(begin: Begin, tmp_path: Path) -> None:
    with begin(tmp_path / "a.night") as night:
        play(night, 3)
    for backup in tmp_path.glob(".a.night*"):
        backup.unlink()
    raw = (
        (tmp_path / "a.night")
        .read_bytes()
        .replace(b"CREATE TABLE entry", b"CREATE TABLE \xff\xfe\xfd\xfc\xfb")
    )
    (tmp_path / "a.night").write_bytes(raw)
    with pytest.raises(Damaged):
        Night.read(tmp_path / "a.night")
