"""What a night writes to the card: measured by the kernel, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = """
import json, random, sys
from pathlib import Path
from companion.commands.demo import default_setup
from companion.content.loader import load_content
from companion.games.registry import find_game
from companion.night.night import Night

def written():
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["write_bytes"])

name, path, most = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
game = find_game(name)
content = load_content(game)
chance = random.Random(1)
before = written()
begun = None
with Night.create(game, default_setup(game, content), path=path, content=content) as night:
    begun = written()
    steps = 0
    while not night.is_over and steps < most:
        night.submit(chance.choice(list(game.offers(night.state))))
        steps += 1
    played = written()
print(json.dumps({"steps": steps, "begin": begun - before, "play": played - begun, "end": written() - played,
                  "file": sum(f.stat().st_size for f in path.parent.glob(path.name + "*"))}))
"""


def _measure(game: str, folder: Path, most: int = 3000) -> dict[str, int]:
    command = [sys.executable, "-c", PLAY, game, str(folder / "bench.night"), str(most)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    measured: dict[str, int] = json.loads(done.stdout)
    return measured


@pytest.mark.bench
def test_a_night_writes_little(tmp_path: Path) -> None:
    if not Path("/proc/self/io").exists():
        pytest.skip("the kernel does not count writes here")
    measured = _measure("rayman", tmp_path)
    total = measured["begin"] + measured["play"] + measured["end"]
    if total == 0:
        pytest.skip("the temporary folder is in memory; use --basetemp on a disk")
    steps = measured["steps"]
    print(f"\n{'steps in the night':<28}{steps:10}")
    for name in ("begin", "play", "end"):
        print(f"{name:<28}{measured[name] / 1e6:10.2f} MB")
    print(f"{'written in all':<28}{total / 1e6:10.2f} MB")
    print(f"{'written for a step':<28}{measured['play'] / steps / 1e3:10.2f} kB")
    print(f"{'kept in files':<28}{measured['file'] / 1e6:10.2f} MB")
    # A step costs a few pages of the log; writing whole states or the whole file again would cost far more.
    assert measured["play"] / steps < 64_000
    assert total < 100e6
