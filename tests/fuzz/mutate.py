"""Changes documents at random: bytes anywhere, and values within JSON."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

TOKENS = (
    b"null", b"true", b"{}", b"[]", b'""', b"-1", b"0", b"1e999", b"9" * 30, b"9" * 5000, b"1.5", b"\xff",
    b"\0", b"\n", b'"', b"{", b"[" * 50, b"\xed\xa0\x80", b"\\u0000", b"\\ud800", b"=", b".", b"a.a.a.a",
    b"'''", b"NaN",
)  # fmt: skip
"""What readers have stumbled over elsewhere."""

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, 2**64, 10**30, -(10**30), 0.5, -0.0, 1e308, "", "\0", "a",
    "0/1", "\ud7ff", "é" * 300, "../../x", "9" * 5000, [], {}, [None], [[]], {"": None}, [[0, 0], [1, 1]],
    {"a": {"a": {}}},
)  # fmt: skip
"""Values to put in the place of others."""


def mutated(seed: bytes, chance: Random) -> bytes:
    """Returns a document like the seed, but for one to four changes."""
    if seed[:1] in (b"{", b"[") and chance.random() < 0.6:
        changed = _mutated_json(seed, chance)
        if changed is not None:
            return changed
    out = bytearray(seed)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(out) + 1)
        end = min(len(out), place + chance.choice((1, 2, 4, 16, 64, 400)))
        match chance.randrange(6):
            case 0 if place < len(out):
                out[place] ^= 1 << chance.randrange(8)
            case 1:
                del out[place:end]
            case 2:
                out[place:place] = chance.choice(TOKENS)
            case 3:
                out[place:end] = chance.choice(TOKENS)
            case 4:
                out[place:place] = out[place:end]
            case _:
                out[place:end] = chance.randbytes(end - place)
    return bytes(out)


def _mutated_json(seed: bytes, chance: Random) -> bytes | None:
    lines = seed.splitlines()
    number = chance.randrange(len(lines))
    try:
        document = json.loads(lines[number])
    except ValueError:
        return None
    if not isinstance(document, dict | list):
        return None
    for _ in range(chance.randint(1, 3)):
        _change(document, chance)
    lines[number] = json.dumps(document).encode()
    return b"\n".join(lines)


def _change(document: Any, chance: Random) -> None:
    """Walks to a random place in the document, and changes what is there."""
    inside = document
    while True:
        places = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not places:
            return
        place = chance.choice(places)
        deeper = inside[place]
        if isinstance(deeper, dict | list) and deeper and chance.random() < 0.8:
            inside = deeper
            continue
        match chance.randrange(5):
            case 0:
                del inside[place]
            case 1 if isinstance(inside, dict):
                inside[chance.choice(("", "x", "9" * 5000, "at", "player"))] = inside.pop(place)
            case 2:
                inside[place] = deepcopy(inside[chance.choice(places)])
            case _:
                # A copy: what is strange would else be changed itself, and in the end hold itself.
                inside[place] = deepcopy(chance.choice(STRANGE))
        return
