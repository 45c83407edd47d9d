"""A line to the broker that comes back by itself: what was not delivered is the business of who uses it."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import cycle
from secrets import token_hex
from typing import Any, Literal

from msgspec import Struct
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.carrier.messages import MESSAGE_BYTES, Presence, pack, topic

KEEPALIVE_S = 4
CONNECT_TIMEOUTS_S = (0.4, 0.4, 0.4, 0.4, 0.4, 1.5)
"""How long one try after the other waits. Mostly less than a second: where TCP's first packet was lost, a new
try is sooner there than its second one, and goes on more quickly afterwards. A slow network gets longer."""
RETRY_S = 0.1
REFUSED_S = 5
"""A broker that says no is not asked again and again."""
WELCOME_S = 1.5
"""How long the broker may take to say hello before the connection is taken for dead."""
SILENCE_MS = 4000
"""After how long without an answer a connection is given up: a new one is sooner there than an old one's
next try, which TCP puts off further each time."""

State = Literal["away", "up", "refused"]


class Account(Struct, frozen=True):
    """Where the broker is, and who one is there."""

    host: str
    port: int
    user: str
    password: str


class Line:
    """One connection for one user; callbacks come on the line's own thread."""

    def __init__(
        self,
        account: Account,
        on_message: Callable[[str, bytes], None],
        on_state: Callable[[State], None],
        *,
        topics: Iterable[str],
        is_table: bool,
    ) -> None:
        self.state: State = "away"
        self._opened_at = 0.0
        self._account = account
        self._topics = [(name, 1) for name in topics]
        self._on_message, self._on_state = on_message, on_state
        self._is_table = is_table
        client = Client(CallbackAPIVersion.VERSION2, f"{account.user}-{token_hex(3)}", clean_session=True)
        client.username_pw_set(account.user, account.password)
        client.reconnect_delay_set(RETRY_S, RETRY_S)  # type: ignore[arg-type]  # it waits for any number of seconds
        self._patience = cycle(CONNECT_TIMEOUTS_S)
        client.connect_timeout = next(self._patience)
        client.on_connect_fail = self._failed
        client.max_queued_messages_set(64)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._heard
        client.on_socket_open = self._opened
        if is_table:
            client.will_set(topic(account.user, "presence"), pack(Presence(False)), qos=1, retain=True)
        self._client = client

    def start(self) -> None:
        """Connects as soon as the broker is there, and again whenever it was away."""
        self._client.connect_async(self._account.host, self._account.port, keepalive=KEEPALIVE_S)
        self._client.loop_start()

    def close(self) -> None:
        """Says goodbye where there is somebody to say it to."""
        if self.state == "up" and self._is_table:
            said = self._client.publish(
                topic(self._account.user, "presence"), pack(Presence(False)), 1, retain=True
            )
            with suppress(RuntimeError, ValueError):
                said.wait_for_publish(1)
        self._client.disconnect()
        self._client.loop_stop()

    def mind(self) -> None:
        """Gives up a connection on which the broker says nothing; asked again and again."""
        sock: Any = self._client.socket()
        if self.state != "up" and sock is not None and time.monotonic() - self._opened_at > WELCOME_S:
            self._opened_at = time.monotonic()
            with suppress(OSError, AttributeError):
                sock.shutdown(socket.SHUT_RDWR)

    def send(self, name: str, message: Struct, *, is_kept: bool = False) -> bool:
        """Hands a message over if the line is up; False where it is not, or where it is too long."""
        payload = pack(message)
        if self.state != "up" or len(payload) > MESSAGE_BYTES:
            return False
        self._client.publish(name, payload, qos=1, retain=is_kept)
        return True

    def _failed(self, client: Client, data: Any) -> None:
        client.connect_timeout = next(self._patience)

    def _connected(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            client.reconnect_delay_set(REFUSED_S, REFUSED_S)
            self._change("refused" if "uthori" in str(reason) or "password" in str(reason) else "away")
            return
        client.reconnect_delay_set(RETRY_S, RETRY_S)  # type: ignore[arg-type]  # as above
        client.subscribe(self._topics)
        if self._is_table:
            client.publish(topic(self._account.user, "presence"), pack(Presence(True)), 1, retain=True)
        self._change("up")

    def _disconnected(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        if self.state == "up":
            self._change("away")

    def _change(self, state: State) -> None:
        self.state = state
        self._on_state(state)

    def _heard(self, client: Client, data: Any, message: MQTTMessage) -> None:
        self._on_message(message.topic, bytes(message.payload))

    def _opened(self, client: Client, data: Any, sock: Any) -> None:
        self._opened_at = time.monotonic()
        with suppress(OSError, AttributeError):  # what another system has not, it does without
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MS)
            sock.setsockopt(socket.IPPROTO_TCP, 16, 1)  # TCP_THIN_LINEAR_TIMEOUTS: lost packets again at once
