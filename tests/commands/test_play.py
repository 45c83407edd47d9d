from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from companion.commands.play import Session
from companion.games import registry
from tests.night.command import NEW, play, put, run


def test_a_whole_night_by_lines(tmp_path: Path) -> None:
    journal = tmp_path / "a.night"
    answers = play(
        tmp_path,
        NEW,
        {"do": "legal"},
        {"do": "submit", "command": {"command": "RollDice", "faces": [3]}, "revision": 0, "source": "button"},
        {"do": "submit", "command": {"command": "Row", "spaces": 9}},
        {"do": "submit", "command": {"command": "Row", "spaces": 3}, "revision": 0},
        {"do": "undo", "agreed": False},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "state"},
        {"do": "view"},
        {"do": "history"},
        {"do": "jump", "to": 0},
        journal=journal,
    )
    new, legal, rolled, far, stale, alone, undone, redone, state, view, history, jumped = answers
    assert new == {"ok": True, "revision": 0}
    assert legal["commands"][0] == {"command": "RollDice", "faces": [1]}
    assert rolled == {"ok": True, "revision": 1, "events": [{"event": "DiceRolled", "value": 3}]}
    assert far == {"ok": False, "error": "illegal", "message": "Not now.", "clauses": ["LH-TURN-1"]}
    assert (stale["ok"], stale["error"]) == (False, "stale")
    assert (alone["ok"], alone["error"]) == (False, "illegal")
    assert undone == {"ok": True, "revision": 2}
    assert redone == {"ok": True, "revision": 3}
    assert (state["revision"], state["over"], state["state"]["rolled"]) == (3, False, 3)
    assert view["view"]["prompt"]["headline"] == "Row!"
    assert history["entries"][0]["source"] == "button"
    assert jumped["revision"] == 4
    (resumed,) = play(tmp_path, {"do": "resume"}, journal=journal)
    assert resumed == {"ok": True, "revision": 4, "game": "lighthouse"}


def test_a_step_that_leaves_a_choice_open_is_ambiguous() -> None:
    session, chance = Session(), Random(4)

    def ask(**request: object) -> dict[str, Any]:
        return session.answer(json.dumps(request).encode())

    players = [{"name": "Ana", "hero": "rayman"}, {"name": "Bo", "hero": "globox"}]
    assert ask(do="new", game="rayman", setup={"mode": "rookie", "players": players})["ok"]
    while True:
        legal = ask(do="legal")["commands"]
        open_steps = [step for step in legal if step["command"] == "Move" and step["enemy"] == "slap"]
        if open_steps:
            break
        assert ask(do="submit", command=chance.choice(legal))["ok"]
    step = open_steps[0]
    answer = ask(do="submit", command={field: step[field] for field in ("command", "player", "by")})
    assert (answer["ok"], answer["error"]) == (False, "ambiguous")
    assert "slap" in answer["message"]
    assert answer["clauses"]
    assert ask(do="legal")["commands"] == legal
    assert ask(do="submit", command=step)["ok"]


def test_every_listed_command_can_be_submitted_until_the_end(tmp_path: Path, lighthouse: Session) -> None:
    def ask(request: object) -> dict[str, object]:
        return lighthouse.answer(json.dumps(request).encode())

    ask(NEW)
    for _ in range(500):
        legal = ask({"do": "legal"})["commands"]
        if not legal:
            break
        assert ask({"do": "submit", "command": legal[-1]})["ok"]
    assert ask({"do": "state"})["over"] is True


def test_new_never_overwrites(tmp_path: Path) -> None:
    journal = tmp_path / "a.night"
    play(tmp_path, NEW, put(3), journal=journal)
    before = journal.read_bytes()
    refused, resumed = play(tmp_path, NEW, {"do": "resume"}, journal=journal)
    assert (refused["ok"], refused["error"]) == (False, "invalid")
    assert str(journal) in refused["message"]
    assert resumed["revision"] == 1
    assert journal.read_bytes() == before


def test_requests_without_a_night_are_refused_and_play_goes_on(tmp_path: Path) -> None:
    answers = play(tmp_path, {"do": "legal"}, {"do": "resume"}, NEW, {"do": "state"})
    assert [answer["ok"] for answer in answers] == [False, False, True, True]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "request"),
        ("{", "request"),
        ("[]", "request"),
        ('{"do": 1}', "do"),
        ("{}", "do"),
        ('{"do": "fly"}', "do"),
        ('{"do": "new"}', "game"),
        ('{"do": "new", "game": 3}', "game"),
        ('{"do": "new", "game": "lighthouse", "setup": []}', "setup"),
        ('{"do": "new", "game": "lighthouse", "setup": {"packs": 1}}', "setup.packs"),
        ('{"do": "submit", "command": {"command": "Row", "spaces": null}}', "command.spaces"),
        ('{"do": "submit", "command": 4}', "command"),
        ('{"do": "submit", "command": {}, "when": 1}', "when"),
        ('{"do": "undo", "agreed": "yes"}', "agreed"),
        ('{"do": "jump", "to": 1e300}', "to"),
        ('{"do": "submit", "command": ' + "[" * 5000, "request"),
        ('{"do": "view", "player": "\\ud800"}', "request"),
    ],
)
def test_malformed_requests_name_the_field(lighthouse: Session, line: str, named: str) -> None:
    lighthouse.answer(json.dumps(NEW).encode())
    answer = lighthouse.answer(line.encode())
    assert answer["ok"] is False
    assert answer["error"] == "invalid"
    assert answer["clauses"] == []
    assert named in answer["message"]
    assert "stumbled" not in answer["message"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
WORDS = st.sampled_from(
    ["new", "resume", "legal", "submit", "undo", "redo", "jump", "state", "view", "history"]
)
REQUESTS = st.fixed_dictionaries(
    {"do": WORDS | JSON},
    optional={
        "game": st.just("lighthouse") | JSON,
        "setup": st.fixed_dictionaries({}, optional={"players": st.lists(st.text()) | JSON, "packs": JSON})
        | JSON,
        "command": JSON
        | st.fixed_dictionaries(
            {"command": st.sampled_from(["Row", "RollDice", "RevealCard", "Correct"])},
            optional={"spaces": JSON, "faces": JSON, "deck": JSON, "card": JSON, "player": JSON, "at": JSON},
        ),
        "revision": JSON,
        "source": JSON,
        "agreed": JSON,
        "to": JSON,
        "x": JSON,
    },
)


def _check(session: Session, line: bytes) -> None:
    answer = session.answer(line)
    json.dumps(answer)
    if not answer["ok"]:
        assert answer["error"] in ("invalid", "illegal", "ambiguous", "stale")
        assert answer["message"].strip()
        assert "stumbled" not in answer["message"], answer["message"]


@settings(max_examples=250)
@given(st.lists(REQUESTS, max_size=4))
def test_wild_requests_never_break_anything(lighthouse: Session, requests: list[object]) -> None:
    lighthouse.answer(json.dumps(NEW).encode())
    for request in requests:
        _check(lighthouse, json.dumps(request).encode())


@settings(max_examples=400)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_answered(lighthouse: Session, line: bytes) -> None:
    _check(lighthouse, line)


@pytest.mark.slow
@settings(max_examples=10_000)
@given(REQUESTS)
def test_ten_thousand_wild_requests(lighthouse: Session, request_: object) -> None:
    _check(lighthouse, json.dumps(request_).encode())


def test_an_unknown_name_is_answered_with_the_known_ones(lighthouse: Session) -> None:
    lighthouse.answer(json.dumps(NEW).encode())
    assert "redo, resume, state, submit" in lighthouse.answer(b'{"do": "fly"}')["message"]
    unknown = lighthouse.answer(b'{"do": "submit", "command": {"command": "Fly"}}')
    assert "Correct, RevealCard, RollDice, Row" in unknown["message"]


def test_the_language_is_chosen(tmp_path: Path) -> None:
    done = run(tmp_path, "--language", "fr", "play", stdin='{"do": "legal"}\n')
    assert "Aucune soirée" in json.loads(done.stdout)["message"]


@pytest.fixture
def lighthouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    from tests.night.command import environment

    monkeypatch.setitem(registry.GAMES, "lighthouse", "tests.example.game:GAME")
    monkeypatch.setenv("COMPANION_DATA", environment(tmp_path)["COMPANION_DATA"])
    monkeypatch.setattr("companion.cli.Language.chosen", "en")
    return Session()


def test_a_player_who_is_not_there_sees_nothing(lighthouse: Session) -> None:
    lighthouse.answer(json.dumps(NEW).encode())
    assert lighthouse.answer(b'{"do": "view", "viewer": "Ana"}')["ok"]
    answer = lighthouse.answer(b'{"do": "view", "viewer": "Zoe"}')
    assert answer["message"] == "request.viewer: expected one of: Ana, Bo; got 'Zoe'"
