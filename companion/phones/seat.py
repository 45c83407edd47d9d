"""What one seat is shown and may do: its own choices, and nobody else's."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.core.blocks import Choice, Json, View
from companion.core.command import ChanceCommand, Command
from companion.games.protocol import Game
from companion.phones.rights import Role, may

ANYBODY = None
"""The owner of what any seat may do: going on when a Boss has moved, rolling the round's die."""


def shown_to(game: Game[Any], state: Any, role: Role | None, player: str) -> View:
    """Describes a state as one phone may see it: choices of others and the table's corrections are left out.

    What is left out is left out here, whatever a game puts into its views.
    """
    viewer = player if may(role, "hand") else None
    view = game.view(state, viewer)
    if not may(role, "choose"):
        return replace(view, choices=())
    return replace(view, choices=tuple(choice for choice in view.choices if is_for(view, choice, player)))


def is_for(view: View, choice: Choice, player: str) -> bool:
    """Tells whether a choice is a player's own, or anybody's."""
    if choice.group == "table":
        return False
    if choice.group == "secret":
        return choice.player == player
    owner = choice.player if choice.player is not None else view.prompt.player
    return owner in (player, ANYBODY)


def may_take_chance(view: View, player: str) -> bool:
    """Tells whether a player may roll or draw now."""
    waiting = [choice for choice in view.choices if _is_draw(choice)]
    if view.dice is None and not waiting:
        return False
    owner = next((choice.player for choice in waiting if choice.player is not None), view.prompt.player)
    return owner in (player, ANYBODY)


def may_submit(view: View, player: str, command: Command, form: Json) -> bool:
    """Tells whether a player may have a command carried out; `view` is what that player sees before it."""
    if command.is_correction:
        return False
    if isinstance(command, ChanceCommand):
        # What a real die or deck brought is told at the table; a phone tells only its player's own cards.
        return any(
            choice.group == "secret" and choice.player == player and _fits(choice, form)
            for choice in view.choices
        )
    named = getattr(command, "player", None)
    if named is not None:
        return bool(named == player)
    alike = [choice for choice in view.choices if choice.command.get("command") == form.get("command")]
    owner = next((choice.player for choice in alike if choice.player is not None), view.prompt.player)
    # What is not offered is not tried either: a refusal would tell what others hold.
    return bool(alike) and owner in (player, ANYBODY)


def _is_draw(choice: Choice) -> bool:
    return choice.group in ("chance", "secret") and choice.command.get("command") == "RevealCard"


def _fits(choice: Choice, form: Json) -> bool:
    """Tells whether a command is the choice's own with its questions answered."""
    asked = {question.id for question in choice.asks}
    return all(form.get(field) == value for field, value in choice.command.items() if field not in asked)


def form_of(command: Command) -> Json:
    """Writes a command as a choice does."""
    form: Json = msgspec.to_builtins(command)
    return form
