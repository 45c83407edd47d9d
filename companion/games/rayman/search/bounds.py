"""Searches that come at least as far as any turn does, and what they rest on.

They allow more than the rules do, never less: what they do not come to is out of reach.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from companion.games.rayman.dispute import ICONS, Turn
from companion.games.rayman.search.chart import Chart
from companion.games.rayman.search.limits import Limits
from companion.games.rayman.search.places import Spaces
from companion.games.rayman.search.room import Room
from companion.games.rayman.search.walk import Search

DETOUR_FROM = {"weaver": ("crouch", 3), "smasher": ("slap", 0), "scrambler": ("jump", 6)}
"""How much of what lets a Legendary card gain Movements a detour takes to pay.

A detour to another column and back costs two Movements. A Weaver gains one a Crouch, a Scrambler one for two
Jumps; a Smasher's gains depend on what is in reach, so that every detour of his is looked at.
"""


def gains_by_detours(turn: Turn) -> bool:
    """Tells whether going away and back over a defeated enemy might bring more Movements than it takes."""
    if turn.player.legendary not in DETOUR_FROM:
        return False
    icon, least = DETOUR_FROM[turn.player.legendary]
    tokens = [name for token in turn.drawn for name in token]
    return sum(turn.pool.get(name, 0) + tokens.count(name) for name in (icon, "lums")) >= least


def with_gains(turn: Turn) -> Turn:
    """Holds every drawn token from the start."""
    pool = dict(turn.pool)
    for token in turn.drawn:
        for icon in token:
            pool[icon] = pool.get(icon, 0) + 1
    extra = {"weaver": "crouch", "smasher": "slap", "scrambler": "jump"}.get(turn.player.legendary or "")
    if extra:
        gained = pool.get(extra, 0) + pool.get("lums", 0)
        # In the middle of a turn a Scrambler may have taken the first of two Jumps already.
        gained += extra == "jump" and turn.stance is not None
        pool["move"] = pool.get("move", 0) + (gained if extra == "crouch" else gained // 2)
    return msgspec.structs.replace(
        turn, pool={icon: pool[icon] for icon in ICONS if pool.get(icon)}, drawn=()
    )


class Bounds(Room):
    """How far a turn might come, whatever it does to the other figures."""

    def is_orderly(self) -> bool:
        """Tells whether the table plays by options that leave the short cuts of this module sound."""
        options = self.turn.options
        is_usual = options.damage_ends_turn and options.heart_optional and not options.heart_gives_immunity
        is_once = options.legendary_once and self.turn.player.legendary is not None
        return is_usual and not is_once and not options.perches

    @cached_property
    def can_forget(self) -> bool:
        """Whether what lies behind need not be remembered: nobody comes round the whole board to it."""
        return self.chart.pools.most_moves < self.columns

    def may_finish(self) -> bool:
        """Tells whether Teensies freed on the way might make this turn the last lap's end."""
        held = len(set(self.turn.player.freed))
        free = sum(colour not in self.turn.player.freed for colour, _ in self.board.teensies)
        return held < 3 <= held + free and self._is_line_near()

    def _is_line_near(self) -> bool:
        p = self.turn.player.at[0]
        most = with_gains(self.turn).pool
        moves = sum(most.get(icon, 0) for icon in ("move", "glide", "crouch", "heart", "lums"))
        return any(q % self.columns == 0 for q in range(max(p - moves, 0) + 1, p + moves + 1))

    @cached_property
    def vague(self) -> Spaces:
        """Projectiles that a pushed figure might remove, so that the player finds them gone."""
        if self.turn.options.slap_limit == "unlimited":
            return frozenset(self.turn.projectiles) if self.movable else frozenset()
        beside = {
            ((column + by) % self.columns, below)
            for column, level in self.movable
            for by in (1, -1)
            for below in range(1, level + 1)
        }
        return frozenset(self.turn.projectiles) & (beside | self.maybe_taken)

    @cached_property
    def chart(self) -> Chart:
        """The chart of the turn."""
        return Chart(self.turn, may_finish=self.may_finish(), figures=self.maybe_taken)

    @cached_property
    def likely(self) -> Search:
        """A search beyond which nothing leads without slapping a figure or freeing a Teensy."""
        limits = Limits(teensies=0, figures=0, tokens="held", late_enemies=0)
        return self._bound(limits)

    @cached_property
    def figureless(self) -> Search:
        """A search that slaps no figures, and beyond which no turn comes that does.

        Figures do not stand in the way and a Slap only costs, so whatever node a turn comes to, it comes
        there without slapping figures too, and with a Slap to spare. Only a Smasher gains by such Slaps, and
        only a pushed figure that removes a projectile opens a way.
        """
        if not self.vague and not self.may_finish():
            return self.likely
        limits = Limits(teensies=0, figures=0, tokens="held", late_enemies=0)
        return self._bound(limits._replace(vague=self.vague, may_finish=self.may_finish()))

    def _bound(self, limits: Limits) -> Search:
        limits = limits._replace(forgets=self.can_forget)
        if gains_by_detours(self.turn):
            search = Search(with_gains(self.turn), limits=limits)
        else:
            search = Search(self.turn, limits=limits, like=self.chart)
        search.lasting = frozenset(self.turn.projectiles) - search.removed - limits.vague
        return search
