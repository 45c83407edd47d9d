"""What the camera read beside the board, as answers to what the night waits for: cards, a draw, a roll.

A reading counts only for places that have changed since the question came up: what still lies there from the
last round answers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.core.blocks import Choice, Json, View
from companion.core.dice import Die, FaceId
from companion.core.message import Message, literal, say
from companion.core.verdict import Way
from companion.ports.places import DRAWN, card_place
from companion.ports.reading import Reading, SeenCard
from kiosk.night.session import Session
from kiosk.presenters.cards import filled, picks
from kiosk.presenters.table.buttons import in_group

MOST_ANSWERS = 6
"""How many answers are offered where the camera is not sure, likeliest first."""

FEW = 3
"""How many cards a place may look like so that the player's hand may decide between them."""


class Answer(Struct, frozen=True):
    """Something that was read: as ways to record it, likeliest first, with a short name for each."""

    ways: tuple[Way, ...]
    names: tuple[Message, ...]
    is_certain: bool
    lines: tuple[Message, ...] = ()
    """What was read in detail."""


class ReadPlaces:
    """Follows what lies in the places since the present question came up."""

    def __init__(self) -> None:
        self._question: Any = None
        self._before = Reading()
        self._changed: set[str] = set()

    def follow(self, session: Session, reading: Reading | None) -> None:
        """Takes in the newest reading, and notices a new question."""
        if reading is None:
            return
        question = _question(session)
        if (question, reading.reader) != (self._question, self._before.reader):
            self._question, self._before, self._changed = question, reading, set()
        for place, card in reading.cards.items():
            if card.laid != self._before.cards.get(place, SeenCard()).laid:
                self._changed.add(place)

    def answer(self, session: Session, reading: Reading | None) -> Answer | None:
        """Returns what was read that answers the present question."""
        self.follow(session, reading)
        if reading is None or self._question is None:
            return None
        view = session.view()
        if view.dice is not None:
            return self._roll(view, reading)
        if in_group(view, "chance"):
            return self._draw(in_group(view, "chance"), reading)
        if in_group(view, "secret"):
            return self._cards(session, view, reading)
        named = tuple(choice for choice in view.choices if choice.card is not None and not choice.asks)
        return self._draw(named, reading) if named else None

    # Dice.

    def _roll(self, view: View, reading: Reading) -> Answer | None:
        request = view.dice
        assert request is not None
        dice = reading.dice
        faces = {tuple(die.ids) for die in request.dice}
        if reading.throws == self._before.throws or len(dice) != len(request.dice) or len(faces) != 1:
            return None
        known = next(iter(faces))
        if any(die.among[0] not in known for die in dice):
            return None
        first = tuple(die.among[0] for die in dice)
        rolls = [first]
        for index, die in sorted(enumerate(dice), key=lambda one: one[1].confidence):
            rolls += [
                (*first[:index], other, *first[index + 1 :]) for other in die.among[1:] if other in known
            ]
        rolls = rolls[:MOST_ANSWERS]
        names = tuple(_shown(request.dice[0], roll) for roll in rolls)
        ways = tuple(
            Way(({"command": "RollDice", "faces": list(roll)},), say("kiosk_places.rolled", roll=name))
            for roll, name in zip(rolls, names, strict=True)
        )
        return Answer(ways, names, all(die.is_certain for die in dice))

    # A drawn card, and cards that a choice names.

    def _draw(self, choices: tuple[Choice, ...], reading: Reading) -> Answer | None:
        seen = reading.cards.get(DRAWN)
        if seen is None or DRAWN not in self._changed:
            return None
        by_card: dict[str, Choice] = {}
        for choice in choices:
            by_card.setdefault(choice.card or str(choice.command.get("card", "")), choice)
        found = [by_card[name] for name in seen.among if name in by_card][:MOST_ANSWERS]
        if not found:
            return None
        ways = tuple(Way((one.command,), say("kiosk_places.drawn", card=one.label)) for one in found)
        return Answer(ways, tuple(one.label for one in found), is_certain=len(seen.among) == 1)

    # Everybody's cards at once.

    def _cards(self, session: Session, view: View, reading: Reading) -> Answer | None:
        """Returns the cards of all players once all lie open; each unsure place leaves a few answers."""
        commands: list[list[Json]] = [[]]
        said: list[list[Message]] = [[]]
        alone = dict(_only_choices(view))
        doubtful: list[Message] = []
        for player, places, choice in pickers(view):
            seen = [reading.cards.get(place, SeenCard()) for place in places]
            if player in alone:
                continue
            if any(not one.among or one.is_back for one in seen):
                return None
            if any(place not in self._changed for place in places):
                return None
            values = {str(option.value): option for option in picks(choice) or ()}
            possible = [[name for name in one.among if name in values] for one in seen]
            hands = _hands(possible)
            if not hands:
                return None
            titles = {card.id: card.title for card in session.view(player).cards}
            lines = [
                say(
                    "kiosk_places.of_player",
                    player=player,
                    cards=tuple(titles.get(name, values[name].label) for name in hand),
                )
                for hand in hands
            ]
            filled_in = [filled(choice, [values[name].value for name in hand]) for hand in hands]
            is_sure = all(_is_sure(one, names) for one, names in zip(seen, possible, strict=True))
            if not is_sure:
                doubtful.append(lines[0])
            # The likeliest answer of everybody first, then one player's other answers at a time.
            extra = [
                ([*commands[0], other], [*said[0], line])
                for other, line in zip(filled_in[1:], lines[1:], strict=True)
            ]
            commands = [[*done, filled_in[0]] for done in commands] + [one for one, _ in extra]
            said = [[*done, lines[0]] for done in said] + [one for _, one in extra]
        if not said[0]:
            said = [_forced(session, view, alone)]
        if not said[0]:
            return None
        tails = [*alone.values()]
        ways = tuple(
            Way((*made, *tails, *_then(session, [*made, *tails])), _headline(session, [*made, *tails]))
            for made in commands[:MOST_ANSWERS]
        )
        names = tuple(
            say("kiosk_places.or", players=tuple(_apart(said[0], lines))) for lines in said[: len(ways)]
        )
        return Answer(ways, names, not doubtful, tuple(said[0]))


def ready(view: View, reading: Reading | None) -> tuple[str, ...]:
    """Lists the players whose cards lie face down where they belong."""
    if reading is None:
        return ()
    return tuple(
        player
        for player, places, _ in pickers(view)
        if all(reading.cards.get(place, SeenCard()).is_back for place in places)
    )


def _shown(die: Die, roll: tuple[FaceId, ...]) -> Message:
    """Names a roll: numbers as a sum, symbols by their names."""
    if all(isinstance(face, int) for face in roll):
        return literal(" + ".join(str(face) for face in roll))
    return say("kiosk_places.symbols", faces=tuple(die.find_face(face).named for face in roll))


def _question(session: Session) -> Any:
    """Names what the night waits for now, None where nothing can be read for it."""
    view, night = session.view(), id(session)
    if in_group(view, "secret") and view.dice is None:
        return (night, "cards", view.round, view.phase)
    named = any(choice.card is not None for choice in view.choices)
    if view.dice is not None or in_group(view, "chance") or named:
        return (night, "chance", session.night.position)
    return None


def pickers(view: View) -> Iterator[tuple[str, list[str], Choice]]:
    """Yields who picks cards in secret, with the places where they are laid, from the left."""
    seats = {player.id: player.seat for player in view.players}
    for choice in in_group(view, "secret"):
        if choice.player in seats and picks(choice) is not None:
            seat = seats[choice.player or ""] + 1
            yield (
                choice.player or "",
                [card_place(seat, number + 1) for number in range(len(choice.asks))],
                choice,
            )


def _only_choices(view: View) -> Iterator[tuple[str, Json]]:
    """Yields the players who have one thing to choose that no card is needed for."""
    secrets = in_group(view, "secret")
    for player in dict.fromkeys(choice.player for choice in secrets):
        mine = [choice for choice in secrets if choice.player == player]
        if player is not None and len(mine) == 1 and not mine[0].asks and mine[0].card is None:
            yield player, mine[0].command


def _forced(session: Session, view: View, alone: dict[str, Json]) -> list[Message]:
    """Says what everybody has to choose where nobody has a choice and nothing becomes known by it."""
    secrets = in_group(view, "secret")
    if len(alone) != len(secrets):
        return []
    if any(session.night.read_command(command).is_barrier for command in alone.values()):
        return []
    return [say("kiosk_places.of_player", player=one.player or "", cards=(one.label,)) for one in secrets]


def _is_sure(seen: SeenCard, possible: list[str]) -> bool:
    """Tells whether one card is left, as the others that it looks like are not in the player's hand."""
    return len(possible) == 1 and seen.among[0] == possible[0] and len(seen.among) <= FEW


def _hands(among: list[list[str]]) -> list[list[str]]:
    """Lists hands, the likeliest first; the others differ from it in one place. No card lies twice."""
    if any(not names for names in among):
        return []
    first = [names[0] for names in among]
    hands = [first] + [
        [*first[:index], other, *first[index + 1 :]]
        for index, names in enumerate(among)
        for other in names[1:]
    ]
    return [hand for hand in hands if len(set(hand)) == len(hand)]


def _then(session: Session, commands: list[Json]) -> tuple[Json, ...]:
    """Returns the turning over of cards where that is all that is left to do: they lie open already."""
    view = session.foresee(commands)
    left = [choice for choice in view.choices if choice.group != "table"]
    is_all = len(left) == 1 and left[0].group == "main" and not left[0].asks and view.dice is None
    return (left[0].command,) if is_all else ()


def _headline(session: Session, commands: list[Json]) -> Message:
    """Says in which order the players come now; where cards leave that open, who has laid cards."""
    players = session.foresee([*commands, *_then(session, commands)]).players
    if any(player.value is None for player in players):
        return say("kiosk_places.cards", players=tuple(literal(player.name) for player in players))
    named = tuple(
        say("kiosk_places.initiative", player=player.name, value=player.value or 0) for player in players
    )
    return say("kiosk_places.order", players=named)


def _apart(first: list[Message], other: list[Message]) -> list[Message]:
    """Returns what another answer says otherwise than the first one."""
    return [line for line in other if line not in first] or other[:1]
