"""The broker: Debian's mosquitto with accounts and rights of its own, started again if it dies."""

from __future__ import annotations

import base64
import getpass
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import pbkdf2_hmac
from pathlib import Path

from companion.core.errors import Illegal
from companion.core.message import Message, say
from companion.ports.files import write_whole
from companion.ports.folders import make_private_folder

HOST_USER = "host"
RESTART_S = 1.0
ROUNDS = 101
"""mosquitto's own number of PBKDF2 rounds; the passwords are random, nobody guesses them."""
RIGHTS = f"""# A table writes below its own name only, and reads what the host says to it and to all.
pattern write club/table/%u/rows
pattern write club/table/%u/hello
pattern write club/table/%u/presence
pattern read club/table/%u/stored
pattern read club/news
pattern read club/call

user {HOST_USER}
topic readwrite club/#
"""
_DENIED = re.compile(r"Denied PUBLISH from (\S+) .*'([^']*)'")


def hashed_password(password: str, salt: bytes) -> str:
    """Writes a password as mosquitto's password file has it."""
    digest = pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def brokers_of(folder: Path) -> list[int]:
    """Lists the processes of the brokers that run with this club's configuration."""
    config, found = str(folder / "mosquitto.conf").encode(), []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if config in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
    return found


def _end(pid: int) -> None:
    """Kills a process and waits until it has gone."""
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
        for _ in range(50):
            os.kill(pid, 0)
            time.sleep(0.02)


class Broker:
    """One mosquitto of this club; `check` keeps it running."""

    def __init__(
        self, folder: Path, port: int, on_refusal: Callable[[str, Message], None], *, address: str = ""
    ) -> None:
        self._folder, self._port, self._address = folder, port, address
        self._on_refusal = on_refusal
        self._process: subprocess.Popen[str] | None = None
        self._started_at = 0.0

    def write_accounts(self, accounts: Mapping[str, str]) -> None:
        """Writes who may come in; a running broker takes it over at once."""
        make_private_folder(self._folder)
        lines = [
            f"{user}:{hashed_password(password, os.urandom(12))}\n" for user, password in accounts.items()
        ]
        write_whole(self._folder / "passwords", "".join(lines).encode(), is_private=True)
        write_whole(self._folder / "rights", RIGHTS.encode(), is_private=True)
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGHUP)

    def start(self) -> None:
        """Starts mosquitto; refuses in words where it is not installed."""
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        if program is None:
            raise Illegal(say("club.no_broker"))
        config = self._folder / "mosquitto.conf"
        write_whole(config, self._config().encode())
        for pid in brokers_of(self._folder):
            # Of a host that was killed: it would keep the port and the old accounts.
            _end(pid)
        self._process = subprocess.Popen(
            [program, "-c", str(config)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        self._started_at = time.monotonic()
        write_whole(self._folder / "broker.pid", str(self._process.pid).encode())
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _config(self) -> str:
        return "\n".join(
            (
                f"listener {self._port} {self._address}".rstrip(),
                f"user {getpass.getuser()}",
                "allow_anonymous false",
                f"password_file {self._folder / 'passwords'}",
                f"acl_file {self._folder / 'rights'}",
                "persistence false",
                "set_tcp_nodelay true",
                "max_keepalive 60",
                "max_connections 1000",
                "message_size_limit 1048576",
                "max_queued_messages 2000",
                "log_dest stderr",
                "log_type error",
                "log_type warning",
                "log_type notice",
                "log_type debug",
                "connection_messages true",
                "",
            )
        )

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Hears of strangers and of tables that write where they must not."""
        assert process.stderr is not None
        for line in process.stderr:
            if denied := _DENIED.search(line):
                self._on_refusal(denied[1], say("club.denied", topic=denied[2][:80]))
            elif "not authorised" in line or "bad user name or password" in line:
                self._on_refusal("", say("club.stranger"))
            elif "Error:" in line:
                self._on_refusal("", say("club.broker_said", said=line.split("Error:", 1)[1].strip()[:120]))

    def check(self) -> bool:
        """Tells whether the broker runs; starts it again where it does not."""
        if self._process is None or self._process.poll() is None:
            return True
        if time.monotonic() - self._started_at < RESTART_S:
            return True  # what cannot start is not tried again and again
        self.start()
        return False

    def begin_anew(self) -> None:
        """Sends everybody out and lets in again who still may: a connection outlives its account."""
        if self._process is not None:
            self.close()
            self.start()

    @property
    def pid(self) -> int | None:
        """Returns the process of the broker."""
        return self._process.pid if self._process is not None else None

    def close(self) -> None:
        """Ends the broker."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(3)
            if self._process.poll() is None:
                self._process.kill()
