"""What is said while the camera watches: what to lay, throw or move, without touching the screen."""

from __future__ import annotations

from companion.core.blocks import View
from companion.core.message import Message, say
from companion.ports.places import DRAWN
from kiosk.camera.camera import Camera
from kiosk.presenters.table.buttons import in_group
from kiosk.presenters.table.read import pickers, ready


def watched_for(view: View, camera: Camera | None) -> Message | None:
    """Says what the camera waits to see; None where it sees nothing of the kind."""
    if camera is None or not camera.is_watching:
        return None
    places = camera.places
    if view.dice is not None:
        return say("kiosk_places.throw", count=len(view.dice.dice)) if places and places.tray else None
    if in_group(view, "chance"):
        return say("kiosk_places.lay_drawn") if places and DRAWN in places.cards else None
    pieces = view.board.pieces if view.board is not None else ()
    mover = next((piece for piece in pieces if piece.is_active and (piece.can_move or view.pool)), None)
    if mover is not None:  # cards may be laid besides
        return say("kiosk_places.move", figure=mover.label)
    picking = {player: mine for player, mine, _ in pickers(view)}
    if picking.keys() == set(ready(view, camera.reading)) != set():
        return say("kiosk_places.turn_over")
    if any(places is not None and set(mine) <= places.cards.keys() for mine in picking.values()):
        return say("kiosk_places.lay_cards")
    return None
