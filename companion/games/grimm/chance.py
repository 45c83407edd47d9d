"""What a race waits for that nobody chooses: movement dice, characters, chest cards, spells."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.chance import ChanceRequest, DrawRequest
from companion.core.dice import D6, DiceRequest, Face
from companion.core.message import label, say
from companion.games.grimm import state as st
from companion.games.grimm.moves import dice_count
from companion.games.grimm.state import State

HAND_DECK = "hand:"
"""A random card out of a hand is revealed from the deck `hand:<player>`."""


def chance(state: State) -> tuple[ChanceRequest, ...]:
    """Says what is waited for now; nothing where somebody chooses."""
    match state.now:
        case st.RollForStart():
            return (DiceRequest((D6,), say("grimm.dice.start")),)
        case st.Prepare(player):
            count = dice_count(state, state.hero(player))
            purpose = say("grimm.dice.move") if count == 1 else say("grimm.dice.move_dragon")
            return (DiceRequest((D6,) * count, purpose),)
        case st.DealCharacter(player):
            taken = {hero.character for hero in state.heroes}
            faces = [Face(n, n, label(c.label)) for n, c in state.characters.items() if n not in taken]
            return (
                DrawRequest("characters", tuple(faces), say("grimm.prompt.dealcharacter", player=player)),
            )
        case st.PlaceChest(player):
            cards = [card for card in state.chest_numbers() if card != state.chest_card]
            faces = [Face(card, "chest", say("grimm.do.chest", number=card)) for card in cards]
            return (DrawRequest("chests", tuple(faces), say("grimm.prompt.placechest", player=player)),)
        case st.DrawCard(player):
            purpose = say("grimm.prompt.drawcard", player=player)
            return (DrawRequest("spells", _spells(state, state.deck), purpose),)
        case st.TakeCard(player, victim):
            purpose = say("grimm.prompt.takecard", player=player, victim=victim)
            return (DrawRequest(HAND_DECK + victim, _spells(state, state.hero(victim).hand), purpose),)
    return ()


def _spells(state: State, cards: Iterable[str]) -> tuple[Face, ...]:
    return tuple(Face(card, "card", state.card_name(card)) for card in dict.fromkeys(cards))
