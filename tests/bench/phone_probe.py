"""Runs one kiosk with a phone for each seat, and prints when its touches are on the screen, as JSON.

A touch counts from the moment a phone sends it to the first picture of the kiosk that is another one than
before and holds the step. The kiosk rests between touches, as it does at a table.
"""

from __future__ import annotations

import json
import sys
import time
import zlib
from random import Random
from threading import Thread
from typing import Any

from kivy.base import EventLoop, runTouchApp  # after the probe has chosen its window
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

from companion.ports.folders import data_folder
from kiosk.app import Kiosk
from kiosk.night.session import Session
from kiosk.preferences import Preferences
from tests.bench.kiosk_probe import Frames, rest
from tests.bench.phone_wishes import wish_of
from tests.contract.games import SETUPS
from tests.phones.table import Phone

TOUCHES = 120
INVISIBLE_S = 2.0
"""After how long a step is called one that the screen does not show."""


class Seen(Frames):
    """Frames that tell their pictures apart."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = 0

    def _show(self) -> None:
        width, height = Window.size
        self.picture = zlib.crc32(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE))
        super()._show()


class Table:
    """The kiosk with its phones: it draws on this thread, phones wait for answers on others."""

    def __init__(self) -> None:
        self.session = Session.begin("rayman", SETUPS["rayman"][-1], data_folder() / "tonight.night")
        self.kiosk = Kiosk(
            preferences=Preferences(language="en", has_far_view=False),
            session=self.session,
            first_panel="table",
        )
        self.kiosk._run_prepare()
        runTouchApp(embedded=True)
        EventLoop.idle()
        self.kiosk.phones.server_options = ("--bind", "127.0.0.1", "--port", "0")
        self.kiosk.phones.let_join()
        self.frames = Seen()
        self.phones: dict[str, Phone] = {}
        self.until(lambda: self.reception.reach.port)
        for player in self.session.view().players:
            self.phones[player.id] = self.beside(lambda name=player.id: self._join(name))

    @property
    def reception(self) -> Any:
        return self.kiosk.phones.reception

    def until(self, is_so: Any, seconds: float = 60.0) -> bool:
        """Draws until something is so; tells whether it came to be."""
        end = time.perf_counter() + seconds
        while not is_so():
            if time.perf_counter() > end:
                return False
            self.kiosk.phones.mind()
            for phone in self.reception.book.waiting():
                self.reception.agree(phone.digest)
            self.frames.turn()
        return True

    def beside(self, call: Any) -> Any:
        """Does something that waits for the kiosk, while the kiosk goes on."""
        found: list[Any] = []
        thread = Thread(target=lambda: found.append(call()), daemon=True)
        thread.start()
        self.until(lambda: not thread.is_alive())
        return found[0]

    def _join(self, player: str) -> Phone:
        phone = Phone(self.reception.reach.port)
        assert phone.enter(self.reception.invite().token) == 200
        phone.connect()
        phone.hear_until(lambda: phone.last.get("kind") == "join")
        phone.take("seat", player)
        return phone

    def touch(self, number: int) -> float | None:
        """Lets a phone touch something, once all know the state; None where the screen does not show it."""
        night = self.session.night
        self.beside(lambda: [phone.see(night.revision) for phone in self.phones.values()])
        chosen = [(phone, wish) for phone in self.phones.values() if (wish := wish_of(phone)) is not None]
        if not chosen:
            offers = night.game.offers(night.state)
            self.session.submit(RANDOM.choice(offers))
            return None
        phone, wish = RANDOM.choice(chosen)
        self.kiosk.moments.dismiss()
        rest(self.kiosk, self.frames, 0.25 + RANDOM.random() * 0.1)
        revision, picture = night.revision, self.frames.picture
        sent: list[float] = []

        def send() -> None:
            time.sleep(RANDOM.random() * 0.05)
            sent.append(time.perf_counter())
            phone.say(**wish, id=str(number), revision=revision)

        Thread(target=send, daemon=True).start()
        seen = self.until(lambda: night.revision > revision and self.frames.picture != picture, INVISIBLE_S)
        return (self.frames.shown - sent[0]) * 1000 if seen else None


RANDOM = Random(1)


def main() -> None:
    table = Table()
    took: list[float] = []
    number = 0
    while len(took) < TOUCHES and not table.session.view().is_over:
        number += 1
        found = table.touch(number)
        if found is not None:
            took.append(round(found, 1))
    for phone in table.phones.values():
        phone.leave()
    table.kiosk.dispatch("on_stop")
    sys.stdout.write(json.dumps(took) + "\n")


if __name__ == "__main__":
    main()
