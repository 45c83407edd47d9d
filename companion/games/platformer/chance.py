"""What the game waits for that nobody chooses: dice, tiles, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.content.library import Entity
from companion.core.chance import ChanceRequest, DrawRequest
from companion.core.deck import Pile
from companion.core.dice import DiceRequest, Die, Face
from companion.core.message import literal, say
from companion.games.platformer import board
from companion.games.platformer.setup import TIERS
from companion.games.platformer.state import BY_HAND, State
from companion.games.platformer.turn.position import SYMBOLS

ACTION_DIE = Die(
    tuple(Face(symbol, symbol, say(f"platformer.symbol.{symbol}")) for symbol in (*SYMBOLS, "boot")),
    say("platformer.die.action"),
)
ENEMY_FACES = tuple(
    Face(face, f"die_{face}", say(f"platformer.die.{face}")) for face in ("left", "right", "attack")
)
ENEMY_DIE = Die(ENEMY_FACES + ENEMY_FACES, say("platformer.die.enemy"))
ACTION_DICE = 5


def chance(state: State) -> tuple[ChanceRequest, ...]:
    """Says what the first task waits for."""
    if not state.tasks or state.tasks[0] == BY_HAND or state.step == "over":
        return ()
    task = state.tasks[0]
    if task == "roll":
        dice = (ACTION_DIE,) * ACTION_DICE + (ENEMY_DIE,)
        return (DiceRequest(dice, say("platformer.ask.roll", player=state.active.name)),)
    faces = tuple(_faces(state, task))
    purpose = say(f"platformer.ask.{task}")
    return (DrawRequest(task, faces, purpose, "tile" if task in ("tiles", "boss_tiles") else "card"),)


def _faces(state: State, task: str) -> Iterable[Face]:
    box = state.box
    match task:
        case "tiles":
            return _named(box.tiles, state.tiles, lambda name: not box.tiles[name].is_boss)
        case "boss_tiles":
            return _named(box.tiles, state.tiles, lambda name: box.tiles[name].is_boss)
        case "enemies":
            tier = TIERS[state.revealed]
            return _named(box.enemies, state.enemies, lambda name: box.enemies[name].tier == tier)
        case "items":
            return _named(box.items, state.items)
        case "potions":
            return _named(box.potions, state.potions or dict.fromkeys(state.drunk[:1], 1))
        case "artifacts":
            return _named(box.artifacts, {name: 1 for name in box.artifacts if name not in state.artifacts})
        case "events":
            return _named(box.events, state.events)
        case "enemy_die":
            return ENEMY_FACES
        case "boss_cards":
            return _named(box.boss_cards, state.boss_deck)
        case "boss_cells":
            cells = board.spots(state, board.boss_level(state), "boss_starts")
            taken = {player.at for player in state.players} | {foe.at for foe in state.foes.values()}
            level = board.boss_level(state)
            free = [at for at in cells if at not in taken] or [
                board.space_id(column, level * 4 + row)
                for row in range(4, 0, -1)
                for column in range(1, 9)
                if board.space_id(column, level * 4 + row) not in taken
            ]
            return (Face(at, "boss", literal(at)) for at in free)
        case "boss_order":
            return _named(box.boss_cards, dict.fromkeys(state.boss_drawn, 1))
    return ()


def _named(
    entities: Mapping[str, Entity], pile: Pile, fits: Callable[[str], bool] = lambda name: True
) -> Iterator[Face]:
    for name in sorted(pile):
        if fits(name):
            yield Face(name, "card", entities[name].named())
