"""What phones cost: how soon a touch is at the table, and what twenty of them take."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from kiosk.machine.display import virtual_display
from tests.bench.phone_wishes import wish_of
from tests.bench.test_kiosk import ahead_of_others
from tests.phones.conftest import a_night
from tests.phones.table import joined, served
from tests.phones.test_hostile import memory_mb

pytestmark = pytest.mark.bench

PROBE = Path(__file__).parent / "phone_probe.py"
TOUCHES = 60
PHONES = 20
STEPS = 30
A_STEP_S = 1.0
"""A table that never rests: a step every second."""


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_touch_on_a_phone_is_at_the_table_at_once(tmp_path: Path) -> None:
    with ahead_of_others(), served(a_night, tmp_path) as (table, _):
        names = [player.id for player in table.night.game.view(table.night.state).players]
        phones = {name: joined(table, player=name) for name in names}
        there, back, random = [], [], Random(1)
        while len(there) < TOUCHES:
            revision = table.night.revision
            for phone in phones.values():
                phone.see(revision)
            who = next((p for p in phones.values() if wish_of(p) is not None), None)
            if who is None:
                table.do(lambda: table.submit(random.choice(table.night.game.offers(table.night.state))))
                continue
            wish = wish_of(who)
            assert wish is not None
            began = time.perf_counter()
            who.say(**wish, id=str(len(there)), revision=revision)
            answer = who.answer_to(str(len(there)))
            there.append(time.perf_counter() - began)
            assert answer["ok"]
            for phone in phones.values():
                phone.see(revision + 1)
            back.append(time.perf_counter() - began)
        for name, found in (("carried out and answered", there), ("on every phone", back)):
            found.sort()
            print(
                f"a touch on a phone, {name}: median {found[len(found) // 2] * 1000:.0f} ms, "
                f"95 % {found[int(len(found) * 0.95)] * 1000:.0f} ms, longest {found[-1] * 1000:.0f} ms"
            )
        assert there[int(len(there) * 0.95)] < 0.1


def test_a_touch_on_a_phone_is_on_the_kiosk_at_once(tmp_path: Path) -> None:
    """To the picture on the kiosk's display, from phones beside a kiosk that rests between the touches."""
    with ahead_of_others(), virtual_display():
        environment = {
            **os.environ,
            "COMPANION_SILENT": "1",
            "COMPANION_DATA": str(tmp_path),
            "XDG_RUNTIME_DIR": str(tmp_path),
            "PYTHONPATH": str(PROBE.parents[2]),
        }
        command = [sys.executable, str(PROBE)]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=300, check=True
        )
    took = sorted(json.loads(done.stdout.strip().splitlines()[-1]))
    p95 = took[int(len(took) * 0.95)]
    print(
        f"a touch on a phone, on the kiosk's screen: median {took[len(took) // 2]:.0f} ms, "
        f"95 % {p95:.0f} ms, longest {took[-1]:.0f} ms of {len(took)}"
    )
    assert len(took) >= 100
    assert p95 < 100


def test_what_twenty_phones_cost(tmp_path: Path) -> None:
    random = Random(2)
    with ahead_of_others(), served(a_night, tmp_path) as (table, server):
        assert server.process is not None
        pid = server.process.pid
        names = [player.id for player in table.night.game.view(table.night.state).players]
        places = [("seat", name) for name in names] + [("tv", "")] + [("guest", "")] * PHONES
        phones = [joined(table, *places[0])]
        alone = memory_mb(pid)
        phones += [
            joined(table, *place, language="en" if number % 2 else "fr")
            for number, place in enumerate(places[1:PHONES])
        ]
        began, used = time.monotonic(), cpu_s(pid)
        for step in range(STEPS):
            time.sleep(max(0.0, began + step * A_STEP_S - time.monotonic()))
            table.do(lambda: table.submit(random.choice(table.night.game.offers(table.night.state))))
            for phone in phones:
                phone.listen()
                phone.heard.clear()
        share = (cpu_s(pid) - used) / (time.monotonic() - began)
        whole = memory_mb(pid)
        print(
            f"{PHONES} phones, a step a second: {share * 100:.1f} % of one core, "
            f"{whole:.0f} MB in all, {whole - alone:.1f} MB more than one phone"
        )
        assert share < 0.15
        assert whole < 60
