"""The referee at the table: a seen move is offered, a disagreement stays until it is settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from companion.core.blocks import View
from companion.core.errors import Refusal
from companion.referee import Comparison, Proposal, propose
from kiosk.camera.camera import Camera
from kiosk.night.session import Session
from kiosk.presenters.table.desk import Thinks
from kiosk.presenters.table.offer import Offer

Places = Mapping[str, tuple[str | None, str | None]]
"""Figures with where they stood and where they were seen."""
Seen = tuple[Any, Any, Comparison]


class SeenMoves:
    """Asks once about each change that the camera sees, and remembers the answer until the table agrees."""

    def __init__(self, camera: Camera | None, thinks: Thinks, on_answer: Callable[[], None]) -> None:
        self._camera = camera
        self._thinks = thinks
        self._on_answer = on_answer
        self._seen: Seen | None = None
        self.proposal: Proposal | None = None
        """What the seen change could be."""

    def look(self) -> None:
        """Takes in what the camera sees now."""
        seen = self._camera.seen() if self._camera is not None else None
        if seen == self._seen:
            return
        if seen is None:
            self._forget_settled()
            return
        self._seen = seen
        self._thinks.cancel()
        self._thinks.ask(partial(propose, *seen), self._answered)

    @property
    def disagreement(self) -> Proposal | None:
        """What was seen that no rule allows."""
        return self.proposal if self.proposal is not None and not self.proposal.ways else None

    @property
    def is_asking(self) -> bool:
        """Tells whether the rules still think about what was seen."""
        return self._seen is not None and self._thinks.is_busy

    def night_changed(self, expected: Mapping[str, str]) -> None:
        """Asks anew; a disagreement stays until the record has the figures where they were seen."""
        self._seen = None
        wrong = self.disagreement
        moved = wrong.change.moved if wrong is not None else {}
        if all(expected.get(figure) == after for figure, (_, after) in moved.items()):
            self.proposal = None

    def _forget_settled(self) -> None:
        """Lets a change go once camera and record agree; a camera that is only uncertain settles nothing."""
        is_on = self._camera is not None and self._camera.eye is not None
        if is_on and self._camera is not None and self._camera.comparison() is None:
            return
        self._thinks.cancel()
        was_wrong = self.disagreement is not None
        self._seen, self.proposal = None, None
        if was_wrong:
            self._on_answer()

    def _answered(self, proposal: Proposal | None) -> None:
        self.proposal = proposal
        self._on_answer()


def is_next_move(session: Session, offer: Offer, offered: Places, moved: Mapping[str, str]) -> bool:
    """Tells whether the figure whose turn comes after an offer has moved, while the offered one still stands.

    A figure that another of the offered ways would push there is no next one.
    """
    others = {figure: space for figure, space in moved.items() if figure not in offered}
    stands = all(moved.get(figure) == after for figure, (_, after) in offered.items())
    if not others or not stands:
        return False
    rest = (offer.then.command,) if offer.then is not None else ()
    with suppress(Refusal):
        after = session.foresee((*offer.way.commands, *rest))
        is_next = any(one.is_active and one.id in others for one in _pieces(after))
        return is_next and not any(_pushes(session, way.commands, others) for way in offer.ways)
    return False


def _pushes(session: Session, commands: tuple[Any, ...], others: Mapping[str, str]) -> bool:
    """Tells whether commands would put one of the figures where it is seen."""
    with suppress(Refusal):
        return any(others.get(piece.id) == piece.space for piece in _pieces(session.foresee(commands)))
    return False


def _pieces(view: View) -> tuple[Any, ...]:
    return view.board.pieces if view.board is not None else ()
