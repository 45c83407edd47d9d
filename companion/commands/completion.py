"""`companion completion`: the script that makes a shell complete commands, options and nights."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


def _shell_of_user() -> str:
    name = Path(os.environ.get("SHELL", "bash")).name
    return name if name in SHELLS else "bash"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), default=_shell_of_user)
def completion(shell: str) -> None:
    """Print the completion script for SHELL (default: yours).

    \b
    Example:
      eval "$(companion completion bash)"
      companion completion fish > ~/.config/fish/completions/companion.fish
    """
    from companion.cli import companion

    shell_class = get_completion_class(shell)
    assert shell_class is not None, shell
    click.echo(shell_class(companion, {}, "companion", "_COMPANION_COMPLETE").source())
