"""Guides: brings the real board back to the record after an undo or a resume, and checks the set-up."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.core.message import Message, literal, say
from companion.ports.camera import EyeHealth
from companion.ports.sight import Scene, Sighting
from companion.referee.compare import Comparison, NamesPlace, compare


class Guidance(Struct, frozen=True):
    """What is left to do on the real board; done when camera and record agree."""

    steps: tuple[Message, ...]
    is_done: bool
    comparison: Comparison


def guide(
    expected: Scene, sighting: Sighting | None, *, names: Mapping[str, Message] | None = None
) -> Guidance:
    """Lists which figure goes where; without a sighting it lists every figure's place."""
    if sighting is None:
        called = names or {}
        steps = tuple(
            say("referee.guide.put", figure=called.get(figure, literal(figure)), space=space)
            for figure, space in sorted(expected.figures.items())
        )
        return Guidance(steps, False, Comparison(()))
    comparison = compare(expected, sighting, names=names)
    return Guidance(
        tuple(difference.do for difference in comparison.differences), comparison.agree, comparison
    )


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
