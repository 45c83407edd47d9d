"""What the table may override: places, health, Guards, symbols, the stack, how a tile lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.core.blocks import Option, Question
from companion.core.corrections import Correct, Correction
from companion.core.message import Message, say
from companion.games.pickle_rick.dispute.form import FULL_HEALTH, MOST_GUARDS, RICK
from companion.games.pickle_rick.state import Guard, Lying, State
from companion.games.pickle_rick.turn.russians import JAGUAR
from companion.games.pickle_rick.turn.symbols import SYMBOLS


class GuardAt(Struct, frozen=True):
    """Which Guard stands where."""

    guard: str
    place: str


MOST_SYMBOLS, MOST_TILES = 8, 24
GONE = "gone"


def _face_up(state: State) -> tuple[Option, ...]:
    return tuple(Option(place, state.tile_name(place)) for place, one in state.lying.items() if one.tile)


def put(state: State, figure: str, space: str) -> Correct | None:
    """Returns the correction that puts a figure on a tile."""
    if _not_face_up(state, "", space) is not None:
        return None
    if figure in (RICK, JAGUAR):
        return Correct(figure, space)
    guards = [guard.id for guard in state.guards]
    return Correct("guard_at", {"guard": figure, "place": space}) if figure in guards else None


def _ask_place(state: State) -> Question:
    return Question("value", say("pickle_rick.fix.place"), "choice", options=_face_up(state))


def _ask_number(most: int) -> Question:
    return Question("value", say("pickle_rick.fix.number"), "number", 0, minimum=0, maximum=most)


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


def _ask_guard_at(state: State, player: str) -> tuple[Question, ...]:
    guard, place = _ask_guard(state), _ask_place(state)
    return replace(guard, id="guard"), replace(place, id="place")


def _move_guard(state: State, player: str, value: GuardAt) -> State:
    guards = tuple(
        replace(guard, at=value.place) if guard.id == value.guard else guard for guard in state.guards
    )
    return replace(state, guards=guards)


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


def _of_table(
    what: str,
    form: Any,
    asks: Callable[[State], Question],
    change: Callable[[State, str, Any], State],
    *,
    now: Callable[[State], Any] = lambda state: None,
    why_not: Callable[[State, str, Any], Message | None] = lambda state, player, value: None,
    label: Message | None = None,
) -> Correction[State]:
    return Correction(
        id=what,
        label=label or say(f"pickle_rick.fix.{what}"),
        form=form,
        asks=lambda state, player: asks(state),
        now=lambda state, player: now(state),
        change=change,
        is_of_player=False,
        why_not=why_not,
    )


def _number(
    what: str, most: int, now: Callable[[State], int], change: Any, label: Message | None = None
) -> Correction[State]:
    form: Any = Annotated[int, Meta(ge=0, le=most)]
    return _of_table(what, form, lambda state: _ask_number(most), change, now=now, label=label)


def _symbol(symbol: str) -> Correction[State]:
    def change(state: State, player: str, count: int) -> State:
        pool = {**state.pool, symbol: count}
        return replace(state, pool={name: left for name, left in pool.items() if left})

    label = say("pickle_rick.fix.symbol", symbol=say(f"pickle_rick.symbol.{symbol}"))
    return _number(symbol, MOST_SYMBOLS, lambda state: state.pool.get(symbol, 0), change, label)


CORRECTIONS: tuple[Correction[State], ...] = (
    _of_table(
        "rick",
        str,
        _ask_place,
        lambda state, player, place: replace(state, rick_at=place),
        now=lambda state: state.rick_at,
        why_not=_not_face_up,
    ),
    _number(
        "health",
        FULL_HEALTH,
        lambda state: state.rick_health,
        lambda state, player, health: replace(state, rick_health=health),
    ),
    _of_table("guard_on", str, _ask_place, _put_guard, why_not=_no_guard_left),
    Correction(
        id="guard_at",
        label=say("pickle_rick.fix.guard_moves"),
        form=GuardAt,
        asks=_ask_guard_at,
        change=_move_guard,
        is_of_player=False,
        is_offered=lambda state, player: bool(state.guards),
        why_not=lambda state, player, value: (
            _no_such_guard(state, player, value.guard) or _not_face_up(state, player, value.place)
        ),
    ),
    _of_table("guard_off", str, _ask_guard, _take_guard, why_not=_no_such_guard),
    _of_table(
        "jaguar",
        str,
        _ask_jaguar,
        _put_jaguar,
        now=lambda state: {"on": state.jaguar_at, "gone": GONE}.get(state.jaguar),
        why_not=lambda state, player, place: None if place == GONE else _not_face_up(state, player, place),
    ),
    _number(
        "jaguar_health",
        FULL_HEALTH,
        lambda state: state.jaguar_health,
        lambda state, player, health: replace(state, jaguar_health=health),
    ),
    _of_table("turn", str, _ask_place, _turn, why_not=_not_face_up),
    _number("stack", MOST_TILES, lambda state: state.stack, _set_stack),
    *map(_symbol, SYMBOLS),
)
