"""`companion dice audit`: a fair die is called fair, a loaded one is not, in plain words."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import Language, main
from companion.commands.dice_audit import audit
from companion.content.library import Content
from companion.core.dice import D6
from companion.games import registry
from companion.night.fairness import Faces, evidence_of, fairness, fairness_of, falls_of
from companion.night.night import Night
from companion.night.record import Step
from tests.example.game import GAME


def test_a_fair_die_passes_a_loaded_one_does_not_and_few_rolls_say_nothing() -> None:
    chance = Random(6)
    fair = Counter(chance.choice(D6.ids) for _ in range(3000))
    loaded = Counter(chance.choice((1, 2, 3, 4, 5, 6, 6)) for _ in range(3000))
    assert fairness("box", D6.ids, fair).verdict == "fair"
    assert fairness("box", D6.ids, loaded).verdict == "unfair"
    assert fairness("box", D6.ids, Counter({1: 2, 2: 3})).verdict == "few"
    assert fairness("box", D6.ids, Counter({1: 12})).verdict == "unfair"


def test_a_symbol_printed_twice_is_expected_twice_as_often() -> None:
    die = ("skull", "skull", "heart")
    result = fairness("box", die, Counter({"skull": 200, "heart": 100}))
    assert result.expected == {"skull": 200.0, "heart": 100.0}
    assert result.verdict == "fair"


@pytest.mark.parametrize("die", [(1, 2), ("skull", "skull", "heart")])
def test_the_evidence_of_a_fair_die_is_one_on_average_after_any_number_of_rolls(die: Faces) -> None:
    for rolls in range(6):
        falls = [Counter(fell) for fell in product(die, repeat=rolls)]
        assert sum(evidence_of(die, count) for count in falls) / len(falls) == pytest.approx(1.0)


def false_alarms(nights: int, rolls: int, seed: int) -> int:
    """Counts the nights of two fair kinds of dice that are called unfair after any of their rolls."""
    chance, alarms = Random(seed), 0
    for _ in range(nights):
        falls: dict[tuple[str, Faces], Counter[Any]] = {}
        for _ in range(rolls):
            kind = chance.choice((("box", D6.ids), ("screen", ("skull", "skull", "heart"))))
            falls.setdefault(kind, Counter())[chance.choice(kind[1])] += 1
            if any(found.verdict == "unfair" for found in fairness_of(falls)):
                alarms += 1
                break
    return alarms


def test_honest_dice_are_not_accused_however_often_one_looks() -> None:
    assert false_alarms(nights=150, rolls=60, seed=1) <= 1


@pytest.mark.slow
def test_at_most_one_honest_night_in_a_thousand_is_accused() -> None:
    alarms = false_alarms(nights=20_000, rolls=200, seed=2)
    print(f"{alarms} of 20,000 honest nights of 200 rolls accused, read after every roll")
    assert alarms <= 20


@pytest.fixture
def nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Real nights of the example game, its dice rolled in turn by a box and on the screen."""
    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")
    chance, paths = Random(3), []
    for number in range(8):
        path = tmp_path / f"{number}.night"
        setup = {"players": ["Ana", "Bo"]}
        with Night.create(GAME, setup, path=path, content=Content((), {})) as night:
            while not night.is_over:
                source = chance.choice(("screen", "box"))
                night.submit(chance.choice(list(GAME.offers(night.state))), source=source)
        paths.append(str(path))
    return paths


def test_rolls_of_phones_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")
    night = Night.create(GAME, {"players": ["Ana", "Bo"]}, content=Content((), {}))
    for number in range(3):
        while night.game.view(night.state).dice is None:
            night.submit(night.game.offers(night.state)[-1])
        night.roll(source=f"phone#{number}")
    assert [source for source, _ in falls_of(night)] == ["phone"]


def test_every_die_of_every_night_is_counted_by_source(nights: list[str]) -> None:
    output = CliRunner().invoke(audit, ["--json", *nights], catch_exceptions=False).output
    results = [json.loads(line) for line in output.splitlines()]
    assert [result["source"] for result in results] == ["box", "screen"]
    fallen = sum(sum(result["counts"].values()) for result in results)
    rows = [row for night in nights for row in Night.read(Path(night)).rows()]
    assert fallen == sum(b"RollDice" in bytes(row.command) for row in rows if isinstance(row, Step)) > 50


@pytest.mark.parametrize(("language", "word"), [("en", "dice box"), ("fr", "boîte à dés")])
def test_the_audit_speaks_to_everyone(
    nights: list[str], monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    monkeypatch.setattr(Language, "chosen", language)
    output = CliRunner().invoke(audit, nights, catch_exceptions=False).output
    assert word in output
    assert output.count("█") > 100
    assert "hardware." not in output


def test_a_missing_night_is_bad_input(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dice", "audit", "no-such-night"])
    assert ended.value.code == 2
    assert "no-such-night" in capfd.readouterr().err
