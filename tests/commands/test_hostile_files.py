"""Whatever a person hands over is settled within 10 s and 300 MB, in one line and without a traceback."""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from math import isqrt
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.games.registry import GAMES
from companion.night.storage import SCHEMA
from tests.commands.cost import MOST_CPU_S, MOST_MB, Ran
from tests.night.command import environment
from tests.vision.conftest import small_table
from vision.jpeg import MOST_PX
from vision.picture import MOST_HEAVY_PX
from vision.tables import write_table

MANY_DIGITS = "9" * 5000
HEAVY = Path(__file__).with_name("heavy")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    write_table(small_table(), tmp_path / "table.json")
    return tmp_path / "table.json"


def vast_png(path: Path) -> None:
    """30,000 × 30,000 black pixels in less than a megabyte."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    row = zlib.compressobj(9)
    pixels = b"".join(row.compress(bytes(1 + 30_000 // 8)) for _ in range(30_000)) + row.flush()
    header = struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def vast_jpeg(path: Path) -> None:
    """A small photo whose header says 20,000 × 20,000."""
    raw = bytearray(cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8))[1].tobytes())
    place = raw.index(b"\xff\xc0")
    raw[place + 5 : place + 9] = struct.pack(">HH", 20_000, 20_000)
    path.write_bytes(raw)


@pytest.mark.parametrize("make", [vast_png, vast_jpeg])
def test_a_picture_is_measured_before_it_is_unpacked(
    make: Callable[[Path], None], table: Path, tmp_path: Path
) -> None:
    make(tmp_path / "vast")
    Ran(tmp_path, "see", tmp_path / "vast", "--table", table).must_refuse("000 × ", "pixels")


def photo_of_squares(side: int) -> Image.Image:
    colours = np.random.default_rng(1).integers(0, 255, (side // 8, side // 8, 3), np.uint8)
    return Image.fromarray(np.kron(colours, np.ones((8, 8, 1), np.uint8)))


def moving_webp(path: Path, side: int) -> None:
    first, *others = [Image.new("L", (side, side), grey) for grey in (0, 90, 180)]
    first.save(path, "WEBP", save_all=True, append_images=others, quality=1)


def deep_tiff(path: Path, side: int) -> None:
    """Sixteen bits a colour, in one strip that is unpacked as a whole."""
    strip = [cv2.IMWRITE_TIFF_COMPRESSION, 8, cv2.IMWRITE_TIFF_ROWSPERSTRIP, side]
    packed = cv2.imencode(".tif", np.zeros((side, side, 4), np.uint16), strip)[1]
    path.write_bytes(packed.tobytes())


def printers_jpeg(path: Path, side: int) -> None:
    """Four colours, each kept as a whole until the last pass."""
    photo = photo_of_squares(side).convert("CMYK")
    photo.save(path, "JPEG", progressive=True, quality=60, subsampling=0)


def wide_jpeg(path: Path, side: int) -> None:
    photo_of_squares(side).save(path, "JPEG", progressive=True, quality=60, subsampling=0)


@pytest.mark.parametrize(
    ("make", "most"),
    [
        (moving_webp, MOST_HEAVY_PX),
        (deep_tiff, MOST_HEAVY_PX),
        (printers_jpeg, MOST_HEAVY_PX),
        (wide_jpeg, MOST_PX),
    ],
)
def test_the_largest_picture_of_any_kind_fits(
    make: Callable[[Path, int], None], most: int, table: Path, tmp_path: Path
) -> None:
    largest = isqrt(most) // 8 * 8
    make(tmp_path / "largest", largest)
    ran = Ran(tmp_path, "see", tmp_path / "largest", "--table", table)
    assert ran.code == 1, ran.err
    ran.must_be_cheap()
    make(tmp_path / "larger", largest + 8)
    Ran(tmp_path, "see", tmp_path / "larger", "--table", table).must_refuse(f"{most // 1_000_000} million")


@pytest.mark.parametrize("kind", ["JPEG2000", "GIF", "AVIF"])
def test_pictures_of_other_kinds_are_refused(kind: str, table: Path, tmp_path: Path) -> None:
    photo_of_squares(640).save(tmp_path / "photo", kind)
    Ran(tmp_path, "see", tmp_path / "photo", "--table", table).must_refuse("JPEG, PNG, WebP, TIFF, BMP")


@pytest.mark.parametrize(("kind", "side"), [(".jpg", 10_300), (".webp", 5_900)])
def test_several_large_photos_are_never_unpacked_at_once(
    kind: str, side: int, table: Path, tmp_path: Path
) -> None:
    colours = np.random.default_rng(1).integers(0, 255, (side // 100, side // 100, 3), np.uint8)
    photo = tmp_path / f"photo{kind}"
    cv2.imwrite(str(photo), np.kron(colours, np.ones((100, 100, 1), np.uint8)))
    Ran(tmp_path, "table", "calibrate", photo, photo, photo, "--table", table).must_refuse()


def test_a_strip_is_no_picture(tmp_path: Path) -> None:
    strip = tmp_path / "strip.png"
    cv2.imwrite(str(strip), np.zeros((64, 250_000, 3), np.uint8))
    Ran(tmp_path, "read", "dice", strip).must_refuse("strip.png", "250000 × 64")


def test_a_broken_picture_gets_one_line(table: Path, tmp_path: Path) -> None:
    broken = bytearray(cv2.imencode(".png", np.eye(96, dtype=np.uint8))[1])
    broken[60:64] = b"\xff\xff\xff\xff"
    (tmp_path / "broken.png").write_bytes(broken)
    Ran(tmp_path, "see", tmp_path / "broken.png", "--table", table).must_refuse("broken.png")


@pytest.mark.parametrize("command", ["judge", "reach"])
def test_a_document_is_weighed_before_it_is_read(command: str, tmp_path: Path) -> None:
    document = tmp_path / "dispute.json"
    with document.open("wb") as file:
        file.truncate(100 << 20)
    ran = Ran(tmp_path, command, document)
    ran.must_refuse("MB")
    assert ran.err.count("dispute.json") == 1


def test_standard_input_is_weighed_too(tmp_path: Path) -> None:
    endless = os.open("/dev/zero", os.O_RDONLY)
    try:
        Ran(tmp_path, "judge", "-", stdin=endless).must_refuse("MB")
        played = Ran(tmp_path, "play", stdin=os.open(_long_line(tmp_path), os.O_RDONLY))
    finally:
        os.close(endless)
    first, second = played.out.splitlines()
    assert json.loads(first)["ok"] is False
    assert json.loads(second)["ok"] is True, "the next line is a request of its own"
    played.must_be_cheap()


def test_standard_input_that_does_not_wait_is_refused(tmp_path: Path) -> None:
    silent, writer = os.pipe2(os.O_NONBLOCK)
    try:
        for command in ("judge", "import"):
            Ran(tmp_path, command, "-", stdin=silent).must_refuse("-")
    finally:
        os.close(silent)
        os.close(writer)


@pytest.mark.parametrize("command", [("play",), ("packs", "list")], ids=" ".join)
def test_nobody_who_reads_is_no_traceback(command: tuple[str, ...], tmp_path: Path) -> None:
    launch = [sys.executable, "-c", "from companion.cli import main; main()", *command]
    nobody, writer = os.pipe()
    os.close(nobody)
    try:
        done = subprocess.run(
            launch,
            input=b'{"do":"legal"}\n' * 2,
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def _long_line(folder: Path) -> Path:
    path = folder / "requests"
    request = '{"do":"new","game":"grimm","setup":{"players":["Ana","Bo"]}}\n'
    path.write_bytes(b"[" * (60 << 20) + b"\n" + request.encode())
    return path


def test_devices_and_pipes_are_no_files(table: Path, tmp_path: Path) -> None:
    endless, silent = tmp_path / "endless", tmp_path / "silent"
    endless.symlink_to("/dev/zero")
    os.mkfifo(silent)
    for path in (endless, silent):
        Ran(tmp_path, "see", path, "--table", table).must_refuse(path.name)
        Ran(tmp_path, "judge", path).must_refuse(path.name)
        Ran(tmp_path, "nights", "--folder", path).must_refuse(path.name)
        Ran(tmp_path, "verify", path).must_refuse(path.name, "a device or a pipe")
        pack = tmp_path / f"{path.name}-pack"
        pack.mkdir()
        (pack / "pack.toml").symlink_to(path)
        checked = Ran(tmp_path, "packs", "check", pack)
        assert checked.code == 1
        assert "pack.toml" in checked.out
        checked.must_be_cheap()


@pytest.mark.parametrize("beside", ["a.night-wal", ".a.night.lock", ".a.night.1.bak", ".a.night.1.bak-wal"])
def test_devices_and_pipes_beside_a_night_are_no_files(beside: str, tmp_path: Path) -> None:
    path, strange = tmp_path / "a.night", tmp_path / beside
    (tmp_path / "requests").write_text('{"do":"new","game":"grimm","setup":{"players":["Ana","Bo"]}}\n')
    Ran(tmp_path, "play", "--journal", path, stdin=os.open(tmp_path / "requests", os.O_RDONLY))
    for file in tmp_path.glob("*a.night?*"):
        file.unlink()
    for make in (lambda: strange.symlink_to("/dev/zero"), lambda: os.mkfifo(strange)):
        make()
        Ran(tmp_path, "verify", path).must_refuse(beside, "a device or a pipe")
        strange.unlink()


def test_a_file_that_can_be_opened_but_not_read_is_named(tmp_path: Path) -> None:
    # The memory of a process has nothing at its beginning.
    memory = Path("/proc/self/mem")
    Ran(tmp_path, "judge", memory).must_refuse(str(memory))
    Ran(tmp_path, "import", memory).must_refuse(str(memory))
    Ran(tmp_path, "see", "board.png", "--table", memory).must_refuse(str(memory))


def test_a_device_that_takes_nothing_is_named(tmp_path: Path) -> None:
    Ran(tmp_path, "print", "charuco", "--out", "/dev/full").must_refuse("/dev/full")


def test_a_document_may_come_through_a_pipe(tmp_path: Path) -> None:
    script = f"echo 'no json' | {sys.executable} -c 'from companion.cli import main; main()' judge /dev/stdin"
    done = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, env=environment(tmp_path), check=False
    )
    assert done.returncode == 2
    assert "JSON" in done.stderr


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a" + ".a" * 20_000 + " = 1", "deep"),
        ("x = {a" + ".a" * 20_000 + " = 1}", "deep"),
        ("x = " + "[" * 5000 + "]" * 5000, "deep"),
        (f"x = {MANY_DIGITS}", "large"),
        ("# " + "x" * 300_000, "MB"),
    ],
    ids=["dotted key", "inline key", "arrays", "digits", "long"],
)
def test_toml_of_any_depth_is_refused_at_once(text: str, word: str, tmp_path: Path) -> None:
    pack = tmp_path / "packs/mine"
    pack.mkdir(parents=True)
    (pack / "pack.toml").write_text(text)
    checked = Ran(tmp_path, "packs", "check", pack)
    assert (checked.code, checked.err) == (1, "")
    assert word in checked.out
    checked.must_be_cheap()
    # One bad pack stops no game.
    (tmp_path / "requests").write_text('{"do":"new","game":"grimm","setup":{"players":["Ana","Bo"]}}\n')
    played = Ran(tmp_path, "play", stdin=os.open(tmp_path / "requests", os.O_RDONLY))
    assert json.loads(played.out)["ok"] is True, played.out


def test_a_dispute_of_many_fields_is_read_at_once(tmp_path: Path) -> None:
    players = {f"p{number}": 0 for number in range(200_000)}
    (tmp_path / "wide.json").write_text(
        json.dumps({"format": "dispute/1", "game": "grimm", "players": players})
    )
    Ran(tmp_path, "judge", tmp_path / "wide.json").must_refuse("players")


@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_for_a_crowd_is_refused_at_once(tmp_path: Path, game: str) -> None:
    seats = [{"hero": "rayman"}] * 200_000 if game == "rayman" else [f"p{n}" for n in range(200_000)]
    request = {"do": "new", "game": game, "setup": {"players": seats}}
    (tmp_path / "requests").write_text(json.dumps(request, separators=(",", ":")) + "\n")
    with open(tmp_path / "requests") as requests:
        ran = Ran(tmp_path, "play", stdin=requests.fileno())
    assert "players" in json.loads(ran.out)["message"]
    assert (ran.cpu_s < MOST_CPU_S, ran.memory_mb < MOST_MB) == (True, True), (ran.cpu_s, ran.memory_mb)


@pytest.mark.parametrize("game", GAMES)
def test_a_document_of_defects_takes_no_memory(tmp_path: Path, game: str) -> None:
    options = {str(number): number for number in range(200_000)}
    request = {"do": "new", "game": game, "setup": {"players": ["Ana", "Bo"], "options": options}}
    (tmp_path / "requests").write_text(json.dumps(request, separators=(",", ":")) + "\n")
    with open(tmp_path / "requests") as requests:
        ran = Ran(tmp_path, "play", stdin=requests.fileno())
    assert "options" in json.loads(ran.out)["message"]
    assert (ran.cpu_s < MOST_CPU_S, ran.memory_mb < MOST_MB) == (True, True), (ran.cpu_s, ran.memory_mb)


def test_a_document_of_defects_is_refused_in_one_short_sentence(tmp_path: Path) -> None:
    document = json.loads((HEAVY / "platformer.json").read_text())
    document["turn"] |= {f"k{number}": 0 for number in range(900)}
    (tmp_path / "document.json").write_text(json.dumps(document))
    ran = Ran(tmp_path, "judge", tmp_path / "document.json")
    ran.must_refuse("k0: is not a known field", " more")
    assert len(ran.err) < 5000


def test_no_more_players_than_can_play(tmp_path: Path) -> None:
    players = {f"p{number}": {"at": [number % 9, 1]} for number in range(60)}
    dispute = {"format": "dispute/1", "game": "rayman", "players": players, "turn": {}, "claim": {}}
    (tmp_path / "crowd.json").write_text(json.dumps(dispute))
    Ran(tmp_path, "judge", tmp_path / "crowd.json").must_refuse("players", "6")


@pytest.mark.slow
@pytest.mark.parametrize("document", sorted(HEAVY.iterdir()), ids=lambda path: path.stem)
def test_turns_that_took_most_memory_are_judged_or_refused(document: Path, tmp_path: Path) -> None:
    ran = Ran(tmp_path, "judge", document)
    assert ran.code in (0, 1, 2)
    assert ran.memory_mb < MOST_MB


def with_table(folder: Path, **changes: Any) -> Path:
    raw = json.loads((folder / "table.json").read_text())
    (folder / "changed.json").write_text(json.dumps(raw | changes))
    return folder / "changed.json"


def test_tables_of_any_size_are_refused_at_once(table: Path, tmp_path: Path) -> None:
    picture = tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 128, np.uint8))
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    crowded = with_table(tmp_path, spaces={f"{number}": square for number in range(9000)})
    Ran(tmp_path, "see", picture, "--table", crowded).must_refuse("spaces", "2000")
    jagged = with_table(tmp_path, spaces={"a": [[number, number % 7] for number in range(5000)]})
    Ran(tmp_path, "see", picture, "--table", jagged).must_refuse("spaces", "200")
    named = with_table(tmp_path, anchors={MANY_DIGITS: {"at": [1, 1], "size_mm": 30}})
    Ran(tmp_path, "see", picture, "--table", named).must_refuse("anchors")
    lay = ("table", "lay", "--table", table, "--columns", 3, "--levels", 3, "--depth", 25)
    Ran(tmp_path, *lay, "--tap", f"{MANY_DIGITS}=1,1", "--tap", "2=5,5").must_refuse("--tap")


def test_a_night_that_computes_for_ever_is_none(tmp_path: Path) -> None:
    path = tmp_path / "endless.night"
    db = sqlite3.connect(path)
    db.executescript(SCHEMA)
    db.executescript(
        "DROP TABLE entry; CREATE VIEW entry AS WITH RECURSIVE n(number, body, checksum) AS"
        " (SELECT 1, x'00', x'00' UNION ALL SELECT number + 1, x'00', x'00' FROM n) SELECT * FROM n;"
    )
    db.close()
    Ran(tmp_path, "verify", path).must_refuse("endless.night")


def test_a_night_is_weighed_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "vast.night"
    with path.open("wb") as file:
        file.truncate(500 << 20)
    Ran(tmp_path, "verify", path).must_refuse("MB")
    Ran(tmp_path, "import", path).must_refuse("MB")
