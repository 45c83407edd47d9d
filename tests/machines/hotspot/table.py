"""The kiosk's phones without its screen: opens the hotspot, agrees to everybody, and closes after a step.

Runs in the kiosk's own unit, with the rights that the unit leaves.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from companion.i18n import words
from companion.phones import hotspot
from companion.phones.qr import join_address, wireless
from companion.ports.folders import data_folder
from companion.ports.service import notify
from kiosk.night.session import Session
from kiosk.phones.phones import Phones
from tests.contract.games import SETUPS

CODES = Path(os.environ["XDG_RUNTIME_DIR"]) / "codes"
"""What the screen would show: the code of the network, and the code of the invitation."""


class Table:
    """One night with its phones, on one thread."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], Any]] = SimpleQueue()
        self._shown = ""
        self.phones = Phones(self._calls.put, lambda: None)
        self.session = Session.begin("rayman", SETUPS["rayman"][1], data_folder() / "hotspot.night")
        self.session.listeners.append(self.phones.night_changed)
        self.phones.use(self.session)

    def run(self) -> None:
        hotspot.SLOW_S = 900  # this machine is emulated
        notify("READY=1")
        self.phones.let_join()
        self.phones.open_hotspot()
        while self.session.night.revision == 0:
            self.live()
        print("TABLE: a phone has acted", flush=True)
        self.phones.stop()
        CODES.unlink()
        while True:
            self.live()

    def live(self) -> None:
        """Does what was posted, agrees to whoever asks, and shows the codes when there are new ones."""
        with suppress(Empty):
            self._calls.get(timeout=1)()
        phones, reception = self.phones, self.phones.reception
        for trouble in (phones.trouble, phones.hotspot_trouble, reception.reach.trouble):
            if trouble is not None:
                raise SystemExit(f"TABLE: FAILED: {words(trouble, 'en')}")
        for phone in reception.book.waiting():
            reception.agree(phone.digest)
        invitation = reception.invite()
        if phones.network is not None and invitation is not None and reception.reach.addresses:
            network = wireless(phones.network.name, phones.network.password)
            join = join_address(reception.reach.addresses[0], reception.reach.port, invitation.token)
            self._show(f"{network}\n{join}\n")

    def _show(self, codes: str) -> None:
        if codes != self._shown:
            self._shown = codes
            CODES.with_suffix(".new").write_text(codes)
            CODES.with_suffix(".new").rename(CODES)
            print("TABLE: shows the codes", flush=True)


if __name__ == "__main__":
    Table().run()
