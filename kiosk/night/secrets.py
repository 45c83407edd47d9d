"""Secret choices that nobody has seen yet: each can still be taken back, without touching the others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from companion.core.blocks import Json
from companion.night.record import Step

if TYPE_CHECKING:
    from kiosk.night.session import Session


class SecretStep(Struct, frozen=True):
    """A choice that a player made in secret."""

    number: int
    base: int
    player: str
    command: Json


def hidden_steps(session: Session) -> tuple[SecretStep, ...]:
    """Lists the secret choices at the end of the record, oldest first: nothing has become known since."""
    night = session.night
    found: list[SecretStep] = []
    rows = night.rows()
    number = night.position
    while number:
        row = rows[number - 1]
        assert isinstance(row, Step)
        step = SecretStep(number, row.base, "", msgspec.json.decode(row.command))
        player = str(step.command.get("player", ""))
        if row.is_barrier or not player or not _was_secret(session, step, player):
            break
        found.append(msgspec.structs.replace(step, player=player))
        number = row.base
    return tuple(reversed(found))


def _was_secret(session: Session, step: SecretStep, player: str) -> bool:
    view = session.game.view(session.night.state_at(step.base), player)
    return any(
        choice.group == "secret"
        and choice.player == player
        and choice.command.get("command") == step.command.get("command")
        for choice in view.choices
    )


def take_back(session: Session, player: str) -> None:
    """Takes a player's secret choices back; what the others chose after them is chosen again as it was."""
    steps = hidden_steps(session)
    mine = next((step for step in steps if step.player == player), None)
    if mine is None:
        return
    others = [step.command for step in steps if step.number > mine.number and step.player != player]
    session.retake(mine.base, others)
