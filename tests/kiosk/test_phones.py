"""Phones at the table's screen: let in by a touch, listed, sent away, gone with the night."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from companion.phones.hotspot import Hotspot
from kiosk.night.session import Session
from kiosk.show.faults import faults_of, text_faults, touch_faults
from tests.contract.games import SETUPS
from tests.phones.table import Phone

LET_JOIN, STOP = "Let phones join", "No phones any more"


@pytest.fixture
def begin(start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Starts a kiosk whose server listens to this machine alone."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.setattr("kiosk.phones.phones.WAIT_FOR_SERVICE_S", 0.0)

    def go(panel: str = "phones", **preferences: Any) -> Any:
        session = Session.begin("rayman", SETUPS["rayman"][1], tmp_path / "tonight.night")
        hands = start(panel, session=session, **preferences)
        hands.kiosk.phones.server_options = ("--bind", "127.0.0.1", "--port", "0")
        return hands

    return go


def opened(hands: Any) -> Any:
    """Lets phones join, and waits for the server."""
    hands.tap(LET_JOIN)
    hands.kiosk.phones.mind()
    hands.until(lambda: hands.kiosk.phones.reception.reach.port, 60)
    hands.frames(3)
    return hands.kiosk.phones.reception


def come_in(hands: Any, reception: Any) -> Phone:
    phone = Phone(reception.reach.port)
    token = reception.invite().token
    answers: list[int] = []

    from threading import Thread

    worker = Thread(target=lambda: answers.append(phone.enter(token)))
    worker.start()
    hands.until(lambda: not worker.is_alive(), 30)
    assert answers == [200]
    phone.connect()
    return phone


def heard(hands: Any, phone: Phone, kind: str) -> None:
    def is_so() -> bool:
        phone.listen()
        return any(f'"kind":"{kind}"' in text for text in phone.heard)

    hands.until(is_so, 30)


def test_it_is_off_until_the_table_switches_it_on(begin: Callable[..., Any]) -> None:
    hands = begin("table")
    assert not hands.kiosk.phones.is_open
    hands.tap_icon("menu")
    hands.tap("Phones and TV")
    assert hands.find(LET_JOIN)
    assert hands.kiosk.phones.reception.is_connected is False


def test_a_phone_joins_chooses_and_is_sent_away(begin: Callable[..., Any], tmp_path: Path) -> None:
    hands = begin()
    reception = opened(hands)
    pin = reception.invitation.pin
    assert hands.says(f"{pin[:3]} {pin[3:]}")
    phone = come_in(hands, reception)
    heard(hands, phone, "join")
    phone.say(do="knock", role="seat", player="Ana")
    hands.until(lambda: hands.kiosk.sheet is not None)
    assert "Ana" in hands.kiosk.sheet.title
    hands.tap("Agree")
    heard(hands, phone, "view")
    assert hands.says("Ana")
    night = hands.kiosk.session.night
    assert phone.view is not None
    assert phone.view["can_take_chance"]
    phone.say(do="chance", id="1", revision=night.revision)
    hands.until(lambda: night.revision == 1)
    assert night.rows()[-1].source.startswith("phone#")
    hands.tap("Send away")
    heard(hands, phone, "gone")
    assert hands.says("No phone yet.")
    hands.tap(STOP)
    assert not hands.kiosk.phones.is_open
    assert hands.find(LET_JOIN)


def test_the_table_may_say_no(begin: Callable[..., Any]) -> None:
    hands = begin()
    reception = opened(hands)
    phone = come_in(hands, reception)
    heard(hands, phone, "join")
    phone.say(do="knock", role="tv")
    hands.until(lambda: hands.kiosk.sheet is not None)
    hands.tap("Refuse")

    def is_refused() -> bool:
        phone.listen()
        return bool(phone.last.get("was_refused"))

    hands.until(is_refused)
    assert phone.view is None


def test_another_night_knows_no_phone_of_the_last(begin: Callable[..., Any], tmp_path: Path) -> None:
    hands = begin()
    reception = opened(hands)
    phone = come_in(hands, reception)
    assert len(reception.book) == 1
    hands.kiosk.use(Session.begin("grimm", SETUPS["grimm"][0], tmp_path / "other.night"))
    hands.frames(3)
    assert len(reception.book) == 0
    assert not hands.kiosk.phones.is_open
    phone.hear_the_end()


def test_a_server_that_dies_is_begun_again_and_nobody_joins_anew(begin: Callable[..., Any]) -> None:
    import os
    import signal
    import time

    hands = begin()
    reception = opened(hands)
    phone = come_in(hands, reception)
    before = reception.reach.port
    server = hands.kiosk.phones._server
    os.kill(server.pid, signal.SIGKILL)
    hands.until(lambda: not reception.is_connected)
    server._began_at = time.monotonic() - 10
    hands.kiosk.phones.mind()
    hands.until(lambda: reception.reach.port, 60)
    assert before
    phone.port = reception.reach.port
    assert phone.can_connect()


def test_where_a_service_serves_phones_the_kiosk_waits_for_it(
    begin: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PHONES", "service")
    hands = begin()
    hands.tap(LET_JOIN)
    hands.kiosk.phones.mind()
    hands.frames(3)
    assert hands.kiosk.phones.is_open
    assert hands.kiosk.phones._server.pid is None


def nmcli(told: list[list[str]], *, has_wireless: bool = True) -> Callable[..., CompletedProcess[str]]:
    def run(command: Any) -> CompletedProcess[str]:
        told.append(list(command))
        out = "eth0:ethernet\n" + ("wlan0:wifi\n" if has_wireless else "")
        return CompletedProcess(command, 0, out if "DEVICE,TYPE" in command else "", "")

    return run


def test_a_hotspot_is_opened_shown_and_closed(begin: Callable[..., Any]) -> None:
    hands = begin(language="en", text_size=2)
    told: list[list[str]] = []
    hands.kiosk.phones.hotspot = Hotspot(nmcli(told))
    opened(hands)
    hands.tap("Open a hotspot")
    network = hands.until(lambda: hands.kiosk.phones.network)
    hands.until(lambda: hands.says(network.password), 30)
    hands.frames(4)
    assert [*text_faults(hands.kiosk.panel), *touch_faults(hands.kiosk.panel)] == []
    made = next(command for command in told if "hotspot" in command)
    assert made[made.index("ssid") + 1] == network.name
    assert made[made.index("password") + 1] == network.password
    hands.tap("Close the hotspot")
    hands.until(lambda: told[-1][1:3] == ["connection", "delete"])


def test_a_machine_without_wireless_says_so(begin: Callable[..., Any]) -> None:
    hands = begin()
    hands.kiosk.phones.hotspot = Hotspot(nmcli([], has_wireless=False))
    opened(hands)
    hands.tap("Open a hotspot")
    hands.until(lambda: hands.says("no wireless"))


def code_on(screen: Path) -> str:
    """Reads a code as a phone does that is moved until its camera reads it: from several distances."""
    import cv2

    picture = cv2.imread(str(screen))
    looks = (cv2.resize(picture, None, fx=scale, fy=scale) for scale in (1, 1.5, 2, 2.5, 3, 4))
    readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    texts = (reader.detectAndDecode(look)[0] for look in looks for reader in readers)
    return next((text for text in texts if text), "")


def test_the_code_can_be_read_by_a_camera(begin: Callable[..., Any], tmp_path: Path) -> None:
    from companion.phones.qr import join_address

    hands = begin()
    reception = opened(hands)
    reach = reception.reach
    text = code_on(hands.picture(tmp_path / "screen.png"))
    assert text == join_address(reach.addresses[0], reach.port, reception.invitation.token)


def test_a_phone_scans_a_code_and_carries_the_evening_away(begin: Callable[..., Any], tmp_path: Path) -> None:
    from urllib.request import urlopen

    hands = begin()
    opened(hands)
    hands.kiosk.open_root("report")
    hands.frames(3)
    assert faults_of(hands.kiosk, "report") == []
    hands.tap("To a phone")
    hands.until(lambda: hands.says("Scan to carry it away"))
    hands.frames(3)
    link = code_on(hands.picture(tmp_path / "code.png"))
    assert "/evening/" in link
    with urlopen(link, timeout=10) as answer:
        assert answer.headers["content-disposition"].startswith("attachment")
        assert answer.read().startswith(b"%PDF")
