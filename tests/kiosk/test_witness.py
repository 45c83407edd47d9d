"""A disagreement with the camera goes as soon as the record has the figure where it was seen."""

from __future__ import annotations

from companion.core.message import literal
from companion.ports.sight import SceneChange
from companion.referee import Proposal
from kiosk.presenters.table.desk import AtOnce
from kiosk.presenters.table.referee import SeenMoves


def disagreeing() -> SeenMoves:
    moves = SeenMoves(None, AtOnce(), lambda: None)
    change = SceneChange({"globox": ("5/1", "14/1")})
    moves.proposal = Proposal("dispute", change, "globox", "14/1", literal("no turn leads there"))
    return moves


def test_another_step_of_the_night_leaves_it() -> None:
    moves = disagreeing()
    moves.night_changed({"globox": "6/1"})
    assert moves.disagreement is not None


def test_a_correction_to_what_was_seen_settles_it() -> None:
    moves = disagreeing()
    moves.night_changed({"globox": "14/1"})
    assert moves.disagreement is None
