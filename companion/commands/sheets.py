"""`companion print`: boards come from the games, the drawing from vision."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import click

from companion.cli import Language
from companion.content.library import Content
from companion.content.loader import load_content
from companion.core.blocks import Board, Json, Option
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.protocol import Game
from companion.games.registry import GAMES, find_game
from companion.i18n import words

SHEETS = ("anchors", "figures", "rings", "charuco", "boards", "tiles", "mats")
_file = click.Path(path_type=Path)


DrawnBoard = tuple[Message, Board, tuple[str, ...]]
"""A board's name, how it is drawn, and the figures that may come to stand on it."""


def sample_boards(game_id: str) -> dict[str, DrawnBoard]:
    """Returns every board of a game's default pack as it is printed, with the figures that stand on it.

    A game that has no boards to choose from has one: the mat that its tiles are laid on.
    """
    game = find_game(game_id)
    content = load_content(game)
    question = next((one for one in game.questions(content, {}) if one.id == "board"), None)
    players = [f"P{number}" for number in range(1, game.manifest.max_players + 1)]
    boards: dict[str, DrawnBoard] = {}
    mat = Option(None, game.manifest.title)
    for option in question.options if question else (mat,):
        setup: Json = {"players": players, **({} if option is mat else {"board": option.value})}
        state = game.new_state(setup, content)
        board = game.mat(state)
        if board is not None:
            scene = game.expected_scene(state)
            figures = (*(scene.figures or _pieces(game, content)), *chain(*scene.alike.values()))
            boards[str(option.value or game_id)] = (option.label, board, tuple(dict.fromkeys(figures)))
    return boards


def _pieces(game: Game[Any], content: Content) -> list[str]:
    """Names the players' pieces where the scene at the start has none on the board yet."""
    question = next((one for one in game.questions(content, {}) if one.id == "players"), None)
    return [str(option.value) for option in question.options] if question else []


def find_board(boards: Mapping[str, DrawnBoard], board_id: str) -> DrawnBoard:
    """Returns one board; refuses with Invalid naming the ones there are."""
    if board_id not in boards:
        raise Invalid(say("vision.board.unknown", board=board_id, known=", ".join(boards) or "-"))
    return boards[board_id]


@click.command("print")
@click.argument("sheets", nargs=-1, type=click.Choice((*SHEETS, "all")))
@click.option("--out", default="sheets.pdf", show_default=True, type=_file, help="The PDF to write.")
@click.option(
    "--paper",
    type=click.Choice(("a4", "a3", "letter")),
    default="a4",
    show_default=True,
    help="Size of a sheet.",
)
@click.option("--game", type=click.Choice(tuple(GAMES)), help="Only this game's boards and figures.")
@click.option("--board", help="Only this board.")
def print_command(sheets: tuple[str, ...], out: Path, paper: str, game: str | None, board: str | None) -> int:
    """Make PDF sheets to scale: anchors, figures, rings, charuco, boards, tiles, mats, or all.

    \b
    Example:
      companion print all --out sheets.pdf
      companion print boards --game rayman --board jungle-sample --paper a3 --out jungle.pdf
    """
    drawing: Any = import_module("vision.sheets")
    layout: Any = import_module("vision.layout")
    chosen = SHEETS if not sheets or "all" in sheets else sheets
    pdf = drawing.Sheets(out, lambda message: words(message, Language.chosen), paper)
    needs_boards = not {"figures", "boards", "tiles"}.isdisjoint(chosen)
    games = ((game,) if game else tuple(GAMES)) if needs_boards else ()
    boards = {game_id: sample_boards(game_id) for game_id in games}
    if "anchors" in chosen:
        pdf.anchors()
    if "figures" in chosen:
        for known in boards.values():
            names = list(dict.fromkeys(name for _, _, figures in known.values() for name in figures))
            pdf.figure_tags(layout.figure_tags(names))
    if "rings" in chosen:
        pdf.rings()
    if "mats" in chosen:
        pdf.mats()
    if "charuco" in chosen:
        pdf.charuco()
    if "boards" in chosen:
        wanted = {name: drawn for known in boards.values() for name, drawn in known.items()}
        for title, drawn, figures in (find_board(wanted, board),) if board else wanted.values():
            pdf.board(title, drawn, layout.table_for(drawn, figures))
    if "tiles" in chosen:
        for game_id, known in boards.items():
            _print_tiles(pdf, layout, game_id, known)
    pages = pdf.save()
    click.echo(words(say("vision.sheet.done", file=str(out), pages=pages), Language.chosen))
    return 0


def _print_tiles(pdf: Any, layout: Any, game_id: str, boards: Mapping[str, DrawnBoard]) -> None:
    """Adds a game's tiles, as large as a space of the mat."""
    game = find_game(game_id)
    tiles = game.tiles(load_content(game))
    if not tiles:
        return
    _, mat, figures = next(iter(boards.values()))
    polygon = next(iter(layout.table_for(mat, figures).spaces.values()))
    unit_mm = max(x for x, _ in polygon) - min(x for x, _ in polygon)
    pdf.tiles(say("vision.sheet.tiles", title=game.manifest.title), tiles, unit_mm)
