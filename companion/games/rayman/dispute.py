"""The dispute/1 document of a Rayman turn, read into frozen records with every defect named by its field."""

from __future__ import annotations

import re
from collections import Counter
from math import prod
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from companion.content.defects import find_defects
from companion.content.library import Content
from companion.core.errors import Invalid
from companion.core.message import say
from companion.core.patience import Patience
from companion.games.rayman.board import LEVELS, TEENSIES, Board, Defects, Space, read_board, write_board
from companion.games.rayman.entities import board_of
from companion.games.rayman.forms import Legendary
from companion.games.rayman.options import Options

Icon = Literal["move", "jump", "slap", "glide", "crouch", "heart", "lums"]
ICONS: tuple[Icon, ...] = get_args(Icon)
NO_CONTENT = Content((), {})
"""For documents that write their board out."""
MOST_POOLS = 2_000_000
"""How many pools the actions of a turn may make together, spent in part or in full; more are no real turn."""
MOST_ICONS = 100
"""How many actions a turn may have altogether, so that what cards make of them still fits a pool's counts."""

Pool = dict[str, int]
Place = tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=LEVELS[0], le=LEVELS[-1])]]
Colour = Literal["blue", "red", "green", "yellow"]
Count = Annotated[int, Meta(ge=0, le=99)]
_INDEX = re.compile(r"(?<!players)\.(\d+)(?=\.|$)")
"""An element of a list in the name of a field, which is written as `[0]`; a player may be called 0."""


class FigureForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's figure and marks as the turn begins."""

    at: Place
    heart: bool = False
    freed: tuple[Colour, ...] = ()
    slapped: bool = False
    bubble: bool = False
    immune: bool = False
    legendary: Legendary | None = None
    initiative: Annotated[int, Meta(ge=0, le=1000)] | None = None
    finished: bool | None = None
    """Whether the figure is over the line; None: it is with three Teensies at or past it."""
    defeated: tuple[Place, ...] = ()
    """The enemies that its player has defeated this round, which do not hurt it until the round ends."""


class Figure(FigureForm, frozen=True):
    """The same with its player's name, Teensies and enemies in order and each once."""

    name: str = ""
    is_pushed: bool = False
    """Slapped in the running turn."""

    def has_finished(self, columns: int) -> bool:
        """Tells whether the figure is over the line."""
        return self.at[0] >= columns and len(self.freed) >= 3 if self.finished is None else self.finished


class Turn(Struct, frozen=True):
    """Everything that decides where one player's turn can end."""

    board: Board
    player: Figure
    others: tuple[Figure, ...] = ()
    projectiles: tuple[Space, ...] = ()
    boss: Space | None = None
    enemy_extra_slaps: int = 0
    pool: Pool = {}
    drawn: tuple[tuple[str, ...], ...] = ()
    options: Options = Options()
    may_draw: bool = True
    """Whether any Bonus token is left to draw."""
    patience: Patience | None = None
    """What all searches of one question share; each has its own where None."""


class PlaceForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player is claimed to stand; the bare place says the same."""

    at: Place


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """How a turn is said to have ended; what is None is not claimed."""

    at: Place
    defeated: tuple[Place, ...] | None = None
    freed: tuple[Colour, ...] | None = None
    slapped: tuple[str, ...] | None = None
    heart: bool | None = None
    players: dict[str, Place | PlaceForm] | None = None

    @property
    def places(self) -> dict[str, Space]:
        """Where players are claimed to stand."""
        return {name: at.at if isinstance(at, PlaceForm) else at for name, at in (self.players or {}).items()}


class TurnForm(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose turn it is, and with what."""

    player: str
    actions: dict[Icon, Count] = {}
    """The actions of both cards and of the tokens held."""
    drawn: Annotated[tuple[tuple[Icon, Icon], ...], Meta(max_length=27)] = ()


class EffectsForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds all through the round."""

    enemy_extra_slaps: Annotated[int, Meta(ge=0, le=20)] = 0


class Document(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A dispute/1 document about a Rayman turn."""

    format: Literal["dispute/1"] = "dispute/1"
    game: Literal["rayman"] = "rayman"
    board: str | dict[str, Any]
    players: Annotated[dict[str, FigureForm], Meta(min_length=1)]
    turn: TurnForm
    options: Options = Options()
    projectiles: tuple[Place, ...] = ()
    boss: Place | None = None
    effects: EffectsForm = EffectsForm()
    claim: Claim | None = None


def read_dispute(
    raw: Any, content: Content = NO_CONTENT, *, needs_claim: bool = False
) -> tuple[Turn, Claim | None]:
    """Reads a turn and what is claimed about it; refuses with Invalid listing every defect with its field."""
    found = Defects()
    for defect in find_defects(raw, Document, "dispute"):
        field = _INDEX.sub(r"[\1]", defect.field) or "dispute"
        found.found.append(say("core.field", field=field, problem=defect.problem))
    found.refuse()
    document = msgspec.convert(raw, Document)
    claim, name = document.claim, document.turn.player
    board = _board(found, document.board, content)
    figures = {name: _figure(name, form) for name, form in document.players.items()}
    if name not in figures:
        found.add("turn.player", say("rayman_judge.expect.one_of", known=", ".join(figures)))
    if claim is None and needs_claim:
        found.add("claim", say("rayman_judge.expect.present"))
    _check_places(found, document, board.columns)
    pool: Pool = {icon: count for icon, count in document.turn.actions.items() if count}
    icons = Counter(pool) + Counter(icon for token in document.turn.drawn for icon in token)
    if prod(count + 1 for count in icons.values()) > MOST_POOLS or icons.total() > MOST_ICONS:
        found.add("turn.actions", say("rayman_judge.expect.fewer_actions"))
    if claim is not None:
        _check_names(found, claim, figures, name)
        elsewhere = {other: at for other, at in (claim.players or {}).items() if other != name}
        claim = replace(claim, players=elsewhere or None)
    found.refuse()
    turn = Turn(
        board,
        figures.pop(name),
        tuple(figures.values()),
        tuple(sorted(set(document.projectiles))),
        document.boss,
        document.effects.enemy_extra_slaps,
        pool,
        document.turn.drawn,
        document.options,
    )
    return turn, claim


def _figure(name: str, form: FigureForm) -> Figure:
    freed = tuple(colour for colour in TEENSIES if colour in form.freed)
    defeated = tuple(sorted(set(form.defeated)))
    return Figure(**{**asdict(form), "freed": freed, "defeated": defeated}, name=name)


def write_dispute(turn: Turn, at: Space | None = None) -> dict[str, Any]:
    """Writes a turn as a document, claiming that it ended on a place."""
    players = {figure.name: asdict(figure) for figure in (*turn.others, turn.player)}
    for form in players.values():
        del form["name"], form["is_pushed"]
    document = {
        "format": "dispute/1",
        "game": "rayman",
        "options": turn.options,
        "board": write_board(turn.board),
        "players": players,
        "projectiles": turn.projectiles,
        "boss": turn.boss,
        "effects": {"enemy_extra_slaps": turn.enemy_extra_slaps},
        "turn": {"player": turn.player.name, "actions": turn.pool, "drawn": turn.drawn},
        "claim": None if at is None else {"at": at},
    }
    return msgspec.json.decode(msgspec.json.encode(document), type=dict[str, Any])


def _board(found: Defects, board: str | dict[str, Any], content: Content) -> Board:
    if not isinstance(board, str):
        return read_board(board, "board", found)
    try:
        return board_of(content, board)
    except Invalid as refusal:
        found.add("board", say("rayman_judge.expect.installed", why=refusal.message))
        return Board()


def _check_places(found: Defects, document: Document, columns: int) -> None:
    """Notes every column that the board does not have, and every progress of too many laps."""
    claim, players = document.claim or Claim((0, 1)), document.players.items()
    travelled = {f"players.{name}.at": form.at for name, form in players}
    travelled |= {f"claim.players.{name}": at for name, at in claim.places.items()}
    for field, at in {**travelled, "claim.at": claim.at}.items():
        found.space(field, at, columns, progress=True)
    for name, form in players:
        found.spaces(f"players.{name}.defeated", form.defeated, columns)
    found.spaces("projectiles", document.projectiles, columns)
    found.spaces("claim.defeated", claim.defeated or (), columns)
    found.space("boss", document.boss or (0, 1), columns)


def _check_names(found: Defects, claim: Claim, figures: dict[str, Figure], player: str) -> None:
    """Notes players whom the document does not have, and a second place for the one whose turn it is."""
    names = [name for name in figures if name != player]
    if any(name not in names for name in claim.slapped or ()):
        found.add("claim.slapped", say("rayman_judge.expect.others", known=", ".join(names) or "-"))
    for name, at in claim.places.items():
        if name not in figures:
            known = say("rayman_judge.expect.known_field", known=", ".join(figures))
            found.add(f"claim.players.{name}", known)
        elif name == player and at != claim.at:
            found.add(f"claim.players.{name}", say("rayman_judge.expect.claimed_place"))
