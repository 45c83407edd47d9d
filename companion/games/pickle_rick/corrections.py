"""What the table may override: places, health, Guards, symbols, the stack, how a tile lies."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from companion.core.blocks import Option, Question
from companion.core.corrections import Correction
from companion.core.message import Message, say
from companion.games.pickle_rick.dispute.form import FULL_HEALTH, MOST_GUARDS
from companion.games.pickle_rick.state import Guard, Lying, State
from companion.games.pickle_rick.turn.symbols import SYMBOLS

Health = Annotated[int, Meta(ge=0, le=FULL_HEALTH)]
MOST_SYMBOLS, MOST_TILES = 8, 24
GONE = "gone"


def _face_up(state: State) -> tuple[Option, ...]:
    return tuple(Option(place, state.tile_name(place)) for place, one in state.lying.items() if one.tile)


def _ask_place(state: State) -> Question:
    return Question("value", say("pickle_rick.fix.place"), "choice", options=_face_up(state))


def _ask_number(value: int, most: int) -> Question:
    return Question("value", say("pickle_rick.fix.number"), "number", value, minimum=0, maximum=most)


def _not_face_up(state: State, player: str, place: str) -> Message | None:
    lies = state.lying.get(place)
    return None if lies is not None and lies.tile else say("pickle_rick_judge.face_up")


def _put_guard(state: State, player: str, place: str) -> State:
    there = {guard.id for guard in state.guards}
    free = next(f"g{n}" for n in range(1, MOST_GUARDS + 1) if f"g{n}" not in there)
    return replace(state, guards=(*state.guards, Guard(free, place)))


def _no_guard_left(state: State, player: str, place: str) -> Message | None:
    if len(state.guards) >= MOST_GUARDS:
        return say("pickle_rick_judge.guards", most=MOST_GUARDS, count=MOST_GUARDS + 1)
    return _not_face_up(state, player, place)


def _take_guard(state: State, player: str, name: str) -> State:
    return replace(state, guards=tuple(guard for guard in state.guards if guard.id != name))


def _no_such_guard(state: State, player: str, name: str) -> Message | None:
    known = [guard.id for guard in state.guards]
    return None if name in known else say("pickle_rick_judge.figure", known=", ".join(known) or "-")


def _ask_guard(state: State) -> Question:
    options = tuple(
        Option(guard.id, say("pickle_rick.fix.guard_at", figure=state.figure_name(guard.id), place=guard.at))
        for guard in state.guards
    )
    return Question("value", say("pickle_rick.fix.guard"), "choice", options=options)


def _put_jaguar(state: State, player: str, place: str) -> State:
    if place == GONE:
        return replace(state, jaguar="gone", jaguar_at="")
    return replace(state, jaguar="on", jaguar_at=place)


def _ask_jaguar(state: State) -> Question:
    gone = Option(GONE, say("pickle_rick.fix.gone"))
    return Question("value", say("pickle_rick.fix.place"), "choice", options=(*_face_up(state), gone))


def _turn(state: State, player: str, place: str) -> State:
    lies = state.lying[place]
    return replace(state, lying={**state.lying, place: Lying(lies.tile, (lies.quarters + 1) % 4)})


def _set_stack(state: State, player: str, count: int) -> State:
    return replace(state, stack=count, discarded=max(0, state.discarded + state.stack - count))


def _symbol(symbol: str) -> Correction[State]:
    def change(state: State, player: str, count: int) -> State:
        pool = {**state.pool, symbol: count}
        return replace(state, pool={name: left for name, left in pool.items() if left})

    label = say("pickle_rick.fix.symbol", symbol=say(f"pickle_rick.symbol.{symbol}"))
    form: Any = Annotated[int, Meta(ge=0, le=MOST_SYMBOLS)]
    return Correction(
        symbol, label, form, lambda state: _ask_number(state.pool.get(symbol, 0), MOST_SYMBOLS), change,
        is_of_player=False,
    )  # fmt: skip


CORRECTIONS: tuple[Correction[State], ...] = (
    Correction(
        "rick", say("pickle_rick.fix.rick"), str, _ask_place,
        lambda state, player, place: replace(state, rick_at=place), False, _not_face_up,
    ),
    Correction(
        "health", say("pickle_rick.fix.health"), Health,
        lambda state: _ask_number(state.rick_health, FULL_HEALTH),
        lambda state, player, health: replace(state, rick_health=health), False,
    ),
    Correction(
        "guard_on", say("pickle_rick.fix.guard_on"), str, _ask_place, _put_guard, False, _no_guard_left
    ),
    Correction(
        "guard_off", say("pickle_rick.fix.guard_off"), str, _ask_guard, _take_guard, False, _no_such_guard
    ),
    Correction(
        "jaguar", say("pickle_rick.fix.jaguar"), str, _ask_jaguar, _put_jaguar, False,
        lambda state, player, place: None if place == GONE else _not_face_up(state, player, place),
    ),
    Correction(
        "jaguar_health", say("pickle_rick.fix.jaguar_health"), Health,
        lambda state: _ask_number(state.jaguar_health, FULL_HEALTH),
        lambda state, player, health: replace(state, jaguar_health=health), False,
    ),
    Correction("turn", say("pickle_rick.fix.turn"), str, _ask_place, _turn, False, _not_face_up),
    Correction(
        "stack", say("pickle_rick.fix.stack"), Annotated[int, Meta(ge=0, le=MOST_TILES)],
        lambda state: _ask_number(state.stack, MOST_TILES), _set_stack, False,
    ),
    *map(_symbol, SYMBOLS),
)  # fmt: skip
