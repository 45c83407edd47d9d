"""What both sides of a Pickle Rick turn need: the form, edges, sight and range, paying and ending a turn."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Place = tuple[int, int]

SIDES = "NESW"  # clockwise
# model, The map: "N = y+1, E = x+1, S = y-1, W = x-1."
NEXT = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


class Tile(NamedTuple):
    """A face: as it lies on the map, or (before it is laid) as it is seen with its arrow pointing N."""

    walls: frozenset[str]
    vent: str | None


FACE_DOWN = "face down"
Tiles = frozenset[
    tuple[Place, Any]
]  # each listed space with its Tile or FACE_DOWN; all other spaces are empty


class Symbols(NamedTuple):
    """What lies ready to be spent."""

    move: int = 0
    draw: int = 0
    tool: int = 0
    weapon: int = 0
    joker: int = 0


class Card(NamedTuple):
    """A card that may be played once this turn."""

    id: str
    cost: tuple[tuple[str, int], ...]
    spaces: int = 0  # how far a Jetpack flies
    accepted: bool = False  # whether Rick took the Pot-de-vin


# model, Cards: the costs that are not in italics. form: "est_ce_que_c_est_fait: 1 tool"
PRINTED_COST = {
    "canon_a_vis": {"any": 1},
    "lance_lames": {"weapon": 1},
    "laser_portatif": {"weapon": 2},
    "solenya": {"any": 1},
    "assaisonnement_curatif": {"draw": 1},
    "degainage_rapide": {"draw": 1},
    "rien_de_personnel": {"move": 2},
    "pot_de_vin": {"draw": 1},
    "est_ce_que_c_est_fait": {"tool": 1},
}

# ---- reading the form


def read_tile(entry: dict) -> Tile:
    # form: "walls ... left out: """, "vent ... left out: null"
    return Tile(frozenset(entry.get("walls", "")), entry.get("vent"))


def read_tiles(dispute: dict) -> Tiles:
    found: dict[Place, Any] = {}
    for key, entry in dispute["board"]["tiles"].items():
        x, y = key.split(",")
        found[int(x), int(y)] = FACE_DOWN if entry["face"] == "down" else read_tile(entry)
    return frozenset(found.items())


def read_symbols(dispute: dict) -> Symbols:
    return Symbols(**dispute["turn"].get("symbols", {}))  # form: "a kind left out: 0"


def read_cards(dispute: dict) -> tuple[Card, ...]:
    cards = []
    for entry in dispute["turn"].get("cards", []):
        told = {"id": entry} if isinstance(entry, str) else entry
        cost = told.get("cost") or PRINTED_COST[told["id"]]
        card = Card(told["id"], tuple(cost.items()), told.get("spaces", 0), told.get("accepted", False))
        cards.append(card)
    return tuple(sorted(cards))


def read_enemies(dispute: dict) -> dict[str, Place]:
    """Where the Russian figures on the map stand, Guards first, in the order in which they came into play."""
    players = dispute["players"]
    enemies = {guard["id"]: tuple(guard["at"]) for guard in players.get("guards", [])}
    jaguar_at = players.get("jaguar", {}).get("at")  # form: "may be left out: not on the map"
    if jaguar_at is not None:
        enemies["jaguar"] = tuple(jaguar_at)
    return enemies


def read_rick(dispute: dict) -> tuple[Place, int]:
    rick = dispute["players"]["rick"]
    return tuple(rick["at"]), rick.get("health", 10)  # form: "health 0-10, left out: 10"


# ---- edges, sight, range


def opposite(side: str) -> str:
    return SIDES[(SIDES.index(side) + 2) % 4]


def neighbour(place: Place, side: str) -> Place:
    return place[0] + NEXT[side][0], place[1] + NEXT[side][1]


def is_face_up(tiles: Tiles, place: Place) -> bool:
    return isinstance(dict(tiles).get(place), Tile)


def closes(tiles: Tiles, place: Place, side: str) -> bool:
    """Whether the tile of this space has a wall or a vent on that side.

    model: "A vent closes its edge whether or not a wall is entered there too"; "the unknown side of a
    face-down tile closes nothing."
    """
    tile = dict(tiles).get(place)
    return isinstance(tile, Tile) and (side in tile.walls or side == tile.vent)


def is_closed(tiles: Tiles, place: Place, side: str) -> bool:
    # model: "An edge is closed when a face-up tile on either side of it has a wall or a vent there (C3-3)."
    return closes(tiles, place, side) or closes(tiles, neighbour(place, side), opposite(side))


def open_neighbours(tiles: Tiles, place: Place) -> list[Place]:
    # model: "A step: to a face-up neighbour over an open edge (003:162)."
    return [
        neighbour(place, side)
        for side in SIDES
        if is_face_up(tiles, neighbour(place, side)) and not is_closed(tiles, place, side)
    ]


def closed_neighbours(tiles: Tiles, place: Place) -> list[Place]:
    # model: "over one closed edge (wall or vent, choice) to a face-up neighbour."
    return [
        neighbour(place, side)
        for side in SIDES
        if is_face_up(tiles, neighbour(place, side)) and is_closed(tiles, place, side)
    ]


def is_in_range(tiles: Tiles, place: Place, rick: Place) -> bool:
    # model: "Range 0-1: the same tile, or a face-up neighbour over an open edge (003:220, C3-20)."
    return place == rick or rick in open_neighbours(tiles, place)


def sees(tiles: Tiles, watcher: Place, rick: Place) -> bool:
    # model: "sees another on its own tile, or in its row or column at any distance when every tile from one
    # to the other is face up and every edge between is open."
    if watcher == rick:
        return True
    for side in SIDES:
        place = watcher
        while is_face_up(tiles, neighbour(place, side)) and not is_closed(tiles, place, side):
            place = neighbour(place, side)
            if place == rick:
                return True
    return False


def turned(tile: Tile, quarters: int) -> Tile:
    """The tile turned clockwise. model: "Turning it by quarters turns walls and vent alike." """
    side_after = {side: SIDES[(SIDES.index(side) + quarters) % 4] for side in SIDES}
    return Tile(
        frozenset(side_after[wall] for wall in tile.walls), side_after[tile.vent] if tile.vent else None
    )


# ---- paying and ending


def pay(symbols: Symbols, cost: Iterable[tuple[str, int]]) -> set[Symbols]:
    """What may be left after each way of paying the cost; empty when it cannot be paid."""
    left = {symbols}
    for kind, count in cost:
        # model: "A Joker pays as any symbol. Any (Au choix) is paid by any symbol (003:152)."
        payers = Symbols._fields if kind == "any" else (kind, "joker")
        for _ in range(count):
            left = {
                purse._replace(**{payer: getattr(purse, payer) - 1})
                for purse in left
                for payer in payers
                if getattr(purse, payer) > 0
            }
    return left


def is_spending_done(symbols: Symbols, mode: str, can_move: Callable[[int], bool], can_shoot: bool) -> bool:
    """Whether the turn may end; `can_move(n)` says whether a move exists that n Moves can pay."""
    if mode == "off":
        return True
    # model 1: "No Move left, or no move exists that the Move symbols left can pay without Jokers."
    if symbols.move > 0 and can_move(symbols.move):
        return False
    # model 2: "No Draw left, or the own deck is empty." form: "Both decks count as not empty."
    if symbols.draw > 0:
        return False
    # model 3: "Russians: no Weapon left, or no figure that may still shoot has Rick in range."
    if symbols.weapon > 0 and can_shoot:
        return False
    # model: "jokers: a Joker left must also be spent while 1-3 would force it as a Move, Draw or Weapon":
    # as a Draw it always would, since no deck counts as empty.
    return not (mode == "jokers" and symbols.joker > 0)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)
