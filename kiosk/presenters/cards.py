"""Secret choices, player by player: who still has to choose, and what each may choose from."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.blocks import Card, Choice, Option, Player
from kiosk.night.secrets import take_back
from kiosk.night.session import Session


class Chooser(Struct, frozen=True):
    """A player who chooses in secret this time."""

    player: Player
    is_ready: bool
    can_change: bool = False
    """Whether the choice is made but still unseen."""


class CardsPresenter:
    """Lists the players who choose, and fills one player's choice touch by touch."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def choosers(self) -> tuple[Chooser, ...]:
        """Lists everybody at the table who takes part; a player with nothing open is ready."""
        view = self.session.view()
        open_players = {choice.player for choice in view.choices if choice.group == "secret"}
        hidden = {step.player for step in self.session.hidden_steps}
        return tuple(
            Chooser(player, player.id not in open_players, player.id in hidden)
            for player in view.players
            if player.status != "out"
        )

    @property
    def is_asked(self) -> bool:
        """Tells whether the night waits for the choices; else there is something other to do, too."""
        view = self.session.view()
        return view.dice is None and not any(choice.group in ("main", "step") for choice in view.choices)

    def waiting(self) -> tuple[str, ...]:
        """Lists the players whose choice is still open."""
        return tuple(chooser.player.id for chooser in self.choosers() if not chooser.is_ready)

    @property
    def can_lie_open(self) -> bool:
        """Tells whether everybody picks from a hand, so that all hands can be entered one after the other."""
        waiting = self.waiting()
        return (
            self.is_asked
            and len(waiting) > 1
            and all(any(picks(choice) for choice in self.choices_of(player)) for player in waiting)
        )

    def choices_of(self, player: str) -> tuple[Choice, ...]:
        """Lists what one player may choose, as that player's eyes may see it."""
        view = self.session.view(player)
        return tuple(
            choice for choice in view.choices if choice.group == "secret" and choice.player in (player, None)
        )

    def change(self, player: str) -> None:
        """Takes back what a player chose, as long as nobody has seen it."""
        take_back(self.session, player)

    def cards_of(self, player: str) -> dict[str, Card]:
        """Returns the cards in a player's sight by id."""
        return {card.id: card for card in self.session.view(player).cards if card.owner in (player, None)}

    def playable(self, player: str) -> dict[str, Choice]:
        """Returns the cards that are played by a touch: those that one choice of the player names."""
        choices, cards = self.choices_of(player), self.cards_of(player)
        named = Counter(choice.card for choice in choices)
        # Of cards that are alike the choice names one, and any of them is touched for it.
        return {
            name: choice
            for choice in choices
            if choice.card in cards and named[choice.card] == 1
            for name, card in cards.items()
            if name == choice.card
            or (name not in named and replace(card, id=choice.card) == cards[choice.card])
        }


def picks(choice: Choice) -> tuple[Option, ...] | None:
    """Returns the options where a choice is a row of picks from one set (two cards of a hand), else None."""
    if not choice.asks or any(question.kind != "choice" for question in choice.asks):
        return None
    first = choice.asks[0].options
    values = [option.value for option in first]
    if any([option.value for option in question.options] != values for question in choice.asks):
        return None
    return first


def filled(choice: Choice, picked: list[Any]) -> dict[str, Any]:
    """Returns the command with the picks in the order in which they were touched."""
    return choice.filled({question.id: value for question, value in zip(choice.asks, picked, strict=True)})
