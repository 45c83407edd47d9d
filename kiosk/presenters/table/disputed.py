"""What the table and the rules, or the camera, do not agree about: which space, which figure, and why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.core.message import say
from companion.night.reasons import Reason, find_reason
from kiosk.presenters.table.screen import Reply
from kiosk.presenters.words import clause_lines

if TYPE_CHECKING:
    from kiosk.presenters.table.presenter import TablePresenter


def disputed_space(table: TablePresenter) -> str:
    """Returns the space that was refused, else the one where the camera saw a figure."""
    wrong = table.witness.moves.disagreement
    return table.refused_space or (wrong.space if wrong is not None else "")


def disputed_figure(table: TablePresenter) -> str:
    """Returns the figure that the disputed space is about: the one seen there, else the one meant."""
    wrong = table.witness.moves.disagreement
    is_seen = wrong is not None and not table.refused_space
    return wrong.figure if wrong is not None and is_seen else table.session.figure


def ask_why(table: TablePresenter) -> Reply:
    """Asks the judge about the refused space; a refusal that is about none is explained by its rules."""
    space = disputed_space(table)
    if not space:
        clauses = table.refusal.clauses if table.refusal is not None else ()
        lines = clause_lines(clauses, table.session.game.clauses, table.words)
        return Reply("rules", table.words(say("kiosk.rule")), lines=lines)
    state = table.session.state

    def told(reason: Reason) -> None:
        if table.session.state is state:
            table.refused_space, table.reason = space, reason
            table.on_change()

    night = table.session.night
    asked = partial(find_reason, night.game, night.content, state, disputed_figure(table), space)
    table.desk.thinker.ask(asked, told)
    return Reply()
