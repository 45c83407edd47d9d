"""Whole nights in a real browser: four phones and a TV beside the touchscreen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.night.session import Session
from tests.contract.games import SETUPS
from tests.kiosk.test_phones import opened
from tests.phones.browser import chromium, find_chromium
from tests.phones.people import PHONE, TV, People

needs_browser = pytest.mark.skipif(find_chromium() is None, reason="no chromium here")
MOST_SHARED = 4
"""Touches on the shared screen in a round of four."""


def setup_of(game: str, rounds: int) -> dict[str, Any]:
    setup = dict(SETUPS[game][1])
    return {**setup, "options": {**setup.get("options", {}), "round_limit": rounds}}


def play(
    start: Callable[..., Any],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    rounds: int,
    minutes: float,
) -> tuple[int, int, int]:
    """Plays a night to its end; returns its rounds, the touches on the shared screen, and those on phones."""
    pictures = Path(os.environ.get("PHONE_PICTURES", str(folder)))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder / "run"))
    monkeypatch.setattr("kiosk.phones.phones.WAIT_FOR_SERVICE_S", 0.0)
    session = Session.begin(game, setup_of(game, rounds), folder / "tonight.night")
    hands = start("phones", session=session)
    hands.kiosk.phones.server_options = ("--bind", "127.0.0.1", "--port", "0")
    reception = opened(hands)

    def live() -> None:
        hands.frames(1)
        for phone in reception.book.waiting():
            reception.agree(phone.digest)

    players = [player.id for player in session.view().players]
    with chromium() as browser:
        people = People(browser, reception, live)
        for number, name in enumerate(players):
            people.join(name, PHONE, "en" if number % 2 == 0 else "fr")
        people.join("tv", TV)
        hands.kiosk.open_root("table")
        before, end, seen, shared = hands.touches, time.monotonic() + minutes * 60, set(), 0
        last, idle = -1, 0
        while not session.view().is_over:
            assert time.monotonic() < end, "the night did not end in time"
            for _ in people.act():
                pass
            revision = session.night.revision
            idle = 0 if revision != last else idle + 1
            last = revision
            assert idle < 200, f"nobody can go on: {[page.text()[:400] for page in people.pages]}"
            view = session.view()
            if idle > 12 and view.prompt.player is None and shared < MOST_SHARED * (view.round or 1):
                shared += 1
                hands.press(next(button for button in hands.buttons() if button.style == "primary"))
            moment = (view.phase, view.prompt.headline.key)
            if moment not in seen and len(seen) < 24:
                seen.add(moment)
                people.agree_on(revision)
                for name, page in people.phones.items():
                    page.picture(pictures / f"{game}-{len(seen):02}-{name}.png")
                assert people.tv is not None
                people.tv.picture(pictures / f"{game}-{len(seen):02}-tv.png")
        people.agree_on(session.night.revision)
        for name, page in (*people.phones.items(), ("tv", people.tv)):
            assert page is not None
            page.picture(pictures / f"{game}-over-{name}.png")
        assert browser.complaints == []
        sources = {row.source.partition("#")[0] for row in session.night.rows()}
        assert "phone" in sources
        return session.game.round_of(session.state), hands.touches - before, people.taps


@needs_browser
def test_a_round_is_played_on_phones_alone(
    start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, shared, taps = play(start, tmp_path, monkeypatch, "rayman", 1, 4)
    assert shared <= MOST_SHARED * max(rounds, 1)
    assert taps > 0


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rounds"), [("rayman", 4), ("grimm", 4), ("pickle_rick", 6), ("platformer", 2)]
)
def test_a_whole_night_with_four_phones_and_a_tv(
    start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, rounds: int
) -> None:
    played, shared, taps = play(start, tmp_path, monkeypatch, game, rounds, 20)
    print(f"{game}: {played} rounds, {shared} touches on the shared screen, {taps} on phones")
    assert shared <= MOST_SHARED * played
