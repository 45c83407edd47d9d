"""The steps of the running turn as commands: which can be made now, and which one a command is."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.core.command import Command
from companion.games.rayman import commands as c
from companion.games.rayman.judging.walked import command_of
from companion.games.rayman.rules import position as pos
from companion.games.rayman.rules.ends import ends
from companion.games.rayman.rules.slaps import in_reach, priced, reach_of
from companion.games.rayman.rules.steps import steps
from companion.games.rayman.rules.stuck import can_end, can_move, keeps_an_end
from companion.games.rayman.running import active, opening_of
from companion.games.rayman.state import State

MOST_DRIFTS = 2
"""Up and down in a Glide for nothing would never end."""


class Offer(NamedTuple):
    """A step of the running turn and the command that asks for it."""

    command: Command
    step: pos.Step


class Offers:
    """What the rules offer the active player, whatever the pool, and what of it can be done."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.may_draw = state.has_tokens
        self.turn, self.racer = active(state)
        _, self.table, self.position, self.pool = opening_of(state)
        held = [icon for token in self.racer.tokens for icon in state.tokens[token].icons]
        self.held = pos.packed(Counter(held))
        self.all = [Offer(self._command(step), step) for step in steps(self.table, self.position)]

    def payable(self) -> list[Offer]:
        """Lists the steps that the pool allows, each command once."""
        found: dict[Command, Offer] = {}
        for offer in self.all:
            if (
                offer.command not in found
                and pos.is_payable(self.pool, offer.step)
                and not self._is_idle(offer)
            ):
                found[offer.command] = offer
        return list(found.values())

    def legal(self) -> list[Offer]:
        """Lists the steps that can be made: after none of them is the turn left without a legal end."""
        found = self.payable()
        if all(self._keeps_an_end(offer) for offer in found) or self.is_stuck():
            return found
        return [offer for offer in found if self._keeps_an_end(offer)]

    def find(self, command: Command) -> Offer | None:
        """Returns the step that a command asks for, or the Slap out of a Bubble, where it can be made."""
        return next((offer for offer in self.legal() + self.bursts() if offer.command == command), None)

    def gravity(self) -> list[Offer]:
        """Lists the steps that the end of the turn makes by itself: a glide ends, a figure falls."""
        kind = pos.ENDS_GLIDE if self.position & pos.STANCE == pos.GLIDING else pos.FALLS
        return [offer for offer in self.legal() if offer.step[4] & pos.KIND == kind]

    def bursts(self) -> list[Offer]:
        """Lists the Slaps that free mates from Bubble mode (RAY-COOP-9)."""
        state, table = self.state, self.table
        if state.kind != "coop" or self.turn.stance == "finished":
            return []
        near = in_reach(table, table.space[self.position & pos.PLACE])
        found = []
        for mate, figure in zip(table.others, table.world(self.position).figures, strict=True):
            far, _ = near.get(table.space[figure & pos.PLACE], (pos.NOBODY, 0))
            if state.racer(mate.name).bubble == "mode" and far <= reach_of(table, self.position):
                cost, brought, after = priced(table, self.position, far)
                step = (cost, brought - cost, after, 0, pos.SLAPS_FIGURE)
                if pos.is_payable(self.pool, step):
                    found.append(Offer(c.SlapFigure(self.racer.name, mate.name, 0), step))
        return found

    # Ends

    def can_rest(self) -> bool:
        """Tells whether the turn may end where the figure is."""
        if self.position & pos.STANCE == pos.HURDLE:
            return not can_move(self.table, self.position, self.pool)
        return bool(ends(self.table, self.position))

    def is_crouched(self) -> bool:
        """Tells whether a figure that stands here is crouched."""
        return self.table.is_covering(self.position)

    def is_in_the_air(self) -> bool:
        """Tells whether gravity acts before the turn can end here."""
        stance = self.position & pos.STANCE
        is_hanging = stance == pos.STAND and not self.table.floor[self.position & pos.PLACE]
        return stance in (pos.GLIDING, pos.AIR, pos.DROP) or is_hanging

    def is_stuck(self) -> bool:
        """Tells whether no legal end is left, whatever is drawn (RAY-REST-7 to 9)."""
        pools = {self.pool, self.pool + self.held}
        return not any(can_end(self.table, self.position, pool, may_draw=self.may_draw) for pool in pools)

    def _keeps_an_end(self, offer: Offer) -> bool:
        held, may_draw = self.held, self.may_draw
        return keeps_an_end(self.table, self.position, self.pool, offer.step, held=held, may_draw=may_draw)

    # Commands

    def _is_idle(self, offer: Offer) -> bool:
        is_free_drift = offer.step[4] & pos.KIND == pos.DRIFTS and self.table.options.drifter_free
        return is_free_drift and self.turn.drifts >= MOST_DRIFTS

    def _command(self, step: pos.Step) -> Command:
        return command_of(self.table, self.racer.name, self.position, step[2], step[4])
