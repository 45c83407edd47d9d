"""A host and tables as processes of their own, to be killed at any moment.

python -m tests.club.processes host FOLDER ADDRESS PORT BROKER_PORT own|other
python -m tests.club.processes table FOLDER SEED PAUSE_S STEPS
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from companion.games import registry
from companion.night.night import Night
from tests.club.tables import begin, take_step

registry.GAMES["lighthouse"] = "tests.example.game:GAME"


def host(folder: str, address: str, port: str, broker_port: str, whose: str) -> None:
    from companion.club.host.serving import Place, serve

    place = Place(address, int(port), "127.0.0.1", int(broker_port), own_broker=whose == "own")
    serve(Path(folder), place, lambda web: None)


def table(folder: str, seed: str, pause_s: str, steps: str) -> None:
    """Plays nights one after the other, resuming what was cut short, and reports them until it is killed."""
    os.environ["COMPANION_DATA"] = folder
    from companion.club.member import Member
    from companion.club.ticket import kept_ticket

    ticket = kept_ticket()
    assert ticket is not None
    nights = Path(folder) / "nights"
    nights.mkdir(parents=True, exist_ok=True)
    member = Member(ticket, folder=nights)
    member.start()
    random = Random(f"{seed}{time.time()}")
    while sum(night.last for night in list(member._publisher.nights.values())) < int(steps):
        night = _open_or_begin(nights)
        while not night.is_over:
            take_step(night, random)
            time.sleep(float(pause_s))
        night.close()
        member.nudge()
        time.sleep(0.3)
    while True:
        time.sleep(1)


def _open_or_begin(folder: Path) -> Night[Any]:
    files = sorted(folder.glob("*.night"))
    if files:
        night = Night.open(files[-1])
        if not night.is_over:
            return night
        night.close()
    return begin(folder / f"{len(files):04}.night")


if __name__ == "__main__":
    {"host": host, "table": table}[sys.argv[1]](*sys.argv[2:])
