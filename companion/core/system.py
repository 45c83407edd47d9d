"""Says in the catalogues' words why the operating system or the database refused."""

from __future__ import annotations

import logging
from errno import errorcode

from companion.core.message import Message, literal, say

log = logging.getLogger(__name__)
KNOWN = (
    "EACCES",
    "EEXIST",
    "EIO",
    "EISDIR",
    "ELOOP",
    "ENAMETOOLONG",
    "ENOENT",
    "ENOSPC",
    "ENOTDIR",
    "EPERM",
    "EROFS",
)
_SQLITE = {"SQLITE_FULL": "ENOSPC", "SQLITE_READONLY": "EROFS", "SQLITE_IOERR": "EIO", "SQLITE_PERM": "EPERM"}


def why_refused(error: Exception) -> Message:
    """Says an error of the system in a few words; a rare one in the system's own."""
    number = getattr(error, "errno", None)
    name = errorcode.get(number, "") if isinstance(number, int) else ""
    # SQLite names its errors in families: SQLITE_IOERR_WRITE is an SQLITE_IOERR.
    code = str(getattr(error, "sqlite_errorname", ""))
    name = next((known for family, known in _SQLITE.items() if code.startswith(family)), name)
    if name in KNOWN:
        return say(f"core.system.{name}")
    return literal(getattr(error, "strerror", None) or str(error) or type(error).__name__)


def why_unfit(error: Exception) -> Message:
    """Says why a game cannot go on from what it was given; the log keeps what it stumbled over."""
    if isinstance(error, OSError) or hasattr(error, "sqlite_errorname"):
        return why_refused(error)
    log.info("a game stumbled", exc_info=error)
    return say("core.unfit")
