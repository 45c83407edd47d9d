"""How much faster `reach` is than the plain search, and how long turns and disputes about them take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import pytest
from msgspec.structs import replace

from companion.games.rayman.dispute import Claim, Turn, write_dispute
from companion.games.rayman.forms import LEGENDARY
from companion.games.rayman.judge import ends_of, judge, reach, verdict
from tests.bench.random_turns import heavy_turn, two_cards
from tests.yardsticks import rayman as yardstick
from tests.yardsticks.rayman_disputes import dispute, with_claim

ROOT = Path(__file__).parent.parent.parent
RAYMAN = ROOT / "companion/games/rayman"
FOLDERS = ("rules", "judging", "turn")
MODULES = ("judge", "ways", "reasons", "dispute", "running", "pushes")
"""What a turn, its judge, ways, reasons and disputes take, and all that serves them."""
MOST_MEGABYTES = 200
TIMES_FASTER = 100
TWO_CARDS = (12, 35, 100)
"""The most ms that two cards may take: median, 90 % and longest."""
HEAVY = (120, 500)
"""The most ms that a heavy turn among four may take: 90 % and longest."""
HEAD = f"{'':>22} {'median ms':>9} {'90 % ms':>9} {'max ms':>9}"


def seconds(turn: Turn, times: int = 3) -> float:
    """The processor's time, the shortest of some: neighbours on the machine only ever add to it."""
    found = []
    for _ in range(times):
        start = process_time()
        ends_of(turn)
        found.append(process_time() - start)
    return min(found)


def show(name: str, times: list[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    found = (median(ordered) * 1000, ordered[int(len(ordered) * 0.9)] * 1000, ordered[-1] * 1000)
    print(f"{name:>22} {found[0]:>9.0f} {found[1]:>9.0f} {found[2]:>9.0f}")
    return found


@pytest.mark.bench
def test_equal_to_the_plain_search_on_many_boards() -> None:
    for seed in range(20_000):
        document = dispute(seed)
        assert [list(at) for at in reach(document)] == yardstick.reach(document, 200_000), seed


@pytest.mark.bench
def test_claims_are_decided_as_the_plain_search_does() -> None:
    for seed in range(3_000):
        document = with_claim(dispute(seed), seed)
        assert judge(document).is_legal == yardstick.is_legal(document), seed


@pytest.mark.bench
def test_heavy_turns_against_the_plain_search() -> None:
    print(f"\n{'seed':>4} {'plain s':>9} {'fast ms':>9} {'ratio':>9}")
    for seed in range(10):
        turn = heavy_turn(Random(seed), others=3)
        fast = seconds(turn)
        plain, is_done = plain_seconds(turn, fast * TIMES_FASTER)
        more = "" if is_done else " and more"
        print(f"{seed:>4} {plain:>9.2f} {fast * 1000:>9.1f} {plain / fast:>9.0f}{more}")
        assert plain / fast >= TIMES_FASTER


def plain_seconds(turn: Turn, most_seconds: float) -> tuple[float, bool]:
    """How long the plain search takes, and whether it came to its end in that time."""
    plain = yardstick.Turn(write_dispute(turn), limit=10**9)
    start = process_time()
    for _ in plain.explore(plain.table.start):
        if process_time() - start >= most_seconds:
            return process_time() - start, False
    return process_time() - start, True


@pytest.mark.bench
def test_how_long_turns_take() -> None:
    print(f"\n{HEAD}")
    light = show("two cards", [seconds(two_cards(Random(seed))) for seed in range(60)])
    alone = show("heavy, alone", [seconds(heavy_turn(Random(seed), others=0)) for seed in range(30)])
    heavy = show("heavy, three others", [seconds(heavy_turn(Random(seed), others=3)) for seed in range(30)])
    for card in LEGENDARY:
        show(card, [seconds(heavy_turn(Random(seed), card, others=3)) for seed in range(6)])
    crowd = [heavy_turn(Random(seed), others=5) for seed in range(6)]
    show("heavy, five others", [seconds(turn) for turn in crowd])
    unhurt = [replace(turn, options=replace(turn.options, damage_ends_turn=False)) for turn in crowd]
    show("damage does not end it", [seconds(turn) for turn in unhurt])
    assert all(found < most for found, most in zip(light, TWO_CARDS, strict=True))
    assert alone[1] < heavy[2]
    assert heavy[1] < HEAVY[0]
    assert heavy[2] < HEAVY[1]


@pytest.mark.bench
def test_how_long_disputes_take() -> None:
    """Whole verdicts: a way to do it, or why not and the nearest ends."""
    legal, illegal = [], []
    for seed in range(10):
        random = Random(seed)
        turn = heavy_turn(random, others=3)
        ends = sorted(ends_of(turn))
        near = [(p, level) for p in range(max(turn.player.at[0] - 12, 0), 40) for level in (1, 2, 3)]
        others = [at for at in near if at not in ends]
        for times, places, is_legal in ((legal, ends, True), (illegal, others, False)):
            for at in random.sample(places, 5):
                start = process_time()
                assert verdict(turn, Claim(at)).is_legal == is_legal
                times.append(process_time() - start)
    print(f"\n{HEAD}")
    show("legal", legal)
    show("illegal", illegal)


DISPUTE = """
import sys
from pathlib import Path
from random import Random
from msgspec.structs import replace
from companion.games.rayman.dispute import Claim
from companion.games.rayman.judge import verdict
from tests.bench.random_turns import heavy_turn

turn = heavy_turn(Random(int(sys.argv[1])), others=5)
turn = replace(turn, options=replace(turn.options, damage_ends_turn=False))
verdict(turn, Claim((turn.player.at[0] + 12, 3)))
# The most of this program alone: getrusage also tells what the process held before it became this program.
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) // 1024)
"""


@pytest.mark.bench
def test_a_heavy_dispute_among_six_takes_little_memory() -> None:
    command = [sys.executable, "-c", DISPUTE]
    taken = [int(subprocess.check_output([*command, str(seed)], cwd=ROOT)) for seed in range(6)]
    print(f"\nMB: {taken}")
    assert max(taken) < MOST_MEGABYTES


@pytest.mark.bench
def test_how_many_lines_a_turn_takes() -> None:
    files = [*(path for name in FOLDERS for path in sorted((RAYMAN / name).glob("*.py")))]
    files += [RAYMAN / f"{name}.py" for name in MODULES]
    counts = {path.relative_to(RAYMAN): len(path.read_text("utf-8").splitlines()) for path in files}
    print("", *(f"{count:>5} {name}" for name, count in counts.items()), sep="\n")
    print(f"{sum(counts.values()):>5} lines")
