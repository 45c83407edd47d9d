"""Dice on the table and pieces to be moved: what a touch on them means."""

from __future__ import annotations

from typing import Any

from companion.core.blocks import Board, Choice, View


def asks_dice(choice: Choice) -> bool:
    """Tells whether a choice asks for some of the dice on the table, and for nothing else."""
    return len(choice.asks) == 1 and choice.asks[0].kind == "dice"


def picked_dice(view: View, memo: dict[str, Any]) -> list[str]:
    """Lists the dice that were touched for what is asked about dice now."""
    if not any(asks_dice(choice) for choice in view.choices):
        return []
    there = {die.id for die in view.table_dice}
    return [die for die in memo.get("dice", []) if die in there]


def pick_die(view: View, memo: dict[str, Any], die: str) -> None:
    """Picks a die, or puts it back."""
    picked = picked_dice(view, memo)
    memo["dice"] = [one for one in picked if one != die] if die in picked else [*picked, die]


def dice_answer(choice: Choice, picked: list[str]) -> dict[str, Any] | None:
    """Answers a question about dice with those picked; None where none or too many are."""
    if not asks_dice(choice) or not picked:
        return None
    asked = choice.asks[0]
    values = [option.value for option in asked.options if str(option.value) in picked]
    if len(values) != len(picked) or len(values) > (asked.maximum or len(values)):
        return None
    return {asked.id: values}


def mover_on(board: Board, space: str, figure: str) -> str | None:
    """Returns a piece on a space that can be moved instead of the figure meant so far."""
    here = [piece for piece in board.pieces if piece.space == space]
    if space in board.lit or any(piece.id == figure for piece in here):
        return None
    return next((piece.id for piece in here if piece.can_move), None)
