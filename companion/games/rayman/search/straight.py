"""Straight ways: those on which nothing is come by twice, so that the table is always as it was at first.

What is defeated or gone lies behind on such a way. That makes it simple to find backwards from which pools it
leads to an end; only that an enemy draws no second token is left to the search. Nearly all ends that can be
reached are reached straight, so that a search which keeps to these pools goes there without looking left or
right. That it finds nothing means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.rayman.board import Space
from companion.games.rayman.dispute import Turn
from companion.games.rayman.search.agenda import Post
from companion.games.rayman.search.backwards import Held, Ways, joined, led_to
from companion.games.rayman.search.ends import rests_of
from companion.games.rayman.search.limits import Limits
from companion.games.rayman.search.pool import Effect
from companion.games.rayman.search.records import FINISHED, HURDLE, HURT, Node
from companion.games.rayman.search.steps import Steps
from companion.games.rayman.search.useful import Sources, Useful
from companion.games.rayman.search.walk import Search


class Straight(Search):
    """The steps of a turn on the table as it is at first; nothing is searched."""

    def __init__(self, turn: Turn, most_at: dict[Post, int], *, like: Steps) -> None:
        """Takes the posts that a turn may come to, and the most Movements left there."""
        self._most_at = most_at
        self._all_ways: Ways = {post: [] for post in most_at}
        self._quiet_ways: Ways = {post: [] for post in most_at}
        """Steps that defeat nobody."""
        self._fights: Ways = {post: [] for post in most_at}
        """Steps that defeat an enemy, Slaps from where one is among them."""
        self._ends: dict[Space, Held] = {}
        super().__init__(turn, limits=Limits(teensies=0, figures=0), like=like)

    def _run(self) -> None:
        self.world_id(self._first_world())
        for post in self._most_at:
            node = Node(0, *post)
            if node.stance != HURDLE:
                self._rest_at(node)
            if node.stance not in (HURT, FINISHED):
                self._step_from(node)

    def _rest_at(self, node: Node) -> None:
        for rest in rests_of(self, node, self.pools.all, 0):
            held = self._ends.setdefault(rest.at, {})
            bits = rest.bits | (held[node[1:]][0] if node[1:] in held else 0)
            held[node[1:]] = [bits] * (self.pools.most_moves + 1)

    def _step_from(self, node: Node) -> None:
        post = node[1:]
        for to, piece, change, _ in self._edges(node, self.worlds[0]):
            if to in self._most_at:
                ways = self._fights if change and change.defeated else self._quiet_ways
                ways[to].append((post, piece))
                self._all_ways[to].append((post, piece))
        blows = dict.fromkeys(piece for _, piece, _, _ in self._blows_from(node.p, node.level))
        self._fights[post] += [(post, piece) for piece in blows]

    def before(self, ends: Iterable[Space]) -> Held:
        """Returns with which pools some ends come about from each post."""
        found: Held = {}
        for end in ends:
            for post, by_moves in self._ends.get(end, {}).items():
                found[post] = joined(by_moves, found[post]) if post in found else by_moves
        return found

    def towards(self, sources: Sources, *, draws: bool) -> Useful:
        """Returns the pools from which a straight way leads to sources, by drawing tokens or without."""
        return UsefulStraight(self, sources, draws=draws)

    def led_to(self, sources: Held) -> Held:
        """Returns the pools from which a straight way leads to sources, no token being left to draw."""
        return led_to(self.pools, self._all_ways, self._most_at, self._known_of(sources))

    def led_to_drawing(self, sources: Held, later: Held, token: Effect) -> Held:
        """Returns the pools that lead to sources, or to drawing a token that leads on to later pools."""
        drawing = self._drawing(later, token)
        for post, by_moves in self._known_of(sources).items():
            drawing[post] = joined(by_moves, drawing[post]) if post in drawing else by_moves
        return led_to(self.pools, self._quiet_ways, self._most_at, drawing)

    def _known_of(self, sources: Held) -> Held:
        return {post: by_moves for post, by_moves in sources.items() if post in self._most_at}

    def _drawing(self, later: Held, token: Effect) -> Held:
        """Returns the pools with which a step leads on that draws a token."""
        most = self.pools.most_moves
        found: Held = {}
        for post, by_moves in later.items():
            for before, step in self._fights[post]:
                have = found.setdefault(before, [0] * (most + 1))
                for gain in token:
                    piece = step.then(gain)
                    for moves in range(piece.needs, self._most_at[before] + 1):
                        have[moves] |= piece.before(by_moves[min(moves + piece.moves, most)])
        return found


class UsefulStraight(Useful):
    """The pools from which straight ways lead to what a search is after."""

    def __init__(self, straight: Straight, sources: Sources, *, draws: bool) -> None:
        super().__init__()
        self._draws = draws
        self._straight = straight
        self._sources = sources
        self._by_drawn: dict[int, Held] = {}

    def at(self, post: Post, drawn: int) -> list[int] | None:
        """Returns the pools of use there, by the Movements left; None where nothing is of use."""
        return self._after(drawn if self._draws else len(self._straight.token_effects)).get(post)

    def _after(self, drawn: int) -> Held:
        """Returns the pools of use when some tokens are drawn."""
        if drawn not in self._by_drawn:
            tokens, sources = self._straight.token_effects, self._sources(drawn)
            if drawn == len(tokens):
                self._by_drawn[drawn] = self._straight.led_to(sources)
            else:
                later = self._after(drawn + 1)
                self._by_drawn[drawn] = self._straight.led_to_drawing(sources, later, tokens[drawn])
        return self._by_drawn[drawn]
