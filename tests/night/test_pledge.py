"""Dice are settled before they fall; whoever changes one afterwards is found out, and old nights go on."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.errors import Illegal
from companion.core.message import Message
from companion.night.night import Night
from companion.night.pledge import Seeds, chooser, hashed, kept_seeds
from companion.night.record import Move, Row, Step
from companion.night.verify import believable_dice, verify
from tests.example.game import GAME
from tests.night.conftest import NOTHING, SETUP

SEEDS = Seeds(b"a secret of thirty-two bytes....")


def play(night: Night[Any], rolls: int = 8) -> Night[Any]:
    """Plays with the screen's dice for so many rolls, or to the end."""
    while rolls and not night.is_over:
        if night.game.view(night.state).dice:
            night.roll()
            rolls -= 1
        else:
            night.submit(night.game.offers(night.state)[-1])
    return night


def pledged(path: Path | None = None) -> Night[Any]:
    return Night.create(GAME, SETUP, path=path, content=NOTHING, seeds=SEEDS)


def differences(night: Night[Any]) -> list[Message]:
    return [difference for difference in verify(night) if difference]


def rolls_of(night: Night[Any]) -> list[Step]:
    return [row for row in night.rows() if isinstance(row, Step) and b"RollDice" in bytes(row.command)]


def test_each_seed_is_the_one_that_was_shown_before_the_roll() -> None:
    night = pledged()
    for _ in range(5):
        shown = night.promise
        assert shown is not None
        play(night, 1)
        seed = bytes.fromhex(rolls_of(night)[-1].seed)
        assert hashed(seed) == shown
    assert differences(night) == []
    assert believable_dice(night).params == {"pledged": 5, "others": 0}


def test_the_seeds_fall_evenly() -> None:
    falls = Counter(chooser(number.to_bytes(4, "big"))(6) for number in range(6000))
    assert sorted(falls) == [0, 1, 2, 3, 4, 5]
    assert min(falls.values()) > 900


def test_a_night_goes_on_with_its_chain_after_it_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "n.night"
    play(pledged(path), 3).close()
    with Night.open(path, seeds=SEEDS) as night:
        play(night, 3)
        assert not any(isinstance(row, Move) for row in night.rows())
        assert differences(night) == []
    assert differences(Night.read(path)) == []


def test_an_undone_roll_stays_told_and_the_next_one_has_its_own_seed() -> None:
    night = play(pledged(), 1)
    night.undo(agreed=True)
    night.roll()
    first, second = (row.seed for row in rolls_of(night))
    assert hashed(bytes.fromhex(second)).hex() == first
    assert differences(night) == []


def test_an_old_night_and_one_from_another_machine_are_pledged_from_where_they_go_on(tmp_path: Path) -> None:
    path = tmp_path / "n.night"
    with Night.create(GAME, SETUP, path=path, content=NOTHING) as old:
        play(old, 2)
        assert old.promise is None
    with Night.open(path, seeds=SEEDS) as here:
        assert here.promise is not None
        play(here, 2)
    with Night.open(path, seeds=Seeds(b"another machine's secret")) as there:
        play(there, 2)
        assert differences(there) == []
        assert sum(isinstance(row, Move) for row in there.rows()) == 2
        assert believable_dice(there).params == {"pledged": 4, "others": 2}


def test_a_used_up_chain_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.night.pledge.SEEDS_A_CHAIN", 2)
    night = play(pledged(), 7)
    assert sum(isinstance(row, Move) for row in night.rows()) == 3
    assert differences(night) == []


def rewritten(night: Night[Any], number: int, **changes: Any) -> Night[Any]:
    """Returns the night with one row changed, in memory."""
    rows: list[Row] = list(night.rows())
    rows[number] = msgspec.structs.replace(rows[number], **changes)
    night._history.rows[:] = rows
    return night


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": "00" * 32}, "night.verify.other_seed"),
        ({"seed": ""}, "night.verify.unpledged"),
    ],
)
def test_a_seed_changed_afterwards_is_found_out(changes: dict[str, Any], said: str) -> None:
    night = rewritten(play(pledged(), 2), 0, **changes)
    assert differences(night)[0].key == said


def test_a_roll_changed_afterwards_is_found_out() -> None:
    night = pledged()
    night.roll()
    fell = night.state.rolled
    other = fell % 6 + 1
    command = msgspec.Raw(b'{"command":"RollDice","faces":[%d]}' % other)
    events = msgspec.Raw(b'[{"event":"DiceRolled","value":%d}]' % other)
    assert [each.key for each in differences(rewritten(night, 0, command=command, events=events))] == [
        "night.verify.other_dice"
    ]


def test_dice_rolled_by_hand_need_no_pledge() -> None:
    night = pledged()
    night.submit({"command": "RollDice", "faces": [3]}, source="box:red")
    assert differences(night) == []


def test_without_a_request_nothing_is_rolled() -> None:
    night = play(pledged(), 1)
    with pytest.raises(Illegal):
        night.roll()


def test_the_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    pledge = kept_seeds(tmp_path).begin()  # type: ignore[union-attr]
    again = kept_seeds(tmp_path)
    assert again is not None
    assert again.seed(pledge, 1) is not None
    assert (tmp_path / "dice.key").stat().st_mode & 0o077 == 0
    assert kept_seeds(Path("/proc/nowhere")) is None


def test_a_secret_that_could_be_guessed_is_made_anew(tmp_path: Path) -> None:
    key = tmp_path / "dice.key"
    for spoil in (key.touch, lambda: key.symlink_to("/dev/zero"), lambda: os.mkfifo(key)):
        key.unlink(missing_ok=True)
        spoil()
        assert kept_seeds(tmp_path) is not None
        assert key.is_file()
        assert len(set(key.read_bytes())) > 8
