"""Tells a way of a turn step by step, with what was spent and the clauses that it stands on."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.message import Message, literal, say
from companion.games.platformer.dispute.read import Dispute
from companion.games.platformer.turn.gravity import settle, zone_of
from companion.games.platformer.turn.pool import ONE_GEM, Pool, unpack
from companion.games.platformer.turn.position import SYMBOLS
from companion.games.platformer.turn.search import End, Label
from companion.games.platformer.turn.tower import Cell

CLAUSES = {
    "generate": "PLT-ACT-1", "step": "PLT-STEP-1", "hop": "PLT-ACT-3", "attack": "PLT-ACT-4",
    "monster": "PLT-ACT-6", "gravity": "PLT-GRAV-6",
}  # fmt: skip


class Told(NamedTuple):
    """A way in words."""

    steps: tuple[Message, ...]
    spent: dict[str, int]
    clauses: tuple[str, ...]
    path: tuple[str, ...]


def cell_name(dispute: Dispute, cell: Cell) -> str:
    """Writes a cell as the map's spaces are called."""
    column, row = dispute.table.tower.place(cell)
    return f"{column}/{row}"


def tell_way(dispute: Dispute, end: End) -> Told:
    """Tells the way to an end."""
    labels: list[Label] = []
    label: Label | None = end.label
    while label is not None:
        labels.append(label)
        label = label.before
    labels.reverse()
    teller = _Teller(dispute, labels[0])
    for one in labels[1:]:
        teller.tell(one)
    teller.finish(end)
    return Told(tuple(teller.steps), teller.spent, tuple(dict.fromkeys(teller.clauses)), tuple(teller.path))


class _Teller:
    """Goes along a way and keeps which named figure is where: the search takes alike enemies as one."""

    def __init__(self, dispute: Dispute, start: Label) -> None:
        self.dispute = dispute
        self.player = dispute.form.turn.player
        self.before = start
        position = dispute.start
        self.names: dict[Cell, str] = {
            cell: name
            for names, cells in ((dispute.enemies, position.enemies), (dispute.others, position.others))
            for name, cell in zip(names, cells, strict=True)
            if cell >= 0
        }
        self.steps: list[Message] = []
        self.clauses: list[str] = []
        self.spent: dict[str, int] = {}
        self.path = [cell_name(dispute, position.hero)] if position.hero >= 0 else []

    def tell(self, label: Label) -> None:
        """Tells one step of the way."""
        assert label.step is not None
        step, action, here = label.step, label.step.action, self.before.position
        self._count(self.before.pool, label.pool - step.gain.gems * ONE_GEM)
        self.clauses.append(CLAUSES[action.name])
        told = say(f"platformer.told.{action.name}", player=self.player, **self._params(label))
        self.steps.append(told)
        is_moved = (label.position.enemies, label.position.others) != (here.enemies, here.others)
        if action.name in ("step", "hop") and action.to >= 0 and is_moved:
            name = self.names.pop(action.cell)
            to = cell_name(self.dispute, action.to)
            self.steps.append(say("platformer.told.push", player=self.player, name=name, to=to))
            self.clauses.append("PLT-STEP-4")
            self.names[action.to] = name
        elif action.name == "monster":
            self.names[action.to] = self.names.pop(action.cell)
        elif action.name == "attack":
            del self.names[action.cell]
        if action.name == "gravity":
            self._fall(bool(action.effects))
        if step.wounds:
            self.steps.append(say("platformer.told.wounds", player=self.player, count=step.wounds))
            self.clauses.append("PLT-STEP-3" if action.name == "step" else "PLT-GRAV-4")
        if step.gain.gems:
            self.steps.append(say("platformer.told.gems", player=self.player, count=step.gain.gems))
            self.clauses.append("PLT-STEP-6")
        if step.has_fainted:
            self.steps.append(say("platformer.told.faints", player=self.player))
            self.clauses.append("PLT-FAINT-1")
        if label.position.hero >= 0 and label.position.hero != here.hero:
            self.path.append(cell_name(self.dispute, label.position.hero))
        self.before = label

    def _params(self, label: Label) -> dict[str, str]:
        assert label.step is not None
        action = label.step.action
        params = {}
        if action.cell >= 0:
            params["cell"] = cell_name(self.dispute, action.cell)
        if action.name in ("attack", "monster"):
            params["name"] = self.names[action.cell]
        if action.name == "monster":
            params["to"] = cell_name(self.dispute, action.to)
        return params

    def _fall(self, lets_go: bool) -> None:
        """Keeps up with who fell where."""
        table, here = self.dispute.table, self.before.position
        for fall in settle(table, here, zone_of(table.tower, here.hero), lets_go=lets_go).falls:
            if fall.kind != "hero":
                name = self.names.pop(fall.start)
                if not fall.has_fainted:
                    self.names[fall.end] = name

    def _count(self, before: Pool, after: Pool) -> None:
        was, now = unpack(before), unpack(after)
        for index, symbol in enumerate(SYMBOLS):
            for kind, one, other in (
                (symbol, was.dice, now.dice),
                (f"special {symbol}", was.special, now.special),
                (f"extra {symbol}", was.extra, now.extra),
            ):
                if one[index] > other[index]:
                    self.spent[kind] = self.spent.get(kind, 0) + one[index] - other[index]
        if was.gems > now.gems:
            self.spent["gems"] = self.spent.get("gems", 0) + was.gems - now.gems

    def finish(self, end: End) -> None:
        """Tells step 7, unless the Boss fell before it."""
        here, after = end.label.position, end.position
        if end.label.step is not None and end.label.step.is_won:
            self.steps.append(say("platformer.told.won", player=self.player))
            self.clauses.append("PLT-BOSS-5")
        elif here.hero >= 0 and after.hero != here.hero:
            if after.hero < 0:
                self.steps.append(say("platformer.told.falls_and_faints", player=self.player))
            else:
                to = cell_name(self.dispute, after.hero)
                self.steps.append(say("platformer.told.falls", player=self.player, to=to))
                self.path.append(to)
            self.clauses.append("PLT-GRAV-1")
        elif here.hero >= 0:
            where = literal(cell_name(self.dispute, here.hero))
            self.steps.append(say("platformer.told.stays", player=self.player, cell=where))
            self.clauses.append("PLT-TURN-7")
        else:
            self.steps.append(say("platformer.told.off", player=self.player))
            self.clauses.append("PLT-FAINT-2")
