"""Nothing that is sent to a phone depends on what its owner may not know.

Every state is told twice: as it is, and with other secrets of the others. A phone must be told the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.command import Command
from companion.i18n import words
from companion.night.reasons import mover_of
from companion.phones.forms import Phone
from companion.phones.telling import tell_view
from tests.contract.games import SETUPS, Table as Played
from tests.phones.conftest import a_night
from tests.phones.secrets import OTHERS, secrets_of
from tests.phones.table import joined, served

GAMES = sorted(OTHERS)
STEPS = 400
OFTEN = 20
"""How often every kind of moment is compared, however rare it is; what comes more often is sampled."""


class At:
    """As much of a night as is told."""

    revision = 1

    def __init__(self, game: Any, state: Any) -> None:
        self.game, self.state = game, state

    def rows(self) -> tuple[()]:
        return ()


def phones_of(view: Any) -> Iterator[Phone]:
    yield Phone("0" * 64, "tv")
    yield Phone("0" * 64, "guest")
    for player in view.players:
        yield Phone("0" * 64, "seat", player.id)


def search(game: str, nights: int, share: float, first: int = 0, steps: int = STEPS) -> int:
    """Plays random nights and counts the views that were told and compared."""
    compared = 0
    kinds: Counter[str] = Counter()
    for seed in range(first, first + nights):
        random = Random(seed)
        setups = [setup for setup in SETUPS[game] if len(setup["players"]) > 1]
        played = Played(game, setups[seed % len(setups)], seed)
        for _ in range(steps):
            offers: list[Command] = played.offers()
            if not offers:
                break
            played.take(random.choice(offers))
            kind = played.game.view(played.state).prompt.headline.key
            kinds[kind] += 1
            if kinds[kind] > OFTEN and random.random() > share:
                continue
            before, seen = (Seen(played.game, state) for state in played.states[-2:])
            for player, card in seen.in_hands - before.in_hands:
                assert card in before.in_sight or card not in seen.told, (game, seed, player, card, seen.told)
            for phone in phones_of(seen.view):
                viewer = phone.player or None
                other = OTHERS[game](played.state, viewer, random)
                language = random.choice(("en", "fr"))
                told = tell_view(At(played.game, played.state), phone, language)  # type: ignore[arg-type]
                again = tell_view(At(played.game, other), phone, language)  # type: ignore[arg-type]
                assert told == again, (
                    f"{game}, seed {seed}, {phone.role} {phone.player}: {differing(told, again)}"
                )
                for secret in secrets_of(game, played.state, viewer):
                    assert f'"{secret}"'.encode() not in told, (game, seed, phone.player, secret)
                compared += 1
            compare_reach(game, seed, seen, OTHERS[game](played.state, None, random))
    return compared


class Seen:
    """What a state shows: to everybody, and to each player alone."""

    def __init__(self, game: Any, state: Any) -> None:
        self.game, self.state = game, state
        self.view = game.view(state)
        self.told = " ".join(words(line.text, "en") for line in self.view.log)
        self.in_sight = {words(card.title, "en") for card in self.view.cards}
        public = {card.id for card in self.view.cards}
        self.in_hands = Counter(
            (player.id, words(card.title, "en"))
            for player in self.view.players
            for card in game.view(state, player.id).cards
            if card.id not in public and card.owner == player.id
        )


def compare_reach(game: str, seed: int, seen: Seen, other: Any) -> None:
    """Compares what is lit, which every seat is told: no secret may change it."""
    if seen.view.board is not None and seen.view.prompt.player is not None and seen.view.dice is None:
        mover = mover_of(seen.view)
        assert seen.game.reachable(seen.state, mover) == seen.game.reachable(other, mover), (game, seed)


def differing(told: bytes, again: bytes) -> str:
    place = next(n for n, (a, b) in enumerate(zip(told, again, strict=False)) if a != b)
    return f"{told[max(0, place - 300) : place + 100]!r} against {again[place : place + 60]!r}"


@pytest.mark.parametrize("game", GAMES)
def test_phones_are_told_nothing_of_the_others(game: str) -> None:
    assert search(game, 4, 0.02, steps=60) > 20


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1200, 50))
@pytest.mark.parametrize("game", GAMES)
def test_phones_are_told_nothing_of_the_others_in_200_nights(game: str, first: int) -> None:
    compared = search(game, 50, 0.04, first=first)
    print(f"{game}: nights {first} to {first + 49}, {compared} views compared")
    assert compared > 1000


@pytest.mark.parametrize("game", ["rayman", "grimm"])
def test_what_goes_over_the_line_is_what_was_compared(game: str, tmp_path: Path) -> None:
    """Everything that phones heard in a night is a view of theirs, a short answer, or light."""
    random = Random(5)
    with served(partial(a_night, game), tmp_path) as (table, _):
        names = [player.id for player in table.night.game.view(table.night.state).players]
        phones = {name: joined(table, player=name) for name in names}
        phones["tv"] = joined(table, "tv")
        told: dict[str, set[str]] = {name: set() for name in phones}
        secrets: dict[str, set[str]] = {name: set() for name in phones}

        def look() -> None:
            for name in phones:
                place = Phone("0" * 64, "tv") if name == "tv" else Phone("0" * 64, "seat", name)
                told[name].add(tell_view(table.night, place, "en").decode())
                secrets[name] |= secrets_of(game, table.night.state, None if name == "tv" else name)

        look()
        for _ in range(25):
            offers = table.night.game.offers(table.night.state)
            table.do(lambda offers=offers: table.submit(random.choice(offers)))
            look()
            for phone in phones.values():
                phone.hear_until(lambda phone=phone: phone.view["revision"] == table.night.revision)
        for name, phone in phones.items():
            for text in phone.heard:
                if '"kind":"view"' in text:
                    assert text in told[name]
                else:
                    assert len(text) < 4000
                    assert not any(f'"{secret}"' in text for secret in secrets[name])
