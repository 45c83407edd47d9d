"""`companion see` as other programs use it: sighting/1 out, clear refusals in one line."""

import json
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from PIL import Image

from companion.cli import main
from companion.ports.table import Table
from tests.vision.conftest import photograph
from vision.tables import write_table


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, list[dict], str]:
    with pytest.raises(SystemExit) as left:
        main(["--language", "en", "see", *map(str, args)])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), [json.loads(line) for line in out.splitlines()], err


@pytest.fixture
def files(tmp_path: Path, table: Table) -> tuple[Path, Path]:
    picture, file = tmp_path / "board.png", tmp_path / "table.json"
    cv2.imwrite(str(picture), photograph(table, {"rayman": "5/1", "globox": "8/2"}))
    write_table(table, file)
    return picture, file


def test_it_says_where_the_figures_stand(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code, (sighting,), err = run(capsys, files[0], "--table", files[1])
    assert (code, err) == (0, "")
    assert list(sighting) == ["format", "registered", "figures", "unsure", "unseen", "why"]
    assert sighting["format"] == "sighting/1"
    assert sighting["registered"] is True
    assert {name: one["space"] for name, one in sighting["figures"].items()} == {
        "rayman": "5/1",
        "globox": "8/2",
    }
    assert set(sighting["figures"]["rayman"]) == {"space", "x", "y", "confidence"}
    assert sighting["figures"]["rayman"]["confidence"] > 0.9


def test_several_pictures_give_one_line_each_in_order(
    files: tuple[Path, Path], table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.jpg"
    cv2.imwrite(str(other), photograph(table, {"rayman": "2/3"}))
    code, lines, _ = run(capsys, other, files[0], "--table", files[1])
    assert code == 0
    assert [line["figures"]["rayman"]["space"] for line in lines] == ["2/3", "5/1"]
    assert lines[0]["unseen"] == ["globox"]


def test_a_picture_without_the_board_is_a_clear_no_with_the_reason(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((480, 640, 3), 120, np.uint8))
    code, (sighting,), _ = run(capsys, empty, "--table", files[1])
    assert code == 1
    assert sighting["registered"] is False
    assert sighting["figures"] == {}
    assert sorted(sighting["unseen"]) == ["globox", "rayman"]
    assert "anchor" in sighting["why"]


def broken(path: Path, kind: str, whole: bytes) -> Path:
    target = path / f"{kind}.jpg"
    if kind == "missing":
        return target
    if kind == "tiny":
        target = target.with_suffix(".png")
        cv2.imwrite(str(target), np.zeros((1, 1, 3), np.uint8))
        return target
    target.write_bytes({"empty": b"", "text": b"not a picture at all", "cut": whole[: len(whole) // 2]}[kind])
    return target


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("missing", "no such file"),
        ("tiny", "1×1"),
        ("empty", "empty"),
        ("text", "not a picture"),
        ("cut", "cut short"),
    ],
)
def test_broken_pictures_are_refused_in_one_line(
    kind: str, expected: str, files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = cv2.imencode(".jpg", cv2.imread(str(files[0])))[1].tobytes()
    picture = broken(tmp_path, kind, whole)
    code, lines, err = run(capsys, picture, "--table", files[1])
    assert code == 2
    assert lines == []
    assert len(err.splitlines()) == 1
    assert expected in err
    assert picture.name in err


def test_one_broken_picture_does_not_silence_the_others(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines, _ = run(capsys, broken(tmp_path, "text", b""), files[0], "--table", files[1])
    assert code == 2
    assert len(lines) == 1


@pytest.mark.parametrize("kind", ["16 bit", "grey", "50 megapixels", "two in one", "alpha"])
def test_unusual_pictures_just_work(
    kind: str, files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, target = cv2.imread(str(files[0])), tmp_path / "odd.png"
    if kind == "16 bit":
        picture = picture.astype(np.uint16) * 257
    elif kind == "grey":
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    elif kind == "alpha":
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    else:
        picture, target = cv2.resize(picture, (9440, 5310)), tmp_path / "odd.jpg"
    cv2.imwrite(str(target), picture)
    if kind == "two in one":
        with Image.open(target) as photo:
            photo.save(
                target := tmp_path / "odd.mpo", save_all=True, append_images=[Image.new("L", (90, 90))]
            )
    code, (sighting,), _ = run(capsys, target, "--table", files[1])
    assert code == 0
    assert sighting["figures"]["rayman"]["space"] == "5/1"


DEFECTS = {
    "unknown field": (lambda t: t | {"colour": 1}, "colour"),
    "no format": (lambda t: {k: v for k, v in t.items() if k != "format"}, "format"),
    "dictionary": (lambda t: t | {"dictionary": "9X9_9"}, "9X9_9"),
    "empty space": (lambda t: t | {"spaces": {"a": [[0, 0], [1, 1]]}}, "spaces.a"),
    "no spaces": (lambda t: t | {"spaces": {}}, "spaces"),
    "endless space": (lambda t: t | {"spaces": {"a": [[0, 0], [1e308, 0], [0, 1e308]]}}, "spaces"),
    "endless ring": (
        lambda t: t | {"figures": {"a": {"ring": [1, 2, 3], "outer_mm": 1e9, "inner_mm": 5}}},
        "outer_mm",
    ),
    "flat space": (lambda t: t | {"spaces": {"a": [[0, 0], [9, 0], [18, 0]]}}, "spaces.a"),
    "bow tie": (lambda t: t | {"spaces": {"a": [[0, 0], [30, 30], [30, 0], [0, 30]]}}, "spaces.a"),
    "overlap": (
        lambda t: (
            t | {"spaces": {"a": [[0, 0], [20, 0], [20, 20], [0, 20]], "b": [[10, 10], [30, 10], [30, 30]]}}
        ),
        "spaces.b",
    ),
    "same tag": (
        lambda t: t | {"figures": {"a": {"tag": 9, "size_mm": 9}, "b": {"tag": 9, "size_mm": 9}}},
        "figures.b",
    ),
    "anchor's tag": (lambda t: t | {"figures": {"a": {"tag": 0, "size_mm": 9}}}, "anchors.0"),
    "tag and ring": (
        lambda t: t | {"figures": {"a": {"tag": 9, "size_mm": 9, "ring": [1, 2, 3]}}},
        "figures.a",
    ),
    "no size": (lambda t: t | {"figures": {"a": {"tag": 9}}}, "figures.a.size_mm"),
    "tag too high": (lambda t: t | {"figures": {"a": {"tag": 50, "size_mm": 9}}}, "figures.a.tag"),
    "colour": (
        lambda t: t | {"figures": {"a": {"ring": [1, 2, 300], "outer_mm": 9, "inner_mm": 5}}},
        "figures.a.ring",
    ),
    "ring inside out": (
        lambda t: t | {"figures": {"a": {"ring": [1, 2, 3], "outer_mm": 5, "inner_mm": 9}}},
        "figures.a.inner_mm",
    ),
    "negative size": (lambda t: t | {"board_mm": [-1, 5]}, "board_mm"),
    "anchor's name": (lambda t: t | {"anchors": {"x": {"at": [1, 1], "size_mm": 9}}}, "anchors.x"),
    "camera": (lambda t: t | {"camera": {"matrix": [[0, 0, 0]] * 3}}, "camera"),
}


@pytest.mark.parametrize("kind", DEFECTS)
def test_a_wrong_table_names_file_and_field(
    kind: str, files: tuple[Path, Path], table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, named = DEFECTS[kind]
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(msgspec.json.encode(change(msgspec.to_builtins(table))))
    code, lines, err = run(capsys, files[0], "--table", wrong)
    assert (code, lines) == (2, [])
    assert len(err.splitlines()) == 1
    assert "wrong.json" in err
    assert named in err


def test_a_table_in_another_encoding_is_refused(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files[1].write_bytes(files[1].read_bytes().replace(b"globox", b"glob\xf6x"))
    code, lines, err = run(capsys, files[0], "--table", files[1])
    assert (code, lines, len(err.splitlines())) == (2, [], 1)
    assert files[1].name in err


def test_touching_spaces_are_no_overlap(table: Table) -> None:
    from vision.tables import defects_of

    assert defects_of(table) == ()
