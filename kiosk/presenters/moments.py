"""A moment in words: what a card shows of an announcement, and what the voice says of it."""

from __future__ import annotations

from msgspec import Struct

from companion.core.announcements import Announcement, Tone
from companion.core.blocks import Card, MomentKind, Player, View
from companion.core.dice import Face
from companion.i18n import Translator


class Hand(Struct, frozen=True):
    """What one player turns face up."""

    player: Player
    cards: tuple[Card, ...]


class MomentScreen(Struct, frozen=True):
    """Everything that a card of a moment shows, in words."""

    kind: MomentKind
    tone: Tone
    headline: str
    details: tuple[str, ...]
    instructions: tuple[str, ...]
    icon: str = ""
    who: Player | None = None
    other: Player | None = None
    faces: tuple[Face, ...] = ()
    hands: tuple[Hand, ...] = ()
    """The cards side by side, in the order of the seats."""
    order: tuple[str, ...] = ()
    """The players whose hands slide into this order."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said: exactly what is shown."""
        return self.headline, *self.details, *self.instructions


def moment_screen(announcement: Announcement, view: View, words: Translator) -> MomentScreen:
    """Puts an announcement into words, with the players that it names."""
    moment = announcement.moment
    players = {player.id: player for player in view.players}
    return MomentScreen(
        moment.kind,
        announcement.tone,
        words(announcement.headline),
        tuple(words(detail) for detail in announcement.details),
        tuple(words(instruction) for instruction in announcement.instructions),
        moment.icon,
        players.get(moment.player),
        players.get(moment.other),
        moment.faces,
        _hands(moment.cards, view),
        tuple(player for player in moment.order if player in players),
    )


def _hands(cards: tuple[Card, ...], view: View) -> tuple[Hand, ...]:
    """Deals the cards to the players who turned them, as they sit."""
    sitting = sorted(view.players, key=lambda player: player.seat)
    dealt = (Hand(player, tuple(card for card in cards if card.owner == player.id)) for player in sitting)
    return tuple(hand for hand in dealt if hand.cards)
