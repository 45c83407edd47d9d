"""What the table may override: places, health, coins, gems, Special dice."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.core.blocks import Option, Question
from companion.core.corrections import Correct, Correction
from companion.core.message import Message, literal, say
from companion.games.platformer import board
from companion.games.platformer.content import TILE_ROWS
from companion.games.platformer.log import figure_name
from companion.games.platformer.state import State
from companion.games.platformer.turn.position import SYMBOLS


class FoeAt(Struct, frozen=True):
    """Which enemy stands where."""

    enemy: str
    at: str


Count = Annotated[int, Meta(ge=0, le=99)]


def _change(field: str) -> Any:
    def change(state: State, player: str, value: Any) -> State:
        changed = {field: value}
        players = tuple(replace(one, **changed) if one.name == player else one for one in state.players)
        return replace(state, players=players)

    return change


def put(state: State, figure: str, space: str) -> Correct | None:
    """Returns the correction that puts a hero or an enemy on a space."""
    if space not in _spaces(state):
        return None
    if figure in state.foes:
        return Correct("foe", {"enemy": figure, "at": space})
    player = next((one.name for one in state.players if one.hero == figure), None)
    return Correct("place", space, player) if player is not None else None


def _spaces(state: State) -> tuple[str, ...]:
    rows = range(1 + state.lowest * TILE_ROWS, 1 + state.revealed * TILE_ROWS)
    return tuple(board.space_id(column, row) for row in rows for column in range(1, board.COLUMNS + 1))


def _ask_place(state: State, player: str) -> Question:
    options = [Option("", say("platformer.off_map"))]
    options += [Option(space, literal(space)) for space in _spaces(state)]
    return Question("at", say("platformer.correct.place"), "choice", "", tuple(options))


def _why_not_there(state: State, figure: str, value: str) -> Message | None:
    if not value:
        return None
    if value not in _spaces(state):
        return say("platformer.bad.space", space=value)
    taken = {one.at for one in state.players if one.name != figure}
    taken |= {foe.at for name, foe in state.foes.items() if name != figure}
    return say("platformer.bad.taken", space=value) if value in taken else None


def _ask_foe(state: State, player: str) -> tuple[Question, ...]:
    enemies = tuple(Option(name, figure_name(state, name)) for name in state.foes)
    spaces = tuple(Option(space, literal(space)) for space in _spaces(state))
    first = next(iter(state.foes))
    return (
        Question("enemy", say("platformer.correct.enemy"), "choice", first, enemies),
        Question("at", say("platformer.correct.at"), "choice", state.foes[first].at, spaces),
    )


def _why_not_foe(state: State, player: str, value: FoeAt) -> Message | None:
    if value.enemy not in state.foes:
        return say("platformer.no.enemy", enemy=value.enemy)
    return _why_not_there(state, value.enemy, value.at) if value.at else say("platformer.bad.space", space="")


def _put_foe(state: State, player: str, value: FoeAt) -> State:
    return replace(state, foes={**state.foes, value.enemy: replace(state.foes[value.enemy], at=value.at)})


def _why_not_health(state: State, player: str, value: int) -> Message | None:
    full = board.max_health(state, state.find_player(player))
    return None if 1 <= value <= full else say("platformer.bad.health", maximum=full)


def _number(field: str, minimum: int) -> Any:
    return lambda state, player: Question(
        field, say(f"platformer.correct.{field}"), "number", minimum, minimum=minimum, maximum=99
    )


def _ask_special(state: State, player: str) -> Question:
    options = (
        Option(None, say("platformer.blank")),
        *(Option(s, say(f"platformer.symbol.{s}")) for s in SYMBOLS),
    )
    return Question("special", say("platformer.correct.special"), "choice", None, options)


def _of_hero(what: str, field: str, form: Any, asks: Any, why_not: Any = None) -> Correction[State]:
    return Correction(
        id=what,
        label=say(f"platformer.correct.{what}"),
        form=form,
        asks=asks,
        now=lambda state, player: getattr(state.find_player(player), field),
        change=_change(field),
        why_not=why_not or (lambda state, player, value: None),
    )


CORRECTIONS: tuple[Correction[State], ...] = (
    _of_hero("place", "at", str, _ask_place, _why_not_there),
    _of_hero("health", "health", Count, _number("health", 1), _why_not_health),
    _of_hero("coins", "coins", Count, _number("coins", 0)),
    _of_hero("gems", "gems", Count, _number("gems", 0)),
    _of_hero(
        "special",
        "special",
        Literal["boot", "sword", "coin", "monster", "star"] | None,
        _ask_special,
    ),
    Correction(
        id="foe",
        label=say("platformer.correct.foe"),
        form=FoeAt,
        asks=_ask_foe,
        change=_put_foe,
        is_of_player=False,
        is_offered=lambda state, player: bool(state.foes),
        why_not=_why_not_foe,
    ),
)
