"""A plain walk over all ways of a Grimm move, to measure the product against.

It is written from the form of a dispute and the rulings (C4, C5) alone and shares no rule with the
product: every way is walked step by step, with its whole path, and nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

POWERS = {"piper": "piper", "rapunzel": "rapunzel", "wolf": "wolf", "dragon": "dragon", "queen": "queen"}
REROLLS = {"unlimited": 30, "once": 1}


class End(NamedTuple):
    """Where a move ended, along which spaces, and with how much equipment."""

    at: str
    path: tuple[str, ...]
    equipment: int


class Here(NamedTuple):
    """A pawn on its way."""

    at: str
    path: tuple[str, ...]
    walked: frozenset[tuple[str, str]]
    """The paths of this move, in the direction in which each was walked."""
    left: int
    """How many steps are left."""
    equipment: tuple[int, ...]
    """What every player holds, in the order of the document."""
    chest: str | None
    chests: tuple[str, ...]
    rolls: tuple[tuple[int, ...], ...]
    rerolls: int
    has_moved: bool


def reach(document: dict[str, Any]) -> list[str]:
    """Lists every space where the move can end."""
    return sorted({end.at for end in Move(document).ends()})


def is_legal(document: dict[str, Any]) -> bool:
    """Tells whether the move can end as claimed."""
    claim = document["claim"]
    for end in Move(document).ends():
        path_fits = claim.get("path") is None or tuple(claim["path"]) == end.path
        if end.at == claim["at"] and path_fits and claim.get("equipment") in (None, end.equipment):
            return True
    return False


class Move:
    """The move that a document describes."""

    def __init__(self, document: dict[str, Any]) -> None:
        board = document["board"]
        self.kind = {name: space.get("kind", "blank") for name, space in board["spaces"].items()}
        self.beside: dict[str, set[str]] = {name: set() for name in self.kind}
        for a, b in board["paths"]:
            self.beside[a].add(b)
            self.beside[b].add(a)
        marks: dict[str, list[str]] = {}
        for name, space in board["spaces"].items():
            if space.get("kind") == "teleporter":
                marks.setdefault(space["mark"], []).append(name)
        self.exit_of = {a: b for pair in marks.values() for a, b in (pair, pair[::-1])}
        self.options = document.get("options", {})
        self.turn = document["turn"]
        self.names = list(document["players"])
        self.players = document["players"]
        self.me = self.names.index(self.turn["player"])
        self.powers = [self._printed_power(self.players[name]) for name in self.names]
        self.start = Here(
            at=self.players[self.turn["player"]]["at"],
            path=(),
            walked=frozenset(),
            left=0,
            equipment=tuple(self.players[name].get("equipment", 0) for name in self.names),
            chest=document.get("chest"),
            chests=tuple(self.turn.get("chests", ())),
            rolls=tuple(tuple(roll) for roll in self.turn.get("rerolls", ())),
            rerolls=0,
            has_moved=False,
        )

    def _printed_power(self, player: dict[str, Any]) -> str:
        """C4-1: Red Riding Hood's is the table's; a dispute may say it for anybody."""
        if player.get("power") is not None:
            return str(player["power"])
        if player.get("character") == "red-riding-hood" and self.options.get("hood_power") is not None:
            return str(self.options["hood_power"])
        return POWERS.get(player.get("character") or "", "none")

    def ends(self) -> Iterator[End]:
        """Every end of the move."""
        steps = self.turn.get("steps")
        if steps is None:
            dice, added = tuple(self.turn["roll"]), sum(self.turn.get("modifiers", ()))
            steps = self.total(self.start, dice, added)
        yield from self.walk(self.start._replace(left=steps))

    def has_power(self, here: Here, player: int, power: str) -> bool:
        """C4-33: a unique power needs two pieces at this moment."""
        return self.powers[player] == power and here.equipment[player] >= 2

    def dice_count(self, here: Here) -> int:
        """C4-27."""
        others = (player for player in range(len(self.names)) if player != self.me)
        return 2 if any(self.has_power(here, other, "dragon") for other in others) else 1

    def total(self, here: Here, dice: tuple[int, ...], added: int) -> int:
        """C4-4 to C4-7: the die that counts, equipment, the Wolf, spells; not below the least."""
        result = min(dice) + (1 if here.equipment[self.me] else 0) + added
        if self.has_power(here, self.me, "wolf") and self.is_prey_near(here.at):
            result += 2
        return max(result, int(self.options.get("minimum_move", 0)))

    def is_prey_near(self, at: str) -> bool:
        """C4-26: four steps at most, on foot, not through the portal."""
        near, frontier = {at}, {at}
        for _ in range(4):
            spread = {to for space in frontier if self.kind[space] != "portal" for to in self.beside[space]}
            frontier = spread - near
            near |= frontier
        return any(self.players[name]["at"] in near for i, name in enumerate(self.names) if i != self.me)

    def walk(self, here: Here) -> Iterator[End]:
        """Goes on from here in every way."""
        ways = [to for to in sorted(self.beside[here.at]) if here.left and self.can_step(here, to)]
        if not ways:
            yield from self.stop(here)
        for to in ways:
            yield from self.enter(here, to)

    def can_step(self, here: Here, to: str) -> bool:
        """C4-16: no path is walked back in the same move. C4-29, C4-30: the portal needs three pieces."""
        if (to, here.at) in here.walked:
            return False
        if self.kind[to] != "portal":
            return True
        is_exact = here.left == 1 or not self.options.get("portal_exact", False)
        return here.equipment[self.me] >= 3 and is_exact

    def enter(self, here: Here, to: str) -> Iterator[End]:
        here = here._replace(
            at=to,
            path=(*here.path, to),
            walked=here.walked | {(here.at, to)},
            left=here.left - 1,
            has_moved=True,
        )
        if self.kind[to] == "portal":  # C4-29: that wins at once
            yield from self.finish(here)
            return
        if self.options.get("chest_by", "passing") == "passing":
            here = self.take_chest(here)
        if self.kind[to] != "teleporter":
            yield from self.walk(here)
            return
        through = self.exit_of[to]
        after = here._replace(at=through, path=(*here.path, through))
        if not self.has_power(here, self.me, "piper"):  # C4-21: the rest of the move is lost
            yield from self.finish(after)
            return
        yield from self.walk(here)  # C4-22: he may refuse it ...
        yield from self.walk(after._replace(walked=here.walked | {(to, through)}))  # ... or go on behind it

    def take_chest(self, here: Here) -> Here:
        """C4-18, C4-19: it is taken with fewer than three pieces; so is the next one, if a pawn is there."""
        if here.at != here.chest or here.equipment[self.me] >= 3:
            return here
        here = self.with_piece(here, self.me)
        while True:
            chest, chests = (here.chests[0], here.chests[1:]) if here.chests else (None, ())
            here = here._replace(chest=chest, chests=chests)
            taker = self.pawn_on(here, chest)
            if taker is None:
                return here
            here = self.with_piece(here, taker)

    def with_piece(self, here: Here, player: int) -> Here:
        held = list(here.equipment)
        held[player] += 1
        return here._replace(equipment=tuple(held), chest=None)

    def pawn_on(self, here: Here, space: str | None) -> int | None:
        """Who takes a chest that appears there: clockwise from the player whose turn it is."""
        if space is None or not self.options.get("chest_under_pawn", True):
            return None
        count = len(self.names)
        for player in ((self.me + seat) % count for seat in range(count)):
            at = here.at if player == self.me else self.players[self.names[player]]["at"]
            if at == space and here.equipment[player] < 3:
                return player
        return None

    def stop(self, here: Here) -> Iterator[End]:
        """Stops where the pawn is (C5-26: perhaps it has no way at all); its space acts if it has moved."""
        if here.has_moved and self.options.get("chest_by", "passing") == "stopping":
            here = self.take_chest(here)
        may_roll = here.rerolls < REROLLS[self.options.get("reroll", "unlimited")]
        if not (self.kind[here.at] == "reroll" and here.has_moved and may_roll and here.rolls):
            yield from self.finish(here)
        elif len(here.rolls[0]) == self.dice_count(here):
            steps = self.total(here, here.rolls[0], 0)
            again = here._replace(left=steps, walked=frozenset(), rolls=here.rolls[1:])
            yield from self.walk(again._replace(rerolls=here.rerolls + 1, has_moved=False))

    def finish(self, here: Here) -> Iterator[End]:
        """The move is over; all rolls that were told must have been made."""
        if not here.rolls:
            yield self.end(here)

    def end(self, here: Here) -> End:
        return End(here.at, here.path, here.equipment[self.me])
