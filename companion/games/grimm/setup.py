"""Before the race: the questions of the wizard, the first state, and how to lay out the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from companion.content.defects import find_defects
from companion.content.library import Content
from companion.core.blocks import Json, Option, Question
from companion.core.deck import UNKNOWN
from companion.core.errors import Invalid
from companion.core.message import Message, label, say
from companion.games.grimm.content import POWERS, Board, Character, Spell
from companion.games.grimm.graph import defects_of, graph_of, ways_of
from companion.games.grimm.options import Options, Setup, SetupPlayer
from companion.games.grimm.state import AnyAsk, DealCharacter, DrawCard, Hero, RollForStart, State

MIN_PLAYERS, MAX_PLAYERS = 2, 6
CARDS_DEALT = 2
GUESTS = ("Ana", "Bo")
"""The players that the wizard begins with."""
OPTION_CLAUSES = {
    "hood_power": "GRM-POWER-4",
    "hood_text": "GRM-POWER-4",
    "silence": "GRM-SPELL-9",
    "minimum_move": "GRM-MOVE-7",
    "cast_after_roll": "GRM-TURN-6",
    "counter_chain": "GRM-SPELL-11",
    "counter_saves": "GRM-SPELL-11",
    "displace_effects": "GRM-SPELL-3",
    "chest_by": "GRM-EQUIP-1",
    "chest_under_pawn": "GRM-EQUIP-6",
    "reroll": "GRM-SPACE-4",
    "portal_exact": "GRM-PORTAL-2",
    "round_limit": "GRM-TURN-7",
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "silence": ("next_turn_end", "next_turn_start", "by_hand"),
    "minimum_move": (0, 1),
    "counter_saves": ("all", "self"),
    "chest_by": ("passing", "stopping"),
    "reroll": ("unlimited", "once"),
    "hood_power": POWERS,
    "round_limit": (None, 10, 20, 30, 60),
}


def questions(content: Content, answers: Json) -> tuple[Question, ...]:
    """Lists what to ask before a race; a text for Red Riding Hood only where her power is one."""
    boards = content.of_kind("boards")
    characters = tuple(Option(name, entity.named()) for name, entity in content.of_kind("characters").items())
    is_random = answers.get("characters", "random") == "random"
    guests = [
        {"name": name, "character": role}
        for name, role in zip(GUESTS, content.of_kind("characters"), strict=False)
    ]
    asked = [
        _pick("characters", "random", ("random", "chosen"), "GRM-SETUP-2"),
        _pick("hands", "known", ("known", "secret"), "GRM-HAND-3"),
        Question(
            "players", say("grimm.ask.players"), "players", page="players",
            default=None if is_random else guests, options=() if is_random else characters,
            minimum=MIN_PLAYERS, maximum=MAX_PLAYERS, clauses=("GRM-SETUP-1", "GRM-SETUP-2"),
        ),
        Question(
            "board", say("grimm.ask.board"), "choice", default=next(iter(boards), ""), page="board",
            options=tuple(Option(name, entity.named()) for name, entity in boards.items()),
        ),
    ]  # fmt: skip
    chosen = answers.get("options") or {}
    has_text = chosen.get("hood_power") == "text" or answers.get("options.hood_power") == "text"
    asked += [_option_question(name) for name in OPTION_CLAUSES if name != "hood_text" or has_text]
    return tuple(asked)


def _pick(field: str, default: str, values: tuple[str, ...], clause: str) -> Question:
    options = tuple(
        Option(value, say(f"grimm.ask.{field}.{value}"), say(f"grimm.ask.{field}.{value}.help"))
        for value in values
    )
    words = say(f"grimm.ask.{field}")
    return Question(field, words, "choice", default=default, page="mode", clauses=(clause,), options=options)


def _option_question(name: str) -> Question:
    default = getattr(Options(), name)
    words = say(f"grimm.option.{name}")
    field = f"options.{name}"
    clauses = (OPTION_CLAUSES[name],)
    if name in CHOICES:
        offered = tuple(Option(value, _option_words(name, value)) for value in CHOICES[name])
        first = "none" if name == "hood_power" else default
        return Question(field, words, "choice", default=first, options=offered, clauses=clauses)
    if isinstance(default, bool):
        return Question(field, words, "toggle", default=default, clauses=clauses)
    return Question(field, words, "text", default=default, clauses=clauses)


def _option_words(name: str, value: Any) -> Message:
    if name == "round_limit" and value is not None:
        return say("grimm.option.round_limit.rounds", count=value)
    return say(f"grimm.option.{name}.{'none' if value is None else value}")


def new_state(setup: Json, content: Content) -> State:
    """Returns the first state of a race; refuses with Invalid listing every defect of the set-up."""
    chosen = _read(setup)
    boards = {name: board for name, board in content.of_kind("boards").items() if isinstance(board, Board)}
    characters = {n: c for n, c in content.of_kind("characters").items() if isinstance(c, Character)}
    spells = {n: s for n, s in content.of_kind("spells").items() if isinstance(s, Spell) and s.copies}
    players = tuple(SetupPlayer(p) if isinstance(p, str) else p for p in chosen.players)
    if chosen.characters == "random":
        players = tuple(SetupPlayer(player.name) for player in players)
    defects = _player_defects(players, characters)
    board_id = chosen.board or next(iter(boards), "")
    if board_id not in boards:
        known = ", ".join(boards) or "-"
        defects.append(say("grimm.bad.board", board=board_id, known=known))
    else:
        defects += defects_of(boards[board_id])
    if sum(spell.copies for spell in spells.values()) < CARDS_DEALT * len(players):
        defects.append(say("grimm.bad.few_spells"))
    if defects:
        raise Invalid(say("grimm.bad.setup", count=len(defects)), details=tuple(defects))
    graph = graph_of(board_id, boards[board_id])
    starts = ways_of(graph).starts
    is_secret = chosen.hands == "secret"
    deck = {name: spell.copies for name, spell in spells.items()}
    if is_secret:
        deck = {UNKNOWN: sum(deck.values()) - CARDS_DEALT * len(players)}
    names = tuple(player.name for player in players)
    heroes = tuple(
        Hero(
            player.name,
            player.character or "",
            starts[characters[player.character].colour] if player.character else "",
            hand=(UNKNOWN,) * CARDS_DEALT if is_secret else (),
        )
        for player in players
    )
    agenda: list[AnyAsk] = [RollForStart(names[0], names)]
    if not is_secret:
        agenda += [DrawCard(name) for name in reversed(names) for _ in range(CARDS_DEALT)]
    agenda += [DealCharacter(p.name) for p in reversed(players) if p.character is None]
    return State(
        graph, spells, characters, chosen.options, heroes, tuple(agenda),
        is_sample=content.is_sample, deck=deck,
    )  # fmt: skip


def _read(setup: Json) -> Setup:
    defects = find_defects(setup, Setup, "setup")
    if defects:
        details = tuple(defect.as_message() for defect in defects)
        raise Invalid(say("grimm.bad.setup", count=len(defects)), details=details)
    return msgspec.convert(setup, Setup)


def _player_defects(players: tuple[SetupPlayer, ...], characters: dict[str, Character]) -> list[Message]:
    found: list[Message] = []
    most = min(MAX_PLAYERS, len(characters))
    if not MIN_PLAYERS <= len(players) <= most:
        found.append(say("grimm.bad.player_count", minimum=MIN_PLAYERS, maximum=most, count=len(players)))
    names = [player.name for player in players]
    if any(not name.strip() for name in names):
        found.append(say("grimm.bad.no_name"))
    found += [say("grimm.bad.name_twice", name=n) for n, times in Counter(names).items() if times > 1]
    taken = [player.character for player in players if player.character is not None]
    for character, times in Counter(taken).items():
        if character not in characters:
            known = ", ".join(characters)
            found.append(say("grimm.bad.character", character=character, known=known))
        elif times > 1:
            found.append(say("grimm.bad.character_twice", character=label(characters[character].label)))
    colours = [character.colour for character in characters.values()]
    if len(set(colours)) < len(colours):
        found.append(say("grimm.bad.colour_twice"))
    return found


def layout(state: State) -> tuple[Message, ...]:
    """Says how to lay out the table, one instruction each (GRM-SETUP-2 to GRM-SETUP-6)."""
    said = [say("grimm.layout.board", board=label(state.graph.label))]
    if any(not hero.character for hero in state.heroes):
        said.append(say("grimm.layout.characters"))
    for hero in state.heroes:
        if hero.character:
            who = label(state.characters[hero.character].label)
            colour = say(f"grimm.colour.{state.characters[hero.character].colour}")
            said.append(say("grimm.layout.pawn", player=hero.name, character=who, colour=colour))
    said.append(say("grimm.layout.equipment"))
    said.append(say("grimm.layout.spells", count=CARDS_DEALT))
    said.append(say("grimm.layout.chests"))
    return tuple(said)
