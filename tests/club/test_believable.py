"""One honest head finds a rewritten night out; results travel sealed; codes are not misread."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion.cli import Language
from companion.club.carrier.line import Account
from companion.club.carry import read_summary, rows_of, summary_of, write_summary
from companion.club.heads import Head, compare, compare_chain, keep_heads, kept_heads, read_heads
from companion.club.ticket import Ticket, read_code, read_invitation, write_code
from companion.commands.nights import verify
from companion.core.errors import Illegal, Invalid
from companion.core.message import say
from companion.core.qr import MOST_BYTES
from companion.night import recovery
from companion.night.exchange import export_lines
from companion.night.record import Seating, seal
from companion.night.scan import Chain
from tests.club.tables import begin, play_to_end, take_step

TICKET = Ticket(
    "e1",
    "Cup",
    3,
    Account("127.0.0.1", 1, "table-3", "secret"),
    "http://x/",
    datetime(2026, 1, 1, tzinfo=UTC),
)


@pytest.fixture
def night(tmp_path: Path) -> Path:
    path = tmp_path / "n.night"
    play_to_end(path, Random(5), seating=Seating("e1", 2, 3))
    return path


def head_of(path: Path, rows: int | None = None) -> dict[str, Head]:
    chain = recovery.read(path).chain
    rows = len(chain.rows) if rows is None else rows
    checksum = chain.rows[rows - 1][1] if rows else chain.header[1]
    return {chain.header[1].hex(): Head(rows, checksum.hex())}


def rewritten(chain: Chain, random: Random) -> Chain:
    """Changes, drops or adds something anywhere up to the end, and recomputes every checksum after it."""
    bodies = [chain.header[0], *(body for body, _ in chain.rows)]
    at = random.randrange(len(bodies))
    match random.choice(("change", "drop", "swap", "double", "digit")):
        case "drop" if at:
            del bodies[at]
        case "swap" if 0 < at < len(bodies) - 1 and bodies[at] != bodies[at + 1]:
            bodies[at], bodies[at + 1] = bodies[at + 1], bodies[at]
        case "double" if 0 < at < len(bodies) - 1:  # a row added at the end comes after the head
            bodies.insert(at, bodies[at])
        case "digit" if any(48 <= byte <= 57 for byte in bodies[at]):
            body = bytearray(bodies[at])
            place = random.choice([place for place, byte in enumerate(body) if 48 <= byte <= 57])
            body[place] = 48 + (body[place] - 47) % 10
            bodies[at] = bytes(body)
        case _:
            bodies[at] += b" "
    sealed, previous = [], b""
    for body in bodies:
        previous = seal(previous, body)
        sealed.append((body, previous))
    return Chain(sealed[0], tuple(sealed[1:]), len(sealed) - 1)


@pytest.mark.parametrize("nights", [500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_every_rewritten_night_is_found_out_by_one_honest_head(night: Path, nights: int) -> None:
    heads, chain, random = head_of(night), recovery.read(night).chain, Random(11)
    found = 0
    for _ in range(nights):
        is_same, said = compare_chain(rewritten(chain, random), heads, must_be_known=True)
        found += not is_same
        assert said is not None
    assert found == nights
    assert compare_chain(chain, heads, must_be_known=True)[0]


def test_a_head_in_the_middle_attests_what_came_before_it(night: Path) -> None:
    is_same, said = compare(night, head_of(night, 4), must_be_known=True)
    assert is_same
    assert said is not None
    assert said.params == {"rows": 4, "total": len(recovery.read(night).chain.rows)}


def test_heads_are_kept_and_never_go_back(tmp_path: Path) -> None:
    keep_heads({"aa": Head(5, "11")}, tmp_path)
    keep_heads({"aa": Head(3, "22"), "bb": Head(1, "33")}, tmp_path)
    assert kept_heads(tmp_path) == {"aa": Head(5, "11"), "bb": Head(1, "33")}


@pytest.mark.parametrize(("language", "word"), [("en", "rewritten"), ("fr", "réécrite")])
def test_verify_says_so_in_words(
    night: Path, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    monkeypatch.setattr(Language, "chosen", language)
    honest = head_of(night)
    keep_heads(honest)
    fine = CliRunner().invoke(verify, [str(night)], catch_exceptions=False, standalone_mode=False)
    assert fine.return_value == 0
    assert word not in fine.output
    keep_heads({next(iter(honest)): Head(next(iter(honest.values())).rows + 1, "00")})
    shorter = CliRunner().invoke(verify, [str(night)], catch_exceptions=False, standalone_mode=False)
    assert shorter.return_value == 1
    (night.parent / "heads.json").write_text(
        json.dumps({"heads": {next(iter(honest)): {"rows": 3, "head": "00"}}})
    )
    other = CliRunner().invoke(
        verify,
        [str(night), "--heads", str(night.parent / "heads.json")],
        catch_exceptions=False,
        standalone_mode=False,
    )
    assert other.return_value == 1
    assert word in other.output


def test_a_file_without_heads_attests_nothing(night: Path) -> None:
    empty = night.parent / "none.json"
    empty.write_text('{"format": "nonsense/9"}')
    known = read_heads(empty)
    assert compare(night, known, must_be_known=True) == (False, say("club.verify.unknown"))
    assert compare(night, kept_heads(), must_be_known=False) == (True, None)


def test_a_result_travels_as_a_qr_code_and_only_its_table_can_have_written_it(night: Path) -> None:
    summary = summary_of(night, TICKET)
    text = write_summary(summary, "secret")
    assert len(text) <= MOST_BYTES
    assert read_summary(text, {3: "secret"}) == summary
    assert summary.seating == Seating("e1", 2, 3)
    for wrong in (
        "",
        "CLUB1:",
        text[:-4],
        text[:10] + ("0" if text[10] != "0" else "1") + text[11:],
        "http://x",
        "CLUB1:" + "é" * 40,
        text[:8] + "é" + text[9:],
    ):
        with pytest.raises(Invalid):
            read_summary(wrong, {3: "secret"})
    for passwords in ({3: "other"}, {}, {2: "secret"}):
        with pytest.raises(Invalid):
            read_summary(text, passwords)


def test_a_night_that_is_not_over_has_no_result(tmp_path: Path) -> None:
    with begin(tmp_path / "n.night") as night:
        take_step(night, Random(1))
    with pytest.raises(Illegal):
        summary_of(tmp_path / "n.night", TICKET)


def test_a_stick_brings_the_same_rows_as_a_file_or_as_lines(night: Path, tmp_path: Path) -> None:
    lines = tmp_path / "n.jsonl"
    lines.write_bytes(b"\n".join(export_lines(night)))
    assert rows_of(lines) == rows_of(night)
    assert rows_of(night)[1] == Seating("e1", 2, 3)


def test_a_code_leads_back_to_the_host_and_a_misread_one_is_refused() -> None:
    random = Random(3)
    for _ in range(200):
        address = f"192.168.{random.randrange(256)}.{random.randrange(256)}"
        secret = random.randbytes(3).hex()
        code = write_code(address, secret)
        assert read_code(code.lower().replace("-", " ")) == (address, secret)
        assert read_invitation(code) == f"http://{address}:8021/join/{secret}"
    misread = 0
    for place in range(14):
        wrong = code[:place] + ("7" if code[place] != "7" else "8") + code[place + 1 :]
        try:
            read_code(wrong)
        except Invalid:
            misread += 1
    assert misread >= 10
    for text in (
        write_code("153.238.240.0", "000000"),
        "",
        "hello",
        "http://x",
        "https://1.2.3.4/join/abc",
        "0" * 400,
        "file:///etc/passwd",
        "http://[192.168.1.2/join/abc",
        "http://192.168.1.2/join/ab c",
        "http://192.168.1.2/join/abé",
        "http://192.168.1.2\x01/join/abc",
    ):
        with pytest.raises(Invalid):
            read_invitation(text)
