"""Every way to play Rick's turn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.yardsticks.pickle_rick_table import (
    FACE_DOWN,
    SIDES,
    Card,
    Place,
    Symbols,
    Tile,
    Tiles,
    closes,
    is_closed,
    is_face_up,
    is_spending_done,
    neighbour,
    opposite,
    pay,
    read_cards,
    read_rick,
    read_symbols,
    read_tile,
    read_tiles,
    turned,
    without,
)


@dataclass(frozen=True)
class RickTurn:
    """Where Rick's turn stands."""

    at: Place
    symbols: Symbols
    cards: tuple[Card, ...]
    tiles: Tiles
    stack: int | None  # None: enough
    faces: tuple[Tile, ...]  # those that are still to come up
    is_over: bool = False


def laid_by_arrow(face: Tile, direction: str) -> Tile:
    # model: "turned so that the arrow points D."
    return turned(face, SIDES.index(direction))


def laid_by_vent(face: Tile, direction: str) -> Tile:
    # model: "turned so that the vent is on the side that Rick comes from (opposite of D)"
    assert face.vent is not None
    return turned(face, SIDES.index(opposite(direction)) - SIDES.index(face.vent))


def can_get_new_tile(turn: RickTurn, place: Place) -> bool:
    """Whether the space is face down, or empty "and a tile in the stack (C3-17)"."""
    content = dict(turn.tiles).get(place)
    return content == FACE_DOWN or (content is None and turn.stack != 0)


def with_tile(turn: RickTurn, place: Place, tile: Tile) -> RickTurn:
    tiles = dict(turn.tiles)
    stack = turn.stack
    if place not in tiles and stack is not None:
        stack -= 1
    tiles[place] = tile
    return replace(turn, tiles=frozenset(tiles.items()), stack=stack, faces=turn.faces[1:])


def ends_at(turn: RickTurn, place: Place) -> RickTurn:
    return replace(turn, at=place, is_over=True)


def moves_to_new_tile(turn: RickTurn, direction: str) -> list[RickTurn]:
    """Kinds face down and empty: the new tile is "laid by the arrow, he goes"."""
    place = neighbour(turn.at, direction)
    if not turn.faces:
        # form: "A way that brings up a face beyond the end of tiles ends there, whatever symbols are left"
        return [ends_at(turn, place)]
    # model: "A new tile's own wall or vent on the side he comes from does not stop him as he enters (C3-11)"
    return [replace(with_tile(turn, place, laid_by_arrow(turn.faces[0], direction)), at=place)]


def tries_at_vent(turn: RickTurn, is_parkour: bool) -> list[RickTurn]:
    """The kind vent, and Parkour, towards a face-down or an empty space behind the vent of Rick's tile."""
    direction = dict(turn.tiles)[turn.at].vent
    place = neighbour(turn.at, direction)
    if not turn.faces:
        # form: "on the new space, or, at a vent without Parkour, on the new space and on the one where he
        # stands."
        return [ends_at(turn, place)] + ([] if is_parkour else [ends_at(turn, turn.at)])
    face = turn.faces[0]
    if face.vent is not None:
        # model: "It has a vent: laid by the vent, he goes."
        return [replace(with_tile(turn, place, laid_by_vent(face, direction)), at=place)]
    # model: "None: laid by the arrow, he stays, the Move is spent, the tile remains (C3-13)"; Parkour: "one
    # without by the arrow; he goes (003:311)"
    laid = with_tile(turn, place, laid_by_arrow(face, direction))
    return [replace(laid, at=place if is_parkour else turn.at)]


def one_move(turn: RickTurn, rooftop: Place | None) -> list[RickTurn]:
    """Every outcome of one move of the four kinds, already paid for."""
    tiles = turn.tiles
    outcomes = []
    for side in SIDES:
        place = neighbour(turn.at, side)
        if is_face_up(tiles, place):
            # model, face up: "edge open: he goes"
            is_open = not is_closed(tiles, turn.at, side)
            # model, vent: "T face up: only with the vents back to back (C3-12); it is not turned."
            is_back_to_back = dict(tiles)[turn.at].vent == side and dict(tiles)[place].vent == opposite(side)
            if is_open or is_back_to_back:
                outcomes.append(replace(turn, at=place))
        elif can_get_new_tile(turn, place):
            # model, vent: "his tile's vent is on D ... T face down, or empty with a tile in the stack"
            if dict(tiles)[turn.at].vent == side:
                outcomes += tries_at_vent(turn, is_parkour=False)
            # model, face down: "no wall and no vent on his side of the edge"; empty: "the same"
            elif not closes(tiles, turn.at, side):
                outcomes += moves_to_new_tile(turn, side)
    return [on_rooftop(outcome, rooftop) for outcome in outcomes]


def on_rooftop(turn: RickTurn, rooftop: Place | None) -> RickTurn:
    # model: "Entering the Rooftop wins at once (C3-15): the turn is over there, nothing more is forced."
    return replace(turn, is_over=turn.is_over or turn.at == rooftop)


def parkour(turn: RickTurn, rooftop: Place | None) -> list[RickTurn]:
    """Parkour "through the vent of his tile to whatever lies there"."""
    vent = dict(turn.tiles)[turn.at].vent
    if vent is None:
        return []
    place = neighbour(turn.at, vent)
    if is_face_up(turn.tiles, place):
        # model: "Face up: he goes, whatever that tile shows on the edge"
        outcomes = [replace(turn, at=place)]
    elif can_get_new_tile(turn, place):
        outcomes = tries_at_vent(turn, is_parkour=True)
    else:
        outcomes = []
    return [on_rooftop(outcome, rooftop) for outcome in outcomes]


def flights(turn: RickTurn, spaces: int, rooftop: Place | None) -> list[RickTurn]:
    """Jetpack: "up to n (data) moves in a row of the four kinds, without symbols"."""
    landed = [turn]
    if spaces > 0 and not turn.is_over:
        for after in one_move(turn, rooftop):
            # model: "a tile turned or placed, a failed vent's too, ends the flight (003:305)"
            if after.tiles != turn.tiles:
                landed.append(after)
            else:
                landed += flights(after, spaces - 1, rooftop)
    return landed


def ricks_card(turn: RickTurn, card: Card, rooftop: Place | None) -> list[RickTurn]:
    """Every outcome of a card that has been paid.

    model: "also when it has no effect, or no target (choice), and a movement that it offers may be left out".
    """
    if card.id == "parkour":
        return [turn, *parkour(turn, rooftop)]
    if card.id == "jetpack":
        return flights(turn, card.spaces, rooftop)
    if card.id == "one_space":
        return [
            turn,
            *one_move(turn, rooftop),
        ]  # model: "one move of Rick ... under all normal rules (003:293)"
    if card.id == "solenya":
        return [
            replace(turn, symbols=turn.symbols._replace(joker=turn.symbols.joker + 2))
        ]  # "two Jokers (003:313)"
    return [turn]  # damage, healing and texts move nobody


def ricks_next(turn: RickTurn, rooftop: Place | None) -> Iterator[RickTurn]:
    for left in pay(turn.symbols, [("move", 1)]):
        yield from one_move(replace(turn, symbols=left), rooftop)
    # A Draw, or a Joker as one: a card is drawn. Rick's ability is two Draws and moves nobody either.
    for left in pay(turn.symbols, [("draw", 1)]):
        yield replace(turn, symbols=left)
    for card in set(turn.cards):
        for left in pay(turn.symbols, card.cost):
            yield from ricks_card(replace(turn, symbols=left, cards=without(turn.cards, card)), card, rooftop)


def ricks_ends(dispute: dict) -> set[Place]:
    """form: "every place where Rick can stand when his turn ends." """
    board = dispute["board"]
    rooftop = tuple(board["rooftop"]) if board.get("rooftop") is not None else None
    mode = dispute.get("options", {}).get("forced_spending", "book")
    start = RickTurn(
        at=read_rick(dispute)[0],
        symbols=read_symbols(dispute),
        cards=read_cards(dispute),
        tiles=read_tiles(dispute),
        stack=board.get("stack"),  # form: "left out: enough"
        faces=tuple(read_tile(face) for face in dispute["turn"].get("tiles", [])),
    )
    start = on_rooftop(start, rooftop)
    ends, seen, todo = set(), {start}, [start]
    while todo:
        turn = todo.pop()
        if turn.is_over:
            ends.add(turn.at)
            continue
        # model: "Every move below counts: for Rick all four kinds"; one Move pays any of them. form: "Moves
        # that are forced are forced towards unknown faces too."
        has_move = bool(one_move(turn, rooftop))
        if is_spending_done(turn.symbols, mode, lambda moves, has_move=has_move: has_move, can_shoot=False):
            ends.add(turn.at)
        for after in ricks_next(turn, rooftop):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return ends
