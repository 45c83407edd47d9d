"""Going back in the record: the table's agreement first, and what to put back on the table afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.night.refusals import NotAgreed
from kiosk.look.theme import shape_of
from kiosk.night.session import PutBack
from kiosk.widgets.board.pieces import colour_of
from kiosk.widgets.boxes import Row
from kiosk.widgets.button import PushButton
from kiosk.widgets.paint import Icon
from kiosk.widgets.text import Text

if TYPE_CHECKING:
    from kiosk.panels.panel import Panel


def ask_agreement(panel: Panel, barrier: NotAgreed, agreed: Callable[[], None]) -> None:
    """Asks the table before something that had become known is taken back."""
    look, kiosk = panel.look, panel.kiosk

    def agree() -> None:
        kiosk.close_sheet()
        agreed()

    kiosk.open_sheet(
        panel.say("undo.barrier"),
        Text(look, panel.say("undo.barrier_detail"), step="text", grows=True),
        *(
            Text(look, panel.words(detail), step="text", colour="quiet", grows=True)
            for detail in barrier.details
        ),
        footer=(
            PushButton(look, panel.say("cancel"), kiosk.close_sheet, size_hint_y=1),
            PushButton(look, panel.say("undo.agree"), agree, style="primary", size_hint_y=1),
        ),
    )


def show_put_back(panel: Panel, moved: tuple[PutBack, ...]) -> None:
    """Lists the pieces to move on the real table, or says that there are none."""
    look, kiosk = panel.look, panel.kiosk
    if not moved:
        kiosk.toast(panel.say("undo.done"))
        return
    kiosk.open_sheet(
        panel.say("undo.put_back"),
        *(_put_back_row(panel, piece) for piece in moved),
        footer=(
            PushButton(
                look, panel.say("done"), kiosk.close_sheet, icon="check", style="primary", size_hint_y=1
            ),
        ),
    )


def _put_back_row(panel: Panel, piece: PutBack) -> Row:
    """Shows the piece as the board draws it, and where it goes."""
    look, seat = panel.look, piece.seat
    icon = shape_of(seat) if seat is not None else piece.icon
    colour = f"seat-{seat}" if seat is not None else colour_of(piece.tone)
    return Row(
        look,
        Icon(look, icon, side=30, colour=colour, size_hint_x=None, width=look.px(40)),
        Text(look, put_back_words(panel, piece), step="title", bold=True),
        size_hint_y=None,
        height=look.roomy(56),
    )


def put_back_words(panel: Panel, piece: PutBack) -> str:
    """Says what to do with a piece on the real table."""
    if piece.after is None:
        return panel.say("put_back.remove", piece=piece.piece)
    if piece.before is None:
        return panel.say("put_back.add", piece=piece.piece, space=piece.after)
    return panel.say("put_back.move", piece=piece.piece, space=piece.after)
