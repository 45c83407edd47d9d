"""What phones cost: how soon a touch is at the table, and what twenty of them take."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from tests.bench.test_kiosk import ahead_of_others
from tests.phones.conftest import a_night
from tests.phones.table import Phone, joined, served
from tests.phones.test_hostile import memory_mb

pytestmark = pytest.mark.bench

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
            who = next((p for p in phones.values() if _wish(p) is not None), None)
            if who is None:
                table.do(lambda: table.submit(random.choice(table.night.game.offers(table.night.state))))
                continue
            wish = _wish(who)
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


def _wish(phone: Phone) -> dict[str, object] | None:
    assert phone.view is not None
    if phone.view["can_take_chance"]:
        return {"do": "chance"}
    for choice in phone.view["view"].get("choices", ()):
        asks = choice.get("asks", ())
        if not asks:
            return {"do": "submit", "commands": [choice["command"]]}
        if len(asks) == 2 and choice.get("group") == "secret":
            first, second = (option["value"] for option in asks[0]["options"][:2])
            command = {**choice["command"], asks[0]["id"]: first, asks[1]["id"]: second}
            return {"do": "submit", "commands": [command]}
    return None


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
