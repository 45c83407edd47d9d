"""Figures on the table: where they should be, where they can go, and the running turn as a dispute."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.core.blocks import Json
from companion.core.command import Command
from companion.core.errors import Illegal, Refusal
from companion.core.message import say
from companion.core.verdict import Way
from companion.games.platformer import board, commands as cmd
from companion.games.platformer.decide import decide
from companion.games.platformer.evolve import evolve
from companion.games.platformer.legal import legal_commands
from companion.games.platformer.reasons import why_not
from companion.games.platformer.state import Box, State
from companion.games.platformer.turn.position import Rules
from companion.games.platformer.view import choice_of, paid_words
from companion.games.platformer.walking import Walk, walks
from companion.ports.sight import Scene, SceneChange

MOST_WAYS = 6
"""So many ways to a space are offered at most."""


def expected_scene(state: State) -> Scene:
    """Says where the camera should see heroes and enemies; nobody can tell those of a kind apart."""
    figures = {player.hero: player.at for player in state.players if player.at}
    figures |= {name: foe.at for name, foe in state.foes.items()}
    alike: dict[str, tuple[str, ...]] = {boss: (boss,) for boss in state.box.bosses}
    for kind, card in state.box.enemies.items():
        there = [name for name, foe in state.foes.items() if foe.kind == kind]
        tokens = (f"{kind}-{number}" for number in range(1, 1 + _most(state.box, card.tier == "summon")))
        alike[kind] = tuple(dict.fromkeys((*there, *tokens)))
    return Scene(figures, alike)


def _most(box: Box, is_above: bool) -> int:
    """Counts the generators that two tiles of a level can have: so many enemies of a kind come at once."""
    counts = sorted(len(tile.generators) for tile in box.tiles.values() if tile.is_boss == is_above)
    return sum(counts[-2:])


def interpret(state: State, change: SceneChange) -> tuple[Way, ...]:
    """Lists the moves, pushes and falls after which all figures would stand where they are seen."""
    seen = expected_scene(state).figures | {figure: to for figure, (_, to) in change.moved.items() if to}
    ways: list[Way] = []
    for figure, (_, to) in change.moved.items():
        with suppress(Refusal):
            ways += ways_to(state, figure, to or "")
    falls = [
        Way((command,), choice_of(state, command).label)
        for command in legal_commands(state)
        if isinstance(command, cmd.CallGravity)
    ]
    found = tuple(way for way in (*ways, *falls) if expected_scene(_after(state, way)).figures == seen)
    return found or (tuple(ways) if len(change.moved) == 1 else ())


def _after(state: State, way: Way) -> State:
    for command in way.commands:
        for event in decide(state, command):
            state = evolve(state, event)
    return state


def _target(command: Command, figure: str, state: State) -> str | None:
    """Returns the space that a command brings a figure to."""
    match command:
        case cmd.MoveEnemy(enemy, to) if enemy == figure:
            return to
        case cmd.Generate(to) | cmd.Move(to) | cmd.Step(to) | cmd.Hop(to) if figure == state.active.hero:
            return to
    return None


def reachable(state: State, figure: str) -> tuple[str, ...]:
    """Lists the spaces where a figure can go in this turn, the next action's first."""
    found = [_target(command, figure, state) for command in legal_commands(state)]
    if _acts(state, figure):
        found += [board.space_of(state, walk.path[-1]) for walk in walks(state, figure)]
    here = _here(state, figure)
    return tuple(dict.fromkeys(space for space in found if space is not None and space not in here))


def costly(state: State, figure: str) -> tuple[str, ...]:
    """Lists the spaces that cost the hero a heart on every way there."""
    wounds: dict[str, int] = {}
    for walk in walks(state, figure) if _acts(state, figure) else ():
        wounds.setdefault(board.space_of(state, walk.path[-1]), walk.price.wounds)
    return tuple(space for space, count in wounds.items() if count)


def ways_to(state: State, figure: str, space: str) -> tuple[Way, ...]:
    """Lists the ways of a figure to a space: by one action, paid and pushing in any way, or by several."""
    ways = tuple(
        Way((command,), choice_of(state, command).label, (*_here(state, figure), space))
        for command in legal_commands(state)
        if _target(command, figure, state) == space
    )
    if not ways and _acts(state, figure):
        ways = _long_ways(state, figure, space)
    if not ways:
        probe: Command = cmd.MoveEnemy(figure, space, "") if figure in state.foes else cmd.Move(space, "")
        message, clauses = why_not(state, probe)
        raise Illegal(message, clauses=clauses)
    return ways


def _acts(state: State, figure: str) -> bool:
    """Tells whether a figure can be moved by the running turn's symbols."""
    return (
        state.step == "actions" and not state.tasks and (figure in state.foes or figure == state.active.hero)
    )


def _long_ways(state: State, figure: str, space: str) -> tuple[Way, ...]:
    """Lists the cheapest ways over several actions, one for each place that somebody can be pushed to."""
    found: dict[object, Way] = {}
    for walk in walks(state, figure):
        if board.space_of(state, walk.path[-1]) == space:
            others = (walk.position.enemies, walk.position.others)
            if others not in found:
                found[others] = _told(state, walk, _here(state, figure))
            if not walk.price.pushes or len(found) == MOST_WAYS:
                break
    return tuple(found.values())


def _here(state: State, figure: str) -> tuple[str, ...]:
    """Returns the space where a figure stands, none for one beside the board."""
    here = state.foes[figure].at if figure in state.foes else state.active.at
    return (here,) if here is not None else ()


def _told(state: State, walk: Walk, here: tuple[str, ...]) -> Way:
    """Says a way, up to where chance has to speak: the next level is turned up on the way."""
    commands: list[Command] = []
    now = state
    for command in walk.commands:
        for event in decide(now, command):
            now = evolve(now, event)
        commands.append(command)
        if now.tasks:
            break
    paid = [getattr(command, "paid", "") for command in commands]
    summary = say(
        "platformer.do.way",
        to=board.space_of(state, walk.path[-1]),
        count=len(commands),
        paid=tuple(word for text in paid for word in paid_words(text)),
    )
    if walk.price.wounds:
        summary = say("platformer.do.way_hurt", what=summary, count=walk.price.wounds)
    last = commands[-1]
    if getattr(last, "push", ""):
        summary = say("platformer.do.pushing", what=summary, push=getattr(last, "push", ""))
    path = tuple(board.space_of(state, cell) for cell in walk.path)
    return Way(tuple(commands), summary, (*here, *path), goes_on=len(commands) < len(walk.commands))


def dispute_of(state: State, figure: str, space: str) -> Json:
    """Writes the rest of the running turn as a document that claims a figure ended on a space."""
    if state.step != "actions" or state.tasks:
        raise Illegal(say("platformer.no.waits"), clauses=("PLT-TURN-3",))
    place = list(board.place_in(state, space))
    active = state.active.name
    claim: dict[str, Any] = {"at": place}
    if figure in state.foes:
        here = board.place_in(state, state.active.at) if state.active.at else None
        claim = {"at": list(here) if here else None, "enemies": {figure: place}}
    return {
        "format": "dispute/1",
        "game": "platformer",
        "options": {name: getattr(state.options, name) for name in Rules.__struct_fields__},
        "board": _board_form(state),
        "players": {player.name: _player_form(state, player.name) for player in state.players},
        "enemies": {name: _enemy_form(state, name) for name in state.foes},
        "turn": {"player": active, "symbols": dict(state.dice), "extra": dict(state.extra)},
        "claim": claim,
    }


def _board_form(state: State) -> Json:
    tower = board.tower_of(state)
    form: Json = {
        "columns": tower.columns,
        "rows": tower.rows,
        "levels": list(tower.levels),
        "boss_level": tower.has_boss_level,
    }
    for mark in ("walls", "platforms", "ladders", "traps", "shops", "portals"):
        form[mark] = [list(place) for place in sorted(getattr(tower, mark))]
    form["coins"] = [list(board.place_in(state, space)) for space in state.coins]
    form["gems"] = [list(board.place_in(state, space)) for space in state.gems]
    return form


def _player_form(state: State, name: str) -> Json:
    player = state.find_player(name)
    return {
        "at": list(board.place_in(state, player.at)) if player.at else None,
        "health": player.health,
        "max_health": board.max_health(state, player),
        "gems": player.gems,
        "coins": player.coins,
        "special": player.special,
        "fainted_on_boss": player.returns_above and not player.at,
    }


def _enemy_form(state: State, name: str) -> Json:
    foe = state.foes[name]
    facts = board.enemy_facts(state, foe)
    return {
        "at": list(board.place_in(state, foe.at)),
        "health": facts.health,
        "damage": facts.damage,
        "loot": {"coins": facts.coins, "gems": facts.gems},
        "pushable": facts.is_pushable,
        "boss": facts.is_boss,
    }
