"""`companion packs`: lists, checks and begins content packs."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.cli import Language
from companion.commands.spoken import json_line
from companion.content.loader import SHIPPED, load_content, pack_folders
from companion.content.pack import Pack, hash_of, read_info, read_pack
from companion.content.writer import new_pack
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.registry import GAMES, find_game
from companion.i18n import words


def _say(message: Message) -> str:
    return words(message, Language.chosen)


@click.group()
def packs() -> None:
    """List, check or begin content packs.

    \b
    Example:
      companion packs list
      companion packs check my-box/
      companion packs new rayman my-box/
    """


@packs.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_(as_json: bool) -> None:
    """List the packs there are, the user's own first.

    Example: companion packs list --json
    """
    for folder in pack_folders():
        try:
            info = read_info(folder)
        except Invalid as refusal:
            click.echo(_say(refusal.message), err=True)
            continue
        is_shipped = folder.parent == SHIPPED
        if as_json:
            row = {
                **msgspec.to_builtins(info),
                "label": _say(info.named()),
                "sha256": hash_of(folder),
                "shipped": is_shipped,
                "folder": str(folder),
            }
            click.echo(json_line(row))
        else:
            origin = _say(say("content.shipped") if is_shipped else say("content.own"))
            sample = f" · {_say(say('content.sample'))}" if info.sample else ""
            click.echo(f"{info.id}  {info.game} {info.version}  {_say(info.named())}  ({origin}{sample})")


@packs.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--json", "as_json", is_flag=True, help="The defects as one JSON object.")
@click.pass_context
def check(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """Check a pack and list every defect with file, field and what was expected; exit 1 if there are any.

    Example: companion packs check my-box/
    """
    defects: tuple[Message, ...]
    try:
        info = read_info(folder)
        pack = read_pack(folder, find_game(info.game).content_kinds)
        for base in info.extends:
            load_content(find_game(info.game), (base,))
        defects = _defects_by_rule(pack)
    except Invalid as refusal:
        defects = refusal.details or (refusal.message,)
    said = [_say(defect) for defect in defects]
    if as_json:
        click.echo(json_line({"ok": not said, "defects": said}))
    else:
        for line in said or [_say(say("content.good"))]:
            click.echo(line)
    ctx.exit(1 if said else 0)


def _defects_by_rule(pack: Pack) -> tuple[Message, ...]:
    """Lists what is well-formed but cannot be played, as the game's editor sees it."""
    editor = find_game(pack.info.game).editor
    if editor is None:
        return ()
    return tuple(
        say("content.defect", file=f"{kind}/{entity_id}.toml", field="-", problem=problem)
        for kind, entities in pack.entities.items()
        for entity_id, entity in entities.items()
        for problem in editor.problems(kind, entity)
    )


@packs.command()
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.argument("folder", type=click.Path(path_type=Path))
def new(game: str, folder: Path) -> None:
    """Begin a pack for GAME in FOLDER: it extends the shipped sample and says which fields there are.

    Example: companion packs new rayman my-box/
    """
    info = new_pack(find_game(game), folder)
    click.echo(_say(say("content.begun", pack=info.id, folder=str(folder))))
