"""`companion read`: the pips of dice and the cards in a picture (pips/1, cards/1)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from companion.cli import Language, answer_each
from companion.content.loader import find_pack_folder
from companion.content.photos import CARDS
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.i18n import words

_file = click.Path(path_type=Path, readable=False)
Answer = tuple[dict[str, Any], Message | None]


@click.group("read", no_args_is_help=True)
def read_command() -> None:
    """Read dice and cards in pictures.

    Example: companion read dice tray.jpg
    """


@read_command.command("dice")
@click.argument("images", nargs=-1, required=True, type=_file, metavar="IMAGE...")
@click.option("--taught", type=_file, help="A folder with one photo of each face, for dice with symbols.")
def read_dice(images: tuple[Path, ...], taught: Path | None) -> int:
    """Read six-sided dice with pips in each IMAGE, one JSON line each (pips/1); taught symbols as faces/1.

    Exit code 0: every picture has dice; 1: some have none; 2: bad input.

    Example: companion read dice tray.jpg
    """
    eyes = _eyes()
    if taught is None:
        return _answer(images, eyes.dice_in)
    faces = eyes.read_taught_faces(taught)
    return _answer(images, lambda image: eyes.faces_in(image, faces))


@read_command.command("cards")
@click.argument("images", nargs=-1, required=True, type=_file, metavar="IMAGE...")
@click.option("--taught", type=_file, help="A folder with one photo a card, named by the card's id.")
@click.option("--pack", help="The pack whose taught photos are used.")
def read_cards(images: tuple[Path, ...], taught: Path | None, pack: str | None) -> int:
    """Read taught cards in each IMAGE, one JSON line each (cards/1).

    Exit code 0: every picture has cards; 1: some have none; 2: bad input.

    Example: companion read cards hand.jpg --taught my-cards/
    """
    if (taught is None) == (pack is None):
        raise Invalid(say("cli.read.taught_or_pack"))
    folder = taught if taught is not None else find_pack_folder(str(pack)) / CARDS
    eyes = _eyes()
    deck = eyes.read_deck(folder)
    return _answer(images, lambda image: eyes.cards_in(image, deck))


@read_command.command("taught")
@click.argument("folder", type=_file)
def check_taught(folder: Path) -> int:
    """Check the taught photos of a FOLDER: cut off, blurred, blank, or too like another card.

    Exit code 0: all are good; 1: some should be taken again; 2: bad input.

    Example: companion read taught my-cards/
    """
    told = _eyes().complaints_in(folder)
    for name, message in told:
        click.echo(f"{name}: {words(message, Language.chosen)}")
    return 1 if told else 0


def _eyes() -> Any:
    # The brain may not know its eyes when it is loaded; here, at the rim, they are called by name.
    return import_module("vision.read.answers")


def _answer(images: tuple[Path, ...], read: Callable[[Path], Answer]) -> int:
    def answer(image: Path) -> tuple[dict[str, Any], bool]:
        form, why = read(image)
        return form if why is None else {**form, "why": words(why, Language.chosen)}, why is None

    return answer_each(images, answer)
