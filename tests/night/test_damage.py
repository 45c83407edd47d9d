"""Random damage: nothing wrong is ever read, nothing is lost in silence, the damaged file stays as it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.night import storage
from companion.night.night import Night
from companion.night.refusals import Damaged
from tests.example.boats import put_boat

STEPS = 100

Files = dict[str, bytes]


def snapshot(folder: Path) -> Files:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.fixture
def nights(begin, tmp_path: Path):
    """The files of one night while its process is running, which is what a kill leaves, and after closing."""
    folder = tmp_path / "source"
    folder.mkdir()
    with begin(folder / "a.night") as night:
        for step in range(STEPS):
            night.submit(put_boat("Ana", step % 12))
        states = [night.state_at(number) for number in range(STEPS + 1)]
        killed = snapshot(folder)
    return killed, snapshot(folder), states


def damage(content: bytes, chance: random.Random) -> bytes:
    broken = bytearray(content)
    place = chance.randrange(len(broken))
    match chance.choice(["flip", "truncate", "zero", "garble"]):
        case "flip":
            broken[place] ^= 1 << chance.randrange(8)
        case "truncate":
            del broken[place:]
        case "zero":
            broken[place : place + 4096] = bytes(len(broken[place : place + 4096]))
        case "garble":
            broken[place : place + 500] = chance.randbytes(len(broken[place : place + 500]))
    return bytes(broken)


def survive_damage(nights, folder: Path, rounds: int, seed: int) -> None:
    killed, closed, states = nights
    chance = random.Random(seed)
    unreadable = 0
    for number in range(rounds):
        files = dict(chance.choice([killed, closed]))
        if chance.random() < 0.5:
            files = {name: content for name, content in files.items() if not name.endswith(".bak")}
        victim = chance.choice([name for name in files if name.startswith("a.night")])
        files[victim] = damage(files[victim], chance)
        place = folder / str(number)
        place.mkdir()
        for name, content in files.items():
            (place / name).write_bytes(content)
        try:
            night = Night.open(place / "a.night")
        except Damaged:
            unreadable += 1
            assert not any(name.endswith(".bak") for name in files)
            continue
        with night:
            revision = night.revision
            assert [night.state_at(row) for row in range(revision + 1)] == states[: revision + 1]
            assert revision == STEPS or night.notice is not None
            if night.notice:
                assert (place / "a.night").read_bytes() == files["a.night"]
            night.submit(put_boat("Bo", 5))
        with Night.open(place / "a.night") as again:
            assert again.revision == revision + 1
    assert unreadable < rounds // 4


def test_random_damage(nights, tmp_path: Path) -> None:
    survive_damage(nights, tmp_path, rounds=40, seed=3)


@pytest.mark.slow
def test_much_random_damage(nights, tmp_path: Path) -> None:
    survive_damage(nights, tmp_path, rounds=1000, seed=4)


def test_a_log_cut_short_is_noticed_by_the_witness(nights, tmp_path: Path) -> None:
    killed, _, _ = nights
    path = tmp_path / "a.night"
    for name, content in killed.items():
        if not name.endswith(".bak"):
            (tmp_path / name).write_bytes(content)
    log = storage.wal_of(path)
    # All but the steps since the last backup is in the file itself; of these the log keeps one frame.
    log.write_bytes(log.read_bytes()[: 32 + 24 + 4096])
    with Night.open(path) as night:
        loss = night.notice.params["loss"]
        assert loss.key == "night.lost_entries"
        assert (loss.params["first"], loss.params["last"]) == (night.revision + 1, STEPS)
