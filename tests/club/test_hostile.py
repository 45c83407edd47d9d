"""Strangers at the broker and at the web page: refused, said, and nothing is disturbed."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.carrier.line import Account, Line
from companion.club.carrier.messages import NEWS, Rows, pack, topic
from companion.club.host.settings import load_settings
from tests.club.arena import Arena, until
from tests.club.tables import play_to_end, whole


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path, tables=2)
    arena.admit_tables()
    arena.start_host()
    until(lambda: arena.board() is not None, 60, "the host")
    yield arena
    arena.close()


def visitor(arena: Arena, user: str, password: str) -> tuple[Client, list[Any]]:
    """Knocks at the broker; returns the client and what it was answered."""
    answers: list[Any] = []
    client = Client(CallbackAPIVersion.VERSION2, f"{user}-x")
    client.username_pw_set(user, password)
    client.on_connect = lambda client, data, flags, reason, properties: answers.append(reason)

    def is_there() -> bool:
        with suppress(OSError):
            client.connect("127.0.0.1", arena.broker_port, 10)
            return True
        return False

    until(is_there, 20, "the broker")
    client.loop_start()
    until(lambda: answers, 20, "an answer of the broker")
    return client, answers


def notices(arena: Arena) -> str:
    return json.dumps((arena.board() or {}).get("notices", []))


def gone(client: Client) -> None:
    client.disconnect()
    client.loop_stop()


def test_strangers_old_passwords_and_wrong_topics_disturb_nothing(arena: Arena, tmp_path: Path) -> None:
    seats = {seat.number: seat for seat in load_settings(arena.hosted).seats}
    for user, password in (
        ("table-1", "old"),
        ("nobody", ""),
        ("host", "host"),
        ("table-9", seats[1].password),
    ):
        client, answers = visitor(arena, user, password)
        assert answers[0].is_failure
        gone(client)
    until(lambda: "without a valid password" in notices(arena), 10, "strangers are said")

    # Table 2 writes table 1's topics, the host's, and garbage on every topic of its own.
    play_to_end(tmp_path / "forged" / "1.night", Random(1))
    forged = whole(tmp_path / "forged" / "1.night")
    client, answers = visitor(arena, "table-2", seats[2].password)
    assert not answers[0].is_failure
    heard: list[str] = []
    client.on_message = lambda client, data, message: heard.append(message.topic)
    client.subscribe([("#", 1), (topic("table-1", "rows"), 1), (topic("table-1", "stored"), 1)])
    random = Random(2)
    for name in (topic("table-1", "rows"), topic("table-1", "stored"), NEWS, "club/call", "$SYS/x", "other"):
        client.publish(name, pack(forged), qos=1)
    for about in ("rows", "hello", "presence"):
        for _ in range(30):
            client.publish(topic("table-2", about), random.randbytes(random.randrange(200)), qos=1)
    until(
        lambda: "club/table/table-1/rows" in notices(arena) or "table-2" in notices(arena), 10, "it is said"
    )

    # An honest night of table 1 arrives all the same, and only there.
    honest, _ = visitor(arena, "table-1", seats[1].password)
    play_to_end(arena.folder / "table-1" / "nights" / "1.night", Random(3))
    sent = whole(arena.folder / "table-1" / "nights" / "1.night")
    honest.publish(topic("table-1", "rows"), pack(sent), qos=1)
    until(lambda: sent.night in arena.stored_counts(), 20, "the honest night")
    assert set(arena.stored_counts()) == {sent.night}
    assert not [name for name in heard if "table-1" in name]

    # A table that resends somebody else's night under its own name is refused too.
    client.publish(topic("table-2", "rows"), pack(Rows(sent.night, 0, sent.rows)), qos=1)
    until(lambda: "belongs to table-1" in notices(arena), 10, "a stolen night is said")
    gone(client)
    gone(honest)


def test_a_table_with_an_old_password_knows_it_and_does_not_hammer_at_the_door(arena: Arena) -> None:
    said: list[str] = []
    account = Account("127.0.0.1", arena.broker_port, "table-1", "old")
    line = Line(account, lambda name, payload: None, said.append, topics=(), is_table=True)
    line.start()
    try:
        until(lambda: line.state == "refused", 20, "refused")
        time.sleep(3)
    finally:
        line.close()
    assert said.count("refused") <= 2


def answered(arena: Arena, path: str, body: bytes = b"{}", **headers: str) -> int:
    url = f"http://127.0.0.1:{arena.port}{path}"
    asked = urllib.request.Request(url, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.read()
        return error.code


def test_the_web_page_lets_nobody_in_without_key_or_code(arena: Arena) -> None:
    settings = load_settings(arena.hosted)
    machine = json.dumps({"machine": "0123456789abcdef"}).encode()
    seat = json.dumps({"do": "seat"}).encode()
    assert answered(arena, "/act", seat) == 403
    assert answered(arena, "/act", seat, **{"x-club-key": "0" * 16}) == 403
    assert answered(arena, "/stick/1", b"x" * 100) == 403
    for body in (b"", b"[]", b"\xff", b"[" * 50_000, b"x" * 100_000):
        assert answered(arena, "/act", body, **{"x-club-key": settings.key}) == 400
    for body in (b"{}", b'{"do":"fly"}', b'{"command":"AddPlayer"}', b'{"command":"X"}', b'{"do":"dismiss"}'):
        assert answered(arena, "/act", body, **{"x-club-key": settings.key}) == 409
    for table in ("1", "99999", "9" * 5000, "%ff"):
        assert answered(arena, f"/stick/{table}", b"x" * 100, **{"x-club-key": settings.key}) == 409
    assert answered(arena, f"/join/{settings.secret}", machine) == 403  # both tables have joined
    wrong = [answered(arena, "/join/000000", machine) for _ in range(25)]
    assert wrong[0] == 403
    assert wrong[-1] == 429
    assert answered(arena, "/act", seat, **{"x-club-key": settings.key}) == 200
    assert (arena.board() or {})["round"] == 1


def test_a_freed_table_has_an_old_password_and_joins_again_by_the_code(arena: Arena) -> None:
    settings = load_settings(arena.hosted)
    old = settings.seats[0]
    inside, answers = visitor(arena, old.user, old.password)
    left: list[int] = []
    inside.on_disconnect = lambda client, data, flags, reason, properties: left.append(1)
    free = json.dumps({"do": "dismiss", "table": 1}).encode()
    assert answered(arena, "/act", free, **{"x-club-key": settings.key}) == 200
    until(lambda: left, 10, "whoever was inside is sent out")
    gone(inside)
    client, answers = visitor(arena, old.user, old.password)
    assert answers[0].is_failure
    gone(client)
    machine = json.dumps({"machine": "0123456789abcdef"}).encode()
    assert answered(arena, f"/join/{settings.secret}", machine) == 200
    new = next(seat for seat in load_settings(arena.hosted).seats if seat.number == 1)
    assert new.password != old.password
    client, answers = visitor(arena, new.user, new.password)
    assert not answers[0].is_failure
    gone(client)
