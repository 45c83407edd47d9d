"""The server as the network sees it: what it lets through, what it turns away, what it never says."""

from __future__ import annotations

import http.client
import json
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.phones.forms import LONGEST_MESSAGE
from companion.phones.web import ENTRIES_A_MINUTE, MOST_A_SECOND, MOST_IN_A_BURST, Pace
from tests.phones.conftest import a_night
from tests.phones.table import ADDRESS, Phone, Server, Table, joined, served, until

Both = tuple[Table, Server]


def raw(port: int, request: bytes) -> bytes:
    with socket.create_connection((ADDRESS, port), timeout=5) as line:
        line.sendall(request)
        line.settimeout(5)
        return line.recv(65536)


def test_the_page_and_its_parts_are_served(rayman: Both) -> None:
    phone = Phone(rayman[0].port)
    for path, holds in (
        ("/", "<script src="),
        ("/page.js", "WebSocket"),
        ("/board.js", "draw_board"),
        ("/page.css", "--accent"),
        ("/icons.svg", 'id="i-heart"'),
        ("/words/en", "Ready"),
        ("/words/fr", "Prêt"),
    ):
        status, body = phone.get(path)
        assert status == 200, path
        assert holds in body
    assert phone.get("/words/xx")[0] == 404
    assert phone.get("/../page.py")[0] == 404
    assert phone.get("/web.py")[0] == 404
    _, french = phone.get("/", **{"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.5"})
    assert '<html lang="fr">' in french


def test_the_page_loads_nothing_from_elsewhere(rayman: Both) -> None:
    phone = Phone(rayman[0].port)
    for path in ("/", "/page.js", "/board.js", "/page.css"):
        body = phone.get(path)[1]
        outside = body.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in outside
        assert "https://" not in outside
        assert "//cdn" not in outside
        assert "@import" not in outside


def test_headers_keep_the_page_to_itself(rayman: Both) -> None:
    connection = http.client.HTTPConnection(ADDRESS, rayman[0].port, timeout=5)
    connection.request("GET", "/")
    headers = {name.lower(): value for name, value in connection.getresponse().getheaders()}
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil:80"])
def test_another_name_of_this_machine_is_turned_away(rayman: Both, host: str) -> None:
    port = rayman[0].port
    answer = raw(port, f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.split(b" ")[1] in (b"400", b"403")


def test_another_page_is_turned_away(rayman: Both) -> None:
    table, _ = rayman
    phone = Phone(table.port)
    token = table.token()
    for origin in ("http://evil.example", "null", f"https://{ADDRESS}:{table.port}"):
        assert phone.post("/enter", {"token": token}, Origin=origin)[0] == 403
    connection = http.client.HTTPConnection(ADDRESS, table.port, timeout=5)
    connection.request("POST", "/enter", json.dumps({"token": token}))
    assert connection.getresponse().status == 403, "no origin at all"
    assert table.token() == token, "nothing was used up"
    seat = joined(table, player="Ana")
    seat.leave()
    with pytest.raises(InvalidStatus):
        seat.connect(Origin="http://evil.example")


def test_the_cookie_is_out_of_reach_of_scripts_and_other_pages(rayman: Both) -> None:
    table, _ = rayman
    status, headers, _ = Phone(table.port).post("/enter", {"token": table.token()})
    assert status == 200
    cookie = next(value for name, value in headers.items() if name.lower() == "set-cookie").lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie


def test_a_seat_sees_its_own_hand_and_a_tv_none(rayman: Both) -> None:
    table, _ = rayman
    ana, tv, guest = joined(table, player="Ana"), joined(table, "tv"), joined(table, "guest")
    assert ana.view is not None
    hand = {card["id"] for card in ana.view["view"]["cards"] if card.get("owner") == "Ana"}
    assert hand
    for other in (tv, guest):
        assert other.view is not None
        assert not [card for card in other.view["view"].get("cards", []) if card.get("owner") == "Ana"]
        assert "choices" not in other.view["view"]
    assert ana.view["view"]["prompt"]["headline"]
    for phone in (ana, tv, guest):
        phone.leave()


def test_each_phone_reads_its_own_language(rayman: Both) -> None:
    table, _ = rayman
    english, french = joined(table, "guest"), joined(table, "guest", language="fr-CH")
    assert english.view is not None
    assert french.view is not None
    assert english.view["view"]["prompt"]["headline"] != french.view["view"]["prompt"]["headline"]


def test_a_step_reaches_every_phone_and_a_replayed_one_none(rayman: Both) -> None:
    table, _ = rayman
    ana, tv = joined(table, player="Ana"), joined(table, "tv")
    while True:
        ana.listen()
        assert ana.view is not None
        revision = table.night.revision
        if ana.view["revision"] != revision:
            ana.hear_until(lambda: ana.view is not None and ana.view["revision"] == table.night.revision)
        if ana.view["can_take_chance"]:
            break
        table.do(lambda: table.submit(table.night.game.offers(table.night.state)[0]))
    for _ in range(2):
        ana.say(do="chance", id="abc", revision=revision)
    ana.hear_until(lambda: "abc" in ana.answers)
    assert ana.answers["abc"]["ok"]
    tv.hear_until(lambda: tv.view is not None and tv.view["revision"] == revision + 1)
    assert table.night.revision == revision + 1


def test_who_is_sent_away_hears_it_and_cannot_come_back(rayman: Both) -> None:
    table, _ = rayman
    bo = joined(table, player="Bo")
    table.do(lambda: table.reception.send_away(bo.digest))
    bo.hear_until(lambda: bo.last.get("kind") == "gone")
    assert not bo.can_connect()
    assert json.loads(bo.get("/me")[1]) == {"known": False}
    assert bo.get("/rules/en")[0] == 404


def test_a_stranger_gets_nothing(rayman: Both) -> None:
    table, _ = rayman
    stranger = Phone(table.port)
    assert not stranger.can_connect()
    stranger.cookie = "x" * 22
    assert not stranger.can_connect()
    assert stranger.enter(token="A" * 22) == 403
    assert stranger.post("/enter", b"[]")[0] == 400
    assert stranger.post("/enter", b"{" * 5000)[0] == 400
    assert stranger.get("/rules/en")[0] == 404
    assert "Ana" not in "".join(stranger.heard)


def test_a_guest_who_asks_for_everything_gets_what_a_guest_may_see(rayman: Both) -> None:
    table, _ = rayman
    guest = joined(table, "guest")
    before = table.night.revision
    guest.say(do="hello", language="en")
    guest.hear_until(lambda: guest.last["kind"] == "view")
    guest.say(do="submit", id="1", revision=before, commands=[{"command": "Continue"}])
    guest.hear_until(lambda: "1" in guest.answers)
    assert not guest.answers["1"]["ok"]
    guest.say(do="ask", id="2", revision=before, figure="rayman", space="0/1")
    guest.say(do="chance", id="3", revision=before)
    guest.hear_until(lambda: "3" in guest.answers)
    assert not guest.answers["3"]["ok"]
    assert not guest.answers["2"]["ok"]
    assert "ways" not in guest.answers["2"]
    assert table.night.revision == before


def test_too_much_too_fast_or_nonsense_ends_the_line(rayman: Both) -> None:
    table, _ = rayman
    calm = joined(table, "guest")
    for bad in ("nonsense", '{"do": "dance"}', "[" * 3000, '{"do":"hello","language":7}', "\x00", "null"):
        rude = joined(table, "guest")
        assert rude.line is not None
        rude.line.send(bad)
        rude.hear_the_end()
        assert rude.last["kind"] == "gone"
    large = joined(table, "guest")
    assert large.line is not None
    large.line.send("x" * (LONGEST_MESSAGE + 1))
    large.hear_the_end()
    fast = joined(table, "guest")
    with suppress(ConnectionClosed):
        for _ in range(MOST_IN_A_BURST * 3):
            fast.say(do="hello", language="en")
    fast.hear_the_end()
    calm.say(do="hello", language="fr")
    calm.hear_until(lambda: calm.last["kind"] == "view")


def test_whoever_knocks_all_the_time_shuts_nobody_else_out(tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, _):
        statuses = []
        for _ in range(ENTRIES_A_MINUTE + 5):
            line = http.client.HTTPConnection(
                ADDRESS, table.port, timeout=10, source_address=("127.0.0.2", 0)
            )
            line.request("POST", "/enter", b'{"token":"x"}', {"Origin": f"http://{ADDRESS}:{table.port}"})
            statuses.append(line.getresponse().status)
            line.close()
        assert statuses[0] == 403
        assert statuses[-1] == 429
        joined(table, player="Ana").leave()


def test_ten_messages_a_second_pass() -> None:
    at = [0.0]
    pace = Pace(MOST_A_SECOND, MOST_IN_A_BURST, lambda: at[0])
    passed = 0
    for _ in range(1000):
        passed += pace.take()
        at[0] += 0.01
    assert MOST_A_SECOND * 10 <= passed <= MOST_A_SECOND * 10 + MOST_IN_A_BURST


def test_a_phone_that_was_away_finds_everything_as_it_is(tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, server):
        ana = joined(table, player="Ana")
        ana.drop()
        server.kill()
        table.do(lambda: table.submit(table.night.game.offers(table.night.state)[0]))
        server.begin()
        until(ana.can_connect)
        ana.hear_until(lambda: ana.view is not None and ana.view["revision"] == table.night.revision, 10)
        log = (tmp_path / "server.log").read_text()
        assert log == "", "nothing to complain of, and no secret in it"


def test_the_port_is_open_only_while_phones_are_let_in(tmp_path: Path) -> None:
    with served(a_night, tmp_path) as (table, _):
        port = table.port
        assert Phone(port).get("/words/en")[0] == 200
        ana = joined(table, player="Ana")
        table.do(table.reception.close)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                socket.create_connection((ADDRESS, port), timeout=1).close()
            except OSError:
                break
            time.sleep(0.05)
        else:
            raise AssertionError("the port stayed open")
        ana.hear_the_end()


def test_a_server_with_phones_at_its_line_ends_when_it_is_told_to(tmp_path: Path) -> None:
    for _ in range(3):
        with served(a_night, tmp_path) as (table, server):
            joined(table, player="Ana")
            assert server.process is not None
            server.process.terminate()
            assert server.process.wait(timeout=20) == 0


def test_the_evening_is_fetched_by_whoever_read_its_code(rayman: Both) -> None:
    table, _ = rayman
    token = table.do(lambda: table.reception.give(b"%PDF-1.4 evening"))
    stranger = Phone(table.port)
    until(lambda: stranger.get(f"/evening/{token}") == (200, "%PDF-1.4 evening"))
    assert stranger.get("/evening/guessed")[0] == 404
    again = table.do(lambda: table.reception.give(b"%PDF-1.4 later"))
    until(lambda: stranger.get(f"/evening/{again}")[0] == 200)
    assert stranger.get(f"/evening/{token}")[0] == 404, "only the last one is kept"
