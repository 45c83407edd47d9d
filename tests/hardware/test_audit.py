"""`companion dice audit`: a fair die is called fair, a loaded one is not, in plain words."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion.cli import Language, main
from companion.commands.dice_audit import audit
from companion.content.library import Content
from companion.core.dice import D6
from companion.games import registry
from companion.night.fairness import chi_square_tail, fairness
from companion.night.night import Night
from companion.night.record import Step
from tests.example.game import GAME


@pytest.mark.parametrize(
    ("chi", "freedom", "p"),
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (3.841, 1, 0.05), (30.144, 19, 0.05), (1.145, 5, 0.95), (0, 5, 1)],
)
def test_the_tail_agrees_with_the_printed_tables(chi: float, freedom: int, p: float) -> None:
    assert chi_square_tail(chi, freedom) == pytest.approx(p, abs=2e-4)


def test_a_fair_die_passes_a_loaded_one_does_not_and_few_rolls_say_nothing() -> None:
    chance = Random(6)
    fair = Counter(chance.choice(D6.ids) for _ in range(3000))
    loaded = Counter(chance.choice((1, 2, 3, 4, 5, 6, 6)) for _ in range(3000))
    assert (fairness("box", D6.ids, fair).p or 0) > 0.05
    assert (fairness("box", D6.ids, loaded).p or 0) < 0.01
    assert fairness("box", D6.ids, Counter({1: 20})).p is None


def test_a_symbol_printed_twice_is_expected_twice_as_often() -> None:
    die = ("skull", "skull", "heart")
    result = fairness("box", die, Counter({"skull": 200, "heart": 100}))
    assert result.expected == {"skull": 200.0, "heart": 100.0}
    assert result.p == 1.0


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
