"""The buttons: every legal command in words, with the space to touch for it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.core.blocks import Choice, Option, Question
from companion.core.command import Command, RevealCard, RollDice
from companion.core.message import Message, say
from companion.games.rayman import commands as c
from companion.games.rayman.labels import card_said, words_for
from companion.games.rayman.legal import legal_commands
from companion.games.rayman.notes import space_text
from companion.games.rayman.round import can_bubble, choosers, must_bubble
from companion.games.rayman.state import Pool, Racer, State

ICONS: dict[type[Command], str] = {
    c.Move: "move",
    c.Jump: "jump",
    c.Drift: "glide",
    c.StartGlide: "glide",
    c.EndGlide: "glide",
    c.Fall: "fall",
    c.SlapEnemy: "slap",
    c.FreeTeensy: "teensy",
    c.SlapFigure: "slap",
    c.TakeHeart: "heart",
    c.GiveHeart: "heart",
    c.UseToken: "token",
    c.DiscardToken: "token",
    c.TradeToken: "token",
    c.UseLum: "lums",
    c.Convert: "crouch",
    c.ChooseBubble: "bubble",
    c.EndTurn: "end",
    c.Continue: "continue",
    c.Reveal: "reveal",
}
MAIN = (c.EndTurn, c.Continue, c.Reveal, c.Stay, c.PlaceFigure, c.PickCard, c.DropCard, c.ChooseLegendary)
Group = Literal["main", "step", "chance", "secret", "table"]


def choices(state: State, viewer: str | None) -> tuple[Choice, ...]:
    """Lists everything that can be done now, and the table's corrections."""
    legal = legal_commands(state)
    found = _secrets(state, viewer)
    for index, command in enumerate(legal):
        player = getattr(command, "player", None)
        group = _group(command)
        if group == "secret":
            continue
        found.append(
            Choice(
                label=words_for(state, command),
                command=msgspec.to_builtins(command),
                icon=ICONS.get(type(command), ""),
                space=_space(state, command),
                player=player,
                group=group,
                is_primary=index == 0,
            )
        )
    return (*found, *_corrections(state))


def _group(command: Command) -> Group:
    if isinstance(command, RollDice | RevealCard):
        return "chance"
    if isinstance(command, c.ChooseCards | c.ChooseBubble | c.TypeCards):
        return "secret"
    return "main" if isinstance(command, MAIN) else "step"


def _space(state: State, command: Command) -> str | None:
    """Returns the space whose touch means the command."""
    turn = state.turn
    match command:
        case c.PlaceFigure(to=to):
            return space_text(state, to)
        case c.PlaceTeensy(at=at) | c.SlapEnemy(at=at):
            return space_text(state, at)
        case c.FreeTeensy(colour=colour):
            space = state.board.space_of_teensy(colour)
            return None if space is None else space_text(state, space)
        case c.SlapFigure(figure=figure):
            return space_text(state, state.racer(figure).at)
        case RevealCard(deck=deck, card=card) if deck.startswith("teensy:"):
            return card
    if turn is None:
        return None
    p, level = state.racer(turn.player).at
    match command:
        case c.Move(by=by):
            return space_text(state, (p + by, level))
        case c.Jump():
            return space_text(state, (p, level + 1))
        case c.Drift(by=by):
            return space_text(state, (p, level + by))
        case c.Fall():
            return space_text(state, (p, level - 1))
    return None


# The secret choice


def _secrets(state: State, viewer: str | None) -> list[Choice]:
    """Lets each player pick two cards in order, type them, or take a Bubble."""
    if not state.agenda or state.agenda[0].kind != "choosing":
        return []
    found: list[Choice] = []
    for racer in choosers(state):
        if viewer not in (None, racer.name):
            continue
        if not must_bubble(racer):
            found.append(_typed(state, racer.name) if state.is_typed else _pick_two(state, racer))
        if must_bubble(racer) or can_bubble(state, racer):
            found.append(
                Choice(
                    label=say("rayman.do.bubble"),
                    command=msgspec.to_builtins(c.ChooseBubble(racer.name)),
                    icon="bubble",
                    player=racer.name,
                    group="secret",
                    clauses=("RAY-BUBBLE-1", "RAY-BUBBLE-2"),
                )
            )
    return found


def _pick_two(state: State, racer: Racer) -> Choice:
    options = tuple(Option(card, card_said(state, card)) for card in racer.hand)
    first, second = racer.hand[:2]
    return Choice(
        label=say("rayman.do.pick_cards"),
        command=msgspec.to_builtins(c.ChooseCards(racer.name, first, second)),
        icon="cards",
        player=racer.name,
        group="secret",
        is_primary=True,
        asks=(
            Question("left", say("rayman.ask.left"), "choice", first, options),
            Question("right", say("rayman.ask.right"), "choice", second, options),
        ),
        clauses=("RAY-CARD-1", "RAY-INIT-2"),
    )


def _typed(state: State, name: str) -> Choice:
    """Asks what the two cards show."""
    icons = tuple(_number(icon, say(f"rayman.icon.{icon}"), 0, 20) for icon in Pool.__struct_fields__)
    return Choice(
        label=say("rayman.do.type_cards", player=name),
        command=msgspec.to_builtins(c.TypeCards(name, 0, 0)),
        player=name,
        group="secret",
        is_primary=True,
        asks=(
            _number("initiative", say("rayman.ask.initiative"), 0, 99),
            _number("second", say("rayman.ask.second"), 0, 99),
            *icons,
        ),
        clauses=("RAY-SETUP-11",),
    )


def _number(field: str, text: Message, low: int, high: int) -> Question:
    return Question(id=field, label=text, kind="number", default=low, minimum=low, maximum=high)


# Corrections


def _corrections(state: State) -> list[Choice]:
    found: list[Choice] = []
    if state.outcome is not None:
        return found
    for racer in state.racers:
        name = racer.name
        toggles: tuple[tuple[str, Command], ...] = (
            ("heart", c.CorrectHeart(name, not racer.has_heart)),
            ("slapped", c.CorrectMark(name, "slapped", not racer.is_slapped)),
            ("bubble", c.CorrectMark(name, "bubble", not racer.bubble)),
            ("presence", c.CorrectPresence(name, racer.is_absent)),
        )
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
                    asks=(_number("initiative", say("rayman.ask.initiative"), 0, 99),),
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
                    msgspec.structs.replace(
                        _number(icon, say(f"rayman.icon.{icon}"), 0, 40),
                        default=pool.get(icon, 0),
                    )
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
                _number("column", say("rayman.ask.printed_column"), 0, last),
                _number("level", say("rayman.ask.level"), 1, 3),
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
    progress = msgspec.structs.replace(_number("progress", say("rayman.ask.column"), 0, limit), default=at[0])
    level = msgspec.structs.replace(_number("level", say("rayman.ask.level"), 1, 3), default=at[1] or 1)
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
