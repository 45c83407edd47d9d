"""Clauses: numbered rules, paraphrased per language, with page and ruling."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from companion.core.message import Message, label


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered rule: where the rulebooks print it and which ruling settles what they leave open."""

    text: dict[str, str]
    pages: dict[str, int] = {}
    ruling: str = ""
    option: str = ""
    is_own_choice: bool = False
    """Whether neither a rulebook nor a ruling asks for it: this project chose it."""

    def as_message(self) -> Message:
        """Says the rule in the reader's language."""
        return label(self.text)


class ClauseBook(Mapping[str, Clause]):
    """The clauses of a game's package, read when the first one is asked for."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getitem__(self, clause_id: str) -> Clause:
        return _read(self._package)[clause_id]

    def __iter__(self) -> Iterator[str]:
        return iter(_read(self._package))

    def __len__(self) -> int:
        return len(_read(self._package))


def load_clauses(package: str) -> ClauseBook:
    """Opens `clauses.toml` of a game's package: one table a clause, the table's name is its id."""
    return ClauseBook(package)


@cache
def _read(package: str) -> dict[str, Clause]:
    raw = tomllib.loads(files(package).joinpath("clauses.toml").read_text("utf-8"))
    return msgspec.convert(raw, dict[str, Clause])
