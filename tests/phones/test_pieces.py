"""Small parts: icons as SVG, addresses, languages, the hotspot's words."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.core.drawings import DRAWINGS
from companion.core.errors import Illegal
from companion.phones.address import own_addresses
from companion.phones.hotspot import Hotspot
from companion.phones.page_words import PAGE_WORDS
from companion.phones.sprites import sprites
from companion.phones.telling import language_of

PAGE = Path(__file__).parents[2] / "companion/phones/page"


def test_every_icon_is_a_symbol() -> None:
    root = ElementTree.fromstring(sprites())
    names = {symbol.get("id") for symbol in root}
    assert names == {f"i-{name}" for name in DRAWINGS}


def test_this_machine_has_an_address() -> None:
    assert "127.0.0.1" in own_addresses()


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        ("fr-FR,fr;q=0.9", "fr"),
        ("de, fr;q=0.5", "fr"),
        ("de", "en"),
        ("", "en"),
        ("EN-us", "en"),
        ("x" * 999, "en"),
    ],
)
def test_the_language_of_a_browser(wanted: str, spoken: str) -> None:
    assert language_of(wanted) == spoken


def test_a_hotspot_says_why_it_cannot_be() -> None:
    def missing(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        raise FileNotFoundError

    def slow(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(command, 1)

    def refused(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 4, "", "Error: not authorized\n")

    for run, key in (
        (missing, "phones.hotspot.no_manager"),
        (slow, "phones.hotspot.slow"),
        (refused, "phones.hotspot.failed"),
    ):
        with pytest.raises(Illegal) as told:
            Hotspot(run).open()
        assert told.value.message.key == key


def test_a_hotspot_has_a_new_password_each_time() -> None:
    def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, "wlan0:wifi\n", "")

    networks = [Hotspot(run).open() for _ in range(20)]
    assert len({network.password for network in networks}) == 20
    assert all(8 <= len(network.password) <= 63 for network in networks)


def test_the_page_says_only_what_it_has_words_for() -> None:
    script = (PAGE / "page.js").read_text("utf-8")
    said = set(re.findall(r'say\("(\w+)"', script)) | set(
        re.findall(r'say\([^()"]*\? "(\w+)" : "\w+"', script)
    )
    known = {key.removeprefix("phones.page.") for key in PAGE_WORDS}
    assert said <= known
    assert len(said) > 30
