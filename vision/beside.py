"""Where places lie beside a board until somebody lays them elsewhere: cards in rows, the tray right of it."""

from __future__ import annotations

from companion.ports.places import DRAWN, Places, card_place
from companion.ports.table import Outline

CARD_MM = (63.0, 88.0)
GAP_MM = 12.0
TRAY_MM = 130.0


def places_beside(board_mm: tuple[float, float], seats: int, cards_each: int, *, draws: bool) -> Places:
    """Lays a place for each card of each seat, one for a drawn card, and a tray, around a board."""
    width, height = board_mm
    names = [card_place(seat, number) for seat in range(1, seats + 1) for number in range(1, cards_each + 1)]
    names += [DRAWN] if draws else []
    step = CARD_MM[0] + GAP_MM
    room = max(1, int((width + GAP_MM) // step))
    cards: dict[str, Outline] = {}
    for index, name in enumerate(names):
        row, column = divmod(index, room)
        x = column * step
        far = GAP_MM + (row // 2) * (CARD_MM[1] + GAP_MM)
        y = height + far if row % 2 == 0 else -far - CARD_MM[1]
        cards[name] = rectangle((x, y), CARD_MM)
    tray = rectangle((width + GAP_MM, height / 2 - TRAY_MM / 2), (TRAY_MM, TRAY_MM))
    return Places(tray=tray, cards=cards)


def rectangle(corner: tuple[float, float], size: tuple[float, float]) -> Outline:
    """Returns an upright rectangle by its top left corner."""
    (x, y), (width, height) = corner, size
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
