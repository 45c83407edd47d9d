"""`companion demo`: a night that plays itself in the terminal."""

from __future__ import annotations

import time
from math import isfinite
from random import Random, SystemRandom
from typing import Any

import click

from companion.cli import Language
from companion.content.library import Content
from companion.core.blocks import Json, Question, View
from companion.core.chance import draw
from companion.core.command import Command
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.protocol import Game
from companion.games.registry import find_game
from companion.i18n import words
from companion.night.night import Night

PAUSE_S = 0.6
"""How long a line stands at speed 1, so that a person can read along."""


GUESTS = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Finn")
DEMO_ROUNDS = 20
"""After so many rounds a demo ends: chance alone may never reach a goal."""


def default_setup(game: Game[Any], content: Content, chosen: Json | None = None) -> Json:
    """Answers the set-up questions by their defaults, again as long as answers lead to new questions."""
    answers: Json = dict(chosen or {})
    while True:
        defaults = {question.id: _default(question) for question in game.questions(content, nested(answers))}
        new = {
            field: value for field, value in defaults.items() if field not in answers and value is not None
        }
        if not new:
            return nested(answers)
        answers |= new


def nested(answers: Json) -> Json:
    """Puts an answer to `options.pace` where the set-up has it: under `pace` within `options`."""
    setup: Json = {}
    for field, value in answers.items():
        *path, last = field.split(".")
        place = setup
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return setup


def _default(question: Question) -> Any:
    if question.id == "options.round_limit":
        return DEMO_ROUNDS
    if question.kind == "players" and not question.default:
        return list(GUESTS[: max(2, question.minimum or 2)])
    return question.default


@click.command()
@click.option("--game", "game_id", default="rayman", show_default=True, help="Which game to play.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="2 is twice as fast, 0.5 half as fast.",
)
@click.option("--steps", type=click.IntRange(min=1), help="Stop after so many steps.")
def demo(game_id: str, speed: float, steps: int | None) -> None:
    """Play a demo night in the terminal: every choice and every die by chance, to the end of the game.

    \b
    Example:
      companion demo
      companion demo --game grimm --speed 4
    """
    from companion.content.loader import load_content

    if not isfinite(speed):
        raise Invalid(say("core.field", field="--speed", problem=say("core.read.expected", expected="> 0")))
    game = find_game(game_id)
    content = load_content(game)
    night = Night.create(game, default_setup(game, content), content=content)
    chance = SystemRandom()
    _show(_say(game.manifest.title), 0, bold=True)
    if content.is_sample:
        _show(_say(say("cli.demo.sample")), 0)
    shown: View | None = None
    taken = 0
    while not night.is_over and (steps is None or taken < steps):
        view = game.view(night.state)
        if shown is None or (view.round, view.prompt) != (shown.round, shown.prompt):
            _show_prompt(view, shown)
        shown = view
        night.submit(next_command(game, night.state, chance), source="demo")
        taken += 1
        label = _say(night.entries()[-1].label)
        _show(f"  {label}", speed)
        for line in game.view(night.state).log:
            told = _say(line.text)
            if told.rstrip(".") not in label:
                _show(f"    {told}", speed)
    _show_end(night)


def next_command(game: Game[Any], state: Any, chance: Random) -> Command:
    """Takes one of the likelier choices, or rolls and draws as real dice and decks do."""
    commands, requests = list(game.legal_commands(state)), game.chance(state)
    if requests and (not commands or chance.random() < 0.5):
        return draw(chance.choice(requests), chance.randrange)
    return commands[min(int(chance.expovariate(2.0)), len(commands) - 1)]


def _show_prompt(view: View, before: View | None) -> None:
    if view.round is not None and (before is None or before.round != view.round):
        _show("\n" + _say(say("cli.demo.round", round=view.round)), 0, bold=True)
    _show(_say(view.prompt.headline), 0)


def _show_end(night: Night[Any]) -> None:
    outcome = night.game.outcome(night.state)
    if outcome is None:
        return
    _show("\n" + _say(outcome.because), 0, bold=True)
    names = {player.id: player.name for player in night.game.view(night.state).players}
    for rank in outcome.ranking:
        _show(f"  {rank.place}. {names.get(rank.player, rank.player)}", 0)


def _say(message: Message) -> str:
    return words(message, Language.chosen)


def _show(text: str, speed: float, *, bold: bool = False) -> None:
    click.secho(text, bold=bold)
    if speed:
        time.sleep(PAUSE_S / speed)
