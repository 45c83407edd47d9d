"""The dice/1 protocol against noise: no crash, no false roll, every valid line honoured."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from hardware.protocol import (
    LONGEST_LINE,
    Hello,
    LineReader,
    Pressed,
    Rolled,
    checksum,
    parse_line,
    with_checksum,
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"PRESS", Pressed()),
        (b"ROLL 1", Rolled(1)),
        (b"ROLL 20", Rolled(20)),
        (b"ROLL 100", Rolled(100)),
        (b"HELLO box 1.0", Hello("box", "1.0")),
        (b"HELLO dice-box_2 v1.2-beta", Hello("dice-box_2", "v1.2-beta")),
        (b"ROLL 4 *%02X" % checksum(b"ROLL 4"), Rolled(4)),
        (b"ROLL 4 *%02x" % checksum(b"ROLL 4"), Rolled(4)),
        (b"HELLO box 1.0 *%02x" % checksum(b"HELLO box 1.0"), Hello("box", "1.0")),
    ],
)
def test_valid_lines(line: bytes, said: object) -> None:
    assert parse_line(line) == said


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\r",
        b"press",
        b"PRESS ",
        b" PRESS",
        b"PRESS 1",
        b"ROLL",
        b"ROLL ",
        b"ROLL 0",
        b"ROLL 00",
        b"ROLL 04",
        b"ROLL -1",
        b"ROLL +4",
        b"ROLL 4.0",
        b"ROLL 4 ",
        b"ROLL  4",
        b"ROLL 4 5",
        b"ROLL 101",
        b"ROLL 99999999999999999999",
        b"ROLL four",
        "ROLL ٤".encode(),
        b"ROLL 4\x00",
        b"ROLL 4 *00",
        b"ROLL 4 *",
        b"ROLL 4 *5",
        b"ROLL 4*5E",
        b"ROLL 4 *5E*5E",
        b"ROLL 4 *+5",
        b"HELLO",
        b"HELLO box",
        b"HELLO box *5",
        b"HELLO box 1.0 extra",
        b"LED on",
        b"OK",
    ],
)
def test_damaged_and_unknown_lines(line: bytes) -> None:
    assert parse_line(line) is None


def test_a_checksum_covers_every_byte_before_its_space() -> None:
    good = with_checksum(b"ROLL 4")
    assert parse_line(good) == Rolled(4)
    for place in range(len(b"ROLL 4")):
        for bit in range(8):
            broken = bytearray(good)
            broken[place] ^= 1 << bit
            assert parse_line(bytes(broken)) is None


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_over_long_lines_are_one_skipped_line_whatever_they_end_with(ending: bytes) -> None:
    reader = LineReader()
    said = list(reader.feed(b"x" * 1000 + b"ROLL 4" + ending + b"ROLL 5" + ending))
    assert said == [None, Rolled(5)]
    assert (reader.counts.honoured, reader.counts.skipped) == (1, 1)


def test_the_longest_line_fits_and_one_byte_more_does_not() -> None:
    name = b"n" * (LONGEST_LINE - len(b"HELLO  1"))
    assert list(LineReader().feed(b"HELLO %s 1\n" % name)) == [Hello(name.decode(), "1")]
    assert list(LineReader().feed(b"HELLO %sn 1\n" % name)) == [None]


def test_a_line_cut_by_an_unplugged_cable_never_joins_the_next_one() -> None:
    reader = LineReader()
    assert list(reader.feed(b"ROLL 1")) == []
    reader.cut()
    assert list(reader.feed(b"2\nROLL 3\n")) == [None, Rolled(3)]
    assert reader.counts.halves == 1


def _noise(random_source: random.Random) -> bytes:
    kind = random_source.randrange(6)
    if kind == 0:
        return bytes(
            random_source.choices([b for b in range(256) if b != 10], k=random_source.randrange(120))
        )
    line = bytearray(
        random_source.choice([b"PRESS", b"ROLL 6", b"HELLO box 1.0", with_checksum(b"ROLL 3"), b"ROLL 17"])
    )
    if kind == 1:
        return bytes(line[: random_source.randrange(len(line))])
    if kind == 2:
        line[random_source.randrange(len(line))] ^= 1 << random_source.randrange(8)
        return bytes(line).replace(b"\n", b"")
    if kind == 3:
        return bytes(line) + bytes(random_source.choices(b" *0AF\x00\xff", k=random_source.randrange(1, 90)))
    if kind == 4:
        return bytes(random_source.choices(b"ROLPESH 0123456789*\r", k=random_source.randrange(20)))
    return bytes(line)


def _is_valid_by_the_book(line: bytes) -> tuple[str, int] | None:
    """A second, plain reading of dice/1, written apart from the parser."""
    line = line[:-1] if line.endswith(b"\r") else line
    if len(line) > LONGEST_LINE or any(byte < 32 or byte > 126 for byte in line):
        return None
    words = line.decode("ascii").split(" ")
    if words[-1].startswith("*"):
        digits = words.pop()[1:]
        if len(digits) != 2 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
            return None
        total = 0
        for character in " ".join(words):
            total ^= ord(character)
        if total != int(digits, 16):
            return None
    if words == ["PRESS"]:
        return ("press", 0)
    if len(words) == 2 and words[0] == "ROLL" and words[1] in {str(n) for n in range(1, 101)}:
        return ("roll", int(words[1]))
    if len(words) == 3 and words[0] == "HELLO" and words[1] and words[2] and "*" not in words[1] + words[2]:
        return ("hello", 0)
    return None


def _as_told(said: object) -> tuple[str, int] | None:
    if isinstance(said, Rolled):
        return ("roll", said.value)
    if isinstance(said, Pressed):
        return ("press", 0)
    return ("hello", 0) if isinstance(said, Hello) else None


def test_a_hundred_thousand_lines_of_noise_in_random_pieces() -> None:
    random_source = random.Random(20)
    lines = [_noise(random_source) for _ in range(100_000)]
    stream = b"\n".join(lines) + b"\n"
    reader, told, at = LineReader(), [], 0
    while at < len(stream):
        size = random_source.randrange(1, 400)
        told += [_as_told(said) for said in reader.feed(stream[at : at + size])]
        at += size
    expected = [_is_valid_by_the_book(line) for line in lines]
    assert told == expected
    honoured = sum(said is not None for said in expected)
    assert honoured > 10_000, "the noise must hold valid lines too"
    assert (reader.counts.honoured, reader.counts.skipped) == (honoured, len(lines) - honoured)


def test_a_hundred_thousand_random_bytes_make_no_roll() -> None:
    noise = random.Random(4).randbytes(100_000)
    reader = LineReader()
    told = list(reader.feed(noise))
    assert len(told) == noise.count(b"\n")
    assert not any(told)


@given(st.binary(max_size=300), st.lists(st.integers(1, 50), max_size=20))
@settings(max_examples=150)
def test_pieces_do_not_matter(stream: bytes, cuts: list[int]) -> None:
    whole = list(LineReader().feed(stream))
    reader, told = LineReader(), []
    for size in cuts:
        told += list(reader.feed(stream[:size]))
        stream = stream[size:]
    assert told + list(reader.feed(stream)) == whole
