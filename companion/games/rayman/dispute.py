"""The dispute/1 document of a Rayman turn, read into frozen records with every defect named by its field."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

import msgspec
from msgspec import Struct

from companion.content.library import Content
from companion.core.decoding import explain
from companion.core.errors import Invalid
from companion.core.message import say
from companion.games.rayman.board import TEENSIES, Board, Defects, Space, read_board
from companion.games.rayman.entities import board_of
from companion.games.rayman.options import Options

ICONS = ("move", "jump", "slap", "glide", "crouch", "heart", "lums")
LEGENDARY = ("weaver", "drifter", "smasher", "dasher", "sneaker", "scrambler")
LUMS = dict(zip(LEGENDARY, ("crouch", "glide", "slap", "move", "heart", "jump"), strict=True))
"""What a Lums becomes with each Legendary card."""
MOST_OF_AN_ICON = 99
MOST_POOLS = 2_000_000
"""How many pools the actions of a turn may make together, spent in part or in full; more are no real turn."""
MOST_ICONS = 100
"""How many actions a turn may have altogether, so that what cards make of them still fits a pool's counts."""
MOST_DRAWN = 27

Pool = dict[str, int]


class Figure(Struct, frozen=True):
    """One player's figure and marks as the turn begins."""

    name: str
    at: Space
    heart: bool = False
    freed: tuple[str, ...] = ()
    slapped: bool = False
    bubble: bool = False
    immune: bool = False
    legendary: str | None = None
    initiative: int | None = None
    finished: bool | None = None
    """Whether the figure is over the line; None: it is with three Teensies at or past it."""
    defeated: tuple[Space, ...] = ()
    """The enemies that its player has defeated this round, which do not hurt it until the round ends."""


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


class Claim(Struct, frozen=True):
    """How a turn is said to have ended; what is None is not claimed."""

    at: Space
    defeated: frozenset[Space] | None = None
    freed: frozenset[str] | None = None
    slapped: frozenset[str] | None = None
    heart: bool | None = None
    players: tuple[tuple[str, Space], ...] = ()


class Dispute(Struct, frozen=True):
    """A turn and, for the judge, what is claimed about it."""

    turn: Turn
    claim: Claim | None = None


_FIELDS = (
    "format",
    "game",
    "options",
    "board",
    "players",
    "projectiles",
    "boss",
    "effects",
    "turn",
    "claim",
)
_PLAYER = tuple(name for name in Figure.__struct_fields__ if name != "name")


NO_CONTENT = Content((), {})
"""Enough for a document that describes its board."""


def read_dispute(raw: Any, content: Content = NO_CONTENT, *, needs_claim: bool = False) -> Dispute:
    """Reads a dispute/1 document, whose board may be one of the content's.

    Refuses with Invalid listing every defect with its field.
    """
    found = Defects()
    if not found.check_fields("", raw, _FIELDS):
        found.found.clear()
        found.add("dispute", say("rayman_judge.expect.object"))
        found.refuse()
    if raw.get("format", "dispute/1") != "dispute/1":
        found.add("format", say("rayman_judge.expect.one_of", known="dispute/1"))
    if raw.get("game", "rayman") != "rayman":
        found.add("game", say("rayman_judge.expect.one_of", known="rayman"))
    for name in ("board", "players", "turn"):
        if name not in raw:
            found.add(name, say("rayman_judge.expect.present"))
    board = _board(found, raw.get("board", {}), content)
    figures = _players(found, raw.get("players", {}), board)
    turn = _turn(found, raw, board, figures)
    claim = None
    if raw.get("claim") is not None:
        claim = _claim(found, raw["claim"], board, figures, turn)
    elif needs_claim:
        found.add("claim", say("rayman_judge.expect.present"))
    found.refuse()
    assert turn is not None
    return Dispute(turn, claim)


def _board(found: Defects, raw: Any, content: Content) -> Board:
    if not isinstance(raw, str):
        return read_board(raw, "board", found)
    try:
        return board_of(content, raw)
    except Invalid as refusal:
        found.add("board", say("rayman_judge.expect.installed", why=refusal.message))
        return Board()


def _flag(found: Defects, field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        found.add(field, say("rayman_judge.expect.flag"))
        return False
    return value


def _colours(found: Defects, field: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or any(colour not in TEENSIES for colour in value):
        found.add(field, say("rayman_judge.expect.colours", known=", ".join(TEENSIES)))
        return ()
    return tuple(colour for colour in TEENSIES if colour in value)


def _players(found: Defects, raw: Any, board: Board) -> dict[str, Figure]:
    if not isinstance(raw, dict) or not raw:
        found.add("players", say("rayman_judge.expect.players"))
        return {}
    figures = {}
    for name, value in raw.items():
        field = f"players.{name}"
        if not found.check_fields(field, value, _PLAYER):
            continue
        at = found.space(f"{field}.at", value.get("at"), board.columns, progress=True)
        legendary = value.get("legendary")
        if legendary is not None and legendary not in LEGENDARY:
            found.add(f"{field}.legendary", say("rayman_judge.expect.one_of", known=", ".join(LEGENDARY)))
        initiative = value.get("initiative")
        if initiative is not None:
            found.integer(f"{field}.initiative", initiative, 0, 1000)
        figures[name] = Figure(
            name=name,
            at=at or (0, 1),
            heart=_flag(found, f"{field}.heart", value.get("heart", False)),
            freed=_colours(found, f"{field}.freed", value.get("freed", [])),
            slapped=_flag(found, f"{field}.slapped", value.get("slapped", False)),
            bubble=_flag(found, f"{field}.bubble", value.get("bubble", False)),
            immune=_flag(found, f"{field}.immune", value.get("immune", False)),
            legendary=legendary,
            initiative=initiative,
            finished=None
            if value.get("finished") is None
            else _flag(found, f"{field}.finished", value["finished"]),
            defeated=found.spaces(f"{field}.defeated", value.get("defeated", []), board.columns),
        )
    return figures


def _options(found: Defects, raw: Any) -> Options:
    known = Options.__struct_fields__
    if not found.check_fields("options", raw, known):
        return Options()
    values: dict[str, Any] = {}
    for name in known:
        if name not in raw:
            continue
        try:
            one = msgspec.convert({name: raw[name]}, Options)
        except msgspec.ValidationError as error:
            found.found.append(explain(error, Options, "options"))
            continue
        values[name] = getattr(one, name)
    return Options(**values)


def _pool(found: Defects, field: str, raw: Any) -> Pool:
    if not found.check_fields(field, raw, ICONS):
        return {}
    pool = {
        icon: found.integer(f"{field}.{icon}", raw[icon], 0, MOST_OF_AN_ICON) or 0
        for icon in ICONS
        if icon in raw
    }
    return {icon: count for icon, count in pool.items() if count}


def _drawn(found: Defects, raw: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(raw, list) or len(raw) > MOST_DRAWN:
        found.add("turn.drawn", say("rayman_judge.expect.tokens", known=", ".join(ICONS)))
        return ()
    for index, token in enumerate(raw):
        if not isinstance(token, list) or len(token) != 2 or any(icon not in ICONS for icon in token):
            found.add(f"turn.drawn[{index}]", say("rayman_judge.expect.token", known=", ".join(ICONS)))
            return ()
    return tuple(tuple(token) for token in raw)


def _turn(found: Defects, raw: dict[str, Any], board: Board, figures: dict[str, Figure]) -> Turn | None:
    value = raw.get("turn", {})
    options = _options(found, raw.get("options", {}))
    projectiles = found.spaces("projectiles", raw.get("projectiles", []), board.columns)
    boss = raw.get("boss")
    boss_at = None if boss is None else found.space("boss", boss, board.columns)
    effects = raw.get("effects", {})
    extra = 0
    if found.check_fields("effects", effects, ("enemy_extra_slaps",)):
        extra = found.integer("effects.enemy_extra_slaps", effects.get("enemy_extra_slaps", 0), 0, 20) or 0
    if not found.check_fields("turn", value, ("player", "actions", "drawn")):
        return None
    pool = _pool(found, "turn.actions", value.get("actions", {}))
    drawn = _drawn(found, value.get("drawn", []))
    icons = Counter(pool) + Counter(icon for token in drawn for icon in token)
    is_too_many = prod(count + 1 for count in icons.values()) > MOST_POOLS or icons.total() > MOST_ICONS
    if is_too_many:
        found.add("turn.actions", say("rayman_judge.expect.fewer_actions"))
    name = value.get("player")
    if not isinstance(name, str) or name not in figures:
        found.add("turn.player", say("rayman_judge.expect.one_of", known=", ".join(figures) or "-"))
        return None
    others = tuple(figure for other, figure in figures.items() if other != name)
    return Turn(board, figures[name], others, projectiles, boss_at, extra, pool, drawn, options)


def _claim(
    found: Defects, raw: Any, board: Board, figures: dict[str, Figure], turn: Turn | None
) -> Claim | None:
    if not found.check_fields("claim", raw, ("at", "defeated", "freed", "slapped", "heart", "players")):
        return None
    at = found.space("claim.at", raw.get("at"), board.columns, progress=True)
    defeated = None
    if raw.get("defeated") is not None:
        defeated = frozenset(found.spaces("claim.defeated", raw["defeated"], board.columns))
    freed = None
    if raw.get("freed") is not None:
        freed = frozenset(_colours(found, "claim.freed", raw["freed"]))
    names = [name for name in figures if turn is None or name != turn.player.name]
    slapped = None
    if raw.get("slapped") is not None:
        value = raw["slapped"]
        if isinstance(value, list) and all(name in names for name in value):
            slapped = frozenset(value)
        else:
            found.add("claim.slapped", say("rayman_judge.expect.others", known=", ".join(names) or "-"))
    heart = None
    if raw.get("heart") is not None:
        heart = _flag(found, "claim.heart", raw["heart"])
    places: list[tuple[str, Space]] = []
    if raw.get("players") is not None and found.check_fields("claim.players", raw["players"], tuple(figures)):
        for name, value in raw["players"].items():
            field = f"claim.players.{name}"
            if isinstance(value, dict):
                if not found.check_fields(field, value, ("at",)):
                    continue
                field, value = f"{field}.at", value.get("at")
            place = found.space(field, value, board.columns, progress=True)
            if name not in names:
                if place is not None and place != at:
                    found.add(field, say("rayman_judge.expect.claimed_place"))
            elif place is not None:
                places.append((name, place))
    return Claim(at or (0, 1), defeated, freed, slapped, heart, tuple(places))
