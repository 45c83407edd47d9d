from __future__ import annotations

import json
from pathlib import Path

from companion.night import folders
from tests.night.command import NEW, play, put, run


def keep_night(data: Path, name: str = "a") -> Path:
    journal = data / "nights" / f"{name}.night"
    play(data, NEW, put(3), put(5), {"do": "undo"}, journal=journal)
    return journal


def test_the_list_says_date_game_players_round_and_leader(tmp_path: Path) -> None:
    assert "no nights" in run(tmp_path, "nights").stdout
    keep_night(tmp_path)
    (tmp_path / "nights/broken.night").write_bytes(b"not a night at all")
    done = run(tmp_path, "nights", "--json")
    night, broken = json.loads(done.stdout)
    assert night["game"] == "lighthouse"
    assert night["players"] == ["Ana", "Bo"]
    assert (night["round"], night["leader"], night["entries"]) == (1, None, 3)
    assert night["date"].startswith("20")
    assert "broken.night" in broken["problem"]
    table = run(tmp_path, "nights").stdout
    assert "lighthouse" in table
    assert "Ana, Bo" in table
    assert run(tmp_path, "nights", "--folder", str(tmp_path / "nights")).stdout == table


def test_listing_leaves_no_traces(tmp_path: Path) -> None:
    journal = keep_night(tmp_path)
    before = {path.name: path.read_bytes() for path in journal.parent.iterdir()}
    run(tmp_path, "nights")
    assert {path.name: path.read_bytes() for path in journal.parent.iterdir()} == before


def test_export_and_import_make_the_same_night(tmp_path: Path) -> None:
    journal = keep_night(tmp_path)
    lines = tmp_path / "a.jsonl"
    assert run(tmp_path, "export", "a", "--to", str(lines)).returncode == 0
    assert run(tmp_path, "export", str(journal)).stdout == lines.read_text()
    assert run(tmp_path, "export", "a", "--to", str(lines)).returncode == 2
    copy = tmp_path / "copy.night"
    assert run(tmp_path, "import", str(lines), "--to", str(copy)).returncode == 0
    assert run(tmp_path, "export", str(copy)).stdout == lines.read_text()
    assert play(tmp_path, {"do": "resume"}, {"do": "redo"}, journal=copy)[1] == {"ok": True, "revision": 4}
    assert run(tmp_path, "import", "-", stdin=lines.read_text()).returncode == 0
    assert len(folders.night_files(tmp_path / "nights")) == 2
    again = run(tmp_path, "import", str(lines), "--to", str(copy))
    assert again.returncode == 2
    assert str(copy) in again.stderr


def test_a_changed_line_is_not_imported(tmp_path: Path) -> None:
    keep_night(tmp_path)
    lines = run(tmp_path, "export", "a").stdout
    copy = tmp_path / "copy.night"
    for bad, named in (
        (lines.replace('"value":3', '"value":4'), "-:2"),
        ("", "-"),
        ("\n".join(lines.splitlines()[:1] + lines.splitlines()[2:]), "-:2"),
        (lines.replace("night/1", "night/9"), "9"),
        (lines.replace('"number":2', '"number":"two"'), "-:3"),
    ):
        done = run(tmp_path, "import", "-", "--to", str(copy), stdin=bad)
        assert done.returncode == 2
        assert named in done.stderr
        assert "Traceback" not in done.stderr
        assert not copy.exists()


def test_verify_decides_everything_again(tmp_path: Path) -> None:
    keep_night(tmp_path)
    done = run(tmp_path, "verify", "a")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in run(tmp_path, "export", "a").stdout.splitlines()]
    rows[1]["entry"]["events"][0]["value"] = 9
    changed = "".join(json.dumps({k: v for k, v in row.items() if k != "checksum"}) + "\n" for row in rows)
    run(tmp_path, "import", "-", "--to", str(tmp_path / "other.night"), stdin=changed)
    done = run(tmp_path, "verify", str(tmp_path / "other.night"), "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 1
    assert result["agree"] is False
    assert len(result["differences"]) == 1
    assert "1" in result["differences"][0]


def test_an_absent_night_is_named(tmp_path: Path) -> None:
    for command in ("verify", "export"):
        done = run(tmp_path, command, "absent")
        assert done.returncode == 2
        assert "absent" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_completion_prints_a_script_that_knows_the_commands(tmp_path: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_COMPANION_COMPLETE" in run(tmp_path, "completion", shell).stdout
