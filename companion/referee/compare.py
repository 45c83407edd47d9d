"""Compares the expected scene with a sighting: each difference with a sentence and what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.message import Message, literal, say
from companion.ports.sight import Scene, Sighting

LIMIT = 0.9
"""Below this confidence the referee says that it cannot see, never that something is wrong."""

NamesPlace = Callable[[str], str | Message]
"""Says what the table calls a space."""
Kind = Literal["missing", "extra", "misplaced", "swapped", "unsure"]


class Difference(Struct, frozen=True):
    """One figure on which camera and record differ, or of which the camera is not certain."""

    figure: str
    kind: Kind
    expected: str | None
    seen: str | None
    confidence: float
    say: Message
    do: Message
    """What the table can do about it."""

    @property
    def is_contradiction(self) -> bool:
        """Tells whether the camera is certain that the board differs from the record."""
        return self.kind in ("misplaced", "swapped", "extra")


class Comparison(Struct, frozen=True):
    """All differences; camera and record agree when there is none, and when the camera could tell at all."""

    differences: tuple[Difference, ...]
    can_tell: bool = True
    """Whether the board was found, and any figure on it is the camera's to see."""

    @property
    def agree(self) -> bool:
        """Tells whether every tracked figure was seen where the record has it; not seen is not agreement."""
        return self.can_tell and not self.differences

    @property
    def contradictions(self) -> tuple[Difference, ...]:
        """Returns the differences that are more than not seeing."""
        return tuple(difference for difference in self.differences if difference.is_contradiction)

    @property
    def moved(self) -> dict[str, str]:
        """Returns where figures stand that are certainly not where the record has them."""
        return {
            difference.figure: difference.seen
            for difference in self.differences
            if difference.is_contradiction and difference.seen is not None
        }


def compare(
    expected: Scene,
    sighting: Sighting,
    *,
    limit: float = LIMIT,
    names: Mapping[str, Message] | None = None,
    place: NamesPlace = str,
) -> Comparison:
    """Compares; figures that the table's file does not mention are not the camera's to see.

    Where it mentions none of them, or the board was not found, the camera cannot tell of any.
    """
    sighting = _told_apart(expected, sighting)
    tracked = {*sighting.figures, *sighting.unsure, *sighting.unseen}
    knows_any = not tracked.isdisjoint(expected.figures) if expected.figures else bool(tracked)
    can_tell = sighting.registered and knows_any
    called = {figure: (names or {}).get(figure, literal(figure)) for figure in {*tracked, *expected.figures}}
    differences = []
    for figure in sorted(tracked):
        space = expected.figures.get(figure)
        difference = _difference(figure, space, sighting, limit, called[figure], place)
        if difference is not None:
            differences.append(difference)
    if not can_tell:
        differences += [
            _untracked(figure, place, sighting, called[figure])
            for figure, place in sorted(expected.figures.items())
            if figure not in tracked
        ]
    return Comparison(_with_swaps(differences, called), can_tell)


def _untracked(figure: str, expected: str, sighting: Sighting, name: Message) -> Difference:
    """Says that nothing can be said of a figure: the board was not found, or the table does not know it."""
    said = say("referee.untracked", figure=name), say("referee.do.teach", figure=name)
    if not sighting.registered:
        said = say("referee.no_board", figure=name), say("referee.do.show_board")
    return Difference(figure, "unsure", expected, None, 0.0, *said)


def _told_apart(expected: Scene, sighting: Sighting) -> Sighting:
    """Names figures that are alike so that as many as possible stand where the record has them."""
    figures = dict(sighting.figures)
    for members in expected.alike.values():
        seen = sorted((figures.pop(name) for name in members if name in figures), key=lambda one: one.space)
        names = [name for name in members if name not in (*sighting.unsure, *sighting.unseen)]
        for name in list(names):
            there = next((one for one in seen if one.space == expected.figures.get(name)), None)
            if there is not None:
                figures[name] = there
                seen.remove(there)
                names.remove(name)
        # Those on the board come before those in reserve: a figure is sooner moved than brought in.
        names.sort(key=lambda name: name not in expected.figures)
        figures.update(zip(names, seen, strict=False))
    return replace(sighting, figures=figures)


def _difference(
    figure: str, expected: str | None, sighting: Sighting, limit: float, name: Message, place: NamesPlace
) -> Difference | None:
    seen = sighting.figures.get(figure)
    if seen is not None and seen.confidence >= limit:
        if expected is None:
            return Difference(
                figure,
                "extra",
                None,
                seen.space,
                seen.confidence,
                say("referee.extra", figure=name, seen=place(seen.space)),
                say("referee.do.take_off", figure=name),
            )
        if seen.space == expected:
            return None
        return Difference(
            figure,
            "misplaced",
            expected,
            seen.space,
            seen.confidence,
            say("referee.misplaced", figure=name, seen=place(seen.space), expected=place(expected)),
            say("referee.do.put_or_correct", figure=name, expected=place(expected)),
        )
    if expected is None:
        return None
    possible = (seen.space,) if seen is not None else sighting.unsure.get(figure, ())
    confidence = seen.confidence if seen is not None else 0.0
    if seen is None and figure not in sighting.unsure:
        if not sighting.registered:
            return Difference(
                figure,
                "unsure",
                expected,
                None,
                0.0,
                say("referee.no_board", figure=name),
                say("referee.do.show_board"),
            )
        return Difference(
            figure,
            "missing",
            expected,
            None,
            0.0,
            say("referee.missing", figure=name, expected=place(expected)),
            say("referee.do.uncover", figure=name, expected=place(expected)),
        )
    text = (
        say("referee.unsure_between", figure=name, spaces=tuple(map(_as_message, map(place, possible))))
        if possible
        else say("referee.unsure", figure=name)
    )
    return Difference(
        figure,
        "unsure",
        expected,
        possible[0] if len(possible) == 1 else None,
        confidence,
        text,
        say("referee.do.centre", figure=name, expected=place(expected)),
    )


def _as_message(name: str | Message) -> Message:
    return name if isinstance(name, Message) else literal(name)


def _with_swaps(differences: list[Difference], names: Mapping[str, Message]) -> tuple[Difference, ...]:
    """Names two figures that stand on each other's spaces as swapped."""
    misplaced = {one.figure: one for one in differences if one.kind == "misplaced"}
    partner = {
        one.figure: other.figure
        for one in misplaced.values()
        for other in misplaced.values()
        if one.seen == other.expected and other.seen == one.expected
    }
    return tuple(
        Difference(
            one.figure,
            "swapped",
            one.expected,
            one.seen,
            one.confidence,
            say("referee.swapped", figure=names[one.figure], other=names[partner[one.figure]]),
            say("referee.do.swap", figure=names[one.figure], other=names[partner[one.figure]]),
        )
        if one.figure in partner
        else one
        for one in differences
    )
