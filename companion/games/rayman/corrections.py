"""What the table may override, as data; only what no table could mean is refused (RAY-TABLE-1 to 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.core.blocks import Option, Question
from companion.core.corrections import Correct, Correction
from companion.core.message import Message, literal, say
from companion.games.rayman.board import LEVELS, TEENSIES
from companion.games.rayman.commands import Place
from companion.games.rayman.naming import icons_said, space_text
from companion.games.rayman.newcomers import JOIN
from companion.games.rayman.running import is_carried
from companion.games.rayman.state import (
    TEENSIES_NEEDED,
    TOKEN_LIMIT,
    Pool,
    Projectile,
    Racer,
    State,
    with_racer,
)

CLAUSES = ("RAY-TABLE-1",)
MOST_OF_AN_ICON = 40
Level = Annotated[int, Meta(ge=1, le=3)]
Column = Annotated[int, Meta(ge=0)]
Change = Callable[[State, str, Any], State]
WhyNot = Callable[[State, str, Any], Message | None]


class Standing(Struct, frozen=True):
    """Where a figure stands: columns travelled since the start, and level."""

    progress: Column
    level: Level


class Printed(Struct, frozen=True):
    """A space of the cardboard."""

    column: Column
    level: Level


def put(player: str, place: Place) -> Correct:
    """Returns the correction that puts a figure on a place."""
    return Correct("place", {"progress": place[0], "level": place[1]}, player)


def number_asked(field: str, text: Message, low: int, high: int) -> Question:
    """Asks for a number."""
    return Question(id=field, label=text, kind="number", default=low, minimum=low, maximum=high)


def why_not_pool(pool: Pool) -> Message | None:
    """Says where a pool holds more or less than a hand of cards shows."""
    fits = all(0 <= getattr(pool, icon) <= MOST_OF_AN_ICON for icon in Pool.__struct_fields__)
    return None if fits else say("rayman.correct.pool", most=MOST_OF_AN_ICON)


def _racer(state: State, player: str, **changes: Any) -> State:
    return with_racer(state, replace(state.racer(player), **changes))


# Where figures, the Boss and projectiles are


def _ask_standing(state: State, at: Place) -> tuple[Question, ...]:
    last = (at[0] // state.board.columns + 2) * state.board.columns - 1
    return (number_asked("progress", say("rayman.ask.column"), 0, last), _ask_level())


def _ask_level() -> Question:
    return number_asked("level", say("rayman.ask.level"), LEVELS[0], LEVELS[-1])


def _too_far(state: State, player: str, value: Standing) -> Message | None:
    return say("rayman.correct.place") if value.progress > 100 * state.board.columns else None


def _stand(state: State, player: str, value: Standing) -> State:
    """Puts a figure down; it stays in the air there until its own turn."""
    at = (value.progress, value.level)
    is_held_up = not is_carried(state, player, at)
    return _racer(state, player, at=at, is_held_up=is_held_up, is_waiting=False)


def _stands_said(state: State, value: Standing) -> Message:
    return literal(space_text(state, (value.progress, value.level)))


def _put_boss(state: State, player: str, value: Standing) -> State:
    assert state.boss is not None
    is_over = state.boss.has_finished and value.progress >= state.board.columns
    return replace(state, boss=replace(state.boss, at=(value.progress, value.level), has_finished=is_over))


def _boss_at(state: State, player: str) -> Standing | None:
    boss = state.boss
    return Standing(boss.at[0], boss.at[1] or LEVELS[0]) if boss is not None else None


def _no_boss(state: State, player: str, value: Standing) -> Message | None:
    return say("rayman.correct.no_boss") if state.boss is None else _too_far(state, player, value)


def _lay_projectiles(state: State, player: str, lying: tuple[Place, ...]) -> State:
    """Takes the table's word for where projectiles lie; those that lie there already still fly in turn."""
    half = state.board.columns // 2
    known_ids = [projectile.id for projectile in state.projectiles]
    ids = known_ids
    if len(lying) != len(known_ids):
        left = list(state.projectiles)
        ids = []
        for at in lying:
            known = next((projectile for projectile in left if projectile.at == at), None)
            if known is not None:
                left.remove(known)
            ids.append(known.id if known is not None else min([0, *ids, *known_ids]) - 1)
    projectiles = tuple(
        Projectile(number, at, 0 if at[0] < half else half) for number, at in zip(ids, lying, strict=True)
    )
    return replace(state, projectiles=projectiles)


def _lie(state: State, player: str) -> tuple[Place, ...]:
    return tuple(projectile.at for projectile in state.projectiles)


def _off_board(state: State, player: str, lying: tuple[Place, ...]) -> Message | None:
    fits = all(0 <= column < state.board.columns and level in LEVELS for column, level in lying)
    return None if fits else say("rayman.correct.place")


def _ask_lying(state: State, player: str) -> Question:
    options = tuple(Option(list(at), literal(space_text(state, at))) for at in _lie(state, player))
    return Question("at", say("rayman.ask.projectiles"), "many", [], options)


def _ask_printed(state: State, player: str) -> tuple[Question, ...]:
    last = state.board.columns - 1
    return (number_asked("column", say("rayman.ask.printed_column"), 0, last), _ask_level())


def _and_lying(state: State, value: Printed) -> tuple[Place, ...]:
    return (*_lie(state, ""), (value.column, value.level))


# What a player holds


def _ask_tokens(state: State, player: str) -> Question:
    options = tuple(Option(token_id, token.named()) for token_id, token in state.tokens.items())
    return Question("tokens", say("rayman.ask.tokens"), "many", [], options, maximum=TOKEN_LIMIT)


def _no_tokens(state: State, player: str, tokens: tuple[str, ...]) -> Message | None:
    """Refuses tokens that somebody else holds or that the box does not have."""
    if any(token not in state.tokens for token in tokens):
        return say("rayman.correct.tokens", known=", ".join(state.tokens))
    if len(tokens) > TOKEN_LIMIT:
        return say("rayman.refuse.token_limit")
    there = Counter(state.bag) + Counter(state.spent) + Counter(state.racer(player).tokens)
    lacking = Counter(tokens) - there
    return say("rayman.correct.supply", token=state.tokens[next(iter(lacking))].named()) if lacking else None


def _exchange_tokens(state: State, player: str, tokens: tuple[str, ...]) -> State:
    """Takes tokens that came from the supply, and puts those that went to the discards."""
    before, after = Counter(state.racer(player).tokens), Counter(tokens)
    bag, spent = Counter(state.bag), Counter(state.spent)
    spent.update(before - after)
    for token, count in (after - before).items():
        from_bag = min(count, bag[token])
        bag[token] -= from_bag
        spent[token] -= count - from_bag
    changed = _racer(state, player, tokens=tokens)
    return changed if before == after else replace(changed, bag=dict(bag), spent=dict(spent))


def _ask_teensies(state: State, player: str) -> Question:
    options = tuple(Option(colour, say(f"rayman.colour.{colour}")) for colour, _ in state.board.teensies)
    return Question("freed", say("rayman.ask.teensies"), "many", [], options)


def _no_teensies(state: State, player: str, freed: tuple[str, ...]) -> Message | None:
    is_known = set(freed) <= set(TEENSIES)
    return None if is_known else say("rayman.correct.colours", known=", ".join(TEENSIES))


def _owned(racer: Racer) -> tuple[str, ...]:
    return racer.hand + racer.discard


def _ask_hand(state: State, player: str) -> Question:
    options = tuple(
        Option(card, state.cards[card].named() if card in state.cards else say("rayman.typed_card"))
        for card in _owned(state.racer(player))
    )
    return Question("hand", say("rayman.ask.cards"), "many", [], options)


def _no_hand(state: State, player: str, hand: tuple[str, ...]) -> Message | None:
    owned = _owned(state.racer(player))
    fits = set(hand) <= set(owned) and len(set(hand)) == len(hand)
    return None if fits else say("rayman.correct.cards", known=", ".join(owned))


def _take_hand(state: State, player: str, hand: tuple[str, ...]) -> State:
    """Takes cards in hand; the player's others are discarded."""
    racer = state.racer(player)
    rest = tuple(card for card in _owned(racer) if card not in hand)
    chosen = racer.chosen if set(racer.chosen or ()) <= set(hand) else None
    return _racer(state, player, hand=hand, discard=rest, chosen=chosen)


# Who is at the table


def _nobody_left(state: State, player: str, is_present: bool) -> Message | None:
    others = [other for other in state.racers if other.name != player]
    is_last = all(other.is_absent or other.has_finished for other in others)
    return say("rayman.correct.last_present") if is_last and not is_present else None


# All of them


def _fact(what: str, field: str, is_offered: Callable[[Racer], bool] | None = None) -> Correction[State]:
    """Declares something that is true of a player or not."""
    return Correction(
        id=what,
        label=say(f"rayman.what.{what}"),
        form=bool,
        now=lambda state, player: getattr(state.racer(player), field),
        change=lambda state, player, value: _racer(state, player, **{field: value}),
        is_offered=lambda state, player: is_offered is None or is_offered(state.racer(player)),
        clauses=CLAUSES,
    )


def _may_finish(racer: Racer) -> bool:
    return racer.has_finished or len(racer.freed) >= TEENSIES_NEEDED


def _held(
    what: str, field: str, asks: Callable[[State, str], Question], change: Change, why_not: WhyNot
) -> Correction[State]:
    """Declares something that a player holds."""
    return Correction(
        id=what,
        label=say(f"rayman.what.{what}"),
        form=tuple[str, ...],
        asks=asks,
        now=lambda state, player: getattr(state.racer(player), field),
        change=change,
        why_not=why_not,
        clauses=CLAUSES,
    )


CORRECTIONS: tuple[Correction[State], ...] = (
    Correction(
        id="place",
        label=say("rayman.what.place"),
        form=Standing,
        asks=lambda state, player: _ask_standing(state, state.racer(player).at),
        now=lambda state, player: Standing(*state.racer(player).at),
        says=_stands_said,
        change=_stand,
        why_not=_too_far,
        clauses=CLAUSES,
    ),
    _fact("heart", "has_heart"),
    _held("tokens", "tokens", _ask_tokens, _exchange_tokens, _no_tokens),
    _held(
        "teensies",
        "freed",
        _ask_teensies,
        lambda state, player, freed: _racer(state, player, freed=tuple(dict.fromkeys(freed))),
        _no_teensies,
    ),
    _held("cards", "hand", _ask_hand, _take_hand, _no_hand),
    Correction(
        id="initiative",
        label=say("rayman.what.initiative"),
        form=Annotated[int, Meta(ge=0, le=99)],
        asks=lambda state, player: number_asked("initiative", say("rayman.ask.initiative"), 0, 99),
        now=lambda state, player: state.racer(player).initiative,
        change=lambda state, player, value: _racer(state, player, initiative=value),
        is_offered=lambda state, player: (
            state.racer(player).initiative is not None and bool(state.racer(player).played)
        ),
        clauses=CLAUSES,
    ),
    _fact("slapped", "is_slapped"),
    _fact("immune", "is_immune"),
    Correction(
        id="bubble",
        label=say("rayman.what.bubble"),
        form=bool,
        now=lambda state, player: bool(state.racer(player).bubble),
        change=lambda state, player, value: _racer(
            state, player, bubble=("mode" if state.kind == "coop" else "action") if value else ""
        ),
        clauses=CLAUSES,
    ),
    _fact("finished", "has_finished", _may_finish),
    Correction(
        id="presence",
        label=say("rayman.what.presence"),
        form=bool,
        now=lambda state, player: not state.racer(player).is_absent,
        change=lambda state, player, value: _racer(state, player, is_absent=not value, chosen=None),
        why_not=_nobody_left,
        clauses=("RAY-TABLE-2",),
    ),
    Correction(
        id="pool",
        label=say("rayman.what.pool"),
        form=Pool,
        asks=lambda state, player: tuple(
            number_asked(icon, say(f"rayman.icon.{icon}"), 0, MOST_OF_AN_ICON)
            for icon in Pool.__struct_fields__
        ),
        now=lambda state, player: state.turn.pool if state.turn is not None else None,
        says=lambda state, pool: icons_said(pool) or say("core.correct.none"),
        change=lambda state, player, pool: (
            state if state.turn is None else replace(state, turn=replace(state.turn, pool=pool))
        ),
        is_of_player=False,
        is_offered=lambda state, player: state.turn is not None,
        why_not=lambda state, player, pool: (
            say("rayman.correct.no_turn") if state.turn is None else why_not_pool(pool)
        ),
        clauses=CLAUSES,
    ),
    Correction(
        id="projectiles",
        label=say("rayman.what.projectiles"),
        form=tuple[Place, ...],
        asks=_ask_lying,
        now=_lie,
        change=_lay_projectiles,
        is_of_player=False,
        is_offered=lambda state, player: bool(state.projectiles),
        why_not=_off_board,
        icon="projectile",
        clauses=("RAY-TABLE-4",),
    ),
    Correction(
        id="projectile",
        label=say("rayman.what.projectile"),
        form=Printed,
        asks=_ask_printed,
        change=lambda state, player, value: _lay_projectiles(state, player, _and_lying(state, value)),
        is_of_player=False,
        is_offered=lambda state, player: bool(state.projectile_id),
        why_not=lambda state, player, value: _off_board(state, player, _and_lying(state, value)),
        icon="projectile",
        clauses=("RAY-TABLE-4",),
    ),
    Correction(
        id="boss",
        label=say("rayman.what.boss"),
        form=Standing,
        asks=lambda state, player: _ask_standing(state, state.boss.at) if state.boss is not None else (),
        now=_boss_at,
        says=_stands_said,
        change=_put_boss,
        is_of_player=False,
        is_offered=lambda state, player: state.boss is not None,
        why_not=_no_boss,
        clauses=CLAUSES,
    ),
    JOIN,
)
