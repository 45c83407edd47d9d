"""Before the game: the questions of the wizard, the first state, and how to lay out the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.content.defects import find_defects
from companion.content.library import Content
from companion.core.blocks import Json, Option, Question
from companion.core.deck import UNKNOWN
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.pickle_rick.content import PLAIN_TILES, SPECIALS, Card, Character, Special, Tile
from companion.games.pickle_rick.dispute.told import place_name
from companion.games.pickle_rick.options import Options, Setup, SetupPlayer
from companion.games.pickle_rick.state import AnyAsk, Deck, DrawCard, Guard, Lying, Roll, State
from companion.games.pickle_rick.turn.cards import SIDE_NAMES, SideName
from companion.games.pickle_rick.turn.tiles import Place

MIN_PLAYERS, MAX_PLAYERS = 1, 2
CARDS_DEALT = 5
GUARDS_AT_A_POST = 2
HIDDEN = {"two": 2, "solo": 3, "solo_hard": 4}
"""How many tiles lie face down between special tiles (PKR-SETUP-2)."""
OPTION_CLAUSES = {
    "forced_spending": "PKR-SPEND-4",
    "zero_health_ends": "PKR-END-2",
    "walled_in_loses": "PKR-END-5",
    "solo_ties": "PKR-SOLO-5",
    "round_limit": "PKR-TABLE-3",
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "forced_spending": ("book", "jokers", "off"),
    "zero_health_ends": ("turn", "now"),
    "solo_ties": ("player", "random", "worst"),
    "round_limit": (None, 10, 20, 30, 60),
}


def questions(content: Content, answers: Json) -> tuple[Question, ...]:
    """Lists what to ask before a game: who plays which side, the corridor, house rules."""
    mode = answers.get("mode") or "two"
    is_solo = mode != "two"
    sides = tuple(Option(side, say(f"pickle_rick.side.{side}")) for side in SIDE_NAMES)
    default = [{"name": "Ana", "side": "rick"}] + ([] if is_solo else [{"name": "Bo", "side": "russians"}])
    count = 1 if is_solo else 2
    asked = [
        _pick("mode", "two", tuple(HIDDEN), "PKR-SETUP-2"),
        _pick("corridor", "right", ("right", "left"), "PKR-SETUP-1"),
        _pick("hands", "known", ("known", "secret"), "PKR-TABLE-1"),
        Question(
            "players", say("pickle_rick.ask.players"), "players", page="players", default=default,
            options=sides[:count], minimum=count, maximum=count, clauses=("PKR-SETUP-3",),
        ),
    ]  # fmt: skip
    asked += [_option(name) for name in OPTION_CLAUSES if is_solo or name != "solo_ties"]
    return tuple(asked)


def _pick(field: str, default: str, values: tuple[str, ...], clause: str) -> Question:
    options = tuple(
        Option(value, say(f"pickle_rick.ask.{field}.{value}"), say(f"pickle_rick.ask.{field}.{value}.help"))
        for value in values
    )
    words = say(f"pickle_rick.ask.{field}")
    return Question(field, words, "choice", default=default, page="mode", clauses=(clause,), options=options)


def _option(name: str) -> Question:
    words, clauses = say(f"pickle_rick.option.{name}"), (OPTION_CLAUSES[name],)
    field, default = f"options.{name}", getattr(Options(), name)
    if name in CHOICES:
        offered = tuple(Option(value, _value_words(name, value)) for value in CHOICES[name])
        return Question(field, words, "choice", default=default, options=offered, clauses=clauses)
    return Question(field, words, "toggle", default=default, clauses=clauses)


def _value_words(name: str, value: Any) -> Message:
    if name == "round_limit":
        return say("pickle_rick.rounds", count=value) if value else say("pickle_rick.no_limit")
    return say(f"pickle_rick.option.{name}.{value}")


def new_state(setup: Json, content: Content) -> State:
    """Returns the first state of a game; refuses with Invalid listing every defect of the set-up."""
    chosen = _read(setup)
    tiles = {name: one for name, one in content.of_kind("tiles").items() if isinstance(one, Tile)}
    found = content.of_kind("cards").items()
    cards = {name: one for name, one in found if isinstance(one, Card) and one.copies}
    players, defects = _players(chosen)
    mode = chosen.mode or ("two" if len(chosen.players) != 1 else "solo")
    if not defects and (mode == "two") != (len(players) == 2):
        defects.append(say("pickle_rick.bad.mode", mode=mode, count=len(players)))
    defects += _tile_defects(tiles)
    for side in SIDE_NAMES:
        if sum(card.copies for card in cards.values() if card.side == side) <= CARDS_DEALT:
            defects.append(say("pickle_rick.bad.few_cards", side=say(f"pickle_rick.side.{side}")))
    if defects:
        raise Invalid(say("pickle_rick.bad.setup", count=len(defects)), details=tuple(defects))
    hidden = HIDDEN[mode]
    special: dict[Special, str] = {tile.special: name for name, tile in tiles.items() if tile.special}
    lying, posts, rooftop = lay_corridor(special, hidden, chosen.corridor == "right")
    is_secret = chosen.hands == "secret"
    decks: dict[SideName, Deck] = {"russians": Deck()}
    decks |= {side: _deck(cards, side, is_secret) for side in players}
    agenda: list[AnyAsk] = [Roll("rick")]
    if not is_secret:
        agenda += [DrawCard(side) for side in reversed(players) for _ in range(CARDS_DEALT)]
    return State(
        options=chosen.options,
        players=players,
        tiles=tiles,
        cards=cards,
        characters={n: c for n, c in content.of_kind("characters").items() if isinstance(c, Character)},
        lying=lying,
        rooftop=rooftop,
        stack=PLAIN_TILES - 3 * hidden,
        hidden=hidden,
        corridor=chosen.corridor,
        is_secret=is_secret,
        is_sample=content.is_sample,
        guards=tuple(Guard(f"g{n}", posts[(n - 1) // GUARDS_AT_A_POST]) for n in range(1, 5)),
        decks=decks,
        agenda=tuple(agenda),
    )


def lay_corridor(
    special: Mapping[Special, str], hidden: int, is_right: bool
) -> tuple[dict[str, Lying], tuple[str, str], str]:
    """Lays the corridor: where each tile lies, where the Guard Posts are, and the Rooftop (PKR-SETUP-1)."""
    sign, far = (1 if is_right else -1), hidden + 1
    corners: list[Place] = [(0, 0), (0, far), (sign * far, far), (sign * far, 2 * far)]
    lying: dict[str, Lying] = {}
    for index, (x, y) in enumerate(corners):
        lying[place_name((x, y))] = Lying(special[SPECIALS[index]])
        if index < len(corners) - 1:
            to_x, to_y = corners[index + 1]
            for step in range(1, far):
                between = (x + (to_x - x) // far * step, y + (to_y - y) // far * step)
                lying[place_name(between)] = Lying()
    post_a, post_b, rooftop = (place_name(corner) for corner in corners[1:])
    return lying, (post_a, post_b), rooftop


def _deck(cards: dict[str, Card], side: SideName, is_secret: bool) -> Deck:
    pile = {name: card.copies for name, card in cards.items() if card.side == side}
    if not is_secret:
        return Deck(pile)
    return Deck({UNKNOWN: sum(pile.values()) - CARDS_DEALT}, (UNKNOWN,) * CARDS_DEALT)


def _read(setup: Json) -> Setup:
    defects = find_defects(setup, Setup, "setup")
    if defects:
        details = tuple(defect.as_message() for defect in defects)
        raise Invalid(say("pickle_rick.bad.setup", count=len(defects)), details=details)
    return msgspec.convert(setup, Setup)


def _players(chosen: Setup) -> tuple[dict[SideName, str], list[Message]]:
    """Gives each player a side: the one chosen, else Rick first."""
    players = [SetupPlayer(one) if isinstance(one, str) else one for one in chosen.players]
    found: list[Message] = []
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        found.append(say("pickle_rick.bad.player_count", count=len(players)))
    names = [player.name for player in players]
    if any(not name.strip() for name in names):
        found.append(say("pickle_rick.bad.no_name"))
    if len(set(names)) < len(names):
        found.append(say("pickle_rick.bad.name_twice", name=names[0]))
    sides: dict[SideName, str] = {}
    for player in players:
        if player.side is not None:
            if player.side in sides or (len(players) == 1 and player.side != "rick"):
                found.append(say("pickle_rick.bad.side", side=say(f"pickle_rick.side.{player.side}")))
            sides[player.side] = player.name
    for player in players:
        if player.side is None:
            free = next((side for side in SIDE_NAMES if side not in sides), None)
            if free is not None:
                sides[free] = player.name
    return {side: sides[side] for side in SIDE_NAMES if side in sides}, found


def _tile_defects(tiles: dict[str, Tile]) -> list[Message]:
    found = []
    for special in SPECIALS:
        there = [name for name, tile in tiles.items() if tile.special == special]
        if len(there) != 1:
            found.append(
                say("pickle_rick.bad.special", tile=say(f"pickle_rick.special.{special}"), count=len(there))
            )
        found += [
            say("pickle_rick.bad.special_walls", tile=tiles[name].named())
            for name in there
            if tiles[name].walls or (special == "rooftop" and tiles[name].vent)
        ]
    plain = sum(not tile.special for tile in tiles.values())
    if plain != PLAIN_TILES:
        found.append(say("pickle_rick.bad.tiles", count=plain, expected=PLAIN_TILES))
    return found


def layout(state: State) -> tuple[Message, ...]:
    """Says how to lay out the real table now: tiles, figures, piles, one instruction each."""
    said = [say(f"pickle_rick.layout.corridor.{state.corridor}", count=state.hidden)]
    for place, lies in state.lying.items():
        if lies.tile and not state.tiles[lies.tile].special:
            arrow = say(f"pickle_rick.arrow.{('up', 'right', 'down', 'left')[lies.quarters]}")
            said.append(
                say("pickle_rick.log.laid", tile=state.tiles[lies.tile].named(), place=place, arrow=arrow)
            )
    said.append(say("pickle_rick.layout.stack", count=state.stack))
    where = state.tile_name(state.rick_at)
    said.append(say("pickle_rick.layout.rick", place=where, health=state.rick_health))
    for place in dict.fromkeys(guard.at for guard in state.guards):
        count = sum(guard.at == place for guard in state.guards)
        said.append(say("pickle_rick.layout.guards", count=count, place=state.tile_name(place)))
    said.append(say("pickle_rick.layout.reserve", count=state.reserve))
    if state.jaguar == "on":
        where = state.tile_name(state.jaguar_at)
        said.append(say("pickle_rick.layout.jaguar_on", place=where, health=state.jaguar_health))
    else:
        said.append(say(f"pickle_rick.layout.jaguar_{state.jaguar}"))
    for side, name in state.players.items():
        count = len(state.decks[side].hand) or CARDS_DEALT
        said.append(say("pickle_rick.layout.hand", player=name, count=count))
    return tuple(said)
