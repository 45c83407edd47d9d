"""A line to the broker that comes back by itself: what was not delivered is the business of who uses it."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from secrets import token_hex
from typing import Any, Literal

from msgspec import Struct
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.carrier import racing
from companion.club.carrier.messages import MESSAGE_BYTES, Presence, pack, topic
from companion.ports.threads import prepare_types

KEEPALIVE_S = 4
CONNECT_TIMEOUT_S = 5.0
RETRY_S = 0.1
REFUSED_S = 5
"""A broker that says no is not asked again and again."""
PATIENCE_S, SLOW_S = 1.0, 4.0
"""How long a connection may go without an answer before it is given up: a new one is sooner there than an old
one's next try, which TCP puts off further each time. After some in vain the network may just be slow."""
IN_VAIN = 4

State = Literal["away", "up", "refused"]


class Account(Struct, frozen=True):
    """Where the broker is, and who one is there."""

    host: str
    port: int
    user: str
    password: str


class _Client(Client):
    """A client of paho that connects by several tries at once, and sends nothing twice by itself."""

    def _create_socket_connection(self) -> socket.socket:
        return racing.connect(self._host, self._port, self._connect_timeout)

    def _messages_reconnect_reset_out(self) -> None:
        with self._out_message_mutex:
            self._inflight_messages = 0
            self._out_messages.clear()


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
        self.used_at = 0.0
        self._opened_at = 0.0
        self._account = account
        self._topics = [(name, 1) for name in topics]
        self._on_message, self._on_state = on_message, on_state
        self._is_table = is_table
        client = _Client(CallbackAPIVersion.VERSION2, f"{account.user}-{token_hex(3)}", clean_session=True)
        client.username_pw_set(account.user, account.password)
        client.reconnect_delay_set(RETRY_S, RETRY_S)  # type: ignore[arg-type]  # it waits for any number of seconds
        client.connect_timeout = CONNECT_TIMEOUT_S
        self._patience_s = PATIENCE_S
        self._in_vain = 0
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
        prepare_types()
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
        if self.state != "up" and sock is not None and time.monotonic() - self._opened_at > self._patience_s:
            self._opened_at = time.monotonic()
            with suppress(OSError, AttributeError):
                sock.shutdown(socket.SHUT_RDWR)

    def send(self, name: str, message: Struct, *, is_kept: bool = False) -> bool:
        """Hands a message over if the line is up; False where it is not, or where it is too long."""
        payload = pack(message)
        if self.state != "up" or len(payload) > MESSAGE_BYTES:
            return False
        self._client.publish(name, payload, qos=1, retain=is_kept)
        self.used_at = time.monotonic()
        return True

    def _connected(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            client.reconnect_delay_set(REFUSED_S, REFUSED_S)
            self._change("refused" if "uthori" in str(reason) or "password" in str(reason) else "away")
            return
        client.reconnect_delay_set(RETRY_S, RETRY_S)  # type: ignore[arg-type]  # as above
        self._in_vain = 0
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
        self._in_vain += 1
        self._patience_s = PATIENCE_S if self._in_vain <= IN_VAIN else SLOW_S
        with suppress(OSError, AttributeError):  # what another system has not, it does without
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self._patience_s * 1000))
            sock.setsockopt(socket.IPPROTO_TCP, 16, 1)  # TCP_THIN_LINEAR_TIMEOUTS: lost packets again at once
