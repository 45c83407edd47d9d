from __future__ import annotations

import pytest

from companion.core.command import Command, RevealCard, RollDice
from companion.core.errors import Ambiguous, Invalid
from companion.games.rayman import GAME, commands as c

LINES: list[tuple[str, Command]] = [
    ("roll 4", RollDice((4,))),
    ("draw bonus = move-slap", RevealCard("bonus", "move-slap")),
    ("draw hand:Big Ana = rayman-1", RevealCard("hand:Big Ana", "rayman-1")),
    ("reveal", c.Reveal()),
    ("continue", c.Continue()),
    ("Ana: move +1 slap", c.Move("Ana", 1, "slap")),
    ("Ana: move -1 duck", c.Move("Ana", -1, None, "crouch")),
    ("Big Ana: jump struck hit", c.Jump("Big Ana", "hit", "hit")),
    ("Bo: cards globox-3 globox-5", c.ChooseCards("Bo", "globox-3", "globox-5")),
    ("Bo: typed 30 12 move=3,slap=1", c.TypeCards("Bo", 30, 12, move=3, slap=1)),
    ("Ana: push -1 Big Bo", c.SlapFigure("Ana", "Big Bo", -1)),
    ("Ana: burst Bo", c.SlapFigure("Ana", "Bo", 0)),
    ("Ana: slap 11/2", c.SlapEnemy("Ana", (11, 2))),
    ("Ana: to 9/3", c.PlaceFigure("Ana", (9, 3))),
    ("Ana: correct place 50/2", c.CorrectPlace("Ana", 50, 2)),
    ("Ana: correct tokens none", c.CorrectTokens("Ana", ())),
    ("Ana: correct bubble yes", c.CorrectMark("Ana", "bubble", True)),
    ("Ana: correct present no", c.CorrectPresence("Ana", False)),
    ("Zoe: join barbara", c.JoinLate("Zoe", "barbara")),
    ("correct pool move=2", c.CorrectPool(move=2)),
    ("correct projectiles 13/2 21/1", c.CorrectProjectiles(((13, 2), (21, 1)))),
    ("correct add-projectile 21/3", c.AddProjectile(21, 3)),
    ("correct boss 12/2", c.CorrectBoss(12, 2)),
]


@pytest.mark.parametrize(("line", "command"), LINES)
def test_a_line_is_read_and_written(line: str, command: Command) -> None:
    assert GAME.parse(line) == command
    assert GAME.format(command) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "Ana: dance",
        "Ana: move",
        "Ana: move two",
        "Ana: to 9-3",
        "Ana: to 9/7",
        "roll x",
        "roll",
        "Ana: typed 1 2 fly=3",
        "Ana: correct heart perhaps",
        "Ana: correct nose yes",
        "correct pool",
    ],
)
def test_nonsense_is_refused(line: str) -> None:
    with pytest.raises(Invalid):
        GAME.parse(line)


def test_a_short_word_is_enough_where_it_is_clear() -> None:
    assert GAME.parse("Ana: mov +1") == c.Move("Ana", 1)
    with pytest.raises(Ambiguous) as several:
        GAME.parse("Ana: dr 1")
    assert len(several.value.details) == 2


def test_every_command_has_a_text_form() -> None:
    from typing import get_args

    from companion.games.rayman.text import WRITERS

    assert set(WRITERS) == set(get_args(GAME.command_type))
