"""The steps of the running turn as commands: which can be made now, and where it can end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.command import Command
from companion.games.rayman import commands as c
from companion.games.rayman.judging.walked import command_of
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.slaps import priced, targets
from companion.games.rayman.rules.steps import steps
from companion.games.rayman.rules.stuck import can_end, can_move, keeps_an_end
from companion.games.rayman.running import active, opening_of
from companion.games.rayman.state import State

MOST_DRIFTS = 2
"""Up and down in a Glide for nothing would never end."""


class Offers:
    """What the rules offer the active player, whatever the pool, and what of it can be done."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn, self.racer = active(state)
        table = self.table = opening_of(state)
        self.position, self.pool = table.opening, table.pool
        held = [icon for token in self.racer.tokens for icon in state.tokens[token].icons]
        self.held = pos.packed(Counter(held))
        found = [*steps(table, table.opening), *self._bursts()]
        self.all = [(command_of(table, step), step) for step in found]
        """Every step, whatever it needs, with the command that asks for it."""
        has_drifted = self.turn.drifts >= MOST_DRIFTS and table.options.drifter_free
        self.payable: dict[Command, pos.Step] = {}
        """The steps that the pool allows, the first of each command."""
        for command, step in self.all:
            if pos.is_payable(self.pool, step) and not (has_drifted and isinstance(command, c.Drift)):
                self.payable.setdefault(command, step)

    def legal(self) -> dict[Command, pos.Step]:
        """Returns the steps that can be made: after none of them is the turn left without a legal end."""
        kept = {command: step for command, step in self.payable.items() if self._keeps_an_end(step)}
        return self.payable if len(kept) < len(self.payable) and self._is_stuck() else kept

    def gravity(self) -> list[Command]:
        """Lists the steps that the end of the turn makes by itself: a glide ends, a figure falls."""
        kind = c.EndGlide if self.position & pos.STANCE == pos.GLIDING else c.Fall
        return [command for command in self.legal() if isinstance(command, kind)]

    def _bursts(self) -> Iterator[pos.Step]:
        """Yields the Slaps that free mates from Bubble mode (RAY-COOP-9)."""
        table, s = self.table, self.position
        near = targets(table, s) if self.state.kind == "coop" and self.turn.stance != "finished" else {}
        for mate, space in zip(table.others, table.spaces[s >> pos.WORLD], strict=True):
            if space in near and self.state.racer(mate.name).bubble == "mode":
                cost, brought, after = priced(table, s, near[space][0])
                yield cost, brought - cost, after, 0, (c.SlapFigure, (mate.name, 0), ())

    # Ends

    def is_in_the_air(self) -> bool:
        """Tells whether gravity acts before the turn can end here."""
        stance = self.position & pos.STANCE
        is_hanging = stance == pos.STAND and not self.table.floor[self.position & pos.PLACE]
        return stance in (pos.GLIDING, pos.AIR, pos.DROP) or is_hanging

    def can_rest(self) -> bool:
        """Tells whether the turn may end where the figure is, as where it cannot leave (RAY-REST-7 to 9)."""
        is_on_obstacle = self.position & pos.STANCE == pos.HURDLE
        if ends(self.table, self.position):
            return not (is_on_obstacle and can_move(self.table, self.position, self.pool))
        return not is_on_obstacle and not self.is_in_the_air() and self._is_stuck()

    def can_end(self) -> bool:
        """Tells whether the player may end the turn: gravity acts first."""
        return self.can_rest() or (self.is_in_the_air() and bool(self.gravity()))

    def _is_stuck(self) -> bool:
        """Tells whether no legal end is left, whatever is drawn."""
        pools, may_draw = {self.pool, self.pool + self.held}, self.state.has_tokens
        return not any(can_end(self.table, self.position, pool, may_draw=may_draw) for pool in pools)

    def _keeps_an_end(self, step: pos.Step) -> bool:
        held, may_draw = self.held, self.state.has_tokens
        return keeps_an_end(self.table, self.position, self.pool, step, held=held, may_draw=may_draw)
