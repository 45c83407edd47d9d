"""Phones that lose their line, a server that is killed: no step is lost, none is done twice."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.phones.conftest import a_night
from tests.phones.table import Phone, Server, Table, joined, served, until

BACK_S = 2.0
"""How soon after its return a phone shows the night as it is."""


class Player(Thread):
    """A phone that acts for its player, or only watches, and keeps losing its line."""

    def __init__(self, table: Table, phone: Phone, seed: int, loses: float, ended: Event) -> None:
        super().__init__(daemon=True)
        self.table, self.phone, self.loses, self.ended = table, phone, loses, ended
        self.random = Random(seed)
        self.count = 0
        self.wanted: dict[str, Any] | None = None
        self.done: list[str] = []
        """What the table answered to have carried out."""
        self.losses = 0
        self.late: list[float] = []
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ended.is_set():
                with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                    if self.phone.line is None:
                        self._come_back()
                    self._act()
                    continue
                self.phone.leave()
                self.ended.wait(0.05)
        except BaseException as error:
            self.trouble = error

    def comes_back(self) -> bool:
        """Tries to come back; the server may still be starting."""
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            self._come_back()
            return True
        return False

    def _come_back(self) -> None:
        self.phone.connect()
        began, revision = time.monotonic(), self.table.night.revision
        self.phone.view = None
        self.phone.hear_until(
            lambda: self.phone.view is not None and self.phone.view["revision"] >= revision, 5
        )
        self.late.append(time.monotonic() - began)
        if self.wanted is not None:
            self.phone.say(**self.wanted)  # it was never answered: the same request, with the same number

    def _act(self) -> None:
        self.phone.listen()
        self._hear_answer()
        if self.random.random() < self.loses / 20:
            self.losses += 1
            self.phone.drop()
            self.ended.wait(self.random.random() * 0.3)
            return
        view = self.phone.view
        if self.wanted is None and view is not None and view["role"] == "seat":
            self.wanted = self._choose(view)
            if self.wanted is not None:
                self.phone.say(**self.wanted)
                if self.random.random() < self.loses:
                    self.losses += 1
                    self.phone.drop()  # the answer is lost, perhaps the question too
        self.ended.wait(0.02)

    def _hear_answer(self) -> None:
        if self.wanted is None:
            return
        answer = self.phone.answers.pop(self.wanted["id"], None)
        if answer is None:
            return
        if answer["ok"]:
            self.done.append(self.wanted["id"])
            self.wanted = None
        elif answer.get("error") == "away":
            self.phone.say(**self.wanted)
        else:
            self.wanted = None

    def _choose(self, view: dict[str, Any]) -> dict[str, Any] | None:
        shown, request = view["view"], {"id": "", "revision": view["revision"]}
        self.count += 1
        request["id"] = f"{self.phone.cookie[:4].encode().hex()}{self.count}"
        if view["can_take_chance"]:
            return {"do": "chance", **request}
        mine = [choice for choice in shown.get("choices", ()) if not choice.get("asks")]
        picks = [choice for choice in shown.get("choices", ()) if choice.get("asks")]
        if mine and (not picks or self.random.random() < 0.5):
            return {"do": "submit", "commands": [self.random.choice(mine)["command"]], **request}
        if picks:
            choice = self.random.choice(picks)
            values: dict[str, Any] = {}
            for ask in choice["asks"]:
                free = [o["value"] for o in ask.get("options", ()) if o["value"] not in values.values()]
                values[ask["id"]] = self.random.choice(free) if free else ask.get("minimum", 0)
            return {"do": "submit", "commands": [{**choice["command"], **values}], **request}
        return None


def storm(folder: Path, *, clients: int, loses: float, kills: int, every_s: float) -> dict[str, Any]:
    """Plays a night with lost lines and a server that is killed again and again."""
    ended = Event()
    begin = partial(a_night, "rayman", path=folder / "tonight.night")
    with served(begin, folder) as (table, server):
        night = table.night
        names = [player.id for player in night.game.view(night.state).players]
        players = [
            Player(table, joined(table, *place), seed, loses, ended)
            for seed, place in enumerate(
                [("seat", name) for name in names] + [("guest", "")] * (clients - len(names))
            )
        ]
        for player in players:
            player.start()
        for number in range(kills + 1):
            before = night.revision
            time.sleep(every_s)
            # However busy the machine is, something happens before, between and after the kills.
            until(lambda before=before: night.revision > before + 1, 60)  # type: ignore[misc]
            if number < kills:
                kill(server)
        until(lambda: any(player.losses for player in players), 60)
        ended.set()
        for player in players:
            player.join(timeout=20)
        troubles = [player.trouble for player in players if player.trouble is not None]
        assert troubles == []
        for player in players:
            player.phone.leave()
            player.wanted = None
            until(player.comes_back, 60)
            assert player.phone.view is not None
            assert player.phone.view["revision"] == night.revision
        rows = Counter(row.source for row in night.rows())
        told = Counter(
            f"phone#{player.phone.digest[:16]}.{request}" for player in players for request in player.done
        )
        assert max(rows.values(), default=0) <= 1, "something was done twice"
        assert set(told) <= set(rows), "something was answered and never done"
        assert night.revision == len(night.rows())
        late = sorted(second for player in players for second in player.late)
        return {
            "steps": night.revision,
            "losses": sum(player.losses for player in players),
            "returns": len(late),
            "p95": late[int(len(late) * 0.95)],
            "longest": late[-1],
        }


def kill(server: Server) -> None:
    server.kill()
    server.begin()


def test_lost_lines_and_a_killed_server_lose_nothing(tmp_path: Path) -> None:
    seen = storm(tmp_path, clients=6, loses=0.3, kills=2, every_s=1.0)
    assert seen["steps"] > 5
    assert seen["losses"] > 0


@pytest.mark.slow
def test_twenty_phones_thirty_percent_lost_lines_fifty_kills(tmp_path: Path) -> None:
    seen = storm(tmp_path, clients=20, loses=0.3, kills=50, every_s=3.0)
    print(seen)
    assert seen["steps"] > 50
    assert seen["p95"] < BACK_S
    assert seen["longest"] < BACK_S
