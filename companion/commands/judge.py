"""`companion judge` and `companion reach`: decide a disputed turn, list where it could end (dispute/1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
import msgspec

from companion.cli import Language, complain
from companion.commands.spoken import json_line, reason, spoken
from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.errors import Refusal
from companion.core.message import say
from companion.core.system import why_refused
from companion.core.verdict import Verdict
from companion.games.registry import GAMES, find_game
from companion.i18n import words
from companion.night.forms import read_json, refuse_field, refuse_repeats
from companion.night.garbage import no_cycle_search
from companion.ports.files import read_argument

FORMAT = "dispute/1"
MOST_PLAYERS = 6
"""No game seats more, so a longer list is not worth a search; a game may refuse earlier."""


FILES = click.argument(
    "files", nargs=-1, required=True, type=click.Path(allow_dash=True, readable=False), metavar="FILE..."
)


@click.command()
@FILES
def judge(files: tuple[str, ...]) -> int:
    """Decide disputed turns: legal with one way to do it, or illegal with the rule and the nearest ends.

    Exit code 0 legal, 1 illegal, 2 bad input; of several files the worst. FILE may be `-`.

    \b
    Example:
      companion judge dispute.json
      companion judge - < dispute.json
    """
    return _answer_all(files, _judge)


@click.command()
@FILES
def reach(files: tuple[str, ...]) -> int:
    """List every space where the disputed turn could come to rest. FILE may be `-`.

    \b
    Example:
      companion reach dispute.json
    """
    return _answer_all(files, _reach)


def _judge(dispute: Json) -> tuple[Json, int]:
    if "claim" not in dispute:
        raise refuse_field("claim", say("core.read.missing"))
    verdict = find_game(dispute["game"]).judge(dispute, _content(dispute))
    return verdict_form(verdict), 0 if verdict.is_legal else 1


def verdict_form(verdict: Verdict) -> Json:
    """Writes a verdict as verdict/1, in the chosen language."""
    if verdict.is_legal:
        return {
            "format": "verdict/1",
            "verdict": "legal",
            "steps": spoken(verdict.steps, Language.chosen),
            "spent": verdict.spent,
            "clauses": list(verdict.clauses),
        }
    return {
        "format": "verdict/1",
        "verdict": "illegal",
        "because": words(verdict.because, Language.chosen) if verdict.because else "",
        "clauses": list(verdict.clauses),
        "nearest": msgspec.to_builtins(list(verdict.nearest)),
    }


def _reach(dispute: Json) -> tuple[Json, int]:
    answer = find_game(dispute["game"]).reach(dispute, _content(dispute))
    return {"format": "reach/1", **msgspec.to_builtins(answer)}, 0


def _content(dispute: Json) -> Content:
    """Loads the installed content where the document names a board of it instead of describing one."""
    if not isinstance(dispute.get("board"), str):
        return Content((), {})
    from companion.content.loader import load_content

    return load_content(find_game(dispute["game"]))


def _answer_all(files: Sequence[str], answer: Callable[[Json], tuple[Json, int]]) -> int:
    """Answers each file by one line, in order; a bad one gets its line on standard error instead."""
    worst = 0
    for file in files:
        try:
            with no_cycle_search():
                result, code = answer(read_dispute(file))
        except Refusal as refusal:
            why = reason(refusal, Language.chosen)
            # What cannot be read at all is refused by its name already.
            complain(why if why.startswith(f"{file}: ") else f"{file}: {why}")
            code = 2
        except OSError as error:
            complain(f"{file}: {words(why_refused(error), Language.chosen)}")
            code = 2
        except (
            Exception
        ) as error:  # a document that a game stumbles over must not hide the next one's verdict
            detail = say("night.internal", detail=f"{type(error).__name__}: {error}")
            complain(f"{file}: {words(detail, Language.chosen)}")
            code = 2
        else:
            click.echo(json_line(result))
        worst = max(worst, code)
    return worst


def read_dispute(file: str) -> Json:
    """Reads a dispute document and checks its envelope; the game checks the rest."""
    text = read_argument(file)
    document: Json = read_json(text, dict, "dispute")
    refuse_repeats(text)
    for field, known in (("format", (FORMAT,)), ("game", tuple(GAMES))):
        if field not in document:
            raise refuse_field(field, say("core.read.missing_one_of", known=", ".join(known)))
        if document[field] not in known:
            raise refuse_field(field, say("core.read.expected", expected=", ".join(known)))
    players = document.get("players")
    if isinstance(players, dict | list) and len(players) > MOST_PLAYERS:
        raise refuse_field("players", say("core.read.shorter", length=str(MOST_PLAYERS)))
    return document
