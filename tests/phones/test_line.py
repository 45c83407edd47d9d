"""The server's side of the gate, against a table that takes its time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from companion.phones import line
from companion.phones.forms import Answer, Do, Enter
from companion.phones.line import TableLine


def test_a_busy_table_is_waited_for_at_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An invitation that is given up on is used up all the same."""
    monkeypatch.setattr(line, "ANSWER_S", 0.05)

    async def busy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while body := await reader.readline():
            await asyncio.sleep(0.3)
            writer.write(msgspec.json.encode(Answer(msgspec.json.decode(body)["number"], True)) + b"\n")

    async def ask_twice() -> list[bool]:
        async with await asyncio.start_unix_server(busy, tmp_path / "gate"):
            table = TableLine(tmp_path / "gate", lambda: None, lambda _: None)
            running = asyncio.create_task(table.run())
            while table._writer is None:
                await asyncio.sleep(0.01)
            entered = await table.ask(Enter, phone="0" * 64, token="t")
            done = await table.ask(Do, phone="0" * 64, id="1", revision=0)
            running.cancel()
            return [entered.ok, done.ok]

    assert asyncio.run(ask_twice()) == [True, False]
