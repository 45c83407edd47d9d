"""The words to systemd, heard by a real socket."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.ports.service import Heartbeat, notify


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(1)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    return heard


def test_a_state_reaches_the_manager(manager: socket.socket) -> None:
    assert notify("READY=1")
    assert manager.recv(100) == b"READY=1"


def test_an_abstract_address_works_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("\0tabletop-test-notify")
        heard.settimeout(1)
        monkeypatch.setenv("NOTIFY_SOCKET", "@tabletop-test-notify")
        assert notify("STATUS=playing")
        assert heard.recv(100) == b"STATUS=playing"


def test_without_a_manager_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    assert not notify("READY=1")


def test_a_heart_beats_often_enough_and_not_more(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    now = 0.0
    heart = Heartbeat(lambda: now)
    for _ in range(1200):
        now += 0.05
        heart.beat()
    beats = 0
    manager.setblocking(False)
    try:
        while manager.recv(100) == b"WATCHDOG=1":
            beats += 1
    except BlockingIOError:
        pass
    assert beats == 6


def test_without_a_watchdog_a_heart_is_silent(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    Heartbeat().beat()
    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(100)
