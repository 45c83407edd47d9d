"""The `companion` command: the list of what can be done, each part loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any
from unicodedata import category

import click

from companion import __version__
from companion.commands.help import translated, translated_option
from companion.commands.spoken import json_line, reason
from companion.core.errors import Invalid, Refusal
from companion.core.message import literal, say
from companion.core.system import why_refused
from companion.i18n import LANGUAGES, choose_click_language, system_language, words

COMMANDS: dict[str, str] = {
    "play": "companion.commands.play:play",
    "judge": "companion.commands.judge:judge",
    "reach": "companion.commands.judge:reach",
    "nights": "companion.commands.nights:nights",
    "export": "companion.commands.nights:export",
    "import": "companion.commands.nights:import_",
    "verify": "companion.commands.nights:verify",
    "packs": "companion.commands.packs:packs",
    "demo": "companion.commands.demo:demo",
    "doctor": "companion.commands.doctor:doctor",
    "completion": "companion.commands.completion:completion",
    "kiosk": "kiosk.commands:kiosk",
    "shots": "kiosk.commands:shots",
    "see": "vision.commands:see",
    "read": "companion.commands.read:read_command",
    "compare": "companion.commands.compare:compare_command",
    "print": "companion.commands.sheets:print_command",
    "table": "companion.commands.table:table_command",
    "watch": "vision.watch:watch",
    "serve": "companion.commands.serve:serve",
    "dice": "hardware.commands:dice",
    "club": "companion.commands.club:club_command",
}
"""Where each command is; the messages `cli.help.<name>` describe them, so listing imports nothing."""


class Language:
    """The language chosen for this run of the command."""

    chosen = system_language()


class LazyGroup(click.Group):
    """Loads a subcommand's module only when it is used, and says bad input in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the commands in the order of their table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports one command."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), name)
        return translated(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds a command; refuses with Invalid naming the ones there are."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise Invalid(say("cli.no_command", command=args[0], known=", ".join(COMMANDS)))
        return super().resolve_command(ctx, args)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Returns `--help`, which click makes before it knows the language."""
        option = super().get_help_option(ctx)
        return option and translated_option(option)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the page of the whole command in the chosen language."""
        said = translated(self)
        super(LazyGroup, said).format_help(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands from their messages alone."""
        with formatter.section(words(say("cli.commands"), Language.chosen)):
            formatter.write_dl([(name, words(say(f"cli.help.{name}"), Language.chosen)) for name in COMMANDS])


def _choose_language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value:
        Language.chosen = value
    choose_click_language(Language.chosen)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="companion")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_choose_language,
    help="Language of what is said (default: the system's).",
)
@click.pass_context
def companion(ctx: click.Context) -> None:
    """Keep the record of a game night, watch the board, settle disputes.

    Exit codes: 0 yes or done, 1 a clear no, 2 bad input.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def complain(text: str) -> None:
    """Says on standard error, in one line, what is wrong."""
    click.echo("companion: " + visible(" ".join(text.split())), err=True)


def visible(text: str) -> str:
    """Writes out the signs that would move the cursor or turn the writing round: a name may hold any."""
    return "".join(
        sign.encode("unicode_escape").decode() if category(sign) in ("Cc", "Cf") else sign for sign in text
    )


def answer_each(images: Iterable[Path], answer: Callable[[Path], tuple[Any, bool]]) -> int:
    """Prints a JSON line for each image that can be read, complains of the others, returns the exit code.

    `answer` returns what is printed and whether it is a yes; the exit code is that of the worst image.
    """
    worst = 0
    for image in images:
        try:
            printed, is_yes = answer(image)
        except Refusal as refusal:
            complain(words(refusal.message, Language.chosen))
            worst = 2
        except OSError as error:
            complain(f"{image}: {words(why_refused(error), Language.chosen)}")
            worst = 2
        else:
            click.echo(json_line(printed))
            worst = max(worst, 0 if is_yes else 1)
    return worst


def _open_standard_streams() -> None:
    """Puts an empty stream where the caller closed standard input, output or error; what is said is UTF-8."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Programs rely on UTF-8, and a file's name may hold bytes that are no text at all.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _forget_what_cannot_be_printed() -> None:
    """Closes a standard output that takes no more, lest Python complain of it again at the end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            sys.stdout.close()


def main(args: list[str] | None = None) -> Any:
    """Runs the command; bad input ends with one line and code 2, never a traceback."""
    _open_standard_streams()
    choose_click_language(Language.chosen)
    try:
        code = companion.main(args=args, prog_name="companion", standalone_mode=False)
        # What is still held back may not fit on the disk either; that is said like any other refusal.
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        code = 0
    except click.ClickException as error:
        complain(error.format_message())
        code = 2
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except Refusal as refusal:
        complain(reason(refusal, Language.chosen))
        code = 2
    except UnicodeEncodeError as error:
        # A file's name may be any bytes, and every command knows what to do with it; other words may not.
        complain(words(say("cli.no_text", given=literal(str(error.object)[:100])), Language.chosen))
        code = 2
    except OSError as error:
        # Every file is written under its name; what has none was being printed.
        name = error.filename2 or error.filename
        file = literal(str(name)) if name else say("cli.standard_output")
        complain(words(say("core.field", field=file, problem=why_refused(error)), Language.chosen))
        code = 2
    _forget_what_cannot_be_printed()
    sys.exit(code if isinstance(code, int) else 0)
