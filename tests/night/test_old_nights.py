"""Nights that were written before chance, corrections and views changed their form go on as they stood."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.core.errors import Illegal
from companion.i18n import words
from companion.night.night import Night
from companion.night.record import Step

NIGHTS = Path(__file__).parent / "nights"
RULED = {"state.draft.deck"}
"""What a later ruling adds to: cards that nobody took in a draft go back (C5-7)."""


def open_old(name: str, folder: Path) -> Night[Any]:
    file = folder / f"{name}.night"
    file.write_bytes(gzip.decompress((NIGHTS / f"{name}.night.gz").read_bytes()))
    return Night.open(file)


def assert_holds(now: Any, then: Any, at: str = "state") -> None:
    """Checks that all that was there is there as it was; fields that came later have their defaults."""
    if isinstance(then, dict):
        assert set(then) <= set(now), at
        for name, value in then.items():
            assert_holds(now[name], value, f"{at}.{name}")
    elif at in RULED:
        assert sorted(then) == sorted(set(then) & set(now)), at
    elif isinstance(then, list):
        assert len(then) == len(now), at
        for number, (new, old) in enumerate(zip(now, then, strict=True)):
            assert_holds(new, old, f"{at}.{number}")
    else:
        assert now == then, at


@pytest.mark.parametrize("name", ["rayman", "grimm"])
def test_an_old_night_resumes_where_it_stood(name: str, tmp_path: Path) -> None:
    then = json.loads((NIGHTS / f"{name}.json").read_text("utf-8"))
    with open_old(name, tmp_path) as night:
        assert night.notice is None
        assert night.revision == then["revision"]
        assert night.is_over == then["over"]
        now = json.loads(msgspec.json.encode(night.state))
        assert_holds(now, then["state"])


@pytest.mark.parametrize("name", ["rayman", "grimm"])
def test_every_command_of_an_old_night_is_read_today(name: str, tmp_path: Path) -> None:
    with open_old(name, tmp_path) as night:
        commands = [night.command_of(row) for row in night.rows() if isinstance(row, Step)]
        assert any(command.is_correction for command in commands)
        for command in commands:
            assert night.game.parse(night.game.format(command)) == command


@pytest.mark.parametrize("name", ["rayman", "grimm"])
def test_an_old_night_is_looked_through_undone_and_played_to_its_end(name: str, tmp_path: Path) -> None:
    random = Random(1)
    with open_old(name, tmp_path) as night:
        game = night.game
        for state in night.states():
            assert game.problems(state) == ()
            game.view(state)
        assert game.report(night.states()).ranking
        assert all(entry.label.key for entry in night.entries())
        while True:
            try:
                night.undo(agreed=True)
            except Illegal:
                break
        night.jump(night.rows()[-1].base or 1, agreed=True)
        night.jump(len([row for row in night.rows() if hasattr(row, "command")]) // 2, agreed=True)
        for _ in range(30_000):
            if night.is_over:
                break
            night.submit(random.choice(game.offers(night.state)))
        assert night.is_over


@pytest.mark.parametrize("name", ["rayman", "grimm"])
def test_the_history_of_an_old_night_still_has_its_words(name: str, tmp_path: Path) -> None:
    with open_old(name, tmp_path) as night:
        for entry in night.entries():
            said = words(entry.label, "en")
            assert not re.search(r"\b(rayman|grimm|core)\.\w", said), said


RECORDED = (
    {"command": "CorrectPlace", "player": "Bo", "progress": 12, "level": 2},
    {"command": "CorrectHeart", "player": "Bo", "has_heart": True},
    {"command": "CorrectTokens", "player": "Bo", "tokens": ["move-move"]},
    {"command": "CorrectTeensies", "player": "Bo", "freed": ["blue"]},
    {"command": "CorrectCards", "player": "Bo", "hand": []},
    {"command": "CorrectInitiative", "player": "Bo", "initiative": 7},
    {"command": "CorrectMark", "player": "Bo", "mark": "immune", "is_set": True},
    {"command": "CorrectPool", "move": 3},
    {"command": "CorrectProjectiles", "at": []},
    {"command": "AddProjectile", "column": 9, "level": 1},
    {"command": "CorrectPresence", "player": "Bo", "is_present": True},
)
"""What each correction of Rayman looked like when it had a form of its own."""


@pytest.mark.parametrize("form", RECORDED, ids=lambda form: form["command"])
def test_a_correction_in_its_old_form_is_still_understood(form: dict[str, Any], tmp_path: Path) -> None:
    with open_old("rayman", tmp_path) as night:
        before = night.state
        night.submit(form)
        assert night.state != before


OLD_EVENTS = (
    ("place", {"at": [12, 2], "is_held_up": True}),
    ("heart", {"has_heart": True}),
    ("tokens", {"tokens": ["move-move"]}),
    ("teensies", {"freed": ["blue", "red"]}),
    ("initiative", {"initiative": 7}),
    ("slapped", {"is_slapped": True}),
    ("immune", {"is_immune": True}),
    ("bubble", {"bubble": "action"}),
    ("finished", {"has_finished": True}),
    ("presence", {"is_absent": True}),
)


@pytest.mark.parametrize(("what", "changes"), OLD_EVENTS, ids=lambda value: str(value)[:9])
def test_a_recorded_correction_gives_the_player_as_recorded(
    what: str, changes: dict[str, Any], tmp_path: Path
) -> None:
    with open_old("rayman", tmp_path) as night:
        racer = {**json.loads(msgspec.json.encode(night.state.racer("Bo"))), **changes}
        event = night.game.upgrade({"event": "PlayerCorrected", "racer": racer, "what": what})
        folded = night.game.evolve(night.state, msgspec.convert(event, night.game.event_type))
        assert json.loads(msgspec.json.encode(folded.racer("Bo"))) == racer
