"""Cards that lie open on the table: which are shown, and what a touch on one means."""

from __future__ import annotations

from companion.core.blocks import Card, Choice, View


def choices_naming(view: View, card: str) -> tuple[Choice, ...]:
    """Lists what a touch on a card can do; what is chosen in secret is not touched before everybody."""
    return tuple(choice for choice in view.choices if choice.card == card and choice.group != "secret")


def cards_shown(view: View) -> tuple[Card, ...]:
    """Lists the cards to show: those that can be touched to do something, a player's own, the others.

    They are the open cards in the hand and in play of the player whose turn it is, and those of a place, such
    as a shop, where one can be chosen now.
    """
    usable = [card for card in view.cards if choices_naming(view, card.id)]
    places = {(card.zone, card.owner) for card in usable}
    if view.prompt.player is not None:
        places |= {("hand", view.prompt.player), ("play", view.prompt.player)}
    rest = [card for card in view.cards if card not in usable and (card.zone, card.owner) in places]
    rest.sort(key=lambda card: card.owner is None)
    return (*usable, *(card for card in rest if card.is_face_up))
