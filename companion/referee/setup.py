"""Checks the set-up: whether the camera sees the board and every figure on its place."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.core.message import Message, say
from companion.ports.camera import EyeHealth
from companion.ports.sight import Scene, Sighting
from companion.referee.compare import NamesPlace, compare


class SetupCheck(Struct, frozen=True):
    """The state of the table before the first turn: what is fine, and what is not yet."""

    fine: tuple[Message, ...]
    wanting: tuple[Message, ...]

    @property
    def is_ready(self) -> bool:
        """Tells whether nothing is wanting."""
        return not self.wanting


def check_setup(
    expected: Scene,
    sighting: Sighting | None,
    health: EyeHealth,
    *,
    names: Mapping[str, Message] | None = None,
    place: NamesPlace = str,
) -> SetupCheck:
    """Checks that anchors and all figures are seen on their places and that the light is good."""
    fine: list[Message] = []
    wanting: list[Message] = []
    (fine if health.status == "good" else wanting).append(health.message)
    if health.anchors_hidden:
        wanting.append(say("referee.setup.anchors_hidden", anchors=", ".join(health.anchors_hidden)))
    elif health.anchors_seen:
        fine.append(say("referee.setup.anchors", count=len(health.anchors_seen)))
    if sighting is None:
        wanting.append(say("referee.setup.nothing_seen"))
        return SetupCheck(tuple(fine), tuple(wanting))
    comparison = compare(expected, sighting, names=names, place=place)
    wanting += [difference.say for difference in comparison.differences]
    tracked = {*sighting.figures, *sighting.unsure, *sighting.unseen}
    placed = len(tracked & {*expected.figures}) - len(
        {one.figure for one in comparison.differences} & {*expected.figures}
    )
    if placed:
        fine.append(say("referee.setup.figures", count=placed))
    untracked = sorted({*expected.figures} - tracked)
    if untracked:
        wanting.append(say("referee.setup.untracked", figures=", ".join(untracked)))
    return SetupCheck(tuple(fine), tuple(wanting))
