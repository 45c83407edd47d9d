"""The camera at the table: what it sees and reads is offered, and a hand, a touch or time confirms it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from companion.referee import Proposal
from kiosk.presenters.table.offer import Offer, is_final
from kiosk.presenters.table.read import Answer, ReadPlaces
from kiosk.presenters.table.referee import SeenMoves, is_next_move

if TYPE_CHECKING:
    from kiosk.presenters.table.presenter import TablePresenter


class Witness:
    """Turns what the camera sees into offers of a table; it never decides."""

    def __init__(self, table: TablePresenter) -> None:
        self._table = table
        self._camera = table.desk.camera
        self.moves = SeenMoves(self._camera, table.desk.referee, self._saw)
        """What was seen of figures."""
        self.places = self._camera.beside if self._camera is not None else ReadPlaces()
        """What was read of cards and dice."""
        self._offered: Proposal | None = None
        """What was last offered of figures."""
        self._stood: Mapping[str, str] = {}
        self._stand: Mapping[str, str] = self._recorded()
        """Where the record had figures before its last change, and where it has them now."""
        self._declined: Proposal | None = None
        self._answered: Answer | None = None
        """What was last offered of cards and dice, so that it is not offered again once it was declined."""

    def look(self) -> None:
        """Takes in what the camera sees and reads now."""
        self._go_on_with_next()
        self._look_beside()
        self._withdraw()
        self.moves.look()

    def night_changed(self) -> None:
        """Looks anew at what may agree with the record now."""
        self._stood, self._stand = self._stand, self._recorded()
        self.moves.night_changed(self._stand)
        self._answered = None

    def _recorded(self) -> Mapping[str, str]:
        session = self._table.session
        return session.game.expected_scene(session.state).figures

    def decline(self) -> None:
        """Remembers that the table does not want what was seen."""
        self._declined = self.moves.proposal

    def confirm(self) -> bool:
        """Confirms what was seen where a hand may do so; tells whether there was anything."""
        offer = self._table.offer
        if offer is None:
            return self._end_by_button()
        if not offer.is_seen or offer.confirmed_by == "touch":
            return False
        self._table.confirm(and_then=True)
        return True

    @property
    def may_be_unmoved(self) -> bool:
        """Tells whether a figure is seen where the record just had it: perhaps nobody has moved it yet."""
        moved = self._offered.change.moved if self._offered is not None else {}
        return any(self._stood.get(figure) == after for figure, (_, after) in moved.items())

    def wait_for(self, offer: Offer) -> None:
        """Takes a seen move for right after some seconds; chance and hidden things never."""
        table = self._table
        waits_s = table.desk.preferences.camera_waits_s
        if offer.confirmed_by != "time" or not waits_s:
            return

        def waited() -> None:
            if table.offer is offer and not table.is_closed:
                table.confirm(and_then=True)

        table.desk.later(waited, waits_s)

    def _end_by_button(self) -> bool:
        """Does the one main thing, such as ending a turn that the camera watches; never what is final."""
        table, camera = self._table, self._camera
        is_watched = camera is not None and camera.is_watching and not table.wondered
        if not self._sees_mover_at_rest():
            return False  # it may have moved unseen: what it did is recorded first
        mains = [choice for choice in table.in_group("main") if not choice.asks and choice.space is None]
        if not is_watched or len(mains) != 1 or table.view.dice is not None or is_final(table, mains[0]):
            return False
        return table.submit(mains[0].command, source="camera")

    def _sees_mover_at_rest(self) -> bool:
        """Tells whether each figure that may move is certainly seen where the record has it."""
        sighting = self._camera.sighting if self._camera is not None else None
        board = self._table.view.board
        if sighting is None or board is None:
            return False
        expected = self._table.session.game.expected_scene(self._table.session.state).figures
        movers = {piece.id for piece in board.pieces if piece.is_active} & expected.keys()
        seen = {figure: one.space for figure, one in sighting.figures.items()}
        return all(seen.get(figure) == expected[figure] for figure in movers)

    def _go_on_with_next(self) -> None:
        """Takes what was offered for right once the next figure moves and the offered one still stands."""
        offer = self._table.offer
        seen = self._camera.seen() if self._camera is not None else None
        if offer is None or seen is None:
            return
        proposal = self.moves.proposal
        mine = proposal.change.moved if proposal is not None and not offer.names else {}
        if is_next_move(self._table.session, offer, mine, seen[2].moved):
            self.confirm()

    def _withdraw(self) -> None:
        """Takes a seen move off once a figure of it stands elsewhere; a hidden one may still be there."""
        table, offered = self._table, self._offered
        comparison = self._camera.comparison() if self._camera is not None else None
        is_move = table.offer is not None and table.offer.is_seen and not table.offer.names
        if not is_move or offered is None or comparison is None:
            return
        differs = {difference.figure: difference for difference in comparison.differences}
        for figure, (_, after) in offered.change.moved.items():
            now = differs.get(figure)
            if now is None or (now.is_contradiction and now.seen != after):
                table.offer = None
                table.desk.later(table.on_change, 0.0)
                return

    def _saw(self) -> None:
        """Offers what was seen, unless the table is busy with something else or has declined it."""
        table, proposal = self._table, self.moves.proposal
        declined = self._declined.change if self._declined is not None else None
        is_free = table.offer is None and not table.wondered
        if proposal is not None and proposal.ways and is_free and proposal.change != declined:
            self._offered = proposal
            table.propose(proposal.space, proposal.ways, proposal.ways[0], is_seen=True)
        if not table.is_closed:
            table.on_change()

    def _look_beside(self) -> None:
        """Offers what was read of cards and dice; what does not lie there any more is not offered."""
        table = self._table
        reading = self._camera.reading if self._camera is not None else None
        answer = self.places.answer(table.session, reading)
        if answer == self._answered:
            return
        if table.offer is not None and table.offer.names:
            table.offer = None
        if answer is None:
            self._answered = None
        elif table.offer is None and not table.wondered:
            self._answered = answer
            confirmed_by: Literal["hand", "touch"] = "hand" if answer.is_certain else "touch"
            table.offer = Offer(
                "",
                answer.ways,
                answer.ways[0],
                is_seen=True,
                names=answer.names,
                lines=answer.lines,
                confirmed_by=confirmed_by,
            )
        if not table.is_closed:
            table.desk.later(table.on_change, 0.0)
