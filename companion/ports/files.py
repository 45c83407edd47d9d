"""How every part writes a file: whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that it is complete or as it was; an error names it and leaves no draft behind."""
    if path.exists() and not path.is_file():
        # A device or a pipe is written to, never replaced; a folder is refused.
        path.write_bytes(content)
        return
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(target)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        error.filename, error.filename2 = str(path), None
        raise
