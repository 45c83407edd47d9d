"""`companion compare`: a picture against a night's record (compare/1)."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.sheets import sample_boards
from companion.games.registry import find_game
from companion.night.night import Night
from vision.layout import table_for
from vision.render.draw import draw
from vision.render.shot import Shot, Standing
from vision.tables import write_table

PLAYERS = [{"name": "Ana", "hero": "rayman"}, {"name": "Bo", "hero": "globox"}]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("night")
    night = Night.create(
        find_game("rayman"), {"mode": "rookie", "players": PLAYERS}, path=folder / "friday.night"
    )
    night.close()
    _, board, _ = sample_boards("rayman")["jungle-sample"]
    write_table(table_for(board, ["rayman", "globox"]), folder / "table.json")
    return folder / "friday.night", folder / "table.json"


def compare(
    files: tuple[Path, Path], places: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, dict]:
    from vision.tables import read_table

    table = read_table(files[1])
    figures = {}
    for index, (name, space) in enumerate(places.items()):
        (x1, y1), (x2, y2) = table.spaces[space][0], table.spaces[space][2]
        # Two figures in one space of the start stand beside each other, as real ones do.
        figures[name] = Standing((x1 + x2) / 2, (y1 + y2) / 2 + (6 if index else -6), body_width_mm=10)
    picture = tmp_path / "board.png"
    cv2.imwrite(str(picture), draw(Shot(table, figures, tilt=0.1, busy=0.2, width=1640, height=1232))[0])
    with pytest.raises(SystemExit) as left:
        main(
            [
                "--language",
                "en",
                "compare",
                str(picture),
                "--table",
                str(files[1]),
                "--journal",
                str(files[0]),
            ]
        )
    return int(left.value.code or 0), json.loads(capsys.readouterr().out)


def test_a_figure_elsewhere_is_misplaced(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, result = compare(files, {"rayman": "0/1", "globox": "9/2"}, tmp_path, capsys)
    assert code == 1
    assert list(result) == ["format", "agree", "differences"]
    assert (result["format"], result["agree"]) == ("compare/1", False)
    misplaced = [one for one in result["differences"] if one["kind"] == "misplaced"]
    assert [(one["figure"], one["expected"], one["seen"]) for one in misplaced] == [("globox", "0/1", "9/2")]
    assert misplaced[0]["confidence"] > 0.9
    assert "globox" in misplaced[0]["say"]
    assert set(misplaced[0]) == {"figure", "kind", "expected", "seen", "confidence", "say"}


def test_a_hidden_figure_is_missing(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, result = compare(files, {"globox": "0/1"}, tmp_path, capsys)
    assert code == 1
    assert ("rayman", "missing") in [(one["figure"], one["kind"]) for one in result["differences"]]


def test_bad_input_is_refused_in_one_line(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "empty.png"
    cv2.imwrite(str(picture), cv2.imread(str(picture)) if picture.exists() else draw_nothing())
    for journal in (tmp_path / "no.night", files[1]):
        with pytest.raises(SystemExit) as left:
            main(["compare", str(picture), "--table", str(files[1]), "--journal", str(journal)])
        assert left.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def draw_nothing():  # type: ignore[no-untyped-def]
    import numpy as np

    return np.full((200, 200, 3), 99, np.uint8)


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["--language", "en", "compare", *map(str, args)])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def test_a_blank_picture_agrees_with_nothing(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((480, 640, 3), 128, np.uint8))
    code, out, _ = run(capsys, blank, "--table", files[1], "--journal", files[0])
    assert code == 1
    assert json.loads(out)["agree"] is False
    bare = tmp_path / "bare.json"
    table = json.loads(files[1].read_text())
    bare.write_text(json.dumps(table | {"figures": {}}))
    code, out, _ = run(capsys, blank, "--table", bare, "--journal", files[0])
    assert code == 1
    answer = json.loads(out)
    assert answer["agree"] is False
    assert {one["kind"] for one in answer["differences"]} == {"unsure"}


def test_another_games_table_is_refused(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((480, 640, 3), 128, np.uint8))
    _, board, figures = next(iter(sample_boards("grimm").values()))
    write_table(table_for(board, figures), tmp_path / "other.json")
    code, out, err = run(capsys, blank, "--table", tmp_path / "other.json", "--journal", files[0])
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "other.json" in err


@pytest.fixture
def tower(tmp_path: Path) -> Path:
    """A night of Platformer that has just begun: nothing is on the board, and no tile makes one."""
    journal = tmp_path / "tower.night"
    Night.create(find_game("platformer"), {"players": ["Ana", "Bo"]}, path=journal).close()
    return journal


@pytest.mark.parametrize("game", ["grimm", "pickle_rick", "rayman"])
def test_a_board_that_is_still_empty_has_a_table_of_its_own(
    game: str, tower: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, board, figures = next(iter(sample_boards(game).values()))
    table = table_for(board, figures)
    write_table(table, tmp_path / "other.json")
    cv2.imwrite(str(tmp_path / "board.png"), draw(Shot(table, {}, width=1640, height=1232))[0])
    code, out, err = run(
        capsys, tmp_path / "board.png", "--table", tmp_path / "other.json", "--journal", tower
    )
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "table of another board" in err


def test_what_cannot_be_told_of_no_figure_is_said(
    tower: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, board, figures = next(iter(sample_boards("platformer").values()))
    table, bare = table_for(board, figures), table_for(board, ())
    blank = np.full((480, 640, 3), 128, np.uint8)
    empty = draw(Shot(table, {}, width=2400, height=2400))[0]
    for laid, picture, said in (
        (table, blank, "anchor tag"),
        (bare, empty, "marks no figure"),
        (table, empty, ""),
    ):
        write_table(laid, tmp_path / "table.json")
        cv2.imwrite(str(tmp_path / "board.png"), picture)
        code, out, err = run(
            capsys, tmp_path / "board.png", "--table", tmp_path / "table.json", "--journal", tower
        )
        assert json.loads(out)["differences"] == []
        assert (json.loads(out)["agree"], code, bool(err)) == (not said, bool(said), bool(said)), err
        assert said in err
