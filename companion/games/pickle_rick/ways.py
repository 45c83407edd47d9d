"""Where a figure can still come to in the running turn, and the commands that bring it there."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from companion.core.command import Command
from companion.core.errors import Illegal, Invalid, Refusal
from companion.core.message import Message, say
from companion.core.verdict import Way
from companion.games.pickle_rick import commands as cmd, state as st
from companion.games.pickle_rick.decide import decide
from companion.games.pickle_rick.dispute.form import MOST_GUARDS, RICK
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.evolve import evolve
from companion.games.pickle_rick.refusals import why_not
from companion.games.pickle_rick.running import card_steps, pushes, rick_position, rick_turn
from companion.games.pickle_rick.state import State, place_of
from companion.games.pickle_rick.turn.rick_turn import Go, Label, explore
from companion.games.pickle_rick.turn.russians import JAGUAR, Figure, figure_steps
from companion.games.pickle_rick.turn.symbols import Cost, Pool, payments
from companion.games.pickle_rick.turn.tiles import LETTER, OPPOSITE, SIDES, Place, neighbour
from companion.ports.sight import Scene, SceneChange

Steps = tuple[Command, ...]
MOST_MOVED = 5
"""How many Guards a turn can move at most: four dice and a card."""


def reachable(state: State, figure: str) -> tuple[str, ...]:
    """Lists the spaces where a figure can come to by symbols, or by what a card offers now."""
    return tuple(place_name(place) for place in sorted(_ways(state, figure)))


def ways_to(state: State, figure: str, space: str) -> tuple[Way, ...]:
    """Lists the way of a figure to a space; refuses with the reason when there is none."""
    try:
        place = place_of(space)
    except ValueError:
        raise Invalid(say("pickle_rick.bad.place", place=space)) from None
    found = _ways(state, figure).get(place)
    if found is None:
        raise _refusal(state, figure, place)
    named = say("pickle_rick.figure.rick") if figure == RICK else state.figure_name(figure)
    summary = _summary(named, state.tile_name(space), found)
    path = (state.rick if figure == RICK else state.figure(figure).at, *found.path)
    return (Way(found.commands, summary, tuple(map(place_name, path)), found.is_unknown),)


def costly(state: State, figure: str) -> tuple[str, ...]:
    """Lists the spaces where Rick lays the last tile of the stack, which loses him the game (PKR-END-4).

    Nothing else is lost by a move: shots and cards alone do harm (PKR-RUS-5), and symbols are named.
    """
    return tuple(place_name(place) for place, found in sorted(_ways(state, figure).items()) if found.is_last)


class Found(NamedTuple):
    """A way to a place."""

    commands: Steps
    path: tuple[Place, ...]
    is_unknown: bool = False
    """Whether a tile has to come up on it."""
    spent: Pool = Pool()
    is_last: bool = False
    """Whether Rick takes the last tile of the stack on it, of his own choice."""


def _summary(figure: Message, place: Message, found: Found) -> Message:
    """Says a way in one line, with the symbols that it takes and what is lost by it."""
    parts = tuple(
        say("pickle_rick.way.spent", count=count, symbol=say(f"pickle_rick.symbol.{symbol}"))
        for symbol, count in found.spent.by_name().items()
    )
    if found.is_last:
        parts += (say("pickle_rick.way.last_tile"),)
    if not parts:
        return say("pickle_rick.way", figure=figure, place=place)
    return say("pickle_rick.way.with", figure=figure, place=place, parts=parts)


def _ways(state: State, figure: str) -> dict[Place, Found]:
    """Finds the shortest way to every place that a figure can come to now."""
    match state.now:
        case st.Spend("rick") | st.Fly() if figure == RICK:
            return _rick_ways(state)
        case st.PushRick() if figure == RICK:
            return {m.to: Found((cmd.Go(LETTER[m.side]),), (m.to,), m.is_new) for m in pushes(state)}  # type: ignore[arg-type]
        case st.Spend("russians") if figure != RICK:
            return _russian_ways(state, figure)
        case st.StepOne() if figure != RICK:
            steps = [step for step in card_steps(state) if step.figure == figure]
            return {_behind(state, step): Found((step,), (_behind(state, step),)) for step in steps}
    return {}


def _behind(state: State, step: cmd.Step) -> Place:
    side = next(side for side, letter in LETTER.items() if letter == step.towards)
    return neighbour(state.figure(step.figure).at, side)


def _rick_ways(state: State) -> dict[Place, Found]:
    """Walks Rick's turn without cards: to where he can end, and to where he can stand on the way.

    The shortest way counts that turns up nothing: what must still be spent then is for the player to choose.
    """
    found = explore(rick_turn(state), rick_position(state), state.symbols)
    ways: dict[Place, Found] = {}
    for place, label in (item for labels in found for item in labels.items() if item[0] != state.rick):
        way = _rick_way(state, label)
        known = ways.get(place)
        if known is None or _plainness(way) < _plainness(known):
            ways[place] = way
    return ways


def _plainness(way: Found) -> tuple[bool, int]:
    return way.is_unknown, len(way.commands)


def _rick_way(state: State, label: Label) -> Found:
    commands: list[Command] = []
    path: list[Place] = []
    is_unknown = False
    for step in label.way():
        assert step.step is not None
        if isinstance(step.step.act, Go):
            move = step.step.act.move
            commands.append(cmd.Go(LETTER[move.side]))  # type: ignore[arg-type]
            path.append(move.to)
            is_unknown = move.is_new
        else:
            commands.append(cmd.Stop())
    is_last = is_unknown and state.stack == 1 and path[-1] not in state.map
    return Found(tuple(commands), tuple(path), is_unknown, state.symbols.minus(label.pool), is_last)


def _russian_ways(state: State, name: str) -> dict[Place, Found]:
    """Walks one Russian figure by the symbols that are left."""
    start = next((one for one in state.figures if one.id == name), None)
    if start is None:
        return {}
    tiles = state.map
    found: dict[Place, Found] = {}
    waiting: list[tuple[Figure, Steps, tuple[Place, ...]]] = [(start, (), ())]
    for figure, commands, path in waiting:
        if figure.at != start.at and figure.at not in found:
            (paid,) = payments(state.symbols, Cost(move=figure.moves - start.moves))
            found[figure.at] = Found(commands, path, spent=paid)
        for step in figure_steps(tiles, state.rick, figure):
            spent = Cost(move=step.after.moves - start.moves)
            if step.moves and payments(state.symbols, spent):
                kind = cmd.Cross if step.kind == "wall" else cmd.Step
                command = kind(name, LETTER[step.side])  # type: ignore[arg-type]
                waiting.append((step.after, (*commands, command), (*path, step.after.at)))
    return found


def _refusal(state: State, figure: str, place: Place) -> Refusal:
    """Says why a figure cannot come to a place: what stops the step there, where it is one step away."""
    is_rick = figure == RICK
    if isinstance(state.now, st.Spend) and (state.turn == "rick") == is_rick:
        here = state.rick if is_rick else next((one.at for one in state.figures if one.id == figure), None)
        for side in SIDES:
            if here is not None and neighbour(place, OPPOSITE[side]) == here:
                letter: st.SideLetter = LETTER[side]  # type: ignore[assignment]
                return why_not(state, cmd.Go(letter) if is_rick else cmd.Step(figure, letter))
        clause = "PKR-MOVE-1" if is_rick else "PKR-RUS-1"
        return Illegal(say("pickle_rick_judge.no.way", place=place_name(place)), clauses=(clause,))
    return Illegal(say("pickle_rick.no.now"), clauses=("PKR-DICE-4",))


def expected_scene(state: State) -> Scene:
    """Says where the figures stand; nobody can tell one Guard from another."""
    figures = {RICK: state.rick_at} | {one.id: place_name(one.at) for one in state.figures}
    guards = [guard.id for guard in state.guards]
    guards += [f"g{number}" for number in range(1, MOST_GUARDS + 1)]
    return Scene(figures, {"guards": tuple(dict.fromkeys(guards)), JAGUAR: (JAGUAR,)})


def interpret(state: State, change: SceneChange) -> tuple[Way, ...]:
    """Takes moved figures for moves of the running turn; which Guard went where nobody can see."""
    after = {figure: place for figure, (_, place) in change.moved.items() if place is not None}
    if len(after) < len(change.moved):
        return ()
    guards = [figure for figure in after if figure not in (RICK, JAGUAR)]
    if len(guards) > MOST_MOVED:
        return ()
    for places in permutations(after[guard] for guard in guards):
        way = _together(state, after | dict(zip(guards, places, strict=True)))
        if way is not None:
            return (way,)
    return ()


def _together(state: State, after: dict[str, str]) -> Way | None:
    """Moves figures one after another; None where the rules forbid one of the moves."""
    commands: list[Command] = []
    ways: list[Way] = []
    for figure, place in after.items():
        try:
            (way,) = ways_to(state, figure, place)
            for command in way.commands:
                for event in decide(state, command):
                    state = evolve(state, event)
        except Refusal:
            return None
        commands += way.commands
        ways.append(way)
    if len(ways) == 1:
        return ways[0]
    return Way(tuple(commands), say("pickle_rick.way.many", ways=tuple(way.summary for way in ways)))
