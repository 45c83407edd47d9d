"""The table's corrections as buttons with their questions."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.blocks import Choice, Option, Question
from companion.core.command import Command
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.notes import space_text
from companion.games.rayman.state import TEENSIES_NEEDED, Pool, State


def corrections(state: State) -> list[Choice]:
    """Lists what the table can override, filled with what the record says now."""
    found: list[Choice] = []
    if state.outcome is not None:
        return found
    for racer in state.racers:
        name = racer.name
        toggles: tuple[tuple[str, Command], ...] = (
            ("heart", c.CorrectHeart(name, not racer.has_heart)),
            ("slapped", c.CorrectMark(name, "slapped", not racer.is_slapped)),
            ("immune", c.CorrectMark(name, "immune", not racer.is_immune)),
            ("bubble", c.CorrectMark(name, "bubble", not racer.bubble)),
            ("presence", c.CorrectPresence(name, racer.is_absent)),
        )
        if len(racer.freed) >= TEENSIES_NEEDED or racer.has_finished:
            toggles += (("finished", c.CorrectMark(name, "finished", not racer.has_finished)),)
        found.append(_place_choice(state, "place", c.CorrectPlace(name, *racer.at), name, racer.at))
        found += [
            Choice(
                label=say(f"rayman.table.{what}.{'yes' if _is_on(command) else 'no'}", player=name),
                command=msgspec.to_builtins(command),
                player=name,
                group="table",
                clauses=("RAY-TABLE-1",),
            )
            for what, command in toggles
        ]
        found.append(_many(state, name, "tokens", c.CorrectTokens(name, racer.tokens), racer.tokens))
        found.append(_many(state, name, "teensies", c.CorrectTeensies(name, racer.freed), racer.freed))
        found.append(_many(state, name, "cards", c.CorrectCards(name, racer.hand), racer.hand))
        if racer.initiative is not None and racer.played:
            found.append(
                Choice(
                    label=say("rayman.table.initiative", player=name),
                    command=msgspec.to_builtins(c.CorrectInitiative(name, racer.initiative)),
                    player=name,
                    group="table",
                    asks=(number_asked("initiative", say("rayman.ask.initiative"), 0, 99),),
                    clauses=("RAY-TABLE-1",),
                )
            )
    if state.projectile_id:
        found += _projectile_choices(state)
    if state.boss is not None:
        found.append(_place_choice(state, "boss", c.CorrectBoss(*state.boss.at), None, state.boss.at))
    if state.turn is not None:
        pool = state.turn.pool.as_dict()
        found.append(
            Choice(
                label=say("rayman.table.pool"),
                command=msgspec.to_builtins(c.CorrectPool(**pool)),
                group="table",
                asks=tuple(
                    number_asked(icon, say(f"rayman.icon.{icon}"), 0, 40, pool.get(icon, 0))
                    for icon in Pool.__struct_fields__
                ),
                clauses=("RAY-TABLE-1",),
            )
        )
    if state.kind != "solo" and len(state.racers) < 6:
        found.append(_join(state))
    return found


def _projectile_choices(state: State) -> list[Choice]:
    """Lets the table put a projectile down or take one off."""
    last = state.board.columns - 1
    found = [
        Choice(
            label=say("rayman.table.add_projectile"),
            command=msgspec.to_builtins(c.AddProjectile(0, 1)),
            icon="projectile",
            group="table",
            asks=(
                number_asked("column", say("rayman.ask.printed_column"), 0, last),
                number_asked("level", say("rayman.ask.level"), 1, 3),
            ),
            clauses=("RAY-TABLE-4",),
        )
    ]
    for projectile in state.projectiles:
        left = tuple(other.at for other in state.projectiles if other.id != projectile.id)
        found.append(
            Choice(
                label=say("rayman.table.remove_projectile", space=space_text(state, projectile.at)),
                command=msgspec.to_builtins(c.CorrectProjectiles(left)),
                icon="projectile",
                group="table",
                clauses=("RAY-TABLE-4",),
            )
        )
    return found


def _is_on(command: Any) -> bool:
    return bool(
        getattr(command, "has_heart", None)
        or getattr(command, "is_set", None)
        or getattr(command, "is_present", None)
    )


def _place_choice(
    state: State, what: str, command: Command, player: str | None, at: tuple[int, int]
) -> Choice:
    limit = (at[0] // state.board.columns + 2) * state.board.columns - 1
    progress = msgspec.structs.replace(
        number_asked("progress", say("rayman.ask.column"), 0, limit), default=at[0]
    )
    level = msgspec.structs.replace(number_asked("level", say("rayman.ask.level"), 1, 3), default=at[1] or 1)
    return Choice(
        label=say(f"rayman.table.{what}", player=player or ""),
        command=msgspec.to_builtins(command),
        player=player,
        group="table",
        asks=(progress, level),
        clauses=("RAY-TABLE-1",),
    )


def _many(state: State, name: str, what: str, command: Command, now: tuple[str, ...]) -> Choice:
    if what == "tokens":
        options = tuple(Option(token_id, token.named()) for token_id, token in state.tokens.items())
        field = "tokens"
    elif what == "teensies":
        options = tuple(Option(colour, say(f"rayman.colour.{colour}")) for colour, _ in state.board.teensies)
        field = "freed"
    else:
        racer = state.racer(name)
        options = tuple(
            Option(card, state.cards[card].named() if card in state.cards else say("rayman.typed_card"))
            for card in racer.hand + racer.discard
        )
        field = "hand"
    question = Question(
        id=field, label=say(f"rayman.ask.{what}"), kind="many", default=list(now), options=options
    )
    return Choice(
        label=say(f"rayman.table.{what}", player=name),
        command=msgspec.to_builtins(command),
        player=name,
        group="table",
        asks=(question,),
        clauses=("RAY-TABLE-1",),
    )


def _join(state: State) -> Choice:
    taken = {racer.hero for racer in state.racers}
    options = tuple(
        Option(hero, Message(texts=names)) for hero, names in state.heroes.items() if hero not in taken
    )
    first = options[0].value if options else ""
    return Choice(
        label=say("rayman.table.join"),
        command=msgspec.to_builtins(c.JoinLate("", first)),
        group="table",
        asks=(
            Question(id="name", label=say("rayman.ask.name"), kind="text", default=""),
            Question(id="hero", label=say("rayman.ask.hero"), kind="choice", default=first, options=options),
        ),
        clauses=("RAY-TABLE-3",),
    )


def number_asked(field: str, text: Message, low: int, high: int, now: int | None = None) -> Question:
    """Asks for a number, proposing the present one."""
    default = low if now is None else now
    return Question(id=field, label=text, kind="number", default=default, minimum=low, maximum=high)
