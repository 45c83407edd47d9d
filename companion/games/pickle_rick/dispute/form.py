"""Reads a dispute/1 document about a turn of Pickle Rick; every defect is named by its field."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.content.defects import find_defects
from companion.core.blocks import Json
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.pickle_rick.options import HouseRules
from companion.games.pickle_rick.turn.cards import (
    BRIBE,
    IS_IT_DONE,
    JETPACK,
    KNOWN_CARDS,
    MOST_TILES_DISCARDED,
    SOLENYA,
    SOLENYA_JOKERS,
    Card,
    SideName,
)
from companion.games.pickle_rick.turn.rick_turn import PLENTY
from companion.games.pickle_rick.turn.russians import JAGUAR, Figure
from companion.games.pickle_rick.turn.symbols import Cost, Pool
from companion.games.pickle_rick.turn.tiles import SIDE, Place, Tile

MOST_GUARDS = 10
FULL_HEALTH = 10
RICK = "rick"
MOST_SYMBOLS = 12
"""Four dice, and the Jokers of four Solen'ya played before the question."""
MOST_FACES = 24
"""The tiles that are not special."""
MOST_CARDS = 25
"""The cards of one side."""

Walls = Annotated[str, Meta(pattern="^[NESW]{0,4}$")]
SideLetter = Literal["N", "E", "S", "W"]
Letter = Literal["R", "B", "G", "S"]
Health = Annotated[int, Meta(ge=0, le=FULL_HEALTH)]
Count = Annotated[int, Meta(ge=0, le=PLENTY)]
CostCount = Annotated[int, Meta(ge=1, le=PLENTY)]


class _Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the document; a field that it does not know is refused."""


class LyingTile(_Form, frozen=True):
    """A tile as it lies; face down nothing else is known."""

    face: Literal["up", "down"]
    walls: Walls | UnsetType = UNSET
    vent: SideLetter | UnsetType | None = UNSET
    letter: Letter | UnsetType = UNSET


class BoardForm(_Form, frozen=True):
    """The map."""

    tiles: dict[str, LyingTile]
    rooftop: Place | None = None
    stack: Annotated[int, Meta(ge=0)] | None = None


class RickForm(_Form, frozen=True):
    """Rick before the turn."""

    at: Place
    health: Health = FULL_HEALTH


class JaguarForm(_Form, frozen=True):
    """Jaguar before the turn; nowhere when he is not on the map."""

    at: Place | None = None
    health: Health = FULL_HEALTH


class GuardForm(_Form, frozen=True):
    """A Guard before the turn."""

    id: Annotated[str, Meta(min_length=1)]
    at: Place


class PlayersForm(_Form, frozen=True):
    """Everybody on the map."""

    rick: RickForm
    guards: tuple[GuardForm, ...] = ()
    jaguar: JaguarForm = JaguarForm()


class SymbolsForm(_Form, frozen=True):
    """The symbols that lie ready after the reroll."""

    move: Count = 0
    draw: Count = 0
    tool: Count = 0
    weapon: Count = 0
    joker: Count = 0


class CostForm(_Form, frozen=True):
    """What a card costs."""

    move: CostCount | UnsetType = UNSET
    draw: CostCount | UnsetType = UNSET
    tool: CostCount | UnsetType = UNSET
    weapon: CostCount | UnsetType = UNSET
    any: CostCount | UnsetType = UNSET


class CardForm(_Form, frozen=True):
    """A card that may be played, with what the table knows of it."""

    id: Annotated[str, Meta(min_length=1)]
    cost: CostForm | None = None
    spaces: Annotated[int, Meta(ge=1, le=PLENTY)] | None = None
    accepted: bool | None = None


class FaceForm(_Form, frozen=True):
    """A face that came up, as it is seen with its arrow pointing N."""

    walls: Walls = ""
    vent: SideLetter | None = None
    letter: Letter = "G"
    guards: Annotated[int, Meta(ge=0, le=MOST_GUARDS)] = 0


class TurnForm(_Form, frozen=True):
    """The turn in question."""

    side: SideName
    symbols: SymbolsForm | UnsetType = UNSET
    figure: str | UnsetType = UNSET
    cards: Annotated[tuple[str | CardForm, ...], Meta(max_length=MOST_CARDS)] | UnsetType = UNSET
    tiles: Annotated[tuple[FaceForm, ...], Meta(max_length=MOST_FACES)] | UnsetType = UNSET
    solo: bool | UnsetType = UNSET


class ClaimForm(_Form, frozen=True):
    """What is claimed of the turn's end."""

    at: Place | UnsetType = UNSET
    health: Health | UnsetType = UNSET
    figures: dict[str, Place] | UnsetType = UNSET


class Document(_Form, frozen=True, kw_only=True):
    """A dispute/1 document as it is written."""

    format: Literal["dispute/1"]
    game: Literal["pickle_rick"]
    board: BoardForm
    players: PlayersForm
    turn: TurnForm
    options: HouseRules = HouseRules()
    claim: ClaimForm | None = None


class Dispute(Struct, frozen=True):
    """A dispute in the words of the rules."""

    tiles: dict[Place, Tile | None]
    rooftop: Place | None
    stack: int
    rick: Place
    health: int
    guards: tuple[Figure, ...]
    jaguar: Figure | None
    side: SideName
    is_solo: bool
    figure: str
    pool: Pool
    cards: tuple[Card, ...]
    faces: tuple[Tile, ...]
    rules: HouseRules
    claim: ClaimForm | None

    @property
    def enemies(self) -> tuple[Figure, ...]:
        """Lists the Russian figures on the map."""
        return self.guards if self.jaguar is None else (*self.guards, self.jaguar)


def read(raw: Json) -> Dispute:
    """Reads a document; refuses with Invalid, one line that names each field."""
    try:
        document = msgspec.convert(raw, Document)
    except msgspec.ValidationError:
        defects = find_defects(raw, Document, "dispute")
        details = tuple(defect.as_message() for defect in defects)
        raise Invalid(say("pickle_rick_judge.bad"), details=details) from None
    return _checked(document)


def _checked(document: Document) -> Dispute:
    turn, players = document.turn, document.players
    tiles = {_place(key): _tile(key, tile) for key, tile in document.board.tiles.items()}
    rooftop = document.board.rooftop
    if rooftop is not None and rooftop in tiles and tiles[rooftop] is None:
        raise bad("board.rooftop", say("pickle_rick_judge.face_up"))
    _stands("players.rick.at", tiles, players.rick.at)
    guards = _guards(players.guards, tiles)
    jaguar = None
    if players.jaguar.at is not None:
        _stands("players.jaguar.at", tiles, players.jaguar.at)
        jaguar = Figure(JAGUAR, players.jaguar.at)
    is_solo = turn.solo is True
    _check_turn(turn, is_solo)
    figure = RICK if turn.side == "rick" else turn.figure or "" if not is_solo else ""
    known = [guard.id for guard in guards] + ([JAGUAR] if jaguar else [])
    if turn.side == "russians" and not is_solo and figure not in known:
        raise bad("turn.figure", say("pickle_rick_judge.figure", known=", ".join(known) or "-"))
    symbols = turn.symbols or SymbolsForm()
    pool = Pool(symbols.move, symbols.draw, symbols.tool, symbols.weapon, symbols.joker)
    if sum(pool) > MOST_SYMBOLS:
        raise bad("turn.symbols", say("pickle_rick_judge.symbols", most=MOST_SYMBOLS, count=sum(pool)))
    claim = document.claim
    if claim is not None:
        _check_claim(claim, turn, is_solo, known)
    return Dispute(
        tiles=tiles,
        rooftop=rooftop,
        stack=PLENTY if document.board.stack is None else document.board.stack,
        rick=players.rick.at,
        health=players.rick.health,
        guards=guards,
        jaguar=jaguar,
        side=turn.side,
        is_solo=is_solo,
        figure=figure,
        pool=pool,
        cards=tuple(
            _card(f"turn.cards.{index}", card, turn.side) for index, card in enumerate(turn.cards or ())
        ),
        faces=tuple(_face(f"turn.tiles.{index}", face) for index, face in enumerate(turn.tiles or ())),
        rules=document.options,
        claim=claim,
    )


def bad(field: str, problem: Message) -> Invalid:
    """Refuses a document for one field."""
    return Invalid(say("core.field", field=field, problem=problem))


def _place(key: str) -> Place:
    found = re.fullmatch(r"(-?[1-9][0-9]{0,5}|0),(-?[1-9][0-9]{0,5}|0)", key)
    if not found:
        raise bad(f"board.tiles.{key}", say("pickle_rick_judge.place"))
    return int(found[1]), int(found[2])


def _sides(field: str, letters: str) -> int:
    if len(set(letters)) != len(letters):
        raise bad(field, say("pickle_rick_judge.walls"))
    return sum(SIDE[letter] for letter in letters)


def _tile(key: str, tile: LyingTile) -> Tile | None:
    if tile.face == "down":
        for name in ("walls", "vent", "letter"):
            if getattr(tile, name) is not UNSET:
                raise bad(f"board.tiles.{key}.{name}", say("pickle_rick_judge.face_down"))
        return None
    return Tile(_sides(f"board.tiles.{key}.walls", tile.walls or ""), SIDE[tile.vent] if tile.vent else 0)


def _face(field: str, face: FaceForm) -> Tile:
    return Tile(_sides(f"{field}.walls", face.walls), SIDE[face.vent] if face.vent else 0)


def _stands(field: str, tiles: dict[Place, Tile | None], place: Place) -> None:
    if tiles.get(place) is None:
        raise bad(field, say("pickle_rick_judge.face_up"))


def _guards(forms: tuple[GuardForm, ...], tiles: dict[Place, Tile | None]) -> tuple[Figure, ...]:
    if len(forms) > MOST_GUARDS:
        raise bad("players.guards", say("pickle_rick_judge.guards", most=MOST_GUARDS, count=len(forms)))
    seen = {RICK, JAGUAR}
    for index, guard in enumerate(forms):
        if guard.id in seen:
            raise bad(f"players.guards.{index}.id", say("pickle_rick_judge.guard_id", id=guard.id))
        seen.add(guard.id)
        _stands(f"players.guards.{index}.at", tiles, guard.at)
    return tuple(Figure(guard.id, guard.at) for guard in forms)


def _check_turn(turn: TurnForm, is_solo: bool) -> None:
    if is_solo and turn.side == "rick":
        raise bad("turn.solo", say("pickle_rick_judge.solo_side"))
    allowed = {"solo"} if is_solo else {"symbols", "cards", "solo"}
    if not is_solo:
        allowed |= {"tiles"} if turn.side == "rick" else {"figure"}
    for name in ("symbols", "figure", "cards", "tiles"):
        if name not in allowed and getattr(turn, name) is not UNSET:
            raise bad(f"turn.{name}", say("pickle_rick_judge.not_here"))


def _check_claim(claim: ClaimForm, turn: TurnForm, is_solo: bool, known: list[str]) -> None:
    allowed = {"figures", "health"} if is_solo else {"at", "health"} if turn.side == "russians" else {"at"}
    for name in ("at", "health", "figures"):
        if name not in allowed and getattr(claim, name) is not UNSET:
            raise bad(f"claim.{name}", say("pickle_rick_judge.not_here"))
    if claim.at is UNSET and turn.side == "rick":
        raise bad("claim.at", say("core.read.missing"))
    for figure in claim.figures or {}:
        if figure not in known:
            raise bad(
                f"claim.figures.{figure}", say("pickle_rick_judge.figure", known=", ".join(known) or "-")
            )


def _card(field: str, form: str | CardForm, side: SideName) -> Card:
    card = CardForm(form) if isinstance(form, str) else form
    known = KNOWN_CARDS.get(card.id)
    if known and side not in known.sides:
        raise bad(f"{field}.id", say("pickle_rick_judge.other_side", card=card.id))
    cost = known.cost if known else None
    if card.cost is not None:
        cost = _cost(f"{field}.cost", card)
    if cost is None:
        raise bad(f"{field}.cost", say("pickle_rick_judge.cost", card=card.id))
    if card.id == JETPACK and card.spaces is None:
        raise bad(f"{field}.spaces", say("pickle_rick_judge.spaces"))
    if card.id != JETPACK and card.spaces is not None:
        raise bad(f"{field}.spaces", say("pickle_rick_judge.not_here"))
    if card.accepted is not None and card.id != BRIBE:
        raise bad(f"{field}.accepted", say("pickle_rick_judge.not_here"))
    return Card(card.id, cost, card.spaces or 0, jokers_of(card.id, is_bribe_taken=card.accepted is True))


def jokers_of(card: str, *, is_bribe_taken: bool = False) -> int:
    """Counts the Jokers that a card brings (PKR-CARD-10, PKR-CARD-15)."""
    if card == SOLENYA:
        return SOLENYA_JOKERS
    return 1 if card == BRIBE and not is_bribe_taken else 0


def _cost(field: str, card: CardForm) -> Cost:
    raw: dict[str, Any] = msgspec.to_builtins(card.cost)
    cost = Cost(**raw)
    if not raw:
        raise bad(field, say("pickle_rick_judge.cost", card=card.id))
    if card.id == IS_IT_DONE and cost.tool > MOST_TILES_DISCARDED:
        raise bad(field, say("pickle_rick_judge.tools", most=MOST_TILES_DISCARDED))
    return cost
