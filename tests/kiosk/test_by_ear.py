"""A night by ear: a driver that hears what is said, and has one button, plays every game to its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.i18n import Translator
from companion.ports.dice import DiceEvent
from kiosk.presenters.by_ear import ByEar
from kiosk.presenters.moments import moment_screen
from kiosk.presenters.table.presenter import TablePresenter
from tests.kiosk.fixtures import played, playing, quick_session
from tests.kiosk.hands import Hands

Start = Callable[..., Hands]
GAMES = ("rayman", "grimm", "pickle_rick", "platformer")
MOST_TURNS = 4000
MOST_ENTRIES = 200
UNDO = {"en": "Undo", "fr": "Revenir"}
BADLY_SAID = re.compile(r"[.!?]\.$|[:,] ?\.$|\w:\w|\ben (?:la|le|les|l’)\b")
"""Two stops in a row, nothing where something was to be named, an id, bad French."""


class Listener:
    """Hears sentences, and presses or holds one button; it knows nothing else of the night."""

    def __init__(self, press: Callable[[], None], hold: Callable[[], None], language: str, seed: int) -> None:
        self.heard: list[str] = []
        self._press, self._hold = press, hold
        self._undo = UNDO[language]
        self._random = Random(seed)
        self._tried: set[str] = set()

    def hear(self, text: str) -> None:
        self.heard.append(text)

    def _next(self) -> str:
        self._press()
        return self.heard[-1]

    def go_on(self) -> None:
        """Listens to the whole list once, then goes to one entry and holds the button."""
        entries = [self._next()]
        while len(entries) < MOST_ENTRIES and (said := self._next()) != entries[0]:
            entries.append(said)
        wanted = [each for each in entries if each != self._undo and each not in self._tried] or entries
        choice = wanted[min(int(self._random.expovariate(0.4)), len(wanted) - 1)]
        for _ in range(len(entries) + 1):
            if self.heard[-1] == choice:
                break
            self._next()
        heard = len(self.heard)
        self._hold()
        if self.heard[heard:]:
            self._tried.clear()
        else:
            self._tried.add(choice)


def play_by_ear(game: str, language: str, seed: int, **setup: Any) -> list[str]:
    """Plays a night to its end, and returns everything that was said."""
    words = Translator(language)
    session = quick_session(game, **setup)
    ear: list[ByEar] = []
    listener = Listener(lambda: ear[0].next(), lambda: ear[0].take(), language, seed)
    ear.append(ByEar(TablePresenter(session, words), listener.hear))
    prompts: list[str] = [""]

    def said() -> None:
        for message in session.told:
            listener.hear(words(message))
        session.lit_view()
        prompt = words(session.view().prompt.headline)
        if prompt != prompts[-1]:
            prompts.append(prompt)
            listener.hear(prompt)

    session.listeners.append(lambda: ear[0].table.night_changed())
    session.listeners.append(said)
    said()
    for _ in range(MOST_TURNS):
        if session.view().is_over:
            return listener.heard
        listener.go_on()
    raise AssertionError(f"not over; the last words: {listener.heard[-12:]}")


def check(heard: list[str]) -> None:
    assert len(heard) > 20
    for sentence in heard:
        assert sentence
        assert "{" not in sentence, sentence
        assert ".note." not in sentence, sentence
        assert not BADLY_SAID.search(sentence), sentence


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_night_is_played_by_ear(game: str, language: str) -> None:
    check(play_by_ear(game, language, 1, options={"round_limit": 2}))


@pytest.mark.parametrize("game", ["rayman", "grimm", "platformer"])
def test_the_end_is_a_card_that_says_who_came_where(game: str) -> None:
    session = quick_session(game, options={"round_limit": 2})
    list(playing(session))
    card = moment_screen(session.news[-1], session.view(), Translator("en"))
    assert card.kind == "win"
    somebody_won = bool(session.game.outcome(session.state).winners)
    assert [detail[:8] for detail in card.details[:1]] == (["Place 1:"] if somebody_won else [])
    assert {Translator("en")(said) for said in session.told} >= set(card.sentences)


def test_a_player_is_named_once() -> None:
    table = TablePresenter(
        played(quick_session("grimm"), lambda session: bool(casts(session))), Translator("en")
    )
    said = [entry.said for entry in ByEar(table, lambda text: None).entries()]
    assert not [one for one in said if re.match(r"(\w+): \1", one)]


def casts(session: Any) -> list[Any]:
    words = Translator("en")
    return [
        choice
        for choice in session.view().choices
        if choice.group == "secret" and choice.player and words(choice.label).startswith(choice.player)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_twenty_nights_are_played_by_ear(game: str, language: str, seed: int) -> None:
    check(play_by_ear(game, language, seed))


def test_the_whole_screen_is_the_button(start: Start) -> None:
    session = quick_session("grimm")
    for _, _ in zip(range(12), playing(session), strict=False):
        pass
    hands = start("ear", session=session)
    said: list[str] = []
    hands.kiosk.sound.voice.on_said = said.append
    before = session.night.revision
    hands.touch(400, 200)
    first = said[-1]
    assert first == hands.kiosk.panel.entry.text
    hands.kiosk.dice_box.heard(DiceEvent("press", source="button"))
    assert said[-1] != first
    hands.kiosk.dice_box.heard(DiceEvent("press", source="button"))
    while said[-1] != first:
        hands.kiosk.dice_box.heard(DiceEvent("press", source="button"))
    hands.kiosk.dice_box.heard(DiceEvent("long_press", source="button"))
    hands.until(lambda: session.night.revision > before)
    assert said[-1] == hands.kiosk.words(session.view().prompt.headline)
