"""Malformed and hostile messages: no traceback, no growth, nobody else disturbed."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.phones.conftest import a_night
from tests.phones.table import ADDRESS, Phone, joined, served, until

GOOD: list[dict[str, Any]] = [
    {"do": "hello", "language": "en"},
    {"do": "knock", "role": "seat", "player": "Ana"},
    {"do": "submit", "id": "1", "revision": 0, "commands": [{"command": "Continue"}]},
    {"do": "submit", "id": "1", "revision": 0, "commands": [{"command": "ChooseBubble", "player": "Ana"}]},
    {"do": "chance", "id": "2", "revision": 0},
    {"do": "ask", "id": "3", "revision": 0, "figure": "rayman", "space": "0/1"},
]
ODD: list[Any] = [
    None,
    -1,
    1 << 70,
    1e308,
    "",
    "x" * 3000,
    "\u0000",
    "\ud83d\ude00",
    [],
    {},
    [[[[]]]],
    True,
    "../../x",
]


def message(random: Random) -> str | bytes:
    """Makes one message that no page of ours sends, or one that it sends at the wrong time."""
    kind = random.randrange(8)
    if kind == 0:
        return random.randbytes(random.randrange(200))
    if kind == 1:
        return "[" * random.randrange(1, 4000)
    if kind == 2:
        return '{"a":' * random.randrange(1, 700)
    if kind == 3:
        return "".join(chr(random.randrange(1, 0xD7FF)) for _ in range(random.randrange(300)))
    if kind == 4:
        return json.dumps(random.choice(ODD))
    form = dict(random.choice(GOOD))
    for _ in range(random.randrange(1, 4)):
        field = random.choice([*form, "extra"])
        if random.random() < 0.3:
            form.pop(field, None)
        else:
            form[field] = random.choice(
                [*ODD, random.choice(GOOD), [random.choice(ODD)] * random.randrange(70)]
            )
    text = json.dumps(form)
    if kind == 5:
        place = random.randrange(len(text) + 1)
        text = text[:place] + random.choice(["", '"', "}", "\\u", "\x00", text]) + text[place:]
    return text


def http_garbage(port: int, random: Random) -> None:
    """Sends a request that no browser sends, or half of one."""
    host = f"Host: {ADDRESS}:{port}\r\nOrigin: http://{ADDRESS}:{port}\r\n"
    requests = [
        random.randbytes(400),
        b"GET " + b"/" * 70_000 + b" HTTP/1.1\r\n\r\n",
        f"POST /enter HTTP/1.1\r\n{host}Content-Length: 99999999\r\n\r\n".encode() + b"{" * 9000,
        f"POST /enter HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nfffffff\r\n".encode() + b"x" * 6000,
        f"GET /line HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n".encode(),
        f"GET /rules/%00 HTTP/1.1\r\n{host}Cookie: companion={'a' * 5000}\r\n\r\n".encode(),
        f"BREW / HTTP/1.1\r\n{host}\r\n".encode(),
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000 + b"\r\n",
    ]
    with contextlib.suppress(OSError), socket.create_connection((ADDRESS, port), timeout=2) as line:
        line.sendall(random.choice(requests))
        line.settimeout(0.05)
        line.recv(100)


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def attack(folder: Path, count: int) -> dict[str, Any]:
    random = Random(count)
    with served(a_night, folder) as (table, server):
        calm = joined(table, player="Ana")
        rude = [joined(table, "guest") for _ in range(3)]
        table.agrees = False  # a guest who asks for a seat waits for the table
        assert server.process is not None
        sent, slowest = 0, 0.0
        sizes: list[float] = []
        revision = table.night.revision
        while sent < count:
            phone = random.choice(rude)
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                if phone.line is None:
                    phone.connect()
                for _ in range(random.randrange(1, 18)):
                    assert phone.line is not None
                    phone.line.send(message(random))
                    sent += 1
                phone.listen()
            phone.heard.clear()
            if random.random() < 0.7:
                phone.drop()
            if random.random() < 0.1:
                http_garbage(table.port, random)
                sent += 1
            if random.random() < 0.05:
                began = time.monotonic()
                calm.say(do="hello", language="en")
                calm.view = None
                calm.hear_until(lambda: calm.view is not None, 10)
                calm.heard.clear()
                slowest = max(slowest, time.monotonic() - began)
            if sent >= len(sizes) * count / 20:
                sizes.append(memory_mb(server.process.pid))
        assert server.process.poll() is None
        assert table.night.revision == revision, "no guest did anything"
        table.do(lambda: table.submit(table.night.game.offers(table.night.state)[0]))
        calm.hear_until(lambda: calm.view is not None and calm.view["revision"] == revision + 1)
        assert until(lambda: Phone(table.port).get("/words/en")[0] == 200)
        log = (folder / "server.log").read_text()
        assert "Traceback" not in log, log[-3000:]
        return {"sent": sent, "sizes_mb": [round(size, 1) for size in sizes], "slowest_s": round(slowest, 3)}


def test_hostile_messages_disturb_nobody(tmp_path: Path) -> None:
    seen = attack(tmp_path, 300)
    assert seen["slowest_s"] < 5


@pytest.mark.slow
def test_ten_thousand_hostile_messages(tmp_path: Path) -> None:
    seen = attack(tmp_path, 10_000)
    print(seen)
    late = seen["sizes_mb"][10:]
    assert late[-1] - late[0] < 2, "it grows with what it is sent"
    assert seen["slowest_s"] < 2
