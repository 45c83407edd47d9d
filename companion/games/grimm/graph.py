"""The board graph: who is next to whom, how far it is, and what is wrong with a graph."""

from __future__ import annotations

from collections import Counter, deque
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from companion.core.message import Message, say
from companion.games.grimm.content import COLOURS, Board, BoardSpace


class Graph(Struct, frozen=True):
    """A board as the rules use it; it is part of the state, so a night keeps the board it began with."""

    id: str
    label: dict[str, str]
    width: int
    height: int
    spaces: dict[str, BoardSpace]
    paths: tuple[tuple[str, str], ...]

    def __hash__(self) -> int:
        """Hashes by what identifies a board cheaply; equality still compares everything."""
        return hash((self.id, len(self.spaces), len(self.paths)))

    def kind(self, space: str) -> str:
        """Returns what a space does."""
        return self.spaces[space].kind


class Ways(Struct, frozen=True):
    """What follows from a graph: neighbours, teleporter exits, chest spaces by number, starts by colour."""

    beside: dict[str, tuple[str, ...]]
    gates: dict[str, str]
    chests: dict[str, str]
    starts: dict[str, str]
    portal: str


def graph_of(board_id: str, board: Board) -> Graph:
    """Takes a pack's board into play."""
    return Graph(board_id, board.label, board.width, board.height, board.spaces, board.paths)


@lru_cache(maxsize=32)
def ways_of(graph: Graph) -> Ways:
    """Works out what follows from a graph, once."""
    beside: dict[str, list[str]] = {space: [] for space in graph.spaces}
    for a, b in graph.paths:
        beside[a].append(b)
        beside[b].append(a)
    marked: dict[str, list[str]] = {}
    for space, printed in graph.spaces.items():
        if printed.kind == "teleporter":
            marked.setdefault(printed.mark, []).append(space)
    gates = {}
    for pair in marked.values():
        if len(pair) == 2:
            gates.update({pair[0]: pair[1], pair[1]: pair[0]})
    return Ways(
        {space: tuple(sorted(set(near))) for space, near in beside.items()},
        gates,
        {p.mark: space for space, p in graph.spaces.items() if p.kind == "chest"},
        {p.mark: space for space, p in graph.spaces.items() if p.kind == "start"},
        next((space for space, p in graph.spaces.items() if p.kind == "portal"), ""),
    )


@lru_cache(maxsize=4096)
def distances(graph: Graph, start: str) -> dict[str, int]:
    """Counts the steps from a space to all others, without teleporters and not through the portal."""
    ways = ways_of(graph)
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == ways.portal and here != start:
            continue
        for near in ways.beside[here]:
            if near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
    return steps


def exits(graph: Graph, trail: tuple[str, ...], can_enter: bool) -> tuple[str, ...]:
    """Lists the next spaces of a move: no path of this move is walked back (GRM-MOVE-3)."""
    ways = ways_of(graph)
    here = trail[-1]
    walked_here = {a for a, b in pairwise(trail) if b == here}
    return tuple(
        near for near in ways.beside[here] if near not in walked_here and (can_enter or near != ways.portal)
    )


def defects_of(board: Board | Graph) -> tuple[Message, ...]:
    """Lists everything that keeps a board from being played on."""
    found: list[Message] = []
    for a, b in board.paths:
        lost = [end for end in (a, b) if end not in board.spaces]
        found += [say("grimm.board.path_nowhere", path=f"{a}–{b}", space=end) for end in lost]
        if a == b:
            found.append(say("grimm.board.path_loop", space=a))
    if found:
        return tuple(found)
    marks: dict[str, Counter[str]] = {kind: Counter() for kind in ("start", "teleporter", "chest", "portal")}
    for space in board.spaces.values():
        if space.kind in marks:
            marks[space.kind][space.mark] += 1
    if marks["portal"].total() != 1:
        found.append(say("grimm.board.portals", count=marks["portal"].total()))
    found += [say("grimm.board.start", colour=colour) for colour in COLOURS if marks["start"][colour] != 1]
    found += [
        say("grimm.board.gate", mark=mark or "?", count=n)
        for mark, n in marks["teleporter"].items()
        if n != 2
    ]
    found += [say("grimm.board.chest_twice", mark=mark or "?") for mark, n in marks["chest"].items() if n > 1]
    if len(marks["chest"]) < 2:
        found.append(say("grimm.board.chests", count=len(marks["chest"])))
    return tuple(found) or _unreached(board)


def _unreached(board: Board | Graph) -> tuple[Message, ...]:
    graph = board if isinstance(board, Graph) else graph_of("", board)
    ways = ways_of(graph)
    reached = distances(graph, ways.portal)
    lonely = sorted(set(graph.spaces) - set(reached))
    return (say("grimm.board.unreached", spaces=", ".join(lonely)),) if lonely else ()
