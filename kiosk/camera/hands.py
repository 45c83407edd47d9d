"""What hands at a drawn table do next: lay cards face down, turn them over, draw a card, throw the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import Choice, View
from companion.ports.places import BACK, DRAWN, Places
from companion.ports.watch import Laid
from kiosk.presenters.cards import picks
from kiosk.presenters.table.buttons import in_group
from kiosk.presenters.table.read import pickers

PIPS = 6


class HandsDo(Struct, frozen=True):
    """Something that hands can do now, and what lies there afterwards."""

    kind: Literal["lay", "turn", "draw", "throw"]
    laid: Laid


def next_by_hand(view: View, places: Places, laid: Laid, choose: Callable[[int], int]) -> HandsDo | None:
    """Returns what hands would do for what the night waits for; `choose(n)` picks a number below n."""
    if view.dice is not None and places.tray is not None:
        faces = [die.ids[choose(len(die.ids))] for die in view.dice.dice]
        if all(isinstance(face, str) for face in faces):
            shown = tuple(str(face) for face in faces)
            return HandsDo("throw", replace(laid, faces=shown, dice=(), throw=laid.throw + 1))
        if any(len(die.faces) != PIPS for die in view.dice.dice):
            return None
        dice = tuple(choose(PIPS) + 1 for _ in view.dice.dice)
        return HandsDo("throw", replace(laid, dice=dice, throw=laid.throw + 1))
    if outcomes := in_group(view, "chance"):
        card = str(outcomes[choose(len(outcomes))].command.get("card", ""))
        return (
            HandsDo("draw", replace(laid, cards={**laid.cards, DRAWN: card}))
            if DRAWN in places.cards
            else None
        )
    waiting = [(mine, choice) for _, mine, choice in pickers(view) if set(mine) <= places.cards.keys()]
    if not waiting:
        return None
    if any(laid.cards.get(place) != BACK for mine, _ in waiting for place in mine):
        return HandsDo("lay", replace(laid, cards={place: BACK for mine, _ in waiting for place in mine}))
    cards = {place: card for mine, choice in waiting for place, card in _picked(mine, choice, choose).items()}
    return HandsDo("turn", replace(laid, cards=cards))


def _picked(places: list[str], choice: Choice, choose: Callable[[int], int]) -> dict[str, str]:
    left: list[Any] = [option.value for option in picks(choice) or ()]
    return {place: str(left.pop(choose(len(left)))) for place in places}
