"""What a game waits for that nobody chooses: symbol dice, tiles, cards, ties by lot."""

from __future__ import annotations

from companion.core.chance import ChanceRequest, DrawRequest
from companion.core.dice import DiceRequest, Die, Face
from companion.core.message import say
from companion.games.pickle_rick import state as st
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.play import solo_choices
from companion.games.pickle_rick.state import State
from companion.games.pickle_rick.turn.symbols import DIE, ICONS

DICE_COUNT = 4
SYMBOL_DIE = Die(tuple(Face(symbol, ICONS[symbol], say(f"pickle_rick.symbol.{symbol}")) for symbol in DIE))
TILES, LOTS = "tiles", "lots"


def chance(state: State) -> tuple[ChanceRequest, ...]:
    """Says what is waited for now; nothing where somebody chooses."""
    match state.now:
        case st.Roll(side):
            purpose = say("pickle_rick.dice.roll", player=state.player(side))
            return (DiceRequest((SYMBOL_DIE,) * DICE_COUNT, purpose),)
        case st.RollAgain(side, dice):
            purpose = say("pickle_rick.dice.again", player=state.player(side), count=len(dice))
            return (DiceRequest((SYMBOL_DIE,) * len(dice), purpose),)
        case st.NewTile(_, to):
            faces = tuple(Face(name, "tile", state.tiles[name].words()) for name in different_tiles(state))
            return (DrawRequest(TILES, faces, say("pickle_rick.prompt.newtile", place=to), "tile"),)
        case st.DrawCard(side) | st.DropTop(side):
            cards = state.decks[side].pile
            faces = tuple(Face(name, "card", state.cards[name].named()) for name in cards)
            return (DrawRequest(side, faces, say("pickle_rick.prompt.drawcard", player=state.player(side))),)
        case st.SoloAct(_, figures) if state.options.solo_ties == "random":
            ends = [place_name(end.at) for end in solo_choices(state, figures[0])]
            faces = tuple(Face(end, "tile", state.tile_name(end)) for end in ends)
            purpose = say("pickle_rick.prompt.lots", figure=state.figure_name(figures[0]))
            return (DrawRequest(LOTS, faces, purpose),)
    return ()


def different_tiles(state: State) -> tuple[str, ...]:
    """Lists the tiles that may come up, of those that look alike only one."""
    looks: dict[tuple[object, ...], str] = {}
    for name in state.unseen():
        tile = state.tiles[name]
        looks.setdefault((tile.letter, tile.vent, tile.walls, tile.guards), name)
    return tuple(looks.values())
