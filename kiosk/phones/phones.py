"""Phones at the table: they are let in here, on the screen's own thread; the network is another process's."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from companion.core.errors import Refusal
from companion.core.message import Message
from companion.phones.forms import FromTable
from companion.phones.hotspot import Hotspot, Network
from companion.phones.reception import Reception
from companion.ports.folders import data_folder
from kiosk.night.session import Session
from kiosk.phones.process import ServerProcess

if TYPE_CHECKING:
    from companion.phones.gate import Gate

WAIT_FOR_SERVICE_S = 1.5
"""How long a service may take to come to the gate before the kiosk runs a server of its own."""
LATE_S = 10.0
"""How long a server may take before the table is told that it does not come."""


class Phones:
    """The reception of this kiosk; off until the table lets phones join, and again when the night changes."""

    def __init__(self, post: Callable[[Callable[[], Any]], None], on_change: Callable[[], None]) -> None:
        self._post = post
        self._on_change = on_change
        self._gate: Gate | None = None
        self._server: ServerProcess | None = None
        self._opened_at = 0.0
        self.is_opening_hotspot = False
        self.server_options: tuple[str, ...] = ()
        """More options for a server of our own."""
        self.hotspot = Hotspot()
        self.network: Network | None = None
        """The hotspot that is open, if one is."""
        self.hotspot_trouble: Message | None = None
        self.trouble: Message | None = None
        self.reception = Reception(self._tell, on_change, post=post, path=data_folder() / "phones.json")

    @property
    def is_open(self) -> bool:
        """Tells whether phones are let in."""
        return self.reception.is_open

    @property
    def is_late(self) -> bool:
        """Tells whether no server has come for so long that something must be wrong."""
        return (
            self.is_open and not self.reception.is_connected and time.monotonic() - self._opened_at > LATE_S
        )

    def use(self, session: Session | None) -> None:
        """Takes up the night of the table; phones of another night are gone."""
        self.reception.use(session)
        if self.is_open:
            self._begin()
        else:
            self._end()

    def night_changed(self) -> None:
        """Tells the phones what has happened."""
        self.reception.night_changed()

    def lit(self, session: Session) -> None:
        """Tells the phones which spaces are in reach."""
        board = session.view().board
        if self.is_open and board is not None:
            self.reception.lit(board.lit)

    def let_join(self) -> None:
        """Lets phones join from now on."""
        self._begin()
        if self.trouble is None:
            self.reception.open()
        self._on_change()

    def stop(self) -> None:
        """Sends every phone away and leaves the network alone."""
        self.reception.close()
        self._end()
        self._on_change()

    def mind(self) -> None:
        """Looks after the server; called every second."""
        if os.environ.get("COMPANION_PHONES") == "service":
            return  # two servers would take the line from each other
        has_waited = time.monotonic() - self._opened_at > WAIT_FOR_SERVICE_S
        if self._server is not None and not self.reception.is_connected and has_waited:
            self._server.mind()

    def close(self) -> None:
        """Ends with the kiosk; phones that came in are known again when it comes back."""
        self._end()
        self.reception.close_down()

    def _begin(self) -> None:
        if self._gate is not None:
            return
        from companion.phones.gate import Gate, gate_path

        path = gate_path()
        self.trouble = None
        try:
            self._gate = Gate(path, self._post, self.reception.hear, self.reception.connected)
        except Refusal as refusal:
            self.trouble = refusal.message
            return
        self._opened_at = time.monotonic()
        self._server = ServerProcess(path, *self.server_options)

    def _end(self) -> None:
        gate, self._gate = self._gate, None
        server, self._server = self._server, None
        if server is not None:
            server.close()
        if gate is not None:
            gate.close()
        self.reception.is_connected = False
        if self.network is not None:
            self.close_hotspot()

    def _tell(self, line: FromTable) -> None:
        if self._gate is not None:
            self._gate.tell(line)

    # The hotspot.

    def open_hotspot(self) -> None:
        """Opens a wireless network of our own, which takes seconds."""
        self.hotspot_trouble, self.is_opening_hotspot = None, True
        Thread(target=self._try_hotspot, name="hotspot", daemon=True).start()
        self._on_change()

    def _try_hotspot(self) -> None:
        try:
            found: Network | Message = self.hotspot.open()
        except Refusal as refusal:
            found = refusal.message
        self._post(partial(self._hotspot_opened, found))

    def _hotspot_opened(self, found: Network | Message) -> None:
        self.is_opening_hotspot = False
        if isinstance(found, Network):
            self.network = found
            self.reception.readdress()
        else:
            self.hotspot_trouble = found
        self._on_change()

    def close_hotspot(self) -> None:
        """Closes the network of our own."""
        self.network = None
        Thread(target=self.hotspot.close, name="hotspot", daemon=True).start()
        self._on_change()
