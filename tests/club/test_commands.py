"""`companion club` from the first round to the export: by code, by stick and by QR code."""

from __future__ import annotations

import csv
import io
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import cv2
import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.club.carry import summary_of, write_summary
from companion.club.host.broker import brokers_of
from companion.club.host.settings import load_settings, new_settings, save_settings
from companion.club.ticket import kept_ticket
from companion.games.registry import find_game
from companion.night.exchange import export_lines
from companion.night.night import Night
from companion.night.record import Seating
from tests.club.arena import Arena, until
from tests.club.tables import play_to_end
from tests.vision.test_qr import drawn

PLAYERS = ["Ana", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Arena]:
    arena = Arena(tmp_path / "arena", tables=2, players=PLAYERS)
    hosted = tmp_path / "data" / "club" / "hosted"
    hosted.mkdir(parents=True)
    (hosted / "cup").symlink_to(arena.hosted)
    arena.start_host()
    until(lambda: arena.board() is not None, 60, "the host")
    yield arena
    arena.close()


def run(capfd: pytest.CaptureFixture[str], *args: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "en", "club", *map(str, args)])
    said = capfd.readouterr()
    return int(ended.value.code or 0), said.out + said.err


def seats(arena: Arena, table: int) -> list[str]:
    return list((arena.board() or {})["pairing"]["tables"][table - 1]["players"])


def test_a_whole_evening(arena: Arena, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "invitation.png"
    cv2.imwrite(str(photo), drawn(arena.invitation, 5))
    code, said = run(capfd, "join", photo)
    assert (code, "as table 1" in said) == (0, True)
    ticket = kept_ticket()
    assert ticket is not None
    assert ticket.table == 1

    assert run(capfd, "add", "Zoe")[0] == 0
    assert run(capfd, "drop", "Zoe")[0] == 0
    assert run(capfd, "drop", "Nobody") == (2, "companion: Nobody called Nobody plays.\n")
    assert run(capfd, "seat")[0] == 0
    code, said = run(capfd, "seat")
    assert (code, "still runs" in said) == (2, True)

    # Table 1 has no network: its result comes as a QR code, the whole night later on a stick.
    event = load_settings(arena.hosted).event
    night = tmp_path / "one.night"
    play_to_end(night, Random(1), players=seats(arena, 1), seating=Seating(event, 1, 1))
    result = tmp_path / "result.png"
    text = write_summary(summary_of(night, ticket), ticket.account.password)
    cv2.imwrite(str(result), drawn(text, 6))
    assert run(capfd, "take", result)[0] == 0
    pairing = (arena.board() or {})["pairing"]["tables"]
    assert pairing[0]["is_over"]
    assert not pairing[1]["is_over"]
    stick = tmp_path / "one.jsonl"
    stick.write_bytes(b"\n".join(export_lines(night)))
    assert run(capfd, "take", stick)[0] == 0
    assert arena.stored_counts()
    other = tmp_path / "other.night"
    play_to_end(other, Random(2), players=seats(arena, 1))
    assert run(capfd, "take", other)[0] == 2

    # Table 2 has no Pi at all.
    first, second, *rest = seats(arena, 2)
    code, said = run(capfd, "result", 1, 2, first)
    assert (code, "exactly those who sit" in said) == (2, True)
    assert run(capfd, "result", 1, 2, f"{first}={second}", *rest)[0] == 0
    assert run(capfd, "undo")[0] == 0
    assert not (arena.board() or {})["pairing"]["tables"][1]["is_over"]
    assert run(capfd, "result", 1, 2, f"{first}={second}", *rest)[0] == 0
    assert run(capfd, "end")[0] == 0

    for kind in ("csv", "json", "pdf"):
        assert run(capfd, "export", tmp_path / f"cup.{kind}")[0] == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "cup.csv").read_text("utf-8-sig"))))
    assert rows[0][:3] == ["Place", "Name", "Points"]
    assert {row[1] for row in rows[1:10]} == {*PLAYERS, "Zoe (left)"}
    document = json.loads((tmp_path / "cup.json").read_text())
    assert document["format"] == "tournament/1"
    assert len(document["heads"]) == 1
    assert [step["by"] for step in document["history"]][-2:] == ["organiser", "organiser"]
    assert (tmp_path / "cup.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(night), "--heads", str(tmp_path / "cup.json")])
    assert ended.value.code == 0
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(other), "--heads", str(tmp_path / "cup.json")])
    assert ended.value.code == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("join", "XXXX"), "no code to join"),
        (("join",), "joined no club"),
        (("board", "--print"), "No club night was begun here"),
        (("seat",), "No club night was begun here"),
        (("take",), "Name files to take"),
        (("export", "cup.doc"), "No club night was begun here"),
        (("host", "Cup", "--broker", ":x"), "is no broker"),
    ],
)
def test_what_cannot_be_done_is_said(
    args: tuple[str, ...], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, told = run(capfd, *args)
    assert code == 2
    assert said in told
    assert told.count("\n") == 1


def test_the_pages_speak_both_languages_and_nothing_in_a_name_ends_the_script(tmp_path: Path) -> None:
    import urllib.request

    arena = Arena(tmp_path / "arena", tables=1, players=["</script><b>Ana", "Bo"])
    arena.start_host()
    try:
        until(lambda: arena.board() is not None, 60, "the host")
        for page in ("", "organiser"):
            for language, word in (("en", "Standings"), ("fr", "Classement")):
                url = f"http://127.0.0.1:{arena.port}/{page}?lang={language}"
                with urllib.request.urlopen(url, timeout=10) as answer:
                    text = answer.read().decode()
                assert text.count("</script>") == 1
                assert "{{" not in text
                assert word in text or page
        stream = urllib.request.urlopen(f"http://127.0.0.1:{arena.port}/events", timeout=10)
        line = stream.readline().decode()
        assert json.loads(line.removeprefix("data: "))["title"] == "Cup"
        stream.close()
    finally:
        arena.close()


def test_a_host_that_is_told_to_end_takes_its_broker_along(arena: Arena) -> None:
    until(lambda: brokers_of(arena.hosted), 30, "the broker")
    arena.processes["host"].terminate()
    assert arena.processes["host"].wait(20) == 0
    until(lambda: not brokers_of(arena.hosted), 10, "the broker gone")


def test_the_board_opens_in_the_first_browser_that_does(
    arena: Arena, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, does in (("chromium", "exit 1"), ("firefox", f'echo "$@" > {tmp_path}/opened')):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr("companion.commands.club.table.BROWSERS", ("chromium", "firefox"))
    url = f"http://127.0.0.1:{arena.port}/"
    assert run(capfd, "board") == (0, f"The board is at {url}\n")
    assert (tmp_path / "opened").read_text().split() == ["--kiosk", url]
    monkeypatch.setattr("companion.commands.club.table.BROWSERS", ("chromium",))
    monkeypatch.setattr("webbrowser.open", lambda url: False)
    code, said = run(capfd, "board")
    assert (code, "No browser opens here" in said) == (2, True)


@pytest.mark.parametrize(
    "answer",
    [
        b"no host at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 500 no\r\n\r\n\xff",
        b"HTTP/1.1 409 no\r\nContent-Length: 9\r\n\r\n{}",
        b"",
    ],
)
def test_whatever_answers_in_the_place_of_a_host_is_said_in_one_line(
    answer: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]

        def serve() -> None:
            for _ in range(2):
                line, _ = door.accept()
                line.recv(1 << 16)
                line.sendall(answer)
                line.close()

        threading.Thread(target=serve, daemon=True).start()
        code, said = run(capfd, "join", f"http://127.0.0.1:{port}/join/a1b2c3")
        assert (code, said.count("\n"), "No club answers at 127.0.0.1" in said) == (2, 1, True), said
        settings = replace(new_settings("Cup", 2), web_port=port)
        save_settings(tmp_path / "data/club/hosted/cup", settings)
        path = tmp_path / "played.night"
        Night.create(find_game("grimm"), {"players": ["Ana", "Bo"]}, path=path).close()
        code, said = run(capfd, "take", "--table", 1, path)
        assert (code, said.count("\n")) == (2, 1), said
