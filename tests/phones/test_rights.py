"""Rights are one table, which the docs show as it is."""

from __future__ import annotations

from pathlib import Path

from companion.phones.rights import BEGIN, END, MEANINGS, RIGHTS, may, rights_table

PAGE = Path(__file__).parents[2] / "docs/phones.md"


def test_the_docs_show_the_rights_as_they_are() -> None:
    page = PAGE.read_text("utf-8")
    shown = page.split(BEGIN)[1].split(END)[0].strip()
    assert shown == rights_table(), "run scripts/rights"


def test_only_a_seat_sees_and_does_what_is_private() -> None:
    assert set(MEANINGS) == set(RIGHTS)
    for right in ("hand", "choose", "chance", "ask"):
        assert RIGHTS[right] == ("seat",)
    assert not may(None, "public"), "who has no place sees nothing"
