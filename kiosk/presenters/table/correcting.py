"""The table overrides the record: whose it is first, then what the record says of it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from companion.core.blocks import Choice
from companion.core.message import literal, say
from kiosk.look.theme import shape_of
from kiosk.presenters.table.screen import Action, Reply
from kiosk.presenters.words import space_name

if TYPE_CHECKING:
    from kiosk.presenters.table.presenter import TablePresenter


def corrections(table: TablePresenter, space: str = "") -> Reply:
    """Offers all corrections; first that the figure stands on a disputed space all the same."""
    title = table.words(say("kiosk.table.correct"))
    choices, anyway = table.in_group("table"), _anyway(table, space)
    owners = {choice.player for choice in choices}
    if len(owners - {None}) < 2:
        return Reply("choose", title, (*anyway, *choices))
    found = [Action("choice", table.words(choice.label), choice.icon, choice=choice) for choice in anyway]
    found += [
        Action("correct_of", player.name, shape_of(player.seat), player=player.id)
        for player in table.view.players
        if player.id in owners
    ]
    if None in owners:
        found.append(Action("correct_of", table.words(say("kiosk.table.correct_all")), "table"))
    return Reply("more", title, actions=tuple(found))


def corrections_of(table: TablePresenter, action: Action) -> Reply:
    """Offers the corrections of one player, or those of the table."""
    mine = tuple(choice for choice in table.in_group("table") if (choice.player or "") == action.player)
    return Reply("choose", table.words(say("kiosk.table.correct_of", whose=action.label)), mine)


def _anyway(table: TablePresenter, space: str) -> tuple[Choice, ...]:
    board, session = table.view.board, table.session
    wrong = table.witness.moves.disagreement
    figure = wrong.figure if wrong is not None and wrong.space == space else session.figure
    command = session.game.put(session.state, figure, space) if space else None
    if command is None or board is None:
        return ()
    named = next((piece.label for piece in board.pieces if piece.id == figure), literal(figure))
    said = say("kiosk.table.anyway", figure=named, space=space_name(board, space))
    return (Choice(said, msgspec.to_builtins(command), "pen", group="table"),)
