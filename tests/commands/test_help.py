from __future__ import annotations

import pytest

from companion.cli import main


@pytest.mark.parametrize("args", [[], ["packs"], ["table"]])
def test_a_command_alone_lists_what_it_can_do(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(args)
    out, err = capsys.readouterr()
    assert (left.value.code, err) == (0, "")
    assert out.startswith("Usage: companion")
    assert len(out.splitlines()) > 8
