"""How a legal move is told: its rolls with their sums, its ways by name, and the clauses that they follow."""

from __future__ import annotations

from companion.core.event import Event
from companion.core.message import Message, say
from companion.games.grimm import events as ev
from companion.games.grimm.explore import End
from companion.games.grimm.log import line_of, short_name, space_name
from companion.games.grimm.moves import is_piper
from companion.games.grimm.state import State

ARRIVALS = {"draw": "GRM-SPACE-2", "discard": "GRM-SPACE-3", "reroll": "GRM-SPACE-4"}


class Telling:
    """Collects what a move was, in lines and in clauses, event by event."""

    def __init__(self, state: State, pawn: str) -> None:
        self.state, self.pawn = state, pawn
        self.left = 0
        self.trail = [state.hero(pawn).at]
        self.lines: list[Message] = []
        self.clauses = ["GRM-MOVE-1", "GRM-MOVE-2", "GRM-MOVE-3"]
        self.walked = 0
        self.is_carried = False
        """Whether a teleporter has ended the walk."""

    def hear(self, event: Event) -> None:
        """Takes one event into the telling."""
        match event:
            case ev.MoveRolled():
                self.end_walk()
                self.left, self.is_carried = event.total, False
                self._say(event)
                self.clauses += clauses_of(self.state, event)
            case ev.PawnMoved(_, path):
                self.trail += path
                self.left -= len(path)
                self.walked += len(path)
            case ev.PawnTeleported(_, to):
                self.trail.append(to)
                is_free = is_piper(self.state, self.pawn)
                self.clauses += ["GRM-GATE-1", "GRM-GATE-3" if is_free else "GRM-GATE-2"]
                self.is_carried = not is_free
            case ev.ChestTaken(player):
                self._tell_walk()
                self._say(event)
                self.clauses.append("GRM-EQUIP-1" if player == self.pawn else "GRM-EQUIP-6")
            case ev.RerollGranted():
                self.end_walk()
                self._say(event)
                self.clauses.append("GRM-SPACE-4")
            case ev.PortalEntered():
                self._tell_walk()
                self.left = 0
                self._say(event)
                self.clauses.append("GRM-PORTAL-2")

    def end_walk(self) -> None:
        """Tells the way so far, and why it ended before its steps were used up."""
        is_at_start = len(self.trail) == 1
        self._tell_walk()
        if self.is_carried and self.left:
            self.lines.append(say("grimm.dispute.rest_lost", steps=self.left))
        elif self.left and (self.walked or is_at_start):
            self.lines.append(say("grimm.dispute.no_way_on", player=self.pawn))
            self.clauses.append("GRM-MOVE-4")
        self.left = 0

    def _tell_walk(self) -> None:
        if len(self.trail) > 1:
            said = way_words(self.state, self.trail)
            self.lines.append(say("grimm.dispute.walk", player=self.pawn, way=said))
            self.trail = self.trail[-1:]

    def _say(self, event: Event) -> None:
        line = line_of(self.state, event)
        if line is not None:
            self.lines.append(line.text)


def way_words(state: State, trail: list[str]) -> Message:
    """Names the spaces of a way in order."""
    said = short_name(state, trail[-1])
    for space in reversed(trail[:-1]):
        said = say("grimm.dispute.then", space=short_name(state, space), rest=said)
    return said


def clauses_of(state: State, rolled: ev.MoveRolled) -> list[str]:
    """Lists the clauses that a roll's sum follows."""
    raw = min(rolled.faces) + rolled.equipment + rolled.wolf + rolled.spells
    named = {
        "GRM-MOVE-6": rolled.equipment or rolled.wolf or rolled.spells,
        "GRM-POWER-1": rolled.equipment,
        "GRM-POWER-7": rolled.wolf,
        "GRM-POWER-8": len(rolled.faces) > 1,
        "GRM-MOVE-7": raw != rolled.total or raw == 0,
    }
    return [clause for clause, applies in named.items() if applies]


def tell(state: State, pawn: str, end: End, steps: int, rolled: ev.MoveRolled | None) -> Telling:
    """Tells a move from its roll to its end."""
    telling = Telling(state, pawn)
    if rolled is not None:
        telling.hear(rolled)
    else:
        telling.left = steps
        telling.lines.append(say("grimm.dispute.steps_told", player=pawn, steps=steps))
    if steps == 0:
        here = space_name(state, state.hero(pawn).at)
        telling.lines.append(say("grimm.dispute.stays", player=pawn, space=here))
    for event in end.events:
        telling.hear(event)
    telling.end_walk()
    arrival = end.happened[-1] if end.happened and end.happened[-1] in ARRIVALS else None
    if arrival is not None:
        telling.clauses.append(ARRIVALS[arrival])
        effect = say(f"grimm.way.{arrival}")
        telling.lines.append(
            say("grimm.way.with", player=pawn, space=space_name(state, end.space), effects=effect)
        )
    telling.clauses = list(dict.fromkeys(telling.clauses))
    return telling
