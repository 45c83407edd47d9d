"""The club on the screen: joined by code, the round begun with one touch, standings seen, left again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.club.host.settings import load_settings
from companion.night.record import Seating
from tests.club.arena import Arena, free_port, until
from tests.kiosk.hands import Hands
from tests.vision.test_qr import drawn

Start = Callable[..., Hands]
PLAYERS = ["Ana", "Bo", "Cleo", "Dan"]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Arena]:
    """A host in a process of its own, and a round drawn."""
    arena = Arena(tmp_path / "club", tables=2, game="rayman", players=PLAYERS)
    arena.start_host()
    until(lambda: arena.board() is not None, 60, "the host")
    arena.act(do="seat")
    yield arena
    arena.close()


def table(club: Arena) -> Any:
    return (club.board() or {"tables": [{}]})["tables"][0]


def begun(hands: Hands) -> None:
    while not any(button.label and button.label.text == "Begin" for button in hands.buttons()):
        hands.tap("Next")
    hands.tap("Begin")


def test_a_table_joins_plays_its_round_and_is_on_the_board(start: Start, club: Arena) -> None:
    hands = start("club")
    assert hands.says("Join by code")
    hands.kiosk.panel._join(club.invitation)
    hands.until(lambda: hands.kiosk.club.member is not None)
    hands.until(lambda: hands.says("Begin round 1"))
    assert all(hands.says(name) for name in PLAYERS)
    hands.tap("Begin round 1")
    begun(hands)
    night = hands.kiosk.session.night
    assert night.header.seating == Seating(load_settings(club.hosted).event, 1, 1)
    assert sorted(player.name for player in hands.kiosk.session.view().players) == PLAYERS
    hands.until(lambda: table(club).get("players"))
    hands.kiosk.open_root("club")
    hands.frames(4)
    hands.tap("Continue round 1")
    assert hands.kiosk.session.night is night
    hands.kiosk.open_root("club")
    hands.frames(4)
    hands.tap("Leave the club")
    hands.tap("Leave the club")
    assert hands.kiosk.club.member is None
    hands.until(lambda: not table(club)["is_here"])


def test_a_misread_code_and_a_host_that_is_not_there_are_said(start: Start) -> None:
    hands = start("club")
    hands.kiosk.panel._join("K7QF-00")
    hands.until(lambda: hands.says("is no code"))
    hands.kiosk.panel._join(f"http://127.0.0.1:{free_port()}/join/abcdef")
    hands.until(lambda: hands.says("No club answers"))
    assert hands.kiosk.club.member is None


def test_the_code_is_typed_on_the_screen(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = start("club")
    asked: list[str] = []
    monkeypatch.setattr(hands.kiosk.club, "join", lambda invitation, answered: asked.append(invitation))
    hands.tap("Join by code")
    for key in "K7":
        hands.tap(key)
    hands.tap("OK")
    assert asked == ["K7"]


def test_a_night_in_play_is_continued_from_the_home_screen(start: Start) -> None:
    hands = start("home")
    hands.tap("New night")
    begun(hands)
    night = hands.kiosk.session.night
    hands.kiosk.open_root("home")
    hands.frames(4)
    hands.tap("Continue")
    assert hands.kiosk.stack[-1][0] == "table"
    assert hands.kiosk.session.night is night


def test_a_table_joins_by_the_qr_code_before_its_camera(
    start: Start, club: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), drawn(club.invitation, 5))
    monkeypatch.setenv("COMPANION_CAMERA", str(pictures))
    hands = start("club")
    hands.tap("Join by camera")
    assert hands.says("before the camera")
    until(lambda: hands.frames(1) or hands.kiosk.club.member is not None, 90, "the code is read")
    assert hands.kiosk.club.member.ticket.table == 1
    assert hands.kiosk.sheet is None
