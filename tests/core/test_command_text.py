"""One line of text for every command, read off its fields."""

from __future__ import annotations

from typing import Literal

import pytest

from companion.core.command import Command, RevealCard, RollDice
from companion.core.command_text import format_command, parse_command
from companion.core.errors import Ambiguous, Invalid
from companion.i18n import words


class EndTurn(Command, frozen=True):
    """Ends."""


class EndNight(Command, frozen=True):
    """Ends all."""


class Step(Command, frozen=True):
    """Moves by one."""

    player: str
    by: Literal[1, -1]
    enemy: Literal["slap", "hit"] | None = None
    is_low: bool = False


class PutStones(Command, frozen=True):
    """Puts stones on places."""

    player: str
    at: tuple[tuple[int, int], ...] = ()


class GoTo(Command, frozen=True):
    """Goes to a place, by way of others."""

    to: tuple[int, int]
    path: tuple[str, ...]


class Aim(Command, frozen=True):
    """Aims at somebody, or at nobody."""

    at: str | None = None


FORM = RollDice | RevealCard | EndTurn | EndNight | Step | PutStones | GoTo | Aim
LINES: list[tuple[str, Command]] = [
    ("roll 4 2", RollDice((4, 2))),
    ("roll sword 6", RollDice(("sword", 6))),
    ("drawn tiles r3", RevealCard("tiles", "r3")),
    ("end-turn", EndTurn()),
    ("step Ana 1", Step("Ana", 1)),
    ("step 'Anna Lou' -1 enemy=slap is_low=true", Step("Anna Lou", -1, "slap", is_low=True)),
    ('step "O\'Neil" 1', Step("O'Neil", 1)),
    ("put-stones Ana 3,1/4,2", PutStones("Ana", ((3, 1), (4, 2)))),
    ("put-stones Ana", PutStones("Ana")),
    ("go-to 3,1 a b", GoTo((3, 1), ("a", "b"))),
    ("go-to 3,1", GoTo((3, 1), ())),
    ("aim", Aim()),
    ("aim Bo", Aim("Bo")),
    ("aim at=a=b", Aim("a=b")),
]


@pytest.mark.parametrize(("line", "command"), LINES)
def test_every_command_has_one_line_that_is_read_back(line: str, command: Command) -> None:
    assert parse_command(line, FORM) == command
    assert parse_command(format_command(command), FORM) == command


def test_lines_are_short() -> None:
    assert [format_command(command) for _, command in LINES if "'" not in format_command(command)] == [
        line for line, _ in LINES if "'" not in line
    ]


def test_a_verb_may_be_shortened_as_long_as_one_begins_so() -> None:
    assert parse_command("ste Ana 1", FORM) == Step("Ana", 1)
    with pytest.raises(Ambiguous) as refusal:
        parse_command("end", FORM)
    assert [detail.texts[""] for detail in refusal.value.details] == ["end-turn", "end-night"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "a line begins with one of: roll"),
        ("'", "a line begins with one of"),
        ("fly", "a line begins with one of"),
        ("step Ana", "by: is missing; expected one of: -1, 1"),
        ("step Ana 2", "by: expected one of: -1, 1"),
        ("step Ana up", "by: expected a whole number, got text"),
        ("step Ana 1 enemy=kick", "expected step PLAYER BY [enemy=…] [is_low=…]"),
        ("step Ana 1 colour=red", "expected step PLAYER BY"),
        ("go-to 3 a", "to: expected"),
        ("end-turn now", "expected end-turn"),
    ],
)
def test_what_is_no_command_is_refused_with_what_was_expected(line: str, said: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_command(line, FORM)
    assert said in words(refusal.value.message, "en")
