from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.night.command import LAUNCH, ROOT, environment, run


def dispute(at: int = 4, **changes: Any) -> dict[str, Any]:
    document = {
        "format": "dispute/1",
        "game": "lighthouse",
        "turn": {"from": 2, "roll": 3},
        "claim": {"at": at},
    }
    document.update(changes)
    return {field: value for field, value in document.items() if value is not ...}


def write(folder: Path, name: str, document: Any) -> str:
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return str(path)


def test_a_legal_and_an_illegal_claim(tmp_path: Path) -> None:
    legal = run(tmp_path, "judge", write(tmp_path, "a.json", dispute(4)))
    assert json.loads(legal.stdout) == {
        "format": "verdict/1",
        "verdict": "legal",
        "steps": [],
        "spent": {},
        "clauses": ["LH-MOVE-1"],
    }
    assert legal.returncode == 0
    illegal = run(tmp_path, "judge", "-", stdin=json.dumps(dispute(9)))
    assert json.loads(illegal.stdout) == {
        "format": "verdict/1",
        "verdict": "illegal",
        "because": "Too far.",
        "clauses": ["LH-MOVE-1"],
        "nearest": [5],
    }
    assert illegal.returncode == 1


def test_several_files_in_order_with_the_worst_code(tmp_path: Path) -> None:
    files = [
        write(tmp_path, "far.json", dispute(9)),
        write(tmp_path, "bad.json", "{"),
        write(tmp_path, "odd.json", dispute(turn=None)),
        str(tmp_path / "absent.json"),
        write(tmp_path, "near.json", dispute(3)),
    ]
    done = run(tmp_path, "judge", *files)
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["illegal", "legal"]
    assert done.returncode == 2
    said = done.stderr.splitlines()
    assert len(said) == 3
    assert all(name in line for name, line in zip(("bad.json", "odd.json", "absent.json"), said, strict=True))
    assert run(tmp_path, "judge", files[0], files[-1]).returncode == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"format": "dispute/2"}, "format"),
        ({"format": ...}, "format"),
        ({"game": 4}, "game"),
        ({"game": "chess"}, "game"),
        ({"claim": ...}, "claim"),
    ],
)
def test_bad_input_names_file_and_field(tmp_path: Path, changes: dict[str, Any], field: str) -> None:
    done = run(tmp_path, "judge", write(tmp_path, "a.json", dispute(**changes)))
    assert (done.returncode, done.stdout) == (2, "")
    assert "a.json" in done.stderr
    assert field in done.stderr.split("a.json")[1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("once", "twice", "field"),
    [('"roll": 3', '"roll": 1, "roll": 3', "roll"), ('"game"', '"game": "rayman", "game"', "game")],
)
def test_a_field_that_stands_twice_is_refused(tmp_path: Path, once: str, twice: str, field: str) -> None:
    done = run(tmp_path, "reach", "-", stdin=json.dumps(dispute()).replace(once, twice))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"companion: -: {field}: stands there twice; expected once\n"


def test_reach_lists_every_end_with_or_without_a_claim(tmp_path: Path) -> None:
    for document in (dispute(), dispute(claim=...)):
        done = run(tmp_path, "reach", write(tmp_path, "a.json", document))
        assert json.loads(done.stdout) == {"format": "reach/1", "spaces": [3, 4, 5]}
        assert done.returncode == 0


def test_a_full_disk_is_not_the_disputes_fault(tmp_path: Path) -> None:
    command = [*LAUNCH, "judge", write(tmp_path, "a.json", dispute())]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, env=environment(tmp_path), text=True
        )
    assert done.returncode == 2
    assert "a.json" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_traceback(tmp_path: Path, closing: str) -> None:
    command = f'"$@" play {closing}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *LAUNCH],
        input="",
        capture_output=True,
        cwd=ROOT,
        env=environment(tmp_path),
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_dispute_whose_players_are_two_sides_and_their_figures(tmp_path: Path) -> None:
    document = {
        "format": "dispute/1",
        "game": "pickle_rick",
        "board": {"tiles": {"0,0": {"face": "up"}, "1,0": {"face": "up", "walls": "E"}}},
        "players": {"rick": {"at": [0, 0]}, "jaguar": {"at": [1, 0]}, "guards": []},
        "turn": {"side": "rick", "symbols": {"tool": 1}},
    }
    answer = run(tmp_path, "reach", write(tmp_path, "rick.json", document))
    assert json.loads(answer.stdout) == {
        "format": "reach/1",
        "spaces": [[0, 0]],
        "sees": ["jaguar"],
        "rerolls": 3,
    }
