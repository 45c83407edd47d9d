"""The commands' help in the reader's language: each sentence is looked up by its English words."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from copy import copy
from inspect import cleandoc
from typing import TypeVar

import click

C = TypeVar("C", bound=click.Command)
P = TypeVar("P", bound=click.Parameter)
AS_IT_STANDS = "\b\n"
"""click's mark of a paragraph whose lines stay as they are."""


def translated(command: C) -> C:
    """Returns a copy of a command, and of those below it, that helps in the language chosen for click."""
    said = copy(command)
    said.params = [translated_option(param) for param in command.params]
    said.help = "\n\n".join(_paragraph(part) for part in paragraphs(command.help or ""))
    if isinstance(command, click.Group) and isinstance(said, click.Group):
        said.commands = {name: translated(below) for name, below in command.commands.items()}
    return said


def translated_option(param: P) -> P:
    """Returns a parameter that helps in the language chosen for click."""
    said = copy(param)
    if isinstance(said, click.Option) and said.help:
        said.help = gettext.gettext(said.help)
    return said


def paragraphs(text: str) -> list[str]:
    """Splits a help text where click does."""
    return [part for part in cleandoc(text).split("\n\n") if part.strip()]


def sentences_of(command: click.Command) -> Iterator[str]:
    """Lists what of a command's help there is to translate; examples are the same in every language."""
    for part in paragraphs(command.help or ""):
        for line in part.removeprefix(AS_IT_STANDS).splitlines() if _stands(part) else [_flat(part)]:
            if not line.startswith(" ") and not line.startswith("Example:"):
                yield line
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            yield param.help
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from sentences_of(below)


def _paragraph(part: str) -> str:
    if _stands(part):
        lines = part.removeprefix(AS_IT_STANDS).splitlines()
        return AS_IT_STANDS + "\n".join(line if line.startswith(" ") else _line(line) for line in lines)
    return _line(_flat(part))


def _line(line: str) -> str:
    example, found, rest = line.partition("Example:")
    return gettext.gettext(line) if example or not found else gettext.gettext("Example:") + rest


def _stands(part: str) -> bool:
    return part.startswith(AS_IT_STANDS)


def _flat(part: str) -> str:
    return " ".join(part.split())
