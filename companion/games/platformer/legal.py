"""What the active player can do now, with every way to pay for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from companion.core.command import Command
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.spending import paid_text
from companion.games.platformer.state import BY_HAND, State
from companion.games.platformer.turn.gems import boost_price
from companion.games.platformer.turn.gravity import settle
from companion.games.platformer.turn.pool import DIE, MASK, Pool, every_payment
from companion.games.platformer.turn.position import (
    BOOT,
    COIN,
    STAR,
    SWORD,
    SYMBOLS,
    Enemy,
    Rules,
    Symbol,
)
from companion.games.platformer.turn.steps import (
    Cost,
    Step,
    attack_steps,
    generate_steps,
    gravity_steps,
    hop_steps,
    monster_steps,
    walk_steps,
)
from companion.games.platformer.turn.tower import OFF, Cell


def legal_commands(state: State) -> list[Command]:
    """Lists every choice; while chance is waited for there is none."""
    if state.tasks[:1] == (BY_HAND,):
        return [cmd.Confirm()]
    if state.step != "actions" or state.tasks:
        return []
    return [command for command, _ in choices(state)]


def choices(state: State) -> list[tuple[Command, Step | None]]:
    """Lists every choice with the step of the rules that it stands for, where it is one."""
    if not state.active.at:
        found: list[tuple[Command, Step | None]] = list(_generate(state))
        if not (state.was_off and found):
            found.append((cmd.EndTurn(), None))
        return found
    return [*_actions(state), *((command, None) for command in _cards(state)), *_ends(state)]


def _generate(state: State) -> Iterator[tuple[Command, Step]]:
    table, here, pool = board.table_of(state), board.position_of(state), board.pool_of(state)
    for step in generate_steps(table, here):
        for left in every_payment(pool, step.cost, state.options):
            yield cmd.Generate(_space(state, step.action.cell), paid_text(pool, left)), step


def _actions(state: State) -> Iterator[tuple[Command, Step | None]]:
    table, here, pool = board.table_of(state), board.position_of(state), board.pool_of(state)
    rules = state.options
    if here.steps_left:
        for step in walk_steps(table, here):
            yield cmd.Step(_space(state, step.action.cell), _space(state, step.action.to)), step
    begun = here._replace(steps_left=0)
    most = 1
    while boost_price(most) <= state.active.gems:
        most += 1
    for effects in range(1, most + 1):
        for left in every_payment(pool, Cost(BOOT, effects), rules):
            for step in walk_steps(table, begun._replace(steps_left=effects)):
                to, push = _space(state, step.action.cell), _space(state, step.action.to)
                yield cmd.Move(to, paid_text(pool, left), push, effects), step
    for step in hop_steps(table, begun):
        for left in every_payment(pool, step.cost, rules):
            to, push = _space(state, step.action.cell), _space(state, step.action.to)
            yield cmd.Hop(to, paid_text(pool, left), push), step
    for step in attack_steps(table, begun):
        enemy = _enemy_at(state, step.action.cell)
        for left in _attacks(pool, table.enemies[here.enemies.index(step.action.cell)], rules):
            yield cmd.Attack(enemy, paid_text(pool, left)), step
    for step in monster_steps(table, begun, most):
        enemy = _enemy_at(state, step.action.cell)
        for left in every_payment(pool, step.cost, rules):
            yield cmd.MoveEnemy(enemy, _space(state, step.action.to), paid_text(pool, left)), step
    for effects in range(1, most + 1):
        for left in every_payment(pool, Cost(COIN, effects), rules):
            yield cmd.TakeCoins(paid_text(pool, left)), None
    for left in every_payment(pool, Cost(STAR), rules):
        yield cmd.UseStar(paid_text(pool, left)), None
    for step in gravity_steps(table, begun):
        yield cmd.CallGravity(bool(step.action.effects)), step


def _attacks(pool: Pool, enemy: Enemy, rules: Rules) -> list[Pool]:
    """Lists the ways to pay for an attack: just enough, the most there is, and all between against a Boss."""
    by_wounds = (every_payment(pool, Cost(SWORD, wounds), rules) for wounds in count(enemy.health))
    ways = list(takewhile(bool, by_wounds))
    return [left for each in (ways if enemy.is_boss else ways[:1] + ways[1:][-1:]) for left in each]


def _cards(state: State) -> Iterator[Command]:
    """Lists what can be bought and used (PLT-ACT-8, PLT-ACT-9)."""
    player = state.active
    level = board.level_at(player.at)
    if player.at in board.spots(state, level, "shops"):
        for card in state.shop:
            if price_of(state, card) <= player.coins:
                yield cmd.Buy(card)
    for card in dict.fromkeys(player.cards):
        if card not in player.used and not board.card_of(state, card).is_passive:
            yield cmd.UseCard(card)
    if state.box.heroes[player.hero].ability is not None and "ability" not in player.used:
        yield cmd.UseCard("ability")


def price_of(state: State, card: str) -> int:
    """Returns what a card of the shop costs."""
    kind, _, name = card.partition("/")
    shelf = state.box.items if kind == "items" else state.box.potions
    return shelf[name].price


def _ends(state: State) -> Iterator[tuple[Command, Step | None]]:
    """Lists the ways to end the actions: the Special die kept or set, a ladder held or not (PLT-TURN-6)."""
    table, here = board.table_of(state), board.position_of(state)
    is_held = table.tower.has_ladder[here.hero] and any(
        fall.kind == "hero" for fall in settle(table, here, lets_go=True).falls
    )
    pool = board.pool_of(state)
    settings: list[tuple[Symbol | None, str]] = [(None, "")]
    for index, symbol in enumerate(SYMBOLS):
        dice = pool // DIE[index] & MASK
        if dice and symbol != state.active.special:
            settings.append((symbol, symbol))
        pairs = [f"{symbol}*2"] if dice > 1 else []
        pairs += [f"{symbol}+special"] if dice and state.active.special == symbol else []
        settings += [
            (other, pair)
            for pair in pairs
            for other in SYMBOLS
            if other not in (symbol, state.active.special)
        ]
    for lets_go in (False, True) if is_held else (False,):
        for setting, paid in settings:
            yield cmd.EndTurn(setting, paid, lets_go), None


def _space(state: State, cell: Cell) -> str:
    return board.space_of(state, cell) if cell != OFF else ""


def _enemy_at(state: State, cell: Cell) -> str:
    space = board.space_of(state, cell)
    return next(name for name, foe in state.foes.items() if foe.at == space)
