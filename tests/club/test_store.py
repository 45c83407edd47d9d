"""The host stores every row once, in order, unchanged; whatever else it is sent changes nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.club.carrier.messages import Presence, Rows, Sent, pack, topic
from companion.club.host.collector import Collector
from companion.club.host.store import Store
from companion.night.record import seal
from tests.club.tables import journals, play_to_end, whole


@pytest.fixture
def sent(tmp_path: Path) -> Rows:
    play_to_end(tmp_path / "nights" / "a.night", Random(1))
    return whole(tmp_path / "nights" / "a.night")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "tables.db")


def part(sent: Rows, first: int, last: int) -> Rows:
    return replace(sent, first=first, rows=sent.rows[first : last + 1])


def rechained(sent: Rows, number: int, body: bytes) -> Rows:
    """Returns the night with one row changed and every checksum after it recomputed."""
    rows = list(sent.rows)
    previous = bytes.fromhex(rows[number - 1].checksum) if number else b""
    for at in range(number, len(rows)):
        entry = body if at == number else bytes(rows[at].entry)
        previous = seal(previous, entry)
        rows[at] = Sent(msgspec.Raw(entry), previous.hex())
    return replace(sent, rows=tuple(rows))


def test_rows_come_in_pieces_twice_and_out_of_order_and_are_stored_once(
    store: Store, sent: Rows, tmp_path: Path
) -> None:
    last = len(sent.rows) - 1
    assert store.add("table-1", part(sent, 3, 5)).up_to == -1
    assert store.add("table-1", part(sent, 0, 2)).up_to == 2
    assert store.add("table-1", part(sent, 1, 4)).up_to == 4
    assert store.add("table-1", part(sent, 7, 9)).up_to == 4
    assert store.add("table-1", sent).up_to == last
    assert store.add("table-1", sent).up_to == last
    ((night, rows),) = journals(tmp_path / "nights")
    assert list(store.rows(night)) == rows
    assert store.receipt("table-1", night).head == rows[-1][1].hex()


def test_a_rewritten_row_is_said_and_changes_nothing(store: Store, sent: Rows) -> None:
    store.add("table-1", sent)
    before = list(store.rows(sent.night))
    other = rechained(sent, 5, bytes(sent.rows[5].entry).replace(b"touch", b"typed"))
    receipt = store.add("table-1", other)
    assert receipt.problem is not None
    assert receipt.problem.key == "club.rewritten"
    assert list(store.rows(sent.night)) == before


def test_a_broken_chain_a_foreign_header_and_anothers_night_are_refused(store: Store, sent: Rows) -> None:
    broken = replace(sent, rows=(*sent.rows[:4], replace(sent.rows[4], checksum="00" * 32)))
    for wrong in (
        broken,
        replace(sent, night="ab" * 32),
        replace(sent, rows=(Sent(msgspec.Raw(b"{}"), seal(b"", b"{}").hex()),), night=seal(b"", b"{}").hex()),
    ):
        receipt = store.add("table-1", wrong)
        assert receipt.problem is not None
    assert store.nights() == ()
    store.add("table-1", sent)
    stolen = store.add("table-2", sent)
    assert stolen.problem is not None
    assert stolen.problem.key == "club.others_night"


def test_a_head_told_before_its_rows_binds_them(store: Store, sent: Rows) -> None:
    store.claim("table-1", sent.night, 6, sent.rows[6].checksum)
    other = rechained(sent, 4, bytes(sent.rows[4].entry).replace(b"touch", b"typed"))
    problem = store.add("table-1", other).problem
    assert problem is not None
    assert problem.key == "club.rewritten"
    assert store.add("table-1", sent).problem is None


def test_the_collector_knows_the_result_and_keeps_it_over_a_restart(tmp_path: Path, sent: Rows) -> None:
    path = tmp_path / "tables.db"
    collector = Collector(Store(path))
    for first in range(0, len(sent.rows), 3):
        collector.take_rows("table-1", part(sent, first, first + 2))
    glance = collector.nights[sent.night].glance
    assert glance is not None
    assert glance.is_over
    assert sorted(placed.place for placed in glance.places) == [1, 2]
    collector.close()
    again = Collector(Store(path))
    assert again.nights[sent.night].glance == glance
    assert again.tables["table-1"].night == sent.night


def test_garbage_on_every_topic_is_said_and_disturbs_nothing(tmp_path: Path, sent: Rows) -> None:
    collector = Collector(Store(tmp_path / "tables.db"))
    random = Random(7)
    good = pack(part(sent, 0, 3))
    deep = msgspec.json.encode("x") and b"[" * 100_000
    from zlib import compress

    for about in ("rows", "hello", "presence", "stored", "", "rows/extra"):
        for body in (b"", b"\0", good[:50], compress(b"{}"), compress(deep), compress(b"0" * (9 << 20))):
            collector.hear(topic("table-1", about), body)
        for _ in range(200):
            spoiled = bytearray(good)
            for _ in range(3):
                spoiled[random.randrange(len(spoiled))] = random.randrange(256)
            collector.hear(topic("table-1", about), bytes(spoiled))
    assert collector.notices
    collector.hear(topic("table-1", "rows"), pack(sent))
    assert list(collector.store.rows(sent.night)) == [
        (bytes(row.entry), bytes.fromhex(row.checksum)) for row in sent.rows
    ]
    collector.close()


def test_a_night_that_the_board_cannot_follow_is_stored_all_the_same(tmp_path: Path, sent: Rows) -> None:
    collector = Collector(Store(tmp_path / "tables.db"))
    wrong = rechained(sent, 2, bytes(sent.rows[2].entry).replace(b"BoatRowed", b"BoatFlown"))
    if wrong == sent:
        wrong = rechained(sent, 1, bytes(sent.rows[1].entry).replace(b"DiceRolled", b"DiceFlown"))
    receipts = collector.take_rows("table-1", wrong)
    assert receipts[sent.night].up_to == len(sent.rows) - 1
    assert collector.nights[sent.night].glance is None
    assert collector.notices[-1].table == "table-1"
    collector.close()


def test_the_board_shows_the_newest_night_whatever_comes_last(tmp_path: Path) -> None:
    for number in (1, 2):
        play_to_end(tmp_path / "nights" / f"{number}.night", Random(number))
    older, newer = (whole(tmp_path / "nights" / f"{number}.night") for number in (1, 2))
    collector = Collector(Store(tmp_path / "tables.db"))
    for rows in (part(older, 0, 3), newer, older):
        collector.hear(topic("table-1", "rows"), pack(rows))
    assert collector.tables["table-1"].night == newer.night
    collector.close()
    again = Collector(Store(tmp_path / "tables.db"))
    assert again.tables["table-1"].night == newer.night
    again.close()


def test_a_table_that_speaks_is_here_though_an_old_will_comes_late(tmp_path: Path, sent: Rows) -> None:
    collector = Collector(Store(tmp_path / "tables.db"))
    for is_here in (True, False):
        collector.hear(topic("table-1", "presence"), pack(Presence(is_here)))
    assert not collector.tables["table-1"].is_here
    collector.hear(topic("table-1", "rows"), pack(sent))
    assert collector.tables["table-1"].is_here
    collector.close()
