from __future__ import annotations

import os
import sqlite3
import subprocess
from pathlib import Path

import pytest

from companion.core.message import say
from companion.night import recovery, storage
from companion.night.journal import Journal
from companion.night.night import Night
from companion.night.refusals import Damaged, InUse, TooNew, Unwritable
from tests.example.boats import put_boat


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.night"


@pytest.fixture
def kept(begin, path: Path) -> Path:
    """A closed night of 200 steps, so that it has grown over several pages, without its backups."""
    with begin(path) as night:
        night.submit_all([put_boat("Ana", step % 12) for step in range(200)])
    drop_backups(path)
    return path


def drop_backups(path: Path) -> None:
    for number in range(1, recovery.BACKUPS + 1):
        recovery.backup_of(path, number).unlink(missing_ok=True)


def test_a_step_is_durable_before_the_answer(begin, path: Path) -> None:
    with begin(path) as night:
        db = night.journal._db
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        night.submit(put_boat("Ana", 1))
        with Night.read(path) as seen:
            assert seen.revision == 1


def test_a_second_process_is_told(begin, path: Path) -> None:
    with begin(path) as night:
        night.submit(put_boat("Ana", 1))
        with pytest.raises(InUse) as refused:
            Night.open(path)
        assert refused.value.message.params["process"] == str(os.getpid())
        assert Night.read(path).state == night.state
    Night.open(path).close()


def test_a_file_is_never_overwritten(begin, kept: Path) -> None:
    before = kept.read_bytes()
    with pytest.raises(Unwritable):
        begin(kept)
    assert kept.read_bytes() == before
    kept.with_name("b.night").touch()
    begin(kept.with_name("b.night")).close()


def test_a_pipe_or_a_device_is_not_replaced_by_a_night(begin, path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(Unwritable):
        begin(path)
    assert path.is_fifo()


def test_a_night_opened_to_read_cannot_be_changed(kept: Path) -> None:
    with Night.read(kept) as night:
        before = night.state
        with pytest.raises(Unwritable):
            night.submit(put_boat("Ana", 9))
        assert night.state is before


def test_a_newer_format_is_refused_and_left_alone(kept: Path) -> None:
    db = sqlite3.connect(kept)
    db.execute("PRAGMA user_version = 9")
    db.close()
    before = kept.read_bytes()
    with pytest.raises(TooNew) as refused:
        Night.open(kept)
    assert refused.value.message.params["found"] == 9
    assert kept.read_bytes() == before


def test_an_older_format_is_upgraded_and_a_copy_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = sqlite3.connect(kept)
    db.execute("ALTER TABLE entry RENAME TO step")
    db.execute("PRAGMA user_version = 0")
    db.close()
    upgrades = {0: lambda db: db.execute("ALTER TABLE step RENAME TO entry")}
    monkeypatch.setattr(storage, "UPGRADES", upgrades)
    before = kept.read_bytes()
    with Night.read(kept) as night:
        assert night.revision == 200
    assert kept.read_bytes() == before
    with Night.open(kept) as night:
        assert night.notice is None
        night.submit(put_boat("Ana", 1))
    assert kept.with_name("a.night.format-0.bak").exists()
    with Night.open(kept) as night:
        assert night.revision == 201


def test_zero_length_and_absent_files_are_said(path: Path) -> None:
    with pytest.raises(Damaged) as refused:
        Night.open(path)
    assert refused.value.message.key == "night.no_file"
    path.touch()
    with pytest.raises(Damaged) as refused:
        Night.open(path)
    assert refused.value.message.key == "night.empty_file"
    assert path.read_bytes() == b""


def test_other_files_are_said(path: Path) -> None:
    path.write_text("Dear diary,\n" * 500)
    with pytest.raises(Damaged):
        Night.open(path)
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE other (x)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(Damaged):
        Night.open(path)
    assert path.read_bytes() == before


def test_a_truncated_file_goes_on_as_far_as_it_goes(kept: Path) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) * 2 // 3])
    damaged = kept.read_bytes()
    with Night.read(kept) as seen:
        assert seen.notice is not None
    with Night.open(kept) as night:
        assert night.notice is not None
        assert 0 < night.revision < 200
        assert night.journal.path == recovery.recovered_name(kept)
        night.submit(put_boat("Ana", 11))
        revision = night.revision
    assert kept.read_bytes() == damaged
    with Night.open(kept) as again:
        assert again.revision == revision
        assert again.state.at[0] == 11


def test_backups_heal_a_truncated_file(begin, path: Path) -> None:
    with begin(path) as night:
        for step in range(200):
            night.submit(put_boat("Ana", step % 12))
    path.write_bytes(path.read_bytes()[:9000])
    with Night.open(path) as night:
        assert night.revision >= 168
        assert night.notice is not None


def test_a_zero_length_file_is_brought_back_from_its_backup(begin, path: Path) -> None:
    with begin(path) as night:
        for step in range(40):
            night.submit(put_boat("Ana", step % 12))
    path.write_bytes(b"")
    with Night.open(path) as night:
        assert night.revision == 32
        assert night.notice is not None


def test_a_broken_first_page_is_healed_from_the_first_backup(begin, path: Path) -> None:
    with begin(path) as night:
        for step in range(30):
            night.submit(put_boat("Ana", step % 12))
    with path.open("r+b") as file:
        file.write(bytes(4096))
    with Night.open(path) as night:
        assert night.revision == 30


def test_flipped_bits_are_found_and_nothing_wrong_is_read(kept: Path) -> None:
    whole = kept.read_bytes()
    with Night.read(kept) as night:
        states = [night.state_at(number) for number in range(201)]
    unreadable = 0
    for position in range(50, len(whole), len(whole) // 60):
        flipped = bytearray(whole)
        flipped[position] ^= 0x10
        kept.write_bytes(flipped)
        try:
            night = Night.read(kept)
        except Damaged:
            unreadable += 1
        else:
            assert [night.state_at(number) for number in range(night.revision + 1)] == states[
                : night.revision + 1
            ]
            assert night.revision == 200 or night.notice is not None
        assert kept.read_bytes() == flipped
    assert unreadable < 10


def test_a_flipped_bit_in_a_row_says_which_entries_are_lost(kept: Path) -> None:
    whole = kept.read_bytes()
    db = sqlite3.connect(kept)
    (body,) = db.execute("SELECT body FROM entry WHERE number = 150").fetchone()
    db.close()
    flipped = bytearray(whole)
    flipped[whole.index(body) + 40] ^= 1
    kept.write_bytes(flipped)
    with Night.open(kept) as night:
        assert night.revision == 149
        loss = night.notice.params["loss"]
        assert (loss.params["first"], loss.params["last"]) == (150, 200)
    assert kept.read_bytes() == flipped


@pytest.fixture
def killed(begin, tmp_path: Path) -> Path:
    """A night whose process died: everything since the start is still in SQLite's log."""
    live = tmp_path / "live.night"
    with begin(live) as night:
        for step in range(20):
            night.submit(put_boat("Ana", step % 12))
        copy = tmp_path / "killed.night"
        copy.write_bytes(live.read_bytes())
        storage.wal_of(copy).write_bytes(storage.wal_of(live).read_bytes())
    return copy


def test_a_log_that_was_left_behind_is_read(killed: Path) -> None:
    with Night.open(killed) as night:
        assert (night.revision, night.notice) == (20, None)


def test_a_torn_end_of_the_log_costs_only_the_torn_step(killed: Path) -> None:
    log = storage.wal_of(killed)
    log.write_bytes(log.read_bytes()[:-2000])
    with Night.open(killed) as night:
        assert (night.revision, night.notice) == (19, None)


def test_a_flipped_bit_within_the_log_is_found_and_the_steps_behind_it_saved(killed: Path) -> None:
    log = storage.wal_of(killed)
    frames = bytearray(log.read_bytes())
    frames[32 + 5 * (24 + 4096) + 30] ^= 1
    log.write_bytes(frames)
    before = killed.read_bytes()
    with Night.open(killed) as night:
        assert night.notice is not None
        assert night.revision == 20
    assert killed.read_bytes() == before
    assert log.read_bytes() == bytes(frames)


def test_backups_rotate(begin, path: Path) -> None:
    with begin(path) as night:
        for step in range(140):
            night.submit(put_boat("Ana", step % 12))
    revisions = [Night.read(recovery.backup_of(path, number)).revision for number in (1, 2, 3)]
    assert revisions == [128, 96, 64]


def _mount(folder: Path, options: str) -> None:
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True)
    if done.returncode:
        pytest.skip("this machine allows no mount")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_refuses_and_loses_nothing(begin, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    _mount(disk, "size=300k")
    try:
        night = begin(disk / "a.night")
        with pytest.raises(Unwritable) as refused:  # noqa: PT012 - which step no longer fits is not known
            for step in range(10_000):
                before = night.state
                night.submit(put_boat("Ana", step % 12))
        assert refused.value.message.params["detail"] == say("core.system.ENOSPC")
        assert night.state is before
        revision = night.revision
        assert revision > 0
        night.close()
        with Night.read(disk / "a.night") as again:
            assert (again.revision, again.state) == (revision, before)
        subprocess.run(["mount", "-o", "remount,size=3m", str(disk)], check=True)
        with Night.open(disk / "a.night") as again:
            again.submit(put_boat("Bo", 7))
            assert again.revision == revision + 1
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_no_room_for_a_new_night_is_said(begin, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    _mount(disk, "size=8k")
    try:
        with pytest.raises((Unwritable, OSError)):
            begin(disk / "a.night")
        assert not (disk / "a.night").exists()
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


@pytest.mark.parametrize("has_log", [False, True])
def test_a_read_only_disk_can_be_looked_at(kept: Path, killed: Path, tmp_path: Path, has_log: bool) -> None:
    folder = tmp_path / "card"
    if os.geteuid() == 0:
        _mount(folder, "size=3m")
    else:
        folder.mkdir()
    try:
        copy = folder / "a.night"
        source, revision = (killed, 20) if has_log else (kept, 200)
        copy.write_bytes(source.read_bytes())
        if has_log:
            storage.wal_of(copy).write_bytes(storage.wal_of(source).read_bytes())
        if os.geteuid() == 0:
            subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        else:
            copy.chmod(0o444)
            folder.chmod(0o555)
        with Night.open(copy) as night:
            assert night.revision == revision
            assert night.notice.key == "night.read_only"
            with pytest.raises(Unwritable):
                night.submit(put_boat("Ana", 1))
            assert night.revision == revision
    finally:
        if os.geteuid() == 0:
            subprocess.run(["umount", "-l", str(folder)], check=False)
        else:
            folder.chmod(0o755)


def test_a_journal_can_be_reopened_after_a_refused_write(begin, path: Path) -> None:
    with begin(path) as night:
        night.submit(put_boat("Ana", 1))
        night.journal._db.execute("PRAGMA query_only = 1")
        with pytest.raises(Unwritable):
            night.submit(put_boat("Ana", 2))
        assert (night.revision, night.state.at[0]) == (1, 1)
        night.journal._db.execute("PRAGMA query_only = 0")
        night.submit(put_boat("Ana", 3))
    journal = Journal.read(path)
    assert len(journal.take_rows()) == 2


def test_a_damaged_night_on_a_full_disk_is_opened_to_read(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write_bytes(kept.read_bytes()[:20_000])

    def no_room(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(storage, "create", no_room)
    with Night.open(kept) as night:
        assert 0 < night.revision < 200
        assert night.notice.key == "night.lost_entries" or night.notice.key == "night.maybe_lost"
        with pytest.raises(Unwritable):
            night.submit(put_boat("Ana", 1))


def test_backups_of_an_older_night_of_the_same_name_are_not_mixed_in(begin, path: Path) -> None:
    with begin(path) as night:
        for step in range(40):
            night.submit(put_boat("Ana", step % 12))
    path.unlink()
    with begin(path) as night:
        night.submit_all([put_boat("Bo", 1)] * 10)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entry SET body = x'00' WHERE number = 6")
    db.close()
    with Night.open(path) as night:
        assert (night.revision, night.state.at) == (5, (0, 1))
