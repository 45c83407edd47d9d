"""How every part reads and writes a file: never more than it asked for, whole or not at all."""

from __future__ import annotations

import os
import select
import stat
from contextlib import suppress
from errno import EISDIR
from pathlib import Path
from typing import BinaryIO

from companion.core.errors import Invalid
from companion.core.message import say

DOCUMENT_BYTES = 4 << 20
"""The most that a dispute, a table or a line of a night may hold; what people write is a hundredth of it."""
PIPE_PATIENCE_S = 5.0
"""How long a pipe may be silent before what it says is taken for all of it."""


def read_whole(path: str | Path, most_bytes: int = DOCUMENT_BYTES) -> bytes:
    """Reads a file or a pipe; refuses, before reading, a device and what is larger than it may be."""
    # Without blocking: a pipe that nobody writes to would hold the program up for ever.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        kind = os.fstat(handle)
        if stat.S_ISDIR(kind.st_mode):
            raise IsADirectoryError(EISDIR, "", str(path))
        if stat.S_ISFIFO(kind.st_mode) or stat.S_ISSOCK(kind.st_mode):
            return _read_pipe(handle, most_bytes, str(path))
        if not stat.S_ISREG(kind.st_mode):
            raise Invalid(say("core.read.no_file", file=str(path)))
        if kind.st_size > most_bytes:
            raise too_large(str(path), most_bytes)
        with os.fdopen(os.dup(handle), "rb") as stream:
            return read_stream(stream, str(path), most_bytes)
    except OSError as error:
        # The kernel names a file that cannot be opened, but not one that cannot be read.
        error.filename = str(path)
        raise
    finally:
        os.close(handle)


def read_stream(stream: BinaryIO, name: str, most_bytes: int = DOCUMENT_BYTES) -> bytes:
    """Reads a stream to its end; refuses one that goes on for longer than it may."""
    content: bytes | None = stream.read(most_bytes + 1)
    # Nothing yet, and not the end: a pipe that does not wait, which some files of the kernel's are too.
    if content is None:
        raise Invalid(say("core.read.no_file", file=name))
    if len(content) > most_bytes:
        raise too_large(name, most_bytes)
    return content


def read_argument(file: str, most_bytes: int = DOCUMENT_BYTES) -> bytes:
    """Reads what a command was given: a file, or standard input where it is `-`."""
    if file != "-":
        return read_whole(file, most_bytes)
    import sys

    return read_stream(sys.stdin.buffer, "-", most_bytes)


def too_large(name: str, most_bytes: int) -> Invalid:
    """Makes the refusal of a file that holds more than it may."""
    return Invalid(say("core.read.too_long", file=name, most=f"{most_bytes / 1_000_000:.3g}"))


def _read_pipe(handle: int, most_bytes: int, name: str) -> bytes:
    content = bytearray()
    while select.select([handle], [], [], PIPE_PATIENCE_S)[0]:
        part = os.read(handle, 1 << 16)
        if not part:
            return bytes(content)
        content += part
        if len(content) > most_bytes:
            raise too_large(name, most_bytes)
    if not content:
        raise Invalid(say("core.read.silent", file=name))
    return bytes(content)


def write_whole(path: Path, content: bytes, *, is_private: bool = False) -> None:
    """Writes a file so that it is complete or as it was; an error names it and leaves no draft behind.

    A private one can be read by its owner alone.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe is written to, never replaced; a folder is refused.
            path.write_bytes(content)
            return
        mode = 0o600 if is_private else 0o666
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(target)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        error.filename, error.filename2 = str(path), None
        raise
