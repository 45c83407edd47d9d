from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.core.errors import Invalid
from companion.ports.private_socket import PrivateSocket


def test_one_process_listens_and_the_next_one_may_after_it(tmp_path: Path) -> None:
    path = tmp_path / "run" / "watch.sock"
    first = PrivateSocket(path)
    with pytest.raises(Invalid):
        PrivateSocket(path)
    first.close()
    assert not path.exists()
    PrivateSocket(path).close()


def test_closing_twice_disturbs_nobody_who_came_after(tmp_path: Path) -> None:
    path = tmp_path / "run" / "watch.sock"
    first = PrivateSocket(path)
    first.close()
    other = os.open(os.devnull, os.O_RDONLY)  # takes the number that the lock had
    second = PrivateSocket(path)
    first.close()
    assert path.is_socket()
    os.fstat(other)
    os.close(other)
    second.close()
