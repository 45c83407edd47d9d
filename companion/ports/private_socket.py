"""A Unix socket for this user alone: one process listens, and what a killed one has left is taken away."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
from pathlib import Path
from typing import IO

from companion.core.errors import Invalid
from companion.core.message import say
from companion.ports.folders import data_folder, make_private_folder

SERVICE, USER = "COMPANION_RUNTIME", "XDG_RUNTIME_DIR"
"""The variables that name a runtime folder: what the services share, and what is this process's own."""


def runtime_path(name: str, *variables: str) -> Path:
    """Returns where a socket is: in the first runtime folder that there is, else in the data folder."""
    folder = next((os.environ[given] for given in variables or (SERVICE, USER) if os.environ.get(given)), "")
    # Never in a folder that everybody writes to: another user could be there first.
    return (Path(folder) if folder else data_folder() / "run") / name


class PrivateSocket:
    """Listens on a path while this process lives; refuses where another process does."""

    def __init__(self, path: Path) -> None:
        make_private_folder(path.parent)
        if path.parent.stat().st_mode & stat.S_IWOTH:
            raise Invalid(say("core.socket.shared", folder=str(path.parent)))
        self.path = path
        self._claim = _claim(path)
        if path.is_socket():
            path.unlink()  # what a process that was killed has left behind
        elif path.exists():
            self._claim.close()
            raise Invalid(say("core.socket.taken", file=str(path)))
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.door.bind(str(path))
        path.chmod(0o600)
        self.door.listen(16)
        self.door.setblocking(False)

    def close(self) -> None:
        """Listens no more; a second time does nothing, since another process may listen there by then."""
        if self._claim.closed:
            return
        self.door.close()
        self.path.unlink(missing_ok=True)
        self._claim.close()


def _claim(path: Path) -> IO[bytes]:
    """Holds a lock beside the socket while this process lives; refuses where another one does."""
    lock = path.with_name(f".{path.name}.lock")
    handle = os.fdopen(os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600), "rb")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        raise Invalid(say("core.socket.running", file=str(path))) from None
    return handle
