"""The printed sheets: read back by the very detector, and to scale."""

import subprocess
from pathlib import Path
from shutil import which

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.content.loader import load_content
from companion.games.registry import find_game
from vision.calibrate import charuco_board
from vision.dictionary import find_dictionary

DPI = 150


def pages(pdf: Path, tmp_path: Path) -> list[np.ndarray]:
    if which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed")
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", str(pdf), str(tmp_path / "page")], check=True)
    return [cv2.imread(str(path)) for path in sorted(tmp_path.glob("page*.png"))]


def print_sheets(tmp_path: Path, *args: str) -> list[np.ndarray]:
    pdf = tmp_path / "sheets.pdf"
    with pytest.raises(SystemExit) as left:
        main(["--language", "fr", "print", *args, "--out", str(pdf)])
    assert left.value.code == 0
    return pages(pdf, tmp_path)


def test_anchors_are_readable_and_thirty_millimetres(tmp_path: Path) -> None:
    (page,) = print_sheets(tmp_path, "anchors")
    detector = cv2.aruco.ArucoDetector(find_dictionary("5X5_50"))
    corners, ids, _ = detector.detectMarkers(page)
    assert sorted(np.ravel(ids).tolist()) == [0, 1, 2, 3]
    for quad in corners:
        sides = np.linalg.norm(quad[0] - np.roll(quad[0], -1, 0), axis=1) / DPI * 25.4
        assert np.abs(sides - 30).max() < 0.5


def test_a_ring_is_cut_out_with_three_millimetres_of_white_around_it(tmp_path: Path) -> None:
    (page,) = print_sheets(tmp_path, "rings")
    orange = np.abs(page.astype(int) - (0, 159, 230)).max(2) < 12
    rows, columns = np.nonzero(orange)
    x, y = (columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2
    assert abs((columns.max() - columns.min()) / DPI * 25.4 - 36) < 0.5
    outwards = page[round(y), round(x) :].min(1)
    white = np.flatnonzero(outwards[round(18.3 * DPI / 25.4) : round(20.7 * DPI / 25.4)] < 245)
    line = np.flatnonzero(outwards[round(20.7 * DPI / 25.4) : round(21.3 * DPI / 25.4)] < 245)
    assert not len(white)
    assert len(line)


def test_the_calibration_sheet_is_opencvs_board(tmp_path: Path) -> None:
    (page,) = print_sheets(tmp_path, "charuco")
    corners, _, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(
        cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    )
    assert len(corners) == 8 * 5


def test_a_practice_board_spreads_over_pages_with_all_anchors(tmp_path: Path) -> None:
    sheets = print_sheets(tmp_path, "boards", "--game", "rayman", "--board", "jungle-sample", "--paper", "a3")
    detector = cv2.aruco.ArucoDetector(find_dictionary("5X5_50"))
    found = [detector.detectMarkers(page)[1] for page in sheets]
    read = [tag for ids in found if ids is not None for tag in np.ravel(ids).tolist()]
    assert len(sheets) > 1
    assert sorted(set(read)) == [0, 1, 2, 3]


def test_a_practice_board_says_what_the_game_says(tmp_path: Path) -> None:
    if which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    print_sheets(tmp_path, "boards", "--game", "grimm", "--paper", "a3")
    done = subprocess.run(
        ["pdftotext", tmp_path / "sheets.pdf", "-"], capture_output=True, text=True, check=True
    )
    said = set(done.stdout.split())
    assert {str(number) for number in range(1, 13)} <= said, "the numbers of the chest cards"
    assert {"pioche", "défausse", "relance"} <= said
    assert not {"card", "trash", "dice"} & said


def test_an_unknown_board_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["print", "boards", "--game", "rayman", "--board", "atlantis", "--out", str(tmp_path / "x.pdf")])
    assert left.value.code == 2
    assert "atlantis" in capsys.readouterr().err


def test_a_game_of_tiles_prints_its_mat_and_every_tile(tmp_path: Path) -> None:
    mat = print_sheets(tmp_path, "boards", "--game", "pickle_rick", "--paper", "a3")
    detector = cv2.aruco.ArucoDetector(find_dictionary("5X5_50"))
    found = [detector.detectMarkers(page)[1] for page in mat]
    read = {tag for ids in found if ids is not None for tag in np.ravel(ids).tolist()}
    assert read == {0, 1, 2, 3}
    sheets = tmp_path / "tiles"
    sheets.mkdir()
    pages_of_tiles = print_sheets(sheets, "tiles", "--game", "pickle_rick")
    coloured = [page for page in pages_of_tiles if (np.ptp(page.astype(int), axis=2) > 20).any()]
    assert len(coloured) == len(pages_of_tiles) >= 1


def test_tiles_of_several_cells_lie_side_by_side(tmp_path: Path) -> None:
    tiles = len(load_content(find_game("platformer")).of_kind("tiles"))
    pages_of_tiles = print_sheets(tmp_path, "tiles", "--game", "platformer")
    assert len(pages_of_tiles) == tiles // 2  # four cells wide and high: two on a sheet
