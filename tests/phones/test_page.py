"""The page in a real browser: small screens, screen readers, either hand, lost lines, and why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.announcements import announcements_of
from companion.night.reasons import mover_of
from companion.phones.qr import join_address
from kiosk.look.theme import DARK, LIGHT, Palette
from tests.phones.browser import Browser, Page, chromium, find_chromium
from tests.phones.conftest import a_night
from tests.phones.table import ADDRESS, Table, served

CSS = Path(__file__).parents[2] / "companion/phones/page/page.css"
GAMES = ["grimm", "pickle_rick", "platformer", "rayman"]
SMALL_BUTTONS = """[...document.querySelectorAll('button')]
  .filter((b) => b.offsetParent && b.offsetHeight < 40).map((b) => b.innerText || b.ariaLabel)"""
TICK_ALL = """[...document.querySelectorAll('dialog input')]
  .forEach((input) => { if (!input.checked) input.click(); }); close_sheet(); 1"""
FIRST_FETCH_FAILS = """const real = window.fetch; let count = 0;
  window.fetch = (...given) => count++ ? real(...given) : Promise.reject(new TypeError('no line'));"""
needs_browser = pytest.mark.skipif(find_chromium() is None, reason="no chromium here")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def sit_down(browser: Browser, table: Table, place: str, width: int = 390, language: str = "en") -> Page:
    address = join_address(ADDRESS, table.port, table.token())
    page = browser.open(address, width=width, height=700, languages=language)
    page.until("!!document.querySelector('[data-key=tv]')")
    page.click(place)
    page.until("!!told")
    return page


def nameless(page: Page) -> list[dict[str, Any]]:
    """Lists what a screen reader would call by no name."""
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    wanted = {"button", "textbox", "searchbox", "checkbox", "dialog", "img"}
    return [
        node
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"] in wanted
        and not node.get("name", {}).get("value", "").strip()
    ]


@needs_browser
@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_a_small_phone_and_speaks_to_a_screen_reader(
    browser: Browser, game: str, tmp_path: Path
) -> None:
    with served(partial(a_night, game), tmp_path) as (table, _):
        for _ in range(12):
            table.do(lambda: table.submit(table.night.game.offers(table.night.state)[0]))
        player = table.night.game.view(table.night.state).players[0].id
        seat = sit_down(browser, table, f"seat {player}", width=320)
        for large in ("false", "true"):
            seat.run(f"liked.large = {large}; keep(); render(); 1")
            assert seat.run("document.documentElement.scrollWidth") <= 320
            assert seat.run(SMALL_BUTTONS) == [], "a finger needs room"
        assert nameless(seat) == []
        assert seat.run("!!document.querySelector('main') && !!document.querySelector('header h1')")
        assert seat.run("document.querySelector('svg.board').getAttribute('aria-label')")
        tv = sit_down(browser, table, "tv", width=1280)
        assert tv.run("document.body.classList.contains('is-tv')")
        assert tv.run("document.querySelectorAll('.player').length") >= 1
        assert tv.run("document.querySelectorAll('button').length") == 0, "nobody touches a TV"
        assert browser.complaints == []


@needs_browser
def test_a_tv_shows_each_moment_on_a_large_card_and_keeps_the_last_ones(
    browser: Browser, tmp_path: Path
) -> None:
    with served(a_night, tmp_path) as (table, _):
        play_until(table, "roll")
        tv = sit_down(browser, table, "tv", width=1280)
        large = "document.querySelector('.moment.is-large')"
        assert not tv.run(f"!!{large}"), "a TV just switched on shows no old moment large"
        assert tv.run("document.querySelectorAll('.moments .face').length") == 1, "the die that fell"
        play_until(table, "reveal")
        tv.until(f"!!{large}")
        assert tv.run(f"{large}.querySelectorAll('.hand').length") == len(
            table.night.game.view(table.night.state).players
        )
        tv.until(f"!{large}")
        assert "Order" in tv.run("document.querySelector('.moment.is-first').textContent")
        table.do(lambda: (table.night.undo(agreed=True), table.reception.night_changed()))
        tv.until("told.is_moved")
        assert "Order" not in tv.run("document.querySelector('.moments').textContent"), "it was taken back"
        assert browser.complaints == []


def play_until(table: Table, kind: str) -> None:
    """Takes steps until one of them brings a kind of moment."""

    def kinds() -> list[str]:
        view = table.night.game.view(table.night.state)
        return [announcement.moment.kind for announcement in announcements_of(view.log)]

    while kind not in kinds():
        table.do(lambda: table.submit(table.night.game.offers(table.night.state)[0]))


@needs_browser
def test_a_phone_speaks_the_language_of_its_owner(browser: Browser, tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, _):
        french = sit_down(browser, table, "seat Bo", language="fr-FR")
        assert "Votre main" in french.run("document.querySelector('main').textContent")
        assert french.run("document.documentElement.lang") == "fr"


@needs_browser
def test_left_hand_light_colours_and_large_text_are_kept(browser: Browser, tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, _):
        page = sit_down(browser, table, "seat Ana")
        right = page.run("document.querySelector('[data-key=settings]').getBoundingClientRect().left")
        page.click("settings")
        page.run(
            "[...document.querySelectorAll('dialog input')].forEach((i) => { if (!i.checked) i.click(); }); 1"
        )
        page.run("close_sheet(); 1")
        left = page.run("document.querySelector('[data-key=settings]').getBoundingClientRect().left")
        assert left < right
        page.call("Page.reload")
        page.until("typeof told !== 'undefined' && !!told")
        assert page.run("document.body.classList.contains('left-handed')")
        assert page.run("document.documentElement.classList.contains('light')")


@needs_browser
def test_a_lost_line_comes_back_silently(browser: Browser, tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, server):
        page = sit_down(browser, table, "seat Ana")
        server.kill()
        page.until("isAway")
        assert page.run("!!told"), "what was there stays on the screen"
        # Touched while the table is away: it is carried out when the line is back, and once.
        before = table.night.revision
        page.click("primary")
        server.begin()
        page.until(f"told.revision === {before + 1} && !isAway && !pending")
        assert table.night.revision == before + 1


@needs_browser
def test_a_page_that_is_only_half_loaded_loads_the_rest(browser: Browser, tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, _):
        page = browser.open("about:blank", width=390, height=700)
        page.call("Page.addScriptToEvaluateOnNewDocument", source=FIRST_FETCH_FAILS)
        page.call("Page.navigate", url=join_address(ADDRESS, table.port, table.token()))
        page.until("!!document.querySelector('[data-key=tv]')")


@needs_browser
def test_a_place_that_was_touched_while_the_line_was_lost_is_asked_for(
    browser: Browser, tmp_path: Path
) -> None:
    with served(a_night, tmp_path) as (table, server):
        page = browser.open(join_address(ADDRESS, table.port, table.token()), width=390, height=700)
        page.until("!!document.querySelector('[data-key=tv]')")
        server.kill()
        page.until("isAway")
        page.click("seat Ana")
        server.begin()
        page.until("!!told && told.player === 'Ana'")


@needs_browser
def test_why_not(browser: Browser, tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, _):
        night = table.night
        while night.game.view(night.state).phase != "turns" or not night.game.view(night.state).pool:
            table.do(lambda: table.submit(night.game.offers(night.state)[0]))
        player = night.game.view(night.state).prompt.player
        page = sit_down(browser, table, f"seat {player}")
        reach = night.game.reachable(night.state, mover_of(night.game.view(night.state)))
        table.do(lambda: table.reception.lit(reach))
        page.until(f"told.revision === {night.revision} && !!litFor")
        lit = page.run("[...lights()]")
        assert lit, "what is in reach is lit"
        far = page.run("told.view.board.spaces.map((s) => s.id).filter((s) => !lights().has(s)).pop()")
        page.run(f"touch_space('{far}'); 1")
        page.until("!!refusal && !pending")
        assert page.run("Object.keys(refusal.rules).length") >= 1
        assert page.run("!!document.querySelector('[role=alert] .rule')")
        page.run("refusal = null; render(); 1")
        before = night.revision
        end = next(
            space
            for space in lit
            if space != page.run("told.view.board.pieces.find((p) => p.is_active).space")
        )
        page.run(f"touch_space('{end}'); 1")
        page.until("!!offer && !pending")
        page.click("primary")
        page.until(f"told.revision > {before}")


def test_the_page_has_the_colours_of_the_kiosk() -> None:
    text = CSS.read_text()
    dark, light = text.split(":root.light")[0], text.split(":root.light")[1].split("}")[0]
    for palette, block in ((DARK, dark), (LIGHT, light)):
        found = dict(re.findall(r"--([\w-]+): (#[0-9A-Fa-f]{6})", block))
        for name in ("background", "surface", "text", "quiet", "accent", "hit", "done", "camera", "cell"):
            assert found[name] == getattr(palette, name), name
    seats = [value for name, value in sorted(re.findall(r"--(seat-\d): (#\w{6})", dark))]
    assert tuple(seats) == DARK.players


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_words_stand_out(palette: Palette) -> None:
    for words, ground in (
        ("text", "background"),
        ("text", "raised"),
        ("quiet", "background"),
        ("quiet", "surface"),
    ):
        assert contrast(getattr(palette, words), getattr(palette, ground)) >= 4.5


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
