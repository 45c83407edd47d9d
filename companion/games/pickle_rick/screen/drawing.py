"""The map as a board to draw: spaces, tiles, edges, figures, lines of sight; the mat, the printed tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from companion.content.library import Content
from companion.core.blocks import Badge, Board, Edge, Mark, Piece, Space, Tile as TileBlock
from companion.core.message import literal, say
from companion.games.pickle_rick import state as st
from companion.games.pickle_rick.content import Tile
from companion.games.pickle_rick.dispute.form import RICK
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.running import seers
from companion.games.pickle_rick.state import State, place_of
from companion.games.pickle_rick.turn.russians import JAGUAR, Figure, can_shoot, fewest_moves
from companion.games.pickle_rick.turn.tiles import LETTER, SIDES, Place, Tile as RuleTile, neighbour

TONES = {"R": "red", "B": "blue", "G": "grey", "S": "green"}
MARGIN = 1
MAT_SIDES, MAT_ENDS = 4, 1
"""How far the printed mat goes beyond the corridor."""


class Frame:
    """The part of the map that is drawn: x to the right, y down from the topmost row."""

    def __init__(self, places: Iterable[Place], margin: int = MARGIN) -> None:
        there = list(places)
        self.left = min(x for x, _ in there) - margin
        self.top = max(y for _, y in there) + margin
        self.width = max(x for x, _ in there) + margin - self.left + 1
        self.height = self.top - (min(y for _, y in there) - margin) + 1

    def at(self, place: Place) -> tuple[float, float]:
        """Returns where a space is drawn."""
        return float(place[0] - self.left), float(self.top - place[1])


def board(state: State) -> Board:
    """Draws the map as it has grown, with the empty spaces around it."""
    lying = {place_of(name): one for name, one in state.lying.items()}
    up = [place for place, one in lying.items() if one.tile]
    frame = Frame(lying)
    watching = seers(state)
    focus = [state.rick_at, *(place_name(figure.at) for figure in state.figures if figure.id in watching)]
    tiles = state.map
    return Board(
        frame.width,
        frame.height,
        tuple(_space(state, frame, place) for place in (*lying, *sorted(_around(state)))),
        tuple(_sight_lines(state, frame)),
        tuple(_pieces(state)),
        focus=tuple(dict.fromkeys(focus)),
        goals=(state.rooftop,) if state.turn == "rick" else (),
        tiles=tuple(_tile(state, frame, place, one) for place, one in lying.items()),
        edges=tuple(edge for place in up for edge in _edges(tiles[place], place)),
    )


def _around(state: State) -> set[Place]:
    """Lists the empty spaces beside the tiles that lie face up."""
    lying = {place_of(name): one for name, one in state.lying.items()}
    up = [place for place, one in lying.items() if one.tile]
    return {neighbour(place, side) for place in up for side in SIDES} - set(lying)


def _space(state: State, frame: Frame, place: Place) -> Space:
    x, y = frame.at(place)
    name = place_name(place)
    tone = "goal" if name == state.rooftop else ""
    label = None if name in state.lying else literal(name)
    return Space(name, x, y, tone=tone, label=label, name=state.tile_name(name))


def _tile(state: State, frame: Frame, place: Place, lies: st.Lying) -> TileBlock:
    x, y = frame.at(place)
    name = f"tile-{place_name(place)}"
    if not lies.tile:
        return TileBlock(name, x, y, is_face_up=False)
    tile = state.tiles[lies.tile]
    if tile.special:
        label = say(f"pickle_rick.special.{tile.special}.short")
        return TileBlock(name, x, y, label=label, tone=TONES["S"])
    turned = _DEGREES[lies.quarters % 4]
    return TileBlock(
        name, x, y, turned=turned, label=literal(tile.letter), tone=TONES[tile.letter], has_arrow=True
    )


_DEGREES: tuple[Literal[0, 90, 180, 270], ...] = (0, 90, 180, 270)


def _edges(tile: RuleTile | None, place: Place) -> Iterator[Edge]:
    if tile is None:
        return
    for side in SIDES:
        letter: st.SideLetter = LETTER[side]  # type: ignore[assignment]
        if tile.vent == side:
            yield Edge(place_name(place), letter, "vent", say("pickle_rick.edge.vent"))
        elif tile.walls & side:
            yield Edge(place_name(place), letter, "wall", say("pickle_rick.edge.wall"))


def _sight_lines(state: State, frame: Frame) -> Iterator[Mark]:
    """Draws a line from every enemy who sees Rick."""
    if state.is_over:
        return
    x, y = frame.at(state.rick)
    for name in seers(state):
        from_x, from_y = frame.at(state.figure(name).at)
        if (from_x, from_y) != (x, y):
            yield Mark("sight", from_x + 0.5, from_y + 0.5, x - from_x, y - from_y, tone="danger")


def _pieces(state: State) -> Iterator[Piece]:
    is_ricks = state.turn == "rick" and isinstance(state.now, st.Spend | st.Fly)
    heart = Badge("heart", say("pickle_rick.badge.health"), state.rick_health, "hit")
    yield Piece(
        RICK, state.rick_at, "rick", say("pickle_rick.figure.rick"), 0, is_active=state.turn == "rick",
        can_move=is_ricks or isinstance(state.now, st.PushRick), badges=(heart,), is_landmark=True,
    )  # fmt: skip
    is_theirs = state.turn == "russians" and isinstance(state.now, st.Spend | st.StepOne)
    for figure in state.figures:
        badges = tuple(_rights(state, figure)) if is_theirs else ()
        is_done = is_theirs and not badges
        if figure.id == JAGUAR:
            badges = (Badge("heart", say("pickle_rick.badge.health"), state.jaguar_health, "hit"), *badges)
        is_jaguar = figure.id == JAGUAR
        yield Piece(
            figure.id, place_name(figure.at), JAGUAR if is_jaguar else "guard", state.figure_name(figure.id),
            None if is_jaguar else 1, "danger" if is_jaguar else "",
            is_active=is_theirs and not is_done, is_dimmed=is_done,
            can_move=is_theirs and fewest_moves(state.map, state.rick, figure) is not None,
            badges=badges, is_landmark=True,
        )  # fmt: skip


def _rights(state: State, figure: Figure) -> Iterator[Badge]:
    """Shows what a figure may still do this turn."""
    moves = 0 if figure.has_crossed else figure.limit - figure.moves
    if moves > 0:
        yield Badge("move", say("pickle_rick.badge.moves"), moves)
    shots = figure.limit - figure.shots
    if shots > 0 and can_shoot(state.map, state.rick, figure):
        yield Badge("weapon", say("pickle_rick.badge.shots"), shots)


TILE_MM = 48.0
"""A tile on the mat: four figures stand side by side, and no anchor is cut where A3 sheets end."""


def mat(state: State) -> Board:
    """Draws a grid with room on every side of the corridor, and what the map has come to beyond it.

    The map has no border. The grid stays as it is printed, so a space keeps its id and its place: those
    beyond the grid lie outside of the board's width and height.
    """
    sign = 1 if state.corridor == "right" else -1
    far = state.hidden + 1
    frame = Frame([(sign * -MAT_SIDES, -MAT_ENDS), (sign * (far + MAT_SIDES), 2 * far + MAT_ENDS)], margin=0)
    printed = [
        (frame.left + column, frame.top - row) for row in range(frame.height) for column in range(frame.width)
    ]
    beyond = sorted({*map(place_of, state.lying), *_around(state)} - set(printed))
    spaces = tuple(
        Space(place_name(at), *frame.at(at), label=literal(place_name(at))) for at in (*printed, *beyond)
    )
    return Board(frame.width, frame.height, spaces, pieces=tuple(_pieces(state)), unit_mm=TILE_MM)


def printed_tiles(content: Content) -> Mapping[str, Board]:
    """Draws every tile of the box with its arrow up, to be cut out."""
    tiles = {name: tile for name, tile in content.of_kind("tiles").items() if isinstance(tile, Tile)}
    return {name: printed_tile(name, tile) for name, tile in tiles.items()}


def printed_tile(name: str, tile: Tile) -> Board:
    """Draws one tile as it is printed."""
    label = say(f"pickle_rick.special.{tile.special}.short") if tile.special else literal(tile.letter)
    block = TileBlock(name, 0.0, 0.0, label=label, tone=TONES[tile.letter], has_arrow=not tile.special)
    edges: list[Edge] = []
    sides: tuple[st.SideLetter, ...] = ("N", "E", "S", "W")
    for side in sides:
        if tile.vent == side:
            edges.append(Edge("tile", side, "vent", say("pickle_rick.edge.vent")))
        elif side in tile.walls:
            edges.append(Edge("tile", side, "wall", say("pickle_rick.edge.wall")))
    guards = tuple(
        Piece(f"guard-{number}", "tile", "guard", say("pickle_rick.figure.guard", number=number))
        for number in range(1, tile.guards + 1)
    )
    space = Space("tile", 0.0, 0.0, name=tile.named())
    return Board(1, 1, (space,), pieces=guards, tiles=(block,), edges=tuple(edges))
