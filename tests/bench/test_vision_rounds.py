"""Whole rounds of four players entered by the camera: how many turns need no touch on the screen."""

import os
import time
from pathlib import Path

import cv2
import pytest

from tests.vision.camera_rounds import PLAYERS, Pictures, TableInPictures, Tally, real_pictures
from tests.vision.conftest import photos as photos

pytestmark = pytest.mark.bench
ROUNDS = int(os.environ.get("COMPANION_ROUNDS", "200"))
SEED = int(os.environ.get("COMPANION_SEED", "0"))
"""Where the nights are counted from, so that a long run can be split; COMPANION_WHY=1 says each touch."""
ROUNDS_A_NIGHT = 10


def test_rounds_are_entered_without_a_touch(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cv2.setNumThreads(1)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    tally, made = Tally(), {}

    def make(names: list[str], others: list[str]) -> Pictures:
        key = (*names, *others)
        if key not in made:
            made[key] = real_pictures(photos, names, others, SEED)
        return made[key]

    begun, night = time.process_time(), 0
    while tally.rounds < ROUNDS:
        table = TableInPictures(make, SEED + night, tally)
        night += 1
        for _ in range(min(ROUNDS_A_NIGHT, ROUNDS - tally.rounds)):
            if not table.session.view().is_over:
                table.play_round()
    took = (time.process_time() - begun) / tally.rounds
    share = tally.untouched / tally.turns
    print(f"\n{tally.rounds} rounds of {len(PLAYERS)}: {share:.1%} of {tally.turns} turns untouched")
    for kind in sorted(tally.entries):
        print(f"  {kind}: {tally.entries[kind]}")
    for reason, count in tally.reasons.most_common():
        print(f"  touched {count} times, {reason}")
    print(f"  wrong: {tally.wrong or 'none'}; {took:.1f} s of one core a round")
    assert not tally.wrong
    assert tally.untouched >= 0.95 * tally.turns
